"""What skills cost and do in a line of play (H1 to H11)."""

from dtcli.rules.cards import Effect
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import (
    ALAN,
    ARVEDUI_MIRIEL,
    FYLEE,
    GARYNOR,
    ROS_THANIR,
    TONK_REDBEER,
    TRAGURK,
    ZARIA,
    Borrowing,
    HeroId,
)
from solver.model.expressions import NO, ZERO, Amount, Lit, opposite
from solver.par.model.backpack_counts import BackpackCounts, effect_on, extra_slot_of_tonk
from solver.par.model.events import Events
from solver.par.model.quests import Help
from solver.par.scope import SkillSource


def add_skills(counts: BackpackCounts) -> Help:
    """Add the prices of the skills; return what they do for quests."""
    events = counts.events
    _limit_borrowing(events)
    for source in events.sources:
        for step in events.steps:
            _pay(counts, source, step)
    _add_tonk(events)
    _add_arvedui(events)
    return Help(_waivers(counts), _solved(events))


def require_gain_of_garynor(counts: BackpackCounts) -> None:
    """Require that Garynor's use brings a token (H7)."""
    events = counts.events
    for source in _sources(events, GARYNOR):
        for step in events.steps:
            gained = [counts.gained[kind, step] for kind in counts.kinds]
            counts.m.some(opposite(events.uses[source, step]), *gained)


def _sources(events: Events, hero: HeroId) -> list[SkillSource]:
    return [source for source in events.sources if source.hero == hero]


def _limit_borrowing(events: Events) -> None:
    """Let Ro's Thanir borrow one skill, which is then used up unless the ruling says ``copies`` (H1)."""
    m = events.m
    borrowed = [source for source in events.sources if source.borrowed]
    m.at_most_one([events.uses[source, step] for source in borrowed for step in events.steps])
    for source in borrowed:
        own = SkillSource(source.hero)
        for step in events.steps:
            now = events.uses[source, step]
            if events.deal.game.rulings.thanir is Borrowing.SPENDS:
                m.at_most_one([now, *(events.uses[own, one] for one in events.steps)])
            else:  # the other hero's skill is unused when it is borrowed
                for earlier in range(step):
                    m.some(opposite(now), opposite(events.uses[own, earlier]))


def removed_in(counts: BackpackCounts, source: SkillSource, step: int) -> dict[Kind, Amount]:
    """Return the copies of each kind that a use removes by choice."""
    hero = HEROES[source.hero]
    m, use = counts.m, counts.events.uses[source, step]
    fewest, most = hero.removes
    if not most:
        return {}
    removed = {kind: m.number(0, most) for kind in counts.kinds}
    m.between(m.sum(list(removed.values())), fewest, most, use)
    m.between(m.sum(list(removed.values())), 0, 0, opposite(use))
    return removed


def _pay(counts: BackpackCounts, source: SkillSource, step: int) -> None:
    m, events = counts.m, counts.events
    use = events.uses[source, step]
    cost = Pile.of(*HEROES[source.hero].cost, *(HEROES[ROS_THANIR].cost if source.borrowed else ()))
    removed = counts.removed.setdefault((source, step), removed_in(counts, source, step))
    for kind in counts.kinds:
        leaving = m.amount(use) * cost[kind] + removed.get(kind, ZERO)
        if leaving.hi:
            counts.leaving[kind, step] = counts.leaving.get((kind, step), ZERO) + leaving
            if source.hero == FYLEE:
                tokens = counts.removed_tokens.get((kind, step), ZERO)
                counts.removed_tokens[kind, step] = tokens + removed.get(kind, ZERO)
    if any(kind not in counts.kinds for kind in cost):
        m.some(opposite(use))


def _add_tonk(events: Events) -> None:
    """Refuse Tonk's skill while there is an extra slot (X1)."""
    for source in _sources(events, TONK_REDBEER):
        for step in events.steps:
            for extra in (extra_slot_of_tonk(events, step), effect_on(events, Effect.EXTRA_SLOT, step)):
                events.m.some(opposite(events.uses[source, step]), opposite(extra))


def _add_arvedui(events: Events) -> None:
    """Let the quest that failed last be completed again, after all cards that are laid (H4)."""
    m = events.m
    numbers = range(len(events.quests))
    uses = [events.uses[source, step] for source in _sources(events, ARVEDUI_MIRIEL) for step in events.steps]
    if not uses:
        return
    m.between(m.total(uses) - m.total([events.returned[n, step] for n in numbers for step in events.steps]), 0, 0)
    last: dict[int, Lit] = dict.fromkeys(numbers, NO)
    for step in events.steps:
        use = m.any_of(*(events.uses[source, step] for source in _sources(events, ARVEDUI_MIRIEL)))
        for n in numbers:
            later = [events.returned[n, one] for one in range(step + 1, events.count)]
            # what is brought back is what failed last, and comes after the skill
            m.some(opposite(use), opposite(last[n]), *later)
            for one in range(step + 1):
                m.some(opposite(use), opposite(events.returned[n, one]))
            if last[n] == NO:
                for lit in later:
                    m.some(opposite(use), opposite(lit))
        m.some(opposite(use), *last.values())
        fails = m.any_of(*(events.failed[n, step] for n in numbers))
        last = {n: m.any_of(events.failed[n, step], m.all_of(last[n], opposite(fails))) for n in numbers}
    total = events.cards_laid(events.count)
    for step in events.steps:
        returned = m.any_of(*(events.returned[n, step] for n in numbers))
        m.between(total - events.cards_laid(step), 0, 0, returned)


def _waivers(counts: BackpackCounts) -> list[Amount]:
    """Return how many items are waived for a quest in each step: those that Tragurk removed since the last one (H5)."""
    m, events = counts.m, counts.events
    sources = _sources(events, TRAGURK)
    if not sources:
        return [ZERO for _ in events.steps]
    found, before = list[Amount](), ZERO
    most = 2 * len(sources)
    for step in events.steps:
        found.append(before)
        quest = m.any_of(*events.is_quest(step))
        removed = m.sum([amount for source in sources for amount in counts.removed[source, step].values()])
        now = m.number(0, most)
        m.between(now, 0, 0, quest)
        m.between(now - before - removed, 0, 0, opposite(quest))
        before = now
    return found


def _solved(events: Events) -> list[Lit]:
    """Return whether a quest in each step is completed without paying: Alan or Zaria since the last one (H8, H10)."""
    m = events.m
    sources = [*_sources(events, ALAN), *_sources(events, ZARIA)]
    if not sources:
        return [NO for _ in events.steps]
    found, before = list[Lit](), NO
    for step in events.steps:
        found.append(before)
        quest = m.any_of(*events.is_quest(step))
        used = [events.uses[source, step] for source in sources]
        before = m.any_of(*used, m.all_of(before, opposite(quest)))
    return found
