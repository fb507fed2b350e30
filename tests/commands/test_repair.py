"""``dtcli repair``: the proposed changes, the diff, and the repaired replay."""

import json
import re
import subprocess
from contextlib import chdir
from pathlib import Path

import pytest

from solver.studies.repair import repair
from tests.commands.shell import ROOT, Terminal, invoke, run_redirected

TABLE, MAP, SMUDGED, SURE, FRIDAY, CABIN = (
    str(ROOT / "replays/games" / name)
    for name in (
        "trattoria-table.dt", "one-map-too-many.dt", "the-smudged-line.dt", "we-were-sure.json", "friday-night.dt",
        "five-at-the-cabin.dt",
    )
)  # fmt: skip
KEYS = [
    "file", "line", "status", "title", "goal", "changes", "at_least", "decisions", "moves", "outcome", "choices",
    "diff", "proved", "seconds", "problems",
]  # fmt: skip
DECISION_KEYS = ["card", "choice", "recorded", "words"]
WIDTH = 80
TOOK_CUP = """title: Took the cup
goal: 2
result: 1 mission, lost
sword
mission X: sword -> bow/cup | take cup  # the cup, of all things
mission Y: bow
"""
SPENT = ("book", "map", "gold", "torch")
HOPELESS = "goal: 1\nmission X: sword\nsword\n"
THROWN = """goal: 1
heroes: Nintrabash
hero Nintrabash: 2
sword
mission X: sword
"""


def repaired(story: str, *arguments: str):
    result = invoke("repair", "--json", "-", *arguments, stdin=story.encode())
    return result.exit_code, json.loads(result.stdout)


def printed(story: str, *arguments: str) -> str:
    result = invoke("repair", "-", *arguments, stdin=story.encode())
    assert max(map(len, result.stderr.splitlines())) <= WIDTH
    return " ".join(result.stderr.split())


def scored(path: Path):
    return json.loads(invoke("score", "--json", str(path)).stdout)


def applied(folder: Path, name: str, content: bytes, *arguments: str):
    """Repair a replay in a folder, apply the diff with git, and return the path and the predicted result."""
    path = folder / name
    path.write_bytes(content)
    with chdir(folder):
        diff = invoke("repair", name, *arguments).stdout_bytes
        record = json.loads(invoke("repair", "--json", name, *arguments).stdout)
    assert record["diff"].encode() == diff
    subprocess.run(["git", "apply", "-"], input=diff, cwd=folder, check=True)
    return path, record


# Data


def test_json_has_the_keys_that_are_documented():
    code, record = repaired(TOOK_CUP)
    assert (code, list(record)) == (0, KEYS)
    assert [list(one) for one in record["decisions"]] == [["at", *DECISION_KEYS]]
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    section = page.split("`dtcli repair --json`")[1].split("`dtcli advise --json`")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert {*KEYS, *DECISION_KEYS, "at", "before", "to", "good", "repaired", "impossible", "unknown"} <= named


def test_the_changed_decision_has_its_place_and_what_was_recorded():
    _, record = repaired(TOOK_CUP)
    assert (record["status"], record["goal"], record["changes"], record["at_least"]) == ("repaired", 2, 1, 1)
    assert record["decisions"] == [
        {
            "at": 2,
            "card": "X",
            "choice": {"at": 2, "take": "bow"},
            "recorded": {"at": 2, "take": "cup"},
            "words": "take bow instead of cup  (X)",
        }
    ]
    assert record["outcome"] == {"missions": 2, "broken": False, "won": True}
    assert record["choices"] == [{"at": 2, "take": "bow"}]


