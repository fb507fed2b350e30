"""The value of each decision of a recorded game: the best outcome in reach before it and after it.

Along a game values only fall, and the rest of the record can always be played. So most positions need no search of
their own: if the record follows the best line, the value stays. Otherwise the best line, continued from there as far as
it is legal, gives a floor, the value before gives a ceiling, and only the range between them is searched.
If no skill was used and a decision follows, all answers to it are searched at once.
"""

import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from dtcli.rules.decisions import REVEAL, Choice, Forgotten, Gap, Reveal, UseSkill, reveal_of
from dtcli.rules.follow import Run, Step, follow
from dtcli.rules.noted_choices import default_choice
from dtcli.rules.resolution import apply, options, why_not
from dtcli.rules.score import Result
from dtcli.rules.state import State
from solver.cpsat import CpSatResult
from solver.limits import Limits
from solver.model.expressions import opposite
from solver.model.resolution import Resolution
from solver.plan import Plan
from solver.preference import Outcome, play
from solver.question import ALL_FREE, Question, Replay, Terms, ask
from solver.search import FoundLine, PriorBounds, Search
from solver.studies.deeds import DeedStudy

if TYPE_CHECKING:
    from solver.studies.lesson import Lesson

ANALYSIS = Limits(work=500)
"""The default limits of the analysis of a whole game."""


class Mark(StrEnum):
    """How a decision compares with the best one."""

    BEST = "best"
    """No choice was better, in any point of the order of preference."""
    AS_GOOD = "as-good"
    """The same result can still be reached, with more skills, tokens or discards."""
    LOSS = "loss"
    UNKNOWN = "unknown"
    """A limit was reached before the value was proved."""


class Loss(StrEnum):
    """What a decision lost."""

    BACKPACK = "backpack"
    """The backpack breaks on every line after it, and did not have to."""
    GAME = "game"
    """The game cannot be won after it, and could be won before."""
    MISSIONS = "missions"


class Judgement(NamedTuple):
    """One decision of the record and its value."""

    state: State
    """The position in which it was made."""
    choice: Choice
    """The choice; ``REVEAL`` if a skill should have been used and was not."""
    assumed: bool
    before: FoundLine
    """The best line before it."""
    after: FoundLine
    """The best line after it."""
    mark: Mark
    loss: Loss | None = None
    missions: int = 0
    """How many missions fewer are in reach after it; negative if it loses the game but gains missions."""

    @property
    def reveal(self) -> int:
        """The number of the reveal at which, or before which, it was decided."""
        assert self.state.decision is not None
        return reveal_of(self.state.decision)

    @property
    def is_missed_skill(self) -> bool:
        """Whether a skill was not used in the last gap for it."""
        return isinstance(self.choice, Reveal)

    @property
    def takes_the_game(self) -> bool:
        """Whether it lost the game."""
        return self.loss in (Loss.BACKPACK, Loss.GAME)


class Point(NamedTuple):
    """The best outcome in reach after a reveal."""

    reveal: int
    state: State
    reachable: Outcome
    proved: bool


