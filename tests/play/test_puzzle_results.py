"""The file of puzzle results: processes at once and kills lose nothing, and damaged lines are set aside."""

import os
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcli.formats.puzzle.results import PuzzleResult, StormResult, UnknownResult, read_result, result_line
from dtcli.play.puzzle.attempt import HelpUsed
from dtcli.play.puzzle.session import PuzzleSession
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.puzzle_results import ResultsStore
from tests.commands.shell import LIMIT, ROOT, environment
from tests.play.manual_clock import ManualClock

BEGUN = "2026-11-19T20:00:00+01:00"
STORM = StormResult("s", BEGUN, 180.0, 12, 2, combo=7, hardest=4)
WRITER = """
import sys
from pathlib import Path
from dtcli.formats.puzzle.results import PuzzleResult
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.puzzle_results import ResultsStore
store = ResultsStore(Folders(Path(sys.argv[1])))
for n in range(int(sys.argv[3])):
    store.append(PuzzleResult(f"{sys.argv[2]}-{n}", "sha256:0", "2026-11-19T20:00:00+01:00", "x" * 150))
    print(n, flush=True)
"""


def result(session="a", **other):
    return PuzzleResult(session, "sha256:1", BEGUN, "Low Torch", **other)


@pytest.fixture
def store(tmp_path):
    return ResultsStore(Folders(tmp_path))


def writing(store, name, n):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store.path.parents[1]), name, str(n)],
        stdout=subprocess.PIPE, env=environment(), cwd=ROOT,
    )  # fmt: skip


def test_what_was_appended_is_read_and_the_last_line_of_a_session_counts(store):
    assert store.read().puzzles == ()
    for one in (result(attempts=1), result("b"), result(attempts=2, solved=True), STORM):
        store.append(one)
    found = store.read()
    assert found.puzzles == (result(attempts=2, solved=True), result("b"))
    assert found.storms == (STORM,)
    assert found.solved == {"sha256:1"}
    assert found.problems == ()


def test_processes_that_write_at_once_lose_nothing(store):
    processes = [writing(store, name, 40) for name in "abc"]
    assert [process.wait(LIMIT) for process in processes] == [0, 0, 0]
    for process in processes:
        process.stdout.close()
    assert {one.session for one in store.read().puzzles} == {f"{name}-{n}" for name in "abc" for n in range(40)}


def test_a_killed_process_loses_nothing_that_it_said_it_kept(store):
    with writing(store, "k", 100_000) as process:
        while process.stdout.readline() != b"30\n":
            pass
        process.send_signal(signal.SIGKILL)
        said = [int(line) for line in process.stdout.read().split()]
    store.append(result("after"))
    found = store.read()
    kept = {one.session for one in found.puzzles}
    assert {f"k-{n}" for n in [*range(31), *said]} <= kept
    assert "after" in kept


@pytest.mark.parametrize("cut", [1, 60, 200])
def test_a_line_that_a_kill_cut_off_is_set_aside(store, cut):
    store.append(result("a"))
    store.append(result("b"))
    content = store.path.read_bytes()
    store.path.write_bytes(content + content[:cut])
    store.append(result("c"))
    found = store.read()
    assert [one.session for one in found.puzzles] == ["a", "b", "c"]
    (problem,) = found.problems
    assert problem.code == "DT804"
    assert "1 line was damaged" in problem.hint
    aside = store.path.with_name("results.damaged.ndjson")
    assert aside.read_bytes() == content[:cut] + b"\n"
    again = store.read()
    assert (again.problems, again.puzzles) == ((), found.puzzles)


