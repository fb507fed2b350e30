"""``dtcli lab``: the rows, the summary, the picture, runs that go on, and what is refused."""

import json
import os
import re
import signal
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from tests.batch.waiting import until
from tests.commands.shell import LIMIT, environment, invoke, run

KEYS = [
    "scenario", "seed", "status", "par", "bound", "missions", "seconds", "adventure", "goal", "extended", "heroes",
    "problems",
]  # fmt: skip

TOO_MUCH = ("-s", "good-luck", "--card-set", "house-1", "--deals", "445", "--shard", "445/445")
"""A deal whose twelve missions ask for more than there is, from a printing that does not change."""


def rows(*arguments):
    result = invoke("lab", *arguments)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def without_seconds(text):
    return re.sub(r"""['"]seconds['"]: [\d.]+""", "", text)


def test_winnability_gives_a_row_for_each_deal_in_order():
    code, records, summary = rows("winnability", "-s", "level-2,level-4", "-s", "good-luck", "--deals", "3")
    assert code == 0
    assert list(records[0]) == KEYS
    assert [(one["scenario"], one["seed"]) for one in records] == [
        (scenario, f"1-{number}") for scenario in ("level-2", "level-4", "good-luck") for number in (1, 2, 3)
    ]
    assert {one["status"] for one in records} == {"winnable"}
    assert {one["scenario"]: one["goal"] for one in records} == {"level-2": 10, "level-4": 6, "good-luck": 8}
    assert all(one["missions"] >= one["goal"] for one in records)
    assert re.search(r"^level-4 +3 +3 +0 +0 +43\.9% to 100\.0%$", summary, re.MULTILINE)


def test_all_scenarios_are_the_default():
    _, records, _ = rows("winnability", "--deals", "1")
    assert len({one["scenario"] for one in records}) == 10
    assert rows("winnability", "--deals", "1", "--scenario", "all")[1][0]["scenario"] == "level-1"


def test_adventures_have_rows_too():
    code, records, _ = rows("winnability", "--adventure", "all", "--deals", "2", "--extended")
    assert code == 0
    assert len({one["adventure"] for one in records}) == 4
    assert all((one["scenario"], one["extended"]) == (None, True) for one in records)


def test_a_deal_that_cannot_be_won_is_proved_not_to_be():
    code, records, summary = rows("winnability", "-s", "level-1", "--deals", "2", "--goal", "13")
    assert (code, {one["status"] for one in records}) == (0, {"not-winnable"})
    assert re.search(r"^level-1 +2 +0 +2 +0 +0\.0% to 65\.8%$", summary, re.MULTILINE)


def test_the_greedy_player_has_no_word_where_it_fails():
    code, (record,), _ = rows("winnability", *TOO_MUCH)
    assert (code, record["seed"], record["status"]) == (0, "1-445", "not-winnable")


def test_what_is_not_known_within_the_limit_gives_4():
    code, (record,), summary = rows("winnability", *TOO_MUCH, "--time-limit", "0")
    assert (code, record["status"]) == (4, "unknown")
    assert re.search(r"^good-luck +1 +0 +0 +1 +0\.0% to 100\.0%$", summary, re.MULTILINE)


def test_par_gives_the_fewest_deeds():
    code, records, summary = rows("par", "-s", "level-4", "--deals", "2", "--goal", "3", "--card-set", "house-1")
    assert code == 0
    assert [(one["par"], one["bound"], one["missions"]) for one in records] == [(15, 15, 3), (24, 24, 3)]
    assert re.search(r"^level-4 +2 +100% +15 +15 +15 +24 +24 +20\.0$", summary, re.MULTILINE)


def test_par_that_is_not_proved_gives_4_and_the_greedy_line():
    code, (record,), summary = rows("par", "-s", "level-2", "--deals", "1", "--time-limit", "0")
    assert code == 4
    assert record["status"] == "winnable"
    assert record["par"] > record["bound"]
    assert " 0%" in summary


