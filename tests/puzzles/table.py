"""How many new puzzles of each grade each simulated player solves.

``python -m tests.puzzles.table`` prints the table of docs/puzzles.md.
"""

import sys
from concurrent.futures import ProcessPoolExecutor

from dtcli.formats.card_sets import bundled_cards
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.generation import GeneratedPuzzle, make
from solver.puzzles.simulated_players import PLAYERS, Player, foresight

PUZZLES, TRIES = 12, 2_000
EVERYBODY: dict[str, Player] = {**PLAYERS, "looks three ahead": foresight(3), "looks four ahead": foresight(4)}


def solved_by(asked: tuple[int, int]) -> tuple[int, list[str], float] | None:
    """Return the grade of a new puzzle, the players who solve it, and the share of lines that do."""
    grade, number = asked
    made = make(bundled_cards("house").cards, PuzzleRequirements(grade=grade), f"table {grade} {number}", tries=TRIES)
    if not isinstance(made, GeneratedPuzzle):
        return None
    chance = made.difficulty.winning / made.difficulty.lines
    return grade, [name for name, player in EVERYBODY.items() if player(made.lines)], chance


def main(puzzles: int) -> None:
    asked = [(grade, number) for grade in range(1, 6) for number in range(puzzles)]
    with ProcessPoolExecutor(max_workers=2) as pool:
        found = [one for one in pool.map(solved_by, asked) if one is not None]
    rows = {grade: [one for one in found if one[0] == grade] for grade in range(1, 6)}
    lines = ["| player | " + " | ".join(f"grade {grade}" for grade in rows) + " |", "|---|" + "---|" * len(rows)]
    for name in EVERYBODY:
        counts = [f"{sum(name in solvers for _, solvers, _ in row)} of {len(row)}" for row in rows.values()]
        lines.append(f"| {name} | " + " | ".join(counts) + " |")
    shares = [f"{sum(share for *_, share in row) / max(1, len(row)):.1%}" for row in rows.values()]
    lines.append("| chance: lines that reach the goal | " + " | ".join(shares) + " |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PUZZLES)
