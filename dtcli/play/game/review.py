"""The review of a finished game: the best result its story allowed, and the mistake that mattered most."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import parse
from dtcli.formats.schema import ReplayFile
from dtcli.play.game.replay import replay_of
from dtcli.play.game.solo_game import SoloGame
from dtcli.render.analysis.lesson import lesson_sentences
from dtcli.render.analysis.phrases import better, decided, ending, kept_words, moment_of, with_quest
from dtcli.render.analysis.report import analysis_lines
from dtcli.render.layout import Line
from dtcli.rules.resolution import start
from solver.limits import Limits
from solver.preference import most_missions

if TYPE_CHECKING:
    from solver.studies.analysis import Analysis

PATIENCE = Limits.within(20)
"""How long the solver may take; after that bounds are shown."""
LESSON_PATIENCE = Limits.within(10)
"""How long the solver may look for what the story lacked, and then for the card that should have stayed."""


def review_game(game: SoloGame, *, limits: Limits = PATIENCE) -> list[str]:
    """Return the review of a finished game as sentences. Slow: it loads OR-Tools and proves every value."""
    return review_replay(replay_of(game, date=""), limits=limits)


def review_replay(replay: ReplayFile, *, folder: Path | None = None, limits: Limits = PATIENCE) -> list[str]:
    """Return the review of a recorded game as sentences; slow, as ``review_game``."""
    from solver.studies.analysis import analyze  # noqa: PLC0415  (half a second)

    checked = _checked(replay, folder)
    return list(_sentences(analyze(checked, limits=limits), is_empty=not replay["story"]))


def lesson_of_game(game: SoloGame, *, limits: Limits = LESSON_PATIENCE) -> list[str]:
    """Return the lesson of the five minutes of a finished game as sentences; slow, as ``review_game``."""
    from solver.studies.lesson import study_lesson  # noqa: PLC0415  (half a second)

    lesson = study_lesson(checked_game(game), limits=limits)
    return [] if lesson is None else list(lesson_sentences(lesson))


def analysis_of_game(game: SoloGame, *, limits: Limits = PATIENCE) -> list[Line]:
    """Return the analysis of a finished game in lines, as ``dtcli analyze`` prints it; slow, as ``review_game``."""
    from solver.studies.analysis import analyze  # noqa: PLC0415  (half a second)
    from solver.studies.deeds import study_deeds  # noqa: PLC0415  (as above)

    checked = checked_game(game)
    found = analyze(checked, limits=limits)
    found = found._replace(deeds=study_deeds(checked, found.question.game, found.question.notes))
    return list(analysis_lines(checked, found))


def checked_game(game: SoloGame, *, frames: bool = False) -> Checked:
    """Return a game as its replay would be read, with the ``frames`` that the viewer needs if asked."""
    return _checked(replay_of(game, date=""), frames=frames)


def _checked(replay: ReplayFile, folder: Path | None = None, *, frames: bool = False) -> Checked:
    document = parse(compact(replay).encode(), suffix=".json")
    return check(document if folder is None else document._replace(folder=folder), frames=frames)


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
        yield _no_mistake(analysis)
    if not analysis.proved:
        yield "Not everything could be proved in the time available."


def _no_mistake(analysis: "Analysis") -> str:
    """Return that no decision was a mistake, and what that means."""
    said = "None of your decisions cost you anything" if analysis.judgements else "There was nothing to decide"
    best, opening = analysis.best.outcome, start(analysis.question.game)
    if not best.broken and best.missions >= most_missions(opening) and best.won is not False:
        return f"{said}, and every mission of the story was completed."
    return f"{said}; only another story could have done better."
