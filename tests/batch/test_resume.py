"""``--resume``: a run that is killed goes on where it was, without doubles or gaps."""

import json
import os
import subprocess
import sys

import pytest

from tests.batch.corpus import write_corpus
from tests.batch.killing import kill_again_and_again
from tests.commands.shell import LIMIT, ROOT, environment, invoke


def test_killed_runs_end_with_the_rows_of_one_that_was_left_alone(tmp_path):
    sizes = kill_again_and_again(
        tmp_path, kills=3, games=2500, options=["--json", "--dedupe", "--jobs", "2", "--summary"]
    )
    assert len(set(sizes)) > 1  # at different places; `python -m tests.batch.killing` kills more often


@pytest.fixture
def corpus(tmp_path):
    return write_corpus(tmp_path / "games.ndjson", 40)


def test_a_finished_run_is_not_made_again(tmp_path, corpus):
    rows = tmp_path / "rows.csv"
    first = invoke("score", str(corpus), "--output", str(rows), "--resume", "--summary")
    content = rows.read_bytes()
    again = invoke("score", str(corpus), "--output", str(rows), "--resume", "--summary")
    assert (again.exit_code, again.stdout) == (first.exit_code, first.stdout)
    assert rows.read_bytes() == content
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games.ndjson", "rows.csv", "rows.csv.run"]


def test_other_options_or_inputs_are_refused(tmp_path, corpus):
    rows = tmp_path / "rows.ndjson"
    stopped = invoke("score", str(corpus), "--output", str(rows), "--resume", "--fail-fast")
    assert (stopped.exit_code, rows.exists()) == (1, False)
    other = invoke("score", str(corpus), "--output", str(rows), "--resume", "--fail-fast", "--status", "won")
    assert (other.exit_code, "begun with other options" in other.stderr) == (2, True)
    lines = corpus.read_text(encoding="utf-8").splitlines()
    corpus.write_text("\n".join([lines[1], lines[0], *lines[2:]]), encoding="utf-8")
    changed = invoke("score", str(corpus), "--output", str(rows), "--resume", "--fail-fast")
    assert (changed.exit_code, "the inputs have changed" in changed.stderr) == (2, True)
    over = invoke("score", str(corpus), "--output", str(rows), "--resume", "--force")
    assert over.exit_code == 1
    assert rows.read_text(encoding="utf-8") == invoke("score", str(corpus), "--json").stdout


def test_a_run_goes_on_after_the_input_that_stopped_it(tmp_path, corpus):
    rows = tmp_path / "rows.ndjson"
    command = ["score", str(corpus), "--output", str(rows), "--resume", "--fail-fast"]
    for _ in range(40):
        invoke(*command)
        if rows.exists():
            break
    assert rows.read_text(encoding="utf-8") == invoke("score", str(corpus), "--json").stdout


def test_a_damaged_checkpoint_is_an_error(tmp_path, corpus):
    rows = tmp_path / "rows.ndjson"
    invoke("score", str(corpus), "--output", str(rows), "--resume")
    state = tmp_path / "rows.ndjson.run"
    for text in ("{", "[]", json.dumps({"format": "dtcli/run/1"}), json.dumps({"format": "other"})):
        state.write_text(text, encoding="utf-8")
        result = invoke("score", str(corpus), "--output", str(rows), "--resume")
        assert (result.exit_code, "is not a checkpoint" in result.stderr) == (2, True)


def test_parquet_is_resumable(tmp_path, corpus):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    rows = tmp_path / "rows.parquet"
    command = ["score", str(corpus), "--output", str(rows), "--resume", "--fail-fast"]
    for _ in range(40):
        invoke(*command)
        if rows.exists():
            break
    assert parquet.read_table(rows).column("line").to_pylist() == list(range(1, 41))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize(
    ("options", "games", "kills"), [(["--json", "--dedupe"], 6, 50), (["--format", "parquet"], 2, 30)]
)
def test_a_run_that_is_killed_before_any_step_on_the_disk_goes_on(tmp_path, options, games, kills):
    if "parquet" in options:
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    inputs = write_corpus(tmp_path / "games.ndjson", games)
    command = [sys.executable, "-m", "tests.batch.killing_each_step", str(tmp_path), str(inputs), *options]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment(), timeout=5 * LIMIT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert int(done.stdout) >= kills
