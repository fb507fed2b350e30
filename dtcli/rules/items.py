"""Kinds of items and piles of them.

The card set defines which kinds exist (C2); this module only counts them and knows nothing of cards, missions or
heroes.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NewType

Kind = NewType("Kind", str)
"""The id of an item kind in the card set, such as ``sword``; never an alias."""


class Pile:
    """An immutable multiset of item kinds, such as the cards in a backpack, a supply of tokens, or a mission's needs.

    >>> pile = Pile.of(Kind("sword"), Kind("bow"), Kind("sword"))
    >>> pile[Kind("sword")], pile[Kind("cup")], len(pile)
    (2, 0, 3)

    Like the cards, it says in ``__reduce__`` how it is pickled: compiled classes have no default for that.
    """

    __slots__ = ("_counts", "_hash")

    def __init__(self, counts: Mapping[Kind, int] | None = None) -> None:
        self._counts = {kind: n for kind, n in counts.items() if n} if counts else {}
        self._hash: int | None = None

    @classmethod
    def adopt(cls, counts: dict[Kind, int]) -> "Pile":
        """Return a pile that takes over this dictionary, which has no zeros and must not be changed afterwards."""
        pile = Pile()
        pile._counts = counts
        return pile

    @classmethod
    def of(cls, *kinds: Kind) -> "Pile":
        """Return the pile of these copies, with repeated kinds counted."""
        counts: dict[Kind, int] = {}
        for kind in kinds:
            counts[kind] = counts.get(kind, 0) + 1
        return cls.adopt(counts)

    def __getitem__(self, kind: Kind) -> int:
        return self._counts.get(kind, 0)

    def get(self, kind: Kind, default: int = 0) -> int:
        """Return the number of copies, or the default if there are none, like ``dict.get``."""
        return self._counts.get(kind, default)

    def __contains__(self, kind: object) -> bool:
        return kind in self._counts

    def __iter__(self) -> Iterator[Kind]:
        """Iterate over the kinds, each once."""
        return iter(self._counts)

    def __len__(self) -> int:
        """Return the number of copies, not of kinds."""
        return sum(self._counts.values())

    def __bool__(self) -> bool:
        return bool(self._counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and self._counts == other._counts

    def __hash__(self) -> int:
        if self._hash is None:  # a search hashes positions again and again
            self._hash = hash(frozenset(self._counts.items()))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Pile, (self._counts,)

    def __repr__(self) -> str:
        return f"Pile.of({', '.join(repr(kind) for kind in sorted(self.copies()))})"

    def items(self) -> Iterable[tuple[Kind, int]]:
        """Return kinds with their counts; every count is at least one."""
        return self._counts.items()

    def copies(self) -> Iterator[Kind]:
        """Iterate over all copies, equal ones side by side."""
        for kind, n in self._counts.items():
            for _ in range(n):
                yield kind

    def selections(self, fewest: int = 0, most: int | None = None) -> Iterator[tuple[Kind, ...]]:
        """Return every way to pick copies, small selections first; equal copies are interchangeable.

        >>> list(Pile.of(Kind("sword"), Kind("bow"), Kind("sword")).selections(2))
        [('sword', 'sword'), ('sword', 'bow'), ('sword', 'sword', 'bow')]
        """
        held = list(self._counts.items())
        for size in range(fewest, min(len(self), len(self) if most is None else most) + 1):
            yield from _picks(held, size)

    def counts(self) -> dict[Kind, int]:
        """Return a new dictionary of the counts, which the caller may change."""
        return self._counts.copy()


def _picks(held: list[tuple[Kind, int]], size: int) -> Iterator[tuple[Kind, ...]]:
    if not size:
        yield ()
    elif held:
        (kind, n), rest = held[0], held[1:]
        for copies in range(min(n, size), -1, -1):
            for others in _picks(rest, size - copies):
                yield (kind,) * copies + others


def named(kinds: Iterable[Kind]) -> str:
    """Return copies as a text.

    >>> named([Kind("sword"), Kind("bow"), Kind("sword")])
    '2 sword + bow'
    >>> named([])
    'nothing'
    """
    parts = [f"{n} {kind}" if n > 1 else str(kind) for kind, n in Pile.of(*kinds).items()]
    return " + ".join(parts) or "nothing"
