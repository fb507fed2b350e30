"""``dtcli solve``: what it prints, writes and answers."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys

import pytest

from tests.commands.shell import FRIDAY, GAMES, LIMIT, ROOT, Terminal, environment, invoke

MAP = str(ROOT / "replays/games/one-map-too-many.dt")
CELLAR = str(ROOT / "replays/games/cellar-lights.dt")
SURE = str(ROOT / "replays/games/we-were-sure.json")
SMUDGED = str(ROOT / "replays/games/the-smudged-line.dt")
KEYS = [
    "file", "line", "status", "missions", "bound", "broken", "won", "choices", "recorded", "seconds", "goal", "skills",
    "tokens", "discards", "problems",
]  # fmt: skip


def solved(*arguments):
    result = invoke("solve", "--json", *arguments)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_the_best_line_is_printed_beside_the_recorded_game():
    result = invoke("solve", MAP)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "One map too many  proved: no other choices are better"
    assert "recorded  9                         broken" in lines
    assert "best      10                        won" in lines
    assert any(line.startswith("card 10:        decline the mortar") for line in lines)


def test_the_line_names_heroes_and_what_they_do():
    shown = invoke("solve", CELLAR).stdout
    skills = [line for line in shown.splitlines() if line.startswith("before card ")]
    assert len(skills) == 2
    assert re.search(r": Zigarat Ho, then come .*M0", skills[0])
    assert skills[1].endswith(": Arvedui Miriel, remove gold, M09 An Ambush Running Late comes back")


def test_json_has_the_keys_of_the_contract():
    code, (record,) = solved(MAP)
    assert code == 0
    assert list(record) == KEYS
    assert (record["status"], record["missions"], record["bound"], record["broken"], record["won"]) == (
        "optimal", 10, 10, False, True,
    )  # fmt: skip
    assert record["recorded"] == {"missions": 9, "broken": True}
    assert record["choices"] == [
        {"at": 10, "take": None},
        {"at": 33, "take": "shield"},
        {"at": 41, "take": None},
        {"at": 49, "discard": ["keys"]},
    ]


def test_many_inputs_give_a_line_each_in_order():
    code, records = solved(MAP, SURE)
    assert code == 0  # a claim that does not agree does not matter to solve
    assert [record["file"] for record in records] == [MAP, SURE]


def test_an_open_game_has_no_recorded_result():
    _, (record,) = solved(SMUDGED)
    assert record["recorded"] == {"missions": None, "broken": None}
    assert record["status"] == "optimal"


def test_a_legal_story_with_illegal_choices_is_solved(tmp_path):
    path = tmp_path / "mistaken.dt"
    path.write_text("bow\nmission A: bow -> shield?  | fail\n", encoding="utf-8")
    code, (record,) = solved(str(path))
    assert (code, record["status"], record["missions"], record["recorded"]) == (0, "optimal", 1, None)
    assert [problem["code"] for problem in record["problems"]] == ["DT403"]
    assert (
        "recorded  -                         not legal: `dtcli validate` says why" in invoke("solve", str(path)).stdout
    )
    assert invoke("solve", str(path), "--from", "1").exit_code == 1
    assert invoke("repair", str(path), "--order").exit_code == 0
    assert invoke("explain", str(path)).exit_code == 0


def test_an_invalid_replay_has_no_result(tmp_path):
    bad = tmp_path / "bad.dt"
    bad.write_text("swrod\n")
    code, (record,) = solved(str(bad))
    assert code == 1
    assert (record["status"], record["missions"], record["problems"][0]["code"]) == ("invalid", None, "DT204")
    assert "did you mean sword?" in invoke("solve", str(bad)).stdout


@pytest.mark.parametrize(
    ("game", "suffix"),
    [(game, ".dt") for game in GAMES] + [(game, ".json") for game in GAMES[:2]],
    ids=lambda value: getattr(value, "stem", value),
)
def test_the_saved_replay_has_exactly_the_outcome(game, suffix, tmp_path):
    out = tmp_path / f"best{suffix}"
    _, (record,) = solved(str(game), "--write", str(out), "--time-limit", "60")
    score = json.loads(invoke("score", "--json", str(out)).stdout)
    assert score["assumed"] == 0
    assert score["agrees"] is True
    assert score["missions"] == record["missions"]
    assert (score["status"] == "won") == bool(record["won"])
    assert len(score["heroes_used"]) == record["skills"]
    assert record["missions"] >= (record["recorded"]["missions"] or 0) or record["recorded"]["broken"]


def test_from_keeps_what_was_recorded():
    _, (free,) = solved(CELLAR)
    _, (whole,) = solved(CELLAR, "--from", "99")
    assert whole["missions"] == whole["recorded"]["missions"] == 9
    assert whole["skills"] == 1  # counted from the first card on, as `choices` are
    _, (some,) = solved(CELLAR, "--from", "20")
    replay = json.loads(invoke("convert", "--to", "json", CELLAR).stdout)
    early = [one for one in replay["choices"] if one.get("at", one.get("before")) <= 20]
    assert some["choices"][: len(early)] == early
    assert whole["missions"] <= some["missions"] <= free["missions"]


def test_no_heroes_uses_none():
    _, (record,) = solved(CELLAR, "--no-heroes")
    assert record["skills"] == 0
    assert not any("hero" in choice for choice in record["choices"])
    assert record["missions"] < solved(CELLAR)[1][0]["missions"]


def test_only_heroes_keeps_rewards_and_discards():
    _, (free,) = solved(FRIDAY)
    _, (record,) = solved(FRIDAY, "--only-heroes")
    replay = json.loads(invoke("convert", "--to", "json", FRIDAY).stdout)
    takes = {one["at"]: one["take"] for one in replay["choices"] if "take" in one}
    same_reveal = [one for one in record["choices"] if one.get("at") in takes and "take" in one]
    assert same_reveal
    assert all(one["take"] == takes[one["at"]] for one in same_reveal)
    assert record["recorded"]["missions"] <= record["missions"] <= free["missions"]


def test_goal_asks_whether_that_many_missions_can_be_reached():
    reached = invoke("solve", MAP, "--goal", "10")
    assert (reached.exit_code, reached.stdout.splitlines()[-1]) == (0, "10 missions can be reached")
    missed = invoke("solve", MAP, "--goal", "11")
    assert (missed.exit_code, missed.stdout.splitlines()[-1]) == (1, "11 missions cannot be reached")
    assert solved(MAP, "--goal", "11")[1][0]["won"] is False


ADVENTURE = """\
adventure: the-apprentices-book

