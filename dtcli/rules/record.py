"""Recorded choices as a player: what a table wrote down answers the engine's questions.

Where the record is silent the default of R6 and of the file contract steps in: decline, discard nothing, cards
first. A choice between kinds that must be made has no default and leaves the game open.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from dtcli.rules import payment
from dtcli.rules.cards import Card, Item
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
    RewardOffer,
    Take,
    UseSkill,
)
from dtcli.rules.items import Kind, named
from dtcli.rules.resolution import advance, apply, options, start, why_not
from dtcli.rules.rewards import takings
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Event, Game, State, What

MOST_ENDINGS = 64
"""How many continuations of a forgotten choice are followed before the outcome is called open."""


class Unsaid(Enum):
    """Tells a reward that was declined (None) from one that nobody wrote down."""

    UNSAID = "unsaid"


UNSAID = Unsaid.UNSAID


@dataclass(frozen=True, slots=True)
class RevealNote:
    """What was decided when the ``at``-th card was revealed. None means that nothing was written."""

    at: int
    take: Kind | Unsaid | None = UNSAID
    discard: tuple[Kind, ...] | None = None
    waive: tuple[Kind, ...] | None = None
    in_full: tuple[Kind, ...] | None = None
    tokens: tuple[Kind, ...] | None = None

    def said(self) -> set[str]:
        """Return the names of the things that were written down."""
        names = {name for name in ("discard", "waive", "in_full", "tokens") if getattr(self, name) is not None}
        return names if self.take is UNSAID else names | {"take"}

    def asks(self) -> list[type[Decision]]:
        """Return the questions that the engine must ask, even if forced, so that this note can answer them."""
        asked: list[type[Decision]] = []
        if self.take is not UNSAID:
            asked.append(RewardOffer)
        if self.discard is not None or self.tokens is not None:
            asked.append(Failure)
        if self.waive is not None or self.in_full is not None or self.tokens is not None:
            asked.append(Payment)
        return asked


@dataclass(frozen=True, slots=True)
class SkillNote:
    """A hero skill used in the gap before the ``before``-th reveal."""

    before: int
    use: UseSkill


Note = RevealNote | SkillNote


@dataclass(frozen=True, slots=True)
class Refusal:
    """A recorded choice that the rules do not allow: which note, which part of it, and why."""

    note: int
    part: str
    reason: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One step for the eyes: a reveal or a skill, what happened, and the state after it."""

    number: int
    card: Card | None
    """The revealed card; None for a skill used before that reveal."""
    events: tuple[Event, ...]
    state: State = field(repr=False)


@dataclass(frozen=True, slots=True)
class Run:
    """A record followed to its end, or to the choice that leaves it open."""

    final: State
    refusals: tuple[Refusal, ...]
    assumed: tuple[Decision, ...]
    heroes_used: tuple[HeroId, ...]
    frames: tuple[Frame, ...] = ()
    open: Decision | None = None


def follow(game: Game, notes: Iterable[Note], *, frames: bool = False) -> Run:
    """Play the game as recorded and return what came of it; nothing that is illegal is done."""
    return _Follower(tuple(notes), frames=frames).run(start(game))


def endings(game: Game, notes: Iterable[Note], run: Run) -> list[Run] | None:
    """Return how an open run can end, over all answers to the choices without default.

    Answers that make a later recorded choice illegal cannot have been given, and are left out, unless all do.
    None means too many to follow.
    """
    notes = tuple(notes)
    ended: list[Run] = []
    waiting = [run]
    while waiting:
        at = waiting.pop()
        if at.open is None:
            ended.append(at)
            continue
        for choice in _answers(at.final):
            follower = _Follower(notes, frames=False)
            follower.continue_after(at)
            waiting.append(follower.run(apply(at.final, choice)))
        if len(waiting) + len(ended) > MOST_ENDINGS:
            return None
    possible = [one for one in ended if not one.refusals]
    return possible or ended


