"""``dtcli analyze``: what it prints, draws and answers."""

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.render.analysis.json_record import analysis_record
from dtcli.render.analysis.phrases import KEPT_MEANS
from dtcli.render.analysis.report import print_analysis
from dtcli.render.analysis.svg_chart import analysis_svg
from solver.limits import Limits
from solver.search import Search
from solver.studies.analysis import ANALYSIS, analyze
from tests.commands.shell import ONE_LINE, ROOT, Terminal, invoke, run

SHIPPED = sorted(path for path in (ROOT / "replays").rglob("*") if path.suffix in (".dt", ".json"))
MAP, TABLE, SMUDGED, SURE, LAST = (
    str(ROOT / "replays/games" / name)
    for name in (
        "one-map-too-many.dt", "trattoria-table.dt", "the-smudged-line.dt", "we-were-sure.json", "the-last-level.dt",
    )
)  # fmt: skip
KEYS = [
    "file", "line", "status", "title", "recorded", "best", "kept", "reachable", "kept_means", "decisions", "decisive",
    "first_mistake", "open", "points", "five_minutes", "lesson", "seconds", "problems",
]  # fmt: skip
DECISION_KEYS = [
    "card", "choice", "words", "assumed", "reachable_before", "reachable_after", "mark", "loss", "missions_lost",
    "missed_skill", "better",
]  # fmt: skip
FIVE_MINUTES_KEYS = [
    "deeds", "laid", "discarded", "par", "completed", "used", "laid_for_nothing", "discarded_and_missed",
    "waited_too_long",
]  # fmt: skip
FINDING_KEYS = ["card", "place", "deed", "t", "player", "why", "without", "missed_by", "how", "bound", "goal"]
POINT_KEYS = ["reveal", "reachable", "proved", "completed", "slots", "limit", "broken"]
RAIN, STOPWATCH = (
    str(ROOT / "replays/games" / name) for name in ("rain-on-the-window.dt", "three-and-a-stopwatch.json")
)
WIDTH = 80
SVG = "{http://www.w3.org/2000/svg}"

SLEPT = """
title: Alan slept
goal: 2
heroes: Alan Ironstar, Tonk Redbeer
3 sword
bow
mission Wolves: bow + cup
mission Gate: sword
mission Far: map
torch
"""
MORE_IS_LESS = """
goal: 4
sword
torch
cup
keys
map
gold
mission First: sword -> book/bow | take bow
mission A: torch
mission B: cup
mission C: keys
adventure The Apprentice's Book | fail
mission Second: bow
"""
BELLY = """
goal: 1
heroes: Garynor the Belly
2 sword
bow
torch
map
cup
keys
gold
book
hero Garynor the Belly: sword -> potion
mission Wolves: bow
"""


def analysed(*arguments, stdin=b""):
    result = invoke("analyze", "--json", *arguments, stdin=stdin)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def shown(story: str, *arguments: str) -> str:
    result = invoke("analyze", "-", *arguments, stdin=story.encode())
    assert result.exit_code == 0, result.output
    return result.stdout


def unwrapped(text: str) -> str:
    return " ".join(text.split())


# Data


def test_json_has_the_keys_that_are_documented():
    code, (record,) = analysed(MAP)
    assert code == 0
    assert list(record) == KEYS
    assert [list(one)[1:] for one in record["decisions"]] == [DECISION_KEYS] * 3
    assert [list(one) for one in record["points"]] == [POINT_KEYS] * 49
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    section = page.split("`dtcli analyze --json`")[1].split("`dtcli verify --json`")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert {*KEYS, *DECISION_KEYS, *POINT_KEYS, *FIVE_MINUTES_KEYS, *FINDING_KEYS, "at", "before"} <= named


