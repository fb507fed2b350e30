"""When a mission succeeds, what it takes, and what may be discarded when it fails (R2, R7, H5, V3).

The counterpart of ``dtcli.rules.missions``. A reveal may have several candidates, where the order of the story is not
fixed; at most one of them is revealed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from dtcli.rules.cards import Adventure, Effect, Mission, Quest
from dtcli.rules.items import Kind, Pile
from solver.model.expressions import MANY, NO, YES, ZERO, Amount, Lit, Model, opposite
from solver.model.facts import Need
from solver.model.rewards import BindingNote, OfferedReward, offer
from solver.model.state import ModelState
from solver.recorded import Noted, note_on


class KeptNotes(NamedTuple):
    """The notes about missions: binding, or only compared so that changes can be counted."""

    notes: Noted
    may_change: bool = False

    def bond(self, model: Model, candidate: "PossibleQuest") -> "BindingNote":
        """Return the note that binds the decisions at one candidate."""
        note = note_on(self.notes, candidate.place, candidate.origin)
        return BindingNote(note, model.choice() if self.may_change else NO)


class PossibleQuest(NamedTuple):
    """A mission or adventure that may be revealed here, and the literal that says whether it is.

    ``place`` is the place of the card in the story. One that Arvedui brings back has a place after all others, and
    ``origin`` is its first place.
    """

    place: int
    origin: int
    quest: Quest
    there: Lit


class ResolvedQuest(NamedTuple):
    """How one candidate is resolved."""

    place: int
    origin: int
    quest: Quest
    there: Lit
    completed: Lit
    failed: Lit
    paid: dict[Kind, Amount]
    waived: dict[Kind, Amount]
    in_full: dict[Kind, Lit]
    discarded: dict[Kind, Amount]
    offer: OfferedReward
    changed: Lit
    """Whether a decision differs from the note."""


class QuestReveal(NamedTuple):
    """One reveal of a mission: its candidates, and how many copies leave as tokens."""

    resolved: tuple[ResolvedQuest, ...]
    tokens: dict[Kind, Amount]


def reveal(now: ModelState, candidates: Sequence[PossibleQuest], kept: KeptNotes | None = None) -> QuestReveal:
    """Model the mission that is revealed now, and advance the state past it."""
    model = now.model
    bonds = [None if kept is None else kept.bond(model, one) for one in candidates]
    outcomes = [_resolve(now, one, bond) for one, bond in zip(candidates, bonds, strict=True)]
    leaving: dict[Kind, Amount] = {}
    for one in outcomes:
        for kind, n in (*one.paid.items(), *one.discarded.items()):
            leaving[kind] = leaving.get(kind, ZERO) + n
    as_tokens = now.leave(leaving)
    there = model.any_of(*(one.there for one in outcomes))
    completed = model.any_of(*(one.completed for one in outcomes))
    now.revealed += model.amount(there)
    now.waiver = _carried(now, there)  # H11
    now.solved = model.all_of(now.solved, opposite(there))
    now.guessing = model.all_of(now.guessing, opposite(there))
    adventures = [(one.quest.effect, one.completed) for one in outcomes if isinstance(one.quest, Adventure)]
    now.complete(completed, adventures)
    resolved = []
    for one, bond in zip(outcomes, bonds, strict=True):
        given = offer(now, one.quest, model.all_of(one.completed, now.alive), bond, place=one.origin)
        resolved.append(one._replace(offer=given))
    for one in resolved:
        now.place({kind: model.amount(take) for kind, take in one.offer.takes.items()})
    return QuestReveal(tuple(resolved), as_tokens)


def _carried(now: ModelState, there: Lit) -> Amount:
    """Return what is left of a waiver: nothing, or all of it if the card had been thrown away."""
    if there == YES or not now.waiver.hi:
        return ZERO
    left = now.model.number(0, now.waiver.hi)
    now.model.between(left, 0, 0, there)
    now.model.between(left - now.waiver, 0, 0, opposite(there))
    return left


def _resolve(now: ModelState, candidate: PossibleQuest, bond: BindingNote | None) -> ResolvedQuest:
    model, quest = now.model, candidate.quest
    there = model.all_of(candidate.there, now.alive)
    listed = _listed(now, candidate)
    met = _is_met(now, listed)
    guessed = model.all_of(
        now.guessing, model.any_of(*(listed[kind].is_listed for kind in now.guesses if kind in listed))
    )
    solved = model.any_of(now.solved, guessed)  # H8, H10: nothing is paid
    pays = model.all_of(there, met, opposite(solved))
    completed = model.all_of(there, model.any_of(met, solved))
    failed = model.all_of(there, opposite(completed))
    waived = _waived(now, listed, pays)
    paid, in_full = _price(now, listed, pays, waived)
    if bond is not None and bond.changed != NO:
        _bind_waiver(now, listed, pays, waived, bond)
        if not waived:
            _bind_in_full(now, listed, pays, in_full, bond)
    return ResolvedQuest(
        candidate.place, candidate.origin, quest, there, completed, failed, paid, waived, in_full,
        _discarded(now, listed, failed, bond), OfferedReward(NO, {}), bond.changed if bond else NO,
    )  # fmt: skip


class _ListedItem(NamedTuple):
    """An item that a card lists: the copies, and whether the fact holds that it is listed."""

    copies: int
    is_listed: Lit


def _listed(now: ModelState, candidate: PossibleQuest) -> dict[Kind, _ListedItem]:
    return {
        kind: _ListedItem(n, opposite(now.facts.left_out(Need(candidate.origin, kind))))
        for kind, n in candidate.quest.listed.items()
    }


def _is_met(now: ModelState, listed: dict[Kind, _ListedItem]) -> Lit:
    """Return whether the backpack holds what is listed, less what is waived (R2, H5)."""
    model, once = now.model, now.effects[Effect.DUPLICATES_ONCE]
    present: list[Lit] = []
    for kind, (n, is_listed) in listed.items():
        held, idle = now.held[kind], opposite(is_listed)
        first = model.at_least(held, 1)
        present.append(model.any_of(first, idle))
        # X3: without a copy all of them must be waived; with one the others need not be paid
        spared = model.all_of(once, first)
        present += [model.any_of(model.at_least(held, copy), spared, idle) for copy in range(2, n + 1)]
    if not now.waiver.hi:
        return model.all_of(*present)
    return model.at_least(model.total(present) + now.waiver, len(present))


def _waived(now: ModelState, listed: dict[Kind, _ListedItem], pays: Lit) -> dict[Kind, Amount]:
    """Return how many copies of each kind are waived: exactly as many as due, or the whole list (H5)."""
    model, waiver = now.model, now.waiver
    if not waiver.hi or pays == NO:
        return {}
    waived = {kind: model.number(0, min(n, waiver.hi)) for kind, (n, _) in listed.items()}
    whole = model.sum(model.amount(is_listed) * n for n, is_listed in listed.values())
    for kind, (n, is_listed) in listed.items():
        model.between(waived[kind] - model.amount(is_listed) * n, -MANY, 0)
    every = model.sum(waived.values())
    if waiver.hi <= whole.lo:
        model.between(every - waiver, 0, 0, pays)
    else:
        enough = model.at_least(whole - waiver, 0)
        model.between(every - waiver, 0, 0, pays, enough)
        model.between(every - whole, 0, 0, pays, opposite(enough))
    model.between(every, 0, 0, opposite(pays))
    return waived


def _price(
    now: ModelState, listed: dict[Kind, _ListedItem], pays: Lit, waived: dict[Kind, Amount]
) -> tuple[dict[Kind, Amount], dict[Kind, Lit]]:
    """Return what is paid, and which kinds are paid in full although one copy would do (V3, X3, X4)."""
    model, once = now.model, now.effects[Effect.DUPLICATES_ONCE]
    paid: dict[Kind, Amount] = {}
    in_full: dict[Kind, Lit] = {}
    for kind, (n, is_listed) in listed.items():
        left = model.amount(model.all_of(pays, is_listed)) * n - waived.get(kind, ZERO)
        if once == NO or n == 1 or pays == NO:
            paid[kind] = left
            continue
        doubled = model.all_of(once, model.at_least(left, 2))
        full = in_full[kind] = model.choice()
        model.implies(full, doubled)
        paid[kind] = model.number(0, n)
        cheap = model.all_of(doubled, opposite(full))
        model.between(paid[kind] - left, 0, 0, opposite(cheap))
        model.between(paid[kind], 1, 1, cheap)
    return paid, in_full


def _bind_waiver(
    now: ModelState, listed: dict[Kind, _ListedItem], pays: Lit, waived: dict[Kind, Amount], bond: BindingNote
) -> None:
    """Require the noted waiver if it is possible, unless it is changed (H5)."""
    model, noted = now.model, Pile.of(*(bond.note.waive or ()))
    if not waived or any(kind not in listed or n > listed[kind].copies for kind, n in noted.items()):
        return
    once = now.effects[Effect.DUPLICATES_ONCE]
    due, more = (model.at_least(now.waiver, len(noted) + extra) for extra in (0, 1))
    possible = [pays, due, opposite(more)]
    for kind, (copies, _) in listed.items():
        left = copies - noted[kind]
        one = model.at_least(now.held[kind], min(left, 1))
        possible.append(model.any_of(model.at_least(now.held[kind], left), model.all_of(once, one)))
    for kind, n in waived.items():
        model.between(n, noted[kind], noted[kind], *possible, opposite(bond.changed))


def _bind_in_full(
    now: ModelState, listed: dict[Kind, _ListedItem], pays: Lit, in_full: dict[Kind, Lit], bond: BindingNote
) -> None:
    """Require the noted number of duplicates if it is possible, unless it is changed (V3)."""
    model, wanted = now.model, dict.fromkeys(bond.note.in_full or ())
    can = model.all_of(pays, now.effects[Effect.DUPLICATES_ONCE])
    if wanted.keys() <= in_full.keys():
        can = model.all_of(can, *(model.at_least(now.held[kind], listed[kind].copies) for kind in wanted))
    else:
        can = NO
    for kind, full in in_full.items():
        if kind in wanted:
            model.some(full, opposite(can), bond.changed)
            model.some(opposite(full), can, bond.changed)
        else:
            model.some(opposite(full), bond.changed)


def _discarded(
    now: ModelState, listed: dict[Kind, _ListedItem], failed: Lit, bond: BindingNote | None
) -> dict[Kind, Amount]:
    """Return what is discarded after a failure: of each kind up to the listed number (R7)."""
    model = now.model
    discarded: dict[Kind, Amount] = {}
    for kind, (n, is_listed) in listed.items():
        most = min(n, now.held[kind].hi)
        if failed == NO or not most:
            continue
        noted = ZERO
        if bond is not None:
            copies = range(1, min(most, (bond.note.discard or ()).count(kind)) + 1)
            noted = model.total(model.all_of(failed, model.at_least(now.held[kind], copy)) for copy in copies)
        if bond is not None and bond.changed == NO:
            discarded[kind] = noted
            continue
        discarded[kind] = model.number(0, most)
        model.between(discarded[kind] - model.amount(model.all_of(failed, is_listed)) * most, -MANY, 0)
        if bond is not None:
            model.between(discarded[kind] - noted, 0, 0, opposite(bond.changed))
    return discarded


def counts(resolved: ResolvedQuest) -> bool:
    """Return whether the card counts as a mission (X14)."""
    return isinstance(resolved.quest, Mission)
