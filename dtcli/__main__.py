"""The entry point: signals, encodings, and exit codes for errors that no command expects."""

import os
import signal
import sys
from io import TextIOWrapper

from dtcli import __version__
from dtcli.exit_codes import ExitCode
from dtcli.signals import exit_on_interrupt


def main() -> None:
    """Run the command line and exit with one of the documented exit codes."""
    if sys.stdout is None:  # closed by the caller
        _discard_output()
    try:
        try:
            _run()
        finally:
            sys.stdout.flush()
    except OSError as error:
        _print_error(f"error: cannot {_failed_action(error)}: {error.strerror or error}")
        _discard_output()
        sys.exit(ExitCode.UNREADABLE)
    except Exception as error:  # noqa: BLE001  (a bug gets its own exit code and a message that says what to report)
        _report_bug(error)
        sys.exit(ExitCode.BUG)


def _run() -> None:
    exit_on_interrupt()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `dtcli … | head` ends without an error
    if sys.argv[1:] in (["--version"], ["-V"]):  # answered before Typer is loaded
        print(f"dtcli {__version__}")  # noqa: T201
        return
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")  # looking for plugins takes longer than everything else
    if os.environ.get("NO_COLOR"):
        os.environ.setdefault("DTCLI_TERM", os.environ.get("TERM", ""))  # for the screen of the game
        os.environ["TERM"] = "dumb"  # help and errors without bold, too
    _set_up_streams()
    from dtcli.commands.app import app  # noqa: PLC0415  (Typer reads the environment when it is loaded)

    app(prog_name="dtcli")


def _set_up_streams() -> None:
    """Write UTF-8 except to terminals, replace what an encoding cannot express, and guard terminals."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace", encoding=None if stream.isatty() else "utf-8")
    from dtcli.render.terminal import guard_terminals  # noqa: PLC0415  (--version does not need it)

    guard_terminals()


def _discard_output() -> None:
    """Discard standard output, so that Python does not try to write it again when it exits."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _failed_action(error: OSError) -> str:
    """Return what failed: an error with a file names the file, an error of a stream has no name."""
    if isinstance(error.filename, str | bytes):
        return f"read or write '{os.fsdecode(error.filename)}'"
    return "write to standard output"


def _print_error(message: str) -> None:
    if sys.stderr is not None:
        shown = "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in message)
        print(shown, file=sys.stderr)  # noqa: T201


def _report_bug(error: Exception) -> None:
    from dtcli.formats.internal_errors import described, place, version  # noqa: PLC0415  (only after a bug)

    lines = [
        f"error: {described(error)}",
        "",
        "hint: please report it with the command line, the input file, and this:",
        f"  {version()}",
        f"  {place(error)}",
    ]
    _print_error("\n".join(lines))


if __name__ == "__main__":
    main()
