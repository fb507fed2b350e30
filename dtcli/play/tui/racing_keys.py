"""Tells keys that answer a question from keys that raced past its opening: held down, or typed before it was seen."""

from collections.abc import Callable
from time import monotonic

_HELD = 3
"""For how many rests an Enter after the opening is taken for one that is still held down."""


class RacingKeys:
    """The keys pressed around the opening of a question.

    For ``rest`` seconds after the opening no key answers, and each key pressed too soon begins the rest anew, so that a
    key held down never answers. Enter both reveals cards and answers, and a held key pauses before it repeats: the
    first Enter after the opening answers only three rests after the Enter before.
    """

    def __init__(self, rest: float, now: Callable[[], float] = monotonic) -> None:
        self._rest = rest
        self._now = now
        self._opened = self._rested = now() - rest
        self._entered: float | None = None

    def open(self) -> None:
        """Begin the rest: a question has opened."""
        self._opened = self._now()
        self._rested = self._opened + self._rest

    def press(self, *, enter: bool = False) -> bool:
        """Note a key; return whether it may answer."""
        now = self._now()
        is_racing = now < self._rested
        if enter:
            is_racing = is_racing or (self._entered is not None and now < self._entered + self._repeats_for)
            self._entered = now
        if is_racing:
            self._rested = now + self._rest
        return not is_racing

    @property
    def _repeats_for(self) -> float:
        """The seconds after an Enter for which the next one is taken for the same key, held down."""
        assert self._entered is not None
        return self._rest * (_HELD if self._entered <= self._opened else 1)
