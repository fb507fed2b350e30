"""What a choice does: the transitions of a resolution, applied to a draft.

``resolution`` is the public interface; ``follow`` works on one draft directly, which is faster than a state per step.
"""

from collections.abc import Collection, Iterator
from itertools import islice

from dtcli.rules import heroes, missions, rewards
from dtcli.rules.backpack import token_variants, why_cannot_leave
from dtcli.rules.cards import Adventure, Effect, Item, Mission, Quest
from dtcli.rules.decisions import (
    REVEAL,
    Choice,
    Decision,
    Discard,
    Failure,
    Gap,
    Pay,
    Payment,
    Reveal,
    RewardOffer,
    Take,
    UseSkill,
)
from dtcli.rules.draft import Draft, Position
from dtcli.rules.items import Kind, Pile
from dtcli.rules.state import EventKind

Asked = Collection[type[Decision]]


def options(position: Position) -> Iterator[Choice]:
    """Return every legal choice for the open decision, the plainest first."""
    match position.decision:
        case Gap():
            yield REVEAL
            yield from heroes.uses(position)
        case Payment() as due:
            yield from missions.payments(position, due)
        case RewardOffer() as offer:
            yield from rewards.reward_choices(offer)
        case Failure() as failure:
            yield from _discards(position, failure)


def is_open(position: Position) -> bool:
    """Return whether there is a decision with more than one legal answer."""
    match position.decision:
        case Payment() as due:
            return len(list(islice(missions.payments(position, due), 2))) > 1
        case RewardOffer() as offer:
            return not rewards.is_forced(offer)
        case Failure() as failure:
            return bool(failure.present)
        case decision:
            return decision is not None


def why_not(position: Position, choice: Choice) -> str | None:
    """Return why the choice is illegal now, or None if it is legal."""
    decision = position.decision
    if decision is None:
        return "the resolution is over"
    if isinstance(choice, Take) and isinstance(decision, RewardOffer):
        return rewards.why_not_take(decision, choice.kind)
    if isinstance(choice, Discard) and isinstance(decision, Failure):
        return _why_not_discard(position, decision, choice)
    if isinstance(choice, Pay) and isinstance(decision, Payment):
        return missions.why_not_pay(position, decision, choice)
    if isinstance(decision, Gap):
        if isinstance(choice, Reveal):
            return None
        if isinstance(choice, UseSkill):
            return heroes.why_not_use(position, choice)
    return f"{type(choice).__name__} does not answer the open decision, {type(decision).__name__}"


def token_discards(position: Position, kinds: tuple[Kind, ...]) -> list[Discard]:
    """Return the legal ways to discard these items, which differ in how many copies leave as tokens (R6)."""
    if why_not(position, Discard(kinds)) is not None:
        return []
    return [Discard(kinds, tokens) for tokens in token_variants(position, kinds, asked=position.game.tokens_matter)]


def act(draft: Draft, choice: Choice, ask: Asked = ()) -> None:
    """Apply a legal choice, and answer following questions that have a single legal answer.

    Questions of the types in ``ask`` stay open in any case.
    """
    pending, draft.pending = draft.pending, None
    if isinstance(pending, RewardOffer) and isinstance(choice, Take):
        _take(draft, pending.quest, pending.kinds, choice.kind)
    elif isinstance(pending, Failure) and isinstance(choice, Discard):
        _discard(draft, pending.quest, choice)
    elif isinstance(pending, Payment) and isinstance(choice, Pay):
        _pay(draft, pending.quest, choice)
        _complete(draft, pending.quest, ask)
    elif isinstance(choice, UseSkill):
        heroes.use(draft, choice)
    else:
        reveal(draft, ask)


def reveal(draft: Draft, ask: Asked = ()) -> None:
    """Reveal the next card: an item is packed (R1), a mission succeeds or fails."""
    if isinstance(draft.next_card, Item):
        draft.pack_items(before=draft.revealed + 2)
    else:
        _reveal_quest(draft, ask)


def reveal_on(draft: Draft, before: int) -> None:
    """Reveal cards up to the gap before that reveal, the first open decision, or the end."""
    while draft.pending is None and draft.revealed + 1 < before and not draft.over:
        draft.pack_items(before)
        if draft.revealed + 1 < before and not draft.over:
            _reveal_quest(draft, ())


