"""The machine: state, open decision, legal options, next state.

Everything that plays, checks, searches or shows a resolution asks these four functions and decides nothing itself:

* ``options(state)`` every legal answer to the open decision
* ``why_not(state, choice)`` the reason why a choice is illegal now, or None
* ``apply(state, choice)`` the state after a choice
* ``advance(state, before=n)`` reveal on, as long as nothing is to be decided
"""

from collections.abc import Collection, Iterator

from dtcli.rules import heroes, payment, rewards
from dtcli.rules.cards import Adventure, Effect, Item, Quest
from dtcli.rules.choices import (
    REVEAL,
    Choice,
    Decision,
    Discard,
    Failure,
    Gap,
    IllegalChoice,
    Pay,
    Payment,
    Reveal,
    RewardOffer,
    Take,
    UseSkill,
)
from dtcli.rules.items import Kind, Pile
from dtcli.rules.state import Draft, Game, State, What, opening, token_variants, why_cannot_leave


def start(game: Game) -> State:
    """Return the state before the first reveal."""
    return opening(game)


def options(state: State) -> Iterator[Choice]:
    """Return every legal choice for the open decision, the plainest first; none when the game is over.

    Choices that differ only in equal copies are offered once.
    """
    match state.decision:
        case Gap():
            yield REVEAL
            yield from heroes.uses(state)
        case Payment() as due:
            yield from payment.payments(state, due)
        case RewardOffer() as offer:
            yield from rewards.takings(offer)
        case Failure() as failure:
            yield from _discards(state, failure)


def why_not(state: State, choice: Choice) -> str | None:
    """Return why the choice is illegal now, or None if it is legal."""
    decision = state.decision
    match decision, choice:
        case None, _:
            return "the resolution is over"
        case Gap(), Reveal():
            return None
        case Gap(), UseSkill():
            return heroes.why_not_use(state, choice)
        case Payment(), Pay():
            return payment.why_not_pay(state, decision, choice)
        case RewardOffer(), Take():
            return rewards.why_not_take(decision, choice.kind)
        case Failure(), Discard():
            return _why_not_discard(state, decision, choice)
        case _:
            return f"{type(choice).__name__} does not answer the open decision, {type(decision).__name__}"


def apply(state: State, choice: Choice, *, ask: Collection[type[Decision]] = ()) -> State:
    """Return the state after the choice; raise ``IllegalChoice`` with the reason if it is illegal.

    The machine goes on by itself through whatever leaves no choice. At questions of the types in ``ask`` it stops
    even where only one answer is legal, so that a record can be checked against it.
    """
    reason = why_not(state, choice)
    if reason is not None:
        raise IllegalChoice(reason)
    draft = Draft(state)
    match choice:
        case Reveal():
            _reveal(draft, ask=ask)
        case UseSkill():
            heroes.use(draft, choice)
        case Pay():
            assert isinstance(state.pending, Payment)
            _pay(draft, state.pending.quest, choice)
            _complete(draft, state.pending.quest, ask=ask)
        case Take():
            assert isinstance(state.pending, RewardOffer)
            _take(draft, state.pending.quest, choice.kind)
        case Discard():
            assert isinstance(state.pending, Failure)
            _discard(draft, state.pending.quest, choice)
    return draft.freeze()


def advance(state: State, *, before: int | None = None) -> State:
    """Return the state after revealing card after card, without skills.

    Stops in the gap before that reveal, at the first open decision, or at the end. Made for whoever wants to
    get there fast: the events of the cards in between are not told.
    """
    if state.pending is not None or state.over:
        return state
    draft = Draft(state, quiet=True)
    while draft.story and draft.pending is None and not draft.broken:
        if before is not None and draft.revealed + 1 >= before:
            break
        _reveal(draft, ask=())
    return draft.freeze()


def _reveal(draft: Draft, *, ask: Collection[type[Decision]]) -> None:
    card = draft.story[0]  # R1
    draft.story = draft.story[1:]
    draft.revealed += 1
    if isinstance(card, Item):
        draft.tell(What.ITEM_PLACED, card, (card.kind,))
        draft.place_card(card.kind)
    else:
        _reveal_quest(draft, card, ask=ask)


