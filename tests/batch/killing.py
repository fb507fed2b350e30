"""Kills runs with ``--resume`` again and again, and compares the result with a run that was left alone.

``python -m tests.batch.killing 50`` prints how often a run was killed, and where.
"""

import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.batch.corpus import write_corpus
from tests.batch.waiting import until

COMMAND = [sys.executable, "-m", "dtcli", "score"]


def kill_again_and_again(folder: Path, *, kills: int, games: int, options: list[str], seed: int = 1) -> list[int]:
    """Return the sizes of the rows at each kill; the rows at the end are those of a run that was left alone."""
    corpus = write_corpus(folder / "games.ndjson", games)
    alone, rows = folder / "alone.out", folder / "rows.out"
    expected = subprocess.run([*COMMAND, str(corpus), *options, "-o", str(alone)], check=False).returncode
    command = [*COMMAND, str(corpus), *options, "-o", str(rows), "--resume"]
    chance, sizes = random.Random(seed), []
    part, state = rows.with_name(f"{rows.name}.part"), rows.with_name(f"{rows.name}.run")
    while len(sizes) < kills:
        before = _changed(state)
        with subprocess.Popen(command) as run:
            if len(sizes) % 5:  # most runs come as far as a checkpoint, however slow the machine is
                until(lambda run=run, before=before: _changed(state) != before or run.poll() is not None, 60)
            time.sleep(chance.random())
            run.kill()
        if run.returncode == expected:  # it was faster than the kill: once more from the beginning
            assert rows.read_bytes() == alone.read_bytes()
            rows.unlink()
            state.unlink()
            continue
        sizes.append(_size(part))
    final = subprocess.run(command, check=False).returncode
    again = subprocess.run(command, check=False).returncode
    assert (final, again) == (expected, expected)
    assert rows.read_bytes() == alone.read_bytes()
    return sizes


def _changed(path: Path) -> int | None:
    """Return when a file was written; None if there is none."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def main(kills: int = 50) -> None:
    """Kill runs with one process and with two."""
    for options in (["--json", "--jobs", "1"], ["--json", "--dedupe", "--jobs", "2"], ["--format", "csv"]):
        with TemporaryDirectory() as folder:
            sizes = kill_again_and_again(Path(folder), kills=kills, games=200 * kills, options=options)
            places = f"at {min(sizes):,} to {max(sizes):,} bytes"
            sys.stdout.write(f"{' '.join(options)}: killed {len(sizes)} times, {places}; the same rows\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
