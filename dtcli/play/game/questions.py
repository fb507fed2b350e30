"""Questions that narrow many legal choices down to one, answer by answer.

A skill can have thousands of legal uses. Instead of listing them, ask for the parts in which they differ: whose skill
is borrowed, what is removed, what is taken. Each answer keeps the legal uses that match it, so no rule is needed here.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from dtcli.rules.decisions import Choice

SHORT = 9
"""The most answers shown at once, one for each digit key; longer lists are asked piece by piece."""

_BY_PIECES = frozenset({"remove", "tokens", "discard", "kinds", "waive", "in_full", "order"})
_IN_ORDER = frozenset({"order"})
BY_CARD = frozenset({"discard", "order"})
"""Parts that name cards of the story: always asked card by card, so that each card is one answer."""


class ChoiceAnswer(NamedTuple):
    """One answer: a value for the part, or a piece to add to it; ``ends`` is true if it completes the part."""

    value: Any
    leads_to: "ChoiceQuestion"
    adds: bool = False
    ends: bool = False


class ChoiceQuestion:
    """Legal choices, the part in which they differ first, and the pieces of that part picked so far."""

    def __init__(
        self, choices: Iterable[Choice], *, settled: tuple[str, ...] = (), picked: tuple[Any, ...] = ()
    ) -> None:
        self.choices = list(choices)
        assert self.choices, "there is always a legal choice"
        self._settled = settled
        self.picked = picked
        self.about = self._difference()

    def _difference(self) -> str:
        """Return the first part in which the choices differ; empty if there is only one choice left."""
        first = self.choices[0]
        for part in getattr(first, "_fields", ()):
            if part not in self._settled and len({getattr(one, part) for one in self.choices}) > 1:
                return str(part)
        return ""

    @property
    def choice(self) -> Choice | None:
        """The one choice left; None while there is a question."""
        return None if self.about else self.choices[0]

    @cached_property
    def answers(self) -> list[ChoiceAnswer]:
        """The answers to the question, those that complete it first."""
        if not self.about:
            return []
        values = list(dict.fromkeys(getattr(one, self.about) for one in self.choices))
        is_listed = self.about not in _BY_PIECES or (len(values) <= SHORT and self.about not in BY_CARD)
        if not self.picked and is_listed:
            return [ChoiceAnswer(value, self._settle(value), ends=True) for value in values]
        found = [ChoiceAnswer(value, self._settle(value), ends=True) for value in values if self._is_picked(value)]
        return found + [self._add(piece) for piece in self._next_pieces(values)]

    def _settle(self, value: Any) -> "ChoiceQuestion":
        left = [one for one in self.choices if getattr(one, self.about) == value]
        return ChoiceQuestion(left, settled=(*self._settled, self.about))

    def _add(self, piece: Any) -> ChoiceAnswer:
        picked = (*self.picked, piece)
        left = [one for one in self.choices if self._extends(getattr(one, self.about) or (), picked)]
        about = {getattr(one, self.about) for one in left}
        if len(about) == 1:  # nothing more can be picked
            return ChoiceAnswer(piece, ChoiceQuestion(left, settled=(*self._settled, self.about)), adds=True)
        return ChoiceAnswer(piece, ChoiceQuestion(left, settled=self._settled, picked=picked), adds=True)

    def _extends(self, value: Sequence[Any], picked: tuple[Any, ...]) -> bool:
        """Return whether a value begins with, or contains, the picked pieces."""
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
        by_place = all(isinstance(piece, int) for piece in pieces)
        return sorted(pieces) if by_place else list(pieces)
