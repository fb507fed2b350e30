"""``dtcli advise``: the options before a reveal, and what each costs."""

import json
import re

import pytest

from solver.studies.advice import advise
from tests.commands.shell import ROOT, Terminal, invoke

TABLE, MAP, SMUDGED, LOOSE, LAST, CABIN = (
    str(ROOT / "replays/games" / name)
    for name in (
        "trattoria-table.dt", "one-map-too-many.dt", "the-smudged-line.dt", "loose-change.dt", "the-last-level.dt",
        "five-at-the-cabin.dt",
    )
)  # fmt: skip
KEYS = ["file", "line", "status", "title", "at", "best", "moments", "choices", "seconds", "problems"]
OPTION_KEYS = ["choice", "words", "reachable", "mark", "loss", "missions_lost"]
WIDTH = 80
CUP_OR_BOW = "goal: 2\nsword\nmission X: sword -> bow/cup | take cup\nmission Y: bow\n"
ALAN = "goal: 2\nheroes: Alan Ironstar\n2 sword\nbow\nmission Wolves: bow\nmission Gate: sword\n"


def advised(story: str, at: int, *arguments: str):
    result = invoke("advise", "--json", "-", "--at", str(at), *arguments, stdin=story.encode())
    return result.exit_code, json.loads(result.stdout)


def shown(story: str, at: int) -> list[str]:
    result = invoke("advise", "-", "--at", str(at), stdin=story.encode())
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= WIDTH
    return lines


# Data


def test_json_has_the_keys_that_are_documented():
    code, record = advised(CUP_OR_BOW, 2)
    assert (code, list(record)) == (0, KEYS)
    before, at = record["moments"]
    assert (list(before), list(at)) == (["before", "options"], ["at", "card", "options"])
    assert {tuple(option) for option in before["options"] + at["options"]} == {tuple(OPTION_KEYS)}
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    section = page.split("`dtcli advise --json`")[1].split("`dtcli verify --json`")[0]
    named = set(re.findall(r"`([\w-]+)`", section))
    assert {*KEYS, *OPTION_KEYS, "before", "card", "options", "optimal", "feasible", "no-such-reveal"} <= named


def test_every_option_has_what_it_leads_to_and_what_it_costs():
    _, record = advised(CUP_OR_BOW, 2)
    assert record["status"] == "optimal"
    assert record["best"] == {"missions": 2, "broken": False, "won": True, "bound": 2}
    assert record["choices"] == [{"at": 2, "take": "bow"}]
    (reveal,) = record["moments"][0]["options"]
    assert (reveal["choice"], reveal["words"], reveal["mark"]) == (None, "reveal the card", "best")
    bow, cup = record["moments"][1]["options"]
    assert (bow["choice"], bow["mark"], bow["loss"]) == ({"at": 2, "take": "bow"}, "best", None)
    assert (cup["choice"], cup["mark"], cup["loss"]) == ({"at": 2, "take": "cup"}, "loss", "game")
    assert (cup["missions_lost"], cup["reachable"]["missions"], cup["reachable"]["won"]) == (1, 1, False)


@pytest.mark.parametrize(("game", "at"), [(MAP, 33), (CABIN, 30)])
def test_among_equally_good_options_the_one_of_the_best_line_comes_first(game, at):
    record = json.loads(invoke("advise", "--json", game, "--at", str(at)).stdout)
    first, second, *_ = record["moments"][1]["options"]
    assert first["mark"] == second["mark"] == "best"
    printed = next(one for one in record["choices"] if one.get("at") == at)
    assert first["choice"].items() <= printed.items()


def test_an_option_of_a_game_leads_to_what_it_promises(tmp_path):
    replay = json.loads(invoke("convert", "--to", "json", TABLE).stdout)
    record = json.loads(invoke("advise", "--json", TABLE, "--at", "27").stdout)
    options = record["moments"][1]["options"]
    assert {option["mark"] for option in options} == {"best", "loss"}
    earlier = [one for one in replay["choices"] if one.get("at", one.get("before")) < 27]
    path = tmp_path / "game.json"
    for option in options:
        path.write_text(json.dumps({**replay, "choices": [*earlier, option["choice"]]}))
        solved = json.loads(invoke("solve", "--json", "--from", "27", str(path)).stdout)
        assert {key: solved[key] for key in ("missions", "broken", "won", "bound")} == option["reachable"]


def test_an_invalid_replay_has_the_same_keys():
    code, record = advised("swrod\n", 1)
    assert (code, list(record), record["status"], record["moments"]) == (1, KEYS, "invalid", [])
    assert "did you mean sword?" in invoke("advise", "-", "--at", "1", stdin=b"swrod\n").stdout


