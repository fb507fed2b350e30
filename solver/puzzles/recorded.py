"""The difficulty as files record it, and the comparison of a record with what is measured now.

A record names the formula that graded it; one that names none was graded by the first formula, or by hand.
"""

from typing import Any

from dtcli.formats.problems import Problem
from solver.puzzles.all_lines import AllLines
from solver.puzzles.first_generator.grades import FIRST_FORMULA, FirstDifficulty, first_difficulty
from solver.puzzles.grades import FORMULA, Difficulty


def as_recorded(difficulty: Difficulty | FirstDifficulty) -> dict[str, Any]:
    """Return grade and quantities as the content of a file; the first formula names neither itself nor points."""
    quantities = {**difficulty._asdict(), "fooled": list(difficulty.fooled)}
    if isinstance(difficulty, FirstDifficulty):
        return {"grade": difficulty.grade, **quantities}
    return {"grade": difficulty.grade, "formula": FORMULA, "points": difficulty.points, **quantities}


def difficulty_problems(record: dict[str, Any], lines: AllLines, measured: Difficulty) -> list[Problem]:
    """Return the problems of a recorded difficulty: wrong quantities, or a grade by another formula."""
    formula = record.get("formula", FIRST_FORMULA)
    now = _differences(record, as_recorded(measured))
    if not now:
        return []
    if formula == FIRST_FORMULA:
        then = _differences(record, as_recorded(first_difficulty(lines)))
        if "formula" not in record and len(now) <= len(then):
            return now
        return then or [_graded_otherwise(record, formula, measured)]
    return now if formula == FORMULA else [_graded_otherwise(record, formula, measured)]


def _graded_otherwise(record: dict[str, Any], formula: int, measured: Difficulty) -> Problem:
    grade = f"grade {record['grade']}" if "grade" in record else "the difficulty"
    message = f"{grade} is by formula {formula}; by formula {FORMULA}, which this dtcli uses, it is {measured.grade}"
    return Problem("DT912", message, "/difficulty", "`dtcli puzzle grade` measures it again")


def _differences(record: dict[str, Any], measured: dict[str, Any]) -> list[Problem]:
    """Return a problem for each recorded quantity that is measured differently."""
    return [
        Problem("DT907", f"{key} is {measured[key]}, not {said}", f"/difficulty/{key}")
        for key, said in record.items()
        if key in measured and said != measured[key]
    ]