def _reveal_quest(draft: Draft, quest: Quest, *, ask: Collection[type[Decision]]) -> None:
    waiver = draft.waiver
    solved = draft.solved or any(kind in quest.listed for kind in draft.guesses)  # H8, H10
    if draft.guesses and not any(kind in quest.listed for kind in draft.guesses):
        draft.tell(What.GUESS_WRONG, quest, tuple(sorted(draft.guesses)))
    draft.waiver, draft.solved, draft.guesses = 0, False, frozenset()  # H11
    if solved:
        _complete(draft, quest, ask=ask)  # nothing is paid
        return
    if not payment.is_met(draft, quest, waiver):
        _fail(draft, quest, ask=ask)
        return
    due = Payment(draft.revealed, quest, waiver)
    if waiver or draft.effect is Effect.DUPLICATES_ONCE or draft.game.tokens_matter or Payment in ask:
        ways = list(payment.payments(draft, due))
        if len(ways) > 1 or Payment in ask:
            draft.pending = due
            return
        _pay(draft, quest, ways[0])
    else:
        _pay(draft, quest, Pay())
    _complete(draft, quest, ask=ask)


def _pay(draft: Draft, quest: Quest, pay: Pay) -> None:
    paid = payment.price(quest, pay, once=draft.effect is Effect.DUPLICATES_ONCE)
    draft.leave(paid, pay.tokens)
    draft.tell(What.ITEMS_PAID, quest, paid)


def _complete(draft: Draft, quest: Quest, *, ask: Collection[type[Decision]]) -> None:
    """Set the mission aside as completed, end Tonk's slot, then place the reward (R2, H3)."""
    draft.tell(What.MISSION_COMPLETED, quest)
    if isinstance(quest, Adventure):  # V3, X14
        draft.adventure_completed = True
        draft.effect = quest.effect
        draft.tell(What.EFFECT_ON, quest, detail=quest.effect.value)
    else:
        draft.completed += 1
    if draft.extra_slot:
        draft.extra_slot = False
        draft.tell(What.EXTRA_SLOT_GONE)
        draft.break_if_overfull()
        if draft.broken:
            return
    offer = rewards.offer(draft, quest)
    if offer is None:
        return
    answers = list(rewards.takings(offer))
    if len(answers) > 1 or RewardOffer in ask:
        draft.pending = offer
    else:
        _take(draft, quest, answers[0].kind)


def _take(draft: Draft, quest: Quest, kind: Kind | None) -> None:
    if kind is not None:
        draft.tell(What.REWARD_TAKEN, quest, (kind,))
        draft.place_token(kind)
        return
    offer = rewards.offer(draft, quest)
    run_out = offer is not None and not offer.kinds
    draft.tell(What.REWARD_RUN_OUT if run_out else What.REWARD_DECLINED, quest)


def _fail(draft: Draft, quest: Quest, *, ask: Collection[type[Decision]]) -> None:
    draft.tell(What.MISSION_FAILED, quest, payment.missing_items(draft, quest))
    draft.last_failed = quest
    if not isinstance(quest, Adventure):  # X14
        draft.failed += 1
    present = Pile({kind: min(n, draft.held(kind)) for kind, n in quest.listed.items()})
    if present or Failure in ask:
        draft.pending = Failure(draft.revealed, quest, present)


def _discard(draft: Draft, quest: Quest, choice: Discard) -> None:
    draft.leave(choice.kinds, choice.tokens)
    if choice.kinds:
        draft.tell(What.ITEMS_DISCARDED, quest, choice.kinds)


def _discards(state: State, failure: Failure) -> Iterator[Discard]:
    """Return every selection of the listed items that are present, none first (R7)."""
    for chosen in failure.present.selections():
        for tokens in token_variants(state, chosen, asked=state.game.tokens_matter):
            yield Discard(chosen, tokens)


def _why_not_discard(state: State, failure: Failure, choice: Discard) -> str | None:
    for kind, n in Pile.of(*choice.kinds).items():
        listed = failure.quest.listed[kind]
        if not listed:
            return f"{kind} cannot be discarded, the failed mission does not list it"
        if n > listed:
            return f"{n} {kind} cannot be discarded, the failed mission lists {listed}"
    return why_cannot_leave(state, choice.kinds, choice.tokens, verb="the discard")
