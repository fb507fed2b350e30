"""The heroes in common (H00, H0, H11)."""

from typing import Any

import pytest

from dtcli.formats.replay.resolver import resolve
from dtcli.rules import HEROES, REVEAL, Kind, SkillNote, Status, start
from dtcli.rules.legality import why_too_many_heroes
from dtcli.rules.rulings import TEN_HEROES
from dtcli.rules.state import EventKind
from tests.rules.game_builder import (
    ALA,
    ARVEDUI,
    FYL,
    GARY,
    NIN,
    RO,
    TONK,
    TRAG,
    TWELVE,
    ZARI,
    ZIG,
    adventure,
    after,
    allowed,
    backpack,
    game,
    gap,
    left,
    mission,
    outcome,
    play_story,
    refused,
    reveal_on,
    skills,
    use,
)

EIGHT = " ".join(TWELVE[:8])
"""Sword, bow, shield, torch, map, potion, keys, gold: a full backpack."""


# H00


@pytest.mark.parametrize(
    ("heroes", "players", "allowed"), [(5, None, True), (6, None, False), (3, 3, True), (3, 2, False)]
)
def test_h00_at_most_one_hero_for_each_of_five_players(heroes: int, players: int | None, *, allowed: bool):
    assert (why_too_many_heroes(heroes, players) is None) == allowed


@pytest.mark.parametrize(("heroes", "codes"), [(5, []), (6, ["DT305"])])
def test_h00_holds_where_the_number_of_players_is_not_written_down(heroes: int, codes: list[str]):
    written = {"format": "dungeon-time/replay/1", "heroes": [*TEN_HEROES[:heroes]], "story": ["sword"]}
    assert [problem.code for problem in resolve(written, None).problems] == codes


# H0


# H0


def test_h0_a_skill_may_be_used_before_the_first_reveal():
    state = start(game("sword bow", heroes=(NIN,)))
    assert left(allowed(state, use(NIN, discard=(1,)))) == ("bow",)


def test_h0_a_skill_may_be_used_between_two_reveals():
    state = gap("torch", then="bow", heroes=(TONK,))
    assert allowed(state, use(TONK)).limit == 9


def test_h0_not_after_the_last_reveal():
    refused(play_story("torch", heroes=(TONK,)), use(TONK), "over")


def test_h0_not_while_a_card_is_being_resolved():
    state = play_story("torch sword", mission("sword", "cup?"), "bow", heroes=(TONK,))
    refused(state, use(TONK), "RewardOffer")
    failing = play_story("torch sword", mission("sword map"), "bow", heroes=(TONK,))
    refused(failing, use(TONK), "Failure")


def test_h0_each_skill_once_per_resolution():
    state = gap("torch torch", then=("bow", mission("bow"), "cup"), heroes=(TONK,))
    state = after(state, use(TONK), REVEAL, REVEAL)
    assert not state.extra_slot
    refused(state, use(TONK), "used")


def test_h0_several_skills_in_the_same_gap_in_any_order():
    state = gap("torch sword sword", then=(mission("cup"), "bow"), heroes=(TONK, ALA))
    one, other = after(state, use(TONK), use(ALA)), after(state, use(ALA), use(TONK))
    assert one == other
    assert one.unused == ()
    assert (one.limit, after(one, REVEAL).completed) == (9, 1)


def test_h0_the_cost_must_be_paid_in_full():
    refused(gap("bow", heroes=(TONK,)), use(TONK), "torch")
    refused(gap("sword", heroes=(ALA,)), use(ALA), "2 sword")
    assert skills(gap("sword", heroes=(TONK, ALA))) == set()


def test_h0_a_cost_may_be_paid_with_a_token():
    state = gap("cup", mission("cup", "torch"), then="bow", heroes=(TONK,))
    paid = allowed(state, use(TONK))
    assert (backpack(paid), paid.supply[Kind("torch")]) == ("", 1)


def test_h0_which_copy_pays_may_be_said():
    state = gap("cup torch", mission("cup", "torch"), then="bow", heroes=(TONK, FYL))
    assert backpack(allowed(state, use(TONK))) == "torch*"
    assert backpack(allowed(state, use(TONK, tokens="torch"))) == "torch"
    refused(gap("torch", heroes=(TONK, FYL)), use(TONK, tokens="torch"), "as tokens")


def test_h0_a_skill_that_would_do_nothing_cannot_be_used():
    refused(gap("gold", then="bow", heroes=(ARVEDUI,)), use(ARVEDUI), "no failed mission")


def test_h0_a_skill_is_never_compulsory():
    state = gap("torch sword sword gold potion", heroes=(TONK, ALA, ARVEDUI, RO, ZARI))
    assert reveal_on(state).unused == (TONK, ALA, ARVEDUI, RO, ZARI)


