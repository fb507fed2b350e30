"""A state of the resolution in the model: backpack, supply, and effects in force.

The counterpart of ``dtcli.rules.backpack``: the rules of the backpack (B1 to B3) and of the copies that leave it (R6).
It advances as the model is built.
"""

from collections.abc import Iterable, Mapping

from dtcli.rules.backpack import opens_slot
from dtcli.rules.cards import Effect, Item
from dtcli.rules.items import Kind, Pile
from dtcli.rules.state import State
from solver.model.expressions import MANY, NO, YES, ZERO, Amount, Lit, Model, opposite
from solver.model.facts import Facts, Room, Supply

NOTHING: Mapping[Kind, Amount] = {}


class ModelState:
    """The state at one point of the resolution, as amounts and literals."""

    def __init__(self, model: Model, state: State, *, may_break: bool, facts: Facts) -> None:
        game = state.game
        self.model = model
        self.game = game
        self.facts = facts
        self.revealed = ZERO
        """How many missions and adventures have been revealed, without those that were thrown away."""
        self.may_break = may_break
        self.held = {kind: Amount.of(state.held(kind)) for kind in game.kinds}
        """Copies in the backpack, cards and tokens together."""
        self.tokens = {kind: Amount.of(state.tokens[kind]) for kind in game.kinds} if game.tokens_matter else None
        """Those of them that are tokens; None if that cannot matter (X6)."""
        self.supply = {kind: self._supply(kind, state) for kind in game.kinds}
        self.supply_at_start = dict(self.supply)
        laid = Pile.of(*(card.kind for card in state.story if isinstance(card, Item)))
        self.most_tokens = {kind: state.tokens[kind] + self.supply[kind].hi for kind in game.kinds}
        """The tokens of each kind in the whole game (C1)."""
        self.most_held = {kind: laid[kind] + state.cards[kind] + n for kind, n in self.most_tokens.items()}
        self.alive = YES
        """The backpack has not broken."""
        self.extra_slot = _lit(state.extra_slot)
        self.effects = {effect: _lit(state.effect is effect) for effect in Effect}
        self.adventure_completed = _lit(state.adventure_completed)
        self.waiver = Amount.of(state.waiver)
        self.solved = _lit(state.solved)
        self.guesses = state.guesses
        """What Zaria has named before, as long as no mission has been revealed (H8)."""
        self.guessing = _lit(bool(state.guesses))

    def _supply(self, kind: Kind, state: State) -> Amount:
        """Return the tokens in the supply, or more if that fact is left out."""
        there = Amount.of(state.supply[kind])
        more_matter = sum(not isinstance(card, Item) for card in state.story) + len(state.unused)
        if self.facts.firm or not more_matter:
            return there
        more = self.model.number(0, more_matter)
        self.model.between(more, 0, 0, opposite(self.facts.left_out(Supply(kind))))
        return there + more

    # --- B1 to B3

    def fits(self, *, without_tonk: bool = False) -> Lit:
        """Return whether the filled slots fit (B3); if the backpack may not break, require it."""
        model = self.model
        filled = model.total(
            model.at_least(held, copies)  # B1
            for held in self.held.values()
            for copies in range(1, held.hi + 1)
            if opens_slot(copies)
        )
        more = self.effects[Effect.EXTRA_SLOT]  # X1: two extra slots never add up
        if not without_tonk:
            more = model.any_of(more, self.extra_slot)
        room = model.amount(more) + self.game.slots - filled
        if not self.may_break:
            model.between(room, 0, MANY, opposite(self._has_room_for_all()))
            return YES
        return model.at_least(room, 0)

    def _has_room_for_all(self) -> Lit:
        """Return whether the fact that slots are limited is left out at this point."""
        model, revealed = self.model, self.revealed
        if self.facts.firm:
            return NO
        return model.any_of(
            *(
                model.all_of(
                    model.at_least(revealed, rank),
                    opposite(model.at_least(revealed, rank + 1)),
                    self.facts.left_out(Room(rank)),
                )
                for rank in range(revealed.lo, revealed.hi + 1)
            )
        )

    # --- R6

    def pack(self, arriving: Mapping[Kind, Amount]) -> None:
        """Put item cards into the backpack (R1)."""
        for kind, n in arriving.items():
            self.held[kind] += n

    def place(self, tokens: Mapping[Kind, Amount]) -> None:
        """Move tokens from the supply into the backpack (R3)."""
        for kind, n in tokens.items():
            self.supply[kind] -= n
            self.held[kind] += n
            if self.tokens is not None:
                self.tokens[kind] += n

    def leave(
        self, leaving: Mapping[Kind, Amount], removed_tokens: Mapping[Kind, Amount] = NOTHING
    ) -> dict[Kind, Amount]:
        """Take copies out of the backpack and return how many of them are tokens (R6, X5).

        ``removed_tokens`` leave as tokens and out of the game (H9).
        """
        as_tokens: dict[Kind, Amount] = {}
        for kind in {**leaving, **removed_tokens}:
            n, removed = leaving.get(kind, ZERO), removed_tokens.get(kind, ZERO)
            held = self.held[kind]
            if self.tokens is not None:
                as_tokens[kind] = self._leave_tokens(kind, n, removed)
            left = held - n - removed
            self.model.between(left, 0, MANY)
            self.held[kind] = self.model.settled(left, 0, self.most_held[kind])
        return as_tokens

    def _leave_tokens(self, kind: Kind, n: Amount, removed: Amount) -> Amount:
        assert self.tokens is not None
        model, tokens = self.model, self.tokens[kind]
        spent = ZERO
        if tokens.hi and n.hi:
            spent = model.number(0, min(tokens.hi, n.hi))
            model.between(n - spent, 0, MANY)
            model.between(self.held[kind] - tokens - (n - spent), 0, MANY)  # the others are cards
        elif n.hi:
            model.between(self.held[kind] - tokens - n, 0, MANY)
        left = tokens - spent - removed
        model.between(left, 0, MANY)
        self.tokens[kind] = model.settled(left, 0, self.most_tokens[kind])
        if self.game.tokens_return:
            self.supply[kind] = model.settled(self.supply[kind] + spent, -MANY, self.most_tokens[kind])
        return spent

    def settle(self) -> None:
        """Replace every count that has become a long sum by a variable."""
        for kind in self.held:
            self.held[kind] = self.model.settled(self.held[kind], 0, self.most_held[kind])
            self.supply[kind] = self.model.settled(self.supply[kind], 0, self.most_tokens[kind])
            if self.tokens is not None:
                self.tokens[kind] = self.model.settled(self.tokens[kind], 0, self.most_tokens[kind])

    # --- What happens when a mission has been completed or revealed

    def complete(self, completed: Lit, adventures: Iterable[tuple[Effect, Lit]]) -> None:
        """Switch on the effect of a completed adventure (V3), and end Tonk's slot (H3)."""
        model = self.model
        for effect, done in adventures:
            if done == NO:
                continue
            self.adventure_completed = model.any_of(self.adventure_completed, done)
            for other, in_force in self.effects.items():
                if other is effect:
                    self.effects[other] = model.any_of(in_force, done)
                else:
                    self.effects[other] = model.all_of(in_force, opposite(done))
        if self.extra_slot != NO:
            if self.may_break:
                holds = self.fits(without_tonk=True)
                self.alive = model.all_of(self.alive, model.any_of(opposite(completed), holds))
            self.extra_slot = model.all_of(self.extra_slot, opposite(completed))


def _lit(value: bool) -> Lit:  # noqa: FBT001  (it is what it turns into)
    return YES if value else NO
