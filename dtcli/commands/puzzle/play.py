"""``dtcli puzzle play``: solve a puzzle in the terminal."""

import os
import sys
from typing import Annotated

import typer

from dtcli.commands import dates
from dtcli.commands.inputs import read_card_set
from dtcli.commands.options import CardSet, Force, Plain
from dtcli.commands.output import fail
from dtcli.commands.puzzle.inputs import generated_puzzle
from dtcli.commands.puzzle.names import readable_name
from dtcli.commands.puzzle.on_screen import PuzzleSeries
from dtcli.commands.puzzle.results import results_store, stored_results
from dtcli.commands.saving import new_file, save
from dtcli.commands.terminals import exit_if_interrupted, has_screen
from dtcli.exit_codes import exit_code
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument, as_replay, check_puzzle, read_puzzles
from dtcli.formats.puzzle.ids import short_id
from dtcli.formats.replay.serialize import choice_entry
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.play.puzzle.dialogue import PuzzleDialogue
from dtcli.play.puzzle.facts import playable
from dtcli.play.puzzle.game import PuzzleGame
from dtcli.play.puzzle.report import SolvedReport, report_of
from dtcli.play.puzzle.session import PuzzleSession, new_result
from dtcli.play.text.console import StyledConsole
from dtcli.play.text.edited_lines import player_lines
from dtcli.render.messages import print_message
from dtcli.render.problems import print_problems
from dtcli.render.terminal import Printer, safe
from dtcli.rules.notes import Note
from dtcli.signals import raise_on_ending_signals

EXAMPLE = "dtcli puzzle play grade1#cellar"
STDIN = "-"


def run(
    name: Annotated[
        str,
        typer.Argument(
            metavar="PUZZLE",
            help="A title, today, next, a number in a pack such as first-steps/05, a file, or a full or short id.",
        ),
    ],
    *,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save the line you played as a replay (.dt or .json).")
    ] = None,
    force: Force = False,
    card_set: CardSet = None,
    plain: Plain = False,
) -> None:
    """Solve a puzzle card by card, with undo, graded hints, and a check whether it can still be solved.

    On the whole terminal, with the story open beside the backpack; F12 lists the keys. In pipes and with --plain it is
    a dialogue in lines of text; type help in it. Attempts, time and help are counted and kept for `dtcli history
    --puzzles`. After the solution a text to share is printed.
    """
    names = read_card_set(card_set)
    if write is not None:
        new_file(write, force=force)
    asked, name = name, readable_name(name)
    checked = check_puzzle(_read_one(name), names)
    if not checked.is_valid:
        print_problems(checked.problems, file=sys.stdout)
        raise typer.Exit(exit_code(checked.problems))
    with exit_if_interrupted():
        if plain or not has_screen():
            _play_in_text(checked, name, write, force=force)
        else:
            _play_on_screen(PuzzleSeries(names, results_store(), asked=asked), checked, name, write, force=force)


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


def _play_in_text(checked: CheckedPuzzle, name: str, write: str | None, *, force: bool) -> None:
    def save_line(target: str, notes: tuple[Note, ...]) -> str:
        try:
            _save(checked, target, notes, force=force)
        except typer.Exit:
            return "It is not saved."
        return f"The solution is saved as {target}"

    console = StyledConsole(player_lines(), Printer())
    session = PuzzleSession(new_result(checked), results_store())
    game = PuzzleGame(playable(checked, name), session=session)
    try:
        with raise_on_ending_signals():
            PuzzleDialogue(game, console, save_line=save_line).play()
        if session.result.solved:
            _print_report(report_of(checked, session.result, stored_results().puzzles, today=dates.today()))
    finally:
        _write_line(checked, game, write, force=force)


def _play_on_screen(series: PuzzleSeries, checked: CheckedPuzzle, name: str, write: str | None, *, force: bool) -> None:
    print_problems(series.stored().problems, file=sys.stderr)
    try:
        series.play(checked, name)
    finally:
        for opened in series.opened:
            if opened.game.session is not None and opened.game.session.result.solved:
                _print_report(opened.find_report())
        _write_line(checked, series.opened[0].game, write, force=force)


def _write_line(checked: CheckedPuzzle, game: PuzzleGame, write: str | None, *, force: bool) -> None:
    """Save the line that was played, if that is wanted."""
    if write is not None and game.line is not None:
        _save(checked, write, game.line, force=force)
    elif write is not None:
        print_message(f"{write} is not written: the story was not played to its end")


def _print_report(report: SolvedReport) -> None:
    """Print the themes of a solved puzzle, and the text to share."""
    printer = Printer()
    if report.themes:
        printer.line(f"Themes: {', '.join(report.themes)}")
    printer.line()
    for text in report.share:
        printer.line(safe(text))


def _save(checked: CheckedPuzzle, target: str, notes: tuple[Note, ...], *, force: bool) -> None:
    """Save a line through the puzzle as a replay; exit with an error if that is not possible."""
    path = new_file(target, force=force)
    assert checked.document.data is not None
    assert checked.names is not None
    replay = as_replay(checked.document.data, [choice_entry(note) for note in notes])
    save(path, replay_text(replay, checked.names, spelling_of(path) or Spelling.DT), force=force, fault=replay_fault)
