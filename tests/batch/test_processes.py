"""Several processes: the same bytes in the same order, whatever happens to a worker."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dtcli.batch.layouts import JsonLayout
from dtcli.batch.library import score, validate
from dtcli.batch.row_maker import RowMaker
from dtcli.batch.work.replays import ScoreWork
from dtcli.batch.worker import send
from dtcli.formats.sources.raw_inputs import raw_inputs
from tests.batch.corpus import write_corpus
from tests.batch.waiting import until
from tests.commands.shell import invoke, run_code

CURSED = """
import os, sys
if "dtcli.batch.worker" in sys.orig_argv:
    import dtcli.formats.replay.check as checking
    check = checking.check

    def deadly(document, **options):
        title = (document.data or {}).get("title")
        if title == "game 7" or (title == "game 12" and not os.path.exists("died-once")):
            open("died-once", "w").close() if title == "game 12" else None
            os._exit(9)
        return check(document, **options)

    checking.check = deadly
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return write_corpus(tmp_path_factory.mktemp("corpus") / "games.ndjson", 900)


@pytest.mark.parametrize("options", [["--json"], ["--format", "csv", "--dedupe"], ["--summary"]])
def test_the_bytes_do_not_depend_on_the_number_of_processes(corpus, options):
    outputs = {invoke("score", str(corpus), *options, "--jobs", jobs).stdout for jobs in ("1", "3")}
    assert len(outputs) == 1


def test_a_folder_is_solved_alike_by_two_processes():
    columns = "file,status,missions,bound,won,choices"  # the seconds differ
    options = ["replays/rulebook", "replays/games/one-map-too-many.dt", "--json", "--fields", columns]
    assert invoke("solve", *options, "--jobs", "2").stdout == invoke("solve", *options, "--jobs", "1").stdout


def test_the_library_gives_typed_rows_in_order(corpus):
    rows = list(score([corpus], jobs=2))
    records = [json.loads(line) for line in invoke("score", str(corpus), "--json").stdout.splitlines()]
    assert [(row.line, row.status, row.missions) for row in rows] == [
        (record["line"], record["status"], record["missions"]) for record in records
    ]
    assert rows[0].own_keys["_club"] == 0
    assert rows[0].as_dict()["title"] == "game 0"
    assert [row.verdict for row in validate("replays/games/friday-night.dt")] == ["valid"]


def test_a_worker_that_dies_is_replaced_and_a_deadly_input_gets_its_row(tmp_path, monkeypatch):
    path = write_corpus(tmp_path / "games.ndjson", 30, garbage=False)
    (tmp_path / "sitecustomize.py").write_text(CURSED, encoding="utf-8")
    expected = [json.loads(line) for line in invoke("score", str(path), "--json", "--jobs", "1").stdout.splitlines()]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    result = run_code("from dtcli.__main__ import main\nmain()", "score", str(path), "--json", "--jobs", "2")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 70
    assert (tmp_path / "died-once").exists()
    assert [row["line"] for row in rows] == list(range(1, 31))
    assert [problem["code"] for problem in rows[7]["problems"]][-1] == "DT002"
    assert [row for n, row in enumerate(rows) if n != 7] == [row for n, row in enumerate(expected) if n != 7]
    assert b"two processes that judged this input were ended" in result.stderr


def test_workers_that_end_at_once_do_not_end_the_run(tmp_path, monkeypatch):
    path = write_corpus(tmp_path / "games.ndjson", 3, garbage=False)
    stillborn = 'import os, sys\nif "dtcli.batch.worker" in sys.orig_argv:\n    os._exit(9)\n'
    (tmp_path / "sitecustomize.py").write_text(stillborn, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    result = run_code("from dtcli.__main__ import main\nmain()", "score", str(path), "--json", "--jobs", "2")
    codes = [[problem["code"] for problem in json.loads(row)["problems"]] for row in result.stdout.splitlines()]
    assert (result.returncode, codes) == (70, [["DT002"]] * 3)


def children(process):
    """Return the processes that the threads of a process have started."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for one in lists for child in one.read_text(encoding="utf-8").split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_run(corpus, number):
    code = "from dtcli.__main__ import main; main()"
    command = [sys.executable, "-c", code, "score", str(corpus), str(corpus), str(corpus), "--json", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        workers = until(lambda: len(found := children(run.pid)) == 2 and found)
        run.send_signal(number)
        code = run.wait(20)
        assert code == (130 if number == signal.SIGINT else -number)
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def test_a_worker_whose_run_was_killed_ends_silently(corpus):
    command = [sys.executable, "-m", "dtcli.batch.worker"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as worker:
        worker.stdout.close()
        send(worker.stdin, RowMaker(ScoreWork(), JsonLayout(None)))
        send(worker.stdin, list(raw_inputs([str(corpus)])))
        assert worker.stderr.read() == b""
        assert worker.wait(20) == 0
