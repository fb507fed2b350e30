"""The bell of the terminal: rings at once, or several times in a row."""

from collections.abc import Callable

RINGS_AT_END = 3
TICKS_PER_RING = 5


class Bell:
    """Rings when its app ticks."""

    def __init__(self, ring: Callable[[], None], *, is_on: bool = True) -> None:
        self.rings = 0
        """How often it was rung."""
        self._ring = ring
        self._is_on = is_on
        self._ticks = 0
        self._due: list[int] = []

    def ring(self, *, at_end: bool = False) -> None:
        """Ring at the next tick; ``at_end`` a few times more."""
        self._due += [self._ticks + n * TICKS_PER_RING for n in range(RINGS_AT_END if at_end else 1)]

    def tick(self) -> None:
        """Ring if it is due; called on every tick of the app."""
        if self._due and self._due[0] <= self._ticks:
            del self._due[0]
            if self._is_on:
                self.rings += 1
                self._ring()
        self._ticks += 1
