"""From notes to choices: what a note states, which legal choices agree with it, and the default where it is silent."""

from collections.abc import Iterable

from dtcli.rules import missions, transitions
from dtcli.rules.decisions import (
    REVEAL,
    Choice,
    Decision,
    Discard,
    Failure,
    Forgotten,
    Gap,
    Pay,
    Payment,
    RewardOffer,
    SkillPrice,
    Take,
)
from dtcli.rules.draft import Position
from dtcli.rules.heroes import token_uses
from dtcli.rules.items import Pile
from dtcli.rules.notes import UNSAID, RevealNote
from dtcli.rules.rewards import is_forced
from dtcli.rules.state import State


def noted_choice(decision: Decision | None, note: RevealNote) -> Choice | None:
    """Return the choice that a note states for a decision, legal or not; None if it says nothing about it.

    Where the note does not name tokens, none are named in the choice: cards leave first (R6).
    """
    match decision:
        case RewardOffer() if note.take is not UNSAID:
            return Take(note.take)
        case Failure() if note.discard is not None:
            return Discard(note.discard, note.tokens or ())
        case Payment() if note.waive is not None or note.in_full is not None or note.tokens is not None:
            return Pay(note.waive or (), note.in_full or (), note.tokens or ())
        case _:
            return None


def default_choice(position: Position) -> Choice | None:
    """Return the choice that is assumed where nothing was recorded, or None if there is no default (X6).

    The default is to decline, to discard nothing, and to let cards leave first. A choice between kinds that must be
    made has no default.
    """
    match position.decision:
        case Gap():
            return REVEAL
        case Payment() as due:
            ways = list(missions.payments(position, due))
            return None if missions.has_no_default(ways) else ways[0]
        case RewardOffer() as offer:
            if is_forced(offer) and offer.kinds:
                return Take(offer.kinds[0])
            return Take(None) if offer.may_decline or not offer.kinds else None
        case Failure():
            return Discard()
        case _:
            return None


def noted_or_default(state: State, note: RevealNote) -> Choice | None:
    """Return the choice that keeps to a note as far as that is legal here, else the default; None if there is none.

    Of a noted discard the items that are present are kept. Which copies leave as tokens is left to the default.
    """
    match state.decision, noted_choice(state.decision, note):
        case Failure(present=present), Discard(kinds):
            noted = Pile.of(*kinds)
            return Discard(tuple(Pile({kind: min(n, present[kind]) for kind, n in noted.items()}).copies()))
        case _, Pay() as pay:
            choice: Choice | None = pay._replace(tokens=())
        case _, choice:
            pass
    if choice is not None and transitions.why_not(state, choice) is None:
        return choice
    return default_choice(state)


def agreeing_choices(state: State, question: Forgotten, note: RevealNote | None) -> Iterable[Choice]:
    """Return every answer to an open question that agrees with the note on this reveal, the plainest first."""
    match question:
        case SkillPrice(use=use):
            return token_uses(state, use)
        case Payment() as due:
            return agreeing_payments(state, due, note)
        case Failure() if note is not None and note.discard is not None:
            return transitions.token_discards(state, note.discard)
        case _:
            return transitions.options(state)


def agreeing_payments(position: Position, due: Payment, note: RevealNote | None) -> list[Pay]:
    """Return every legal payment that agrees with the note; unless noted, duplicates are paid once (X4)."""
    if note is None:
        return [pay for pay in missions.payments(position, due) if not pay.in_full]
    in_full = note.in_full or ()
    found: dict[Pay, None] = {}
    for pay in missions.payments(position, due):
        if {*pay.in_full} != {*in_full} or (note.waive is not None and sorted(note.waive) != sorted(pay.waive)):
            continue
        if note.tokens is None:
            found[pay] = None
            continue
        # A note may also name tokens that must leave anyway or make no difference; these are not offered (R6, X6).
        named = pay._replace(tokens=note.tokens)
        if missions.why_not_pay(position, due, named) is None:
            found[named] = None
    return [*found]
