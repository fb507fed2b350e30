"""Advice before a card is revealed: every option, the best line that begins with it, and what it costs."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from dtcli.rules.decisions import REVEAL, Choice, Gap, UseSkill, reveal_of
from dtcli.rules.follow import follow
from dtcli.rules.notes import moment
from dtcli.rules.resolution import options
from dtcli.rules.state import State
from solver.limits import Limits
from solver.preference import play
from solver.question import Question, Replay, ask
from solver.search import FoundLine, PriorBounds, Search
from solver.studies.analysis import ChoiceVerdict, graft, verdict

ADVICE = Limits(work=300)
"""The default limits of an advice."""


class NoSuchReveal(ValueError):  # noqa: N818  (it is what it says)
    """The game does not reach that reveal; the message says why."""


class Option(NamedTuple):
    """One option, and the best line that begins with it."""

    choice: Choice
    """For a skill: a use of it now with the best result."""
    found: FoundLine
    """The best line that begins with it."""
    verdict: ChoiceVerdict


class AdvisedDecision(NamedTuple):
    """An open decision, and its options, the best one first."""

    state: State
    options: tuple[Option, ...]


class Advice(NamedTuple):
    """The options before a reveal."""

    question: Question
    best: FoundLine
    """The best line from now on."""
    moments: tuple[AdvisedDecision, ...]
    """The decision in the gap, and the one at the next card if no skill is used before it."""
    seconds: float
    interrupted: bool

    @property
    def proved(self) -> bool:
        """Whether all values are proved."""
        return self.best.proved and all(option.found.proved for one in self.moments for option in one.options)


def advise(
    replay: Replay, at: int, *, limits: Limits = ADVICE, on_progress: Callable[[float], None] | None = None
) -> Advice:
    """Return the options before reveal ``at``, after the choices recorded up to there.

    Raises ``NoSuchReveal`` if the game does not reach it, and ``InvalidReplay`` like ``best``.
    """
    return advise_question(ask(replay), at, limits=limits, on_progress=on_progress)


def advise_question(
    question: Question, at: int, *, limits: Limits = ADVICE, on_progress: Callable[[float], None] | None = None
) -> Advice:
    """Return the options before a reveal of a game whose question has been built."""
    began = time.monotonic()
    before = [note for note in question.notes if moment(note)[0] < at]
    now = follow(question.game, before, until=at - 1).final
    _check(now, at)
    search = Search(limits)
    search.runner.tick = on_progress
    best = search.line(now)
    moments = [_moment(search, now, best)]
    after, cost = play(now, [REVEAL])
    if after.pending is not None:
        revealed = next(option.found for option in moments[0].options if option.choice == REVEAL)
        rest = revealed._replace(choices=revealed.choices[1:], outcome=revealed.outcome.less(cost))
        moments.append(_moment(search, after, rest))
    return Advice(question, best, tuple(moments), time.monotonic() - began, search.interrupted)


def _check(now: State, at: int) -> None:
    if now.pending is not None:
        message = f"the record does not say what was decided at card {reveal_of(now.pending)}"
        raise NoSuchReveal(message)
    if now.over or now.revealed != at - 1:
        how = "the backpack breaks at" if now.broken else "the story ends with"
        message = f"{how} card {now.revealed}"
        raise NoSuchReveal(message)


def _moment(search: Search, state: State, best: FoundLine) -> AdvisedDecision:
    found = [_best_of(search, state, ways, best) for ways in _groups(state)]
    weighed = [Option(one.choices[0], one, _verdict(best, one)) for one in found]

    def worth(option: Option) -> tuple[object, ...]:
        return option.found.outcome.rank, option.choice == best.choices[0]

    return AdvisedDecision(state, tuple(sorted(weighed, key=worth, reverse=True)))


def _verdict(best: FoundLine, found: FoundLine) -> ChoiceVerdict:
    return verdict(best.outcome, found.outcome, proved=best.proved and found.proved)


def _groups(state: State) -> Iterator[list[Choice]]:
    """Yield the options, grouped by skill."""
    if not isinstance(state.decision, Gap):
        yield from ([choice] for choice in options(state))
        return
    uses: dict[tuple[str, str | None], list[Choice]] = {}
    for choice in options(state):
        if isinstance(choice, UseSkill):
            uses.setdefault((choice.hero, choice.borrowed), []).append(choice)
    yield [REVEAL]
    yield from uses.values()


def _best_of(search: Search, state: State, ways: Iterable[Choice], best: FoundLine) -> FoundLine:
    """Return a line with the best result among those that begin with one of these choices."""
    top: FoundLine | None = None
    proved = True
    seen: set[State] = set()
    for choice in sorted(ways, key=lambda choice: choice != best.choices[0]):
        after, cost = play(state, [choice])
        if after in seen:
            continue
        seen.add(after)
        known = PriorBounds(
            graft(after, state, best.choices),
            best.outcome.less(cost) if best.proved else None,
            top and top.outcome._replace(skills=0, tokens=0, discards=0),
        )
        rest = search.line(after, known=known)
        proved &= rest.proved
        whole = rest._replace(choices=(choice, *rest.choices), outcome=rest.outcome.after(cost))
        if top is None or whole.outcome.result.rank > top.outcome.result.rank:
            top = whole
        if top.outcome.result.rank == best.outcome.result.rank:
            break
        if search.runner.exhausted:
            proved = False
            break
    assert top is not None
    return top._replace(proved=proved)
