"""``dtcli validate --suggest``: readings as diffs that apply, their verdicts, and what is written."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.exit_codes import ExitCode
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from solver.studies.suggestions import SuggestionStatus, suggestions
from tests.commands.shell import FRIDAY, invoke

GAME = """\
scenario: level-1
result: 1 mission

bow
2 sword
mission Wolves at the Gate: bow + 2 sword -> shield?  | take shield  # at last
torch
mission Lamp: torch + shield -> -
"""


def suggested(folder: Path, text: str, *options: str) -> tuple[int, dict]:
    """Return the exit code and the suggestions for a replay."""
    (folder / "game.dt").write_text(text, encoding="utf-8")
    ran = invoke("validate", "--suggest", "--json", "game.dt", *options)
    return ran.exit_code, json.loads(ran.stdout)["suggestions"]


SLIPS = {
    "typed-as-another": GAME.replace("bow\n2", "book\n2"),
    "left-out": GAME.replace("2 sword\nm", "sword\nm"),
    "doubled": GAME.replace("torch\n", "4 torch\ntorch\n"),
    "swapped": GAME.replace("bow\n2 sword\n", "2 sword\n").replace("torch\n", "bow\ntorch\n", 1),
    "wrong-decision": GAME.replace("take shield", "take cup"),
}


@pytest.mark.parametrize("kind", ["typed-as-another", "left-out", "doubled", "wrong-decision"])
def test_each_kind_of_slip_is_found_alone(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, found = suggested(tmp_path, SLIPS[kind])
    assert code == ExitCode.NO
    assert (found["status"], found["slips"], found["proved"]) == ("found", 1, True)
    assert kind in [reading["slips"][0]["kind"] for reading in found["readings"]]


@pytest.mark.parametrize("kind", [*SLIPS])
@pytest.mark.parametrize("tool", [["patch", "-p1"], ["git", "apply"]], ids=lambda tool: tool[0])
def test_the_diffs_apply_and_the_result_is_valid(
    kind: str, tool: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which(tool[0]) is None:
        pytest.skip(f"no {tool[0]} here")
    monkeypatch.chdir(tmp_path)
    _, found = suggested(tmp_path, SLIPS[kind])
    assert found["readings"]
    for reading in found["readings"]:
        (tmp_path / "game.dt").write_text(SLIPS[kind], encoding="utf-8")
        subprocess.run(tool, input=reading["diff"], text=True, check=True, capture_output=True, cwd=tmp_path)
        ran = invoke("validate", "--json", "game.dt")
        assert json.loads(ran.stdout)["verdict"] == reading["verdict"] != "invalid"


SKILLED = """\
heroes: Alan Ironstar, Zaria Tearleaf
result: 1 mission

2 sword
mission Cellar: cup + map -> torch?  | take torch
"""


def test_a_forgotten_skill_is_written_where_it_was_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, found = suggested(tmp_path, SKILLED)
    assert (code, found["slips"]) == (ExitCode.NO, 1)
    forgotten = [one for one in found["readings"] if one["slips"][0]["kind"] == "forgotten-skill"]
    assert len(forgotten) == 3
    assert {one["verdict"] for one in forgotten} == {"valid"}
    words = [one["slips"][0]["words"] for one in forgotten]
    assert "before card 3 (Cellar): a skill was forgotten: hero Alan Ironstar" in words
    assert any("+hero Alan Ironstar\n mission Cellar" in one["diff"] for one in forgotten)


def test_the_search_goes_on_until_a_reading_gives_the_claimed_result() -> None:
    lines = Path(FRIDAY).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("hero Tonk", "mission Ninety"))]
    found = suggestions(check(parse("\n".join(kept), suffix=".dt")))
    assert found.slips == 2
    assert [one.checked.agrees for one in found.readings] == [True, True, True]


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.studies.nearest_reading.exploration.TICKS", 1)
    monkeypatch.setattr("solver.studies.nearest_reading.exploration.SECONDS_BETWEEN", 0.0)
    shown: list[float] = []
    suggestions(check(parse(SKILLED, suffix=".dt")), on_progress=shown.append)
    assert shown
    assert shown == sorted(shown)


def test_an_interrupt_ends_the_search_like_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.studies.nearest_reading.exploration.TICKS", 1)
    monkeypatch.setattr("solver.studies.nearest_reading.exploration.SECONDS_BETWEEN", 0.0)

    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    found = suggestions(check(parse(SKILLED, suffix=".dt")), on_progress=interrupt)
    assert (found.status, found.readings) == (SuggestionStatus.UNKNOWN, ())


def test_a_valid_replay_needs_no_suggestion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, found = suggested(tmp_path, GAME.replace("1 mission", "2 missions"))
    assert (code, found["status"], found["readings"]) == (ExitCode.OK, "valid", [])


def test_other_problems_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, found = suggested(tmp_path, GAME.replace("torch\n", "tree\n", 1))
    assert (code, found["status"]) == (ExitCode.NO, "other")


def test_a_limit_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solver.studies.nearest_reading.exploration.TICKS", 1)
    code, found = suggested(tmp_path, SLIPS["left-out"], "--time-limit", "0.000001")
    assert (code, found["status"], found["proved"], found["readings"]) == (ExitCode.LIMIT, "unknown", False, [])


def test_write_saves_the_first_reading_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, _ = suggested(tmp_path, SLIPS["wrong-decision"], "--write", "out.json")
    assert code == ExitCode.NO
    assert json.loads(invoke("validate", "--json", "out.json").stdout)["valid"]
    ran = invoke("validate", "--suggest", "game.dt", "--write", "out.json")
    assert ran.exit_code == ExitCode.USAGE
    assert "exists" in ran.stderr


def test_write_needs_suggest() -> None:
    assert invoke("validate", "-", "--write", "out.dt").exit_code == ExitCode.USAGE


LINES = st.sampled_from(
    [
        "bow", "2 sword", "torch", "gold", "5 cup", "mission E01", "mission E07 | take cup", "mission E07 | fail",
        "mission Gate: bow + torch -> cup? | take cup", "mission Gate: bow -> - | discard bow", "hero Tonk Redbeer",
        "hero Arvedui Miriel", "hero Nintrabash: 1 2", "hero Zigarat Ho: 2 1 3", "at 3: take cup", "at 9: decline",
    ]
)  # fmt: skip


def test_a_skill_after_which_no_card_is_left_is_not_suggested() -> None:
    text = "heroes: Tonk Redbeer\n\nmission E07 | fail\nhero Tonk Redbeer\nmission E07 | fail\n"
    found = suggestions(check(parse(text, suffix=".dt")))
    assert (found.status, found.slips) == (SuggestionStatus.FOUND, 2)
    assert all(reading.checked.is_valid for reading in found.readings)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=9))
def test_any_record_gets_an_answer(lines: list[str]) -> None:
    text = "\n".join(["heroes: Tonk Redbeer, Arvedui Miriel, Nintrabash, Zigarat Ho", "", *lines, ""])
    checked = check(parse(text, suffix=".dt"))
    found = suggestions(checked, seconds=0.4)
    assert all(reading.checked.is_valid for reading in found.readings), (text, found.readings)
    assert (found.status is SuggestionStatus.FOUND) == bool(found.readings)
