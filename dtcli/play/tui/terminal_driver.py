"""The terminal driver of the game on Linux and macOS.

Textual's own driver draws on standard error, stops at the first input byte that is not UTF-8, and never notices that
the terminal was closed. This one draws on standard output, reads any byte, and reports a closed terminal. It overrides
private methods of Textual 8; the tests fail if a release changes them.
"""

import os
import selectors
import sys
from codecs import getincrementaldecoder
from typing import Any, TextIO

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

_CHUNK = 4096
_WAIT = 0.1
"""Seconds between two checks for the end of the game."""


class LossyOutput:
    """Output to a terminal. Once the terminal is closed, writes are dropped: a blocked writer would block the game."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self.is_gone = False

    def write(self, text: str) -> int:
        """Write text; return its length."""
        self._attempt(lambda: self._terminal.write(text))
        return len(text)

    def flush(self) -> None:
        """Flush the output."""
        self._attempt(self._terminal.flush)

    def fileno(self) -> int:
        """Return the descriptor of the terminal."""
        return self._terminal.fileno()

    def _attempt(self, write: Any) -> None:
        if self.is_gone:
            return
        try:
            write()
        except OSError:
            self.is_gone = True


class TerminalDriver(LinuxDriver):
    """Reads keys from standard input and draws on standard output."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        assert sys.__stdout__ is not None, "the caller has checked that it is a terminal"
        self._output = LossyOutput(sys.__stdout__)
        self._file: Any = self._output
        self._input_ended = False
        self.failure: Exception | None = None
        """The error that ended the input thread."""

    @property
    def is_gone(self) -> bool:
        """Whether the terminal was closed."""
        return self._input_ended or self._output.is_gone

    def _run_input_thread(self) -> None:
        """Keep an error of the thread for the app; Textual calls this."""
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001  (the app reports it)
            self.failure = error

    def run_input_thread(self) -> None:
        """Read keys until the game ends or the terminal is closed; bytes that are not UTF-8 become U+FFFD."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_WAIT):
                    data = _read(self.fileno)
                    if not data:
                        self._input_ended = True
                        return
                    if text := decode(data):  # empty in the middle of a character; the parser takes "" for the end
                        for event in parser.feed(text):
                            self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)


def _read(descriptor: int) -> bytes:
    """Return the bytes typed; empty when the terminal was closed."""
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""
