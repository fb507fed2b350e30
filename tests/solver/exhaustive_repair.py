"""An exhaustive search for the fewest changes of a record that win, to check repairs.

What counts as a change is said in ``solver.recorded.changes``; it is counted here in another way, from the words and
not from the code. A card is known by its place, an index into the story as it was laid; one that is brought back has a
place behind all others. Knows nothing of the model.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from dtcli.rules import (
    Discard,
    EventKind,
    Failure,
    Game,
    HeroId,
    Item,
    Pay,
    Payment,
    RewardOffer,
    State,
    Take,
    UseSkill,
    apply,
    follow,
    options,
    start,
)
from dtcli.rules.decisions import Choice, Gap
from dtcli.rules.notes import Note, RevealNote, SkillNote, moment
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO, Borrowing
from solver.limits import Limits
from solver.preference import Outcome, play
from solver.search import Disagreement
from solver.studies.repair import Repair, repair_question
from tests.solver.exhaustive import TooManyPositions
from tests.solver.records import is_good, question_of

LIMITS = Limits(work=60)
"""Ample: a small game is repaired with a hundredth of it."""
LOOKED_AT = 5
"""The cards that Nintrabash and Zigarat Ho look at."""
Places = tuple[int, ...]


# --- What a table did, by the places of the cards


class NotedUse(NamedTuple):
    """A skill that was used: before which card, how, and on which cards in which order."""

    before: int
    use: UseSkill
    cards: Places


class NotedGame(NamedTuple):
    """The notes about each card, and the use of each skill."""

    notes: Mapping[int, RevealNote]
    uses: Mapping[HeroId, NotedUse]


def remember(game: Game, notes: Iterable[Note]) -> NotedGame:
    """Return a record by the places of its cards."""
    lying = tuple(range(len(game.story)))
    noted: dict[int, RevealNote] = {}
    uses: dict[HeroId, NotedUse] = {}
    for note in sorted(notes, key=moment):
        if isinstance(note, RevealNote):
            if note.at <= len(lying):
                noted[lying[note.at - 1]] = note
        elif note.before <= len(lying):
            gone, coming = lying[: note.before - 1], lying[note.before - 1 :]
            numbers = note.use.order or note.use.discard or ()
            uses[note.use.hero] = NotedUse(coming[0], note.use, tuple(coming[n - 1] for n in numbers))
            lying = gone + _coming_after(game, coming, note.use)
    return NotedGame(noted, uses)


def _coming_after(game: Game, coming: Places, use: UseSkill) -> Places:
    """Return the places of the unrevealed cards after a skill."""
    hero = use.borrowed or use.hero
    if hero == NINTRABASH:
        return tuple(place for n, place in enumerate(coming, 1) if n not in (use.discard or ()))
    if hero == ZIGARAT_HO:
        return (*(coming[n - 1] for n in use.order or ()), *coming[len(use.order or ()) :])
    if hero == ARVEDUI_MIRIEL:
        is_second = game.rulings.thanir is Borrowing.COPIES and use.borrowed is None
        return (*coming, len(game.story) + is_second)
    return coming


def as_done(done: NotedUse, coming: Places) -> UseSkill | None:
    """Return the use that does the same to the next cards; None if that is impossible."""
    seen = coming[:LOOKED_AT]
    if done.before != coming[0] or not {*done.cards} <= {*seen}:
        return None
    numbers = tuple(seen.index(place) + 1 for place in done.cards)
    if done.use.order is not None:
        return done.use._replace(order=numbers) if len(numbers) == len(seen) else None
    return done.use._replace(discard=numbers) if done.use.discard is not None else done.use


def _says(choice: Choice) -> tuple[object, ...]:
    """Return a choice without the order of names and without the copies that leave as tokens."""
    match choice:
        case UseSkill():
            discard = None if choice.discard is None else sorted(choice.discard)
            return choice.hero, choice.borrowed, sorted(choice.remove), choice.take, choice.guess, discard, choice.order
        case Pay(waive, in_full, _):
            return sorted(waive), sorted(in_full)
        case Discard(kinds, _):
            return (sorted(kinds),)
    return (choice,)


def as_noted(state: State, note: RevealNote) -> Choice | None:
    """Return the answer that keeps to the note if possible, or else the default; None if any will do."""
    match state.decision:
        case RewardOffer(kinds=kinds, may_decline=optional):
            if note.take in kinds:
                return Take(note.take)
            return Take(None) if optional else None
        case Failure(present=present):
            left = list(present.copies())
            kept = []
            for kind in note.discard or ():
                if kind in left:
                    left.remove(kind)
                    kept.append(kind)
            return Discard(tuple(kept))
        case Payment():
            ways = list(options(state))
            noted = Pay(note.waive or (), note.in_full or ())
            if any(_says(way) == _says(noted) for way in ways):
                return noted
            return Pay(ways[0].waive) if len({way.waive for way in ways}) == 1 else None
    raise AssertionError(state.decision)


# --- One line, followed from card to card


class RepairPosition(NamedTuple):
    """A position of a line, and the part of its past that can still count."""

    state: State
    coming: Places
    at: int = -1
    """The card that was revealed last, if it has a note."""
    changed: bool = False
    """Whether a decision at this card differs from the note."""
    acted: frozenset[HeroId] = frozenset()
    failed: int = -1
    """The first place of the mission that failed last."""
    origins: frozenset[tuple[int, int]] = frozenset()
    """For each card that was brought back, its first place."""


class ChangeCounter:
    """Counts the differences from a record."""

    def __init__(self, game: Game, notes: Iterable[Note]) -> None:
        self.game = game
        self.memory = remember(game, notes)

    def opening(self) -> RepairPosition:
        return RepairPosition(start(self.game), tuple(range(len(self.game.story))))

    def step(self, spot: RepairPosition, choice: Choice) -> tuple[int, RepairPosition]:
        """Return whether a choice is a change, as 1 or 0, and the position after it."""
        state = spot.state
        after = spot._replace(state=apply(state, choice))
        if isinstance(choice, UseSkill):
            cost = self._is_another_use(spot, choice)
            after = after._replace(
                coming=_coming_after(self.game, spot.coming, choice), acted=spot.acted | {choice.hero}
            )
            if (choice.borrowed or choice.hero) == ARVEDUI_MIRIEL:
                after = after._replace(origins=spot.origins | {(after.coming[-1], spot.failed)}, failed=-1)
        elif isinstance(state.decision, Gap):
            cost = False
            after = after._replace(at=spot.coming[0], coming=spot.coming[1:], changed=False)
        else:
            cost = not spot.changed and self._is_another_answer(spot, choice)
            after = after._replace(changed=spot.changed or cost)
        if any(event.what is EventKind.MISSION_FAILED for event in after.state.events):
            after = after._replace(failed=dict(spot.origins).get(after.at, after.at))
        return int(cost), after

    def _is_another_use(self, spot: RepairPosition, use: UseSkill) -> bool:
        done = self.memory.uses.get(use.hero)
        again = None if done is None else as_done(done, spot.coming)
        return again is None or _says(again) != _says(use)

    def _is_another_answer(self, spot: RepairPosition, choice: Choice) -> bool:
        notes, nothing = self.memory.notes, RevealNote(0)
        note = notes.get(spot.at) or notes.get(dict(spot.origins).get(spot.at, -1)) or nothing
        wanted = as_noted(spot.state, note)
        return wanted is not None and _says(wanted) != _says(choice)

    def undone(self, end: RepairPosition) -> int:
        """Return how many of the recorded skills were never used."""
        return len(self.memory.uses.keys() - end.acted)

    def count(self, choices: Iterable[Choice]) -> int:
        """Return how many decisions of a line differ from the record."""
        spot, changes = self.opening(), 0
        for choice in choices:
            cost, spot = self.step(spot, choice)
            changes += cost
        return changes + self.undone(spot)


# --- Every line


class LeastChanged(NamedTuple):
    """The fewest changes that win, and the best outcome with so few; in the order of preference."""

    changes: int
    lost: int
    """The missions that are completed, as a negative number."""
    skills: int
    tokens: int
    discards: int

    @property
    def rank(self) -> tuple[int, ...]:
        return -self.lost, -self.skills, -self.tokens, -self.discards


def fewest(game: Game, notes: Iterable[Note], most: int = 200_000) -> LeastChanged | None:
    """Return the fewest changes that win, or keep the backpack whole if there is nothing to win; None if none do."""
    return _FewestChanges(game, notes, most).fewest()


class _FewestChanges(ChangeCounter):
    def __init__(self, game: Game, notes: Iterable[Note], most: int) -> None:
        super().__init__(game, notes)
        self.most = most
        self.known: dict[RepairPosition, LeastChanged | None] = {}
        self.named = {place for done in self.memory.uses.values() for place in (done.before, *done.cards)}
        """Items that the record names by their places; all others of a kind are interchangeable."""

    def fewest(self) -> LeastChanged | None:
        return self._from(self._plain(self.opening()))

    def _from(self, spot: RepairPosition) -> LeastChanged | None:
        if spot.state.over:
            return LeastChanged(self.undone(spot), -spot.state.completed, 0, 0, 0) if is_good(spot.state) else None
        if spot not in self.known:
            if len(self.known) > self.most:
                raise TooManyPositions
            self.known[spot] = None  # positions do not repeat
            self.known[spot] = min(self._through(spot), default=None)
        return self.known[spot]

    def _through(self, spot: RepairPosition) -> Iterator[LeastChanged]:
        met = set()
        for choice in self._choices(spot):
            cost, after = self.step(spot, choice)
            after = self._plain(after)
            if (cost, after) in met:
                continue
            met.add((cost, after))
            rest = self._from(after)
            if rest is not None:
                tokens = sum(event.what is EventKind.REWARD_TAKEN for event in after.state.events)
                discards = len(choice.kinds) if isinstance(choice, Discard) else 0
                skills = int(isinstance(choice, UseSkill))
                spent = LeastChanged(cost, 0, skills, tokens, discards)
                yield LeastChanged(*(one + other for one, other in zip(rest, spent, strict=True)))

    def _choices(self, spot: RepairPosition) -> Iterator[Choice]:
        """Yield every choice; cards that are equal to the engine differ if the record tells them apart."""
        bare: set[UseSkill] = set()
        for choice in options(spot.state):
            if not isinstance(choice, UseSkill) or choice.discard is choice.order is None:
                yield choice
                continue
            plain = choice._replace(discard=None, order=None)
            if plain not in bare:
                bare.add(plain)
                how = "order" if choice.discard is None else "discard"
                yield from (plain._replace(**{how: numbers}) for numbers in self._ways_to_look(spot, how))

    def _ways_to_look(self, spot: RepairPosition, how: str) -> Iterator[tuple[int, ...]]:
        """Yield every way to throw away or rearrange cards, each once."""
        seen = list(zip(spot.state.story, spot.coming, strict=True))[:LOOKED_AT]
        numbers = range(1, len(seen) + 1)
        met = set()
        for chosen in _subsets(numbers) if how == "discard" else permutations(numbers):
            left = [n for n in numbers if n not in chosen] if how == "discard" else chosen
            cards = tuple(seen[n - 1] for n in left)
            if cards not in met:
                met.add(cards)
                yield chosen

    def _plain(self, spot: RepairPosition) -> RepairPosition:
        """Return the position without the places of items that the record does not name."""
        coming = tuple(
            place if not isinstance(card, Item) or place in self.named else -1
            for place, card in zip(spot.coming, spot.state.story, strict=True)
        )
        is_item = spot.at in range(len(self.game.story)) and isinstance(self.game.story[spot.at], Item)
        return spot._replace(coming=coming, at=-1 if is_item else spot.at)


def _subsets(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for bits in range(1 << len(numbers)):
        yield tuple(number for n, number in enumerate(numbers) if bits >> n & 1)


# --- A repair held against all that


class ComparedRepair(NamedTuple):
    """The result of a comparison; ``wrong`` is empty if both agree."""

    wrong: tuple[str, ...]
    repair: Repair | None = None
    """None if solver and engine disagree."""


def compare(game: Game, notes: Sequence[Note], *, most: int) -> ComparedRepair:
    """Compare a repair with all lines; raises ``TooManyPositions``."""
    expected = fewest(game, notes, most)
    try:
        repair = repair_question(question_of(game, notes), limits=LIMITS)
    except Disagreement as error:
        return ComparedRepair((f"disagreement: {error}",))
    return ComparedRepair(tuple(_wrong(game, notes, repair, expected)), repair)


def _wrong(game: Game, notes: Sequence[Note], repair: Repair, expected: LeastChanged | None) -> Iterator[str]:
    if not repair.proved:
        yield "nothing is proved"
    if repair.possible is not (expected is not None):
        yield f"possible: {repair.possible}, but the fewest are {expected}"
    run = follow(game, notes, frames=True)
    recorded = None if run.open is not None else play(start(game), [step.choice for step in run.steps])[1]
    if repair.recorded != recorded:
        yield f"recorded is {recorded}, and not {repair.recorded}"
    if expected is None or repair.repaired_line.choices is None:
        if repair.repaired_line.choices is not None or repair.repaired_line.changes or repair.notes:
            yield f"there is nothing to mend, and yet: {repair.repaired_line}"
        return
    yield from _wrong_line(game, notes, repair, expected)
    yield from _wrong_notes(game, notes, repair)


def _wrong_line(game: Game, notes: Sequence[Note], repair: Repair, expected: LeastChanged) -> Iterator[str]:
    repaired_line = repair.repaired_line
    assert repaired_line.choices is not None
    final, outcome = play(start(game), repaired_line.choices)
    counted = ChangeCounter(game, notes).count(repaired_line.choices)
    if not final.over or not is_good(final):
        yield f"the line ends in {final}"
    if repaired_line.outcome != outcome:
        yield f"the engine played {outcome}, the repair says {repaired_line.outcome}"
    if len(repaired_line.changes) != counted:
        yield f"{counted} changes are told as {[(one.choice, one.recorded) for one in repaired_line.changes]}"
    if not counted == repaired_line.fewest == expected.changes:
        yield f"{counted} changes, said to be {repaired_line.fewest} at least: {expected.changes} are enough"
    is_won = repair.recorded is not None and not repair.recorded.broken and repair.recorded.won is not False
    if is_won and (counted or outcome != repair.recorded):
        yield f"the game was won, and yet {counted} changes make it {outcome}"
    elif not is_won and counted == expected.changes and _rank(outcome) != expected.rank:
        yield f"with so few changes {expected.rank} can be had, and not only {_rank(outcome)}"


def _rank(outcome: Outcome) -> tuple[int, ...]:
    return outcome.rank[2:]


def _wrong_notes(game: Game, notes: Sequence[Note], repair: Repair) -> Iterator[str]:
    """Follow the notes of the repair, and search for recorded ones that could have stayed in it."""
    assert repair.repaired_line.choices is not None
    states, state = [], start(game)
    for choice in repair.repaired_line.choices:
        states.append(state)
        state = apply(state, choice)
    states.append(state)
    if not _tells(game, repair.notes, states):
        run = follow(game, repair.notes)
        yield f"the notes tell another line: {run.refusals}, {run.open}, {run.assumed}, {repair.notes}"
        return
    for old in _recorded_notes(game, notes, repair.repaired_line.choices):
        if old not in repair.notes and _tells(game, _with(repair.notes, old), states):
            yield f"{old} could have stayed in {repair.notes}"


def _with(notes: Sequence[Note], old: Note) -> list[Note]:
    """Return the notes with another one on the same reveal, or on the same hero."""
    if isinstance(old, SkillNote):
        return [old if isinstance(note, SkillNote) and note.use.hero == old.use.hero else note for note in notes]
    return sorted([*(note for note in notes if moment(note) != moment(old)), old], key=moment)


def _tells(game: Game, notes: Sequence[Note], states: Sequence[State]) -> bool:
    """Return whether the notes describe exactly this line, without defaults."""
    run = follow(game, notes, frames=True)
    return not (run.refusals or run.open or run.assumed) and [*(step.state for step in run.steps), run.final] == states


def _recorded_notes(game: Game, notes: Sequence[Note], choices: Sequence[Choice]) -> Iterator[Note]:
    """Return the recorded notes with the numbers of the reveals in a line."""
    counter = ChangeCounter(game, notes)
    memory, spot = counter.memory, counter.opening()
    for choice in choices:
        number = spot.state.revealed + 1
        if isinstance(choice, UseSkill):
            done = memory.uses.get(choice.hero)
            again = None if done is None else as_done(done, spot.coming)
            if again is not None:
                yield SkillNote(number, again)
        elif isinstance(spot.state.decision, Gap) and spot.coming[0] in memory.notes:
            yield memory.notes[spot.coming[0]]._replace(at=number)
        _, spot = counter.step(spot, choice)
