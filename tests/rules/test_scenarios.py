"""The ten scenarios and the campaign (S1, S2)."""

from collections import Counter
from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.rules.campaign import FIRST_STEP, CampaignStep, next_step
from dtcli.rules.cards import CardSet
from dtcli.rules.deal import choose_missions
from dtcli.rules.scenarios import ScenarioKind

HOUSE = bundled_cards("house").cards

# Missions, goal, next when won, next when lost.
PUBLISHED = {
    "level-1": ("6 E 6 M", 10, "my-first-dungeon level-2", "level-1"),
    "level-2": ("12 M", 10, "the-darkest-dungeon level-3", "level-2"),
    "level-3": ("12 D", 8, "unnatural-foes level-4", "level-3"),
    "level-4": ("12 H", 6, "", "level-4 level-2"),
    "my-first-dungeon": ("6 E 6 M", 10, "level-2", "my-first-dungeon level-2"),
    "the-darkest-dungeon": ("6 M 6 D", 8, "level-3", "the-darkest-dungeon level-3"),
    "unnatural-foes": ("6 D 6 H", 7, "level-4", "unnatural-foes level-4"),
    "training-grounds": ("12 E", 10, "", ""),
    "good-luck": ("12 any", 8, "", ""),
    "the-book-of-fate": ("3 E 3 M 3 D 3 H", 7, "", ""),
}
IN_CAMPAIGN = [name for name, row in PUBLISHED.items() if row[3]]


def decks(text: str) -> dict[str, int]:
    words = text.split()
    return {deck: int(n) for n, deck in zip(words[::2], words[1::2], strict=True)}


def at(name: str, **more: object) -> CampaignStep:
    return CampaignStep((name,), **more)


def test_s1_there_are_ten_scenarios():
    assert set(scenarios()) == set(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_s1_missions_and_goal(name: str):
    missions, goal, _, _ = PUBLISHED[name]
    assert scenarios()[name].missions == decks(missions)
    assert scenarios()[name].goal == goal


@pytest.mark.parametrize("name", PUBLISHED)
def test_s1_the_missions_are_drawn_from_these_decks(name: str):
    drawn = choose_missions(scenarios()[name], HOUSE, Random(3))
    assert len({mission.id for mission in drawn}) == len(drawn) == 12
    if name != "good-luck":
        assert Counter(mission.deck for mission in drawn) == decks(PUBLISHED[name][0])


def test_s1_good_luck_draws_from_all_decks():
    many = [mission for seed in range(20) for mission in choose_missions(scenarios()["good-luck"], HOUSE, Random(seed))]
    assert {mission.deck for mission in many} == set("EMDH")


def test_s1_a_deck_that_is_too_small_is_refused():
    few = CardSet("few", "Few", HOUSE.kinds, {"E01": HOUSE.missions["E01"]}, {})
    with pytest.raises(ValueError, match="takes 12 missions of deck E, the card set has 1"):
        choose_missions(scenarios()["training-grounds"], few, Random(1))


def test_s2_a_campaign_starts_with_level_1():
    assert CampaignStep(("level-1",), extended=False, campaigns_won=0) == FIRST_STEP


@pytest.mark.parametrize("name", [name for name in IN_CAMPAIGN if name != "level-4"])
def test_s2_what_comes_after_a_victory(name: str):
    step = next_step(at(name), scenarios()[name], won=True)
    assert step == CampaignStep(tuple(PUBLISHED[name][2].split()))


@pytest.mark.parametrize("name", IN_CAMPAIGN)
def test_s2_what_comes_after_a_defeat(name: str):
    step = next_step(at(name), scenarios()[name], won=False)
    assert step == CampaignStep(tuple(PUBLISHED[name][3].split()))


def test_s2_winning_level_4_wins_the_campaign_and_starts_it_again_in_extended_play():
    step = next_step(at("level-4"), scenarios()["level-4"], won=True)
    assert step == CampaignStep(("level-1",), extended=True, campaigns_won=1)
    again = next_step(at("level-4", extended=True, campaigns_won=1), scenarios()["level-4"], won=True)
    assert again == CampaignStep(("level-1",), extended=True, campaigns_won=2)


@pytest.mark.parametrize("won", [True, False])
def test_s2_extended_play_lasts(won: bool):
    step = next_step(at("level-2", extended=True, campaigns_won=1), scenarios()["level-2"], won=won)
    assert (step.extended, step.campaigns_won) == (True, 1)


def test_s2_only_what_comes_next_can_be_played():
    with pytest.raises(ValueError, match="level-3 cannot be played now, only level-1"):
        next_step(FIRST_STEP, scenarios()["level-3"], won=True)
    with pytest.raises(ValueError, match="only my-first-dungeon or level-2"):
        next_step(CampaignStep(("my-first-dungeon", "level-2")), scenarios()["level-1"], won=True)


def test_s2_a_game_counts_if_it_may_be_played_now():
    step = CampaignStep(("my-first-dungeon", "level-2"), extended=True)
    assert step.counts("level-2", extended=True)
    assert not step.counts("level-2", extended=False)
    assert not step.counts("level-1", extended=True)


def test_s2_a_whole_campaign_with_every_bonus_level():
    step = FIRST_STEP
    for name in [
        "level-1",
        "my-first-dungeon",
        "level-2",
        "the-darkest-dungeon",
        "level-3",
        "unnatural-foes",
        "level-4",
    ]:
        assert name in step.choices
        step = next_step(step, scenarios()[name], won=True)
    assert step.campaigns_won == 1


def test_s2_one_shots_stand_alone():
    alone = {name for name, one in scenarios().items() if one.kind is ScenarioKind.ONE_SHOT}
    assert alone == {"training-grounds", "good-luck", "the-book-of-fate"}
    assert all(not scenarios()[name].won + scenarios()[name].lost for name in alone)


def test_s2_levels_and_bonus_levels():
    kinds = {name: one.kind for name, one in scenarios().items()}
    assert [name for name, kind in kinds.items() if kind is ScenarioKind.LEVEL] == [f"level-{n}" for n in range(1, 5)]
    assert {name for name, kind in kinds.items() if kind is ScenarioKind.BONUS} == {
        "my-first-dungeon",
        "the-darkest-dungeon",
        "unnatural-foes",
    }
    assert [name for name, one in scenarios().items() if one.ends_campaign] == ["level-4"]
