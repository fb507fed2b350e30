"""What Ctrl-C does while a command searches or plays; elsewhere it ends the program."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

from dtcli.commands.exit_codes import ExitCode
from dtcli.interrupts import stop_search
from dtcli.render.ending_signals import on_ending_signals


@contextmanager
def search_stopped_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C raise ``KeyboardInterrupt`` inside the block, which a search answers with the best so far."""
    with _on_ctrl_c(stop_search):
        yield


@contextmanager
def dialogue_stopped_by_signals() -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and SIGHUP raise ``KeyboardInterrupt`` inside the block."""
    with _on_ctrl_c(signal.default_int_handler), on_ending_signals(_raise_interrupt):
        yield


@contextmanager
def exit_if_interrupted() -> Iterator[None]:
    """Turn a ``KeyboardInterrupt`` of the block into the exit code for interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(ExitCode.INTERRUPTED) from None


@contextmanager
def _on_ctrl_c(handler: Callable[..., object]) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _raise_interrupt() -> NoReturn:
    raise KeyboardInterrupt