@pytest.mark.parametrize(
    ("story", "status", "code"),
    [
        (TOOK_CUP, "repaired", 0),
        (TOOK_CUP.replace("take cup", "take bow").replace("1 mission, lost", "2 missions, won"), "good", 0),
        (TOOK_CUP.replace("| take cup", ""), "repaired", 0),
        (HOPELESS, "impossible", 1),
        ("swrod\n", "invalid", 1),
    ],
    ids=["lost", "won", "open", "hopeless", "invalid"],
)
def test_every_kind_of_game_has_its_status_and_exit_code(story, status, code):
    got, record = repaired(story)
    assert (got, record["status"], list(record)) == (code, status, KEYS)
    assert bool(record["diff"]) == (status == "repaired")
    assert invoke("repair", "-", stdin=story.encode()).exit_code == code


def test_many_replays_give_a_line_each_in_order():
    result = invoke("repair", "--json", TABLE, "no-such-file.dt", FRIDAY)
    assert result.exit_code == 3
    assert [json.loads(line)["status"] for line in result.stdout.splitlines()] == ["repaired", "invalid", "good"]


# The diff


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("take cup", "take CUP"),
    ],
    ids=["plain", "crlf", "no line end", "capitals"],
)
def test_the_diff_applies_and_the_replay_scores_as_predicted(tmp_path, change):
    path, record = applied(tmp_path, "game.dt", change(TOOK_CUP).encode())
    score = scored(path)
    assert (score["status"], score["missions"], score["agrees"]) == ("won", 2, True)
    assert record["outcome"]["missions"] == 2
    assert score["problems"] == []
    assert b"# the cup, of all things" in path.read_bytes()


def test_a_json_replay_is_repaired_too(tmp_path):
    text = invoke("convert", "--to", "json", "-", stdin=TOOK_CUP.encode()).stdout
    path, _ = applied(tmp_path, "game.json", text.encode())
    assert (scored(path)["status"], scored(path)["agrees"]) == ("won", True)


@pytest.mark.parametrize("name", ["{here}/games/game.dt", "games/../games/game.dt"], ids=["absolute", "dots"])
def test_the_diff_names_a_file_below_the_current_folder_from_there(tmp_path, name):
    (tmp_path / "games").mkdir()
    (tmp_path / "games/game.dt").write_text(TOOK_CUP)
    path, _ = applied(tmp_path, name.format(here=tmp_path), TOOK_CUP.encode())
    assert scored(path)["status"] == "won"


def test_the_diff_names_a_file_elsewhere_from_the_root(tmp_path):
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    path = tmp_path / "there/game.dt"
    path.write_text(TOOK_CUP)
    with chdir(tmp_path / "here"):
        diff = invoke("repair", "../there/game.dt").stdout
        assert diff == invoke("repair", str(path)).stdout
    assert diff.startswith(f"--- a{path}\n")


def test_with_another_goal_the_claim_is_still_right(tmp_path):
    """The claim is about the goal of the game, not about ``--goal``."""
    story = TOOK_CUP.replace("goal: 2", "goal: 3")
    path, record = applied(tmp_path, "game.dt", story.encode(), "--goal", "2")
    assert (record["goal"], record["outcome"]["won"]) == (2, True)
    assert (scored(path)["status"], scored(path)["agrees"]) == ("lost", True)


def test_without_a_goal_nothing_is_claimed_to_be_won(tmp_path):
    kinds = "sword\nbow\ntorch\nmap\nkeys\ncup\ngold\nbook\n"
    story = f"result: 1 mission, broken, lost\n{kinds}mission X: map -> mortar? | take mortar\nmap\n"
    path, record = applied(tmp_path, "game.dt", story.encode())
    assert record["outcome"] == {"missions": 1, "broken": False, "won": None}
    assert (scored(path)["status"], scored(path)["agrees"], scored(path)["problems"]) == ("completed", True, [])


def test_an_open_game_gets_the_missing_choices(tmp_path):
    path, record = applied(tmp_path, "game.dt", Path(SMUDGED).read_bytes())
    assert (record["status"], record["changes"], record["decisions"]) == ("repaired", 0, [])
    assert scored(path)["status"] == "won"
    words = " ".join(invoke("repair", SMUDGED).stderr.split())
    assert (
        "No decision has to change: the choices that were not recorded can win the game: 8 missions, goal 8." in words
    )
    assert re.search(r"card 42: take \w+ \(M04 The Ogre's Bake-Off\)", words)