def test_the_decisive_mistake_has_its_place_its_loss_and_the_better_choice():
    _, (record,) = analysed(MAP)
    assert record["status"] == "optimal"
    assert record["recorded"] == {"missions": 9, "broken": True, "won": False}
    assert record["best"] == {"missions": 10, "broken": False, "won": True, "bound": 10}
    assert (record["kept"], record["reachable"], record["kept_means"]) == (0, 10, KEPT_MEANS)
    assert record["decisive"] == record["first_mistake"] == 1
    mistake = record["decisions"][1]
    assert (mistake["at"], mistake["card"], mistake["choice"]) == (
        33, "A Sphinx Out of Riddles", {"at": 33, "take": "gold"},
    )  # fmt: skip
    assert (mistake["mark"], mistake["loss"], mistake["missions_lost"]) == ("loss", "backpack", 1)
    assert mistake["reachable_before"] == {"missions": 10, "broken": False, "won": True, "bound": 10}
    assert mistake["reachable_after"] == {"missions": 9, "broken": True, "won": False, "bound": 9}
    assert mistake["better"]["leads_to"] == {"missions": 10, "broken": False, "won": True}
    assert mistake["better"]["choice"]["at"] == 33
    assert mistake["better"]["choice"] != mistake["choice"]


def test_the_better_choice_leads_to_the_predicted_result(tmp_path):
    replay = json.loads(invoke("convert", "--to", "json", MAP).stdout)
    _, (record,) = analysed(MAP)
    mistake = record["decisions"][record["decisive"]]
    kept = [one for one in replay["choices"] if one.get("at", one.get("before")) < mistake["at"]]
    replay["choices"] = [*kept, mistake["better"]["choice"]]
    path = tmp_path / "better.json"
    path.write_text(json.dumps(replay))
    solved = json.loads(invoke("solve", "--json", "--from", str(mistake["at"]), str(path)).stdout)
    assert {key: solved[key] for key in ("missions", "broken", "won")} == mistake["better"]["leads_to"]


def test_a_skill_that_was_never_used_is_a_decision_with_its_last_moment():
    _, (record,) = analysed("-", stdin=SLEPT.encode())
    missed = record["decisions"][record["decisive"]]
    assert (missed["before"], missed["card"], missed["choice"]) == (7, None, None)
    assert (missed["missed_skill"], missed["words"]) == ("alan-ironstar", "Alan Ironstar was not used")
    assert missed["better"]["choice"] == {"before": 7, "hero": "alan-ironstar"}
    assert [one["reachable"]["missions"] for one in record["points"]] == [2, 2, 2, 2, 2, 2, 2, 1, 1]


def test_points_fall_from_the_best_to_what_was_recorded():
    _, (record,) = analysed(TABLE)
    values = [one["reachable"]["missions"] for one in record["points"]]
    assert values == sorted(values, reverse=True)
    assert (values[0], values[-1]) == (record["best"]["missions"], record["recorded"]["missions"])
    assert [one["reveal"] for one in record["points"]] == list(range(50))
    assert record["points"][-1]["completed"] == record["recorded"]["missions"]
    falls = {n for n, (before, after) in enumerate(pairwise(values), 1) if before > after}
    assert falls == {one["at"] for one in record["decisions"] if one["mark"] == "loss"} == {27}


def test_an_open_game_says_where_and_what_would_be_best():
    code, (record,) = analysed(SMUDGED)
    assert code == 0
    assert (record["recorded"], record["kept"], record["reachable"]) == (None, None, 9)
    assert record["open"]["at"] == 42
    assert record["open"]["best"]["at"] == 42
    assert record["open"]["words"] == f"take {record['open']['best']['take']}"


def test_a_forgotten_choice_that_makes_no_difference_leaves_nothing_open():
    story = "sword\nmission X: sword -> bow/cup\nmission Y: map\n"
    _, (record,) = analysed("-", stdin=story.encode())
    assert record["open"]["at"] == 2
    assert record["recorded"] == {"missions": 1, "broken": False, "won": None}
    assert record["kept"] == 1


def test_an_invalid_replay_has_the_same_keys():
    code, (record,) = analysed("-", stdin=b"swrod\n")
    assert code == 1
    assert list(record) == KEYS
    assert record["status"] == "invalid"
    assert [record[key] for key in ("recorded", "best", "kept", "reachable", "decisive", "open")] == [None] * 6
    assert (record["decisions"], record["points"]) == ([], [])
    assert record["problems"][0]["code"] == "DT204"
    assert "did you mean sword?" in invoke("analyze", "-", stdin=b"swrod\n").stdout


