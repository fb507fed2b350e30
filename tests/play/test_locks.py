"""A lock is held by one process, and released when it ends."""

import signal
import subprocess
import sys

import pytest

from dtcli.formats.locks import LockedError, acquire, is_same_file, lock, remove, try_lock
from tests.commands.shell import LIMIT, ROOT, environment

HOLDING = """
import sys, time
from pathlib import Path
from dtcli.formats.locks import lock
with lock(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(60)
"""


def test_a_lock_is_held_by_one_process(tmp_path):
    path = tmp_path / "a.lock"
    with try_lock(path) as first:
        assert first
        with try_lock(path) as second:
            assert not second
        with pytest.raises(LockedError), lock(path, timeout=0.03):
            pass
    with lock(path, timeout=0):
        pass


def test_a_lock_is_released_when_its_process_ends(tmp_path):
    path = tmp_path / "a.lock"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(path)], cwd=ROOT, env=environment(), stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout.readline() == b"locked\n"
        with try_lock(path) as free:
            assert not free
        process.kill()
        assert process.wait(LIMIT) == -signal.SIGKILL
        with lock(path, timeout=1):
            pass


def test_a_removed_file_is_not_the_new_file_of_the_same_name(tmp_path):
    path = tmp_path / "a"
    with path.open("xb", buffering=0) as first, path.open("rb") as late:
        assert acquire(first)
        assert is_same_file(late, path)
        remove(first, path)
        assert acquire(late)
        assert not is_same_file(late, path)
        path.write_bytes(b"another")
        assert not is_same_file(late, path)