def test_cards_are_moved_only_with_the_option_order(tmp_path):
    assert repaired(HOPELESS)[1]["moves"] == []
    path, record = applied(tmp_path, "game.dt", HOPELESS.encode(), "--order")
    assert (record["status"], record["changes"], len(record["moves"])) == ("repaired", 0, 1)
    assert record["moves"][0] in ({"card": 1, "to": 2}, {"card": 2, "to": 1})
    assert scored(path)["status"] == "won"
    assert path.read_text() == "goal: 1\nsword\nmission X: sword\n"
    assert repaired("goal: 1\nmission X: sword\n", "--order")[1]["status"] == "impossible"


def test_an_adventure_is_not_moved_below_the_missions_that_it_needs(tmp_path):
    """V1: revealing the book first would be one move, but four missions must lie below it."""
    items, missions = "book\nmap\ngold\ntorch\n", "".join(f"mission {kind}: {kind}\n" for kind in SPENT)
    story = f"goal: 1\n{items}{missions}adventure The Apprentice's Book | fail\n"
    path, record = applied(tmp_path, "game.dt", story.encode(), "--order")
    assert (record["status"], len(record["moves"]), record["proved"]) == ("repaired", 3, True)
    score = scored(path)
    assert score["status"] == "won"
    assert [one["code"] for one in score["problems"]] == [
        "DT308"
    ]  # the goal differs from that of the adventure, as before


# Text


@pytest.mark.parametrize(
    ("story", "arguments", "said"),
    [
        (TOOK_CUP, [], "Changing 1 decision wins the game: 2 missions, goal 2. card 2: take bow instead of cup (X)"),
        (TOOK_CUP, ["--goal", "1"], "Nothing to repair: the goal is reached, 1 mission, goal 1."),
        (TOOK_CUP, ["--goal", "3"], "Nothing can reach the goal: the story has only 2 missions."),
        (TOOK_CUP.replace("bow/cup", "bow?").replace("take cup", "decline"), [], "take bow instead of declining (X)"),
        ("sword\n", [], "Nothing to repair: the backpack is whole, 0 missions."),
        ("sword\n", ["--goal", "1"], "Nothing can reach the goal: the story has no missions."),
        (HOPELESS, [], "No other decisions win the game: the best line ends with 0 missions, goal 1. `dtcli"),
        (HOPELESS, ["--order"], "Moving 1 card wins the game: 1 mission, goal 1. card "),
        (HOPELESS + "bow\nmission Y: cup\n", ["--goal", "2", "--order"], "No order of these cards can reach the goal."),
        ("heroes: Nintrabash\n" + HOPELESS, ["--order"], "goal 1. When cards are moved, Nintrabash stays unused."),
        (THROWN, [], "Changing 1 decision wins the game: 1 mission, goal 1. before card 1: leave Nintrabash unused"),
    ],
)  # fmt: skip
def test_the_sentence_about_each_repair(story, arguments, said):
    assert said in printed(story, *arguments)


def test_a_skill_used_differently_is_printed_with_the_recorded_use():
    words = " ".join(invoke("repair", CABIN).stderr.split())
    assert re.search(r"before card \d+: Tragurk, remove .* \(recorded: remove mortar, before card 30\)", words)
    assert "The other changes in the diff follow from this." in words


def test_text_and_diff_go_to_different_streams():
    result = invoke("repair", TABLE)
    assert result.stdout.startswith("--- a/")
    assert "Changing 1 decision" not in result.stdout
    assert "@@" not in result.stderr
    closed = run_redirected("2>&-", "repair", TABLE)
    assert closed.stdout.decode() == result.stdout


