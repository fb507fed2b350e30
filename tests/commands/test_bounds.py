"""``dtcli score --bounds``: text, data, and the limit."""

import json

import pytest

from tests.commands.shell import invoke

FORGOTTEN = "bow\nmission A: bow -> sword?\nmission B: sword -> -\n"
CUPS = "rulings: spent_rewards = return\nstart: cards cup + sword, tokens cup, supply 0 cup\ngoal: 2\n"
TOAST = "mission B: sword -> cup\nmission C: 2 cup -> -\n"


def bounds_of(text: str, *options: str):
    """Return the exit code and what is printed below the row of the replay."""
    result = invoke("score", "--bounds", *options, "-", stdin=text)
    _, _, *lines = result.stdout.splitlines()
    return result.exit_code, [line.strip() for line in lines]


def test_x6_copies_discarded_after_a_failure_decide():
    assert bounds_of(f"{CUPS}mission A: cup + bow -> -  | fail, discard cup\n{TOAST}") == (
        0,
        [
            "bounds: 1 lost to 2 won",
            "card 1, A, decides:",
            "2 won: discard cup, cup as a token",
            "1 lost: discard cup, cards first",
        ],
    )


def test_x6_the_price_of_a_skill_decides():
    text = f"heroes: Tonk Redbeer\n{CUPS.replace('cup', 'torch')}hero Tonk Redbeer\n{TOAST.replace('cup', 'torch')}"
    assert bounds_of(text) == (
        0,
        [
            "bounds: 1 lost to 2 won",
            "before card 1, Tonk Redbeer, decides:",
            "2 won: Tonk Redbeer, remove torch, torch as a token",
            "1 lost: Tonk Redbeer, remove torch, cards first",
        ],
    )
    decides = json.loads(invoke("score", "--bounds", "--json", "-", stdin=text).stdout)["bounds"]["decides"]
    assert decides["before"] == 1
    assert [answer["choice"] for answer in decides["answers"]] == [
        {"before": 1, "hero": "tonk-redbeer", "tokens": []},
        {"before": 1, "hero": "tonk-redbeer", "tokens": ["torch"]},
    ]


@pytest.mark.parametrize("said", ["nothing", "cup"])
def test_x6_a_recorded_choice_leaves_nothing_open(said: str):
    code, lines = bounds_of(f"{CUPS}mission A: cup + bow -> -  | fail, discard cup, tokens {said}\n{TOAST}")
    assert code == 0
    assert lines == ([] if said == "cup" else ["bounds: 1 lost, whatever the forgotten choices were"])


def test_a_limit_gives_4_and_says_so():
    assert bounds_of(FORGOTTEN, "--time-limit", "0") == (4, ["bounds: not known, a limit was reached"])
    result = invoke("score", "--bounds", "--json", "--time-limit", "0", "-", stdin=FORGOTTEN)
    record = json.loads(result.stdout)
    assert (result.exit_code, record["bounds"], record["bounds_seen"]) == (4, None, None)


def test_the_outcomes_seen_before_the_limit_are_printed(monkeypatch):
    monkeypatch.setattr("solver.studies.bounds.MOST_WORK", 30)
    code, lines = bounds_of(FORGOTTEN)
    assert (code, lines) == (4, ["bounds: not known, a limit was reached; seen so far: 1 completed"])
    record = json.loads(invoke("score", "--bounds", "--json", "-", stdin=FORGOTTEN).stdout)
    end = {"broken": False, "won": None, "missions": 1}
    assert (record["bounds"], record["bounds_seen"]) == (None, {"lowest": end, "highest": end})


def test_a_time_limit_without_bounds_is_refused():
    result = invoke("score", "--time-limit", "1", "-", stdin=FORGOTTEN)
    assert result.exit_code == 2
    assert "--bounds" in result.stderr


def test_hundreds_of_failures_without_recorded_discards():
    text = "cup\n" + "".join(f"mission M{n}: cup + bow -> -\n" for n in range(490))
    assert bounds_of(text) == (0, ["bounds: 0 completed, whatever the forgotten choices were"])