def test_both_spellings_give_the_same_analysis(tmp_path):
    for game in (MAP, SMUDGED):
        other = tmp_path / (Path(game).stem + ".json")
        other.write_text(invoke("convert", "--to", "json", game).stdout)
        (first,), (second,) = analysed(game)[1], analysed(str(other))[1]
        for record in (first, second):
            for key in ("file", "seconds", "problems"):
                record.pop(key)
        assert first == second


def test_without_a_goal_a_broken_game_is_neither_won_nor_lost(tmp_path):
    """What cannot be avoided looks the same in the record and in the best line."""
    path = tmp_path / "breaks.dt"
    path.write_text("sword\nbow\ntorch\nmap\nkeys\ncup\ngold\nbook\nmortar\n")
    _, (record,) = analysed(str(path))
    assert record["recorded"] == {"missions": 0, "broken": True, "won": None}
    assert record["best"] == {**record["recorded"], "bound": 0}


def test_many_replays_give_a_line_each_in_order():
    code, records = analysed(MAP, "no-such-file.dt", SURE)
    assert code == 3
    assert [record["file"] for record in records] == [MAP, "no-such-file.dt", SURE]


def test_the_goal_can_be_changed():
    _, (record,) = analysed(MAP, "--goal", "11")
    assert record["best"]["won"] is False
    _, (record,) = analysed(SURE, "--goal", "9")
    assert record["recorded"]["won"] is True


# Every game that ships


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_game_fits_80_columns_and_its_picture_is_well_formed(path, capsys):
    checked = check(load(path))
    analysis = analyze(checked, limits=Limits.within(0.1) if str(path) == LAST else ANALYSIS)
    print_analysis(checked, analysis, every=True)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert any("mission" in line for line in lines)
    letters = [line[0] for line in lines if re.match(r"[a-z]  (before )?card \d", line)]
    assert letters == list("abcdefghijk"[: len(analysis.mistakes)])
    picture = ET.fromstring(analysis_svg(checked, analysis))
    assert picture.find(f"{SVG}title").text == (checked.title or checked.document.file)
    badges = [text.text for text in picture.iter(f"{SVG}text") if text.get("fill") == "#fff" and text.text != "?"]
    assert sorted(badges) == sorted(letters * 2)
    record = analysis_record(checked, analysis)
    assert (record["status"] == "optimal") == (str(path) != LAST)
    assert (record["first_mistake"] is not None) == bool(letters)


# Text


def test_the_text_names_the_decisive_mistake_and_the_better_result():
    text = invoke("analyze", MAP).stdout
    lines = text.splitlines()
    assert lines[0] == "One map too many  proved: every value is exact"
    assert "recorded  9                         broken" in lines
    assert "best      10                        won" in lines
    assert f"kept 0 of 10: {KEPT_MEANS}" in unwrapped(text)
    assert any(re.match(r"a  card 33 +take gold .* breaks +10 won → 9 broken$", line) for line in lines)
    assert "The decisive mistake is a, card 33: take gold (D08 A Sphinx Out of Riddles)." in lines
    assert any(line.startswith("Better: take shield, which leads to 10 missions, won.") for line in lines)


def test_the_better_line_is_printed_from_its_second_decision_on_and_cut_off():
    first = "sword\nmission X: sword -> bow/cup | take cup\nmission Y: bow\n"
    later = "".join(f"{n}\nmission {n}: {n} -> gold?\n" for n in ("torch", "map", "keys", "cup", "book", "mortar"))
    text = shown(first + later)
    printed = text.split("which leads to 8 missions. Then:\n")[1].splitlines()
    assert [line.split(":")[0].strip() for line in printed[:-1]] == [f"card {n}" for n in (5, 7, 9, 11, 13)]
    assert printed[-1] == "  and 1 more decision"
    only = shown(first + "sword\nmission Z: sword -> map? | decline\n")
    assert only.endswith("Better: take bow, which leads to 3 missions. Then:\n  card 5:         decline the map  (Z)\n")


