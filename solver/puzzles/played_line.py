"""A line that a player played, divided into steps, and whether it gives the intended answer."""

from collections.abc import Iterable, Iterator

from dtcli.rules.decisions import Choice
from dtcli.rules.resolution import apply, start
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node, Way
from solver.puzzles.solution import DecidedStep, decided_steps
from solver.puzzles.uniqueness import ends_step, is_unique


def steps_of(lines: AllLines, choices: Iterable[Choice]) -> Iterator[tuple[Node, Way]]:
    """Yield the steps of a line through a whole puzzle, each as the simplest way that leads to the same node."""
    node, state, completed = lines.start, start(lines.start.state.game), False
    made: list[Choice] = []
    for choice in choices:
        before, state = state, apply(state, choice)
        made.append(choice)
        completed = completed or lines.goal.completes(state.events)
        if not ends_step(before, choice, state, in_gap=node.in_gap):
            continue
        to = lines.at(state, completed=completed).start
        simplest = next((way for way in lines.ways(node) if way.to is to), None)
        yield node, simplest or Way(tuple(made), to, state.events)
        node, made = to, []


def answer_of(lines: AllLines, choices: Iterable[Choice]) -> tuple[DecidedStep, ...]:
    """Return what a line decides in the steps that matter, in the form of ``answer``."""
    return decided_steps(lines, steps_of(lines, choices))


def is_intended(lines: AllLines, choices: Iterable[Choice], intended: Iterable[Choice]) -> bool:
    """Return whether a line that reaches the goal decides the same as the intended one in all steps that matter.

    If the puzzle is unique, every such line does.
    """
    return is_unique(lines) or answer_of(lines, choices) == answer_of(lines, intended)
