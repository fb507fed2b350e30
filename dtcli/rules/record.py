"""Recorded choices as a player: what a table wrote down answers the engine's questions.

Where the record is silent the default of R6 and of the file contract steps in: decline, discard nothing, cards
first. A choice between kinds that must be made has no default and leaves the game open.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dtcli.rules import machine, payment
from dtcli.rules.cards import Card, Item
from dtcli.rules.choices import (
    REVEAL,
    Choice,
    Decision,
    Discard,
    Failure,
    Gap,
    Pay,
    Payment,
    RewardOffer,
    Take,
    UseSkill,
)
from dtcli.rules.draft import Draft, Position
from dtcli.rules.items import named
from dtcli.rules.notes import UNSAID, Note, RevealNote, SkillNote
from dtcli.rules.resolution import options
from dtcli.rules.rewards import is_forced
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Event, Game, State, What, opening

MOST_REVEALS = 1_000_000
MOST_ENDINGS = 64
"""How many continuations of a forgotten choice are followed before the outcome is called open."""


class Refusal(NamedTuple):
    """A recorded choice that the rules do not allow: which note, which part of it, and why."""

    note: int
    part: str
    reason: str


class Frame(NamedTuple):
    """One step for the eyes: a reveal or a skill, what happened, and the state after it."""

    number: int
    card: Card | None
    """The revealed card; None for a skill used before that reveal."""
    events: tuple[Event, ...]
    state: State


class Step(NamedTuple):
    """One choice of a record that is followed: the position, and how it was answered."""

    state: State
    choice: Choice
    assumed: bool = False
    """Nothing was written, although there was something to decide; the default stepped in."""


class Run(NamedTuple):
    """A record followed to its end, or to the choice that leaves it open."""

    final: State
    refusals: tuple[Refusal, ...]
    assumed: tuple[Decision, ...]
    heroes_used: tuple[HeroId, ...]
    frames: tuple[Frame, ...] = ()
    open: Decision | None = None
    """The choice without a default at which the record falls silent."""
    undecided: tuple[Decision, ...] = ()
    """Such choices on the way here, answered one way or another by ``endings``."""
    notes: tuple[Note, ...] = ()
    steps: tuple[Step, ...] = ()
    """Where frames are kept: the choices that, applied one after the other, give the same game."""
    answered: tuple[type, ...] = ()
    """Where it is open: the kinds of questions that the note on the last reveal has been asked."""


def follow(
    game: Game, notes: Iterable[Note], *, frames: bool = False, until: int = MOST_REVEALS, assume: bool = True
) -> Run:
    """Play the game as recorded and return what came of it; nothing that is illegal is done.

    With ``until`` it stops after that reveal, in the gap before the next one. Unless it may ``assume`` the defaults, it
    stops at the first choice that was not recorded; ``branches`` go on from there.
    """
    notes = tuple(notes)
    opened = opening(game)
    if not assume:
        return _Follower(notes, frames=False, assume=False).run(Draft(opened))
    run = _Follower(notes, frames=frames, until=until).run(Draft(opened, loud=frames))
    if run.refusals and not frames:  # once more with open ears: the reasons name what happened
        run = _Follower(notes, frames=False, until=until).run(Draft(opened))
    return run


def branches(run: Run) -> Iterator[tuple[Choice, Run]]:
    """Return how a run that stopped at a forgotten choice can go on, up to the next one, by every answer to it."""
    note = next((note for note in run.notes if isinstance(note, RevealNote) and note.at == run.final.revealed), None)
    for choice in options(run.final):
        if isinstance(choice, Pay) and not _fits(choice, note):
            continue
        yield choice, _Follower(run.notes, frames=False, assume=False).resume(run, choice)


def _fits(pay: Pay, note: RevealNote | None) -> bool:
    """Return whether a payment agrees with what was noted of it; unless noted, duplicates are paid once (X4)."""
    if note is None:
        return not pay.in_full
    said = ((note.waive, pay.waive), (note.in_full or (), pay.in_full), (note.tokens, pay.tokens))
    return all(noted is None or sorted(noted) == sorted(paid) for noted, paid in said)


def endings(run: Run) -> list[Run] | None:
    """Return how an open run can end, over all answers to the choices without default.

    Answers that make a later recorded choice illegal cannot have been given, and are left out, unless all do.
    None means too many to follow.
    """
    ended: list[Run] = []
    waiting = [run]
    while waiting:
        at = waiting.pop()
        if at.open is None:
            ended.append(at)
            continue
        waiting += [_Follower(run.notes, frames=False).resume(at, choice) for choice in _answers(at.final)]
        if len(waiting) + len(ended) > MOST_ENDINGS:
            return None
    possible = [one for one in ended if not one.refusals]
    return possible or ended


def default_choice(state: Position) -> Choice | None:
    """Return what is assumed where nothing was recorded, or None where nothing can be assumed."""
    match state.decision:
        case Gap():
            return REVEAL
        case Payment() as due:
            ways = list(payment.payments(state, due))
            return None if payment.has_no_default(ways) else ways[0]
        case RewardOffer() as offer:
            if is_forced(offer) and offer.kinds:
                return Take(offer.kinds[0])
            return Take(None) if offer.may_decline or not offer.kinds else None
        case Failure():
            return Discard()
        case _:
            return None


def _answers(state: State) -> Iterator[Choice]:
    """Return one choice for each answer between kinds, everything else by default."""
    if isinstance(state.pending, Payment):
        seen = set()
        for pay in payment.payments(state, state.pending):
            if pay.waive not in seen:
                seen.add(pay.waive)
                yield pay
    else:
        yield from options(state)


class _Follower:
    """The loop that asks the notes; keeps what it met on the way."""

    def __init__(
        self, notes: tuple[Note, ...], *, frames: bool, until: int = MOST_REVEALS, assume: bool = True
    ) -> None:
        self.notes = notes
        self.may_assume = assume
        self.until = until
        self.skills: dict[int, list[tuple[int, UseSkill]]] = {}
        self.reveals: dict[int, tuple[int, RevealNote]] = {}
        self.refusals: list[Refusal] = []
        for index, note in enumerate(notes):
            if isinstance(note, SkillNote):
                self.skills.setdefault(note.before, []).append((index, note.use))
            elif note.at in self.reveals:
                self.refusals.append(Refusal(index, "twice", f"reveal {note.at} has been decided in another entry"))
            else:
                self.reveals[note.at] = (index, note)
        self.moments = sorted(self.skills.keys() | self.reveals.keys(), reverse=True)
        self.want_frames = frames
        self.frames: list[Frame] = []
        self.steps: list[Step] = []
        self.assumed: list[Decision] = []
        self.undecided: list[Decision] = []
        self.heroes_used: list[HeroId] = []
        self.tried: set[int] = set()
        """The skill notes whose gap has come."""
        self.answered: list[type] = []
        """The kinds of questions that the note on the present reveal has been asked."""
        self.asked: machine.Asked = ()

    def resume(self, run: Run, choice: Choice) -> Run:
        """Go on with an open run after this answer to its open question, with all that it has met before."""
        assert run.open is not None and not isinstance(run.open, Gap)  # noqa: PT018
        self.refusals = list(run.refusals)
        self.tried = {
            index for number, uses in self.skills.items() if number <= run.final.revealed for index, _ in uses
        }
        self.assumed = list(run.assumed)
        self.undecided = [*run.undecided, run.open]
        self.heroes_used = list(run.heroes_used)
        self.answered = [*run.answered, type(run.open)]
        noted = self.reveals.get(run.final.revealed)
        self.asked = noted[1].asks() if noted else ()
        draft = Draft(run.final)
        machine.act(draft, choice, self.asked)
        return self.run(draft, run.open.quest)

    def run(self, draft: Draft, card: Card | None = None) -> Run:
        """Follow the notes from this position on; ``card`` is the one that was just revealed, if any."""
        while True:
            if draft.pending is not None:
                if not self._answer(draft):
                    if self.want_frames and card is not None:
                        self._keep_frame(draft, draft.revealed, card)
                    return self._ended(draft, opened=draft.pending)
                continue
            if card is not None:
                self._end_reveal(draft, card)
            number = draft.revealed + 1
            if number > self.until:
                return self._ended(draft)
            if number in self.skills and not draft.over:
                self._use_skills(draft, self.skills[number])
            if draft.over:
                break
            card = self._reveal(draft, number)
        self._refuse_unreached(draft)
        return self._ended(draft)

    def _ended(self, draft: Draft, opened: Decision | None = None) -> Run:
        self.refusals.sort(key=lambda refusal: refusal.note)
        return Run(
            draft.freeze(),
            tuple(self.refusals),
            tuple(self.assumed),
            tuple(self.heroes_used),
            tuple(self.frames),
            opened,
            tuple(self.undecided),
            self.notes,
            tuple(self.steps),
            tuple(self.answered),
        )

    def _reveal(self, draft: Draft, number: int) -> Card | None:
        """Reveal the next card; without notes on it or eyes to see it, several at once."""
        noted = self.reveals.get(number)
        if noted is None and not self.want_frames:
            while self.moments and self.moments[-1] <= number:
                self.moments.pop()
            machine.reveal_on(draft, min(self.moments[-1] if self.moments else MOST_REVEALS, self.until + 1))
            return None
        draft.events.clear()
        card = draft.next_card
        self._keep_step(draft, REVEAL)
        if noted is None:
            machine.reveal(draft)
        else:
            self.asked = noted[1].asks()
            self.answered.clear()
            machine.reveal(draft, self.asked)
        return card

    def _use_skills(self, draft: Draft, uses: list[tuple[int, UseSkill]]) -> None:
        for index, use in uses:
            self.tried.add(index)
            draft.events.clear()
            reason = machine.why_not(draft, use)
            if reason is not None:
                self.refusals.append(Refusal(index, "hero", reason))
                continue
            self._keep_step(draft, use)
            machine.act(draft, use)
            self.heroes_used.append(use.hero)
            if self.want_frames:
                self._keep_frame(draft, draft.revealed + 1, None)

    def _keep_frame(self, draft: Draft, number: int, card: Card | None) -> None:
        self.frames.append(Frame(number, card, tuple(draft.events), Draft(draft).freeze()))

    def _keep_step(self, draft: Draft, choice: Choice, *, assumed: bool = False) -> None:
        """Keep a choice for the eyes, unless there was no other."""
        if self.want_frames and machine.is_open(draft):
            self.steps.append(Step(Draft(draft).freeze(), choice, assumed))

    def _answer(self, draft: Draft) -> bool:
        """Answer the pending question by the record or by default; return False where there is neither."""
        noted = self.reveals.get(draft.revealed)
        choice: Choice | None
        if noted is None:
            assumed = len(self.assumed)
            choice = self._assume(draft)
            if choice is not None:
                self._keep_step(draft, choice, assumed=len(self.assumed) > assumed)
                machine.act(draft, choice)
            return choice is not None
        index, note = noted
        pending = draft.pending
        self.answered.append(type(pending))
        assumed = len(self.assumed)
        if isinstance(pending, RewardOffer) and note.take is not UNSAID:
            choice, part = Take(note.take), "take"
        elif isinstance(pending, Failure) and note.discard is not None:
            choice, part = Discard(note.discard, note.tokens or ()), "discard"
        elif isinstance(pending, Payment):
            choice, part = self._recorded_payment(draft, pending, note)
        else:
            choice, part = self._assume(draft), "take"
        if choice is not None and (reason := machine.why_not(draft, choice)) is not None:
            self.refusals.append(Refusal(index, part, reason))
            choice = default_choice(draft)
        if choice is not None:
            self._keep_step(draft, choice, assumed=len(self.assumed) > assumed)
            machine.act(draft, choice, self.asked)
        return choice is not None

    def _recorded_payment(self, draft: Draft, due: Payment, note: RevealNote) -> tuple[Choice | None, str]:
        waive = note.waive
        if (waive is None and due.waiver) or note.tokens is None:
            ways = list(payment.payments(draft, due))
            if waive is None and payment.has_no_default(ways):
                return None, "waive"
            if waive is None:
                waive = ways[0].waive
            if note.tokens is None and _tokens_differ(ways):
                if not self.may_assume:
                    return None, "tokens"
                self.assumed.append(due)
        part = "waive" if note.waive else "in_full" if note.in_full else "tokens"
        return Pay(waive or (), note.in_full or (), note.tokens or ()), part

    def _assume(self, draft: Draft) -> Choice | None:
        """Return the default, and count it where another answer would have been legal (X6)."""
        choice = default_choice(draft)
        if choice is None:
            return None
        forgotten: Decision | None = None
        match draft.pending:
            case Payment() as due:
                if _tokens_differ(list(payment.payments(draft, due))):
                    forgotten = due
            case RewardOffer() as offer if not is_forced(offer):
                forgotten = offer
            case Failure() as failure if failure.present:
                forgotten = failure
        if forgotten is None:
            return choice
        if not self.may_assume:
            return None
        self.assumed.append(forgotten)
        return choice

    def _end_reveal(self, draft: Draft, card: Card) -> None:
        """Refuse what was written about this card and had nothing to say; keep the frame."""
        noted = self.reveals.get(draft.revealed)
        if noted is not None:
            index, note = noted
            for part in note.unasked(self.answered):
                self.refusals.append(Refusal(index, part, _why_nothing_to_say(part, card, draft.events)))
        if self.want_frames:
            self._keep_frame(draft, draft.revealed, card)

    def _refuse_unreached(self, draft: Draft) -> None:
        for uses in self.skills.values():
            self.refusals += [Refusal(index, "before", _never(draft)) for index, _ in uses if index not in self.tried]
        for number, (index, _) in self.reveals.items():
            if not 1 <= number <= draft.revealed:
                self.refusals.append(Refusal(index, "at", _never(draft)))


def _tokens_differ(ways: list[Pay]) -> bool:
    return any(pay.tokens for pay in ways)


def _never(state: Draft) -> str:
    how = "the backpack breaks" if state.broken else "the story ends"
    return f"that reveal never comes: {how} with reveal {state.revealed}, {state.last_card}"


def _why_nothing_to_say(part: str, card: Card, events: list[Event]) -> str:
    if isinstance(card, Item):
        return f"the card revealed then is {card}, an item: nothing is decided"
    happened = {event.what: event for event in events}
    if What.MISSION_FAILED in happened and part == "tokens":
        return "the mission fails and nothing is said to leave the backpack"
    if What.MISSION_FAILED in happened:
        missing = named(happened[What.MISSION_FAILED].kinds)
        return f"the mission fails, {missing} is missing"
    if part == "discard":
        by_skill = What.SOLVED_BY_SKILL in happened
        why = "a skill completes it" if by_skill else "all it lists is in the backpack"
        return f"the mission does not fail, {why}"
    if part == "take":
        broke = What.BACKPACK_BROKE in happened
        return "the backpack breaks before the reward" if broke else "the mission gives no reward"
    return "the mission is completed by a skill, so nothing is paid"
