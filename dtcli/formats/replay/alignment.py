"""Aligns two lists: the pairs of entries that can stay when one list is edited into the other.

Not ``difflib``: that prefers long blocks, where an editor needs the most pairs, and it cannot weigh pairs.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TypeVar

T = TypeVar("T")


def _is_equal(one: object, other: object) -> int:
    return int(one == other)


def aligned(old: Sequence[T], new: Sequence[T], worth: Callable[[T, T], int] = _is_equal) -> list[tuple[int, int]]:
    """Return the pairs of indices, in order, whose total worth is greatest; a pair worth 0 is left out.

    ``worth`` must be greatest for equal entries.

    >>> aligned("sword", "words")
    [(1, 0), (2, 1), (3, 2), (4, 3)]
    """
    shorter = min(len(old), len(new))
    head = sum(1 for _ in takewhile(lambda at: old[at] == new[at], range(shorter)))
    tail = sum(1 for _ in takewhile(lambda at: old[-1 - at] == new[-1 - at], range(shorter - head)))
    rows = range(head, len(old) - tail)
    columns = range(head, len(new) - tail)
    best = [[0] * (len(columns) + 1) for _ in range(len(rows) + 1)]  # the worth of the rest, from each pair of indices
    for i in reversed(range(len(rows))):
        here, below = best[i], best[i + 1]
        for j in reversed(range(len(columns))):
            paired = worth(old[rows[i]], new[columns[j]])
            here[j] = max(below[j], here[j + 1], paired and paired + below[j + 1])
    middle = []
    i = j = 0
    while i < len(rows) and j < len(columns):
        paired = worth(old[rows[i]], new[columns[j]])
        if paired and best[i][j] == paired + best[i + 1][j + 1]:
            middle.append((rows[i], columns[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    ends = [(len(old) - at, len(new) - at) for at in range(tail, 0, -1)]
    return [(at, at) for at in range(head)] + middle + ends
