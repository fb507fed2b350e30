"""What is known at the end of a game, and what is still being worked out in the background.

It outlives the app: after the game was watched, the end is shown again with everything that was found meanwhile.
"""

from dataclasses import dataclass
from pathlib import Path

from dtcli.play.game.end_texts import Records, Texts
from dtcli.play.game.leads import NOWHERE, WhatNext
from dtcli.play.game.par_thread import FindPar, ParThread
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.tui.review_thread import ReviewThread


@dataclass
class GameEnd:
    """The end of a game: where it is saved, what comes next, and the searches in the background."""

    saved_as: str = ""
    next: WhatNext = NOWHERE
    records: ReviewThread[str] | None = None
    review: ReviewThread[str] | None = None
    lesson: ReviewThread[str] | None = None
    par: ParThread | None = None

    def stop(self) -> None:
        """Stop the search for par; what it has saved stays."""
        if self.par is not None:
            self.par.stop()


def begin_end(  # noqa: PLR0913  (injected dependencies, keyword-only)
    game: SoloGame,
    path: Path | None,
    *,
    saved_as: str,
    what_next: WhatNext,
    records: Records,
    review: Texts,
    lesson: Texts,
    find_par: FindPar,
) -> GameEnd:
    """Return the end of a game, and begin its review, then the lesson, then the search for par."""
    first = ReviewThread(review, game, failed=str)
    second = ReviewThread(lesson, game, failed=str, after=first.wait)
    return GameEnd(
        saved_as,
        what_next,
        records=ReviewThread(lambda game: records(game, path), game, failed=str),
        review=first,
        lesson=second,
        par=ParThread(find_par, game, path, after=second.wait),
    )
