"""A solution on a terminal: its decisions, the decisive ones marked, and what tempting mistakes would lose."""

from typing import TYPE_CHECKING

from dtcli.english import agree, plural
from dtcli.render.choices import line_in_words
from dtcli.render.colours import CAUTION, STRONG
from dtcli.render.events import card_name
from dtcli.render.layout import Lines, decision_lines, wrapped
from dtcli.render.puzzle.phrases import result_of
from dtcli.rules.cards import Item
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.state import State

if TYPE_CHECKING:
    from solver.puzzles.explained_solution import ExplainedSolution, ExplainedStep, Temptation
    from solver.puzzles.line_graph import Node, Way

MARK = "!"
"""Stands before a decisive decision."""
_MARGIN = "  "
_INDENT = " " * 18


def explained_lines(explained: "ExplainedSolution") -> Lines:
    """Return a solution: what it reaches, each decision, and at the decisive ones what a tempting mistake loses."""
    goal, last = explained.lines.goal, explained.steps[-1].way.to.state if explained.steps else None
    yield from wrapped(f"Solution: {result_of(goal)}.", STRONG)
    if last is not None and goal.kind not in (GoalKind.MOST, GoalKind.MISSIONS):
        yield (f"It completes {plural(explained.missions, 'mission')}.",)
    told = False
    for step in explained.steps:
        for line in _step(step, goal):
            told = True
            yield line
    if not told:
        yield ("There is nothing to decide.",)
    elif explained.decisive:
        choices = agree(explained.decisive, "choice", "choices")
        yield (f"{MARK} marks the decisive {choices}; every other choice is free.",)


def _step(step: "ExplainedStep", goal: Goal) -> Lines:
    decisions = list(line_in_words(step.node.state, step.way.choices))
    decisive = step.temptation is not None
    if decisive and not decisions:
        decisions = [(_moment(step.node.state), "use no skill")]
    for when, said in decisions:
        yield from _marked(when, said) if decisive else decision_lines(when, said, indent=_MARGIN)
    if step.temptation is not None:
        yield from wrapped(f"{_INDENT}{_tempting(step.node, step.temptation, goal)}", style=CAUTION, indent=_INDENT)


def _marked(when: str, said: str) -> Lines:
    """Return a decision with the mark in its margin."""
    first, *more = decision_lines(when, said, indent=_MARGIN)
    yield ((f"{MARK:<{len(_MARGIN)}}", STRONG), *first[1:])
    yield from more


def _moment(state: State) -> str:
    quest = next((at for at, card in enumerate(state.story, 1) if not isinstance(card, Item)), len(state.story))
    return f"before card {state.revealed + quest}"


def _tempting(node: "Node", temptation: "Temptation", goal: Goal) -> str:
    """Return the tempting mistake and what it leads to, as a sentence."""
    return f"Tempting: {way_in_words(node, temptation.way)}; {_lost(temptation.missions, goal)}."


def way_in_words(node: "Node", way: "Way") -> str:
    """Return a way to make a step: ``take cup``, or ``use no skill``."""
    said = [text.partition("  (")[0].removeprefix("fails, ") for _, text in line_in_words(node.state, way.choices)]
    return "; ".join(said) or "use no skill"


def _lost(missions: int, goal: Goal) -> str:
    """Return what can still be reached after a mistake."""
    if missions < 0:
        return "the backpack then breaks on every line"
    match goal.kind:
        case GoalKind.MISSION:
            return f"{card_name(goal.mission)} can then not be completed"
        case GoalKind.FEWEST_SKILLS if missions >= goal.fewest_missions:
            return "more skills are then needed"
    return f"at most {plural(missions, 'mission')} can then be completed"