def test_the_best_decisions_are_counted_or_listed():
    few, all_of_them = invoke("analyze", MAP).stdout, invoke("analyze", MAP, "--all").stdout
    assert "3 decisions: 2 best, 1 lost something; --all lists them" in few
    assert "3 decisions: 2 best, 1 lost something\n" in all_of_them
    rows = re.compile(r"^.  (?:before )?card \d+ +\S.*", re.MULTILINE)
    assert [len(rows.findall(text)) for text in (few, all_of_them)] == [1, 3]


def test_a_missed_skill_is_printed_with_its_last_moment():
    text = unwrapped(shown(SLEPT))
    assert "The decisive mistake is a: Alan Ironstar was not used; before card 7 was the last moment." in text
    assert "Better: use Alan Ironstar, remove 2 sword, which leads to 2 missions, won." in text
    assert "(Wolves) (not recorded)" in shown(SLEPT, "--all")


def test_a_skill_used_too_early_or_too_late_is_reported():
    early = shown(SLEPT.replace("mission Gate", "hero Alan Ironstar\nmission Gate"))
    assert "Better: keep Alan Ironstar until before card 7, which leads to 2 missions, won." in early
    late = shown(SLEPT.replace("torch", "hero Alan Ironstar\ntorch").replace("3 sword", "4 sword"))
    assert "The decisive mistake is a: Alan Ironstar was used too late; before card 8 was" in late
    never = shown("heroes: Nintrabash\nsword\nhero Nintrabash: 1\nmission Wolves: sword\nbow\n")
    assert "Better: leave Nintrabash unused, which leads to 1 mission." in never


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ("4 sword\n4 bow\n4 torch\n4 map\n4 keys\n", "Every line breaks."),
        ("goal: 2\nsword\nmission X: sword -> bow? | decline\n", "lost anything: the game could not be won at all."),
        ("goal: 1\nsword\nmission X: sword -> bow? | decline\n", "No decision lost anything: the game was won."),
        (
            "goal: 1\nsword\nmission X: sword -> bow/cup | take cup\nmission Y: bow\n",
            "No mistake was decisive: the game was won anyway. The first mistake is a, card 2: take cup (X).",
        ),
        (
            "sword\nmission X: sword -> bow/cup\nmission Y: bow\n",
            "The choice at card 2 (X) is not recorded. Later decisions are not judged. Best there: take bow, which",
        ),
        ("sword\n", "There was nothing to decide."),
        (MORE_IS_LESS, "kept 5 of 4: " + KEPT_MEANS + " That is more than the best line completes,"),
    ],
    ids=["sure to break", "sure to be lost", "won", "won anyway", "open", "nothing to decide", "more than the best"],
)  # fmt: skip
def test_the_sentence_about_what_decided_the_game(story, said):
    assert said in unwrapped(shown(story))


def test_a_skill_that_ends_the_game_is_in_the_picture():
    text = shown(BELLY)
    assert "before card 10  Garynor the Belly, remove      breaks      1 won → 0 broken" in text
    assert re.search(r"^ +0 ┤·{36}╰╌╌╳ breaks$", text, re.MULTILINE)  # noqa: RUF001


def test_colour_adds_nothing_but_colour():
    plain = invoke("analyze", TABLE).stdout
    coloured = run("analyze", TABLE, FORCE_COLOR="1").stdout.decode()
    assert coloured != plain
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()


# The five minutes of a timed game


def five_minutes(*arguments: str, stdin: bytes = b"") -> dict:
    code, (record,) = analysed(*arguments, stdin=stdin)
    assert code == 0
    return record["five_minutes"]


@pytest.mark.parametrize(("game", "deeds", "players"), [(RAIN, 52, {1}), (STOPWATCH, 53, {1, 2, 3})])
def test_the_deeds_of_a_timed_game_are_counted_and_sorted(game, deeds, players):
    found = five_minutes(game)
    assert list(found) == FIVE_MINUTES_KEYS
    assert (found["deeds"], found["par"]) == (deeds, None)
    assert found["laid"] + found["discarded"] == deeds
    assert {one["player"] for one in found["laid_for_nothing"]} == players
    assert found["completed"] + found["used"] + len(found["laid_for_nothing"]) == found["laid"]


