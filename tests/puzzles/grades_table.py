"""How much harder each grade is than the one below: who solves the bundled puzzles, and how long a search takes.

``python -m tests.puzzles.grades_table`` prints the table of docs/puzzles.md; ``--new 12`` measures new puzzles instead.
The careless players, the strong players and the search are not part of the formula: they are independent of it.
"""

import heapq
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from statistics import geometric_mean, mean, median
from typing import Any, NamedTuple

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.puzzle.file import check_puzzle, read_puzzles
from dtcli.formats.puzzle.ids import ShortId, short_id
from solver.puzzles.all_lines import AllLines, lines_of
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.generation import make
from solver.puzzles.grades import difficulty
from solver.puzzles.judging import GeneratedPuzzle
from solver.puzzles.line_graph import Node
from solver.puzzles.players.panel import REASONING
from solver.puzzles.players.reasoning import Reach, Reasoners

OTHERS = {
    "looks four ahead": Reach(4),
    "looks two ahead, plans for the last four": Reach(2, 4),
    "looks three ahead, plans for the last three": Reach(3, 3),
}
CARELESS = {
    "careless: looks two ahead, plans for the last two": Reach(2, 2),
    "careless: looks three ahead, plans for the last three": Reach(3, 3),
}
EVERY = 4
"""A careless player slips at one choice in this many, and plays once for each choice at which to begin."""
SEARCHES = {"looks one ahead": Reach(1), "plans for the last two": Reach(1, 2)}


class Row(NamedTuple):
    """What is known about one new puzzle."""

    solved: dict[str, float]
    """For each player, the share of games in which the goal is reached."""
    positions: dict[str, int]
    lines: int
    points: int


def positions_searched(lines: AllLines, reach: Reach) -> int:
    """Return how many positions a search visits until it reaches the goal.

    It follows the ways that look best to a player; each step down in the order of looks costs one, and the cheapest
    position is visited next, the deepest first.
    """
    players, seen = Reasoners(lines), set[Node]()
    waiting: list[tuple[int, int, int, Node]] = [(0, 0, 0, lines.start)]
    while waiting:
        cost, depth, _, node = heapq.heappop(waiting)
        if node in seen:
            continue
        seen.add(node)
        if node.state.over:
            if lines.goal.is_reached(node.state, completed=node.completed):
                break
            continue
        for rank, way in enumerate(players.ranked(node, reach)):
            heapq.heappush(waiting, (cost + rank, depth - 1, len(waiting) + len(seen) * 10_000, way.to))
    return len(seen)


def row_of(lines: AllLines) -> tuple[int, Row]:
    """Return the grade and the row of a puzzle."""
    players, found = Reasoners(lines), difficulty(lines)
    solved: dict[str, float] = {name: players.solves(reach) for name, reach in {**REASONING, **OTHERS}.items()}
    for name, reach in CARELESS.items():
        solved[name] = sum(players.plays(reach, slips_at=n, every=EVERY) for n in range(EVERY)) / EVERY
    positions = {name: positions_searched(lines, reach) for name, reach in SEARCHES.items()}
    return found.grade, Row(solved, positions, found.lines, found.points)


def bundled_row(name: str) -> tuple[int, Row]:
    """Return the grade and the row of a bundled puzzle."""
    checked = check_puzzle(next(read_puzzles([name])))
    assert checked.game is not None
    assert checked.goal is not None
    return row_of(lines_of(checked.game, checked.goal))


def new_row(short: str) -> tuple[int, Row] | None:
    """Return the grade and the row of a new puzzle; None if none was found."""
    wanted = short_id(short)
    assert isinstance(wanted, ShortId)
    made = make(bundled_cards("house").cards, PuzzleRequirements(grade=wanted.grade), short)
    return row_of(made.lines) if isinstance(made, GeneratedPuzzle) else None


def table(rows: dict[int, list[Row]]) -> list[str]:
    """Return the lines of the table in Markdown."""
    grades = list(rows)
    lines = ["| | " + " | ".join(f"grade {grade}" for grade in grades) + " |", "|---|" + "---|" * len(grades)]

    def add(name: str, cells: list[Any]) -> None:
        lines.append(f"| {name} | " + " | ".join(map(str, cells)) + " |")

    add("puzzles", [len(rows[grade]) for grade in grades])
    for name in {**REASONING, **OTHERS, **CARELESS}:
        add(
            name, [f"{100 * sum(one.solved[name] for one in rows[grade]) / len(rows[grade]):.0f} %" for grade in grades]
        )
    means = [mean(share for one in rows[grade] for share in one.solved.values()) for grade in grades]
    add("mean of all these players", [f"{100 * share:.0f} %" for share in means])
    for name in SEARCHES:
        means = [geometric_mean(one.positions[name] for one in rows[grade]) for grade in grades]
        add(f"positions searched: {name}", [f"{mean:.0f}" for mean in means])
    add("lines, median", [f"{median(one.lines for one in rows[grade]):,.0f}" for grade in grades])
    add("points, median", [f"{median(one.points for one in rows[grade]):.0f}" for grade in grades])
    return lines


def rows_by_grade(found: Iterable[tuple[int, Row] | None]) -> dict[int, list[Row]]:
    """Return the rows of each grade."""
    rows: dict[int, list[Row]] = {grade: [] for grade in range(1, 6)}
    for grade, row in filter(None, found):
        rows[grade].append(row)
    return rows


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--new", type=int, help="measure so many new puzzles of each grade")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(max_workers=options.jobs) as pool:
        if options.new is None:
            rows = rows_by_grade(pool.map(bundled_row, [one.file for one in read_puzzles(["puzzles"])]))
        else:
            names = [f"grade{grade}v2#table-{n}" for grade in range(1, 6) for n in range(options.new)]
            rows = rows_by_grade(pool.map(new_row, names))
    sys.stdout.write("\n".join(table(rows)) + "\n")


if __name__ == "__main__":
    main()
