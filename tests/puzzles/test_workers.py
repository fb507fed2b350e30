"""Worker processes end with the process that started them, however that ends."""

import signal
import subprocess
import sys
import time

import pytest

from tests.commands.shell import environment

LONGEST = 30
"""Seconds until a worker must have ended; one that goes on searching takes far longer."""

MAKING = """
from solver.puzzles.batch import PuzzleRequest, fulfil_all
from solver.puzzles.candidates import PuzzleRequirements
quick = PuzzleRequest(PuzzleRequirements(grade=1), "grade1#cellar")
endless = PuzzleRequest(PuzzleRequirements(grade=5, theme="borrowed-skill"), "endless")
for _ in fulfil_all([quick, endless], jobs=2):
    print("found", flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_worker_in_the_middle_of_a_search_ends_with_its_parent(number):
    command = [sys.executable, "-c", MAKING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment()) as making:
        assert making.stdout is not None
        assert making.stdout.readline() == b"found\n"
        workers = children_of(making.pid)
        assert len(workers) >= 2
        making.send_signal(number)
        making.wait(LONGEST)
    assert making.returncode == -number
    deadline = time.monotonic() + LONGEST
    while any(map(is_running, workers)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def children_of(parent: int) -> list[int]:
    rows = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(row.split()[0]) for row in rows.splitlines() if int(row.split()[1]) == parent]


def is_running(process: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return state.stdout.strip() != "" and not state.stdout.startswith("Z")


def test_a_worker_starts_without_or_tools():
    """OR-Tools takes longer to load than an easy puzzle takes to generate."""
    code = "import sys, solver.puzzles.workers; sys.exit('ortools' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env=environment(), check=False).returncode == 0