def default_choice(state: State) -> Choice | None:
    """Return what is assumed where nothing was recorded, or None where nothing can be assumed."""
    match state.decision:
        case Gap():
            return REVEAL
        case Payment() as due:
            ways = list(payment.payments(state, due))
            return None if payment.has_no_default(ways) else ways[0]
        case RewardOffer() as offer:
            answers = list(takings(offer))
            return None if len(answers) > 1 and not offer.may_decline else answers[0]
        case Failure():
            return Discard()
        case None:
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

    def __init__(self, notes: tuple[Note, ...], *, frames: bool) -> None:
        self.skills: dict[int, list[tuple[int, UseSkill]]] = {}
        self.reveals: dict[int, tuple[int, RevealNote]] = {}
        self.refusals: list[Refusal] = []
        for index, note in enumerate(notes):
            if isinstance(note, SkillNote):
                self.skills.setdefault(note.before, []).append((index, note.use))
            elif note.at in self.reveals:
                self.refusals.append(Refusal(index, "at", f"reveal {note.at} has been decided in another entry"))
            else:
                self.reveals[note.at] = (index, note)
        self.moments = sorted(self.skills.keys() | self.reveals.keys(), reverse=True)
        self.want_frames = frames
        self.frames: list[Frame] = []
        self.assumed: list[Decision] = []
        self.heroes_used: list[HeroId] = []
        self.left_to_say: set[str] = set()
        self.happened: list[Event] = []

    def continue_after(self, run: Run) -> None:
        """Take over what an earlier run has met."""
        self.refusals = list(run.refusals)
        self.assumed = list(run.assumed)
        self.heroes_used = list(run.heroes_used)

    def run(self, state: State) -> Run:
        """Follow the notes from this state on."""
        card: Card | None = None
        while True:
            if state.pending is not None:
                answered = self._answered(state)
                if answered is None:
                    return self._run(state, opened=state.pending)
                state = answered
                self.happened += state.events
                continue
            if card is not None:
                self._end_reveal(state, card)
            if state.over:
                break
            state = self._skills(state)
            if state.over:
                break
            card = state.story[0]
            state = self._reveal(state)
        self._refuse_unreached(state)
        return self._run(state)

    def _run(self, state: State, opened: Decision | None = None) -> Run:
        self.refusals.sort(key=lambda refusal: refusal.note)
        return Run(
            final=state,
            refusals=tuple(self.refusals),
            assumed=tuple(self.assumed),
            heroes_used=tuple(self.heroes_used),
            frames=tuple(self.frames),
            open=opened,
        )

    def _reveal(self, state: State) -> State:
        number = state.revealed + 1
        noted = self.reveals.get(number)
        if noted is None and not self.want_frames:
            while self.moments and self.moments[-1] <= number:
                self.moments.pop()
            return advance(state, before=self.moments[-1] if self.moments else None)
        self.left_to_say = noted[1].said() if noted else set()
        state = apply(state, REVEAL, ask=noted[1].asks() if noted else ())
        self.happened = list(state.events)
        return state

    def _skills(self, state: State) -> State:
        number = state.revealed + 1
        for index, use in self.skills.get(number, ()):
            reason = why_not(state, use)
            if reason is not None:
                self.refusals.append(Refusal(index, "hero", reason))
                continue
            state = apply(state, use)
            self.heroes_used.append(use.hero)
            if self.want_frames:
                self.frames.append(Frame(number, None, state.events, state))
        return state

    def _answered(self, state: State) -> State | None:
        """Return the state after the recorded answer, or after the default; None where there is neither."""
        noted = self.reveals.get(state.revealed)
        if noted is None:
            choice = self._assume(state)
            return None if choice is None else apply(state, choice)
        index, note = noted
        choice, part = self._recorded(state, note)
        asked = note.asks()
        if choice is not None:
            try:
                return apply(state, choice, ask=asked)
            except IllegalChoice as illegal:
                self.refusals.append(Refusal(index, part, str(illegal)))
                choice = default_choice(state)
        return None if choice is None else apply(state, choice, ask=asked)

    def _recorded(self, state: State, note: RevealNote) -> tuple[Choice | None, str]:
        """Return what the note answers, or the default where it is silent, and the part of the note that says it."""
        match state.pending:
            case Payment() as due:
                return self._recorded_payment(state, due, note)
            case RewardOffer():
                self.left_to_say.discard("take")
                return (self._assume(state) if note.take is UNSAID else Take(note.take)), "take"
            case _:
                self.left_to_say -= {"discard", "tokens"}
                silent = note.discard is None
                return (self._assume(state) if silent else Discard(note.discard or (), note.tokens or ())), "discard"

    def _recorded_payment(self, state: State, due: Payment, note: RevealNote) -> tuple[Choice | None, str]:
        self.left_to_say -= {"waive", "in_full", "tokens"}
        ways = list(payment.payments(state, due))
        waive = note.waive
        if waive is None:
            if payment.has_no_default(ways):
                return None, "waive"
            waive = ways[0].waive
        if note.tokens is None and _tokens_differ(ways):
            self.assumed.append(due)
        part = "waive" if note.waive else "in_full" if note.in_full else "tokens"
        return Pay(waive, note.in_full or (), note.tokens or ()), part

    def _assume(self, state: State) -> Choice | None:
        """Return the default, and count it where another answer would have been legal (X6)."""
        choice = default_choice(state)
        if choice is None:
            return None
        match state.pending:
            case Payment() as due:
                if _tokens_differ(list(payment.payments(state, due))):
                    self.assumed.append(due)
            case RewardOffer() as offer if len(list(takings(offer))) > 1:
                self.assumed.append(offer)
            case Failure() as failure if failure.present:
                self.assumed.append(failure)
        return choice

    def _end_reveal(self, state: State, card: Card) -> None:
        """Refuse what was written about this card and had nothing to say; keep the frame."""
        if self.left_to_say:
            index, _ = self.reveals[state.revealed]
            for part in sorted(self.left_to_say):
                self.refusals.append(Refusal(index, part, _why_nothing_to_say(part, card, self.happened)))
            self.left_to_say = set()
        if self.want_frames:
            self.frames.append(Frame(state.revealed, card, tuple(self.happened), state))

    def _refuse_unreached(self, state: State) -> None:
        for number, uses in self.skills.items():
            if number > state.revealed + 1 or (number == state.revealed + 1 and not self._was_tried(uses)):
                reason = _never(state)
                self.refusals += [Refusal(index, "before", reason) for index, _ in uses]
        for number, (index, _) in self.reveals.items():
            if number > state.revealed:
                self.refusals.append(Refusal(index, "at", _never(state)))

    def _was_tried(self, uses: list[tuple[int, UseSkill]]) -> bool:
        refused = {refusal.note for refusal in self.refusals}
        return any(index in refused or use.hero in self.heroes_used for index, use in uses)


def _tokens_differ(ways: list[Pay]) -> bool:
    return any(pay.tokens for pay in ways)


def _never(state: State) -> str:
    how = "the backpack breaks" if state.broken else "the story ends"
    return f"that reveal never comes: {how} with reveal {state.revealed}"


def _why_nothing_to_say(part: str, card: Card, events: list[Event]) -> str:
    if isinstance(card, Item):
        return f"the card revealed then is {card}, an item: nothing is decided"
    happened = {event.what: event for event in events}
    if What.MISSION_FAILED in happened:
        missing = named(happened[What.MISSION_FAILED].kinds)
        return f"the mission fails, {missing} is missing"
    if part == "discard":
        return "the mission succeeds, so nothing is discarded by choice"
    if part == "take":
        broke = What.BACKPACK_BROKE in happened
        return "the backpack breaks before the reward" if broke else "the mission gives no reward"
    return "the mission is completed by a skill, so nothing is paid"


def moment(note: Note) -> tuple[int, bool]:
    """Return when a note happens, as a sort key: a gap comes before its reveal."""
    return (note.before, False) if isinstance(note, SkillNote) else (note.at, True)