def test_a_full_disk_takes_back_what_was_written_in_part(store, monkeypatch):
    store.append(result("a"))
    before = store.path.read_bytes()

    def refuse(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        store.append(result("b"))
    assert store.path.read_bytes() == before


@given(st.text(max_size=40) | st.binary(max_size=40).map(repr))
def test_any_line_is_a_result_or_damaged(line):
    assert read_result(line) is None or isinstance(read_result(line), (PuzzleResult, StormResult, UnknownResult))


@pytest.mark.parametrize(
    "change",
    [{"grade": 9}, {"seconds": -1}, {"begun": "now"}, {"begun": "2026-11-19"}, {"hints": True}, {"solved": 1},
     {"day": "2026-13-01"}, {"day": "2026-W47-4"}, {"begun": "20261119T200000+0100"},
     {"begun": "0001-01-01T00:00+01:00"}, {"title": None}, {"title": "x" * 1000}],
)  # fmt: skip
def test_a_value_that_cannot_be_is_damage(change):
    assert read_result(result_line(result())) == result()
    assert read_result(result_line(result()._replace(**change))) is None


def test_a_kind_that_only_a_later_dtcli_knows_is_kept(store):
    store.append(result())
    with store.path.open("a", encoding="utf-8") as file:
        file.write('{"kind": "sprint", "new": 1}\nnonsense\n')
    assert len(store.read().problems) == 1
    assert '"sprint"' in store.path.read_text(encoding="utf-8")


# sessions


class Failing(ResultsStore):
    """A store that cannot write for a while."""

    fails = True

    def append(self, result):
        if self.fails:
            raise OSError(28, "No space left on device")
        super().append(result)


def test_a_session_writes_a_line_for_each_change_and_none_for_nothing(store):
    clock = ManualClock()
    session = PuzzleSession(result("s"), store, now=clock)
    session.note(HelpUsed(), attempts=0, solved=False)
    assert not store.path.exists()
    clock.wait(12.5)
    session.note(HelpUsed(hints=1), attempts=0, solved=False)
    session.note(HelpUsed(hints=1), attempts=0, solved=False)
    clock.wait(10)
    session.note(HelpUsed(hints=1), attempts=1, solved=True)
    clock.wait(100)
    session.note(HelpUsed(hints=1, solution=True), attempts=2, solved=True)
    assert len(store.path.read_text(encoding="utf-8").splitlines()) == 2
    (kept,) = store.read().puzzles
    assert (kept.seconds, kept.hints, kept.attempts, kept.solved, kept.solution) == (22.5, 1, 1, True, False)


def test_who_saw_the_solution_has_not_solved_the_puzzle(store):
    session = PuzzleSession(result("s"), store)
    session.note(HelpUsed(solution=True), attempts=0, solved=False)
    session.note(HelpUsed(solution=True), attempts=1, solved=True)
    assert store.read().solved == frozenset()


def test_what_could_not_be_written_is_written_with_the_next_change(tmp_path):
    store = Failing(Folders(tmp_path))
    session = PuzzleSession(result("s"), store)
    session.note(HelpUsed(hints=1), attempts=0, solved=False)
    assert session.failed == "No space left on device"
    store.fails = False
    session.note(HelpUsed(hints=1), attempts=0, solved=False)
    assert session.failed is None
    assert store.read().puzzles[0].hints == 1


def test_many_results_are_read_quickly(store):
    store.append(result())
    with store.path.open("a", encoding="utf-8") as file:
        file.writelines(f"{result_line(result(str(n)))}\n" for n in range(5_000))
    begun = time.process_time()
    assert len(store.read().puzzles) == 5_001
    assert time.process_time() - begun < 3


def test_a_dialogue_that_is_killed_keeps_what_was_done(store):
    """Also when it is killed as soon as it says that the puzzle is solved."""
    home = str(store.path.parents[1])
    with subprocess.Popen(
        [sys.executable, "-m", "dtcli", "puzzle", "play", "first-steps/01"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(DTCLI_HOME=home), cwd=ROOT,
    ) as process:  # fmt: skip
        for text, until in ((b"hint\nhint\nstory\n", b"Still to come"), (b"on\n7\non\n", b"Type solution")):
            process.stdin.write(text)
            process.stdin.flush()
            while not process.stdout.readline().startswith(until):
                pass
            assert [one.hints for one in store.read().puzzles] == [2]
        process.send_signal(signal.SIGKILL)
    (kept,) = store.read().puzzles
    assert (kept.hints, kept.attempts, kept.solved) == (2, 1, True)
