"""How a game is played with a person: on the whole terminal, or in plain text."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import typer

from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.play.game.recording import Recording
from dtcli.play.game.review import review_game, review_replay
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import RecordSaver, SavedRecord
from dtcli.play.storage.par import find_saved_par
from dtcli.play.storage.play_and_save import FrontEnd, Save
from dtcli.play.storage.settings import PlaySettings
from dtcli.play.text.game import play_plain
from dtcli.play.text.recorder import record_plain
from dtcli.play.text.timer import TimerConsole
from dtcli.play.text.typed_lines import TypedLines
from dtcli.play.timer.session import TimerSession
from dtcli.render.terminal import safe
from dtcli.signals import raise_on_ending_signals


@contextmanager
def exit_if_interrupted() -> Iterator[None]:
    """Exit with the code for interrupted if the block raises ``KeyboardInterrupt``."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def front_end(*, plain: bool, settings: PlaySettings) -> FrontEnd:
    """Return what plays a game with a person; exit with an error if the screen needs a better terminal.

    The settings are for the screen.

    Both front ends raise ``KeyboardInterrupt`` when a signal ends the game.
    """
    if plain:
        return _play_in_text
    need_screen()
    return partial(_play_on_screen, settings)


def _play_in_text(game: SoloGame, save: Save) -> None:
    with raise_on_ending_signals():
        play_plain(game, TypedLines(), print_line, save=save, review=review_game, find_par=find_saved_par)


def print_line(text: str) -> None:
    """Print a line at once, before the program waits for input."""
    sys.stdout.write(f"{safe(text)}\n")
    sys.stdout.flush()


def _play_on_screen(settings: PlaySettings, game: SoloGame, save: Save) -> None:
    _restore_terminal_name()
    from dtcli.play.tui.app import run_game  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    run_game(game, save=save, review=review_game, find_par=find_saved_par, settings=settings)


def record_in_text(recorder: TableRecorder, save: RecordSaver) -> None:
    """Record a game at a table in plain text; raises ``KeyboardInterrupt`` when a signal ends it."""
    with raise_on_ending_signals():
        record_plain(recorder, TypedLines(), print_line, save=save, review=review_saved)


def record_on_screen(recorder: TableRecorder, save: RecordSaver) -> None:
    """Record a game at a table on the whole terminal; exit with an error if that needs a better terminal."""
    need_screen()
    _restore_terminal_name()
    from dtcli.play.tui.recorder_app import run_recorder  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    run_recorder(recorder, save=save, review=review_saved)


def review_saved(saved: SavedRecord) -> list[str]:
    """Return the review of a recorded game."""
    return review_replay(saved.replay)


def watch_on_screen(recording: Recording, settings: PlaySettings) -> None:
    """Show a recorded game on the whole terminal; exit with an error if that needs a better terminal."""
    need_screen()
    _restore_terminal_name()
    from dtcli.play.tui.app import watch  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    watch(recording, settings)


def run_timer_in_text(session: TimerSession, *, bell: bool) -> bool:
    """Run a timer in plain text; return whether it was started. Raises ``KeyboardInterrupt`` when a signal ends it."""
    with raise_on_ending_signals():
        return TimerConsole(session, TypedLines(), print_line, ring=_ring_bell if bell else _keep_silent).run()


def _ring_bell() -> None:
    """Ring the bell of the terminal; in a pipe nothing is written."""
    if _is_terminal(sys.stdout):
        sys.stdout.flush()
        sys.stdout.buffer.write(b"\a")  # the text layer replaces control characters
        sys.stdout.buffer.flush()


def _keep_silent() -> None:
    """Do not ring the bell."""


def run_timer_on_screen(session: TimerSession, *, bell: bool) -> bool:
    """Run a timer on the whole terminal; return whether it was started.

    Exit with an error if that needs a better terminal. Raises ``KeyboardInterrupt`` when a signal ends it.
    """
    need_screen("timer")
    _restore_terminal_name()
    from dtcli.play.tui.timer_app import run_timer  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    return run_timer(session, bell=bell)


def need_screen(what: str = "game") -> None:
    """Exit with an error if the game, or the timer, cannot use the whole terminal."""
    hint = "--plain uses plain text, in pipes and on any terminal"
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        fail(f"the {what} needs a terminal", hint)
    if _terminal_name() == "dumb":
        fail(f"the {what} needs a terminal that can move the cursor", hint)


def _is_terminal(stream: object) -> bool:
    return stream is not None and bool(getattr(stream, "isatty", bool)())


def _terminal_name() -> str:
    """Return ``TERM`` as it was before ``NO_COLOR`` made it ``dumb`` for help and errors."""
    return os.environ.get("DTCLI_TERM", os.environ.get("TERM", ""))


def _restore_terminal_name() -> None:
    os.environ["TERM"] = _terminal_name()
