"""What a note that leaves something out can mean: the legal choices that agree with it.

Decides what counts as agreeing; which of several readings is assumed is decided by ``record``.
"""

from collections.abc import Iterable

from dtcli.rules import payment, transitions
from dtcli.rules.decisions import Choice, Failure, Forgotten, Pay, Payment, SkillPrice
from dtcli.rules.draft import Position
from dtcli.rules.heroes import token_uses
from dtcli.rules.notes import RevealNote
from dtcli.rules.resolution import options
from dtcli.rules.state import State


def readings(state: State, question: Forgotten, note: RevealNote | None) -> Iterable[Choice]:
    """Return every answer to an open question that agrees with the note on this reveal, the plainest first."""
    match question:
        case SkillPrice(use=use):
            return token_uses(state, use)
        case Payment() as due:
            return payments_as_noted(state, due, note)
        case Failure() if note is not None and note.discard is not None:
            return transitions.token_discards(state, note.discard)
        case _:
            return options(state)


def payments_as_noted(position: Position, due: Payment, note: RevealNote | None) -> list[Pay]:
    """Return every legal payment that agrees with what was noted of it; unless noted, duplicates are paid once (X4)."""
    if note is None:
        return [pay for pay in payment.payments(position, due) if not pay.in_full]
    in_full = note.in_full or ()
    found: dict[Pay, None] = {}
    for pay in payment.payments(position, due):
        if {*pay.in_full} != {*in_full} or (note.waive is not None and sorted(note.waive) != sorted(pay.waive)):
            continue
        if note.tokens is None:
            found[pay] = None
            continue
        # Tokens that must leave anyway may be named, and those that make no difference: neither is offered (R6, X6).
        named = pay._replace(tokens=note.tokens)
        if payment.why_not_pay(position, due, named) is None:
            found[named] = None
    return [*found]