def test_bots_play_each_deal():
    code, records, summary = rows("bots", "-s", "level-2", "--deals", "20")
    assert code == 0
    assert list(records[0]) == [*KEYS, "bot", "deeds"]
    assert [(one["seed"], one["bot"]) for one in records[:3]] == [
        ("1-1", "careful"),
        ("1-1", "forgetful"),
        ("1-2", "careful"),
    ]
    assert {one["status"] for one in records} == {"won", "lost", "broken"}
    assert all((one["status"] == "won") == (one["missions"] >= 10) for one in records if one["status"] != "broken")
    won = sum(one["status"] == "won" for one in records if one["bot"] == "careful")
    assert re.search(rf"^level-2 careful +20 +{won} ", summary, re.MULTILINE)
    _, forgetful, _ = rows("bots", "-s", "level-2", "--deals", "20", "--bot", "forgetful")
    assert without_seconds(str(forgetful)) == without_seconds(
        str([one for one in records if one["bot"] == "forgetful"])
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bot", "carefull"], "did you mean careful?"),
        (["--bot", "x"], "it is careful or forgetful"),
        (["--heroes", "Tonk"], "bots use no skills"),
        (["--adventure", "all"], "bots play scenarios only"),
    ],
)
def test_what_bots_do_not_do_is_refused(arguments, words):
    result = invoke("lab", "bots", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


@pytest.mark.parametrize("jobs", ["2", "3"])
def test_rows_are_the_same_for_any_number_of_workers(jobs):
    arguments = ("lab", "winnability", "-s", "level-2,good-luck", "--deals", "30")
    alone, several = run(*arguments, "--jobs", "1"), run(*arguments, "--jobs", jobs)
    assert without_seconds(several.stdout.decode()) == without_seconds(alone.stdout.decode())
    assert several.stderr == alone.stderr
    assert alone.stdout.count(b"\n") == 60


def test_a_deal_is_the_deal_that_play_has():
    from dtcli.batch.lab.deals import LabDeal
    from dtcli.batch.work.lab_searches import WinnabilityWork
    from dtcli.formats.card_sets import bundled_cards, scenarios
    from dtcli.play.game.setup import Setup

    names = bundled_cards("house")
    for scenario in scenarios().values():
        dealt = WinnabilityWork(names).dealt(LabDeal(scenario.id, None, "elm-17"))
        assert (dealt.hand, *dealt.deck) == (Setup(names, scenario, "elm-17").table().hands[0], *dealt.deck)
        assert dealt.deck == Setup(names, scenario, "elm-17").table().deck


def test_rows_can_be_a_table_of_cells(tmp_path):
    out = tmp_path / "rows.csv"
    assert invoke("lab", "winnability", "-s", "level-1", "--deals", "2", "-o", str(out)).exit_code == 0
    head, *lines = out.read_text("utf-8").splitlines()
    assert head.startswith("scenario,seed,status,par,bound,missions,seconds,")
    assert [line.split(",")[:3] for line in lines] == [["level-1", f"1-{n}", "winnable"] for n in (1, 2)]
    shown = invoke("lab", "winnability", "-s", "level-1", "--deals", "1", "--fields", "seed,status").stdout
    assert json.loads(shown) == {"seed": "1-1", "status": "winnable"}
    words = invoke("lab", "winnability", "-s", "level-1", "--deals", "1", "--format", "table").stdout
    assert re.fullmatch(r"level-1 +1-1 +winnable, 1\d missions\n", words)


def test_the_summary_can_be_a_file(tmp_path):
    text, data = tmp_path / "summary.txt", tmp_path / "summary.json"
    for path in (text, data):
        result = invoke("lab", "winnability", "-s", "level-1,level-2", "--deals", "2", "--summary", str(path))
        assert (result.exit_code, result.stderr) == (0, f"wrote {path}\n")
    assert text.read_text("utf-8").splitlines()[1].startswith("level-1 ")
    first, second = map(json.loads, data.read_text("utf-8").splitlines())
    assert (first["name"], second["name"]) == ("level-1", "level-2")
    assert first["statuses"] == {"winnable": 2, "not-winnable": 0, "unknown": 0}
    again = invoke("lab", "winnability", "-s", "level-1", "--deals", "2", "--summary", str(text))
    assert (again.exit_code, again.stdout) == (2, "")


@pytest.mark.parametrize("command", ["winnability", "par", "bots"])
def test_the_picture_has_a_chart_for_each_scenario(tmp_path, command):
    out = tmp_path / "picture.svg"
    result = invoke("lab", command, "-s", "level-1,level-4", "--deals", "2", "--goal", "2", "--svg", str(out))
    assert result.exit_code == 0
    root = ET.parse(out).getroot()
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"level-1", "level-4"} <= {word.split()[0] for word in words}
    assert root.find("{http://www.w3.org/2000/svg}desc").text.startswith("level-1")