class Analysis(NamedTuple):
    """A recorded game, decision by decision."""

    question: Question
    best: FoundLine
    recorded: Outcome | None
    """The outcome of the record; None if a forgotten choice leaves it open."""
    judgements: tuple[Judgement, ...]
    points: tuple[Point, ...]
    open: Forgotten | None
    """The forgotten choice at which the record ends; the last of the points has the best outcome from there."""
    answer: tuple[Choice, ...]
    """The best line from there on."""
    seconds: float
    interrupted: bool
    deeds: DeedStudy | None = None
    """Where the deeds of the five minutes went, if that was studied."""
    lesson: "Lesson | None" = None
    """The lesson of the five minutes, if that was studied."""

    @property
    def proved(self) -> bool:
        """Whether every value is proved, including those of gaps in which no skill was used."""
        judged = all(one.before.proved and one.after.proved for one in self.judgements)
        return judged and all(point.proved for point in self.points)

    @property
    def result(self) -> Result | None:
        """The result of the recorded game, over all endings of an open record; None where they differ."""
        score = self.question.recorded
        assert score is not None, "an analysis is about a legal record"
        if score.missions is None or score.broken is None:
            return None
        has_goal = self.best.outcome.won is not None
        return Result(score.broken, score.won if has_goal else None, score.missions)

    @property
    def kept(self) -> int | None:
        """The missions that were completed, none if the backpack broke; None where the record stays open."""
        return None if self.recorded is None else _kept(self.recorded)

    @property
    def reachable(self) -> int:
        """The missions that the best line completes, none if every line breaks."""
        return _kept(self.best.outcome)

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The decisions that lost something, in the order in which they were made."""
        return tuple(one for one in self.judgements if one.mark is Mark.LOSS)

    @property
    def decisive(self) -> Judgement | None:
        """The first decision that lost the game: before it the game could be won, or the backpack saved."""
        return next((one for one in self.mistakes if one.takes_the_game), None)


class AnalysisProgress(NamedTuple):
    """How far an analysis has come."""

    seconds: float
    step: int
    steps: int


def analyze(
    replay: Replay,
    terms: Terms = ALL_FREE,
    *,
    limits: Limits = ANALYSIS,
    on_progress: Callable[[AnalysisProgress], None] | None = None,
) -> Analysis:
    """Return the value of every decision of a recorded game; raises ``InvalidReplay`` like ``best``."""
    return analyze_question(ask(replay, terms), limits=limits, on_progress=on_progress)


def analyze_question(
    question: Question, *, limits: Limits = ANALYSIS, on_progress: Callable[[AnalysisProgress], None] | None = None
) -> Analysis:
    """Return the value of every decision of a game whose question has been built; all of its notes count."""
    run = follow(question.game, question.notes, frames=True)
    return _Analyst(run, limits, on_progress).analysis(question)


class _Analyst:
    def __init__(self, run: Run, limits: Limits, on_progress: Callable[[AnalysisProgress], None] | None) -> None:
        self.run = run
        self.started = time.monotonic()
        self.step = 0
        self.search = _RevealFirstSearch(
            limits, None if on_progress is None else lambda progress: on_progress(self._judging(progress.seconds))
        )

    def _judging(self, seconds: float) -> AnalysisProgress:
        return AnalysisProgress(seconds, self.step, len(self.run.steps))

    def analysis(self, question: Question) -> Analysis:
        steps, final = self.run.steps, self.run.final
        values = self._values(steps, final)
        positions = [*(step.state for step in steps), final]
        judgements = [_judged(step, *pair) for step, pair in zip(steps, pairwise(values), strict=True)]
        is_open = self.run.open is not None
        return Analysis(
            question,
            values[0],
            None if is_open else play(positions[0], [step.choice for step in steps])[1],
            tuple(one for one in judgements if one.choice != REVEAL or one.mark is Mark.LOSS),
            tuple(_points(positions, values)),
            self.run.open,
            values[-1].choices if is_open else (),
            time.monotonic() - self.started,
            self.search.interrupted,
        )

    def _values(self, steps: Sequence[Step], final: State) -> list[FoundLine]:
        """Return the best line of every position of the record."""
        rest = None if self.run.open is not None else tuple(step.choice for step in steps)
        positions = [*(step.state for step in steps), final]
        values = [or_as_recorded(self.search.line(positions[0]), positions[0], rest)]
        for number, step in enumerate(steps, 1):
            self.step = number
            behind = partial(self._behind, values[-1], step, positions[number], rest and rest[number:])
            try:
                values.append(behind())
            except KeyboardInterrupt:  # between two searches
                self.search.runner.interrupted = True
                values.append(behind())
        _raise_what_can_be_reached(values, steps)
        return values

    def _behind(self, before: FoundLine, step: Step, after: State, rest: tuple[Choice, ...] | None) -> FoundLine:
        """Return the best line after a step."""
        _, cost = play(step.state, [step.choice])
        left = before.outcome.less(cost)
        if before.choices and not after.over and apply(step.state, before.choices[0]) == after:
            return before._replace(choices=before.choices[1:], outcome=left)
        line = graft(after, step.state, before.choices)
        final, outcome = play(after, line)
        if before.proved and outcome.rank >= left.rank:
            return before._replace(choices=line, final=final, outcome=outcome)
        if rest is not None and play(after, rest)[1].rank > outcome.rank:
            line = rest
        known = PriorBounds(line, left if before.proved else None)
        if step.choice == REVEAL and after.pending is not None:
            return self.search.behind_reveal(step.state, after, known)
        return self.search.line(after, known=known)


def or_as_recorded(best: FoundLine, state: State, record: tuple[Choice, ...] | None) -> FoundLine:
    """Return the record as the best line if it is as good: then nothing else needs to be searched."""
    if record is None:
        return best
    final, outcome = play(state, record)
    if outcome.rank < best.outcome.rank:
        return best
    return best._replace(choices=record, final=final, outcome=outcome, bound=max(best.bound, outcome.missions))


class _TooLate(Exception):  # noqa: N818  (it is what it says)
    """A plan needs a skill in the gap that has passed."""


class _RevealFirstSearch(Search):
    """Searches that can be required to begin with a reveal."""

    reveals = False
    """Whether no skill may be used in the first gap."""

    def behind_reveal(self, gap: State, after: State, known: PriorBounds) -> FoundLine:
        """Return the best line from the decision that follows the reveal in a gap.

        This is the best line from the gap on that begins with the reveal: one search instead of one for each answer.
        """
        line = None if known.line is None else (REVEAL, *known.line)
        self.reveals = True
        try:
            found = self._from_gap(gap, None, known._replace(line=line))
        except _TooLate:
            found = None
        finally:
            self.reveals = False
        return self.line(after, known=known) if found is None else found._replace(choices=found.choices[1:])

    def _solve(self, resolution: Resolution, state: State) -> CpSatResult:
        if self.reveals:
            _reveal_first(resolution)
        return super()._solve(resolution, state)

    def _keep(
        self, state: State, choices: list[Choice], resolution: Resolution, solution: list[int], plan: Plan
    ) -> None:
        if self.reveals and choices[0] != REVEAL:
            raise _TooLate
        super()._keep(state, choices, resolution, solution, plan)


def _reveal_first(resolution: Resolution) -> None:
    """Require that no skill is used before the first card, which is a mission, and that it comes first."""
    model, order = resolution.model, resolution.order
    skills = [use.used for step in resolution.runs[0].steps for use in step.uses]
    skills += [one.borrowed[0] for one in resolution.edits if 0 in one.borrowed]
    for lit in (*skills, order.gone[0]):
        model.some(opposite(lit))
    if order.zones:
        model.some(order.seats[0][0])
        for n in order.arrived(0).values():
            model.between(n, 0, 0)


def _raise_what_can_be_reached(values: list[FoundLine], steps: Sequence[Step]) -> None:
    """Raise values that are lower than the next one: a line found later can be reached from all positions before it.

    This happens only if a limit was reached.
    """
    for number in reversed(range(len(steps))):
        before, behind, step = values[number], values[number + 1], steps[number]
        if not before.proved:
            _, cost = play(step.state, [step.choice])
            whole = behind.outcome.after(cost)
            if whole.rank > before.outcome.rank:
                bound = max(before.bound, whole.missions)
                line = (step.choice, *behind.choices)
                values[number] = before._replace(choices=line, final=behind.final, outcome=whole, bound=bound)


def graft(state: State, origin: State, line: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return a line from a state that makes the choices of another line, from ``origin``, as far as they are legal."""
    answers: dict[tuple[int, type], Choice] = {}
    skills: list[tuple[int, UseSkill]] = []
    at = origin
    for choice in line:
        decision = at.decision
        assert decision is not None
        if isinstance(choice, UseSkill):
            skills.append((reveal_of(decision), choice))
        answers[reveal_of(decision), type(decision)] = choice
        at = apply(at, choice)
    grafted: list[Choice] = []
    while not state.over:
        decision = state.decision
        assert decision is not None
        wanted: Choice | None
        if isinstance(decision, Gap):
            due = (use for before, use in skills if before <= decision.before and why_not(state, use) is None)
            wanted = next(due, REVEAL)
        else:
            wanted = answers.get((reveal_of(decision), type(decision)))
            if wanted is None or why_not(state, wanted) is not None:
                wanted = default_choice(state) or next(iter(options(state)))
        grafted.append(wanted)
        state = apply(state, wanted)
    return tuple(grafted)