def test_h0_only_heroes_of_the_game_can_act():
    refused(gap("torch", heroes=(ALA,)), use(TONK), "not in the game")
    refused(gap("torch", heroes=(ALA,)), use("gandalf"), "not in the game")


def test_h0_a_skill_takes_what_it_knows_and_nothing_else():
    state = gap("torch cup", then="bow map", heroes=(TONK, NIN, ZIG, GARY, ZARI))
    refused(state, use(TONK, take=Kind("cup")), "no 'take'")
    refused(state, use(TONK, remove="cup"), "'remove'")
    refused(state, use(TONK, guess=Kind("cup")), "no 'guess'")
    refused(state, use(TONK, discard=()), "no 'discard'")
    refused(state, use(TONK, order=()), "no 'order'")
    refused(state, use(NIN), "must say which of the next cards")
    refused(state, use(ZIG), "must say in which order")
    refused(state, use(GARY, remove="cup"), "must say which token")
    refused(state, use(ZARI), "must say which item")


def test_h0_using_a_skill_adds_events():
    events = after(gap("torch", heroes=(TONK,)), use(TONK)).events
    assert [(event.what, event.hero) for event in events] == [
        (EventKind.SKILL_USED, TONK),
        (EventKind.ITEMS_REMOVED, None),
    ]


def test_h0_the_score_names_who_acted():
    played = game("torch bow", heroes=(ALA, TONK))
    assert outcome(played, SkillNote(2, use(TONK))).heroes_used == (TONK,)


def test_h1_the_score_names_him_who_borrowed():
    played = game("potion torch bow", heroes=(RO, TONK))
    assert outcome(played, SkillNote(3, use(RO, TONK))).heroes_used == (RO,)


# H11


@pytest.mark.parametrize(
    ("hero", "said"),
    [(TRAG, {"remove": "book"}), (ZARI, {"guess": Kind("bow")}), (ALA, {})],
)
def test_h11_all_that_waits_ends_with_the_next_mission(hero: str, said: dict[str, Any]):
    other = ALA if hero != ALA else ZARI
    other_said = {} if other == ALA else {"guess": Kind("cup")}
    state = gap("book sword sword", then=(mission("cup"), mission("bow"), "map"), heroes=(hero, other))
    state = after(state, use(hero, **said), use(other, **other_said), REVEAL)
    assert state.completed == 1
    assert (state.waiver, state.solved, state.guesses) == (0, False, frozenset())
    assert reveal_on(state).failed == 1


def test_h11_a_waiver_is_lost_on_a_mission_that_another_hero_solves():
    state = gap("book sword sword bow", then=(mission("bow map"), mission("bow map"), "map"), heroes=(TRAG, ALA))
    state = after(state, use(TRAG, remove="book"), use(ALA), REVEAL)
    assert (state.completed, backpack(state)) == (1, "bow")
    assert after(state, REVEAL).failed == 1


def test_h11_an_adventure_card_ends_tonks_slot():
    state = gap("torch map", then=(adventure("map"), "cup"), heroes=(TONK,))
    assert after(state, use(TONK), REVEAL).limit == 8


def test_h11_the_backpack_breaks_if_the_adventure_card_leaves_too_much():
    state = gap(EIGHT, "bow", then=("cup book", adventure("bow"), "map"), heroes=(TONK,))
    state = after(state, use(TONK), REVEAL, REVEAL, REVEAL)
    assert state.broken
    assert state.adventure_completed


def test_h11_an_adventure_card_can_be_brought_back():
    state = gap("gold", adventure("map"), then="map", heroes=(ARVEDUI,))
    state = reveal_on(after(state, use(ARVEDUI)))
    assert state.adventure_completed
    assert (state.completed, state.failed) == (0, 0)


def test_h11_an_adventure_card_can_be_waived():
    state = gap("book", then=(adventure("map"), "cup"), heroes=(TRAG,))
    assert after(state, use(TRAG, remove="book"), REVEAL).adventure_completed


def test_h11_an_adventure_card_can_be_guessed_or_solved():
    guessed = gap("sword sword", then=(adventure("map bow"), mission("bow"), "cup"), heroes=(ZARI, ALA))
    state = after(guessed, use(ZARI, guess=Kind("bow")), REVEAL)
    assert state.adventure_completed
    assert backpack(state) == "sword sword"
    assert after(state, REVEAL).failed == 1
    assert after(guessed, use(ALA), REVEAL).adventure_completed


def test_h11_it_does_not_count_among_the_completed_missions():
    played = game("sword sword", adventure("sword"), mission("sword"), goal=2)
    result = outcome(played)
    assert (result.status, result.missions) == (Status.LOST, 1)


def test_every_hero_tells_which_ruling_it_follows():
    assert [hero.ruling for hero in HEROES.values()] == [f"H{n}" for n in range(1, 11)]
