"""What is known about a puzzle beside its position: its id, the day whose puzzle it is, and its grade."""

from datetime import date

from dtcli.formats.puzzle.daily import DAY_KEY, daily_grade, day_of_id
from dtcli.formats.puzzle.file import CheckedPuzzle
from dtcli.formats.puzzle.ids import IdTooLong, full_id
from dtcli.play.puzzle.puzzle import Puzzle
from dtcli.render.puzzle.page import facts_of
from solver.puzzles.all_lines import TooLarge, lines_of
from solver.puzzles.themes import themes_of


def id_of(checked: CheckedPuzzle) -> str | None:
    """Return the full id of a valid puzzle; None if it is too large for one."""
    assert checked.document.data is not None
    try:
        return full_id(checked.document.data)
    except IdTooLong:
        return None


def day_of(checked: CheckedPuzzle) -> str | None:
    """Return the date whose puzzle of the day a valid puzzle is; None if it is none."""
    data = checked.document.data
    assert data is not None
    made_for = data.get(DAY_KEY)
    if isinstance(made_for, str):
        try:
            return date.fromisoformat(made_for).isoformat()
        except ValueError:
            return None
    puzzle_id = id_of(checked)
    day = None if puzzle_id is None else day_of_id(puzzle_id)
    return None if day is None else day.isoformat()


def grade_of(checked: CheckedPuzzle) -> int | None:
    """Return the recorded grade of a valid puzzle, or that of its day; None if it has neither."""
    data = checked.document.data
    assert data is not None
    recorded = data.get("difficulty", {}).get("grade")
    if recorded is not None:
        return recorded
    day = day_of(checked)
    return None if day is None else daily_grade(date.fromisoformat(day))


def known_themes(checked: CheckedPuzzle) -> tuple[str, ...]:
    """Return the recorded themes of a valid puzzle, or else those of its lines; none if there are too many lines."""
    data = checked.document.data
    assert data is not None
    if "themes" in data:
        return tuple(data["themes"])
    assert checked.game is not None
    assert checked.goal is not None
    try:
        lines = lines_of(checked.game, checked.goal)
        return themes_of(lines) if lines.is_open(lines.start) else ()
    except TooLarge:
        return ()


def playable(checked: CheckedPuzzle, name: str) -> Puzzle:
    """Return a valid puzzle as it is played: without the number of missions that can be reached."""
    data = checked.document.data
    assert data is not None
    assert checked.game is not None
    assert checked.goal is not None
    facts = facts_of(grade_of(checked), pack=data.get("pack", ""), day=day_of(checked))
    return Puzzle(
        checked.game.with_changes(goal=None),  # the number of missions that can be reached would give the answer away
        checked.goal,
        title=checked.title or name,
        facts=" · ".join(filter(None, (facts, "Extended play" if checked.game.extended else ""))),
        notes=data.get("notes", ""),
        solution=None if checked.solution is None else tuple(step.choice for step in checked.solution.steps),
    )
