"""Which cards are marked, in which order."""

from collections.abc import Iterable, Iterator


class Marks:
    """Places in the order in which they were marked."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self.by_plain_keys = False
        """Whether plain keys and clicks mark instead of play."""

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def switch(self, place: int) -> None:
        """Mark a place, or take its mark away."""
        if place in self._places:
            self._places.remove(place)
        else:
            self._places.append(place)

    def keep(self, places: Iterable[int]) -> None:
        """Take the marks from all places but these."""
        staying = set(places)
        self._places = [place for place in self._places if place in staying]

    def clear(self) -> None:
        """Take all marks away."""
        self._places = []

    def number_of(self, place: int) -> int:
        """Return where a place stands in the order, from 1; 0 if it is not marked.

        >>> marks = Marks()
        >>> marks.switch(4), marks.switch(2)
        (None, None)
        >>> marks.number_of(2), marks.number_of(3)
        (2, 0)
        """
        return self._places.index(place) + 1 if place in self._places else 0
