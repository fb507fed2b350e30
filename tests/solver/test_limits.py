"""Every study honours its time limit while models are built, not only inside CP-SAT."""

from itertools import count

import pytest

from solver.cpsat import CpSatRunner
from solver.limits import Limits, OutOfLimits
from solver.model.expressions import Model
from solver.solve import best
from solver.studies.analysis import analyze
from solver.studies.explanation import explain
from solver.studies.repair import repair
from tests.commands.shell import ROOT

GAME = ROOT / "replays/games/one-map-too-many.dt"
STUDIES = {
    "best": lambda limits: best(GAME, limits=limits).status == "optimal",
    "analyze": lambda limits: analyze(GAME, limits=limits).proved,
    "explain": lambda limits: explain(GAME, limits=limits).proved,
    "repair": lambda limits: repair(GAME, limits=limits).proved,
}


@pytest.fixture
def clock(monkeypatch):
    """Advance the clock by a second whenever a runner reads it."""
    seconds = count()
    monkeypatch.setattr(CpSatRunner, "elapsed", property(lambda _runner: next(seconds)))


@pytest.mark.parametrize("study", STUDIES)
def test_time_that_runs_out_while_a_model_is_built_ends_a_study(study, clock, monkeypatch):
    solved = []
    monkeypatch.setattr(CpSatRunner, "solve", lambda *_arguments: solved.append(1))
    assert not STUDIES[study](Limits(work=100, seconds=20))
    assert solved == []


def test_a_model_is_watched_for_every_variable():
    looked = []
    model = Model(lambda: looked.append(1))
    model.choice()
    model.number(0, 5)
    model.number(0, 1)
    assert len(looked) == 3


def test_a_runner_out_of_time_says_so(clock):
    runner = CpSatRunner(Limits(seconds=1))
    runner.check_time()
    with pytest.raises(OutOfLimits):
        runner.check_time()
    CpSatRunner(Limits()).check_time()
