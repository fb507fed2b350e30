"""Finds the problems of a readable puzzle: no answer, several, cards that can be left out, wrong recorded facts."""

from typing import Any, NamedTuple

from dtcli.english import plural
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument
from solver.limits import LIMITS, Limits
from solver.puzzles.all_lines import TooLarge
from solver.puzzles.grades import asks_only_for_whole, has_no_optimum
from solver.puzzles.model_proof import Proof, prove
from solver.puzzles.recorded import difficulty_problems
from solver.puzzles.report import Report, report


class Examined(NamedTuple):
    """A puzzle, the report on it, and its problems."""

    checked: CheckedPuzzle
    report: Report | None
    """None if it cannot be solved, or is too large to search."""
    problems: tuple[Problem, ...]
    proof: Proof | None = None
    too_large: bool = False

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with it; a warning does not count."""
        return self.report is not None and not any(one.is_error for one in self.problems)


def examine(checked: CheckedPuzzle, *, padding: bool = True, proof: bool = True, limits: Limits = LIMITS) -> Examined:
    """Return the report on a puzzle and its problems; an unreadable one keeps its own."""
    if not checked.is_valid or checked.game is None or checked.goal is None:
        return Examined(checked, None, checked.problems)
    try:
        found = report(checked.game, checked.goal, padding=padding)
    except TooLarge:
        return Examined(checked, None, checked.problems, too_large=True)
    problems = [*checked.problems, *_faults(checked, found)]
    proved = prove(found.lines, limits=limits) if proof and found is not None else None
    located = tuple(_located(checked.document, problem) for problem in problems)
    return Examined(checked, found, located, proved)


def _located(document: PuzzleDocument, problem: Problem) -> Problem:
    return document.read.located(problem)


def _faults(checked: CheckedPuzzle, found: Report | None) -> list[Problem]:
    goal, data = checked.goal, checked.document.data
    assert goal is not None
    if found is None:
        return [Problem("DT905", "no line reaches the goal", "/goal")]
    problems = []
    if goal.missions not in (None, found.goal.missions):
        said = plural(goal.missions, "mission")
        message = f"the goal says that at most {said} can be completed, it is {found.goal.missions}"
        problems.append(Problem("DT907", message, "/goal/missions"))
    if goal.heroes not in (None, found.goal.heroes):
        said = plural(goal.heroes, "hero", many="heroes")
        message = f"the goal says that at least {said} must act, it is {found.goal.heroes}"
        problems.append(Problem("DT907", message, "/goal/heroes"))
    if has_no_optimum(found.goal):
        problems.append(Problem("DT910", "no mission can be completed without a break", "/goal", _ASK_FOR_WHOLE))
    elif asks_only_for_whole(found.goal, found.lines):
        message = "every line that keeps the backpack whole reaches the goal"
        problems.append(Problem("DT910", message, "/goal", _ASK_FOR_WHOLE))
    if not found.unique:
        problems.append(Problem("DT906", "lines that reach the goal differ where it matters", "/story", _HINT))
    if not found.needs_thought:
        problems.append(Problem("DT908", "a simple player reaches the goal", "/story"))
    if found.spare:
        cards = ", ".join(str(card) for card in found.spare)
        problems.append(Problem("DT909", f"can be left out without changing the puzzle: {cards}", "/story"))
    return problems + ([] if data is None else _differences(data, found))


_HINT = "`dtcli puzzle grade` counts them"
_ASK_FOR_WHOLE = 'write: "goal": {"kind": "whole"}'


def _differences(data: Any, found: Report) -> list[Problem]:
    """Return a problem for each recorded fact that differs from the report."""
    problems = []
    if "unique" in data and data["unique"] != found.unique:
        message = f"the file says unique: {str(data['unique']).lower()}, it is {str(found.unique).lower()}"
        problems.append(Problem("DT907", message, "/unique"))
    if "themes" in data and sorted(data["themes"]) != sorted(found.themes):
        problems.append(Problem("DT907", f"the themes are {', '.join(found.themes) or 'none'}", "/themes"))
    return problems + difficulty_problems(data.get("difficulty", {}), found.lines, found.difficulty)
