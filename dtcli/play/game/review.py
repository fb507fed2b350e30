"""The review of a finished game: the best result its story allowed, and the mistake that mattered most."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.formats.schema import ReplayFile
from dtcli.play.game.replay import replay_of
from dtcli.play.game.solo_game import SoloGame
from dtcli.render.analysis.phrases import better, decided, ending, kept_words, moment_of, with_quest
from solver.limits import Limits

if TYPE_CHECKING:
    from solver.studies.analysis import Analysis

PATIENCE = Limits.within(20)
"""How long the solver may take; after that bounds are shown."""


def review_game(game: SoloGame, *, limits: Limits = PATIENCE) -> list[str]:
    """Return the review of a finished game as sentences. Slow: it loads OR-Tools and proves every value."""
    return review_replay(replay_of(game, date=""), limits=limits)


def review_replay(replay: ReplayFile, *, folder: Path | None = None, limits: Limits = PATIENCE) -> list[str]:
    """Return the review of a recorded game as sentences; slow, as ``review_game``."""
    from solver.studies.analysis import analyze  # noqa: PLC0415  (half a second)

    document = parse(compact(replay).encode(), suffix=".json")
    checked = check(document if folder is None else document._replace(folder=folder))
    return list(_sentences(analyze(checked, limits=limits), is_empty=not replay["story"]))


def _sentences(analysis: "Analysis", *, is_empty: bool) -> Iterator[str]:
    best = analysis.best
    at_least = "" if best.proved else "at least "
    if best.outcome.broken:
        yield "With this story the backpack breaks whatever you decide."
        yield f"The best that it allowed: {at_least}{ending(best.outcome)}."
    else:
        kept = f"; you {kept_words(analysis)}" if analysis.reachable else ""  # no "0 of 0"
        yield f"The best that this story allowed: {at_least}{ending(best.outcome)}{kept}."
    worst = analysis.decisive or max(analysis.mistakes, key=lambda one: one.missions, default=None)
    if worst is not None:
        what = "The mistake that decided the game" if analysis.decisive else "The decision that cost most"
        yield f"{what}: {moment_of(worst)}, {with_quest(decided(analysis, worst), worst.state)}."
        yield f"Better: {better(worst)}, which leads to {ending(worst.before.outcome)}."
    elif is_empty:
        yield "A story without cards completes nothing."
    elif analysis.proved:
        yield "None of your decisions cost you anything; only another story could have done better."
    if not analysis.proved:
        yield "Not everything could be proved in the time available."
