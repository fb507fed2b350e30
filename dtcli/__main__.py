"""The border between dtcli and the shell: the fast way to the version, signals, and exit codes for the unexpected."""

import os
import sys
from io import TextIOWrapper

EXIT_CANNOT_WRITE = 3
EXIT_BUG = 70


def main() -> None:
    """Run the command line; whatever happens, end with an exit code of the contract."""
    if sys.stdout is None:  # closed by the caller: nobody wants to see anything
        _drop_output()
    try:
        try:
            _run()
        finally:
            sys.stdout.flush()
    except OSError as error:
        _complain(f"error: cannot {_failed(error)}: {error.strerror or error}")
        _drop_output()
        sys.exit(EXIT_CANNOT_WRITE)
    except Exception as error:  # noqa: BLE001  (the border: a bug gets its own exit code and says what to report)
        _report_bug(error)
        sys.exit(EXIT_BUG)


def _run() -> None:
    _listen_to_signals()
    if sys.argv[1:] in (["--version"], ["-V"]):  # answered before anything else is loaded
        from dtcli import __version__  # noqa: PLC0415

        print(f"dtcli {__version__}")  # noqa: T201
        return
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")  # looking for them takes longer than all the rest
    if os.environ.get("NO_COLOR"):
        os.environ.setdefault("DTCLI_TERM", os.environ.get("TERM", ""))  # what it is, for the game's screen
        os.environ["TERM"] = "dumb"  # no bold either, in help and errors
    _speak_utf8()
    from dtcli.commands.app import app  # noqa: PLC0415

    app(prog_name="dtcli")


def _speak_utf8() -> None:
    """Write data as UTF-8; a terminal shows a substitute for what it cannot show, and obeys no text from a file."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace", encoding=None if stream.isatty() else "utf-8")
    from dtcli.render.terminal import guard_terminals  # noqa: PLC0415

    guard_terminals()


def _drop_output() -> None:
    """Forget what cannot be written, so that nobody tries again at the end."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _failed(error: OSError) -> str:
    """Return what an error of the system prevented: with a file it names the file, with a stream it has no name."""
    if isinstance(error.filename, str | bytes):
        return f"read or write '{os.fsdecode(error.filename)}'"
    return "write to standard output"


def _complain(message: str) -> None:
    if sys.stderr is not None:
        shown = "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in message)
        print(shown, file=sys.stderr)  # noqa: T201


def _listen_to_signals() -> None:
    import signal  # noqa: PLC0415

    from dtcli.signals import exit_on_interrupt  # noqa: PLC0415

    exit_on_interrupt()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `dtcli … | head` ends quietly


def _report_bug(error: Exception) -> None:
    from dtcli.formats.internal_errors import described, place, version  # noqa: PLC0415

    lines = [
        f"error: {described(error)}",
        "",
        "hint: please report it with the command line, the input file, and this:",
        f"  {version()}",
        f"  {place(error)}",
    ]
    _complain("\n".join(lines))


if __name__ == "__main__":
    main()
