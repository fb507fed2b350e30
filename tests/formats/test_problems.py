"""Each problem code has a small example file that has this problem and no other."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dtcli.formats.campaign import read_save
from dtcli.formats.limits import LARGEST_REPLAY
from dtcli.formats.problems import CODES, INTERNAL, NO_PUZZLE_FOUND, PROCESS_ENDED
from dtcli.formats.puzzle.file import check_puzzle, read_id, read_puzzles
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import read
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.puzzle_results import ResultsStore
from dtcli.play.storage.recovery import recover
from solver.puzzles.examination import examine
from solver.studies.certificate import ProofResult, prove, verify

EXAMPLES = Path(__file__).parent / "problems"
WITH = {"DT502": {"DT411"}, "DT110": {"DT203"}}
"""Codes that never occur alone: a claim is unsettled only if a choice was not recorded, for example."""
MADE_ELSEWHERE = {INTERNAL, PROCESS_ENDED, NO_PUZZLE_FOUND}
"""No file triggers these; tests/commands/test_batch.py and tests/batch do."""
MADE_HERE = {"DT101": "a file that is not there", "DT103": "a file too large to keep"}


def example_of(code, tmp_path):
    if code == "DT101":
        return tmp_path / "missing.dt"
    if code == "DT103":
        large = tmp_path / "large.dt"
        large.write_bytes(b"#" * (LARGEST_REPLAY + 1))
        return large
    found = [path for path in EXAMPLES.glob(f"{code}.*") if path.suffix != ".toml"]
    assert len(found) == 1, f"{code} needs exactly one example in {EXAMPLES}"
    return found[0]


def problems_of(path):
    if path.suffix == ".cert":
        verdict = verify(path.read_bytes(), file=str(path))
        if verdict.problems:
            return verdict.problems
        refuted = prove(verdict)
        return [refuted._replace(file=str(path))] if not isinstance(refuted, ProofResult) else []
    if path.suffix == ".save":
        return read_save(path.read_bytes(), file=str(path)).problems
    if path.suffix == ".journal":
        return recovered(path)
    if path.suffix == ".results":
        return results_problems(path)
    if path.suffix == ".id":
        return read_id(path.read_text(encoding="utf-8")).problems
    if path.exists() and b"dungeon-time/puzzle/1" in path.read_bytes():
        return [one for document in read_puzzles([str(path)]) for one in examine(check_puzzle(document)).problems]
    return [problem for document in read([str(path)], None) for problem in check(document).problems]


def results_problems(path):
    with TemporaryDirectory() as home:
        store = ResultsStore(Folders(Path(home)))
        store.path.parent.mkdir()
        shutil.copy(path, store.path)
        return store.read().problems


def recovered(path):
    with TemporaryDirectory() as home:
        folders = Folders(Path(home)).create()
        shutil.copy(path, folders.journals)
        return recover(folders).problems


@pytest.mark.parametrize("code", sorted(CODES.keys() - MADE_ELSEWHERE))
def test_each_code_has_an_example_that_triggers_it_alone(code, tmp_path):
    problems = problems_of(example_of(code, tmp_path))
    assert {problem.code for problem in problems} == {code} | WITH.get(code, set())
    for problem in (one for one in problems if one.code == code):
        assert problem.file
        assert code in MADE_HERE or problem.line or problem.pointer is not None
        assert not problem.message.endswith(".")
        assert problem.severity == CODES[code].severity


def test_every_example_belongs_to_a_code():
    names = {path.stem for path in EXAMPLES.iterdir()}
    assert names == CODES.keys() - MADE_HERE.keys() - MADE_ELSEWHERE


def test_the_examples_show_what_the_help_says():
    for code in CODES.values():
        assert code.help.endswith(".")
        assert code.title[0].islower() or code.title.startswith(("UTF", "JSON", "TOML"))
