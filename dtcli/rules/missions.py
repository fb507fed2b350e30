"""When a mission succeeds, and which copies are paid for it (R2).

Two things change the price: Tragurk's waiver (H5) and an adventure that lets duplicates be paid once (V3).
"""

from collections.abc import Iterator

from dtcli.english import plural
from dtcli.rules.backpack import token_variants, why_cannot_leave
from dtcli.rules.cards import Effect, Quest
from dtcli.rules.decisions import Pay, Payment
from dtcli.rules.draft import Draft, Position
from dtcli.rules.items import Kind, Pile

PLAIN = Pay()
"""Pay what is listed, cards first."""


def is_met(backpack: Draft, quest: Quest, waiver: int) -> bool:
    """Return whether the mission succeeds with some choice of waived items (R2, H5)."""
    once = backpack.effect is not None and backpack.effect is Effect.DUPLICATES_ONCE
    cards, tokens = backpack.cards, backpack.tokens
    short = 0
    for kind, n in quest.listed.items():
        missing = (1 if once else n) - cards.get(kind, 0) - tokens.get(kind, 0)
        if missing > 0:
            # Waived copies are struck from the printed list first (X3), so each copy above one must go too.
            short += n if once else missing
    return short <= waiver


def may_differ(backpack: Draft, quest: Quest, waiver: int) -> bool:
    """Return whether there may be more than one way to pay; a quick test before all ways are listed."""
    if waiver or (backpack.effect is not None and backpack.effect is Effect.DUPLICATES_ONCE):
        return True
    if not backpack.tokens or not backpack.game.tokens_matter:
        return False
    return any(kind in backpack.tokens and kind in backpack.cards for kind in quest.listed)


def missing_items(backpack: Draft, quest: Quest) -> tuple[Kind, ...]:
    """Return the listed copies that are not in the backpack, for the event of a failure (R7)."""
    return tuple(kind for kind, n in quest.listed.items() for _ in range(max(0, n - backpack.held(kind))))


def price(quest: Quest, pay: Pay, *, once: bool) -> tuple[Kind, ...]:
    """Return the copies that leave for this payment (H5, V3, X3, X4)."""
    if not once and not pay.waive:
        return quest.needs
    waived = Pile.of(*pay.waive)
    paid: list[Kind] = []
    for kind, n in quest.listed.items():
        left = n - waived[kind]
        if once and left > 1 and kind not in pay.in_full:
            left = 1
        paid += [kind] * left
    return tuple(paid)


def payments(state: Position, payment: Payment) -> Iterator[Pay]:
    """Return every legal way to pay; the first one is the plain default."""
    quest, once = payment.quest, state.effect is Effect.DUPLICATES_ONCE
    asked = state.game.tokens_matter
    for waive in _waivers(quest, payment.waiver):
        left = _left(quest, waive)
        if any(state.held(kind) < (1 if once else n) for kind, n in left.items()):
            continue
        doubled = [kind for kind, n in left.items() if once and n > 1 and state.held(kind) >= n]
        for in_full in Pile.of(*doubled).selections():
            pay = Pay(waive, in_full)
            for tokens in token_variants(state, price(quest, pay, once=once), asked=asked):
                yield Pay(waive, in_full, tokens) if tokens else pay


def why_not_pay(state: Position, payment: Payment, pay: Pay) -> str | None:
    """Return why the mission cannot be paid like this, or None."""
    quest, once = payment.quest, state.effect is Effect.DUPLICATES_ONCE
    if pay == PLAIN and not payment.waiver:
        return None  # the mission would not have succeeded otherwise
    due = min(payment.waiver, len(quest.needs))
    if len(pay.waive) != due:
        if not due:
            return "nothing can be waived: Tragurk's skill is not in force"
        return f"the waiver is for exactly {plural(due, 'listed item')}, not {len(pay.waive)}"
    waived = Pile.of(*pay.waive)
    for kind in waived:
        if waived[kind] > quest.listed[kind]:
            return f"{waived[kind]} {kind} cannot be waived, the mission lists {quest.listed[kind]}"
    left = _left(quest, pay.waive)
    for kind in pay.in_full:
        if not once:
            return f"{kind} is always paid in full: no adventure lets duplicates be paid once"
        if left.get(kind, 0) < 2:  # noqa: PLR2004  (two copies make a duplicate)
            return f"{kind} is not listed twice"
    return why_cannot_leave(state, price(quest, pay, once=once), pay.tokens, verb="the mission")


def has_no_default(options: list[Pay]) -> bool:
    """Return whether the choice between these payments has no default: they waive different items."""
    return len({pay.waive for pay in options}) > 1


def _waivers(quest: Quest, waiver: int) -> Iterator[tuple[Kind, ...]]:
    """Return every selection of exactly that many listed copies, or of all if fewer are listed (H5)."""
    due = min(waiver, len(quest.needs))
    return quest.listed.selections(due, due)


def _left(quest: Quest, waive: tuple[Kind, ...]) -> dict[Kind, int]:
    waived = Pile.of(*waive)
    return {kind: n - waived[kind] for kind, n in quest.listed.items() if n > waived[kind]}
