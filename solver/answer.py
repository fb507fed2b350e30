"""Questions about a replay, and their answers."""

import time
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.files.check import Checked, check
from dtcli.files.json_text import compact
from dtcli.files.problems import Problem
from dtcli.files.reading import Document, load, parse
from dtcli.rules.cards import Item
from dtcli.rules.choices import Choice
from dtcli.rules.notes import Note, RevealNote, Writer, moment
from dtcli.rules.record import follow
from dtcli.rules.resolution import apply
from dtcli.rules.score import Status as HowItEnded
from dtcli.rules.score import score as score_of
from dtcli.rules.state import Game, State
from solver.limits import LIMITS, Limits
from solver.model.quests import Kept
from solver.outcome import Outcome
from solver.search import Tell, best_line

Replay = str | Path | Mapping[str, Any] | Document | Checked | Game
"""What a question can be about: a file, a replay as data, one that was read or checked, or a bare game."""


class Status(StrEnum):
    """What is known about an answer."""

    OPTIMAL = "optimal"
    """No line is better; that is proved."""
    FEASIBLE = "feasible"
    """A limit was reached: the line is good, but there may be a better one."""


class Recorded(NamedTuple):
    """How the replay itself ended; None where a forgotten choice decides."""

    missions: int | None
    broken: bool | None


class Answer(NamedTuple):
    """The best line that was found, and what is known about all others."""

    status: Status
    outcome: Outcome
    """What the line comes to; skills, tokens and discards are counted from where the search began."""
    bound: int
    """No line completes more missions."""
    notes: tuple[Note, ...]
    """Everything that is decided, from the first card on, ready to be put into the replay."""
    choices: tuple[Choice, ...]
    """The choices from where the search began."""
    start: State
    final: State
    recorded: Recorded
    seconds: float
    interrupted: bool = False


class InvalidReplay(ValueError):  # noqa: N818  (it is what it says)
    """The replay cannot be solved, because it is not one."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(problem.message for problem in problems if problem.is_error))
        self.problems = problems


class Terms(NamedTuple):
    """What is asked for: which decisions stay as recorded, and who may act."""

    keep: int = 0
    """Everything decided up to this reveal stays."""
    heroes: bool = True
    """Skills may be used."""
    only_heroes: bool = False
    """Rewards and discards stay as recorded, wherever they come up; only skills are chosen."""
    goal: int | None = None
    """The goal, instead of the replay's own."""


ALL_FREE = Terms()


def best(
    replay: Replay,
    *,
    terms: Terms = ALL_FREE,
    limits: Limits = LIMITS,
    tell: Tell | None = None,
) -> Answer:
    """Return the best choices for a story, and whether it is proved that none are better.

    Raises ``InvalidReplay`` where the replay does not follow the rules.
    """
    started = time.monotonic()
    game, notes = _question(replay)
    if terms.goal is not None:
        game = replace(game, goal=terms.goal)
    recorded = score_of(follow(game, notes))
    kept = tuple(note for note in notes if moment(note)[0] <= terms.keep)
    start = follow(game, kept, until=terms.keep).final
    if not terms.heroes:
        start = start._replace(unused=())
    found = best_line(start, limits=limits, kept=_as_noted(game, notes) if terms.only_heroes else None, tell=tell)
    return Answer(
        Status.OPTIMAL if found.proved else Status.FEASIBLE,
        found.outcome,
        found.bound,
        (*kept, *notes_of(start, found.choices)),
        found.choices,
        start,
        found.final,
        Recorded(recorded.missions, None if recorded.status is HowItEnded.OPEN else recorded.broken),
        time.monotonic() - started,
        found.interrupted,
    )


def _question(replay: Replay) -> tuple[Game, tuple[Note, ...]]:
    if isinstance(replay, Game):
        return replay, ()
    if isinstance(replay, str | Path):
        replay = load(replay)
    elif isinstance(replay, Mapping):
        replay = parse(compact(replay), suffix=".json")
    checked = check(replay) if isinstance(replay, Document) else replay
    if not checked.is_valid or checked.resolved is None or checked.resolved.game is None:
        raise InvalidReplay(checked.problems)
    return checked.resolved.game, checked.resolved.notes


def notes_of(start: State, choices: tuple[Choice, ...]) -> tuple[Note, ...]:
    """Return what a table would write down of these choices."""
    writer, state = Writer(), start
    for choice in choices:
        writer.write(state, choice)
        state = apply(state, choice)
    return writer.notes


def _as_noted(game: Game, notes: tuple[Note, ...]) -> Kept:
    """Return what was decided at each mission, whenever it was revealed."""
    decided = {note.at: note for note in notes if isinstance(note, RevealNote)}
    return {
        frame.card: decided[frame.number]
        for frame in follow(game, notes, frames=True).frames
        if frame.card is not None and not isinstance(frame.card, Item) and frame.number in decided
    }