2 sword
mission A: sword -> -
mission B: sword -> -
"""


@pytest.mark.parametrize(
    ("goal", "reached"), [("2", "2 missions can be reached"), ("0", "the backpack can be kept whole")]
)
def test_a_goal_that_is_missed_by_the_adventure_alone_says_so(goal, reached, tmp_path):
    path = tmp_path / "adventure.dt"
    path.write_text(ADVENTURE, encoding="utf-8")
    result = invoke("solve", str(path), "--goal", goal)
    why = "but the game cannot be won: in the best line, The Apprentice's Book was not completed"
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, f"{reached}, {why}")
    more = invoke("solve", str(path), "--goal", "3")
    assert (more.exit_code, more.stdout.splitlines()[-1]) == (1, "the game cannot be won with 3 missions")


def test_a_goal_with_an_adventure_is_reached_by_winning(tmp_path):
    path = tmp_path / "adventure.dt"
    story = "adventure The Apprentice's Book\nsword\nmission A: sword -> -\n"
    path.write_text(f"start: cards book + map + gold\n\n{story}", encoding="utf-8")
    result = invoke("solve", str(path), "--goal", "1")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "the game can be won with 1 mission")


@pytest.mark.parametrize("keep", ["0", "8", "20", "60"])
def test_skills_tokens_and_discards_count_the_whole_line(keep, tmp_path):
    _, (record,) = solved(CELLAR, "--from", keep)
    path = tmp_path / "best.json"
    assert invoke("solve", CELLAR, "--from", keep, "--write", str(path)).exit_code == 0
    (replayed,) = map(json.loads, invoke("replay", "--json", str(path)).stdout.splitlines())
    events = [event for frame in replayed["frames"] for event in frame["events"]]
    assert record["skills"] == len(replayed["heroes_used"])
    assert record["tokens"] == sum(event["what"] == "reward-taken" for event in events)
    assert record["discards"] == sum(len(event["items"]) for event in events if event["what"] == "items-discarded")


def test_the_summary_says_from_where_it_counts():
    assert (
        invoke("solve", CELLAR, "--from", "20").stdout.splitlines()[-1].startswith("after card 20: no skills used, 4 ")
    )
    assert invoke("solve", CELLAR).stdout.splitlines()[-1].startswith("2 skills used, 9 ")


def test_a_limit_is_not_the_answer_no(tmp_path):
    code, (record,) = solved(str(ROOT / "replays/games/the-last-level.dt"), "--time-limit", "0.02")
    assert code == 4
    assert record["status"] == "feasible"
    assert record["missions"] <= record["bound"]
    shown = invoke("solve", str(ROOT / "replays/games/the-last-level.dt"), "--time-limit", "0.02", "--goal", "11")
    assert shown.exit_code == 4
    assert "a limit was reached after" in shown.stdout
    assert shown.stdout.splitlines()[-1] == "it is not known whether 11 missions can be reached"


def test_options_that_contradict_each_other_are_refused(tmp_path):
    assert invoke("solve", MAP, "--no-heroes", "--only-heroes").exit_code == 2
    assert invoke("solve", MAP, SURE, "--write", str(tmp_path / "x.dt")).exit_code == 2
    (tmp_path / "there.dt").write_text("mine")
    assert invoke("solve", MAP, "--write", str(tmp_path / "there.dt")).exit_code == 2
    assert (tmp_path / "there.dt").read_text() == "mine"
    assert invoke("solve", MAP, "--write", str(tmp_path / "there.dt"), "--force").exit_code == 0


def test_the_same_file_gives_the_same_bytes_except_the_time():
    first, second = (solved(CELLAR)[1][0] for _ in range(2))
    first.pop("seconds")
    second.pop("seconds")
    assert first == second


def hard_game(tmp_path):
    """Return a game that takes a while: sixty cards, and the five heroes with the most ways to act."""
    kinds = ["sword", "bow", "shield", "torch", "map", "potion", "keys", "gold", "grapnel", "cup", "book", "mortar"]
    story = []
    for n in range(12):
        story += [kinds[(n * k + k) % 12] for k in (1, 5, 7, 11)]
        needs = [kinds[(n * k + 3) % 12] for k in (1, 2, 5)]
        story.append({"mission": f"Trial {n}", "needs": needs, "reward": "?"})
    heroes = ["ros-thanir", "nintrabash", "tragurk", "zigarat-ho", "garynor-the-belly"]
    path = tmp_path / "hard.json"
    replay = {"format": "dungeon-time/replay/1", "heroes": heroes, "story": story, "rulings": {"thanir": "copies"}}
    path.write_text(json.dumps(replay))
    return path


def wait_for(words, terminal):
    """Return what a terminal shows up to these words."""
    said = b""
    while words not in said:
        assert select.select([terminal], [], [], LIMIT)[0], said
        said += os.read(terminal, 4096)
    return said


def test_ctrl_c_gives_the_best_line_so_far(tmp_path):
    ours, theirs = pty.openpty()  # progress is shown on terminals only, and the result is read from another stream
    process = subprocess.Popen(
        [sys.executable, "-m", "dtcli", "solve", "--json", str(hard_game(tmp_path))],
        stdout=subprocess.PIPE, stderr=theirs, env=environment(),
    )  # fmt: skip
    os.close(theirs)
    try:
        said = wait_for(b"best so far", ours)
        assert process.poll() is None, said
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=LIMIT)
    finally:
        process.kill()
        process.wait(LIMIT)
        os.close(ours)
    assert process.returncode == 130, said
    record = json.loads(out)
    assert record["status"] == "feasible"
    assert record["missions"] <= record["bound"] <= 12


def test_progress_is_shown_on_a_terminal_and_removed(tmp_path):
    with Terminal("solve", str(hard_game(tmp_path)), "--time-limit", "3") as terminal:
        assert terminal.end() == 4
        shown = terminal.shown.decode()
    assert "searching" in shown
    after = shown[shown.rindex("searching") :]
    assert after.index("\r\x1b[2K") < after.index("a limit was reached after")
