"""Puzzles as one self-contained HTML file for printing, with the solutions on separate pages.

``sheet_content`` has the text, ``templates`` the layout. The templates escape all text from files.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from dtcli.formats.limits import MOST_GRADE
from dtcli.formats.puzzle.ids import IdTooLong, ShortId, full_id, short_id
from dtcli.render.choices import line_in_words
from dtcli.render.pictures.printed_items import LAMP, LANTERN, Pictogram, pictogram_of
from dtcli.render.puzzle.paper import OWNERS, TITLE, Paper
from dtcli.render.puzzle.phrases import result_of
from dtcli.render.puzzle.sheet_content import SheetLayout, SheetPuzzle, layout_of, one_line
from dtcli.render.terminal import safe
from dtcli.rules.goals import GoalKind, used_up

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import CheckedPuzzle
    from dtcli.formats.schema import PuzzleFile

LONGEST_ID = 700
"""Longer ids are not printed: they are too long to type."""


class _SheetEntry(NamedTuple):
    """A puzzle with everything that the page prints about it."""

    layout: SheetLayout
    grade: int | None
    short_id: str
    full_id: str
    solution: Sequence[tuple[str, str]] | None
    result: str
    themes: str


def sheet_html(
    puzzles: Sequence[SheetPuzzle], *, solutions: bool = True, title: str = TITLE, paper: Paper | None = None
) -> str:
    """Return the sheet as one HTML file; without ``solutions`` it contains no hints."""
    pages = Environment(
        loader=PackageLoader("dtcli.render.puzzle"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return pages.get_template("puzzle_sheet.html").render(
        puzzles=[_printed(puzzle) for puzzle in puzzles],
        solutions=solutions,
        title=one_line(title),
        paper=paper,
        owners=OWNERS,
        drawings=drawings(puzzles),
        lantern=LANTERN,
        lamp=LAMP,
        most_grade=MOST_GRADE,
    )


def drawings(puzzles: Sequence[SheetPuzzle]) -> dict[str, Pictogram]:
    """Return the drawings of all kinds in these puzzles."""
    return {kind: pictogram_of(kind) for puzzle in puzzles for kind in puzzle.game.kinds}


def _printed(puzzle: SheetPuzzle) -> _SheetEntry:
    solution = puzzle.solution
    return _SheetEntry(
        layout=layout_of(puzzle),
        grade=puzzle.grade,
        short_id=safe(puzzle.short_id),
        full_id=puzzle.full_id if len(puzzle.full_id) <= LONGEST_ID else "",
        solution=None if solution is None else [(when, one_line(words)) for when, words in solution],
        result=one_line(puzzle.result),
        themes=", ".join(one_line(theme).replace("-", " ") for theme in puzzle.themes),
    )


# --- From a puzzle file


def sheet_puzzle(checked: "CheckedPuzzle") -> SheetPuzzle:
    """Return a puzzle file as a puzzle to print; it must be valid."""
    data = checked.document.data
    assert data is not None
    assert checked.game is not None
    assert checked.goal is not None
    grade = data.get("difficulty", {}).get("grade")
    return SheetPuzzle(
        game=checked.game,
        goal=checked.goal,
        title=checked.title or "Untitled",
        notes=data.get("notes", ""),
        grade=grade,
        themes=tuple(data.get("themes", ())),
        short_id=_short(data.get("seed")),
        full_id=_full(data),
        solution=_solution(checked),
        result=_result(checked, data),
    )


def _short(seed: int | str | None) -> str:
    """Return the seed if it is a short id; a puzzle made with other options has none."""
    return seed if isinstance(seed, str) and isinstance(short_id(seed), ShortId) else ""


def _full(data: "PuzzleFile") -> str:
    try:
        return full_id(data)
    except IdTooLong:
        return ""


def _solution(checked: "CheckedPuzzle") -> tuple[tuple[str, str], ...] | None:
    run = checked.solution
    if run is None:
        return None
    if not run.steps:
        return ()
    return tuple(line_in_words(run.steps[0].state, tuple(step.choice for step in run.steps)))


def _result(checked: "CheckedPuzzle", data: "PuzzleFile") -> str:
    """Return the result of the solution; a number that the file does not claim is not called the best."""
    goal, run = checked.goal, checked.solution
    assert goal is not None
    claimed = {GoalKind.MOST: "missions", GoalKind.FEWEST_SKILLS: "heroes"}.get(goal.kind, "kind")
    if claimed in data["goal"]:
        return result_of(goal)
    if run is None:
        return ""
    end = run.final
    skills = f", heroes used: {used_up(end)}" if goal.kind is GoalKind.FEWEST_SKILLS else ""
    return f"missions completed: {end.completed}{skills}"
