"""The solution of a puzzle step by step, and its answer: what the solution decides in the steps that matter."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from dtcli.rules.cards import Item
from dtcli.rules.decisions import Choice, Decision, Discard, Gap, Pay, Reveal, Take, UseSkill
from dtcli.rules.items import Kind
from dtcli.rules.resolution import apply
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import State
from solver.puzzles.line_graph import Node, Way

if TYPE_CHECKING:
    from solver.puzzles.all_lines import AllLines


class DecidedStep(NamedTuple):
    """What a step decides and at which mission, in a form in which equal decisions are equal."""

    quest: str
    """The mission that asked, or before which a skill was used; empty after the last one."""
    choices: tuple[tuple[object, ...], ...]


def decisions_of(node: Node, way: Way) -> Iterator[tuple[State, Choice]]:
    """Yield the choices of a way except reveals, each with the position in which it is made."""
    state = node.state
    for choice in way.choices:
        if not isinstance(choice, Reveal):
            yield state, choice
        state = apply(state, choice)


def solution_steps(lines: "AllLines") -> Iterator[tuple[Node, Way]]:
    """Yield the solution step by step: the node, and the way taken from it."""
    node = lines.start
    for way in lines.solution:
        yield node, way
        node = way.to


def answer(lines: "AllLines") -> tuple[DecidedStep, ...]:
    """Return the answer of a puzzle: what the solution decides in the steps that matter."""
    return decided_steps(lines, solution_steps(lines))


def decided_steps(lines: "AllLines", steps: Iterable[tuple[Node, Way]]) -> tuple[DecidedStep, ...]:
    """Return what those of the steps decide that matter."""
    return tuple(
        DecidedStep(
            _quest_at(node.state), tuple(_comparable(state, choice) for state, choice in decisions_of(node, way))
        )
        for node, way in steps
        if lines.matters(node)
    )


def _quest_at(state: State) -> str:
    decision: Decision | None = state.decision
    if decision is not None and not isinstance(decision, Gap):
        return str(decision.quest)
    return next((str(card) for card in state.story if not isinstance(card, Item)), "")


def _comparable(state: State, choice: Choice) -> tuple[object, ...]:
    """Return a choice without the order of copies, and with cards instead of their places."""
    match choice:
        case Take(kind):
            return ("take", kind)
        case Discard(kinds):
            return ("discard", *sorted(kinds))
        case Pay(waive, in_full):
            return ("pay", tuple(sorted(waive)), tuple(sorted(in_full)))
        case UseSkill() as use:
            return _comparable_skill(state, use)
    return ()


def _comparable_skill(state: State, use: UseSkill) -> tuple[object, ...]:
    heroes: tuple[HeroId, ...] = (use.hero, use.borrowed) if use.borrowed else (use.hero,)
    cards = tuple(str(state.story[place - 1]) for place in (use.discard or use.order or ()))
    taken: tuple[Kind | None, ...] = (use.take, use.guess)
    return (*heroes, tuple(sorted(use.remove)), taken, tuple(sorted(cards)) if use.discard else cards)
