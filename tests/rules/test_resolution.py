"""The resolution: reveals, success, rewards, failure, the end (R1 to R9)."""

from copy import deepcopy

import pytest

from dtcli.rules import (
    REVEAL,
    Item,
    Kind,
    Mission,
    RevealNote,
    Reward,
    RewardRule,
    Status,
    advance,
    options,
    start,
    why_not,
)
from dtcli.rules.decisions import Failure, Payment, RewardOffer
from dtcli.rules.score import missed_conditions
from dtcli.rules.state import EventKind
from tests.rules.game_builder import (
    FYL,
    RETURN,
    TWELVE,
    adventure,
    after,
    allowed,
    backpack,
    discard,
    edition_game,
    game,
    gap,
    kinds,
    left,
    mission,
    offered,
    outcome,
    pay,
    play_story,
    read,
    refused,
    reveal_on,
    take,
)

SWORDS_GONE = ("cup cup", mission("cup", "sword"), mission("cup", "sword"))
"""Two missions that take the two sword tokens out of the supply."""


# R1


def test_r1_the_first_card_played_is_revealed_first():
    state = start(game("sword bow cup"))
    seen = []
    while not state.over:
        state = after(state, REVEAL)
        seen += [event.card for event in state.events if event.what is EventKind.ITEM_PLACED]
    assert seen == [Item(Kind("sword")), Item(Kind("bow")), Item(Kind("cup"))]


def test_r1_an_item_goes_into_the_backpack():
    state = after(start(game("sword bow")), REVEAL)
    assert (backpack(state), left(state), state.revealed) == ("sword", ("bow",), 1)


def test_r1_a_reveal_answers_no_other_question():
    state = play_story("sword", mission("sword", "cup?"))
    refused(state, REVEAL, "RewardOffer")


# R2


def test_r2_a_mission_succeeds_when_every_listed_item_is_packed():
    state = play_story("sword bow cup", mission("sword bow"))
    assert (state.completed, state.failed, backpack(state)) == (1, 0, "cup")


def test_r2_an_item_listed_twice_must_be_packed_twice():
    assert play_story("sword bow", mission("sword sword")).failed == 1
    assert play_story("sword sword", mission("sword sword")).completed == 1


def test_r2_items_revealed_later_do_not_count():
    assert play_story("sword", mission("sword bow"), "bow").failed == 1


def test_r2_success_is_not_a_choice():
    state = play_story("sword", mission("sword"), "bow")
    assert state.completed == 1
    asked = after(start(game("sword", mission("sword", "cup?"))), REVEAL, REVEAL)
    refused(asked, discard(), "Discard does not answer")


def test_r2_the_listed_items_leave_before_the_reward_is_placed():
    eight = " ".join(TWELVE[:8])
    state = play_story(eight, mission(TWELVE[0], TWELVE[8]))
    assert not state.broken
    assert state.peak == 8


def test_r2_paid_then_completed_then_rewarded():
    happened = [event.what for event in play_story("sword", mission("sword", "cup")).events]
    assert happened == [EventKind.ITEMS_PAID, EventKind.MISSION_COMPLETED, EventKind.REWARD_TAKEN]


def test_r2_a_payment_cannot_leave_out_a_listed_item():
    state = play_story("cup sword bow", mission("cup", "sword"), mission("sword bow"), **RETURN)
    assert isinstance(state.pending, Payment)
    refused(state, pay(waive="bow"), "Tragurk")


# R3


def test_r3_a_reward_leaves_the_supply():
    state = play_story("sword", mission("sword", "cup"))
    assert (backpack(state), state.supply[Kind("cup")]) == ("cup*", 1)


def test_r3_nothing_is_taken_when_the_kind_has_run_out():
    state = play_story(*SWORDS_GONE, "map", mission("map", "sword"))
    assert (backpack(state), state.supply[Kind("sword")], state.completed) == ("sword* sword*", 0, 3)
    assert EventKind.REWARD_RUN_OUT in [event.what for event in state.events]


def test_r3_a_reward_that_has_run_out_cannot_be_taken():
    state = play_story(*SWORDS_GONE, "map", mission("map", "?"))
    assert offered(state) == {kind for kind in TWELVE if kind != "sword"}
    refused(state, take("sword"), "supply")


def test_r3_an_offer_that_has_run_out_is_no_question():
    assert play_story(*SWORDS_GONE, "map", mission("map", "sword?")).over


# R4


def test_r4_a_plain_item_must_be_taken():
    state = play_story("sword", mission("sword", "cup"))
    assert state.over
    assert backpack(state) == "cup*"


