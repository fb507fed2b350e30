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

COMMAND = [sys.executable, "-m", "dtcli", "score"]


def kill_again_and_again(folder: Path, *, kills: int, games: int, options: list[str], seed: int = 1) -> list[int]:
    """Return the sizes of the rows at each kill; the rows at the end are those of a run that was left alone."""
    corpus = write_corpus(folder / "games.ndjson", games)
    alone, rows = folder / "alone.out", folder / "rows.out"
    expected = subprocess.run([*COMMAND, str(corpus), *options, "-o", str(alone)], check=False).returncode
    command = [*COMMAND, str(corpus), *options, "-o", str(rows), "--resume"]
    chance, sizes = random.Random(seed), []
    part = rows.with_name(f"{rows.name}.part")
    while len(sizes) < kills:
        with subprocess.Popen(command) as run:
            time.sleep(0.5 + chance.random())
            run.kill()
        if run.returncode in (0, 1):
            break
        sizes.append(_size(part))
    final = subprocess.run(command, check=False).returncode
    again = subprocess.run(command, check=False).returncode
    assert (final, again) == (expected, expected)
    assert rows.read_bytes() == alone.read_bytes()
    return sizes


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def main(kills: int = 50) -> None:
    """Kill runs with one process and with two."""
    for options in (["--json", "--jobs", "1"], ["--json", "--dedupe", "--jobs", "2"], ["--format", "csv"]):
        with TemporaryDirectory() as folder:
            sizes = kill_again_and_again(Path(folder), kills=kills, games=1200 * kills, options=options)
            places = f"at {sizes[0]:,} to {max(sizes):,} bytes"
            sys.stdout.write(f"{' '.join(options)}: killed {len(sizes)} times, {places}; the same rows\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
