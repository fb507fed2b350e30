"""``--cluster``: a real scheduler and two workers on loopback; the same bytes as one process."""

import subprocess
import sys

import pytest

from tests.batch.corpus import write_corpus
from tests.batch.dask_cluster import dask_cluster
from tests.batch.waiting import until
from tests.commands.shell import LIMIT, environment, invoke

pytest.importorskip("distributed", reason="Dask is not installed")

GAMES = 1300


@pytest.fixture(scope="module")
def cluster():
    with dask_cluster() as found:
        yield found


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return write_corpus(tmp_path_factory.mktemp("corpus") / "games.ndjson", GAMES)


@pytest.fixture(scope="module")
def expected(corpus):
    return invoke("score", str(corpus), "--json", "--jobs", "1").stdout_bytes


def started(*arguments):
    command = [sys.executable, "-m", "dtcli", "score", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())


@pytest.mark.parametrize("options", [[], ["--shared-files"]])
def test_a_cluster_gives_the_same_bytes(cluster, corpus, expected, options):
    with started(corpus, "--json", "--cluster", cluster.address, *options) as run:
        assert run.communicate(timeout=LIMIT)[0] == expected
    assert run.returncode == 1


def test_a_folder_is_validated_on_a_cluster(cluster):
    options = ["validate", "replays", "--json"]
    here = invoke(*options, "--jobs", "1")
    there = invoke(*options, "--cluster", cluster.address)
    assert (there.exit_code, there.stdout) == (here.exit_code, here.stdout)


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(corpus, expected):
    with dask_cluster() as cluster, started(corpus, "--json", "--cluster", cluster.address) as run:
        first = run.stdout.readline()
        cluster.workers[0].kill()
        assert run.poll() is None
        rest = run.stdout.read()
    assert first + rest == expected
    assert run.returncode == 1


def test_a_scheduler_that_goes_away_is_an_error_and_the_run_can_be_resumed(tmp_path, corpus, expected):
    rows = tmp_path / "rows.ndjson"
    part = tmp_path / "rows.ndjson.part"
    with dask_cluster() as cluster, started(corpus, "-o", rows, "--resume", "--cluster", cluster.address) as run:
        until(lambda: part.exists() and part.stat().st_size)
        cluster.scheduler.kill()
        _, errors = run.communicate(timeout=LIMIT)
    assert run.returncode == 3
    assert b"Traceback" not in errors
    assert b"error: " in errors
    assert b"hint: " in errors
    assert not rows.exists()
    with started(corpus, "-o", rows, "--resume") as rest:
        assert rest.wait(LIMIT) == 1
    assert rows.read_bytes() == expected


def test_an_address_without_a_scheduler_is_an_error(monkeypatch):
    monkeypatch.setattr("dtcli.batch.cluster._TIMEOUT", 1)
    result = invoke("score", "replays/games", "--cluster", "tcp://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("error: the cluster at 'tcp://127.0.0.1:1' cannot be used")