@pytest.mark.parametrize(
    ("game", "at", "why"),
    [
        (MAP, 49, "the backpack breaks at card 48"),
        (TABLE, 52, "the story ends with card 49"),
        (SMUDGED, 43, "the record does not say what was decided at card 42"),
    ],
)
def test_a_reveal_that_never_comes_is_refused_and_the_other_replays_are_judged(game, at, why):
    result = invoke("advise", "--json", game, LOOSE, "--at", str(at))
    assert result.exit_code == 2
    assert f"never comes to reveal {at}: {why}" in result.stderr
    first, *rest = map(json.loads, result.stdout.splitlines())
    assert (list(first), first["status"], first["moments"]) == (KEYS, "no-such-reveal", [])
    assert [record["file"] for record in rest] == [LOOSE]
    assert invoke("advise", game, "--at", str(at)).stdout == ""


def test_the_last_reveals_of_a_game_can_be_asked_about():
    assert invoke("advise", MAP, "--at", "48").exit_code == 0
    assert invoke("advise", TABLE, "--at", "49").exit_code == 0
    assert invoke("advise", SMUDGED, "--at", "42").exit_code == 0


def test_the_option_at_is_required():
    assert invoke("advise", TABLE).exit_code == 2
    assert invoke("advise", TABLE, "--at", "0").exit_code == 2


# Text


def test_the_options_at_a_card_are_printed_with_their_cost():
    lines = shown(CUP_OR_BOW, 2)
    assert lines[2] == "before card 2, X: 0 missions so far, slots 1 of 8"
    assert lines[4:7] == [
        "at card 2                                     leads to            cost",
        "take bow                                      2 missions, won     none, best",
        "take cup                                      1 mission, lost     the game",
    ]
    assert lines[8:] == ["The best line leads to 2 missions, won:", "  card 2:         take bow  (X)"]


def test_skills_are_options_too():
    lines = shown(ALAN, 4)
    assert "now                                           leads to            cost" in lines
    assert "reveal the card, use no skill now             2 missions, won     none, best" in lines
    assert any(re.match(r"Alan Ironstar, remove 2 sword +1 mission, lost +the game$", line) for line in lines)
    assert lines[-1] == "The best line leads to 2 missions, won."


def test_a_reveal_without_a_decision_is_reported():
    assert shown("sword\n", 1)[-2:] == ["There is nothing to decide now.", "The best line leads to 0 missions."]


@pytest.mark.parametrize("at", [1, 16, 20, 26])
def test_a_shipped_game_fits_80_columns(at):
    result = invoke("advise", LOOSE, "--at", str(at))
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= WIDTH


def test_text_from_a_file_is_not_markup_and_is_wrapped():
    story = [{"mission": "[red]\x1b " + "long " * 15, "needs": ["sword"], "reward": "bow/cup"}]
    replay = {"format": "dungeon-time/replay/1", "heroes": ["nintrabash"], "story": ["sword", *story, "cup"]}
    lines = shown(json.dumps(replay), 1)
    assert any("[red]\ufffd long" in line for line in lines)


# Limits


def test_a_limit_gives_4_and_bounds():
    result = invoke("advise", LAST, "--at", "9", "--time-limit", "0")
    assert result.exit_code == 4
    assert "a limit was reached after" in result.stdout
    assert re.search(r"^take map +at most 10 +not known$", result.stdout, re.MULTILINE)
    assert "The best line found leads to 3 missions, broken:" in result.stdout
    record = json.loads(invoke("advise", "--json", LAST, "--at", "9", "--time-limit", "0").stdout)
    assert record["status"] == "feasible"
    assert {option["mark"] for moment in record["moments"] for option in moment["options"]} == {"unknown"}


def test_bounds_are_printed_for_a_value_that_is_not_proved(monkeypatch):
    def limited(*arguments, **options):
        found = advise(*arguments, **options)
        moments = [
            moment._replace(
                options=tuple(one._replace(found=one.found._replace(proved=False, bound=7)) for one in moment.options)
            )
            for moment in found.moments
        ]
        return found._replace(moments=tuple(moments))

    monkeypatch.setattr("dtcli.commands.advise.advise", limited)
    result = invoke("advise", "-", "--at", "2", stdin=CUP_OR_BOW.encode())
    assert result.exit_code == 4
    assert re.search(r"^take bow +2 to 7, won ", result.stdout, re.MULTILINE)
    assert re.search(r"^take cup +1 to 7  ", result.stdout, re.MULTILINE)


def test_ctrl_c_gives_what_is_known_so_far_and_130():
    with Terminal("advise", LAST, "--at", "1", NO_COLOR="1") as terminal:
        terminal._read(b"weighing the options")
        terminal.type(b"\x03")
        assert terminal.end() == 130
    assert b"interrupted after" in terminal.shown


def test_after_an_interrupt_no_more_replays_are_judged(monkeypatch):
    def interrupted(*arguments, **options):
        return advise(*arguments, **options)._replace(interrupted=True)

    monkeypatch.setattr("dtcli.commands.advise.advise", interrupted)
    result = invoke("advise", "--json", "--at", "20", TABLE, MAP)
    assert result.exit_code == 130
    assert len(result.stdout.splitlines()) == 1
