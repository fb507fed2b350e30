"""Compares an analysis with an exhaustive search from every position of the record."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from dtcli.rules import REVEAL, Discard, Game, State, UseSkill, apply, follow, score, start
from dtcli.rules.decisions import Choice
from dtcli.rules.follow import Step
from dtcli.rules.notes import UNSAID, Note, RevealNote, Writer
from dtcli.rules.state import EventKind
from solver.limits import Limits
from solver.preference import play
from solver.question import Question, ask
from solver.search import Disagreement, FoundLine
from solver.studies.analysis import ANALYSIS, Analysis, Judgement, Loss, Mark, Point, analyze_question
from tests.rules.random_games import choose
from tests.solver.exhaustive import Rank, best_rank

_UNSAID = {"take": UNSAID, "discard": None, "waive": None, "in_full": None, "tokens": None}
RESULT = 3
"""How many of the points of a rank count at the table: whole, won, missions."""


class ExpectedMark(NamedTuple):
    """The expected verdict on a decision."""

    step: Step
    before: Rank
    after: Rank
    mark: Mark
    loss: Loss | None
    missions: int


class ComparedAnalysis(NamedTuple):
    """The result of a comparison; ``wrong`` is empty if both agree."""

    wrong: tuple[str, ...]
    analysis: Analysis | None = None
    """None if solver and engine disagree."""


# --- Records


def random_record(game: Game, chance: Random) -> tuple[Note, ...]:
    """Return the notes of random legal choices, some of them forgotten."""
    eager, forgetful = chance.choice([0.0, 0.1, 0.3, 1.0]), chance.choice([0.0, 0.0, 0.3, 1.0])
    notes = random_notes(game, chance, eager)
    return legal(game, tuple(_some_forgotten(notes, chance, forgetful)))


def random_notes(game: Game, chance: Random, eager: float = 0.3) -> tuple[Note, ...]:
    """Return the notes of a random game; ``eager`` is the probability of a skill in a gap."""
    state, writer = start(game), Writer()
    while not state.over:
        choice: Choice = REVEAL
        if state.pending is not None or chance.random() < eager:
            choice = choose(state, chance)
        writer.write(state, choice)
        state = apply(state, choice)
    return writer.notes


def _some_forgotten(notes: Sequence[Note], chance: Random, forgetful: float) -> Iterator[Note]:
    for note in notes:
        if not isinstance(note, RevealNote) or chance.random() >= forgetful:
            yield note
        elif chance.random() < 0.3:
            part = chance.choice(list(_UNSAID))
            yield note._replace(**{part: _UNSAID[part]})


def legal(game: Game, notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """Return the notes without those that are illegal because another was forgotten."""
    while refusals := follow(game, notes).refusals:
        refused = {refusal.note for refusal in refusals}
        notes = tuple(note for index, note in enumerate(notes) if index not in refused)
    return notes


def left_open(game: Game, notes: tuple[Note, ...]) -> tuple[Note, ...] | None:
    """Return the notes without one that has no default; None if there is no such note."""
    for index, note in enumerate(notes):
        if isinstance(note, RevealNote):
            for forgotten in ((), (note._replace(take=UNSAID),), (note._replace(waive=None),)):
                rest = (*notes[:index], *forgotten, *notes[index + 1 :])
                if follow(game, rest).open is not None:
                    return rest
    return None


def question_of(game: Game, notes: Sequence[Note]) -> Question:
    """Return the question about a game with these notes."""
    return ask(game)._replace(notes=tuple(notes), recorded=score(follow(game, notes)))


def judge(game: Game, notes: Sequence[Note], limits: Limits = ANALYSIS) -> Analysis:
    """Return the analysis of a game with these notes."""
    return analyze_question(question_of(game, notes), limits=limits)


def positions_of(game: Game, notes: Sequence[Note]) -> list[State]:
    """Return the positions of a record, from the opening to its end."""
    return _positions(game, follow(game, notes, frames=True).steps)


def _positions(game: Game, steps: Sequence[Step]) -> list[State]:
    states = [start(game)]
    for step in steps:
        states.append(apply(states[-1], step.choice))
    return states


# --- Against every line there is


def compare(game: Game, notes: Sequence[Note], *, most: int) -> ComparedAnalysis:
    """Compare an analysis with all lines from all positions; raises ``TooManyPositions``."""
    run = follow(game, notes, frames=True)
    states = _positions(game, run.steps)
    known: dict[State, Rank] = {}
    for state in states:
        if state not in known:
            known[state] = best_rank(state, most)
    ranks = [known[state] for state in states]
    try:
        analysis = judge(game, notes)
    except Disagreement as error:
        return ComparedAnalysis((f"disagreement: {error}",))
    if [*(step.state for step in run.steps), run.final] != states:
        return ComparedAnalysis(("the steps of the record are not its positions",), analysis)
    expected = [_expected(step, *pair) for step, pair in zip(run.steps, pairwise(ranks), strict=True)]
    wrong = [*_wrong_judgements(analysis, expected), *_wrong_points(analysis, states, ranks)]
    return ComparedAnalysis((*wrong, *_wrong_whole(analysis, expected, states, ranks)), analysis)


def _expected(step: Step, before: Rank, after: Rank) -> ExpectedMark:
    """Return the expected verdict on a decision between two ranks, the second without the cost of the decision."""
    whole = _with_cost(step, after)
    mark, loss = Mark.BEST, None
    if whole != before:
        mark = Mark.AS_GOOD if whole[:RESULT] == before[:RESULT] else Mark.LOSS
    if mark is Mark.LOSS:
        (held, won, _), (holds, wins, _) = before[:RESULT], whole[:RESULT]
        loss = Loss.BACKPACK if held and not holds else Loss.GAME if won and not wins else Loss.MISSIONS
    return ExpectedMark(step, before, after, mark, loss, before[2] - whole[2] if loss else 0)


def _with_cost(step: Step, rank: Rank) -> Rank:
    whole, won, missions, skills, tokens, discards = rank
    choice = step.choice
    skills -= isinstance(choice, UseSkill)
    tokens -= sum(event.what is EventKind.REWARD_TAKEN for event in apply(step.state, choice).events)
    discards -= len(choice.kinds) if isinstance(choice, Discard) else 0
    return whole, won, missions, skills, tokens, discards


def _wrong_judgements(analysis: Analysis, expected: Sequence[ExpectedMark]) -> Iterator[str]:
    told = [one for one in expected if one.step.choice != REVEAL or one.mark is Mark.LOSS]
    if len(told) != len(analysis.judgements):
        yield f"{len(analysis.judgements)} judgements instead of {len(told)}"
        return
    for one, judgement in zip(told, analysis.judgements, strict=True):
        step = one.step
        if (judgement.state, judgement.choice, judgement.assumed) != (step.state, step.choice, step.assumed):
            yield f"{_moment(judgement)} is judged, and not {_moment(step)}"
            return
        what = _moment(judgement)
        if (judgement.mark, judgement.loss, judgement.missions) != (one.mark, one.loss, one.missions):
            yield f"{what}: {_words(judgement)}, but it is {_words(one)}"
        yield from (f"{what}, before: {wrong}" for wrong in _wrong_line(judgement.before, step.state, one.before))
        behind = apply(step.state, step.choice)
        yield from (f"{what}, after: {wrong}" for wrong in _wrong_line(judgement.after, behind, one.after))


def _moment(of: Judgement | Step) -> str:
    return f"after reveal {of.state.revealed}, {of.choice}"


def _words(of: Judgement | ExpectedMark) -> str:
    return f"{of.mark}, {of.loss}, {of.missions} missions"


def _wrong_line(found: FoundLine, state: State, rank: Rank) -> Iterator[str]:
    if found.outcome.rank != rank:
        yield f"{found.outcome.rank} was found, the best is {rank}"
    if not found.proved or found.bound != found.outcome.missions:
        yield f"{found.outcome.missions} missions, proved {found.proved}, bound {found.bound}"
    final, outcome = play(state, found.choices)
    if not final.over or outcome != found.outcome:
        yield f"the engine played {outcome}, the line promised {found.outcome}"
    if final != found.final:
        yield f"the line ends in {final}, and not in {found.final}"


def _wrong_points(analysis: Analysis, states: Sequence[State], ranks: Sequence[Rank]) -> Iterator[str]:
    """Compare the points with the first gap after every reveal, and with the end."""
    first: dict[int, tuple[State, Rank]] = {}
    for state, rank in zip(states, ranks, strict=True):
        if state.pending is None:
            first.setdefault(state.revealed, (state, rank))
    first.setdefault(states[-1].revealed, (states[-1], ranks[-1]))
    if [point.reveal for point in analysis.points] != list(first) or list(first) != list(range(len(first))):
        yield f"points at {[point.reveal for point in analysis.points]} instead of {list(first)}"
        return
    for point, (state, rank) in zip(analysis.points, first.values(), strict=True):
        if (point.state, point.reachable.rank, point.proved) != (state, rank, True):
            yield f"after reveal {point.reveal}: {_told(point)}, the best is {rank}"


def _told(point: Point) -> str:
    return f"{point.reachable.rank}, {'proved' if point.proved else 'not proved'}"


def _wrong_whole(
    analysis: Analysis, expected: Sequence[ExpectedMark], states: Sequence[State], ranks: Sequence[Rank]
) -> Iterator[str]:
    """Compare the values of the whole game."""
    final, is_open = states[-1], not states[-1].over
    kept = None if is_open else 0 if final.broken else final.completed
    reachable = ranks[0][2] if ranks[0][0] else 0
    if (analysis.kept, analysis.reachable) != (kept, reachable):
        yield f"kept {analysis.kept} of {analysis.reachable} missions instead of {kept} of {reachable}"
    took = [one.step for one in expected if one.loss in (Loss.BACKPACK, Loss.GAME)]
    decisive = analysis.decisive and (analysis.decisive.state, analysis.decisive.choice)
    if decisive != ((took[0].state, took[0].choice) if took else None):
        yield f"{decisive} is called decisive"
    lost = [(one.step.state, one.step.choice) for one in expected if one.loss]
    if [(one.state, one.choice) for one in analysis.mistakes] != lost:
        yield f"{len(analysis.mistakes)} mistakes instead of {len(lost)}"
    if not analysis.proved:
        yield "not all is proved"
    if analysis.open != final.decision or bool(analysis.answer) is not is_open:
        yield f"open: {analysis.open}, with the answer {analysis.answer}"
    if is_open:
        yield from (f"the answer: {wrong}" for wrong in _wrong_answer(analysis, final, ranks[-1]))
    else:
        _, outcome = play(states[0], [one.step.choice for one in expected])
        if analysis.recorded != outcome:
            yield f"recorded {analysis.recorded} instead of {outcome}"
    yield from (f"from the opening: {wrong}" for wrong in _wrong_line(analysis.best, states[0], ranks[0]))


def _wrong_answer(analysis: Analysis, final: State, rank: Rank) -> Iterator[str]:
    end, outcome = play(final, analysis.answer)
    if not end.over or outcome.rank != rank:
        yield f"it comes to {outcome.rank}, the best is {rank}"
