"""Unusual streams, paths and texts, and the exact answer to each."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.commands.shell import FRIDAY, ONE_LINE, ROOT, invoke, on_terminal, run, run_code, run_redirected

LONG = "a" * 5000


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.dt").write_text("title: a\nsword\n")
    return tmp_path


# streams that are closed or full


def test_files_are_read_when_standard_input_is_closed():
    result = run_redirected("<&-", "score", FRIDAY)
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_closed_standard_input_cannot_be_read():
    assert run_redirected("<&-", "score", "-").returncode == 3


def test_a_closed_standard_output_is_no_bug():
    for command in (["score"], ["score", "--json"], ["convert"]):
        result = run_redirected(">&-", *command, FRIDAY)
        assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [["score", FRIDAY], ["convert", FRIDAY], ["cards"], ["--help"], ["--version"]])
def test_a_full_disk_gives_3_and_says_so(arguments):
    result = run_redirected(">/dev/full", *arguments)
    assert result.returncode == 3
    assert b"No space left on device" in result.stderr
    assert b"bug" not in result.stderr
    assert b"Traceback" not in result.stderr
    assert b"Exception ignored" not in result.stderr


# paths


@pytest.mark.parametrize("name", [LONG, f"replays/{LONG}", f"{LONG}/a.dt"], ids=["file", "shipped", "folder"])
def test_a_name_that_is_too_long_gives_3(name):
    assert invoke("score", name).exit_code == 3


@pytest.mark.parametrize("name", [LONG, f"{LONG}/a.json"], ids=["file", "folder"])
def test_an_output_name_that_is_too_long_is_refused(here, name):
    result = invoke("convert", "a.dt", "-o", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be written: File name too long" in result.stderr


def test_a_file_in_a_folder_that_may_not_be_entered_gives_3(here, monkeypatch):
    def refuse(self: Path, *_mode: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(os.path, "isdir", lambda _path: False)
    assert invoke("score", "closed/a.dt").exit_code == 3


def test_an_empty_name_is_not_the_current_folder(here):
    result = invoke("score", "")
    assert result.exit_code == 3
    assert "cannot be read: the name is empty" in result.stdout
    assert "a.dt" not in result.stdout


# convert


def test_two_replays_of_one_name_are_refused(here):
    for folder in ("one", "two", "out"):
        Path(folder).mkdir()
    Path("one/x.dt").write_text("title: one\nsword\n")
    Path("two/x.dt").write_text("title: two\nsword\n")
    result = invoke("convert", "one/x.dt", "two/x.dt", "-o", "out")
    assert (result.exit_code, list(Path("out").iterdir())) == (2, [])
    assert "two replays would be written to 'out/x.json'" in result.stderr


def test_output_minus_is_standard_output(here):
    result = invoke("convert", "a.dt", "-o", "-")
    assert json.loads(result.stdout)["title"] == "a"
    assert not Path("-").exists()


def test_a_link_is_kept_and_its_target_written(here):
    Path("real.json").write_text("old")
    Path("link.json").symlink_to("real.json")
    assert invoke("convert", "a.dt", "-o", "link.json", "--force").exit_code == 0
    assert Path("link.json").is_symlink()
    assert json.loads(Path("real.json").read_text())["title"] == "a"


def test_a_link_to_nowhere_is_not_overwritten_without_force(here):
    Path("link.json").symlink_to("nowhere.json")
    assert invoke("convert", "a.dt", "-o", "link.json").exit_code == 2
    assert Path("link.json").is_symlink()


def test_a_pipe_is_never_replaced(here):
    os.mkfifo("pipe")  # as /dev/null would be, for root
    result = invoke("convert", "a.dt", "-o", "pipe", "--force")
    assert result.exit_code == 2
    assert "'pipe' is not a file" in result.stderr
    assert Path("pipe").is_fifo()


def test_a_folder_that_does_not_exist_is_created(here):
    assert invoke("convert", "a.dt", "-o", "new/").exit_code == 0
    assert Path("new/a.json").is_file()


def test_standard_input_gets_a_plain_name_in_a_folder(here):
    Path("out").mkdir()
    assert invoke("convert", "-", "-o", "out", stdin=b"sword\n").exit_code == 0
    assert [path.name for path in Path("out").iterdir()] == ["stdin.json"]


def test_several_replays_go_to_standard_output_only_as_ndjson(here):
    Path("b.dt").write_text("title: b\nbow\n")
    result = invoke("convert", "a.dt", "b.dt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "hint: use --to ndjson" in result.stderr
    result = invoke("convert", "a.dt", "b.dt", "--to", "ndjson")
    assert result.exit_code == 0
    assert [json.loads(line)["title"] for line in result.stdout.splitlines()] == ["a", "b"]


# text


@pytest.mark.parametrize(("command", "encoding"), [(["convert"], "ascii"), (["score", "--json"], "latin-1")])
def test_data_is_utf_8_for_any_terminal_encoding(here, command, encoding):
    Path("a.dt").write_text("title: Zoë ☃\nsword\n", encoding="utf-8")
    shown = run(*command, "a.dt", cwd=here, PYTHONIOENCODING=encoding).stdout
    assert json.loads(shown.decode("utf-8"))["title"] == "Zoë ☃"


def test_every_line_of_json_is_one_line_and_has_no_control_characters():
    title = "\x85\u2028\u202e\x9b31m\x7f"
    document = json.dumps({"format": "dungeon-time/replay/1", "story": ["sword"], "title": title}).encode()
    for command in (["score", "--json"], ["validate", "--json"], ["replay", "--json"], ["convert", "--to", "ndjson"]):
        (line,) = invoke(*command, "-", stdin=document).stdout.splitlines()
        assert json.loads(line)["title"] == title
        assert line.isprintable()


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "a.dt", "-o", "no\x1b[31m\u202e/x"],
        ["convert", "a.dt", "-o", "old\x1b[31m\u202e.json"],
        ["convert", "a.dt", "-o", "new\x1b[31m\u202e.json"],
        ["cards", "--card-set", "set\x1b[31m\u202e.toml", "xyzzy"],
    ],
    ids=["no folder", "exists", "wrote", "hint"],
)
def test_errors_and_hints_show_no_control_characters(here, arguments):
    Path("old\x1b[31m\u202e.json").write_text("old")
    Path("set\x1b[31m\u202e.toml").write_bytes((ROOT / "dtcli/data/rulebook.toml").read_bytes())
    _, shown = on_terminal(*arguments, NO_COLOR="1")
    assert shown.decode().replace("\r\n", "").isprintable()


BUG = """
import dtcli.formats.replay.check
def check(*_, **__):
    raise RuntimeError("\\x1b[31m red")
