"""``dtcli puzzle play``: solve a puzzle in the terminal, in lines."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import CardSetPath, Force, card_set, exit_code, fail, new_file, save, say
from dtcli.commands.play import until_left
from dtcli.commands.puzzle.inputs import made_by_id
from dtcli.signals import raise_on_ending_signals

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument
    from dtcli.play.puzzle.dialogue import Puzzle
    from dtcli.rules.notes import Note

EXAMPLE = "dtcli puzzle play grade1#cellar"
STDIN = "-"

Name = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A puzzle file, a short id such as grade3#cellar, or a full id.")
]


def run(
    puzzle: Name,
    *,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save the line you played as a replay (.dt or .json).")
    ] = None,
    force: Force = False,
    cards: CardSetPath = None,
) -> None:
    """Solve a puzzle, card by card: with undo, hints by degrees, and the question whether it can still be solved.

    It is a dialogue in lines, for terminals, pipes and screen readers; type help in it. Hints are counted and told at
    the end.
    """
    from dtcli.formats.puzzle.file import check_puzzle  # noqa: PLC0415

    names = card_set(cards)
    if write is not None:
        new_file(write, force=force)
    checked = check_puzzle(_document(puzzle), names)
    if not checked.is_valid:
        from dtcli.render.problems import print_problems  # noqa: PLC0415

        print_problems(checked.problems, file=sys.stdout)
        raise typer.Exit(exit_code(checked.problems))
    with until_left():
        _play(checked, puzzle, write, force=force)


def _document(name: str) -> "PuzzleDocument":
    """Return the one puzzle of a file, a full id or a short id, or end with what is wrong."""
    from dtcli.formats.puzzle.file import read_puzzles  # noqa: PLC0415

    if name == STDIN:
        fail("a puzzle cannot be played from standard input", "save it as a file; your answers come from there")
    if _is_short_id(name):
        return made_by_id(name)
    found = list(read_puzzles([name]))
    if len(found) > 1:
        fail(f"'{name}' has {len(found)} puzzles", "name one of them: a file, or its id")
    return found[0]


def _is_short_id(name: str) -> bool:
    from dtcli.formats.problems import Problem  # noqa: PLC0415
    from dtcli.formats.puzzle.ids import short_id  # noqa: PLC0415

    return not os.path.lexists(name) and not isinstance(short_id(name), Problem)


def _play(checked: "CheckedPuzzle", name: str, write: str | None, *, force: bool) -> None:
    from dtcli.play.puzzle.dialogue import PuzzleTalk  # noqa: PLC0415
    from dtcli.play.text.dialogue import Shown  # noqa: PLC0415
    from dtcli.play.text.typed_lines import TypedLines  # noqa: PLC0415
    from dtcli.render.terminal import Printer  # noqa: PLC0415

    def keep(target: str, notes: "tuple[Note, ...]") -> str:
        try:
            _save(checked, target, notes, force=force)
        except typer.Exit:
            return "It is not saved."
        return f"The solution is saved as {target}"

    talk = PuzzleTalk(_puzzle(checked, name), Shown(TypedLines(), Printer()), keep=keep)
    try:
        with raise_on_ending_signals():
            talk.play()
    finally:
        if write is not None and talk.line is not None:
            _save(checked, write, talk.line, force=force)
        elif write is not None:
            say(f"{write} is not written: the story was not played to its end")


def _puzzle(checked: "CheckedPuzzle", name: str) -> "Puzzle":
    from dtcli.play.puzzle.dialogue import Puzzle  # noqa: PLC0415

    data = checked.document.data
    assert data is not None
    assert checked.game is not None
    assert checked.goal is not None
    grade = data.get("difficulty", {}).get("grade")
    facts = [f"grade {grade}" if grade else "", data.get("pack", ""), "Extended play" if checked.game.extended else ""]
    return Puzzle(
        checked.game.with_changes(goal=None),  # how many missions are possible is for the player to find out
        checked.goal,
        title=checked.title or name,
        facts=" · ".join(fact for fact in facts if fact),
        notes=data.get("notes", ""),
        solution=None if checked.solution is None else tuple(step.choice for step in checked.solution.steps),
    )


def _save(checked: "CheckedPuzzle", target: str, notes: "tuple[Note, ...]", *, force: bool) -> None:
    """Save a line through the puzzle as a replay, or end with what is wrong."""
    from dtcli.formats.puzzle.file import as_replay  # noqa: PLC0415
    from dtcli.formats.replay.serialize import choice_entry  # noqa: PLC0415
    from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of  # noqa: PLC0415
    from dtcli.formats.writing import replay_fault  # noqa: PLC0415

    path = new_file(target, force=force)
    assert checked.document.data is not None
    assert checked.names is not None
    replay = as_replay(checked.document.data, [choice_entry(note) for note in notes])
    save(path, replay_text(replay, checked.names, spelling_of(path) or Spelling.DT), force=force, fault=replay_fault)
