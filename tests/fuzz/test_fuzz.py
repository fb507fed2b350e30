"""The short run: every reader with changed inputs, chosen and shrunk by hypothesis."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import readers as fuzzed
from tests.fuzz.readers import READERS, Reader
from tests.fuzz.running import Finding, OverBudgetError, hunt, judged

SETTINGS = settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("name", READERS)
def test_every_seed_is_read(name):
    reader = READERS[name]
    seeds = reader.seeds()
    assert seeds
    assert len({judged(reader, seed) for seed in seeds}) > (len(seeds) > 1)


@pytest.mark.parametrize("name", READERS)
def test_a_changed_input_is_answered(name):
    reader = READERS[name]
    seeds = reader.seeds()

    @SETTINGS
    @given(st.sampled_from(seeds), st.randoms(use_true_random=False))
    def answered(seed, chance):
        judged(reader, reader.mutate(reader.mutate(seed, chance), chance))

    answered()


@pytest.mark.parametrize("name", READERS)
def test_changes_reach_different_answers(name):
    """A mutator whose inputs all fail at the first check would find nothing."""
    reader = READERS[name]
    chance = Random(1)
    seen = {judged(reader, reader.mutate(chance.choice(reader.seeds()), chance)) for _ in range(40)}
    assert len(seen) >= 4


def test_the_list_of_readers_is_whole():
    """Each kind of file that ``dtcli schema`` knows, both other spellings of a replay, and what only dtcli reads."""
    from dtcli.formats.schema import SHAPES

    of = {"replay": "replay-json", "puzzle": "puzzle-file", "cards": "card-set", "campaign": "campaign-save"}
    assert {of.get(shape, shape) for shape in SHAPES} | {
        "ndjson",
        "notation",
        "puzzle-id",
        "journal",
        "table-journal",
        "play-log",
        "puzzle-results",
        "settings",
    } == (READERS.keys())


# the harness itself can fail


def hunted(judge, runs=60):
    reader = Reader("broken", lambda: [b'{"a": [1]}'], fuzzed.mutation.json_document, judge)
    return [one for one in hunt(reader, runs, 0) if isinstance(one, Finding)]


def test_an_exception_is_found_once():
    def judge(content):
        return (content.count(b"{") // int(b"sword" not in content),)

    (finding,) = hunted(judge)
    assert "ZeroDivisionError" in finding.wrong
    assert b"sword" in finding.content


def test_time_and_memory_are_found(monkeypatch):
    from tests.fuzz import running

    monkeypatch.setattr(running, "SECONDS", 0.01)
    reader = Reader("slow", list, lambda content, _: content, lambda _: (sum(range(2_000_000)),))
    with pytest.raises(OverBudgetError, match=" s for "):
        judged(reader, b"x")
    monkeypatch.setattr(running, "SECONDS", 10)
    peaks = iter([300.0, 300.0 + running.MEGABYTES, 300.0, 301.0 + running.MEGABYTES])
    monkeypatch.setattr(running, "_peak", lambda: next(peaks))
    judged(reader, b"x")
    with pytest.raises(OverBudgetError, match=" MB for "):
        judged(reader, b"x")


def test_a_resealed_certificate_is_looked_into():
    """Without a new seal every change would get the same answer: the seal is broken."""
    reader = READERS["certificate"]
    chance = Random(3)
    codes = set()
    for _ in range(60):
        codes |= set(reader.judge(reader.mutate(chance.choice(reader.seeds()), chance))[2])
    assert codes & {"DT703"}
    assert codes - {"DT701", "DT703"}


def test_the_command_of_the_long_run(tmp_path, monkeypatch, capsys):
    from tests.fuzz.__main__ import main

    monkeypatch.setattr(
        "sys.argv", ["fuzz", "--reader", "puzzle-id", "--runs", "30", "--findings", str(tmp_path / "f")]
    )
    assert main() == 0
    assert "30 inputs, 0 findings" in capsys.readouterr().out
    assert not Path(tmp_path / "f").exists()