def test_a_finding_names_the_card_the_deed_and_the_mission():
    found = five_minutes(RAIN)
    (missed,) = found["discarded_and_missed"]
    assert (missed["card"], missed["place"], missed["deed"], missed["player"]) == ("mortar", None, 29, 1)
    by = missed["missed_by"]
    assert (by["card"], by["place"], by["deed"]) == ({"mission": "E03"}, 34, 37)
    (failed,) = [one for one in found["laid_for_nothing"] if one["why"] == "failed"]
    assert {key: failed[key] for key in by} == by
    assert failed["without"] == ["mortar"]


def test_a_replay_without_its_five_minutes_has_no_deeds():
    assert five_minutes(MAP) is None
    assert "five minutes" not in invoke("analyze", MAP).stdout


def test_the_text_lists_five_cards_and_with_all_every_one():
    text = invoke("analyze", RAIN).stdout
    assert "the five minutes: 52 deeds, 47 cards laid and 5 discarded\n" in text
    assert "par of this deal: --par finds it\n" in text
    assert "  and 6 more; --all lists them\n" in text
    assert "  deed 14, 1:09              cup (card 14) paid no mission\n" in text
    assert "mortar; E03 Granny Fennel's Cough (card 34) failed without it" in unwrapped(text)
    full = invoke("analyze", RAIN, "--all").stdout
    assert full.count(" paid no mission") == 10
    assert "deed 9, player 2, 0:46" in invoke("analyze", STOPWATCH).stdout


def test_par_is_searched_only_if_it_is_asked_for_and_what_is_kept_is_used(tmp_path, monkeypatch):
    assert five_minutes(RAIN, "--par")["par"] == {"deeds": 38, "bound": 38, "goal": 10}
    assert "par of this deal: 38 deeds\n" in invoke("analyze", RAIN, "--par").stdout
    assert five_minutes(RAIN, "--par", "--goal", "9")["par"]["goal"] == 9
    replay = json.loads(invoke("convert", "--to", "json", RAIN).stdout)
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps({**replay, "_par": {"deeds": 41, "bound": 41, "goal": 10}}), encoding="utf-8")
    monkeypatch.setattr("solver.par.recorded_par.find_par", None)
    for arguments in ((), ("--par",)):
        assert five_minutes(str(kept), *arguments)["par"] == {"deeds": 41, "bound": 41, "goal": 10}
    assert five_minutes(str(kept), "--goal", "9")["par"] is None


def test_par_that_is_not_proved_is_a_range_and_gives_4(tmp_path):
    code, (record,) = analysed(RAIN, "--par", "--time-limit", "0")
    assert code == 4
    par = record["five_minutes"]["par"]
    assert par["deeds"] <= 52  # the game itself was won
    assert par["bound"] < 38
    text = invoke("analyze", RAIN, "--par", "--time-limit", "0").stdout
    assert f"between {par['bound']} and {par['deeds']} deeds" in text


LEFT = {
    "sword": 2, "bow": 2, "shield": 4, "torch": 3, "map": 2, "potion": 4, "keys": 2, "gold": 2, "grapnel": 4, "cup": 2,
    "book": 4, "mortar": 4,
}  # fmt: skip
DECK = [kind for kind, n in LEFT.items() for _ in range(n)]


