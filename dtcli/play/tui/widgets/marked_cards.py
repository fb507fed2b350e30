"""The marked cards and their order."""

from collections.abc import Iterable, Iterator, Sequence


class MarkedCards:
    """The marked places, in the order in which they were marked."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self.by_plain_keys = False
        """Whether plain keys and clicks mark instead of play."""

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def toggle(self, place: int) -> None:
        """Mark a place, or remove its mark."""
        if place in self._places:
            self._places.remove(place)
        else:
            self._places.append(place)

    def keep(self, places: Iterable[int]) -> None:
        """Remove the marks of all places but these."""
        staying = set(places)
        self._places = [place for place in self._places if place in staying]

    def rearrange(self, order: Sequence[int]) -> None:
        """Let each mark follow its card; each place has the card that lay before at the place in ``order``."""
        self._places = [order.index(place) for place in self._places]

    def clear(self) -> None:
        """Remove all marks."""
        self._places = []

    def number_of(self, place: int) -> int:
        """Return the position of a place in the order, from 1; 0 if it is not marked.

        >>> marks = MarkedCards()
        >>> marks.toggle(4), marks.toggle(2)
        (None, None)
        >>> marks.number_of(2), marks.number_of(3)
        (2, 0)
        """
        return self._places.index(place) + 1 if place in self._places else 0
