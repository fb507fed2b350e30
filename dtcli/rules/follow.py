"""Follow a record: play a game in which the notes answer the engine's questions.

Where a note is missing, the default is assumed (``noted_choices.default_choice``). A question without a default leaves
the game open.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dtcli.rules import missions, transitions
from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import (
    REVEAL,
    Choice,
    Discard,
    DiscardedCopies,
    Failure,
    Forgotten,
    Gap,
    Pay,
    Payment,
    RewardOffer,
    SkillPrice,
    UseSkill,
)
from dtcli.rules.draft import Draft
from dtcli.rules.heroes import token_uses
from dtcli.rules.items import Kind
from dtcli.rules.noted_choices import agreeing_choices, agreeing_payments, default_choice, noted_choice
from dtcli.rules.notes import Note, NotesByReveal, RevealNote
from dtcli.rules.refusals import Refusal, why_never, why_nothing_to_say
from dtcli.rules.rewards import is_forced
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Event, Game, State, opening

MOST_REVEALS = 1_000_000
MOST_ENDINGS = 64
"""How many continuations of forgotten choices are followed before the outcome counts as open."""


class Frame(NamedTuple):
    """A reveal or a skill as it is shown: what happened, and the state after it."""

    number: int
    card: Card | None
    """The revealed card; None for a skill used before that reveal."""
    events: tuple[Event, ...]
    state: State


class Step(NamedTuple):
    """One choice on the way: the state before it, and the choice."""

    state: State
    choice: Choice
    assumed: bool = False
    """Whether the choice was not recorded and the default was assumed."""


class Run(NamedTuple):
    """A record followed to its end, or to the choice that leaves it open."""

    final: State
    refusals: tuple[Refusal, ...]
    assumed: tuple[Forgotten, ...]
    heroes_used: tuple[HeroId, ...]
    frames: tuple[Frame, ...] = ()
    open: Forgotten | None = None
    """The unrecorded choice at which the run stopped: one without a default, or any if nothing may be assumed."""
    undecided: tuple[Forgotten, ...] = ()
    """Earlier choices of that sort, which ``endings`` or ``branches`` answered in every possible way."""
    notes: tuple[Note, ...] = ()
    steps: tuple[Step, ...] = ()
    """If frames are recorded: the choices that, applied one after the other, give the same game."""
    answered: tuple[type, ...] = ()
    """If the run is open: the types of questions that came up at the last reveal."""
    indexed: NotesByReveal | None = None
    """The notes by reveal, so that a run can be resumed without indexing them again."""

    @property
    def position(self) -> tuple[State, Forgotten | None, tuple[type, ...]]:
        """Return what decides how an open run can go on: runs of one record with equal positions have equal futures."""
        return self.final, self.open, self.answered


def follow(
    game: Game, notes: Iterable[Note], *, frames: bool = False, until: int = MOST_REVEALS, assume: bool = True
) -> Run:
    """Play the game as recorded and return the run; illegal notes are refused and not applied.

    With ``until`` it stops after that reveal, in the gap before the next one. Without ``assume`` it stops at the first
    choice that was not recorded; ``branches`` goes on from there.
    """
    index = NotesByReveal(tuple(notes))
    opened = opening(game)
    if not assume:
        return _Follower(index, frames=False, assume=False).run(Draft(opened, record_events=False))
    run = _Follower(index, frames=frames, until=until).run(Draft(opened, record_events=frames))
    if run.refusals and not frames:  # replay with events on: the reasons name what happened
        run = _Follower(index, frames=False, until=until).run(Draft(opened))
    return run


def follow_on(state: State, index: NotesByReveal) -> Run:
    """Follow notes from a state in a gap on, up to the first choice that was not recorded; ``branches`` goes on."""
    return _Follower(index, frames=False, assume=False).run(Draft(state, record_events=False))


def branches(run: Run) -> Iterator[tuple[Choice, Run]]:
    """Yield each answer to the forgotten choice at which a run stopped, with the run up to the next such choice."""
    for choice in answers_to_open(run):
        yield choice, _resumed(run, choice, assume=False)


def endings(run: Run) -> list[Run] | None:
    """Return every way in which an open run can end, over all answers to the choices without a default.

    Answers that make a later recorded choice illegal are left out, unless all of them do. Returns None if there are
    too many ways.
    """
    ended: list[Run] = []
    waiting = [run]
    while waiting:
        at = waiting.pop()
        if at.open is None:
            ended.append(at)
            continue
        waiting += [_resumed(at, choice, assume=True) for choice in _one_for_each_kind(answers_to_open(at))]
        if len(waiting) + len(ended) > MOST_ENDINGS:
            return None
    possible = [one for one in ended if not one.refusals]
    return possible or ended


def answers_to_open(run: Run) -> Iterable[Choice]:
    """Return every answer to the open question of a run that agrees with the record, or any if a refused note asks."""
    assert run.open is not None
    assert run.indexed is not None
    _, note = run.indexed.reveals.get(run.final.revealed, (None, None))
    return agreeing_choices(run.final, run.open, note) or transitions.options(run.final)


def _one_for_each_kind(choices: Iterable[Choice]) -> Iterator[Choice]:
    """Yield the choices, but only the first payment for each selection of waived items."""
    waived = set()
    for choice in choices:
        if isinstance(choice, Pay):
            what = tuple(sorted(choice.waive))
            if what in waived:
                continue
            waived.add(what)
        yield choice


def _resumed(run: Run, choice: Choice, *, assume: bool) -> Run:
    assert run.indexed is not None
    return _Follower(run.indexed, frames=False, assume=assume).resume(run, choice)


class _Follower:
    """The loop that plays the notes, and collects refusals, assumptions and frames."""

    def __init__(self, index: NotesByReveal, *, frames: bool, until: int = MOST_REVEALS, assume: bool = True) -> None:
        self.index = index
        self.skills, self.reveals = index.skills, index.reveals
        self.may_assume = assume
        self.until = until
        self.refusals = [
            Refusal(number, "twice", f"reveal {note.at} has been decided in another entry")
            for number, note in index.repeated
        ]
        self.want_frames = frames
        self.frames: list[Frame] = []
        self.steps: list[Step] = []
        self.assumed: list[Forgotten] = []
        self.undecided: list[Forgotten] = []
        self.heroes_used: list[HeroId] = []
        self.tried: set[int] = set()
        """The skill notes whose gap has come."""
        self.answered: list[type] = []
        """The types of questions that came up at the current reveal."""
        self.asked: transitions.Asked = ()

    def resume(self, run: Run, choice: Choice) -> Run:
        """Continue an open run with this answer to its open question."""
        opened = run.open
        draft = Draft(run.final, record_events=self.may_assume)  # ``branches`` does not read the reasons of refusals
        assert opened is not None
        self.refusals = list(run.refusals)
        self.tried = {
            index for number, uses in self.skills.items() if number <= run.final.revealed for index, _ in uses
        }
        self.assumed = list(run.assumed)
        self.undecided = [*run.undecided, opened]
        self.heroes_used = list(run.heroes_used)
        if isinstance(opened, SkillPrice):
            assert isinstance(choice, UseSkill)
            self.tried |= {index for index, _ in self.skills[opened.before] if index <= opened.note}
            self._use(draft, choice)
            return self.run(draft)
        self.answered = [*run.answered, type(opened)]
        noted = self.reveals.get(run.final.revealed)
        self.asked = noted[1].asks() if noted else ()
        transitions.act(draft, choice, self.asked)
        return self.run(draft, opened.quest)

    def run(self, draft: Draft, card: Card | None = None) -> Run:
        """Follow the notes from this position on; ``card`` is the one that was just revealed, if any."""
        while True:
            if draft.pending is not None:
                if not self._answer(draft):
                    if self.want_frames and card is not None:
                        self._keep_frame(draft, draft.revealed, card)
                    assert not isinstance(draft.pending, Gap)
                    return self._ended(draft, opened=draft.pending)
                continue
            if card is not None:
                self._end_reveal(draft, card)
            number = draft.revealed + 1
            if number > self.until:
                return self._ended(draft)
            if number in self.skills and not draft.over:
                price = self._use_skills(draft, number)
                if price is not None:
                    return self._ended(draft, opened=price)
            if draft.over:
                break
            card = self._reveal(draft, number)
        self._refuse_unreached(draft)
        return self._ended(draft)

    def _ended(self, draft: Draft, opened: Forgotten | None = None) -> Run:
        self.refusals.sort(key=lambda refusal: refusal.note)
        in_reveal = draft.pending is not None and draft.revealed in self.reveals
        return Run(
            draft.freeze(),
            tuple(self.refusals),
            tuple(self.assumed),
            tuple(self.heroes_used),
            tuple(self.frames),
            opened,
            tuple(self.undecided),
            self.index.notes,
            tuple(self.steps),
            tuple(self.answered) if in_reveal else (),
            self.index,
        )

    def _reveal(self, draft: Draft, number: int) -> Card | None:
        """Reveal the next card and return it; without notes and frames, reveal several at once and return None."""
        noted = self.reveals.get(number)
        if noted is None and not self.want_frames:
            transitions.reveal_on(draft, min(self.index.next_moment(number, MOST_REVEALS), self.until + 1))
            return None
        draft.events.clear()
        card = draft.next_card
        if self.want_frames:
            self._keep_step(draft, REVEAL)
        if noted is None:
            transitions.reveal(draft)
        else:
            self.asked = noted[1].asks()
            self.answered.clear()
            transitions.reveal(draft, self.asked)
        return card

    def _use_skills(self, draft: Draft, number: int) -> SkillPrice | None:
        """Use the skills noted before this reveal; return an unrecorded price at which the run must stop, or None."""
        for index, note in self.skills[number]:
            if index in self.tried:
                continue
            use = note.use
            asked = draft.game.tokens_matter and not note.says_tokens
            ways = token_uses(draft, use) if asked else []
            if len(ways) > 1:
                price = SkillPrice(number, ways[0], index, _as_tokens(ways))
                if not self.may_assume:
                    return price
                self.assumed.append(price)
            self.tried.add(index)
            draft.events.clear()
            if ways:  # cards leave first, unless the skill is legal only if a token leaves
                use = ways[0]
            elif (reason := transitions.why_not(draft, use)) is not None:
                self.refusals.append(Refusal(index, "hero", reason))
                continue
            self._use(draft, use)
        return None

    def _use(self, draft: Draft, use: UseSkill) -> None:
        if self.want_frames:
            self._keep_step(draft, use)
        transitions.act(draft, use)
        self.heroes_used.append(use.hero)
        if self.want_frames:
            self._keep_frame(draft, draft.revealed + 1, None)

    def _keep_frame(self, draft: Draft, number: int, card: Card | None) -> None:
        self.frames.append(Frame(number, card, tuple(draft.events), Draft(draft).freeze()))

    def _keep_step(self, draft: Draft, choice: Choice, *, assumed: bool = False) -> None:
        """Add a step, unless no other choice was legal. Callers check ``want_frames`` before they call."""
        if transitions.is_open(draft):
            self.steps.append(Step(Draft(draft).freeze(), choice, assumed))

    def _answer(self, draft: Draft) -> bool:
        """Answer the pending question by its note or by default; return False if there is neither."""
        noted = self.reveals.get(draft.revealed)
        choice: Choice | None
        if noted is None:
            assumed = len(self.assumed)
            choice = self._assume(draft)
            if choice is not None:
                if self.want_frames:
                    self._keep_step(draft, choice, assumed=len(self.assumed) > assumed)
                transitions.act(draft, choice)
            return choice is not None
        index, note = noted
        pending = draft.pending
        self.answered.append(type(pending))
        assumed = len(self.assumed)
        if isinstance(pending, Payment):
            choice, part = self._recorded_payment(draft, pending, note)
        elif (choice := noted_choice(pending, note)) is None:
            choice, part = self._assume(draft), "take"
        elif isinstance(pending, Failure) and isinstance(choice, Discard):
            choice, part = self._recorded_discard(draft, pending, choice, note), "discard"
        else:
            part = "take"
        if choice is not None and (reason := transitions.why_not(draft, choice)) is not None:
            self.refusals.append(Refusal(index, part, reason))
            choice = default_choice(draft)
        if choice is not None:
            if self.want_frames:
                silent = any(not isinstance(one, DiscardedCopies) for one in self.assumed[assumed:])
                self._keep_step(draft, choice, assumed=silent)
            transitions.act(draft, choice, self.asked)
        return choice is not None

    def _recorded_discard(self, draft: Draft, failure: Failure, discard: Discard, note: RevealNote) -> Discard | None:
        """Return the noted discard; None where it is not recorded which copies left and nothing may be assumed."""
        ways = [] if note.tokens is not None else transitions.token_discards(draft, discard.kinds)
        if len(ways) > 1:
            if not self.may_assume:
                return None
            self.assumed.append(DiscardedCopies(failure.at, failure.quest, _as_tokens(ways)))
        return discard

    def _recorded_payment(self, draft: Draft, due: Payment, note: RevealNote) -> tuple[Choice | None, str]:
        part = "waive" if note.waive else "in_full" if note.in_full else "tokens"
        waive = note.waive
        if (waive is None and due.waiver) or note.tokens is None:
            ways = agreeing_payments(draft, due, note)
            if missions.has_no_default(ways):
                return None, "waive"
            if len(ways) > 1:
                if not self.may_assume:
                    return None, "tokens"
                self.assumed.append(due)
            if ways:
                return ways[0], part
            if waive is None:  # refused in any case: give the reason for the default waiver
                waive = next(missions.payments(draft, due)).waive
        return Pay(waive or (), note.in_full or (), note.tokens or ()), part

    def _assume(self, draft: Draft) -> Choice | None:
        """Return the default, and count it as assumed if another answer would have been legal (X6)."""
        choice = default_choice(draft)
        if choice is None:
            return None
        forgotten: Forgotten | None = None
        match draft.pending:
            case Payment() as due:
                if len(agreeing_payments(draft, due, None)) > 1:
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
        """Refuse the parts of the note on this card that answered no question, and add the frame."""
        noted = self.reveals.get(draft.revealed)
        if noted is not None:
            index, note = noted
            for part in note.unasked(self.answered):
                reason = why_nothing_to_say(part, card, draft.events)
                after_break = draft.broken and part == "take" and not isinstance(card, Item)
                self.refusals.append(Refusal(index, part, reason, after_break))
        if self.want_frames:
            self._keep_frame(draft, draft.revealed, card)

    def _refuse_unreached(self, draft: Draft) -> None:
        for uses in self.skills.values():
            self.refusals += [
                Refusal(index, "before", why_never(draft), draft.broken) for index, _ in uses if index not in self.tried
            ]
        for number, (index, _) in self.reveals.items():
            if not 1 <= number <= draft.revealed:
                self.refusals.append(Refusal(index, "at", why_never(draft), draft.broken and number > 0))


def _as_tokens(ways: Iterable[UseSkill | Discard]) -> tuple[Kind, ...]:
    """Return the kinds that leave as tokens in any of these ways."""
    return tuple(sorted({kind for way in ways for kind in way.tokens}))
