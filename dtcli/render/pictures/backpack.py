"""The backpack as slots that keep their content from step to step.

The rules only count slots. Which slot shows which kind is decided here: a kind stays where it is, a new one takes the
first free slot.
"""

from dataclasses import dataclass

from dtcli.render.pictures.signs import CARD, TOKEN
from dtcli.rules.backpack import COPIES_PER_SLOT, slots_for
from dtcli.rules.items import Kind
from dtcli.rules.state import State

SLOT_WIDTH, WIDEST_SLOT = 7, 12
"""The columns of a slot on a page of 80 columns, and on a wide one."""
MOST_SHOWN = 9
"""How many slots fit beside each other: all of a backpack that breaks."""


@dataclass(frozen=True, slots=True)
class SlotContent:
    """The content of a slot, and whether the last step changed it."""

    kind: Kind | None
    cards: int = 0
    tokens: int = 0
    changed: bool = False
    arrived: bool = False
    """Whether a copy has come with the last step."""

    @property
    def pips(self) -> str:
        """The copies as signs, cards first."""
        return CARD * self.cards + TOKEN * self.tokens


class BackpackSlots:
    """The slots during one resolution."""

    def __init__(self) -> None:
        self._kinds: list[Kind | None] = []
        self._before: list[SlotContent] = []

    def update(self, state: State) -> list[SlotContent]:
        """Return the slots after a step; more than the limit only if the backpack has broken."""
        self._assign(state)
        cells: list[SlotContent] = []
        latest = _latest(state)
        left_cards, left_tokens = state.cards.counts(), state.tokens.counts()
        for place, kind in enumerate(self._kinds):
            if kind is None:
                cells.append(SlotContent(None, changed=self._was(place) != (None, 0, 0)))
                continue
            cards = min(COPIES_PER_SLOT, left_cards.get(kind, 0))
            tokens = min(COPIES_PER_SLOT - cards, left_tokens.get(kind, 0))
            left_cards[kind] = left_cards.get(kind, 0) - cards
            left_tokens[kind] = left_tokens.get(kind, 0) - tokens
            was, *copies = self._was(place)
            cells.append(
                SlotContent(
                    kind,
                    cards,
                    tokens,
                    changed=(was, *copies) != (kind, cards, tokens),
                    arrived=kind in latest and cards + tokens > (sum(copies) if was == kind else 0),
                )
            )
        self._before = cells
        return cells

    def _was(self, place: int) -> tuple[Kind | None, int, int]:
        if place >= len(self._before):
            return None, 0, 0
        cell = self._before[place]
        return cell.kind, cell.cards, cell.tokens

    def _assign(self, state: State) -> None:
        needed = {kind: slots_for(state.held(kind)) for kind in (*state.cards, *state.tokens)}
        for place in range(len(self._kinds) - 1, -1, -1):
            kind = self._kinds[place]
            if kind is not None and self._kinds.count(kind) > needed.get(kind, 0):
                self._kinds[place] = None
        size = max(state.limit, state.slots)
        while len(self._kinds) > size and None in self._kinds:
            self._kinds.remove(None)
        self._kinds += [None] * (size - len(self._kinds))
        latest = _latest(state)
        for kind in sorted(needed, key=latest.__contains__):  # what came last is what does not fit
            for _ in range(needed[kind] - self._kinds.count(kind)):
                self._kinds[self._kinds.index(None)] = kind


def _latest(state: State) -> set[Kind]:
    """Return the kinds that the last step was about."""
    return {kind for event in state.events for kind in event.kinds}