def test_r4_a_plain_item_cannot_be_declined_by_a_record():
    run = read(game("sword", mission("sword", "cup")), RevealNote(2, take=None))
    assert [(refusal.note, refusal.part) for refusal in run.refusals] == [(0, "take")]
    assert "must be taken" in run.refusals[0].reason
    assert backpack(run.final) == "cup*"


def test_r4_an_item_with_a_question_mark_may_be_declined():
    state = play_story("sword", mission("sword", "cup?"))
    assert isinstance(state.pending, RewardOffer)
    assert state.pending.at == 2
    assert offered(state) == {None, "cup"}
    assert backpack(allowed(state, take(None))) == ""
    assert backpack(allowed(state, take("cup"))) == "cup*"


def test_r4_only_what_the_card_gives_can_be_taken():
    state = play_story("sword", mission("sword", "cup?"))
    refused(state, take("map"), "does not give map")


def test_r4_one_of_two_must_be_taken():
    state = play_story("sword", mission("sword", "cup/map"))
    assert offered(state) == {"cup", "map"}
    assert backpack(allowed(state, take("cup"))) == "cup*"
    assert backpack(allowed(state, take("map"))) == "map*"
    refused(state, take(None), "must be taken")
    refused(state, take("bow"), "does not give bow")


def test_r4_of_two_the_one_that_is_left_must_be_taken():
    state = play_story(*SWORDS_GONE, "map", mission("map", "bow/sword"))
    assert state.over
    assert backpack(state) == "bow* sword* sword*"


def test_r4_of_two_that_have_run_out_none_is_taken():
    bows_gone = ("book book", mission("book", "bow"), mission("book", "bow"))
    state = play_story(*SWORDS_GONE, *bows_gone, "map", mission("map", "bow/sword"))
    assert state.over
    assert (backpack(state), state.completed) == ("bow* bow* sword* sword*", 5)


def test_r4_a_big_question_mark_is_any_kind_in_supply():
    state = play_story("sword", mission("sword", "?"))
    assert offered(state) == set(TWELVE)
    assert backpack(allowed(state, take("mortar"))) == "mortar*"


def test_r4_a_mission_may_give_no_reward():
    state = play_story("sword", mission("sword", "-"))
    assert state.over
    assert (backpack(state), len(state.supply)) == ("", 24)


def test_r4_no_reward_is_known_by_its_value():
    bare = Mission("bare", kinds("sword"), Reward(RewardRule.NONE))
    assert play_story("sword", bare).over
    assert play_story("sword", deepcopy(mission("sword", "-"))).over


def test_r4_a_taken_and_a_declined_reward_are_events():
    state = play_story("sword", mission("sword", "cup?"))
    assert [event.what for event in after(state, take("cup")).events] == [EventKind.REWARD_TAKEN]
    assert [event.what for event in after(state, take(None)).events] == [EventKind.REWARD_DECLINED]


# R5


@pytest.mark.parametrize("edition", ["en-2017", "it-2018"])
def test_r5_any_reward_must_be_taken(edition: str):
    state = reveal_on(start(edition_game(edition, "sword", mission("sword", "?"))))
    refused(state, take(None), "must be taken")


def test_r5_any_reward_may_be_declined_in_the_demo():
    state = reveal_on(start(edition_game("demo-2016", "sword", mission("sword", "?"))))
    assert offered(state) == {None, *TWELVE}
    assert backpack(allowed(state, take(None))) == ""


def test_r5_the_switch_leaves_plain_items_alone():
    assert backpack(play_story("sword", mission("sword", "cup"), any_reward_optional=True)) == "cup*"
    refused(play_story("sword", mission("sword", "cup/map"), any_reward_optional=True), take(None), "must be taken")


# R6


def test_r6_spent_tokens_do_not_return():
    state = play_story("cup", mission("cup", "sword"), mission("sword"))
    assert (backpack(state), state.supply[Kind("sword")]) == ("", 1)


def test_r6_spent_tokens_return_where_the_table_says_so():
    state = play_story("cup", mission("cup", "sword"), mission("sword"), **RETURN)
    assert (backpack(state), state.supply[Kind("sword")]) == ("", 2)


def test_r6_cards_never_become_tokens():
    assert len(play_story("sword", mission("sword"), **RETURN).supply) == 24


def test_r6_without_a_word_cards_leave_first():
    state = play_story("cup sword", mission("cup", "sword"), mission("sword"))
    assert backpack(state) == "sword*"


