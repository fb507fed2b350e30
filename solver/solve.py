"""``best``: the best line of a replay, from a file to the answer in one call."""

import time
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules.decisions import Choice
from dtcli.rules.follow import follow
from dtcli.rules.notes import Note
from dtcli.rules.state import State
from solver.limits import LIMITS, Limits
from solver.line_notes import notes_of
from solver.model.missions import KeptNotes
from solver.preference import Outcome, outcome_of
from solver.question import ALL_FREE, Question, Replay, Terms, ask, merged
from solver.search import OnProgress, best_line

if TYPE_CHECKING:
    from dtcli.formats.schema import ReplayFile


class AnswerStatus(StrEnum):
    """Whether an answer is proved."""

    OPTIMAL = "optimal"
    """It is proved that no line is better."""
    FEASIBLE = "feasible"
    """A limit was reached: the line can be played, but there may be a better one."""


class Answer(NamedTuple):
    """The best line that was found, and what is known about all others."""

    status: AnswerStatus
    outcome: Outcome
    """The outcome of the whole line: like ``notes``, it counts skills, tokens and discards from the first card on."""
    bound: int
    """No line completes more missions."""
    notes: tuple[Note, ...]
    """All decisions from the first card on, as notes for a replay."""
    choices: tuple[Choice, ...]
    """The choices from the start of the search on."""
    final: State
    question: Question
    seconds: float
    interrupted: bool = False


def best(
    replay: Replay, terms: Terms = ALL_FREE, *, limits: Limits = LIMITS, on_progress: OnProgress | None = None
) -> Answer:
    """Return the best choices for a story, and whether it is proved that none are better.

    Raises ``InvalidReplay`` if the replay does not follow the rules.
    """
    started = time.monotonic()
    question = ask(replay, terms, needs_record=False)
    kept = None if question.decided is None else KeptNotes(question.decided)
    found = best_line(question.start, limits=limits, kept=kept, on_progress=on_progress)
    before = outcome_of(follow(question.game, question.kept, frames=True, until=terms.keep))
    return Answer(
        AnswerStatus.OPTIMAL if found.proved else AnswerStatus.FEASIBLE,
        found.outcome.after(before),
        found.bound,
        merged((*question.kept, *notes_of(question.start, found.choices))),
        found.choices,
        found.final,
        question,
        time.monotonic() - started,
        found.interrupted,
    )


def solved_replay(data: "ReplayFile", answer: Answer, terms: Terms = ALL_FREE) -> "ReplayFile":
    """Return the replay with the choices and the result of the answer."""
    solved: dict[str, Any] = {**data, "choices": [choice_entry(note) for note in answer.notes]}
    outcome = answer.outcome
    solved["result"] = {"missions": outcome.missions, "broken": outcome.broken}
    if outcome.won is not None:
        solved["result"]["won"] = outcome.won
    if terms.goal is not None:
        solved["goal"] = terms.goal
    return cast("ReplayFile", solved)
