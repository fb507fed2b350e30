"""How a recorded game ended, in words: the result and its reasons, the claim, the stars and par, the problems."""

from typing import NamedTuple

from dtcli.english import capitalised, plural
from dtcli.play.game.clock import clock_text
from dtcli.play.game.finished_game import FinishedGame
from dtcli.play.game.par import par_sentence
from dtcli.play.game.stars import Stars, stars_of
from dtcli.play.viewer.timeline import Timeline
from dtcli.render.replay.page import verdict_of
from dtcli.render.terminal import safe
from dtcli.rules.score import Status

INVALID = "INVALID: this cannot have happened; what the rules refuse is left out"


class RecordedOutcome(NamedTuple):
    """The end of a replay."""

    status: Status | None
    """None if the rules refuse the record."""
    verdict: str
    """The result as one line: ``WON: 10 missions, goal 10, 2 failed``."""
    missed: tuple[str, ...] = ()
    """The conditions of victory that a lost game misses."""
    facts: tuple[tuple[str, str], ...] = ()
    """A name and a sentence each."""
    problems: tuple[str, ...] = ()


def outcome_of(timeline: Timeline) -> RecordedOutcome:
    """Return how the game of a timeline ended."""
    checked = timeline.checked
    problems = tuple(f"{problem.code}: {safe(problem.message)}" for problem in checked.problems)
    if checked.score is None:
        return RecordedOutcome(None, INVALID, problems=problems)
    score = checked.score
    missed = tuple(safe(one) for one in score.missed) if score.status is Status.LOST else ()
    return RecordedOutcome(
        score.status, verdict_of(score, checked.results), missed, tuple(_facts(timeline)), problems
    )  # fmt: skip


def _facts(timeline: Timeline) -> list[tuple[str, str]]:
    checked, five = timeline.checked, timeline.five_minutes
    facts = []
    finished = finished_game(timeline)
    stars = _stars(timeline, finished)
    if stars is not None:
        facts.append(("stars", f"{stars.signs}  {stars.words}"))
    if timeline.par is not None and finished is not None:
        facts.append(("par", f"{capitalised(par_sentence(finished, timeline.par))}."))
    if five is not None:
        laid, left = plural(len(timeline.game.story), "card"), clock_text(five.seconds - five.ended)
        facts.append(("played", f"{laid} laid, {left} left on the clock"))
    if checked.score is not None and checked.score.peak_slots is not None and checked.run is not None:
        state = checked.run.final
        filled = f"{state.slots} of {state.limit} slots filled at the end, {checked.score.peak_slots} at most"
        facts.append(("backpack", filled))
    if checked.agrees is True:
        facts.append(("claim", "the claimed result agrees"))
    setup = timeline.setup
    if setup is not None and setup.seed and setup.what.id and setup.players == 1:
        facts.append(("race", setup.command))
    return facts


def finished_game(timeline: Timeline) -> FinishedGame | None:
    """Return what stars and par are judged by; None without five minutes, and while a choice leaves the game open."""
    checked, five = timeline.checked, timeline.five_minutes
    if five is None or checked.run is None or checked.score is None or checked.run_is_open:
        return None
    return FinishedGame(timeline.game.goal, five.dealt, checked.run.final, five.deeds, five.seconds, five.ended)


def _stars(timeline: Timeline, finished: FinishedGame | None) -> Stars | None:
    """Return the stars of a solo game; there are none for games of several players."""
    if finished is None or len(finished.dealt.hands) > 1:
        return None
    return stars_of(finished, timeline.par)
