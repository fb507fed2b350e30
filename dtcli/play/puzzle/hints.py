"""Hints by degrees: where the next step that matters lies, what kind of step it is, what to do there.

Pure: a position with all its lines goes in, sentences come out. A hint never says what the lines do not prove.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.english import and_list
from dtcli.play.puzzle.attempt import Attempt
from dtcli.play.puzzle.solvability import Outlook
from dtcli.play.text import sentences
from dtcli.render.choices import choice_in_words
from dtcli.render.events import card_name
from dtcli.rules.cards import Item
from dtcli.rules.decisions import Choice, Failure, Payment, RewardOffer, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.state import State
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node, Way
from solver.puzzles.solution import decisions_of

NO_MATTER = "From here on nothing can go wrong: whatever you decide, the goal is reached."
TOO_LARGE = "This puzzle has too many lines to be searched through from here; no hint can be given."

Steps = tuple[tuple[Node, Way], ...]


class Hint(NamedTuple):
    """What can be told about a position: the sentences, one for each degree."""

    degrees: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    """What the last degree says to do: the choices from here through the step that matters."""


def hint_at(here: AllLines) -> Hint:
    """Return the hint of a position from which the goal can be reached."""
    that_matter = list(_next_that_matter(here))
    if not that_matter:
        return Hint((NO_MATTER,))
    spot, way_there = that_matter[0]
    steps = (*way_there, (spot, here.good_ways(spot)[0]))
    return Hint(
        (_where(here.start, [one for one, _ in that_matter]), _kind(*steps[-1]), _what(steps)),
        tuple(choice for _, way in steps for choice in way.choices),
    )


def _next_that_matter(here: AllLines) -> Iterator[tuple[Node, Steps]]:
    """Return the steps that can lose the goal with none before them that can, nearest first, and a way to each."""
    waiting: list[tuple[Node, Steps]] = [(here.start, ())]
    seen = {here.start}
    for spot, before in waiting:  # grows while it is walked through
        if here.matters(spot):
            yield spot, before
            continue
        for way in here.ways(spot):
            if way.to not in seen:
                seen.add(way.to)
                waiting.append((way.to, (*before, (spot, way))))


# the degrees


def _where(now: Node, spots: list[Node]) -> str:
    if spots[0] is now:
        return f"What you {'do' if now.in_gap else 'answer'} now matters, {_place(now.state)}."
    places = {_place(spot.state) for spot in spots}
    if len(places) == 1:
        return f"The next step that matters lies {_place(spots[0].state)}. Nothing before it can lose the goal."
    return f"The next step cannot lose the goal. One that can may lie {_place(spots[0].state)}."


def _place(state: State) -> str:
    """Return at which mission, or before which card, a step is made."""
    match state.pending:
        case RewardOffer(quest=quest) | Failure(quest=quest) | Payment(quest=quest):
            return f"at card {state.revealed}, {card_name(quest)}"
    at = next((at for at, card in enumerate(state.story) if not isinstance(card, Item)), None)
    if at is None:
        return "behind the last mission"
    return f"before card {state.revealed + at + 1}, {card_name(state.story[at])}"


def _kind(spot: Node, way: Way) -> str:
    """Return what kind of decision it is."""
    match spot.state.pending:
        case RewardOffer(may_decline=optional, kinds=kinds):
            ask = "whether to take it" if optional and len(kinds) == 1 else "which, if any" if optional else "which one"
            return f"It is about a reward: {ask}."
        case Failure():
            return "It is about a mission that fails: what to throw away, and what to keep."
        case Payment():
            return "It is about a payment: what leaves the backpack."
    heroes = [HEROES[choice.hero].name for choice in way.choices if isinstance(choice, UseSkill)]
    if heroes:
        return f"It is about a skill: that of {and_list(heroes)}."
    return "It is about a skill that could be used there, and had better not be."


def _what(steps: Steps) -> str:
    """Return what to do until the step that matters, and there."""
    parts = [text for spot, way in steps for text in orders_of(spot, way)]
    spot, way = steps[-1]
    if not any(True for _ in decisions_of(spot, way)):
        parts.append(f"use no skill {_place(spot.state)}")
    return sentences.sentence("; ".join(parts))


def orders_of(spot: Node, way: Way) -> Iterator[str]:
    """Return the choices of a step as orders: ``card 7: decline the shield``."""
    for state, choice in decisions_of(spot, way):
        at = f"before card {state.revealed + 1}" if isinstance(choice, UseSkill) else f"at card {state.revealed}"
        yield f"{at}: {order(state, choice)}"


def order(state: State, choice: Choice) -> str:
    """Return a choice as an order that is spoken: ``discard book and map``."""
    return sentences.spoken(choice_in_words(state, choice).removeprefix("fails, "))


# the way back


def undos_needed(attempt: Attempt, outlook: Outlook) -> int | None:
    """Return how many undos bring the goal back into reach; None if it never was, or that cannot be told."""
    return next((n for n, back in enumerate(attempt.ways_back, 1) if outlook.is_open(back)), None)


def lost(attempt: Attempt, outlook: Outlook) -> Hint:
    """Return the hint of a position from which the goal is out of reach: how far to go back."""
    undos = undos_needed(attempt, outlook)
    if undos is not None:
        back = "undo once" if undos == 1 else f"undo {undos} times"
        return Hint((f"The goal is out of reach from here. To bring it back, {back}.",))
    if outlook.is_open(attempt.beginning) is False:
        return Hint(("The goal is out of reach from the beginning: this puzzle has no solution.",))
    return Hint(("The goal is out of reach from here; how far to go back cannot be told.",))
