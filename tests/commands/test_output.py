"""What commands print: the documented JSON, tables that fit, and colour only on terminals."""

import json
import re

import pytest

from tests.commands.shell import FRIDAY, GAMES, ONE_LINE, ROOT, invoke, on_terminal, run

SCORE_KEYS = [
    "file", "title", "status", "missions", "failed", "goal", "revealed", "cards", "slots", "peak_slots", "heroes_used",
    "assumed", "claimed", "agrees", "problems",
]  # fmt: skip
PROBLEM_KEYS = ["code", "severity", "file", "line", "column", "pointer", "message", "hint"]
ESCAPE = re.compile(rb"\x1b")
WIDTH = 80
SHIPPED = sorted(path for path in (ROOT / "replays").rglob("*") if path.suffix in (".dt", ".json"))


def records(text: str) -> list[dict]:
    return [json.loads(line) for line in text.split("\n")[:-1]]


@pytest.mark.parametrize("source", [b"swrod\n", b"sword\n", b"", b"\xff", b"mission X: sword -> bow/cup\n", ONE_LINE])
def test_score_json_has_the_keys_of_the_contract(source):
    (record,) = records(invoke("score", "--json", "-", stdin=source).stdout)
    assert [key for key in record if key in SCORE_KEYS] == SCORE_KEYS
    assert all(list(problem) == PROBLEM_KEYS for problem in record["problems"])


def test_an_invalid_replay_has_null_for_unknown_values():
    (record,) = records(invoke("score", "--json", "-", stdin=b"swrod\nbow\n").stdout)
    assert record["status"] == "invalid"
    assert {record[key] for key in ("title", "missions", "failed", "goal", "slots", "claimed", "agrees")} == {None}
    (problem,) = record["problems"]
    assert (problem["code"], problem["severity"], problem["line"], problem["column"]) == ("DT204", "error", 1, 1)
    assert problem["hint"] == "did you mean sword?"


@pytest.mark.parametrize(
    ("source", "status"),
    [
        (b"goal: 1\nsword\nmission X: sword", "won"),
        (b"goal: 1\nsword", "lost"),
        (b"sword", "completed"),
        (b"4 sword\n4 bow\n4 torch\n4 map\n4 keys", "broken"),
        (b"goal: 2\nsword\nmission X: sword -> bow/cup\nmission Y: bow", "open"),
        (b"swrod", "invalid"),
    ],
)
def test_each_status_of_the_contract(source, status):
    (record,) = records(invoke("score", "--json", "-", stdin=source).stdout)
    assert record["status"] == status


def test_input_order_is_kept_over_files_folders_streams_and_stdin(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("b.dt", "a.dt", "c.json"):
        (folder / name).write_bytes(ONE_LINE if name.endswith(".json") else b"sword\n")
    (tmp_path / "z.ndjson").write_bytes(ONE_LINE + b"\n" + b"broken\n" + ONE_LINE)
    (tmp_path / "first.dt").write_bytes(b"bow\n")
    names = [str(tmp_path / name) for name in ("z.ndjson", "folder", "first.dt")]
    found = records(invoke("score", "--json", names[0], "-", *names[1:], stdin=ONE_LINE * 2).stdout)
    assert [(record["file"].removeprefix(str(tmp_path)), record["line"]) for record in found] == [
        ("/z.ndjson", 1), ("/z.ndjson", 3), ("/z.ndjson", 4), ("<stdin>", 1), ("<stdin>", 2),
        ("/folder/a.dt", None), ("/folder/b.dt", None), ("/folder/c.json", None), ("/first.dt", None),
    ]  # fmt: skip


def test_the_same_input_gives_the_same_bytes():
    runs = [run("replay", "--json", "replays", cwd=ROOT, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout.splitlines()) == len(SHIPPED) > 20


def test_validate_json_says_valid_and_verdict():
    lines = b"sword\n", b"swrod\n", b"result: 3 missions\nsword\n", b"sword\nmission X: sword -> bow?\n"
    found = [records(invoke("validate", "--json", "-", stdin=line).stdout)[0] for line in lines]
    assert [(one["valid"], one["verdict"]) for one in found] == [
        (True, "valid"), (False, "invalid"), (True, "disagrees"), (True, "incomplete"),
    ]  # fmt: skip


def test_validate_quiet_prints_problems_only(tmp_path):
    (tmp_path / "good.dt").write_text("sword\n")
    (tmp_path / "bad.dt").write_text("swrod\n")
    shown = invoke("validate", "--quiet", str(tmp_path)).stdout
    assert "bad.dt" in shown
    assert "good.dt" not in shown


def test_replay_json_has_the_score_and_every_frame():
    (record,) = records(invoke("replay", "--json", FRIDAY).stdout)
    (score,) = records(invoke("score", "--json", FRIDAY).stdout)
    frames = record.pop("frames")
    assert record.pop("start") is None
    assert record == score
    assert [frame["at"] for frame in frames if "at" in frame] == list(range(1, 47))
    assert frames[-1]["missions"] == score["missions"]


def test_brief_shows_missions_and_skills_only():
    whole, brief = (invoke("replay", FRIDAY, *options).stdout for options in ([], ["--brief"]))
    assert set(brief.splitlines()) < set(whole.splitlines())
    assert " 29  mortar" in whole
    assert " 29  mortar" not in brief
    assert "hero Tonk Redbeer" in brief


@pytest.mark.parametrize("command", ["replay", "validate"])
def test_shipped_replays_fit_80_columns(command):
    assert len(SHIPPED) > 20
    for path in SHIPPED:
        name = path.relative_to(ROOT).as_posix()
        for line in invoke(command, str(path)).stdout.replace(str(path), "").splitlines():
            assert len(line) <= WIDTH, (name, line)


def test_a_replay_that_ships_can_be_named_from_anywhere(tmp_path):
    result = run("score", "--json", "replays/rulebook", cwd=tmp_path)
    assert result.returncode == 0
    assert b'"file": "replays/rulebook/example-of-play.dt"' in result.stdout


def test_colour_needs_a_terminal_or_force():
    plain = run("replay", FRIDAY).stdout
    assert not ESCAPE.search(plain)
    forced = run("replay", FRIDAY, FORCE_COLOR="1").stdout
    assert ESCAPE.search(forced)
    words = re.sub(rb"\x1b\[[0-9;]*m", b"", forced)
    assert [line.rstrip() for line in words.splitlines()] == plain.splitlines()
    assert not ESCAPE.search(run("replay", FRIDAY, FORCE_COLOR="1", NO_COLOR="1").stdout)


def test_a_terminal_gets_colour_unless_no_color_is_set():
    assert ESCAPE.search(on_terminal("score", FRIDAY)[1])
    assert not ESCAPE.search(on_terminal("score", FRIDAY, NO_COLOR="1")[1])
    assert not ESCAPE.search(on_terminal("score", FRIDAY, TERM="dumb")[1])


def test_json_is_never_coloured():
    assert not ESCAPE.search(run("score", "--json", FRIDAY, FORCE_COLOR="1").stdout)


def test_a_score_on_a_terminal_is_cut_to_its_width(tmp_path):
    path = tmp_path / f"{'long' * 30}.dt"
    path.write_text("sword\n")
    _, shown = on_terminal("score", str(path), NO_COLOR="1", COLUMNS="80")
    assert max(len(line) for line in shown.decode().splitlines()) <= WIDTH
    assert len(GAMES) > 10
