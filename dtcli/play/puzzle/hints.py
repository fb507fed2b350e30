"""Hints in three degrees: where the next step that matters is, what kind of step it is, and what to do.

A hint never claims more than the lines of the puzzle prove.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.english import and_list
from dtcli.play.puzzle.attempt import Standing
from dtcli.play.puzzle.solvability import Solvability
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

ALL_GOOD = "From here on nothing can go wrong: every decision reaches the goal."
TOO_LARGE = "There are too many lines to search from here, so there is no hint."
SOLVED = "The puzzle is solved."

Steps = tuple[tuple[Node, Way], ...]


class Hint(NamedTuple):
    """The hint for a position: one sentence for each degree."""

    degrees: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    """The choices that the last degree describes: from here through the step that matters."""
    counts: bool = True
    """Whether it is help."""


def find_hint(standing: Standing, solvability: Solvability) -> Hint:
    """Return the hint for a position of an attempt."""
    is_open = solvability.is_open(standing.position)
    if is_open is False:
        return lost(standing, solvability)
    if standing.position.state.over:
        return Hint((SOLVED if is_open else TOO_LARGE,), counts=False)
    here = solvability.at(standing.position)
    return Hint((TOO_LARGE,), counts=False) if here is None else hint_at(here)


def hint_at(here: AllLines) -> Hint:
    """Return the hint for a position from which the goal can be reached."""
    that_matter = list(_next_that_matter(here))
    if not that_matter:
        return Hint((ALL_GOOD,))
    spot, way_there = that_matter[0]
    steps = (*way_there, (spot, here.good_ways(spot)[0]))
    return Hint(
        (_where(here.start, [one for one, _ in that_matter]), _kind(*steps[-1]), _what(steps)),
        tuple(choice for _, way in steps for choice in way.choices),
    )


def _next_that_matter(here: AllLines) -> Iterator[tuple[Node, Steps]]:
    """Yield the first steps that can lose the goal, nearest first, each with a way to it."""
    waiting: list[tuple[Node, Steps]] = [(here.start, ())]
    seen = {here.start}
    for spot, before in waiting:  # grows during the loop
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
    """Return the mission at which, or the card before which, a step is made."""
    match state.pending:
        case RewardOffer(quest=quest) | Failure(quest=quest) | Payment(quest=quest):
            return f"at card {state.revealed}, {card_name(quest)}"
    at = next((at for at, card in enumerate(state.story) if not isinstance(card, Item)), None)
    if at is None:
        return "after the last mission"
    return f"before card {state.revealed + at + 1}, {card_name(state.story[at])}"


def _kind(spot: Node, way: Way) -> str:
    """Return the kind of decision."""
    match spot.state.pending:
        case RewardOffer(may_decline=optional, kinds=kinds):
            ask = "whether to take it" if optional and len(kinds) == 1 else "which, if any" if optional else "which one"
            return f"It is about a reward: {ask}."
        case Failure():
            return "It is about a failed mission: what to discard, and what to keep."
        case Payment():
            return "It is about a payment: what leaves the backpack."
    heroes = [HEROES[choice.hero].name for choice in way.choices if isinstance(choice, UseSkill)]
    if heroes:
        return f"It is about a skill: that of {and_list(heroes)}."
    return "It is about a skill that should not be used there."


def _what(steps: Steps) -> str:
    """Return what to do up to and at the step that matters."""
    parts = [text for spot, way in steps for text in instructions(spot, way)]
    spot, way = steps[-1]
    if not any(True for _ in decisions_of(spot, way)):
        parts.append(f"use no skill {_place(spot.state)}")
    return sentences.sentence("; ".join(parts))


def instructions(spot: Node, way: Way) -> Iterator[str]:
    """Yield the choices of a step as instructions: ``at card 7: decline the shield``."""
    for state, choice in decisions_of(spot, way):
        at = f"before card {state.revealed + 1}" if isinstance(choice, UseSkill) else f"at card {state.revealed}"
        yield f"{at}: {instruction(state, choice)}"


def instruction(state: State, choice: Choice) -> str:
    """Return a choice as an instruction: ``discard book and map``."""
    return sentences.spoken(choice_in_words(state, choice).removeprefix("fails, "))


# undo


def undos_needed(attempt: Standing, solvability: Solvability) -> int | None:
    """Return how many undos bring the goal back into reach; None if none do, or it is unknown."""
    return next((n for n, back in enumerate(attempt.undo_targets, 1) if solvability.is_open(back)), None)


def lost(attempt: Standing, solvability: Solvability) -> Hint:
    """Return the hint for a position from which the goal is out of reach: how many undos to make."""
    undos = undos_needed(attempt, solvability)
    if undos is not None:
        back = "undo once" if undos == 1 else f"undo {undos} times"
        return Hint((f"The goal is out of reach from here. To bring it back, {back}.",))
    if solvability.is_open(attempt.beginning) is False:
        return Hint(("The goal is out of reach from the beginning: this puzzle has no solution.",))
    return Hint(("The goal is out of reach from here; how far to go back is unknown.",))
