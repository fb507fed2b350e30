"""Choices that a record leaves out, read from what it says later.

Every answer to every silent choice is followed by the engine, equal positions once. An answer after which a recorded
choice is illegal cannot have been given. The ways to answer all silent choices that are left are the *readings* of the
record.

A silent choice is *inferred* where all readings answer it alike, and *assumed* elsewhere: then the default is taken
(decline, discard nothing, cards first). Where that is no reading, or a choice has no default, every reading counts.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from dtcli.rules.decisions import (
    Choice,
    Discard,
    DiscardedCopies,
    Failure,
    Forgotten,
    Pay,
    RewardOffer,
    SkillPrice,
    Take,
    UseSkill,
    reveal_of,
)
from dtcli.rules.follow import Run, answers_to_open, branches, follow
from dtcli.rules.missions import has_no_default
from dtcli.rules.notes import Note, RevealNote, SkillNote, moment, with_choice
from dtcli.rules.score import Result, result_of
from dtcli.rules.state import Game, State

MOST_WORK = 150_000
"""The work after which the readings are called unknown, about half a second; counted, so that all machines agree."""
WORK_PER_ANSWER = 16
"""The work of following an answer, in revealed cards; the cards that it reveals come on top."""
WORK_PER_NOTE = 4
"""The additional work of a revealed card with a recorded choice."""


class Fit(IntEnum):
    """How well a reading fits the record; the smaller, the better."""

    WHOLE = 0
    PLAYED_ON = 1
    """The backpack breaks, and all that does not fit was recorded for later cards."""
    NONE = 2


class End:
    """A run in which no choice is left, or that contradicts the record."""

    def __init__(self, run: Run) -> None:
        self.run = run
        against = run.refusals
        if not against:
            self.fit = Fit.WHOLE
        elif all(refusal.after_break for refusal in against):
            self.fit = Fit.PLAYED_ON
        else:
            self.fit = Fit.NONE
        self.result = result_of(run.final)
        self.refuted_at = min((_reveal_of_note(run, refusal.note) for refusal in against), default=0)
        """The reveal at which the record is contradicted."""

    @property
    def results(self) -> frozenset[Result]:
        """The one result, or none if the record is contradicted."""
        return frozenset() if self.fit is Fit.NONE else frozenset({self.result})


class SilentChoice:
    """A silent choice, and where each answer to it leads."""

    def __init__(self, run: Run) -> None:
        assert run.open is not None
        self.decision: Forgotten = run.open
        self.state: State = run.final
        self.position = run.position
        self.choices: list[Choice] = list(answers_to_open(run))
        """Every answer that agrees with the note on this reveal, the plainest first."""
        self.answers: list[tuple[Choice, SilentChoice | End]] = []
        self.fit = Fit.NONE
        self.refuted_at = 0
        """The last reveal at which one of the answers that do not fit is refuted."""
        self.results: frozenset[Result] = frozenset()
        """The results of the readings that fit best."""
        self.waiting = branches(run)

    def add(self, choice: Choice, after: "SilentChoice | End") -> None:
        """Note where an answer leads, once that is known."""
        self.answers.append((choice, after))
        self.refuted_at = max(self.refuted_at, after.refuted_at)
        if after.fit < self.fit:
            self.fit, self.results = after.fit, after.results
        elif after.fit is self.fit:
            self.results |= after.results

    def fitting(self, fit: Fit) -> "list[tuple[Choice, SilentChoice | End]]":
        """Return the answers that lead to a reading of this fit."""
        return [(choice, after) for choice, after in self.answers if after.fit is fit]

    @property
    def missing(self) -> Forgotten:
        """What the record does not say: of a discard that it names, only which copies left as tokens."""
        decision, discards = self.decision, [choice for choice in self.choices if isinstance(choice, Discard)]
        if isinstance(decision, Failure) and len({choice.kinds for choice in discards}) == 1:
            kinds = tuple(sorted({kind for choice in discards for kind in choice.tokens}))
            return DiscardedCopies(decision.at, decision.quest, kinds)
        return decision

    @property
    def key(self) -> "tuple[int, type, int]":
        """The same for the same choice in different readings."""
        return reveal_of(self.decision), type(self.decision), getattr(self.decision, "note", 0)


class TooManyReadings(Exception):  # noqa: N818  (not always an error)
    """A limit was reached before every answer was followed."""

    def __init__(self, seen: frozenset[Result], first: "FirstReading | None") -> None:
        super().__init__("a limit was reached")
        self.seen = seen
        """The results of the readings found by then."""
        self.first = first
        """The first reading that fits the whole record, if one was found by then."""


class FirstReading(NamedTuple):
    """The reading with the plainest answers that fits the whole record."""

    path: list[tuple[SilentChoice, Choice]]
    run: Run


def explore(
    game: Game, notes: tuple[Note, ...], *, work: int = MOST_WORK, stop: Callable[[], bool] | None = None
) -> SilentChoice | End:
    """Return the first silent choice of a record with everything that its answers lead to.

    Raises ``TooManyReadings`` after so much work, or when ``stop`` returns True.
    """
    run = follow(game, notes, assume=False)
    if run.open is None or run.refusals:
        return End(run)
    root = SilentChoice(run)
    known: dict[object, SilentChoice] = {}
    path: list[tuple[SilentChoice, Choice | None]] = [(root, None)]
    seen: frozenset[Result] = frozenset()
    first: FirstReading | None = None
    while path:  # depth first, without recursion: a record can leave out hundreds of choices
        node, _ = path[-1]
        for choice, after in node.waiting:
            work -= _work(node.state, after)
            if work < 0 or (stop is not None and stop()):
                raise TooManyReadings(seen, first)
            if after.open is None or after.refusals:
                end = End(after)
                seen |= end.results
                node.add(choice, end)
                if first is None and end.fit is Fit.WHOLE:
                    taken = [answer for _, answer in path[1:] if answer is not None]
                    nodes = [one for one, _ in path]
                    first = FirstReading(list(zip(nodes, [*taken, choice], strict=True)), after)
            elif after.position in known:
                node.add(choice, known[after.position])
            else:
                path.append((SilentChoice(after), choice))
                break
        else:
            known[node.position] = node
            _, answered = path.pop()
            if path:
                assert answered is not None
                path[-1][0].add(answered, node)
    return root


def _work(before: State, after: Run) -> int:
    """Return the work of following an answer from this state on."""
    assert after.indexed is not None
    first, last = before.revealed, after.final.revealed
    return WORK_PER_ANSWER + last - first + WORK_PER_NOTE * after.indexed.noted_between(first, last)


class FilledChoice(NamedTuple):
    """The answer to a silent choice in the reading that is taken."""

    decision: Forgotten
    choice: Choice
    note: Note
    """The answer as it would have been recorded, alone."""
    because: int | None = None
    """The reveal that rules out every other answer; None for a choice that is assumed."""
    has_default: bool = True
    is_default: bool = True
    """Whether this is what is assumed where nothing else is known."""
    other: Choice | None = None
    """Another answer that fits, if there is one, and how it would have been recorded."""
    other_note: Note | None = None

    @property
    def is_inferred(self) -> bool:
        """Whether all readings answer it like this."""
        return self.because is not None


class Readings(NamedTuple):
    """What a record with silent choices says."""

    filled: tuple[FilledChoice, ...]
    """The silent choices of the reading that is taken, in order."""
    settled_notes: tuple[Note, ...]
    """The record with the inferred choices written into it, and those that are assumed against their default."""
    notes: tuple[Note, ...]
    """The record with all of them written into it, except for those that are assumed to be the default."""
    fit: Fit
    ends: tuple[Run, ...]
    """The runs over which the outcome is taken: one for each different final position."""
    results: frozenset[Result]
    """The results of all readings, whatever is assumed."""
    complete: bool = True
    """Whether all readings were followed; otherwise a limit was reached, and nothing is inferred."""

    @property
    def has_unusual(self) -> bool:
        """Whether something else than the default is assumed, because the default does not fit."""
        return any(one.because is None and one.has_default and not one.is_default for one in self.filled)


class Contradiction(NamedTuple):
    """A record that no reading fits."""

    silent: tuple[Forgotten, ...]
    """The silent choices before the contradiction, in the reading that gets furthest."""
    notes: tuple[Note, ...]
    """The record with the answers of that reading; following it gives the reasons."""


def read(game: Game, notes: tuple[Note, ...], *, work: int = MOST_WORK) -> Readings | Contradiction:
    """Return the readings of a record, or the contradiction that leaves none.

    If there are too many to follow, the result has the plainest reading alone; raises ``TooManyReadings`` if not even
    that was found.
    """
    try:
        root = explore(game, notes, work=work)
    except TooManyReadings as limit:
        if limit.first is None:
            raise
        path, run = limit.first
        filled = tuple(_filled(node, choice, Fit.WHOLE, {}) for node, choice in path)
        return Readings(filled, *_notes_of(notes, path, filled), Fit.WHOLE, (run,), limit.seen, complete=False)
    if root.fit is Fit.NONE:
        path = list(_furthest(root))
        return Contradiction(tuple(node.missing for node, _ in path), _written(notes, path))
    proofs = _inferred(root)
    considered = _Considered(root, proofs)
    if not considered.ends:
        considered = _Considered(root, None)
    path = list(considered.first_reading())
    filled = tuple(_filled(node, choice, root.fit, proofs) for node, choice in path)
    return Readings(filled, *_notes_of(notes, path, filled), root.fit, considered.ends, root.results)


def _notes_of(
    notes: tuple[Note, ...], path: list[tuple[SilentChoice, Choice]], filled: tuple[FilledChoice, ...]
) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """Return the ``settled_notes`` and the ``notes`` of a reading."""
    answers = [(pair, one) for pair, one in zip(path, filled, strict=True) if one.is_inferred or not one.is_default]
    settled = [pair for pair, one in answers if one.is_inferred or one.has_default]
    return _written(notes, settled), _written(notes, [pair for pair, _ in answers])


def _filled(node: SilentChoice, choice: Choice, fit: Fit, proofs: dict[object, int]) -> FilledChoice:
    """Return the answer to a silent choice, with another one that fits as well."""
    other = next((one for one, _ in node.fitting(fit) if one != choice), None)
    return FilledChoice(
        node.missing,
        choice,
        _alone(node, choice),
        because=proofs.get(node.key),
        has_default=_default(node) is not None,
        is_default=choice == _default(node),
        other=other,
        other_note=None if other is None else _alone(node, other),
    )


def _inferred(root: SilentChoice | End) -> dict[object, int]:
    """Return the choices that all readings answer alike, with the reveal that rules out the other answers."""
    order = _in_order(root, root.fit)
    ahead: dict[int, int] = {}
    """How many readings there are from each node on."""
    for node in reversed(order):
        ahead[id(node)] = sum(ahead.get(id(after), 1) for _, after in node.fitting(root.fit))
    behind = {id(node): 0 for node in order}
    if order:
        behind[id(order[0])] = 1
    passing: dict[object, int] = {}
    answers: dict[object, set[Choice]] = {}
    refuted: dict[object, int] = {}
    for node in order:
        paths = behind[id(node)]
        passing[node.key] = passing.get(node.key, 0) + paths * ahead[id(node)]
        for choice, after in node.answers:
            if after.fit is not root.fit:
                refuted[node.key] = max(refuted.get(node.key, 0), after.refuted_at)
                continue
            answers.setdefault(node.key, set()).add(choice)
            if isinstance(after, SilentChoice):
                behind[id(after)] += paths
    total = ahead[id(order[0])] if order else 0
    return {key: refuted.get(key, 0) for key, found in answers.items() if len(found) == 1 and passing[key] == total}


def _in_order(root: SilentChoice | End, fit: Fit) -> list[SilentChoice]:
    """Return the nodes on readings of this fit, each before those that it leads to."""
    if isinstance(root, End):
        return []
    done: list[SilentChoice] = []
    seen = {id(root)}
    stack: list[tuple[SilentChoice, Iterator[tuple[Choice, SilentChoice | End]]]] = [(root, iter(root.fitting(fit)))]
    while stack:
        node, left = stack[-1]
        for _, after in left:
            if isinstance(after, SilentChoice) and id(after) not in seen:
                seen.add(id(after))
                stack.append((after, iter(after.fitting(fit))))
                break
        else:
            done.append(node)
            stack.pop()
    return done[::-1]


def _default(node: SilentChoice) -> Choice | None:
    """Return the answer that is assumed where nothing is inferred; None if there is none (R5, H5)."""
    payments = [choice for choice in node.choices if isinstance(choice, Pay)]
    if payments:
        return None if has_no_default(payments) else payments[0]
    if isinstance(node.decision, RewardOffer) and not node.decision.may_decline:
        return None
    return node.choices[0]


class _Considered:
    """The readings over which the outcome is taken.

    With ``proofs``, the inferred choices, all others are answered by default where they have one; that may leave no
    reading at all. Without, every reading is considered.
    """

    def __init__(self, root: SilentChoice | End, proofs: dict[object, int] | None) -> None:
        self._root, self._fit, self._proofs = root, root.fit, proofs
        nodes = _in_order(root, root.fit)
        self._leads_on: set[int] = set()
        """The nodes from which a considered reading reaches its end."""
        for node in reversed(nodes):
            if self._answers(node):
                self._leads_on.add(id(node))
        self.ends = tuple(self._find_ends(nodes))
        """One run for each different final position."""

    def first_reading(self) -> Iterator[tuple[SilentChoice, Choice]]:
        """Return the choices of the reading with the plainest answers."""
        at = self._root
        while isinstance(at, SilentChoice):
            choice, after = self._answers(at)[0]
            yield at, choice
            at = after

    def _answers(self, node: SilentChoice) -> list[tuple[Choice, SilentChoice | End]]:
        """Return the answers to be considered that lead to an end, the default first."""
        default = _default(node)
        answers = node.fitting(self._fit)
        if default is None:
            answers = _plainest_payments(answers)
        elif self._proofs is not None and node.key not in self._proofs:
            answers = [(choice, after) for choice, after in answers if choice == default]
        return [(choice, after) for choice, after in answers if isinstance(after, End) or id(after) in self._leads_on]

    def _find_ends(self, nodes: list[SilentChoice]) -> Iterable[Run]:
        if isinstance(self._root, End):
            return [self._root.run]
        found: dict[State, Run] = {}
        reached = {id(self._root)}
        for node in nodes:
            if id(node) not in reached:
                continue
            for _, after in self._answers(node):
                if isinstance(after, End):
                    found.setdefault(after.run.final, after.run)
                else:
                    reached.add(id(after))
        return found.values()


def _plainest_payments(answers: list[tuple[Choice, SilentChoice | End]]) -> list[tuple[Choice, SilentChoice | End]]:
    """Return the answers with one payment, the plainest, for each selection of waived items."""
    found: dict[object, tuple[Choice, SilentChoice | End]] = {}
    for choice, after in answers:
        found.setdefault(tuple(sorted(choice.waive)) if isinstance(choice, Pay) else choice, (choice, after))
    return [*found.values()]


def _furthest(root: SilentChoice | End) -> Iterator[tuple[SilentChoice, Choice]]:
    """Return the answers after which the record is contradicted as late as possible."""
    at = root
    while isinstance(at, SilentChoice):
        choice, after = max(at.answers, key=lambda answer: answer[1].refuted_at)
        yield at, choice
        at = after


def _reveal_of_note(run: Run, index: int) -> int:
    """Return the reveal at which a note turns out to be wrong: its own, or the last one of a game that ends before."""
    return min(moment(run.notes[index])[0], run.final.revealed)


def _alone(node: SilentChoice, choice: Choice) -> Note:
    """Return an answer as a note of its own."""
    if isinstance(node.decision, SkillPrice):
        assert isinstance(choice, UseSkill)
        return SkillNote(node.decision.before, choice, tokens_said=True)
    assert isinstance(choice, Pay | Take | Discard)
    return with_choice(RevealNote(node.state.revealed), node.state, choice)


def _written(notes: tuple[Note, ...], path: list[tuple[SilentChoice, Choice]]) -> tuple[Note, ...]:
    """Return the notes with these answers in them; those that were recorded keep their places."""
    written = list(notes)
    places: dict[int, int] = {}
    for index, note in enumerate(notes):
        if isinstance(note, RevealNote):
            places.setdefault(note.at, index)
    for node, choice in path:
        if isinstance(node.decision, SkillPrice):
            assert isinstance(choice, UseSkill)
            written[node.decision.note] = SkillNote(node.decision.before, choice, tokens_said=True)
            continue
        assert isinstance(choice, Pay | Take | Discard)
        at = node.state.revealed
        if at not in places:
            places[at] = len(written)
            written.append(RevealNote(at))
        recorded = written[places[at]]
        assert isinstance(recorded, RevealNote)
        written[places[at]] = with_choice(recorded, node.state, choice)
    return tuple(written)
