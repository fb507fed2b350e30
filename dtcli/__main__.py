"""The border between dtcli and the shell: the fast way to the version, signals, and exit codes for the unexpected."""

import os
import sys
from types import FrameType

EXIT_BUG = 70
EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] in (["--version"], ["-V"]):  # answered before anything else is loaded
        from dtcli import __version__  # noqa: PLC0415

        print(f"dtcli {__version__}")  # noqa: T201
        return
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")  # looking for them takes longer than all the rest
    _listen_to_signals()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a sign shows another, not a traceback
    from dtcli.commands.app import app  # noqa: PLC0415

    try:
        app(prog_name="dtcli")
    except Exception as error:  # noqa: BLE001  (the border: a bug gets its own exit code and says what to report)
        _report_bug(error)
        sys.exit(EXIT_BUG)


def _listen_to_signals() -> None:
    import signal  # noqa: PLC0415

    def interrupted(_number: int, _frame: FrameType | None) -> None:
        sys.exit(EXIT_INTERRUPTED)

    signal.signal(signal.SIGINT, interrupted)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `dtcli … | head` ends quietly


def _report_bug(error: Exception) -> None:
    import platform  # noqa: PLC0415
    import traceback  # noqa: PLC0415

    from dtcli import __version__  # noqa: PLC0415

    where = traceback.extract_tb(error.__traceback__)[-1]
    lines = [
        "error: dtcli has a bug: " + f"{type(error).__name__}: {error}".splitlines()[0],
        "",
        "hint: please report it with the command line, the input file, and this:",
        f"  dtcli {__version__}, Python {platform.python_version()} on {platform.system()}",
        f"  {where.filename.rpartition('dtcli')[2].lstrip('/')} line {where.lineno}, in {where.name}",
    ]
    print("\n".join(lines), file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
