"""Many inputs: an internal error becomes the problem of its own row, the run goes on, and the exit code is 70."""

import json
from pathlib import Path

import pytest

from dtcli.formats.problems import INTERNAL
from dtcli.formats.replay import check as checking
from dtcli.formats.replay import reading
from solver.puzzles import examination as examining
from solver.search import Disagreement
from tests.commands.shell import FRIDAY, READERS, ROOT, invoke, run_code

GOOD = '{"format": "dungeon-time/replay/1", "title": "good", "story": ["sword", {"mission": "A", "needs": ["sword"]}]}'
CURSED = GOOD.replace("good", "cursed").replace('"sword", {', '"mortar", "sword", {')
PUZZLES = sorted((ROOT / "puzzles/first-steps").glob("*.json"))[:3]
WITH_JSON = ("validate", "replay", "score", "solve", "analyze", "explain", "repair", "advise")
OPTIONS = {"advise": ["--at", "1"], "convert": ["--to", "ndjson"]}


@pytest.fixture
def batch(tmp_path):
    path = tmp_path / "batch.ndjson"
    path.write_text(f"{GOOD}\n{CURSED}\n{GOOD}\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def cursed_engine(monkeypatch):
    """Make the engine fail for a story that begins with a mortar."""
    follow = checking.follow

    def fail_for_mortars(game, *arguments, **options):
        if str(game.story[0]) == "mortar":
            message = "out of \x1b[31m cheese\nsecond line"
            raise LookupError(message)
        return follow(game, *arguments, **options)

    monkeypatch.setattr(checking, "follow", fail_for_mortars)


def rows(text):
    return [json.loads(line) for line in text.splitlines()]


def timeless(record):
    return {key: value for key, value in record.items() if key != "seconds"}


@pytest.mark.parametrize("command", WITH_JSON)
def test_the_row_has_the_problem_and_the_others_are_unchanged(command, batch, cursed_engine):
    result = invoke(command, "--json", batch, *OPTIONS.get(command, []))
    assert (result.exit_code, result.exception.code) == (70, 70)
    first, cursed, last = rows(result.stdout)
    assert cursed.get("status", cursed.get("verdict")) == "invalid"
    (problem,) = cursed["problems"]
    assert (problem["code"], problem["severity"], problem["line"]) == (INTERNAL, "error", 2)
    assert problem["message"] == "dtcli has a bug: LookupError: out of \ufffd[31m cheese"
    for part in (
        "please report it with this input",
        "dtcli 0.",
        "Python 3.",
        "dtcli/formats/replay/check.py line",
        "in __init__",
    ):
        assert part in problem["hint"]
    alone = rows(invoke(command, "--json", "-", *OPTIONS.get(command, []), stdin=f"{GOOD}\n".encode()).stdout)[0]
    for row, line in ((first, 1), (last, 3)):
        assert row["line"] == line
        assert timeless({**row, "file": None, "line": None}) == timeless({**alone, "file": None, "line": None})


@pytest.mark.parametrize("command", [*READERS, "advise", "history"])
def test_the_run_goes_on_and_says_what_to_report_once(command, batch, cursed_engine):
    result = invoke(command, batch, batch, *OPTIONS.get(command, []))
    assert result.exit_code == 70
    assert f"\n{result.stderr}".count("\nhint: please report it with this input and: dtcli 0.") == 1
    assert "2 inputs could not be judged, each has the problem DT001" in result.stderr
    assert result.stdout or command == "repair"


def test_history_counts_the_other_games(batch, cursed_engine):
    result = invoke("history", "--json", batch)
    assert (result.exit_code, rows(result.stdout)[-1]["games"]) == (70, 2)


def test_convert_writes_the_other_replays(batch, cursed_engine, tmp_path):
    path = tmp_path / "out.ndjson"
    assert invoke("convert", batch, "--output", str(path)).exit_code == 70
    assert [row["title"] for row in rows(path.read_text(encoding="utf-8"))] == ["good", "good"]


def test_bounds_go_on_after_an_internal_error(batch, cursed_engine):
    result = invoke("score", "--bounds", "--json", batch)
    assert result.exit_code == 70
    assert [row["bounds"] is None for row in rows(result.stdout)] == [False, True, False]


def test_a_single_input_gives_70_and_says_what_to_report():
    code = """
import dtcli.formats.replay.check
def follow(*_, **__):
    raise LookupError("out of cheese")
dtcli.formats.replay.check.follow = follow
from dtcli.__main__ import main
main()
"""
    result = run_code(code, "score", FRIDAY)
    assert result.returncode == 70
    assert b"Traceback" not in result.stderr
    assert b"friday-night.dt: dtcli has a bug: LookupError: out of cheese" in result.stderr
    assert b"hint: please report it with this input and: dtcli 0." in result.stderr
    assert b"dtcli/formats/replay/check.py line" in result.stderr


# Internal errors in other places


def test_a_failing_reader_affects_one_line(batch, monkeypatch):
    def fail_for_the_cursed(data):
        return data["title"] == "good" or data["no such key"]

    monkeypatch.setattr(reading, "is_plain_replay", fail_for_the_cursed)
    result = invoke("score", "--json", batch)
    assert result.exit_code == 70
    assert [[one["code"] for one in row["problems"]] for row in rows(result.stdout)] == [[], [INTERNAL], []]
    assert "batch.ndjson:2: dtcli has a bug: KeyError: 'no such key'" in result.stderr


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_failing_report_affects_one_row(options, batch, monkeypatch):
    from dtcli.render import problems as report

    verdict = report.validation_verdict

    def fail_for_the_cursed(checked):
        if checked.title == "cursed" and checked.is_valid:
            raise IndexError
        return verdict(checked)

    monkeypatch.setattr(report, "validation_verdict", fail_for_the_cursed)
    result = invoke("validate", *options, batch)
    assert result.exit_code == 70
    assert result.stdout.count("DT001") == 1
    assert result.stdout.count('"valid": true' if options else "\nvalid ") + (not options) == 2


def test_a_disagreement_is_saved_and_affects_one_row(batch, monkeypatch, tmp_path):
    from solver import solve

    best_line = solve.best_line

    def disagree(state, **options):
        if str(state.story[0]) == "mortar":
            message = "the model promised a cheese"
            raise Disagreement(message, state)
        return best_line(state, **options)

    monkeypatch.setattr(solve, "best_line", disagree)
    monkeypatch.chdir(tmp_path)
    Path("dtcli-disagreement.json").write_text("kept", encoding="utf-8")
    result = invoke("solve", "--json", batch)
    assert result.exit_code == 70
    assert [row["status"] for row in rows(result.stdout)] == ["optimal", "invalid", "optimal"]
    assert rows(result.stdout)[1]["problems"][0]["hint"].endswith("; send dtcli-disagreement-2.json too")
    saved = json.loads(Path("dtcli-disagreement-2.json").read_text(encoding="utf-8"))
    assert (saved["message"], saved["replay"]["title"]) == ("the model promised a cheese", "cursed")
    assert Path("dtcli-disagreement.json").read_text(encoding="utf-8") == "kept"


def test_an_output_that_cannot_be_written_still_ends_the_run(batch, monkeypatch):
    def full(_output, _text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dtcli.batch.outputs.StreamOutput.write", full)
    result = invoke("validate", "--json", batch)
    assert isinstance(result.exception, OSError)


# Certificates and puzzles


def test_verify_goes_on_after_an_internal_error(tmp_path, monkeypatch):
    from solver.studies import certificate

    path = tmp_path / "friday.cert"
    replay = tmp_path / "good.json"
    replay.write_text(GOOD, encoding="utf-8")
    assert invoke("solve", str(replay), "--certificate", str(path)).exit_code == 0
    missing = str(tmp_path / "missing.cert")
    result = invoke("verify", "--json", str(path), missing, str(path))
    assert (result.exit_code, [row["valid"] for row in rows(result.stdout)]) == (3, [True, False, True])
    assert rows(result.stdout)[1]["problems"][0]["code"] == "DT101"
    verify = certificate.verify

    def fail_for_the_second(text, *, file, **options):
        if file == "cursed":
            raise ZeroDivisionError
        return verify(text, file=file, **options)

    monkeypatch.chdir(tmp_path)
    Path("cursed").write_bytes(path.read_bytes())
    monkeypatch.setattr("dtcli.commands.verify.verify", fail_for_the_second)
    result = invoke("verify", "--json", str(path), "cursed", str(path))
    assert result.exit_code == 70
    assert [[one["code"] for one in row["problems"]] for row in rows(result.stdout)] == [[], [INTERNAL], []]


@pytest.fixture
def cursed_puzzle(monkeypatch):
    """Make the examination of the second puzzle fail."""
    report = examining.report
    title = json.loads(PUZZLES[1].read_text(encoding="utf-8"))["title"]
    games = []

    def fail_for_the_second(game, goal, **options):
        games.append(game)
        if len(games) == 2:
            raise AssertionError(title)
        return report(game, goal, **options)

    monkeypatch.setattr(examining, "report", fail_for_the_second)


@pytest.mark.parametrize("command", [["check", "--quick"], ["grade"]])
def test_puzzle_commands_go_on_after_an_internal_error(command, cursed_puzzle):
    result = invoke("puzzle", *command, "--json", *map(str, PUZZLES))
    assert result.exit_code == 70
    assert [row["status"] for row in rows(result.stdout)] == ["sound", "invalid", "sound"]
    assert [one["code"] for one in rows(result.stdout)[1]["problems"]] == [INTERNAL]
    assert result.stderr.count("hint: please report") == 1


@pytest.mark.parametrize("command", ["show", "export", "grade", "check"])
def test_a_failing_puzzle_check_affects_one_row(command, monkeypatch):
    from dtcli.formats.puzzle import file as puzzles

    check = puzzles.check

    def fail_for_the_second(document, **options):
        if document.file == str(PUZZLES[1]):
            raise AttributeError
        return check(document, **options)

    monkeypatch.setattr(puzzles, "check", fail_for_the_second)
    options = ["--quick"] if command == "check" else []
    result = invoke("puzzle", command, *options, *map(str, PUZZLES))
    assert result.exit_code == 70
    assert result.stderr.count("dtcli has a bug: AttributeError") == 1
    third = json.loads(PUZZLES[2].read_text(encoding="utf-8"))["title"]
    assert (third in result.stdout or str(PUZZLES[2]) in result.stdout) == (
        command != "export"
    )  # export writes all puzzles or none


@pytest.mark.parametrize("command", ["show", "grade"])
def test_an_invalid_puzzle_does_not_end_the_run(command, tmp_path):
    path = tmp_path / "bad.json"
    path.write_text('{"format": "dungeon-time/puzzle/1"}', encoding="utf-8")
    result = invoke("puzzle", command, str(PUZZLES[0]), str(path), "grade9#x", str(PUZZLES[2]))
    assert result.exit_code == 1
    for puzzle in (PUZZLES[0], PUZZLES[2]):
        assert json.loads(puzzle.read_text(encoding="utf-8"))["title"] in result.stdout
    assert "DT202" in result.stderr
    assert "DT903" in result.stderr