dtcli.formats.replay.check.check = check
from dtcli.__main__ import main
main()
"""
OUTSIDE = """
import dtcli.formats.replay.check, json
dtcli.formats.replay.check.check = lambda *_, **__: json.loads("{")
from dtcli.__main__ import main
main()
"""


def test_a_bug_report_shows_no_control_characters():
    result = run_code(BUG, "score", FRIDAY)
    assert result.returncode == 70
    assert b"\x1b" not in result.stderr


def test_a_bug_report_names_the_place_in_dtcli():
    result = run_code(OUTSIDE, "score", FRIDAY)
    assert result.returncode == 70
    assert b"dtcli/batch/work/base.py line" in result.stderr


# NDJSON


@pytest.mark.parametrize(
    "first", [b"{bad\n", b"\n", b'{"a": "' + b"x" * 1_100_000 + b'"}\n'], ids=["bad", "blank", "long"]
)
def test_after_a_bad_first_line_the_rest_of_a_stream_is_read(first):
    lines = invoke("score", "--json", "-", stdin=first + ONE_LINE * 2).stdout.splitlines()
    assert [json.loads(line)["status"] for line in lines][-2:] == ["completed", "completed"]


def test_a_stream_without_replays_is_reported(here):
    Path("empty.ndjson").touch()
    result = invoke("validate", "empty.ndjson")
    assert result.exit_code == 1
    assert "DT108" in result.stdout


# exit codes and documentation


@pytest.mark.parametrize("content", [b"\xff", b" " * 2_000_001], ids=["binary", "too large"])
def test_a_card_set_that_cannot_be_read_gives_3(here, content):
    Path("set.toml").write_bytes(content)
    assert invoke("score", "a.dt", "--card-set", "set.toml").exit_code == 3
    assert invoke("cards", "--card-set", "set.toml").exit_code == 3


def test_every_key_of_score_json_is_documented():
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    table = page[page.index("`dtcli score --json` prints") :].split("\n\n")[1]
    printed = json.loads(invoke("score", "--json", "-", stdin=b"sword\n").stdout)
    assert set(printed) == set(re.findall(r"`([a-z_]+)`", "\n".join(row.split("|")[1] for row in table.splitlines())))


# layout


def test_the_key_of_a_card_does_not_touch_its_title():
    assert not re.search(r"loose-change\S", invoke("cards").stdout)


@pytest.mark.parametrize("options", [[], ["--kinds"], ["--card-set", "rulebook"]])
def test_cards_fit_80_columns(options):
    assert max(len(line) for line in invoke("cards", *options).stdout.splitlines()) <= 80


def test_scores_fit_80_columns_without_the_file_name():
    for path in sorted((ROOT / "replays").rglob("*.*")):
        for line in invoke("score", str(path)).stdout.replace(str(path), "").splitlines():
            assert len(line) <= 80, line


def test_no_color_on_a_terminal_gives_plain_help_and_errors():
    for arguments in (["--help"], ["nonsense"]):
        assert b"\x1b" not in on_terminal(*arguments, NO_COLOR="1")[1]
