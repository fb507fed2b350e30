"""The order of the readings that the search found: the most plausible first."""

from collections.abc import Callable
from typing import NamedTuple

from solver.studies.nearest_reading.exploration import ReadingNode
from solver.studies.nearest_reading.slips import Slip


class NearReading(NamedTuple):
    """Slips without which a record could have happened."""

    slips: tuple[Slip, ...]
    completed: int


def ranked_readings(
    ends: list[ReadingNode],
    count: int,
    weigh: Callable[[Slip], float],
    prefer: Callable[[int, bool], bool] | None,
) -> tuple[NearReading, ...]:
    """Return the most plausible readings: those that the claim agrees with first."""
    found: dict[tuple[Slip, ...], tuple[bool, float, int]] = {}
    for end in ends:
        unlike = prefer is not None and not prefer(end.position.completed, end.broken)
        for weight, slips in _best_ways(end, count, weigh):
            key = tuple(sorted(slips, key=_order))
            rank = (unlike, weight, end.position.completed)
            if key not in found or rank < found[key]:
                found[key] = rank
    best = sorted(found.items(), key=lambda one: (one[1][:2], [_order(slip) for slip in one[0]]))
    return tuple(NearReading(slips, rank[2]) for slips, rank in best[:count])


def _order(slip: Slip) -> tuple[int, int, str, int, str]:
    return slip.place, slip.kind, str(slip.card), slip.skills, str(slip.use)


def _best_ways(end: ReadingNode, count: int, weigh: Callable[[Slip], float]) -> list[tuple[float, tuple[Slip, ...]]]:
    """Return the most plausible ways to a node, by the sum of the weights of their slips."""
    stack = [end]
    while stack:
        node = stack[-1]
        if node.ranked is not None:
            stack.pop()
            continue
        missing = [parent for parent, _ in node.parents if parent is not None and parent.ranked is None]
        if missing:
            stack += missing
            continue
        ways: dict[tuple[Slip, ...], float] = {}
        for parent, slips in node.parents:
            more = sum(map(weigh, slips))
            for weight, before in (parent.ranked or []) if parent is not None else [(0.0, ())]:
                ways[*before, *slips] = weight + more
        node.ranked = sorted(
            ((weight, slips) for slips, weight in ways.items()), key=lambda one: (one[0], [_order(s) for s in one[1]])
        )[:count]
        stack.pop()
    assert end.ranked is not None
    return end.ranked
