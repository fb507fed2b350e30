"""The score of a resolution: won, lost, broken or open, and how many missions (R8, R9)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from dtcli.english import plural
from dtcli.rules.cards import Adventure
from dtcli.rules.decisions import Forgotten, reveal_of
from dtcli.rules.follow import Run, endings
from dtcli.rules.items import Kind, Pile
from dtcli.rules.refusals import Refusal
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import State


class Status(StrEnum):
    """The status of a game at its end."""

    WON = "won"
    LOST = "lost"
    COMPLETED = "completed"
    """Not broken, in a game without a goal."""
    BROKEN = "broken"
    OPEN = "open"
    """The status depends on a forgotten choice without a default."""


class Result(NamedTuple):
    """What counts at the table at the end of a game."""

    broken: bool
    won: bool | None
    """None where there is nothing to win."""
    missions: int

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """The result as a key: the larger, the better."""
        return not self.broken, bool(self.won), self.missions


class Score(NamedTuple):
    """The score of a game. A value that depends on a forgotten choice is None."""

    status: Status
    missions: int | None
    failed: int | None
    goal: int | None
    revealed: int | None
    cards: int
    slots: int | None
    peak_slots: int | None
    heroes_used: tuple[HeroId, ...]
    missed: tuple[str, ...]
    """The conditions of victory that a lost game misses, as texts."""
    forgotten: tuple[Forgotten, ...]
    """The choices that were not recorded, in the order in which they came."""
    undecided: tuple[Forgotten, ...] = ()
    """Those of them that have no default, so that nothing was assumed."""

    @property
    def assumed(self) -> int:
        """How many choices were not recorded."""
        return len(self.forgotten)

    @property
    def is_known(self) -> bool:
        """Whether both the status and the missions are known, whatever was forgotten."""
        return self.status is not Status.OPEN and self.missions is not None

    @property
    def broken(self) -> bool | None:
        """Whether the backpack broke, if that is known."""
        return None if self.status is Status.OPEN else self.status is Status.BROKEN

    @property
    def won(self) -> bool | None:
        """Whether the game was won; None while open or where there was no goal."""
        return None if self.status in (Status.OPEN, Status.COMPLETED) else self.status is Status.WON


class VictoryCondition(NamedTuple):
    """What must hold at the end: missions completed, the adventure completed, or copies of an item held."""

    needed: int
    kind: Kind | None = None
    """The item to hold."""
    adventure: Adventure | None = None
    """The adventure to complete."""

    def reached(self, state: State) -> int:
        """Return how much of it a position has."""
        if self.adventure is not None:
            return int(state.adventure_completed)
        return state.completed if self.kind is None else state.held(self.kind)


def victory_conditions(goal: int | None, adventure: Adventure | None) -> list[VictoryCondition]:
    """Return what must hold at the end of an unbroken game for it to be won (R8, R9)."""
    conditions = [] if goal is None else [VictoryCondition(goal)]
    if adventure is not None:
        if adventure.scroll.complete:
            conditions.append(VictoryCondition(1, adventure=adventure))
        conditions += [VictoryCondition(n, kind) for kind, n in Pile.of(*adventure.scroll.hold).items()]
    return conditions


def open_conditions(state: State) -> list[VictoryCondition]:
    """Return the conditions of victory that a position does not meet."""
    conditions = victory_conditions(state.game.goal, state.game.adventure)
    return [condition for condition in conditions if condition.reached(state) < condition.needed]


def missed_conditions(state: State) -> list[str]:
    """Return the conditions of victory that an unbroken game misses, as texts; empty if it is won."""
    return [_missed(condition, condition.reached(state)) for condition in open_conditions(state)]


def _missed(condition: VictoryCondition, reached: int) -> str:
    if condition.adventure is not None:
        return f"{condition.adventure.title} was not completed"
    if condition.kind is not None:
        return f"{condition.needed} {condition.kind} to be held at the end, {reached} held"
    return f"{reached} of {plural(condition.needed, 'mission')}"


def status_of(state: State) -> Status:
    """Return the status of an ended resolution."""
    if state.broken:
        return Status.BROKEN  # B3
    if state.game.goal is None and state.game.adventure is None:
        return Status.COMPLETED
    return Status.LOST if missed_conditions(state) else Status.WON


def result_of(state: State) -> Result:
    """Return what counts at the table at the end of a resolution."""
    has_goal = state.game.goal is not None or state.game.adventure is not None
    return Result(state.broken, status_of(state) is Status.WON if has_goal else None, state.completed)


def score(run: Run) -> Score:
    """Return the score of a followed record, over all its possible endings if it is open."""
    if run.open is None:
        return _score_of(run)
    ended = endings(run)
    if ended is None:
        return _common([_score_of(run)], decided=False)
    return _common([_score_of(one) for one in ended], decided=True)


def common_score(
    runs: Iterable[Run], *, assumed: tuple[Forgotten, ...], undecided: tuple[Forgotten, ...], decided: bool = True
) -> Score:
    """Return the score of a record that can be read as any of these runs, which have all ended.

    ``assumed`` are the silent choices that are not inferred; ``undecided`` are those of them without a default. Unless
    ``decided``, there are further runs that are not known, and the outcome is open.
    """
    scores = _common([_score_of(one) for one in runs], decided=decided)
    return scores._replace(forgotten=assumed, undecided=undecided)


def refusals_of(run: Run) -> tuple[Refusal, ...]:
    """Return the refused notes of a record; of an open one, those that are refused in every ending."""
    if run.open is None:
        return run.refusals
    ended = endings(run)
    return ended[0].refusals if ended else run.refusals


def _score_of(run: Run) -> Score:
    state = run.final
    undecided = (*run.undecided, run.open) if run.open else run.undecided
    forgotten = tuple(sorted((*run.assumed, *undecided), key=reveal_of)) if undecided else run.assumed
    return Score(
        status=status_of(state),
        missions=state.completed,
        failed=state.failed,
        goal=state.game.goal,
        revealed=state.revealed,
        cards=len(state.game.story),
        slots=state.slots,
        peak_slots=state.peak,
        heroes_used=run.heroes_used,
        missed=() if state.broken else tuple(missed_conditions(state)),
        forgotten=forgotten,
        undecided=undecided,
    )


def _common(scores: list[Score], *, decided: bool) -> Score:
    """Return the values that all endings have in common; if not all endings are known (not ``decided``), none."""
    most = max(scores, key=lambda one: one.assumed)

    def common(name: str) -> int | None:
        values = {getattr(one, name) for one in scores}
        return values.pop() if decided and len(values) == 1 else None

    statuses = {one.status for one in scores}
    # without a goal, the number of missions is the outcome
    same = decided and len(statuses) == 1 and (common("missions") is not None or Status.COMPLETED not in statuses)
    missed = {one.missed for one in scores}
    return Score(
        status=most.status if same else Status.OPEN,
        missions=common("missions"),
        failed=common("failed"),
        goal=most.goal,
        revealed=common("revealed"),
        cards=most.cards,
        slots=common("slots"),
        peak_slots=common("peak_slots"),
        heroes_used=most.heroes_used,
        missed=most.missed if same and len(missed) == 1 else (),
        forgotten=most.forgotten,
        undecided=most.undecided,
    )
