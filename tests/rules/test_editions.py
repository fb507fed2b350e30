"""The editions and every switch on which the rulebooks differ (E1)."""

from typing import Any

import pytest

from dtcli.formats.replay.resolver import resolve
from dtcli.rules import EDITIONS, REVEAL, Game, Kind, Rulings, start
from dtcli.rules.rulings import (
    DEFAULT_EDITION,
    TEN_HEROES,
    TRAGURK,
    ZIGARAT_HO,
    Borrowing,
    HeroChoice,
    SpentRewards,
)
from tests.rules.game_builder import RO, ZARI, after, backpack, edition_game, mission, offered, reveal_on, use

OLD, NEW = "demo-2016", ("en-2017", "it-2018")


def replayed(**written: Any) -> Game:
    """Return the game of a replay with these headers."""
    found = resolve({"format": "dungeon-time/replay/1", "story": ["sword"], **written}, None)
    assert found.game is not None, found.problems
    return found.game


def test_e1_there_are_three_editions_and_en_2017_is_the_default():
    assert set(EDITIONS) == {"en-2017", "it-2018", "demo-2016"}
    assert DEFAULT_EDITION == "en-2017"
    assert replayed().rulings == EDITIONS["en-2017"] == Rulings()


def test_e1_every_switch_is_known():
    assert set(Rulings._fields) == {
        "any_reward_optional",
        "thanir",
        "spent_rewards",
        "heroes_in_box",
        "hero_choice",
        "default_goal",
    }


def test_e1_any_reward_optional():
    assert [EDITIONS[name].any_reward_optional for name in (*NEW, OLD)] == [False, False, True]


def test_e1_thanir():
    assert [EDITIONS[name].thanir for name in (*NEW, OLD)] == ["spends", "spends", "copies"]


def test_e1_spent_rewards_are_discarded_in_all_three():
    assert {one.spent_rewards for one in EDITIONS.values()} == {SpentRewards.DISCARD}


def test_e1_heroes_in_the_box():
    assert [len(EDITIONS[name].box) for name in (*NEW, OLD)] == [10, 10, 8]
    assert set(TEN_HEROES) - set(EDITIONS[OLD].box) == {TRAGURK, ZIGARAT_HO}


def test_e1_hero_choice_at_set_up():
    assert [EDITIONS[name].hero_choice for name in (*NEW, OLD)] == ["draw-two", "draw-two", "free"]


def test_e1_default_goal_without_a_scenario():
    assert [EDITIONS[name].default_goal for name in (*NEW, OLD)] == [None, None, 10]
    assert [replayed(edition=name).goal for name in (*NEW, OLD)] == [None, None, 10]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("switch", "value", "means"),
    [
        ("any_reward_optional", True, True),
        ("any_reward_optional", False, False),
        ("thanir", "spends", Borrowing.SPENDS),
        ("thanir", "copies", Borrowing.COPIES),
        ("spent_rewards", "discard", SpentRewards.DISCARD),
        ("spent_rewards", "return", SpentRewards.RETURN),
        ("heroes_in_box", 8, 8),
        ("heroes_in_box", 10, 10),
        ("hero_choice", "free", HeroChoice.FREE),
        ("hero_choice", "draw-two", HeroChoice.DRAW_TWO),
        ("default_goal", 7, 7),
        ("default_goal", None, None),
    ],
)
def test_e1_a_replay_may_override_any_switch(edition: str, switch: str, value: Any, means: Any):
    rulings = replayed(edition=edition, rulings={switch: value}).rulings
    assert getattr(rulings, switch) is means
    others = [one for one in Rulings._fields if one != switch]
    assert [getattr(rulings, name) for name in others] == [getattr(EDITIONS[edition], name) for name in others]


def test_e1_an_edition_that_does_not_exist_is_refused():
    found = resolve({"format": "dungeon-time/replay/1", "story": ["sword"], "edition": "en-1999"}, None)
    assert found.game is None
    assert [problem.code for problem in found.problems] == ["DT210"]


def test_e1_a_hero_who_is_not_in_the_box_is_refused():
    with_tragurk = {"format": "dungeon-time/replay/1", "story": ["sword"], "heroes": ["Tragurk"]}
    assert not resolve(with_tragurk, None).problems
    demo = resolve({**with_tragurk, "edition": OLD}, None)
    assert [problem.code for problem in demo.problems] == ["DT304"]
    assert not resolve({**with_tragurk, "edition": OLD, "rulings": {"heroes_in_box": 10}}, None).problems


@pytest.mark.parametrize(("edition", "may_decline"), [("en-2017", False), ("it-2018", False), ("demo-2016", True)])
def test_e1_the_switches_reach_the_table_any_reward(edition: str, may_decline: bool):
    state = reveal_on(start(edition_game(edition, "sword", mission("sword", "?"))))
    assert (None in offered(state)) is may_decline


@pytest.mark.parametrize(("edition", "still_unused"), [("en-2017", False), ("it-2018", False), ("demo-2016", True)])
def test_e1_the_switches_reach_the_table_thanir(edition: str, still_unused: bool):
    state = start(edition_game(edition, "potion bow", heroes=(RO, ZARI)))
    state = after(state, REVEAL, use(RO, ZARI, guess=Kind("bow")))
    assert (ZARI in state.unused) is still_unused


@pytest.mark.parametrize("edition", EDITIONS)
def test_e1_the_switches_reach_the_table_spent_rewards(edition: str):
    state = reveal_on(start(edition_game(edition, "cup", mission("cup", "sword"), mission("sword"))))
    assert (backpack(state), state.supply[Kind("sword")]) == ("", 1)
