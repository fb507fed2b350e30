"""Questions that lead to one legal choice, a small answer at a time.

A skill can have thousands of legal uses. Instead of listing them, ask what they differ in: whose skill is borrowed,
what is removed, what is taken. Every answer keeps the uses that fit it, so nothing illegal can be answered, and no
rule is needed here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from dtcli.rules.decisions import Choice

SHORT = 9
"""As many answers as there are digits to press are shown at once; longer lists are asked piece by piece."""

_BY_PIECES = frozenset({"remove", "tokens", "discard", "kinds", "waive", "in_full", "order"})
_IN_ORDER = frozenset({"order"})


class Answer(NamedTuple):
    """One answer: the value it gives, or adds to what has been picked; ``ends`` says that the picking is done."""

    value: Any
    leads_to: "Asking"
    adds: bool = False
    ends: bool = False


class Asking:
    """Legal choices, the question that tells them apart next, and what has been picked of its answer so far."""

    def __init__(
        self, choices: Iterable[Choice], *, settled: tuple[str, ...] = (), picked: tuple[Any, ...] = ()
    ) -> None:
        self.choices = list(choices)
        assert self.choices, "there is always something legal"
        self._settled = settled
        self.picked = picked
        self.about = self._difference()

    def _difference(self) -> str:
        """Return the first part in which the choices differ; empty where they are one and the same."""
        first = self.choices[0]
        for part in getattr(first, "_fields", ()):
            if part not in self._settled and len({getattr(one, part) for one in self.choices}) > 1:
                return str(part)
        return ""

    @property
    def choice(self) -> Choice | None:
        """The one choice that is left, or None while there is still something to ask."""
        return None if self.about else self.choices[0]

    @cached_property
    def answers(self) -> list[Answer]:
        """Return the answers to the question, plainest first."""
        if not self.about:
            return []
        values = list(dict.fromkeys(getattr(one, self.about) for one in self.choices))
        if not self.picked and (self.about not in _BY_PIECES or len(values) <= SHORT):
            return [Answer(value, self._settle(value), ends=True) for value in values]
        found = [Answer(value, self._settle(value), ends=True) for value in values if self._is_picked(value)]
        return found + [self._add(piece) for piece in self._next_pieces(values)]

    def _settle(self, value: Any) -> "Asking":
        left = [one for one in self.choices if getattr(one, self.about) == value]
        return Asking(left, settled=(*self._settled, self.about))

    def _add(self, piece: Any) -> Answer:
        picked = (*self.picked, piece)
        left = [one for one in self.choices if self._goes_on(getattr(one, self.about) or (), picked)]
        about = {getattr(one, self.about) for one in left}
        if len(about) == 1:  # nothing more can be picked
            return Answer(piece, Asking(left, settled=(*self._settled, self.about)), adds=True)
        return Answer(piece, Asking(left, settled=self._settled, picked=picked), adds=True)

    def _goes_on(self, value: Sequence[Any], picked: tuple[Any, ...]) -> bool:
        """Return whether a value begins with, or contains, what has been picked."""
        if self.about in _IN_ORDER:
            return tuple(value[: len(picked)]) == picked
        return Counter(picked) <= Counter(value)

    def _is_picked(self, value: Sequence[Any] | None) -> bool:
        return sorted(value or ()) == sorted(self.picked) if self.about not in _IN_ORDER else value == self.picked

    def _next_pieces(self, values: list[Any]) -> list[Any]:
        pieces: dict[Any, None] = {}
        for value in values:
            if self.about in _IN_ORDER:
                pieces.update(dict.fromkeys(value[len(self.picked) : len(self.picked) + 1]))
            else:
                pieces.update(dict.fromkeys(Counter(value or ()) - Counter(self.picked)))
        return sorted(pieces) if self.about in _IN_ORDER else list(pieces)
