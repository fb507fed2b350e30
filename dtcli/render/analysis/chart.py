"""The data of the chart of an analysis, for the terminal and for SVG: one column for each reveal."""

from collections.abc import Iterator
from enum import StrEnum
from string import ascii_letters
from typing import TYPE_CHECKING, NamedTuple

from dtcli.rules.cards import Adventure
from dtcli.rules.follow import Frame, follow
from dtcli.rules.resolution import start
from dtcli.rules.state import EventKind, Game
from solver.preference import most_missions

if TYPE_CHECKING:
    from solver import Outcome
    from solver.studies.analysis import Analysis, Point

NOT_PROVED_MEANS = "at least, not proved"
FAR_GOAL = 15
"""A goal above this that the missions of the story cannot reach is left out: it would flatten the chart."""
NO_LETTER = "*"
"""The mark of a mistake when all letters are used."""


class Prospect(StrEnum):
    """The best that can still happen."""

    WIN = "win"
    """The game can be won, or has no goal and the backpack can stay whole."""
    WHOLE = "whole"
    """The game cannot be won, but the backpack can stay whole."""
    NONE = "none"
    """The backpack breaks in every line."""


class QuestResult(StrEnum):
    """How a mission or the adventure ended."""

    COMPLETED = "completed"
    FAILED = "failed"
    ADVENTURE_COMPLETED = "adventure completed"
    ADVENTURE_FAILED = "adventure failed"


class BestReachable(NamedTuple):
    """The best result that can still be reached."""

    missions: int
    prospect: Prospect
    proved: bool = True


class ChartColumn(NamedTuple):
    """The state of the game after a reveal."""

    reachable: BestReachable
    completed: int
    slots: int
    limit: int
    quest: QuestResult | None = None
    """How the mission or adventure ended; None for an item."""


class Chart(NamedTuple):
    """A game as the chart shows it; the first column is the first reveal."""

    before: BestReachable
    """The best result before the first reveal."""
    columns: tuple[ChartColumn, ...]
    mistakes: tuple[tuple[str, int], ...] = ()
    """The letter of each mistake, and the reveal at which or before which it was made."""
    goal: int | None = None
    unseen: int = 0
    """The cards that were never revealed."""
    broken: bool = False
    is_open: bool = False
    """Whether the record ends before the game does."""
    can_be_won: bool = True
    """Whether the game has a goal or an adventure."""

    @property
    def cards(self) -> int:
        """The cards of the story, including those that were never revealed."""
        return len(self.columns) + self.unseen

    @property
    def values(self) -> tuple[BestReachable, ...]:
        """The best results, starting before the first reveal."""
        return (self.before, *(column.reachable for column in self.columns))

    @property
    def top(self) -> int:
        """The most missions that the chart shows."""
        done = max((column.completed for column in self.columns), default=0)
        return max(done, self.goal or 0, 1, *(value.missions for value in self.values))

    @property
    def most_slots(self) -> int:
        """The most slots that the chart shows."""
        return max((max(column.slots, column.limit) for column in self.columns), default=0)

    @property
    def prospects(self) -> dict[Prospect, str]:
        """The prospects that occur, with their names in the legend."""
        can = "can be won" if self.can_be_won else "can be reached"
        words = {Prospect.WIN: can, Prospect.WHOLE: "cannot be won", Prospect.NONE: "will break"}
        found = {value.prospect for value in self.values if value.proved}
        return {prospect: said for prospect, said in words.items() if prospect in found}

    @property
    def quests(self) -> list[QuestResult]:
        """The results of missions and adventure that occur."""
        found = {column.quest for column in self.columns}
        return [quest for quest in QuestResult if quest in found]

    @property
    def proved(self) -> bool:
        """Whether every value is proved."""
        return all(value.proved for value in self.values)


def chart_of(analysis: "Analysis") -> Chart:
    """Return the data of the chart of an analysis."""
    question = analysis.question
    run = follow(question.game, question.notes, frames=True)
    quests = {frame.number: _quest(frame) for frame in run.frames if frame.card is not None}
    before, *points = analysis.points
    columns = [_column(point, quests.get(point.reveal)) for point in points]
    recorded, final = analysis.recorded, run.final
    unseen = len(final.story)
    if (
        recorded is not None and final != analysis.points[-1].state
    ):  # a skill ended the game, so there is no reveal for the end
        columns.append(
            ChartColumn(BestReachable(recorded.missions, prospect(recorded)), final.completed, final.slots, final.limit)
        )
        unseen = max(0, unseen - 1)
    return Chart(
        _value(before),
        tuple(columns),
        tuple(zip(letters(len(analysis.mistakes)), (one.reveal for one in analysis.mistakes), strict=True)),
        _goal(question.game),
        unseen,
        final.broken,
        analysis.open is not None,
        analysis.best.outcome.won is not None,
    )


def _goal(game: Game) -> int | None:
    missions = most_missions(start(game))
    return None if game.goal is None or game.goal > max(missions, FAR_GOAL) else game.goal


def letters(n: int) -> Iterator[str]:
    """Return the marks of the mistakes, starting with ``a``."""
    return (ascii_letters[place] if place < len(ascii_letters) else NO_LETTER for place in range(n))


def _column(point: "Point", quest: QuestResult | None) -> ChartColumn:
    state = point.state
    return ChartColumn(_value(point), state.completed, state.slots, state.limit, quest)


def _value(point: "Point") -> BestReachable:
    return BestReachable(point.reachable.missions, prospect(point.reachable), point.proved)


def prospect(outcome: "Outcome") -> Prospect:
    """Return the prospect that an outcome stands for."""
    if outcome.broken:
        return Prospect.NONE
    return Prospect.WHOLE if outcome.won is False else Prospect.WIN


def _quest(frame: Frame) -> QuestResult | None:
    happened = {event.what for event in frame.events}
    is_adventure = isinstance(frame.card, Adventure)
    if EventKind.MISSION_COMPLETED in happened:
        return QuestResult.ADVENTURE_COMPLETED if is_adventure else QuestResult.COMPLETED
    if EventKind.MISSION_FAILED in happened:
        return QuestResult.ADVENTURE_FAILED if is_adventure else QuestResult.FAILED
    return None
