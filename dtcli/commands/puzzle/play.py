"""``dtcli puzzle play``: solve a puzzle in the terminal."""

import os
import sys
from typing import Annotated

import typer

from dtcli.commands.front_ends import exit_if_interrupted
from dtcli.commands.inputs import read_card_set
from dtcli.commands.options import CardSet, Force
from dtcli.commands.output import fail
from dtcli.commands.puzzle.inputs import generated_puzzle
from dtcli.commands.saving import new_file, save
from dtcli.exit_codes import exit_code
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument, as_replay, check_puzzle, read_puzzles
from dtcli.formats.puzzle.ids import short_id
from dtcli.formats.replay.serialize import choice_entry
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.play.puzzle.game import Puzzle, PuzzleGame
from dtcli.play.text.console import StyledConsole
from dtcli.play.text.typed_lines import TypedLines
from dtcli.render.messages import print_message
from dtcli.render.problems import print_problems
from dtcli.render.terminal import Printer
from dtcli.rules.notes import Note
from dtcli.signals import raise_on_ending_signals

EXAMPLE = "dtcli puzzle play grade1#cellar"
STDIN = "-"


def run(
    name: Annotated[
        str, typer.Argument(metavar="PUZZLE", help="A puzzle file, a short id such as grade3#cellar, or a full id.")
    ],
    *,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save the line you played as a replay (.dt or .json).")
    ] = None,
    force: Force = False,
    card_set: CardSet = None,
) -> None:
    """Solve a puzzle card by card, with undo, graded hints, and a check whether it can still be solved.

    A dialogue in plain text, for terminals, pipes and screen readers; type help in it. Hints are counted, and their
    number is shown at the end.
    """
    names = read_card_set(card_set)
    if write is not None:
        new_file(write, force=force)
    checked = check_puzzle(_read_one(name), names)
    if not checked.is_valid:
        print_problems(checked.problems, file=sys.stdout)
        raise typer.Exit(exit_code(checked.problems))
    with exit_if_interrupted():
        _play(checked, name, write, force=force)


def _read_one(name: str) -> PuzzleDocument:
    """Return the one puzzle of a file, a full id or a short id; exit with an error if there are several."""
    if name == STDIN:
        fail("a puzzle to play cannot come from standard input", "save it as a file; your answers are read from there")
    if _is_short_id(name):
        return generated_puzzle(name)
    found = list(read_puzzles([name]))
    if len(found) > 1:
        fail(f"'{name}' has {len(found)} puzzles", "name one of them: a file, or its id")
    return found[0]


def _is_short_id(name: str) -> bool:
    return not os.path.lexists(name) and not isinstance(short_id(name), Problem)


def _play(checked: CheckedPuzzle, name: str, write: str | None, *, force: bool) -> None:
    def save_line(target: str, notes: tuple[Note, ...]) -> str:
        try:
            _save(checked, target, notes, force=force)
        except typer.Exit:
            return "It is not saved."
        return f"The solution is saved as {target}"

    game = PuzzleGame(_puzzle(checked, name), StyledConsole(TypedLines(), Printer()), save_line=save_line)
    try:
        with raise_on_ending_signals():
            game.play()
    finally:
        if write is not None and game.line is not None:
            _save(checked, write, game.line, force=force)
        elif write is not None:
            print_message(f"{write} is not written: the story was not played to its end")


def _puzzle(checked: CheckedPuzzle, name: str) -> Puzzle:
    data = checked.document.data
    assert data is not None
    assert checked.game is not None
    assert checked.goal is not None
    grade = data.get("difficulty", {}).get("grade")
    facts = [f"grade {grade}" if grade else "", data.get("pack", ""), "Extended play" if checked.game.extended else ""]
    return Puzzle(
        checked.game.with_changes(goal=None),  # the number of missions that can be reached would give the answer away
        checked.goal,
        title=checked.title or name,
        facts=" · ".join(fact for fact in facts if fact),
        notes=data.get("notes", ""),
        solution=None if checked.solution is None else tuple(step.choice for step in checked.solution.steps),
    )


def _save(checked: CheckedPuzzle, target: str, notes: tuple[Note, ...], *, force: bool) -> None:
    """Save a line through the puzzle as a replay; exit with an error if that is not possible."""
    path = new_file(target, force=force)
    assert checked.document.data is not None
    assert checked.names is not None
    replay = as_replay(checked.document.data, [choice_entry(note) for note in notes])
    save(path, replay_text(replay, checked.names, spelling_of(path) or Spelling.DT), force=force, fault=replay_fault)