def test_r6_the_players_say_which_copy_leaves():
    state = play_story("cup sword", mission("cup", "sword"), mission("sword"), heroes=(FYL,))
    assert isinstance(state.pending, Payment)
    assert set(options(state)) == {pay(), pay(tokens="sword")}
    assert backpack(allowed(state, pay())) == "sword*"
    assert backpack(allowed(state, pay(tokens="sword"))) == "sword"


def test_r6_a_record_may_say_it_in_any_game():
    played = game("cup sword", mission("cup", "sword"), mission("sword"))
    run = read(played, RevealNote(4, tokens=kinds("sword")))
    assert not run.refusals
    assert backpack(run.final) == "sword"


def test_r6_what_leaves_as_a_token_must_be_one():
    state = play_story("cup sword sword", mission("cup", "sword"), mission("sword sword"), heroes=(FYL,))
    refused(state, pay(tokens="sword sword"), "as tokens")
    refused(state, pay(tokens="bow"), "as tokens")


def test_r6_cards_first_and_tokens_for_the_rest():
    state = play_story("cup sword", mission("cup", "sword"), mission("sword sword"), "bow", **RETURN)
    assert state.over
    assert (backpack(state), state.supply[Kind("sword")]) == ("bow", 2)


def test_r6_too_few_named_tokens_are_refused():
    state = play_story(*SWORDS_GONE, "sword", mission("sword sword sword bow"), **RETURN)
    assert isinstance(state.pending, Failure)
    refused(state, discard("sword sword sword", tokens="sword"), "must leave as tokens")
    assert backpack(allowed(state, discard("sword sword sword"))) == ""


def test_r6_every_number_of_tokens_is_offered():
    state = play_story(*SWORDS_GONE, "sword", mission("sword sword"), **RETURN)
    assert set(options(state)) == {pay(), pay(tokens="sword sword")}


def test_r6_discarded_copies_too():
    state = play_story("cup sword", mission("cup", "sword"), mission("sword bow"), "map", **RETURN)
    assert set(options(state)) == {discard(), discard("sword"), discard("sword", tokens="sword")}
    as_card, as_token = allowed(state, discard("sword")), allowed(state, discard("sword", tokens="sword"))
    assert (backpack(as_card), as_card.supply[Kind("sword")]) == ("sword*", 1)
    assert (backpack(as_token), as_token.supply[Kind("sword")]) == ("sword", 2)


# R7


def test_r7_a_mission_fails_when_any_listed_item_is_missing():
    state = play_story("sword", mission("sword bow", "cup"))
    assert (state.completed, state.failed) == (0, 1)
    assert len(state.supply) == 24


def test_r7_the_event_of_a_failure_names_the_missing_items():
    state = play_story("sword", mission("sword sword bow"))
    failure = next(event for event in state.events if event.what is EventKind.MISSION_FAILED)
    assert sorted(failure.kinds) == ["bow", "sword"]


def test_r7_any_selection_of_the_listed_items_that_are_present_may_be_discarded():
    state = play_story("sword sword cup map", mission("sword sword cup bow"), "bow")
    assert isinstance(state.pending, Failure)
    assert set(options(state)) == {
        discard(),
        discard("sword"),
        discard("cup"),
        discard("sword sword"),
        discard("sword cup"),
        discard("sword sword cup"),
    }
    assert backpack(allowed(state, discard("sword cup"))) == "map sword"
    assert backpack(allowed(state, discard())) == "cup map sword sword"


def test_r7_no_more_of_a_kind_than_the_mission_lists():
    state = play_story("sword sword", mission("sword bow"))
    refused(state, discard("sword sword"), "lists 1")


def test_r7_no_more_of_a_kind_than_is_present():
    state = play_story("sword", mission("sword sword"))
    refused(state, discard("sword sword"), "holds 1")


def test_r7_no_item_that_the_mission_does_not_list():
    state = play_story("sword cup", mission("sword bow"))
    refused(state, discard("cup"), "does not list")


def test_r7_with_none_of_them_present_nothing_is_asked():
    state = play_story("cup", mission("sword bow"))
    assert state.over
    assert (backpack(state), state.failed) == ("cup", 1)


def test_r7_discarded_cards_are_gone():
    state = after(play_story("sword", mission("sword bow"), mission("sword")), discard("sword"))
    assert reveal_on(state).failed == 2


# R8


def test_r8_the_resolution_goes_on_when_the_goal_is_reached():
    state = play_story("sword", mission("sword"), "bow", mission("bow"), "cup", goal=1)
    assert (state.revealed, state.completed, state.over) == (5, 2, True)


