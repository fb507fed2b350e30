"""The time that dtcli takes to start, against an empty Typer app with as many commands and the same style of help."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 21
SMALL = "title: small\n\npotion\n2 sword\nbow\nmission Wolves: bow + 2 sword -> shield?  | take shield\n"
EMPTY = '''
import typer
app = typer.Typer(rich_markup_mode="rich", no_args_is_help=True, pretty_exceptions_enable=False)
@app.callback()
def main() -> None:
    """An empty app."""
for name in {names!r}:
    def command(files: list[str], json: bool = False) -> None:
        """Do nothing at all."""
    app.command(name)(command)
app()
'''
DTCLI = "from dtcli.__main__ import main\nmain()\n"


def main() -> None:
    """Measure in turns and print the ratios."""
    from dtcli.commands.app import app

    names = [command.name for command in app.registered_commands]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "empty.py").write_text(EMPTY.format(names=names))
        (root / "run.py").write_text(DTCLI)
        (root / "small.dt").write_text(SMALL)
        small = str(root / "small.dt")
        runs = {
            "empty --help": ["empty.py", "--help"],
            "empty command": ["empty.py", "validate", small],
            "dtcli --help": ["run.py", "--help"],
            "dtcli validate": ["run.py", "validate", small],
            "dtcli --version": ["run.py", "--version"],
        }
        environment = dict(os.environ, PYTHONPYCACHEPREFIX=str(root / "bytecode"), PYTHONPATH=os.getcwd())  # noqa: PTH109
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        times: dict[str, list[float]] = {name: [] for name in runs}
        for number in range(ROUNDS + 1):  # in turns; the first round only writes the bytecode
            for name, (script, *arguments) in runs.items():
                start = time.perf_counter()
                subprocess.run(
                    [sys.executable, root / script, *arguments], env=environment, check=True, capture_output=True
                )
                if number:
                    times[name].append(time.perf_counter() - start)
    median = {name: statistics.median(values) for name, values in times.items()}
    print(f"start-up with {len(names)} commands, median of {ROUNDS} rounds, bytecode written")
    for name, seconds in median.items():
        print(f"  {name:<16}{seconds * 1000:>7.0f} ms")
    for ours, theirs, wanted in (
        ("dtcli --help", "empty --help", "at most 1.25"),
        ("dtcli validate", "empty command", "at most 1.25"),
        ("dtcli --version", "empty --help", "under 0.5"),
    ):
        print(f"{ours} / {theirs}: {median[ours] / median[theirs]:.2f}  (wanted: {wanted})")


if __name__ == "__main__":
    main()
