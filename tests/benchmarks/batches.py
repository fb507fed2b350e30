"""How much faster several processes and a cluster judge many inputs than one process, as ratios in one run."""

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.batch.corpus import write_corpus
from tests.batch.dask_cluster import dask_cluster

GAMES = 10_000
SOLVED = 120
ROUNDS = 3


def main(games: int = GAMES) -> None:
    """Measure in turns and print the best of each."""
    with TemporaryDirectory() as folder:
        corpus = write_corpus(Path(folder) / "games.ndjson", games)
        few = write_corpus(Path(folder) / "few.ndjson", SOLVED, garbage=False)
        score = {f"{jobs} processes": ["score", corpus, "--json", "--jobs", jobs] for jobs in (1, 2)}
        try:
            import distributed  # noqa: F401  (an optional part of dtcli)
        except ImportError:
            print("Dask is not installed: the cluster is not measured")
            _compare(f"score, {games:,} games", score)
        else:
            with dask_cluster() as cluster:
                score["cluster of 2"] = ["score", corpus, "--json", "--cluster", cluster.address]
                _compare(f"score, {games:,} games", score)
        solve = {f"{jobs} processes": ["solve", few, "--json", "--jobs", jobs] for jobs in (1, 2)}
        _compare(f"solve, {SOLVED:,} games", solve)


def _compare(title: str, commands: dict[str, list[object]]) -> None:
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(ROUNDS):
        for name, arguments in commands.items():
            begun = time.perf_counter()
            command = [sys.executable, "-m", "dtcli", *map(str, arguments)]
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            best[name] = min(best[name], time.perf_counter() - begun)
    one = best["1 processes"]
    print(title)
    for name, seconds in best.items():
        print(f"  {name:<14} {seconds:7.2f} s   {one / seconds:5.2f} times as fast as one process")