def test_r8_an_open_question_is_part_of_the_resolution():
    state = play_story("sword", mission("sword", "cup?"))
    assert not state.story
    assert not state.over
    assert after(state, take("cup")).over


def test_r8_nothing_can_be_done_after_the_last_card():
    state = play_story("sword")
    assert list(options(state)) == []
    refused(state, REVEAL, "over")


@pytest.mark.parametrize(("goal", "status"), [(0, Status.WON), (1, Status.WON), (2, Status.WON), (3, Status.LOST)])
def test_r8_won_with_as_many_missions_as_the_goal(goal: int, status: Status):
    played = game("sword", mission("sword"), "sword", mission("sword"), mission("cup"), goal=goal)
    result = outcome(played)
    assert (result.status, result.missions, result.failed, result.goal) == (status, 2, 1, goal)
    assert result.won is (status is Status.WON)


def test_r8_without_a_goal_a_game_is_only_completed():
    result = outcome(game("sword", mission("sword")))
    assert (result.status, result.won, result.broken) == (Status.COMPLETED, None, False)


def test_r8_an_empty_story_ends_at_once():
    state = start(game())
    assert state.over
    assert why_not(state, REVEAL) == "the resolution is over"


# R9


def test_r9_won_with_enough_missions_and_the_adventure_card():
    played = game("sword", mission("sword"), "map", adventure("map"), goal=1)
    assert outcome(played).status is Status.WON


def test_r9_lost_without_the_adventure_card():
    played = game("sword", mission("sword"), adventure("map"), goal=1)
    assert outcome(played).status is Status.LOST
    assert missed_conditions(read(played).final) == ["An Adventure was not completed"]


def test_r9_lost_with_too_few_missions():
    played = game("sword", mission("sword"), "map", adventure("map"), goal=2)
    assert outcome(played).status is Status.LOST
    assert missed_conditions(read(played).final) == ["1 of 2 missions"]


def test_r9_a_scroll_may_do_without_its_card():
    played = game("sword", mission("sword"), adventure("map", complete=False), goal=1)
    assert outcome(played).status is Status.WON


def test_r9_an_adventure_card_that_was_never_played_is_not_completed():
    played = game("sword", mission("sword"), goal=1, adventure=adventure("map"))
    assert outcome(played).status is Status.LOST
    optional = game("sword", mission("sword"), goal=1, adventure=adventure("map", complete=False))
    assert outcome(optional).status is Status.WON


def test_r9_items_to_hold_at_the_end():
    scroll = adventure("map", hold="cup cup book")
    held = game("map", scroll, "cup cup book sword", goal=0)
    assert outcome(held).status is Status.WON
    one_cup = game("map", scroll, "cup book", goal=0)
    assert outcome(one_cup).status is Status.LOST
    assert missed_conditions(read(one_cup).final) == ["2 cup to be held at the end, 1 held"]


def test_r9_tokens_are_held_like_cards():
    played = game("map sword", adventure("map", hold="cup"), mission("sword", "cup"), goal=1)
    assert outcome(played).status is Status.WON


def test_r9_held_at_the_end_not_before():
    played = game("map cup", adventure("map", hold="cup"), mission("cup"), goal=1)
    assert outcome(played).status is Status.LOST


def test_r9_broken_is_lost_with_every_condition_met():
    played = game("map", adventure("map"), " ".join(TWELVE[:9]), goal=0)
    assert outcome(played).status is Status.BROKEN


def test_r9_an_adventure_counts_even_without_a_goal():
    assert outcome(game("map", adventure("map"), goal=None)).status is Status.WON
    assert outcome(game("cup", adventure("map"), goal=None)).status is Status.LOST


def test_a_gap_is_numbered_by_the_reveal_that_comes_next():
    assert gap("sword bow").decision.before == 3


def test_advance_stops_before_the_given_reveal():
    state = start(game("sword bow cup", mission("sword"), "map"))
    assert advance(state, before=3) == after(state, REVEAL, REVEAL)
    assert advance(state, before=1) == state
    assert advance(state).over
    assert advance(advance(state)) == advance(state)


def test_advance_stops_at_a_question_and_does_not_answer_it():
    state = start(game("sword bow", mission("sword", "cup?"), "map"))
    asked = advance(state)
    assert asked == after(state, REVEAL, REVEAL, REVEAL)
    assert isinstance(asked.pending, RewardOffer)
    assert advance(asked) == asked