class ChoiceVerdict(NamedTuple):
    """How a choice compares with the best one."""

    mark: Mark
    loss: Loss | None = None
    missions: int = 0


def verdict(best: Outcome, chosen: Outcome, *, proved: bool) -> ChoiceVerdict:
    """Compare the best outcome with the best after a choice; both include the cost of the choice."""
    if not proved:
        return ChoiceVerdict(Mark.UNKNOWN)
    if chosen.rank == best.rank:
        return ChoiceVerdict(Mark.BEST)
    if chosen.result.rank == best.result.rank:
        return ChoiceVerdict(Mark.AS_GOOD)
    return ChoiceVerdict(Mark.LOSS, _loss(best, chosen), best.missions - chosen.missions)


def _judged(step: Step, before: FoundLine, after: FoundLine) -> Judgement:
    _, cost = play(step.state, [step.choice])
    found = verdict(before.outcome, after.outcome.after(cost), proved=before.proved and after.proved)
    return Judgement(step.state, step.choice, step.assumed, before, after, *found)


def _loss(before: Outcome, after: Outcome) -> Loss:
    if after.broken and not before.broken:
        return Loss.BACKPACK
    return Loss.GAME if before.won and not after.won else Loss.MISSIONS


def _points(positions: Sequence[State], values: Sequence[FoundLine]) -> list[Point]:
    """Return the best outcome in reach after each reveal, and before the first."""
    points: dict[int, Point] = {}
    for state, value in zip(positions, values, strict=True):
        if state.pending is None or state is positions[-1]:
            points.setdefault(state.revealed, Point(state.revealed, state, value.outcome, value.proved))
    return list(points.values())


def _kept(outcome: Outcome) -> int:
    return 0 if outcome.broken else outcome.missions
