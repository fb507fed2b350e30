"""A puzzle as the solver sees it: a position, what is asked of it, and the decisions of its answer.

The numbers of a goal that asks for the most or the fewest are not given with it; they are found here.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dtcli.rules.cards import Item
from dtcli.rules.decisions import Choice, Decision, Discard, Gap, Pay, Reveal, Take, UseSkill
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.items import Kind
from dtcli.rules.resolution import apply, start
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Game, State
from solver.puzzles.all_lines import MOST_POSITIONS, AllLines, Node, Way, bottom_up

OUT_OF_REACH = 1_000
"""More missions than any story has."""


def lines_of(game: Game, goal: Goal, *, most: int = MOST_POSITIONS) -> AllLines:
    """Return all lines of a puzzle, the numbers of its goal found; raises ``TooLarge`` where there are too many.

    Where every line breaks, no number is within reach.
    """
    lines = AllLines(start(game), goal, most=most)
    peak = lines.peak(lines.start)
    match goal.kind:
        case GoalKind.MOST:
            return lines.towards(goal._replace(missions=peak if peak >= 0 else OUT_OF_REACH))
        case GoalKind.FEWEST_SKILLS:
            for heroes in range(len(lines.start.state.unused) + 1):
                other = lines.towards(goal._replace(heroes=heroes))
                if other.is_open(other.start):
                    return other
    return lines


class Decided(NamedTuple):
    """What a step of the answer decides: at which mission, and what, spelled so that equal decisions are equal."""

    quest: str
    """The mission that asked, or before which a skill was used; empty behind the last one."""
    what: tuple[object, ...]


Told = tuple[State, Choice]
"""A choice, and the position in which it was made."""


def told(node: Node, way: Way) -> Iterator[Told]:
    """Return the choices of a way other than turning the next card, each with its position."""
    state = node.state
    for choice in way.choices:
        if not isinstance(choice, Reveal):
            yield state, choice
        state = apply(state, choice)


def walk(lines: AllLines) -> Iterator[tuple[Node, Way]]:
    """Return the solution step by step: where it stands, and which way it goes."""
    node = lines.start
    for way in lines.solution:
        yield node, way
        node = way.to


def answer(lines: AllLines) -> tuple[Decided, ...]:
    """Return what the solution decides in the steps that matter: the answer of the puzzle."""
    return decided(lines, walk(lines))


def decided(lines: AllLines, steps: Iterable[tuple[Node, Way]]) -> tuple[Decided, ...]:
    """Return what these steps decide where it matters."""
    return tuple(
        Decided(_quest_at(node.state), tuple(_spelled(state, choice) for state, choice in told(node, way)))
        for node, way in steps
        if lines.matters(node)
    )


def is_unique(lines: AllLines) -> bool:
    """Return whether all lines that reach the goal agree in every step that matters (P3)."""
    if not lines.is_open(lines.start):
        return False
    agreed: dict[Node, tuple[Decided, ...]] = {}  # what every line from there to the goal decides where it matters
    for node in bottom_up(lines.start, agreed, lambda one: [way.to for way in lines.good_ways(one)]):
        good = lines.good_ways(node)
        found = {agreed[way.to] for way in good} or {()}
        if len(found) > 1 or (lines.matters(node) and len(good) > 1):
            return False
        (rest,) = found
        agreed[node] = (*decided(lines, [(node, good[0])]), *rest) if good else rest
    return True


def _quest_at(state: State) -> str:
    decision: Decision | None = state.decision
    if decision is not None and not isinstance(decision, Gap):
        return str(decision.quest)
    return next((str(card) for card in state.story if not isinstance(card, Item)), "")


def _spelled(state: State, choice: Choice) -> tuple[object, ...]:
    """Return a choice without what does not count: the order of copies, places instead of the cards that lie there."""
    match choice:
        case Take(kind):
            return ("take", kind)
        case Discard(kinds):
            return ("discard", *sorted(kinds))
        case Pay(waive, in_full):
            return ("pay", tuple(sorted(waive)), tuple(sorted(in_full)))
        case UseSkill() as use:
            return _skill(state, use)
    return ()


def _skill(state: State, use: UseSkill) -> tuple[object, ...]:
    by_whom: tuple[HeroId, ...] = (use.hero, use.borrowed) if use.borrowed else (use.hero,)
    cards = tuple(str(state.story[place - 1]) for place in (use.discard or use.order or ()))
    taken: tuple[Kind | None, ...] = (use.take, use.guess)
    return (*by_whom, tuple(sorted(use.remove)), taken, tuple(sorted(cards)) if use.discard else cards)
