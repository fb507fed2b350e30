"""What has just changed on the table: which cards are new and since when, and which card left a place.

Times are readings of the clock that is passed in. A place whose card has just come is not looked at yet, so the screen
ignores its key for a moment.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from dtcli.play.game.clock import Now
from dtcli.render.events import card_name
from dtcli.rules.cards import Card

LOOK_FIRST = 0.25
"""Seconds for which a new card ignores its key."""
SHOWN_FOR = 0.7
"""Seconds for which a place says which card has left it."""
LAID, DISCARDED = "laid", "discarded"


class _LeftCard(NamedTuple):
    """A card that has left its place: what was done with it, its name unless another has followed it, and when."""

    verb: str
    name: str
    at: float


class RecentChanges:
    """The changes of the fifteen places."""

    def __init__(self, now: Now) -> None:
        self.fresh: frozenset[int] = frozenset()
        """The places of the cards that came last."""
        self._now = now
        self._seen: list[Card | None] = []
        self._came: dict[int, float] = {}
        """When the card of a place came."""
        self._left: dict[int, _LeftCard] = {}
        """The card that a place had before."""

    def follow(self, places: Sequence[Card | None], verb: str) -> bool:
        """Note cards that were changed by something other than this screen; return whether there were any."""
        before, self._seen = self._seen, self._seen or list(places)
        changed = [place for place, card in enumerate(places) if before and card is not before[place]]
        if changed:
            self.note(places, changed, verb)
        return bool(changed)

    def note(self, places: Sequence[Card | None], changed: Collection[int], verb: str) -> None:
        """Note that the cards of some places have left, or come; a card may be replaced by an equal one."""
        now = self._now()
        for place in changed:
            gone = self._seen[place]
            if gone is not None:  # only the last card is named: what lies below it may not be looked at (A3)
                self._left = {other: left._replace(name="") for other, left in self._left.items()}
                self._left[place] = _LeftCard(verb, card_name(gone), now)
            if places[place] is not None:
                self._came[place] = now
        self.fresh = frozenset(place for place in changed if places[place] is not None)
        self._seen = list(places)

    def rearrange(self, order: Sequence[int]) -> None:
        """Note that each place has the card that lay before at the place in ``order``."""
        now = self._now()
        self._came |= {place: now for place, before in enumerate(order) if place != before}
        self.fresh = frozenset(place for place, before in enumerate(order) if before in self.fresh)
        self._left.clear()
        self._seen = [self._seen[before] for before in order]

    def is_unseen(self, place: int, at: float) -> bool:
        """Return whether the card of a place had just come at this moment, so that it was not meant."""
        came = self._came.get(place)
        return came is not None and at - came < LOOK_FIRST

    def words(self, place: int) -> str:
        """Return what has just happened to the card of a place; empty after a moment."""
        left = self._left.get(place)
        return f"{left.verb} {left.name}".strip() if left is not None and self._now() - left.at < SHOWN_FOR else ""
