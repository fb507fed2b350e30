"""How a game is played with a person: on the whole terminal, or in plain text."""

import sys
from functools import partial
from pathlib import Path

from dtcli.commands.terminals import is_terminal, need_screen, restore_terminal_name
from dtcli.commands.viewing import play_on_screen
from dtcli.play.game.end_texts import Records
from dtcli.play.game.leads import AfterGame, Lead, after_single_game
from dtcli.play.game.review import analysis_of_game, checked_game, lesson_of_game, review_game, review_replay
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import RecordSaver, SavedRecord
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.par import find_saved_par
from dtcli.play.storage.play_and_save import FrontEnd, Save
from dtcli.play.storage.records import find_records, record_sentences
from dtcli.play.storage.settings import PlaySettings
from dtcli.play.text.game import play_plain
from dtcli.play.text.leads import WATCHING_SPEED
from dtcli.play.text.recorder import record_plain
from dtcli.play.text.timer import TimerConsole
from dtcli.play.text.typed_lines import LineSource, TypedLines
from dtcli.play.timer.session import TimerSession
from dtcli.play.viewer.timeline import Timeline
from dtcli.render.ladder import Ladder
from dtcli.render.terminal import safe
from dtcli.rules.scenarios import Scenario
from dtcli.signals import raise_on_ending_signals


def front_end(
    *,
    plain: bool,
    settings: PlaySettings,
    folders: Folders,
    lines: LineSource | None = None,
    what_next: AfterGame = after_single_game,
) -> FrontEnd:
    """Return what plays a game with a person; exit with an error if the screen needs a better terminal.

    It can play several games one after another. The settings are for the screen; ``lines`` are typed in plain text, by
    default on standard input. ``what_next`` says what a game leads on to.

    Both front ends raise ``KeyboardInterrupt`` when a signal ends the game.
    """

    def records(game: SoloGame, path: Path | None) -> list[str]:
        return record_sentences(game, find_records(game, path, folders))

    if plain:
        typed = TypedLines() if lines is None else lines
        return partial(_play_in_text, lines=typed, records=records, what_next=what_next)
    need_screen()
    return partial(_play_on_screen, settings=settings, records=records, what_next=what_next)


def _play_in_text(
    game: SoloGame, save: Save, *, lines: LineSource, records: Records, what_next: AfterGame
) -> Lead | None:
    with raise_on_ending_signals():
        return play_plain(
            game, lines, print_line, save=save, review=review_game, find_par=find_saved_par, lesson=lesson_of_game,
            records=records, report=analysis_of_game, what_next=what_next,
        )  # fmt: skip


def print_line(text: str) -> None:
    """Print a line at once, before the program waits for input."""
    sys.stdout.write(f"{safe(text)}\n")
    sys.stdout.flush()


def _play_on_screen(
    game: SoloGame, save: Save, *, settings: PlaySettings, records: Records, what_next: AfterGame
) -> Lead | None:
    restore_terminal_name()
    from dtcli.play.tui.app import run_game  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    def watch(game: SoloGame) -> None:
        play_on_screen(Timeline(checked_game(game, frames=True)), WATCHING_SPEED)

    return run_game(
        game, save=save, review=review_game, find_par=find_saved_par, lesson=lesson_of_game, records=records,
        report=analysis_of_game, what_next=what_next, watch=watch, settings=settings,
    )  # fmt: skip


def choose_level_on_screen(levels: list[Scenario], ladder: Ladder) -> Scenario | None:
    """Return the level that the player chooses on the whole terminal; None if the player leaves."""
    need_screen()
    restore_terminal_name()
    from dtcli.play.tui.level_app import choose_level  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    return choose_level(levels, ladder)


def record_in_text(recorder: TableRecorder, save: RecordSaver) -> None:
    """Record a game at a table in plain text; raises ``KeyboardInterrupt`` when a signal ends it."""
    with raise_on_ending_signals():
        record_plain(recorder, TypedLines(), print_line, save=save, review=review_saved)


def record_on_screen(recorder: TableRecorder, save: RecordSaver) -> None:
    """Record a game at a table on the whole terminal; exit with an error if that needs a better terminal."""
    need_screen()
    restore_terminal_name()
    from dtcli.play.tui.recorder_app import run_recorder  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    run_recorder(recorder, save=save, review=review_saved)


def review_saved(saved: SavedRecord) -> list[str]:
    """Return the review of a recorded game."""
    return review_replay(saved.replay)


def run_timer_in_text(session: TimerSession, *, bell: bool) -> bool:
    """Run a timer in plain text; return whether it was started. Raises ``KeyboardInterrupt`` when a signal ends it."""
    with raise_on_ending_signals():
        return TimerConsole(session, TypedLines(), print_line, ring=_ring_bell if bell else _keep_silent).run()


def _ring_bell() -> None:
    """Ring the bell of the terminal; in a pipe nothing is written."""
    if is_terminal(sys.stdout):
        sys.stdout.flush()
        sys.stdout.buffer.write(b"\a")  # the text layer replaces control characters
        sys.stdout.buffer.flush()


def _keep_silent() -> None:
    """Do not ring the bell."""


def run_timer_on_screen(session: TimerSession, *, bell: bool) -> bool:
    """Run a timer on the whole terminal; return whether it was started.

    Exit with an error if that needs a better terminal. Raises ``KeyboardInterrupt`` when a signal ends it.
    """
    need_screen("the timer")
    restore_terminal_name()
    from dtcli.play.tui.timer_app import run_timer  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    return run_timer(session, bell=bell)