def test_a_game_without_waste_says_so(tmp_path):
    play = {
        "hands": [[
            "sword", "torch", "sword", "bow", "bow", "map", "map", "keys", "keys", "cup", "cup", "gold", "gold",
            {"mission": "E01"}, {"mission": "E02"},
        ]],
        "deck": [*DECK, *({"mission": f"E{n:02}"} for n in range(3, 13))],
        "events": [{"t": 1, "play": "sword"}, {"t": 2, "play": "torch"}, {"t": 3, "play": {"mission": "E01"}}],
        "ended": 4,
    }  # fmt: skip
    replay = {
        "format": "dungeon-time/replay/1", "scenario": "training-grounds", "players": 1,
        "story": ["sword", "torch", {"mission": "E01"}], "choices": [{"at": 3, "take": None}], "play": play,
    }  # fmt: skip
    path = tmp_path / "three.json"
    path.write_text(json.dumps(replay), encoding="utf-8")
    text = unwrapped(invoke("analyze", str(path)).stdout)
    said = (
        "Of the cards laid: 1 mission completed and 2 items used. No deed was wasted: every card laid did something, "
    )
    assert text.endswith(said + "and no card was missed.")
    replay["choices"], replay["story"] = [], ["torch", "sword", {"mission": "E02"}]
    play["events"] = [{"t": 1, "play": "torch"}, {"t": 2, "play": "sword"}, {"t": 3, "play": {"mission": "E02"}}]
    path.write_text(json.dumps(replay), encoding="utf-8")
    found = five_minutes(str(path))
    assert [one["how"] for one in found["waited_too_long"]] == ["never-laid", "never-laid"]
    assert [one["missed_by"] and one["missed_by"]["place"] for one in found["waited_too_long"]] == [3, None]


# Limits


def test_a_limit_gives_4_and_bounds():
    code, (record,) = analysed(LAST, "--time-limit", "0.05")
    assert code == 4
    assert record["status"] == "feasible"
    assert record["best"]["missions"] <= record["best"]["bound"] == 10
    assert {one["mark"] for one in record["decisions"]} == {"unknown"}
    assert not all(one["proved"] for one in record["points"])
    text = invoke("analyze", LAST, "--time-limit", "0.05").stdout
    assert "a limit was reached after" in text
    assert "at least, not proved" in text
    assert "kept 6 of at least 6: " in text
    assert "No mistake is known; 13 decisions could not be judged." in text


def test_a_skill_of_unknown_worth_is_listed(monkeypatch):
    """After the last moment for Alan a limit is reached, so the analysis is not complete."""
    search = Search.line

    def limited(self, state, *arguments, **options):
        found = search(self, state, *arguments, **options)
        return found._replace(proved=False, bound=3) if state.revealed == 7 else found

    monkeypatch.setattr(Search, "line", limited)
    code, (record,) = analysed("-", stdin=SLEPT.encode())
    assert (code, record["status"], record["first_mistake"]) == (4, "feasible", None)
    assert [one["proved"] for one in record["points"][:8]] == [True] * 7 + [False]
    text = invoke("analyze", "-", stdin=SLEPT.encode()).stdout
    assert "No mistake is known; a skill may have been missed." in text


def test_ctrl_c_gives_what_is_known_so_far_and_130():
    with Terminal("analyze", LAST, NO_COLOR="1") as terminal:
        for _ in range(2):
            terminal._read(b"judging")
        terminal.type(b"\x03")
        assert terminal.end() == 130
        text = terminal.shown.decode()
    after = text[text.rindex("judging") :]
    assert after.index("\r\x1b[2K") < after.index("interrupted after")


def test_after_an_interrupt_no_more_replays_are_judged(monkeypatch):
    def interrupted(*arguments, **options):
        return analyze(*arguments, **options)._replace(interrupted=True)

    monkeypatch.setattr("dtcli.batch.work.searches.analyze", interrupted)
    result = invoke("analyze", "--json", MAP, SURE)
    assert result.exit_code == 130
    assert len(result.stdout.splitlines()) == 1


# Pictures


def test_the_picture_is_written_once_and_not_over_another(tmp_path):
    out = tmp_path / "map.svg"
    assert invoke("analyze", MAP, "--svg", str(out)).exit_code == 0
    first = out.read_bytes()
    refused = invoke("analyze", TABLE, "--svg", str(out))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert out.read_bytes() == first
    assert invoke("analyze", TABLE, "--svg", str(out), "--force").exit_code == 0
    assert out.read_bytes() != first
    assert invoke("analyze", MAP, "--svg", str(out), "--force").exit_code == 0
    assert out.read_bytes() == first


def test_a_picture_of_several_replays_is_refused_before_any_search(tmp_path):
    out = tmp_path / "two.svg"
    refused = invoke("analyze", MAP, SURE, "--svg", str(out))
    assert (refused.exit_code, refused.stdout, out.exists()) == (2, "", False)


