"""A line that somebody has played, seen as steps, and whether it decides what the answer decides."""

from collections.abc import Iterable, Iterator

from dtcli.rules.cards import Item
from dtcli.rules.decisions import Choice, Reveal
from dtcli.rules.resolution import apply, start
from solver.puzzles.all_lines import AllLines, Node, Way
from solver.puzzles.uniqueness import Decided, decided, is_unique


def steps_of(lines: AllLines, choices: Iterable[Choice]) -> Iterator[tuple[Node, Way]]:
    """Return the steps of a line through a whole puzzle: where it stood, and the way it went, spelled plainest."""
    node, state, completed = lines.start, start(lines.start.state.game), False
    made: list[Choice] = []
    for choice in choices:
        turned = state.story[0] if isinstance(choice, Reveal) else None
        state = apply(state, choice)
        made.append(choice)
        completed = completed or lines.goal.completes(state.events)
        if node.in_gap and not state.over and (turned is None or isinstance(turned, Item)):
            continue
        to = lines.at(state, completed=completed).start
        plainest = next((way for way in lines.ways(node) if way.to is to), None)
        yield node, plainest or Way(tuple(made), to, state.events)
        node, made = to, []


def answer_of(lines: AllLines, choices: Iterable[Choice]) -> tuple[Decided, ...]:
    """Return what a line decides in the steps that matter, to be compared with ``answer``."""
    return decided(lines, steps_of(lines, choices))


def is_intended(lines: AllLines, choices: Iterable[Choice], intended: Iterable[Choice]) -> bool:
    """Return whether a line that reaches the goal is the intended one in all that matters.

    Where there is one way only at every step that matters, it is, whatever was decided elsewhere.
    """
    return is_unique(lines) or answer_of(lines, choices) == answer_of(lines, intended)
