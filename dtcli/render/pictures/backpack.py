"""The backpack as eight places that keep their contents, so that one sees them fill.

The rules only count slots; which slot holds what is a matter of looks, decided here: a kind stays where it is, a new
one takes the first free place.
"""

from dataclasses import dataclass

from dtcli.rules.backpack import COPIES_PER_SLOT, slots_for
from dtcli.rules.items import Kind
from dtcli.rules.state import State

SLOT_WIDTH = 7
CARD, TOKEN = "■", "○"


@dataclass(frozen=True, slots=True)
class SlotContent:
    """One slot: what lies in it, and whether that changed with the last step."""

    kind: Kind | None
    cards: int = 0
    tokens: int = 0
    changed: bool = False

    @property
    def pips(self) -> str:
        """Cards and tokens as signs."""
        return CARD * self.cards + TOKEN * self.tokens


class BackpackSlots:
    """The slots of one resolution, step after step."""

    def __init__(self) -> None:
        self._seats: list[Kind | None] = []
        self._before: list[SlotContent] = []

    def update(self, state: State) -> list[SlotContent]:
        """Return the cells after a step; more than the limit only when the backpack has broken."""
        self._seat(state)
        cells: list[SlotContent] = []
        left_cards, left_tokens = state.cards.counts(), state.tokens.counts()
        for place, kind in enumerate(self._seats):
            if kind is None:
                cells.append(SlotContent(None, changed=self._was(place) != (None, 0, 0)))
                continue
            cards = min(COPIES_PER_SLOT, left_cards.get(kind, 0))
            tokens = min(COPIES_PER_SLOT - cards, left_tokens.get(kind, 0))
            left_cards[kind] = left_cards.get(kind, 0) - cards
            left_tokens[kind] = left_tokens.get(kind, 0) - tokens
            cells.append(SlotContent(kind, cards, tokens, changed=self._was(place) != (kind, cards, tokens)))
        self._before = cells
        return cells

    def _was(self, place: int) -> tuple[Kind | None, int, int]:
        if place >= len(self._before):
            return None, 0, 0
        cell = self._before[place]
        return cell.kind, cell.cards, cell.tokens

    def _seat(self, state: State) -> None:
        needed = {kind: slots_for(state.held(kind)) for kind in (*state.cards, *state.tokens)}
        for place in range(len(self._seats) - 1, -1, -1):
            kind = self._seats[place]
            if kind is not None and self._seats.count(kind) > needed.get(kind, 0):
                self._seats[place] = None
        size = max(state.limit, state.slots)
        while len(self._seats) > size and None in self._seats:
            self._seats.remove(None)
        self._seats += [None] * (size - len(self._seats))
        for kind, n in needed.items():
            for _ in range(n - self._seats.count(kind)):
                self._seats[self._seats.index(None)] = kind
