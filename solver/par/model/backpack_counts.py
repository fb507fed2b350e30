"""What is in the backpack: items laid, tokens gained, copies paid (B1 to B3, R2, R3, R6)."""

import itertools

from dtcli.rules.backpack import COPIES_PER_SLOT
from dtcli.rules.cards import Effect
from dtcli.rules.items import Kind
from dtcli.rules.rulings import FYLEE, TONK_REDBEER
from solver.model.expressions import MANY, NO, ZERO, Amount, Lit, Model, opposite
from solver.par.model.events import Events
from solver.par.scope import SkillSource


class BackpackCounts:
    """The counts of every kind at every step, as the parts of the model see them.

    ``leaving`` and ``spared`` are filled by the other parts before ``add_counts``: what leaves for skills and after
    failures, and what a completed quest lists but is not paid.
    """

    def __init__(self, events: Events) -> None:
        self.events = events
        self.m: Model = events.m
        self.kinds = tuple(events.deal.game.kinds)
        steps = events.steps
        self.gained = {(kind, step): NO for kind in self.kinds for step in steps}
        """Whether a token of the kind is gained in the step."""
        self.leaving: dict[tuple[Kind, int], Amount] = {}
        """The copies that leave in the step beside those that are paid for a quest."""
        self.spared: dict[tuple[Kind, int], Amount] = {}
        """The copies that the completed quest lists, but that stay."""
        self.removed_tokens: dict[tuple[Kind, int], Amount] = {}
        """The tokens that Fylee removes from the game; they are part of ``leaving``."""
        self.removed: dict[tuple[SkillSource, int], dict[Kind, Amount]] = {}
        """The copies that a skill removes by the players' choice."""
        game = events.deal.game
        self.tokens_return = game.tokens_return
        self.follows_tokens = game.tokens_return or FYLEE in game.heroes
        self.tokens_left: dict[tuple[Kind, int], Amount] = {}
        """The tokens in the backpack after the step, where they are counted apart from cards."""

    def gained_by(self, kind: Kind, step: int) -> Amount:
        """Return how many tokens of a kind were gained up to a step; none before the first."""
        return self.m.total([self.gained[kind, one] for one in range(step + 1)])

    def spent_by(self, kind: Kind, step: int) -> Amount:
        """Return how many copies of a kind have left up to a step."""
        if step < 0:
            return ZERO
        parts = [self.events.needs_by(kind, step)]
        parts += [self.leaving[kind, one] for one in range(step + 1) if (kind, one) in self.leaving]
        parts += [self.spared[kind, one] * -1 for one in range(step + 1) if (kind, one) in self.spared]
        return self.m.sum(parts)

    def held(self, kind: Kind, step: int) -> Amount:
        """Return how many copies are in the backpack when the event of a step happens; ``count`` for the end."""
        return self.events.laid_items(kind, step) + self.gained_by(kind, step - 1) - self.spent_by(kind, step - 1)

    def supply(self, kind: Kind, step: int) -> Amount:
        """Return how many tokens of a kind can be taken in a step, after what was paid has left (R3, R6, X5)."""
        tokens = Amount.of(self.events.deal.game.kinds[kind].tokens)
        if not self.tokens_return:
            return tokens - self.gained_by(kind, step - 1)
        removed = [self.removed_tokens[kind, one] for one in range(step + 1) if (kind, one) in self.removed_tokens]
        kept = self.tokens_left[kind, step] - self.m.amount(self.gained[kind, step])
        return tokens - kept - self.m.sum(removed)


def add_token_counts(counts: BackpackCounts) -> None:
    """Count the tokens in the backpack: any copy may leave as a card or as a token (R6)."""
    if not counts.follows_tokens:
        return
    m, events = counts.m, counts.events
    for kind in counts.kinds:
        most = events.deal.game.kinds[kind].tokens
        before = ZERO
        for step in events.steps:
            tokens = m.number(0, most)
            gained = m.amount(counts.gained[kind, step])
            left = before + gained - tokens
            leaving = counts.spent_by(kind, step) - counts.spent_by(kind, step - 1)
            m.between(left, 0, most)
            m.between(before - left, 0, most)  # the token that is gained in this step stays
            m.between(leaving - left, 0, MANY)
            if (kind, step) in counts.removed_tokens:
                m.between(left - counts.removed_tokens[kind, step], 0, MANY)
            m.between(counts.held(kind, step) + gained - leaving - tokens, 0, MANY)
            counts.tokens_left[kind, step] = before = tokens


def add_counts(counts: BackpackCounts) -> None:
    """Require that what leaves is there, and that the backpack never breaks."""
    m, events = counts.m, counts.events
    for step in range(events.count + 1):
        filled = list[Lit]()
        for kind in counts.kinds:
            held = counts.held(kind, step)
            filled += _filled_slots(m, held)
            if step < events.count:
                laid = events.laid_items(kind, step) + counts.gained_by(kind, step - 1)
                m.between(laid - counts.spent_by(kind, step), 0, MANY)
        m.between(m.total(filled) - _extra_slot(events, step), 0, events.deal.game.slots)


def _filled_slots(m: Model, held: Amount) -> list[Lit]:
    """Return literals of which at least as many are true as slots are filled (B1)."""
    most = -(-max(0, held.hi) // COPIES_PER_SLOT)
    slots = [m.choice() for _ in range(most)]
    m.between(held - m.total(slots) * COPIES_PER_SLOT, -MANY, 0)
    for first, second in itertools.pairwise(slots):
        m.implies(second, first)
    return slots


def _extra_slot(events: Events, step: int) -> Amount:
    """Return 1 if there is an extra slot when the event of a step happens (H3, V3, X1)."""
    lits = [extra_slot_of_tonk(events, step), effect_on(events, Effect.EXTRA_SLOT, step)]
    return events.m.amount(events.m.any_of(*lits))


def extra_slot_of_tonk(events: Events, step: int) -> Lit:
    """Return whether Tonk's slot is there: used before, and no quest completed since (H3)."""
    m, found = events.m, list[Lit]()
    for source in (SkillSource(TONK_REDBEER), SkillSource(TONK_REDBEER, borrowed=True)):
        if source not in events.sources:
            continue
        for used in range(step):
            since = [lit for one in range(used + 1, step) for _, lit in events.completions(one)]
            found.append(m.all_of(events.uses[source, used], *(opposite(lit) for lit in since)))
    return m.any_of(*found)


def effect_on(events: Events, effect: Effect, step: int) -> Lit:
    """Return whether the adventure has this effect and was completed before a step (V3)."""
    adventure = events.deal.adventure
    if adventure is None or adventure.effect is not effect or not step:
        return NO
    return next(
        (done[step - 1] for quest, done in zip(events.quests, events.done_by, strict=True) if quest.card == adventure),
        NO,
    )