def test_a_run_goes_on_after_a_kill(tmp_path):
    out, alone = tmp_path / "rows.ndjson", tmp_path / "alone.ndjson"
    summaries = [tmp_path / "summary.json", tmp_path / "alone.json"]
    command = ["lab", "winnability", "-s", "level-2", "--deals", "600", "--jobs", "1"]
    assert run(*command, "-o", str(alone), "--summary", str(summaries[1])).returncode == 0
    resumed = [*command, "-o", str(out), "--resume", "--summary", str(summaries[0])]
    with subprocess.Popen([sys.executable, "-m", "dtcli", *resumed], env=environment()) as process:
        state = tmp_path / "rows.ndjson.run"
        while not state.exists() and process.poll() is None:
            pass
        process.kill()
    assert not out.exists()
    assert json.loads(state.read_text())["inputs"] > 0
    other = run(*resumed, "--seed", "2")
    assert (other.returncode, b"begun with other options" in other.stderr) == (2, True)
    for _ in range(2):
        assert run(*resumed).returncode == 0
        assert without_seconds(out.read_text()) == without_seconds(alone.read_text())
        assert summaries[0].read_text() == summaries[1].read_text()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_gives_what_is_known_so_far(tmp_path, jobs):
    command = ["lab", "winnability", "-s", "level-2", "--deals", "100000", "--jobs", jobs]
    with (tmp_path / "rows").open("w+b") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "dtcli", *command], stdout=out, stderr=subprocess.PIPE, env=environment()
        )
        with process:
            assert until(lambda: os.fstat(out.fileno()).st_size > 0, LIMIT)
            process.send_signal(signal.SIGINT)
            _, summary = process.communicate(timeout=LIMIT)
        assert process.returncode == 130
        out.seek(0)
        records = [json.loads(line) for line in out]
    assert {one["status"] for one in records} == {"winnable"}
    (counted,) = re.findall(r"^level-2 +([\d,]+) ", summary.decode(), re.MULTILINE)
    assert abs(int(counted.replace(",", "")) - len(records)) <= 1  # it may come between a row and its count


@pytest.mark.parametrize("command", ["winnability", "par"])
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["-s", "levle-2"], 2, "did you mean level-2?"),
        (["-s", "level-1,"], 2, "a name is empty"),
        (["-s", "level-1", "--adventure", "all"], 2, "not both"),
        (["--adventure", "the-aprentices-book"], 2, "did you mean"),
        (["--deals", "0"], 2, "--deals"),
        (["--goal", "0"], 2, "--goal"),
        (["--seed", "x" * 40], 2, "--seed"),
        (["--edition", "en-2018"], 2, "did you mean"),
        (["--heroes", "draw"], 2, "none are drawn"),
        (["--heroes", "tnok"], 2, "Tonk"),
        (["--card-set", "rulebook"], 2, "takes 6 missions of deck"),
        (["--card-set", "huose"], 3, "did you mean house?"),
        (["--json", "--format", "csv"], 2, "contradict"),
        (["--resume"], 2, "--resume needs --output"),
        (["--svg", "no/such/folder.svg"], 2, "does not exist"),
    ],
)
def test_bad_input_gets_a_message(command, arguments, code, words):
    result = invoke("lab", command, *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert words in result.stderr