def test_an_invalid_replay_leaves_no_picture(tmp_path):
    out = tmp_path / "bad.svg"
    assert invoke("analyze", "-", "--svg", str(out), stdin=b"swrod\n").exit_code == 1
    assert not out.exists()


def test_the_picture_has_a_description_and_loads_nothing(tmp_path):
    out = tmp_path / "map.svg"
    invoke("analyze", MAP, "--svg", str(out))
    picture = ET.fromstring(out.read_text(encoding="utf-8"))
    assert picture.get("role") == "img"
    assert "kept 0 of 10" in picture.find(f"{SVG}desc").text
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert "the backpack breaks" in texts
    assert "card 33, decisive: take gold (D08 A Sphinx Out of Riddles). Better: take shield," in " ".join(texts)
    assert "http" not in out.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not list(picture.iter(f"{SVG}script"))


NASTY = "</title><script>alert(1)</script> & \x1b[31m\x00\u202e\ufffe\"'"


def test_text_from_a_file_is_not_markup(tmp_path):
    story = ["sword", {"mission": NASTY, "needs": ["sword"], "reward": "bow/cup"}, {"mission": "Y", "needs": ["bow"]}]
    replay = {"format": "dungeon-time/replay/1", "title": NASTY, "story": story, "choices": [{"at": 2, "take": "cup"}]}
    path, out = tmp_path / "nasty.json", tmp_path / "nasty.svg"
    path.write_text(json.dumps(replay))
    result = invoke("analyze", str(path), "--svg", str(out))
    assert result.exit_code == 0
    assert all(sign.isprintable() or sign == "\n" for sign in result.stdout)
    assert "<script>alert(1)</script>" in result.stdout
    picture = ET.fromstring(out.read_bytes())
    assert {element.tag for element in picture.iter()} == {
        SVG + tag for tag in ("svg", "title", "desc", "rect", "text", "polyline", "polygon", "circle")
    }
    assert picture.find(f"{SVG}title").text.startswith("</title><script>alert(1)</script> & \ufffd[31m\ufffd")
    assert any("take cup (</title><script>" in (text.text or "") for text in picture.iter(f"{SVG}text"))
    assert json.loads(invoke("analyze", "--json", str(path)).stdout)["title"] == NASTY


@pytest.mark.parametrize("story", [ONE_LINE.replace(b'"sword"', b""), b"sword\n", b"mission X: sword\n"])
def test_a_tiny_story_is_analysed(story, tmp_path):
    out = tmp_path / "small.svg"
    result = invoke("analyze", "-", "--svg", str(out), stdin=story)
    assert result.exit_code == 0
    assert "kept 0 of 0" in result.stdout
    ET.fromstring(out.read_bytes())


# the lesson of the five minutes


def test_the_lesson_is_added_where_it_is_asked_for():
    sure = "replays/games/we-were-sure.json"
    assert "the lesson of the five minutes" not in invoke("analyze", sure).stdout
    shown = invoke("analyze", sure, "--lesson")
    assert shown.exit_code == 0
    lesson = " ".join(shown.stdout.partition("the lesson of the five minutes\n")[2].split())
    assert lesson.startswith("- What the story lacked for 10 missions: M11 A Dragon With Hiccups (card 8) and")
    assert lesson.endswith("stayed in the hand: bow (card 2). Without it the game can be won, with 10 missions.")


def test_the_lesson_is_in_the_json_record():
    (without,) = analysed("replays/games/we-were-sure.json")[1]
    assert without["lesson"] is None
    (record,) = analysed("replays/games/we-were-sure.json", "--lesson")[1]
    assert record["lesson"]["card_to_keep"] == {"card": "bow", "place": 2, "missions": 10, "won": True}
    assert (record["lesson"]["goal_reachable"], record["lesson"]["proved"]) == (False, True)
    assert (record["lesson"]["left_in_hand"], record["lesson"]["missions_in_deck"]) == (None, None)
    assert len(record["lesson"]["words"]) == 3


def test_a_lesson_that_reaches_a_limit_is_4():
    shown = invoke("analyze", "replays/games/we-were-sure.json", "--lesson", "--time-limit", "0.001")
    assert shown.exit_code == 4
