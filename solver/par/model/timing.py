"""When cards can be laid: the card at place p of the draw deck after p deeds (Q2 in docs/par.md).

A line lays its cards in its last deeds and discards before; whatever can be laid at some time can be laid later. So the
card with n cards laid after it is laid in deed N - n, and cards with places from p on, laid up to there, share the
N - n - p deeds after deed p.
"""

from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.items import Kind
from dtcli.rules.rulings import ARVEDUI_MIRIEL, ZIGARAT_HO
from solver.model.expressions import MANY, NO, ZERO, Amount, Lit, opposite
from solver.par.model.events import Events
from solver.par.scope import SkillSource


def add_timing(events: Events) -> None:
    """Require that every card is laid after it has come to a hand."""
    m, deeds = events.m, events.deeds
    total = events.cards_laid(events.count)
    m.between(total, 0, deeds)
    after = [total - events.cards_laid(step) for step in events.steps]
    inside = _inside_window(events, after)
    for step in events.steps:
        is_laid = events.quest_laid(step)
        slack = inside[step] * (2 * deeds)
        _share_deeds(events, _laid_before(events, step), after[step] + is_laid - slack)
        places = [
            m.amount(lits[n, step]) * quest.place
            for lits in (events.completed, events.failed)
            for n, quest in enumerate(events.quests)
            if quest.place
        ]
        m.between(after[step] + is_laid + m.sum(places) - slack, -MANY, deeds)
        for source in events.sources:
            _require_unrevealed(events, step, events.uses[source, step], after[step])
    if events.count:
        _share_deeds(events, _laid_before(events, events.count), ZERO)
    if events.scope.with_hand_limit:
        _add_hand_limit(events, after, inside)


def _laid_before(events: Events, step: int) -> list[tuple[int, Lit]]:
    """Return the place of every card and whether it is laid before the event of a step."""
    cards = [(place, laid[step]) for copies in events.items.values() for place, laid in copies]
    if step:
        cards += [(quest.place, laid[step - 1]) for quest, laid in zip(events.quests, events.laid_by, strict=True)]
    return cards


def _share_deeds(events: Events, cards: list[tuple[int, Lit]], from_here: Amount) -> None:
    """Require that cards that come late are not too many for the deeds after they have come.

    ``from_here`` is how many cards are laid from here on.
    """
    m = events.m
    for place in sorted({place for place, _ in cards if place}):
        late = m.total([lit for other, lit in cards if other >= place])
        for other, lit in cards:
            if other == place:
                m.between(late + from_here + m.amount(lit) * place, -MANY, events.deeds)


def _inside_window(events: Events, after: list[Amount]) -> list[Amount]:
    """Return 1 for each step whose event is among the cards that Zigarat Ho rearranges (H6)."""
    m = events.m
    source = SkillSource(ZIGARAT_HO)
    if source not in events.sources:
        return [ZERO for _ in events.steps]
    begins = [events.uses[source, step] for step in events.steps]
    m.between(m.total(begins) - m.total(events.window_ends), 0, 0)
    first, last = m.number(0, events.deeds), m.number(0, events.deeds)
    inside, before = list[Amount](), NO
    for step in events.steps:
        m.between(first - after[step], 0, 0, begins[step])
        m.between(last - after[step], 0, 0, events.window_ends[step])
        now = m.choice()
        m.between(m.total([before, begins[step]]) - m.total([now, events.window_ends[step]]), 0, 0)
        inside.append(m.amount(now) - m.amount(begins[step]))
        before = now
    m.between(first - last, 0, CARDS_SEEN)
    return inside


def _require_unrevealed(events: Events, step: int, use: Lit, after: Amount) -> None:
    """Require that a card is unrevealed when a skill is used (H0); one that Arvedui brings back may be the last."""
    m = events.m
    before = range(step)
    brought_back = [events.uses[one] for one in events.uses if one[0].hero == ARVEDUI_MIRIEL and one[1] in before]
    revealed = [events.returned[n, one] for n in range(len(events.quests)) for one in before]
    m.between(after + m.total(brought_back) - m.total(revealed), 1, MANY, use)


def _add_hand_limit(events: Events, after: list[Amount], inside: list[Amount]) -> None:
    """Require a card to discard whenever the next card of the story has not come yet (Q3).

    While a card at place p is waited for, the hand has a card that the story does not need, unless it is full of cards
    that are laid later: at most all but one of its cards may be. So of the cards laid after it at most so many may have
    come before it, counted without those that are laid before it and come after it. Cards that Zigarat Ho rearranges
    are not checked.
    """
    m, size = events.m, len(events.deal.hand)
    story = _laid_before(events, events.count)

    def check(place: int, behind: Amount, *when: Lit) -> None:
        late = m.total([lit for other, lit in story if other >= place])
        m.between(behind - late, -MANY, size - 2, *when)

    for step in events.steps:
        for lits in (events.completed, events.failed):
            for n, quest in enumerate(events.quests):
                if quest.place and lits[n, step] != NO:
                    check(quest.place, after[step] - inside[step] * events.deal.size, lits[n, step])
    for step in range(events.count + 1):
        until = ZERO
        if step < events.count:
            until = after[step] + events.quest_laid(step) - inside[step] * events.deal.size
        new = _new_items(events, step)
        for _, place, is_new in new:
            if place:
                later = m.total([lit for _, other, lit in new if other > place])
                check(place, until + later, is_new)


def _new_items(events: Events, step: int) -> list[tuple[Kind, int, Lit]]:
    """Return the kind and place of each item, and whether it is laid in this very step."""
    m, found = events.m, list[tuple[Kind, int, Lit]]()
    for kind, copies in events.items.items():
        for place, laid in copies:
            if step and laid[step] == laid[step - 1]:
                continue
            before = laid[step - 1] if step else NO
            found.append((kind, place, m.all_of(laid[step], opposite(before))))
    return found
