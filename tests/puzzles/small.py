"""Small positions, and all their lines one by one."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from dtcli.rules import Card, Game, Item, Kind, Pile, State, apply, options, start
from dtcli.rules.decisions import REVEAL, Choice
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.state import Start
from solver.puzzles.all_lines import AllLines, lines_of
from tests.rules.game_builder import game, kinds

MOST, MISSIONS, WHOLE = Goal(GoalKind.MOST), GoalKind.MISSIONS, Goal(GoalKind.WHOLE)


def position(*cards: str | Card, held: str = "", tokens: str = "", supply: str | None = None, **fixed: Any) -> Game:
    """Return a game that starts with these items in the backpack."""
    left = None if supply is None else Pile.of(*kinds(supply))
    begin = Start(cards=Pile.of(*kinds(held)), tokens=Pile.of(*kinds(tokens)), supply=left)
    return game(*cards, start=begin, **fixed)


def walked(*cards: str | Card, goal: Goal = MOST, **fixed: Any) -> AllLines:
    """Return all lines of a position."""
    return lines_of(position(*cards, **fixed), goal)


def every_line(state: State) -> Iterator[tuple[tuple[Choice, ...], State, list[Any]]]:
    """Yield every line, choice by choice, with its end and its events; simple on purpose."""
    if state.over:
        yield (), state, []
        return
    for choice in options(state):
        after = apply(state, choice)
        for choices, end, events in every_line(after):
            yield (choice, *choices), end, [*after.events, *events]


def distinct_lines(state: State) -> set[tuple[object, ...]]:
    """Return every line as the positions at the ends of its steps (P1), equal ones once (P2); simple on purpose."""
    if state.over:
        return {()}
    found: set[tuple[object, ...]] = set()
    for choice in options(state):
        after = apply(state, choice)
        ends_step = (
            after.over or state.pending is not None or (choice == REVEAL and not isinstance(state.story[0], Item))
        )
        found |= {((_comparable(after),) if ends_step else ()) + rest for rest in distinct_lines(after)}
    return found


def _comparable(state: State) -> object:
    """Return a key of a position: with no skill left, the order of items between missions does not count."""
    if state.unused:
        return state
    runs: list[Counter[Kind]] = [Counter()]
    quests: list[Card] = []
    for card in state.story:
        if isinstance(card, Item):
            runs[-1][card.kind] += 1
        else:
            quests.append(card)
            runs.append(Counter())
    held, revealed = Counter(state.cards.counts()), state.revealed
    if state.broken:  # it does not matter at which of the items before the next mission
        held, revealed, runs[0] = held + runs[0], revealed + runs[0].total(), Counter()
    bare = state._replace(story=(), cards=Pile(), revealed=revealed)
    return bare, tuple(quests), tuple(frozenset(pile.items()) for pile in (held, *runs))


def ends_of(played: Game) -> list[tuple[State, list[Any]]]:
    return [(end, events) for _, end, events in every_line(start(played))]
