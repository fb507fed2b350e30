"""When a quest is completed or fails, and what leaves the backpack (R2, R7, H5, V3)."""

from dtcli.rules.cards import Effect
from dtcli.rules.items import Kind
from solver.model.expressions import MANY, NO, ZERO, Amount, Lit, opposite
from solver.par.model.backpack_counts import BackpackCounts, effect_on
from solver.par.model.events import Events


class Help:
    """What skills do for the next quest (H5, H8, H10, H11)."""

    def __init__(self, waiver: list[Amount], solved: list[Lit]) -> None:
        self.waiver = waiver
        """How many listed items are waived in each step."""
        self.solved = solved
        """Whether a quest is completed in each step and nothing is paid."""


def add_quests(counts: BackpackCounts, help_: Help) -> None:
    """Add what completed quests do not pay, and what failed ones discard."""
    events = counts.events
    _require_reputation(events)
    for step in events.steps:
        _spare(counts, help_, step)
        if events.scope.failures and not events.scope.rewards_are_free:
            _add_failure(counts, help_, step)


def _listed(events: Events, kind: Kind, step: int, *, failed: bool) -> Amount:
    """Return how many copies of a kind the quest of a step lists, if it is completed, or if it fails."""
    m = events.m
    if failed:
        parts = [(quest, events.failed[n, step]) for n, quest in enumerate(events.quests)]
    else:
        parts = events.completions(step)
    return m.sum([m.amount(lit) * quest.card.listed[kind] for quest, lit in parts])


def _spare(counts: BackpackCounts, help_: Help, step: int) -> None:
    """Add the listed copies that are not paid, because they are waived, listed twice, or the quest is solved."""
    m, events = counts.m, counts.events
    waiver, solved = help_.waiver[step], help_.solved[step]
    once = effect_on(events, Effect.DUPLICATES_ONCE, step)
    if waiver.hi <= 0 and solved == NO and once == NO:
        return
    completed = m.any_of(*(lit for _, lit in events.completions(step)))
    waived = list[Amount]()
    for kind in counts.kinds:
        listed = _listed(events, kind, step, failed=False)
        if not listed.hi:
            continue
        let_off = m.number(0, min(waiver.hi, listed.hi)) if waiver.hi > 0 else ZERO
        waived.append(let_off)
        m.between(listed - let_off, 0, MANY)
        doubled = m.choice() if once != NO and listed.hi > 1 else NO
        if doubled != NO:
            m.implies(doubled, once)
            m.between(listed - let_off, 2, MANY, doubled)  # X3
        spared = counts.spared[kind, step] = m.number(0, listed.hi)
        m.between(spared - listed, 0, 0, solved)
        m.between(spared - let_off, 0, 0, opposite(solved), opposite(doubled))
        m.between(listed - spared, 1, 1, opposite(solved), doubled)
    if waiver.hi > 0:
        total, size = m.sum(waived), _size(events, step)
        m.between(total, 0, 0, opposite(completed))
        m.between(total, 0, 0, solved)
        m.between(total - waiver, -MANY, 0, completed)
        all_waived = m.choice()  # fewer items are listed than could be waived
        m.between(total - size, 0, 0, all_waived)
        m.between(total - waiver, 0, 0, completed, opposite(solved), opposite(all_waived))


def _size(events: Events, step: int) -> Amount:
    """Return how many items the completed quest of a step lists."""
    m = events.m
    return m.sum([m.amount(lit) * len(quest.card.needs) for quest, lit in events.completions(step)])


def _add_failure(counts: BackpackCounts, help_: Help, step: int) -> None:
    """Require that a failed quest misses something, and let listed copies be discarded."""
    m, events = counts.m, counts.events
    fails = m.any_of(*(events.failed[n, step] for n in range(len(events.quests))))
    once = effect_on(events, Effect.DUPLICATES_ONCE, step)
    missing = list[Amount]()
    for kind in counts.kinds:
        listed = _listed(events, kind, step, failed=True)
        if not listed.hi:
            continue
        discarded = m.number(0, listed.hi)
        m.between(listed - discarded, 0, MANY)
        counts.leaving[kind, step] = counts.leaving.get((kind, step), ZERO) + discarded
        held = counts.held(kind, step)
        short, is_short = m.number(0, listed.hi), m.choice()
        m.between(short, 0, 0, opposite(is_short))
        m.between(short + held - listed, -MANY, 0, is_short, opposite(once))
        m.between(short - listed, -MANY, 0, is_short, once)
        m.between(held, 0, 0, is_short, once)
        missing.append(short)
    m.between(m.sum(missing) - help_.waiver[step], 1, MANY, fails)
    if help_.solved[step] != NO:
        m.some(opposite(fails), opposite(help_.solved[step]))


def _require_reputation(events: Events) -> None:
    """Require missions below the adventure card (V1)."""
    m, adventure = events.m, events.deal.adventure
    if adventure is None:
        return
    for n, quest in enumerate(events.quests):
        if quest.card != adventure:
            continue
        for step in events.steps:
            below = [laid[step - 1] for other, laid in enumerate(events.laid_by) if other != n] if step else []
            for lits in (events.completed, events.failed):
                if lits[n, step] != NO:
                    m.between(m.total(below), adventure.scroll.reputation, MANY, lits[n, step])