def test_an_invalid_replay_has_no_diff():
    result = invoke("repair", "-", stdin=b"swrod\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "DT204" in result.stderr


# Files


def test_the_repaired_replay_is_written_once_and_not_over_another(tmp_path):
    out = tmp_path / "better.dt"
    assert invoke("repair", TABLE, "--write", str(out)).exit_code == 0
    first = out.read_bytes()
    assert scored(out)["status"] == "won"
    refused = invoke("repair", MAP, "--write", str(out))
    assert (refused.exit_code, refused.stdout, out.read_bytes()) == (2, "", first)
    assert invoke("repair", MAP, "--write", str(out), "--force").exit_code == 0
    assert out.read_bytes() != first
    several = invoke("repair", TABLE, MAP, "--write", str(tmp_path / "two.dt"))
    assert (several.exit_code, several.stdout, (tmp_path / "two.dt").exists()) == (2, "", False)


def test_the_other_spelling_can_be_written(tmp_path):
    out = tmp_path / "better.json"
    assert invoke("repair", TABLE, "--write", str(out)).exit_code == 0
    assert json.loads(out.read_text())["format"] == "dungeon-time/replay/1"
    assert (scored(out)["status"], scored(out)["agrees"]) == ("won", True)


def test_without_a_repair_no_file_is_written(tmp_path):
    out = tmp_path / "none.dt"
    assert invoke("repair", "-", "--write", str(out), stdin=HOPELESS.encode()).exit_code == 1
    assert not out.exists()


# Limits


def test_a_limit_gives_4_and_what_is_known():
    result = invoke("repair", TABLE, "--time-limit", "0")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "a limit was reached after" in result.stderr
    words = " ".join(result.stderr.split())
    assert re.search(
        r"It is not known whether any decisions win the game; no line completes more than \d+ missions\.", words
    )
    record = json.loads(invoke("repair", "--json", TABLE, "--time-limit", "0").stdout)
    assert (record["status"], record["proved"], record["changes"]) == ("unknown", False, None)


def test_a_repair_that_is_not_proved_has_a_lower_bound(monkeypatch):
    def limited(*arguments, **options):
        found = repair(*arguments, **options)
        return found._replace(repaired_line=found.repaired_line._replace(proved=False))

    monkeypatch.setattr("dtcli.commands.repair.repair", limited)
    result = invoke("repair", TABLE)
    assert result.exit_code == 4
    assert "It is not known whether changing fewer decisions is enough; at least 1 change is needed." in " ".join(
        result.stderr.split()
    )
    assert result.stdout.startswith("--- a/")


def test_ctrl_c_gives_what_is_known_so_far_and_130():
    with Terminal("repair", CABIN, NO_COLOR="1") as terminal:
        terminal._read(b"looking for the fewest changes")
        terminal.type(b"\x03")
        assert terminal.end() == 130
    assert b"interrupted after" in terminal.shown


def test_after_an_interrupt_no_more_replays_are_judged(monkeypatch):
    def interrupted(*arguments, **options):
        return repair(*arguments, **options)._replace(interrupted=True)

    monkeypatch.setattr("dtcli.commands.repair.repair", interrupted)
    result = invoke("repair", "--json", TABLE, SURE)
    assert result.exit_code == 130
    assert len(result.stdout.splitlines()) == 1


def test_rewards_recorded_after_the_break_stay_where_they_still_fit(tmp_path):
    kinds = "sword\nbow\nshield\ntorch\nmap\npotion\nkeys\ngold\n"
    path = tmp_path / "late.dt"
    late = "mission B: bow -> ?  | take cup\n"
    text = f"goal: 2\n\n{kinds}mission A: sword -> mortar?  | take mortar\ngrapnel\n{late}"
    path.write_text(text, encoding="utf-8")
    changed = [line for line in invoke("repair", str(path)).stdout.splitlines() if line[:1] in "+-"][2:]
    assert changed == ["-mission A: sword -> mortar?  | take mortar", "+mission A: sword -> mortar?  | decline"]