def _reveal_quest(draft: Draft, ask: Asked) -> None:
    quest = draft.turn_card()
    assert not isinstance(quest, Item)
    waiver, solved = heroes.end_on_reveal(draft, quest)
    if solved:
        if draft.record_events:
            draft.add_event(EventKind.SOLVED_BY_SKILL, quest)
        _complete(draft, quest, ask)  # nothing is paid
    elif not missions.is_met(draft, quest, waiver):
        _fail(draft, quest, ask)
    elif Payment in ask:
        draft.pending = Payment(draft.revealed, quest, waiver)
    elif missions.may_differ(draft, quest, waiver):
        due = Payment(draft.revealed, quest, waiver)
        ways = list(missions.payments(draft, due))
        if len(ways) > 1:
            draft.pending = due
        else:
            _pay(draft, quest, ways[0])
            _complete(draft, quest, ask)
    else:
        draft.leave(quest.listed)
        if draft.record_events:
            draft.add_event(EventKind.ITEMS_PAID, quest, quest.needs)
        _complete(draft, quest, ask)


def _pay(draft: Draft, quest: Quest, pay: Pay) -> None:
    paid = missions.price(quest, pay, once=draft.effect is Effect.DUPLICATES_ONCE)
    draft.leave(Pile.of(*paid), pay.tokens)
    if draft.record_events:
        draft.add_event(EventKind.ITEMS_PAID, quest, paid)


def _complete(draft: Draft, quest: Quest, ask: Asked) -> None:
    """Set the mission aside as completed, end the effects that last until then, and place the reward (R2)."""
    if draft.record_events:
        draft.add_event(EventKind.MISSION_COMPLETED, quest)
    if isinstance(quest, Mission):
        draft.completed += 1
    else:
        _switch_on(draft, quest)
    heroes.end_on_completion(draft)
    if draft.broken:
        return
    reward = rewards.reward_of(quest)
    if reward.is_nothing:
        return
    kinds = rewards.in_supply(draft, reward)
    optional = rewards.may_decline(draft, quest, reward)
    if RewardOffer in ask or (kinds and len(kinds) + optional > 1):
        draft.pending = RewardOffer(draft.revealed, quest, kinds, optional)
    else:
        _take(draft, quest, kinds, kinds[0] if kinds else None)


def _switch_on(draft: Draft, adventure: Adventure) -> None:
    """Put the effect of a completed adventure in force; it is not among the completed missions (V3, X14)."""
    draft.adventure_completed = True
    draft.set_slots(extra=draft.extra_slot, effect=adventure.effect)
    if draft.record_events:
        draft.add_event(EventKind.EFFECT_ON, adventure, detail=adventure.effect.value)


def _take(draft: Draft, quest: Quest, offered: tuple[Kind, ...], kind: Kind | None) -> None:
    if draft.record_events:
        if kind is not None:
            draft.add_event(EventKind.REWARD_TAKEN, quest, (kind,))
        else:
            draft.add_event(EventKind.REWARD_DECLINED if offered else EventKind.REWARD_RUN_OUT, quest)
    if kind is not None:
        draft.place_token(kind)


def _fail(draft: Draft, quest: Quest, ask: Asked) -> None:
    if draft.record_events:
        draft.add_event(EventKind.MISSION_FAILED, quest, missions.missing_items(draft, quest))
    draft.last_failed = quest
    if isinstance(quest, Mission):  # X14
        draft.failed += 1
    present = Pile({kind: min(n, draft.held(kind)) for kind, n in quest.listed.items()})
    if present or Failure in ask:
        draft.pending = Failure(draft.revealed, quest, present)


def _discard(draft: Draft, quest: Quest, choice: Discard) -> None:
    if choice.kinds:
        draft.leave(Pile.of(*choice.kinds), choice.tokens)
        if draft.record_events:
            draft.add_event(EventKind.ITEMS_DISCARDED, quest, choice.kinds)


def _discards(position: Position, failure: Failure) -> Iterator[Discard]:
    """Return every selection of the listed items that are present, none first (R7)."""
    for chosen in failure.present.selections():
        for tokens in token_variants(position, chosen, asked=position.game.tokens_matter):
            yield Discard(chosen, tokens)


def _why_not_discard(position: Position, failure: Failure, choice: Discard) -> str | None:
    wanted = Pile.of(*choice.kinds)
    if not choice.tokens and all(n <= failure.present[kind] for kind, n in wanted.items()):
        return None
    for kind, n in wanted.items():
        listed = failure.quest.listed[kind]
        if not listed:
            return f"{kind} cannot be discarded, the failed mission does not list it"
        if n > listed:
            return f"{n} {kind} cannot be discarded, the failed mission lists {listed}"
    return why_cannot_leave(position, choice.kinds, choice.tokens, verb="the discard")
