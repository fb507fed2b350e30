"""The rulings of this program, where the rulebooks leave a case open (X1 to X17)."""

import json
from typing import Any

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.formats.replay.resolver import resolve
from dtcli.play.game.replay import replay_of
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.journal import GameLabel, saved_replay
from dtcli.play.storage.resume import resume_game
from dtcli.rules import REVEAL, Card, Game, Kind, Pile, RevealNote, SkillNote, State, Status, Writer, options, start
from dtcli.rules.decisions import DiscardedCopies, IllegalChoice, Payment, SkillPrice
from dtcli.rules.rulings import HeroId
from dtcli.rules.start_legality import start_violations
from dtcli.rules.state import EventKind, Start
from tests.play.manual_clock import ManualClock
from tests.rules.game_builder import (
    ALA,
    ARVEDUI,
    COPIES,
    FYL,
    GARY,
    NIN,
    RETURN,
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
    discard,
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
    use,
)

EIGHT = " ".join(TWELVE[:8])
POCKET = adventure("map", "extra-slot")
BOOK = adventure("map", "duplicates-once")


# X1


def test_x1_tonks_skill_is_refused_while_an_adventure_gives_the_slot():
    state = gap("map torch", POCKET, heroes=(TONK,))
    assert state.limit == 9
    refused(state, use(TONK), "extra slot")


def test_x1_two_extra_slots_in_one_state_are_one():
    state = gap("map torch", POCKET)
    assert state._replace(extra_slot=True).limit == 9


def test_x1_ros_thanir_cannot_add_a_second_slot_either():
    state = after(gap("potion torch torch", heroes=(RO, TONK)), use(TONK))
    refused(state, use(RO, TONK), "used")
    copied = after(gap("potion torch torch", heroes=(RO, TONK), **COPIES), use(RO, TONK))
    refused(copied, use(TONK), "two never add up")


def test_x1_tonk_may_act_again_by_the_copy_when_the_first_slot_is_gone():
    then = ("sword", mission("sword"), "bow")
    state = gap("potion torch torch", then=then, heroes=(RO, TONK), **COPIES)
    state = after(state, use(RO, TONK), REVEAL, REVEAL)
    assert state.limit == 8
    assert allowed(state, use(TONK)).limit == 9


# X2


def test_x2_the_adventures_slot_takes_the_place_of_tonks():
    state = gap(EIGHT, then=("cup book", POCKET, "grapnel mortar"), heroes=(TONK,))
    state = after(state, use(TONK), REVEAL, REVEAL)
    assert (state.slots, state.limit) == (9, 9)
    state = after(state, REVEAL)
    assert not state.broken
    assert (state.slots, state.limit, state.extra_slot) == (8, 9, False)


def test_x2_nothing_breaks_in_between():
    state = gap(EIGHT, "map", then=("cup book", POCKET, "sword"), heroes=(TONK,))
    state = reveal_on(after(state, use(TONK)))
    assert not state.broken
    assert (state.slots, state.limit) == (9, 9)


# X3


def waived(needs: str, packed: str, remove: str = "cup") -> State:
    """Return the state in which a mission is revealed, with the book read and items waived."""
    state = gap("map", BOOK, packed, remove, then=(mission(needs), "keys"), heroes=(TRAG,))
    return after(state, use(TRAG, remove=remove), REVEAL)


def test_x3_waive_the_bow_and_one_sword_is_enough():
    state = waived("sword sword bow", packed="sword")
    assert (state.completed, backpack(state)) == (1, "")


def test_x3_waive_a_sword_and_the_other_one_and_the_bow_are_needed():
    state = waived("sword sword bow", packed="sword bow")
    assert isinstance(state.pending, Payment)
    assert set(options(state)) == {pay(waive="sword"), pay(waive="bow")}
    assert backpack(allowed(state, pay(waive="sword"))) == ""
    assert backpack(allowed(state, pay(waive="bow"))) == "bow"


def test_x3_what_is_wholly_missing_must_be_struck_copy_by_copy():
    assert waived("sword sword bow", packed="bow").failed == 1
    assert waived("sword sword bow", packed="bow", remove="cup cup").completed == 1


def test_x3_after_the_waiver_in_full_means_what_is_left():
    state = waived("sword sword sword", packed="sword sword")
    assert set(options(state)) == {pay(waive="sword"), pay(waive="sword", in_full="sword")}
    assert backpack(after(state, pay(waive="sword"))) == "sword"
    assert backpack(after(state, pay(waive="sword", in_full="sword"))) == ""


def test_x3_a_copy_that_is_left_alone_is_no_duplicate():
    state = waived("sword sword bow", packed="sword sword bow")
    refused(state, pay(waive="sword", in_full="sword"), "not listed twice")


# X4


def test_x4_once_or_in_full_and_nothing_in_between():
    state = play_story("map", BOOK, "sword sword sword", mission("sword sword sword"))
    assert set(options(state)) == {pay(), pay(in_full="sword")}
    assert backpack(after(state, pay())) == "sword sword"
    assert backpack(after(state, pay(in_full="sword"))) == ""


def test_x4_two_of_three_are_no_payment_in_full():
    state = play_story("map", BOOK, "sword sword", mission("sword sword sword"))
    assert (state.completed, backpack(state)) == (1, "sword")


def test_x4_where_nothing_is_written_it_is_paid_once():
    played = game("map", BOOK, "sword sword", mission("sword sword"))
    run = read(played)
    assert (backpack(run.final), run.open) == ("sword", None)
    assert backpack(read(played, RevealNote(5, in_full=kinds("sword"))).final) == ""


# X5


def test_x5_tokens_paid_for_a_mission_return():
    assert len(play_story("cup", mission("cup", "sword"), mission("sword"), **RETURN).supply) == 24


def test_x5_tokens_discarded_after_a_failure_return():
    state = play_story("cup", mission("cup", "sword"), mission("sword bow"), **RETURN)
    assert len(after(state, discard("sword")).supply) == 24
    assert len(after(state, discard()).supply) == 23


@pytest.mark.parametrize(
    ("token", "hero", "said"),
    [
        ("torch", TONK, {}),
        ("cup", TRAG, {"remove": "cup"}),
        ("cup", GARY, {"remove": "cup", "take": Kind("cup")}),
    ],
)
def test_x5_tokens_spent_on_a_skill_return(token: str, hero: str, said: dict[str, Any]):
    state = gap("book", mission("book", token), heroes=(hero,), **RETURN)
    state = allowed(state, use(hero, **said))
    assert state.supply[Kind(token)] + state.tokens[Kind(token)] == 2


def test_x5_without_the_switch_they_stay_away():
    state = after(gap("book", mission("book", "torch"), heroes=(TONK,)), use(TONK))
    assert state.supply[Kind("torch")] == 1


def test_x5_only_what_fylee_removes_stays_away():
    state = after(gap("book", mission("book", "torch"), heroes=(FYL,), **RETURN), use(FYL, remove="torch"))
    assert (state.supply[Kind("torch")], backpack(state)) == (1, "")


def test_x5_the_very_token_just_spent_may_be_taken_again():
    laid = ("book book", mission("book", "sword"), mission("book", "sword"), mission("sword sword", "sword"))
    assert backpack(play_story(*laid, **RETURN)) == "sword*"
    assert backpack(play_story(*laid)) == ""


def test_x5_by_garynor_too():
    laid = ("book book", mission("book", "sword"), mission("book", "sword"))
    state = gap(*laid, heroes=(GARY,), **RETURN)
    assert backpack(allowed(state, use(GARY, remove="sword", take=Kind("sword")))) == "sword* sword*"
    refused(gap(*laid, heroes=(GARY,)), use(GARY, remove="sword", take=Kind("sword")), "supply")


# X6

CARD_AND_TOKEN = ("cup sword", mission("cup", "sword"), mission("sword"), "bow")


def test_x6_card_or_token_is_a_forgotten_choice_where_tokens_return():
    run = read(game(*CARD_AND_TOKEN, **RETURN))
    assert [type(decision) for decision in run.assumed] == [Payment]
    assert (run.open, backpack(run.final)) == (None, "bow sword*")
    assert outcome(game(*CARD_AND_TOKEN, **RETURN)).assumed == 1


def test_x6_or_with_fylee_in_the_game():
    assert outcome(game(*CARD_AND_TOKEN, heroes=(FYL,))).assumed == 1
    assert outcome(game(*CARD_AND_TOKEN, heroes=(TONK,))).assumed == 0


def test_x6_everywhere_else_no_question_is_asked():
    state = play_story(*CARD_AND_TOKEN)
    assert state.over
    assert backpack(state) == "bow sword*"
    assert outcome(game(*CARD_AND_TOKEN)).assumed == 0


def test_x6_what_is_written_is_not_forgotten():
    played = game(*CARD_AND_TOKEN, **RETURN)
    said = RevealNote(4, tokens=kinds("sword"))
    assert outcome(played, said).assumed == 0
    assert backpack(read(played, said).final) == "bow sword"


def test_x6_no_question_where_only_cards_or_only_tokens_are_held():
    assert play_story("sword sword", mission("sword"), heroes=(FYL,)).over
    assert play_story("cup", mission("cup", "sword"), mission("sword"), heroes=(FYL,)).over


BOTH = Start(cards=Pile.of(*kinds("cup torch")), tokens=Pile.of(*kinds("cup torch")), supply=Pile.of(Kind("bow")))


def test_x6_discards_after_a_failure_are_asked_about_too():
    played = game(mission("cup keys"), start=BOTH, **RETURN)
    silent = read(played, RevealNote(1, discard=kinds("cup")))
    assert silent.assumed == (DiscardedCopies(1, played.story[0], kinds("cup")),)
    assert backpack(silent.final) == "cup* torch torch*"
    for tokens, kept in (((), "cup* torch torch*"), (kinds("cup"), "cup torch torch*")):
        said = read(played, RevealNote(1, discard=kinds("cup"), tokens=tokens))
        assert (said.assumed, backpack(said.final)) == ((), kept)
    assert read(played, RevealNote(1, discard=())).assumed == ()


def test_x6_the_price_of_a_skill_is_asked_about_too():
    played = game("map", heroes=(TONK,), start=BOTH, **RETURN)
    silent = read(played, SkillNote(1, use(TONK)))
    assert silent.assumed == (SkillPrice(1, use(TONK), 0, kinds("torch")),)
    assert backpack(silent.final) == "cup cup* map torch*"
    for note in (SkillNote(1, use(TONK), tokens_said=True), SkillNote(1, use(TONK, tokens="torch"))):
        assert read(played, note).assumed == ()
    assert read(game("map", heroes=(TONK,), start=BOTH), SkillNote(1, use(TONK))).assumed == ()


def test_x6_a_token_leaves_where_the_skill_needs_it():
    played = game("map", heroes=(GARY,), start=BOTH, **RETURN)
    run = read(played, SkillNote(1, use(GARY, remove="cup", take=Kind("cup"))))
    assert (run.refusals, run.assumed, backpack(run.final)) == ((), (), "cup cup* map torch torch*")


def test_x6_no_question_where_the_waiver_leaves_no_choice():
    played = game("map", mission("cup map"), start=BOTH._replace(waiver=1), **RETURN)
    assert [type(one) for one in read(played, RevealNote(2, waive=kinds("map"))).assumed] == [Payment]
    assert read(played, RevealNote(2, waive=kinds("cup"))).assumed == ()


def test_x6_what_is_played_is_written_whole():
    state = gap(heroes=(TONK,), start=BOTH, **RETURN)
    writer = Writer()
    writer.write(state, use(TONK))
    assert writer.notes == (SkillNote(1, use(TONK), tokens_said=True),)
    state, writer = play_story(mission("cup keys"), start=BOTH, **RETURN), Writer()
    writer.write(state, discard("cup"))
    assert writer.notes == (RevealNote(1, discard=kinds("cup"), tokens=()),)


# X7


def test_x7_nintrabash_may_look_and_discard_nothing():
    state = gap("sword", then="bow cup", heroes=(NIN,))
    state = allowed(state, use(NIN, discard=()))
    assert left(state) == ("bow", "cup")
    refused(state, use(NIN, discard=()), "used")


def test_x7_zigarat_may_put_the_cards_back_as_they_were():
    state = gap("sword", then="bow cup", heroes=(ZIG,))
    state = allowed(state, use(ZIG, order=(1, 2)))
    assert left(state) == ("bow", "cup")
    refused(state, use(ZIG, order=(1, 2)), "used")


# X8


def test_x8_a_mission_brought_back_no_longer_counts_as_failed():
    state = gap("gold", mission("map"), mission("keys"), heroes=(ARVEDUI,))
    assert (state.failed, after(state, use(ARVEDUI)).failed) == (2, 1)


def test_x8_if_it_fails_again_it_is_one_failure():
    state = reveal_on(after(gap("gold", mission("map"), heroes=(ARVEDUI,)), use(ARVEDUI)))
    assert (state.failed, state.completed) == (1, 0)


def test_x8_a_failure_from_before_the_start_is_not_subtracted():
    lost, fails = mission("map", title="lost"), mission("keys", title="fails")
    begin = Start(cards=Pile.of(*kinds("potion gold gold")), last_failed=lost)
    state = start(begun("bow", begin=begin, heroes=(ARVEDUI,)))
    back = after(state, use(ARVEDUI))
    assert (state.failed, back.failed, reveal_on(back).failed) == (0, 0, 1)
    twice = start(begun(fails, "bow", begin=begin, heroes=(RO, ARVEDUI), **COPIES))
    twice = after(twice, use(RO, ARVEDUI), REVEAL)
    assert (twice.failed, after(twice, use(ARVEDUI)).failed) == (1, 0)


def test_x8_and_is_once_more_the_mission_that_failed_last():
    first, second = mission("map", title="first"), mission("keys", title="second")
    state = gap("potion gold gold", first, then=(second,), heroes=(RO, ARVEDUI, ZIG), **COPIES)
    state = after(state, use(RO, ARVEDUI), use(ZIG, order=(2, 1)), REVEAL)
    assert state.last_failed == first
    assert left(allowed(state, use(ARVEDUI))) == ("second", "first")


# X9


def test_x9_the_potion_is_paid_first():
    state = gap("potion", heroes=(RO, TRAG, GARY))
    refused(state, use(RO, TRAG, remove="potion"), "potion")
    refused(state, use(RO, GARY, remove="potion", take=Kind("cup")), "potion")
    two = gap("potion potion", heroes=(RO, TRAG, GARY))
    assert backpack(allowed(two, use(RO, GARY, remove="potion", take=Kind("cup")))) == "cup*"


def test_x9_two_waivers_add_up():
    state = gap("potion cup cup cup", then=(mission("map bow keys"), "book"), heroes=(RO, TRAG), **COPIES)
    state = after(state, use(RO, TRAG, remove="cup cup"), use(TRAG, remove="cup"))
    assert state.waiver == 3
    assert after(state, REVEAL).completed == 1


def test_x9_two_guesses_both_stand():
    for guessed in ("map", "bow"):
        state = gap("potion", then=(mission(guessed), "book"), heroes=(RO, ZARI), **COPIES)
        state = after(state, use(RO, ZARI, guess=Kind("map")), use(ZARI, guess=Kind("bow")), REVEAL)
        assert state.completed == 1
        assert EventKind.GUESS_WRONG not in [event.what for event in state.events]


def test_x9_two_of_alans_solve_the_mission_just_once():
    then = (mission("map"), mission("map"), "book")
    state = gap("potion sword sword sword sword", then=then, heroes=(RO, ALA), **COPIES)
    state = reveal_on(after(state, use(RO, ALA), use(ALA)))
    assert (state.completed, state.failed) == (1, 1)


# X10


def test_x10_discarding_all_that_is_left_ends_the_resolution():
    state = gap("sword torch", then="bow cup", heroes=(NIN, TONK))
    state = allowed(state, use(NIN, discard=(1, 2)))
    assert state.over
    assert (state.revealed, list(options(state))) == (2, [])
    refused(state, REVEAL, "over")
    refused(state, use(TONK), "over")


def test_x10_the_score_counts_what_was_reached():
    played = game("sword", mission("sword"), "bow cup", heroes=(NIN,), goal=1)
    result = outcome(played, SkillNote(3, use(NIN, discard=(1, 2))))
    assert (result.status, result.missions, result.revealed, result.cards) == (Status.WON, 1, 2, 4)


# X11


def goal_of(**written: Any) -> int | None:
    found = resolve({"format": "dungeon-time/replay/1", "story": ["sword"], **written}, None)
    assert found.game is not None, found.problems
    return found.game.goal


def test_x11_the_number_in_the_replay_comes_first():
    assert goal_of(goal=3, adventure="The Apprentice's Book", scenario="level-1", edition="demo-2016") == 3
    assert goal_of(goal=0, scenario="level-1") == 0


def test_x11_then_the_adventure_then_the_scenario_then_the_edition():
    assert goal_of(adventure="The Apprentice's Book", scenario="level-1", edition="demo-2016") == 9
    assert goal_of(scenario="level-3", edition="demo-2016") == 8
    assert goal_of(edition="demo-2016") == 10
    assert goal_of() is None


def test_x11_the_victory_conditions_of_an_adventure_apply_in_every_case():
    assert outcome(game("sword", mission("sword"), adventure("map"), goal=1)).status is Status.LOST
    assert outcome(game("cup", adventure("map"), goal=None)).status is Status.LOST


# X12


def test_x12_offered_once_however_the_card_was_completed():
    genie = adventure("map", "any-reward")
    paid = gap("map", then=(genie, "cup", mission("cup"), "bow"))
    solved = gap("sword sword", then=(genie, "cup", mission("cup"), "bow"), heroes=(ALA,))
    guessed = gap("sword", then=(genie, "cup", mission("cup"), "bow"), heroes=(ZARI,))
    waived_too = gap("book", then=(genie, "cup", mission("cup"), "bow"), heroes=(TRAG,))
    ways = (
        paid,
        after(solved, use(ALA)),
        after(guessed, use(ZARI, guess=Kind("map"))),
        after(waived_too, use(TRAG, remove="book")),
    )
    for state in ways:
        asked = after(state, REVEAL)
        assert offered(asked) == {None, *TWELVE}
        assert reveal_on(after(asked, take("mortar"))).over


def test_x12_a_card_that_failed_first_offers_it_when_it_is_completed():
    genie = adventure("map", "any-reward")
    state = gap("gold", genie, then="map", heroes=(ARVEDUI,))
    state = reveal_on(after(state, use(ARVEDUI)))
    assert offered(state) == {None, *TWELVE}


# X13


def test_x13_a_later_rearrangement_changes_nothing():
    card = adventure("map", reputation=1)
    state = start(game(mission("cup"), "map", card, heroes=(ZIG,)))
    state = reveal_on(after(state, use(ZIG, order=(2, 3, 1))))
    assert state.adventure_completed


def test_x13_the_story_as_played_is_checked():
    name = "The Tailor's Third Pocket"
    low = [{"mission": "M08"}, {"mission": "M10"}, {"adventure": name}]
    high = [{"mission": "M08"}, {"mission": "M10"}, {"mission": "M11"}, {"adventure": name}]
    written = {"format": "dungeon-time/replay/1", "heroes": ["Zigarat Ho"], "adventure": name}
    illegal = resolve({**written, "story": low}, None)
    assert [problem.code for problem in illegal.problems] == ["DT307"]
    moved_up = [{"before": 1, "hero": "Zigarat Ho", "order": [4, 1, 2, 3]}]
    assert not resolve({**written, "story": high, "choices": moved_up}, None).problems


# X14


def test_x14_a_completed_adventure_card_is_no_completed_mission():
    result = outcome(game("map", adventure("map"), goal=0))
    assert (result.missions, result.failed, result.status) == (0, 0, Status.WON)


def test_x14_a_failed_adventure_card_is_no_failed_mission():
    result = outcome(game("cup", adventure("map"), goal=0))
    assert (result.missions, result.failed, result.status) == (0, 0, Status.LOST)


def test_x14_nor_when_it_is_brought_back():
    state = gap("gold", mission("keys"), adventure("map"), heroes=(ARVEDUI,))
    assert state.failed == 1
    assert reveal_on(after(state, use(ARVEDUI))).failed == 1


# X15


def alone_at_the_table() -> tuple[SoloGame, ManualClock]:
    clock = ManualClock()
    alone = SoloGame(Setup(bundled_cards("house"), scenarios()["training-grounds"], "7"), now=clock)
    alone.start_clock()
    return alone, clock


def test_x15_a_player_alone_may_end_the_five_minutes_at_once():
    alone, clock = alone_at_the_table()
    clock.wait(20)
    alone.play([0, 1])
    assert not alone.table.is_exhausted
    alone.finish()
    assert (alone.ended, alone.phase, len(alone.table.story)) == (20, Phase.RESOLUTION, 2)


def test_x15_a_record_may_end_before_the_sand_does():
    alone, clock = alone_at_the_table()
    clock.wait(20)
    alone.finish()
    checked = check(parse(compact(replay_of(alone, date="")), suffix=".json"))
    assert checked.is_valid


# X16


def begun(*laid: str | Card, begin: Start, **fixed: Any) -> Game:
    return game(*laid, start=begin, **fixed)


def violations_of(*laid: str | Card, begin: Start, **fixed: Any) -> list[str]:
    return [part for part, _ in start_violations(begun(*laid, begin=begin, **fixed))]


def test_x16_the_game_goes_on_from_the_position():
    wolves = mission("bow sword sword", "shield?")
    begin = Start(cards=Pile.of(*kinds("sword sword bow")), tokens=Pile.of(*kinds("cup")), unused=(ARVEDUI,))
    state = start(begun("torch", wolves, begin=begin, heroes=(TONK, ARVEDUI)))
    assert (backpack(state), state.slots, state.revealed, state.unused) == ("bow cup* sword sword", 3, 0, (ARVEDUI,))
    assert state.supply[Kind("cup")] == 1
    refused(state, use(TONK), "used")
    end = after(reveal_on(state), take("shield"))
    assert (end.completed, backpack(end)) == (1, "cup* shield* torch")


def test_x16_what_was_in_force_stays_in_force():
    fails = mission("keys")
    waiting = Start(waiver=1, extra_slot=True, last_failed=mission("map", title="lost"))
    state = reveal_on(start(begun(fails, begin=waiting)))
    assert (state.completed, state.extra_slot, state.waiver) == (1, False, 0)
    assert start(begun("bow", begin=Start(extra_slot=True))).limit == 9
    assert reveal_on(start(begun(fails, begin=Start(solved=True)))).completed == 1
    assert reveal_on(start(begun(fails, begin=Start(guesses=frozenset(kinds("keys")))))).completed == 1
    pocket = adventure("map", "extra-slot")
    assert start(begun("bow", begin=Start(adventure_completed=True), adventure=pocket)).limit == 9


def test_x16_a_possible_position_has_no_fault():
    full = Start(
        cards=Pile.of(*kinds("sword sword bow torch map potion keys gold grapnel")),
        tokens=Pile.of(*kinds("sword")),
        supply=Pile.of(*kinds("sword bow")),
        unused=(TONK,),
        last_failed=mission("map", title="lost"),
    )
    assert violations_of("sword", mission("cup"), begin=full, heroes=(TONK, ARVEDUI)) == []
    assert violations_of("sword", begin=Start()) == []


@pytest.mark.parametrize(
    ("part", "begin"),
    [
        ("cards", Start(cards=Pile.of(*kinds("sword sword sword sword")))),
        ("tokens", Start(tokens=Pile.of(*kinds("cup cup cup")))),
        ("tokens", Start(tokens=Pile.of(*kinds("cup")), supply=Pile.of(*kinds("cup cup")))),
        ("cards", Start(cards=Pile.of(*kinds(" ".join(TWELVE[1:10]))))),
        ("heroes", Start(unused=(TONK,))),
        ("adventure_completed", Start(adventure_completed=True)),
        ("last_failed", Start(last_failed=mission("cup"))),
    ],
)
def test_x16_an_impossible_position_is_refused(part: str, begin: Start):
    assert violations_of("sword", mission("cup"), begin=begin) == [part]


WAIVER, GUESS, SOLVED, SLOT = (
    Start(waiver=1),
    Start(guesses=frozenset(kinds("bow"))),
    Start(solved=True),
    Start(extra_slot=True),
)
CAUSES = [("waiver", WAIVER, TRAG), ("guesses", GUESS, ZARI), ("solved", SOLVED, ALA), ("extra_slot", SLOT, TONK)]


@pytest.mark.parametrize(("part", "begin", "hero"), CAUSES)
def test_x16_an_effect_in_force_has_a_hero_who_was_used(part: str, begin: Start, hero: HeroId):
    used = begin._replace(unused=())
    assert violations_of("sword", begin=begin) == [part]
    assert violations_of("sword", begin=begin, heroes=(RO, hero)) == [part]
    assert violations_of("sword", begin=begin._replace(unused=(hero,)), heroes=(RO, hero)) == [part]
    assert violations_of("sword", begin=used, heroes=(RO,)) == [part]
    assert violations_of("sword", begin=used, heroes=(hero,)) == []


@pytest.mark.parametrize(("part", "begin", "hero"), CAUSES)
def test_x16_a_skill_that_was_copied_may_still_be_unused(part: str, begin: Start, hero: HeroId):
    copied = begin._replace(unused=(hero,))
    assert violations_of("sword", begin=copied, heroes=(RO, hero), **COPIES) == []
    assert violations_of("sword", begin=copied._replace(unused=(RO, hero)), heroes=(RO, hero), **COPIES) == [part]
    assert violations_of("sword", begin=copied, heroes=(hero,), **COPIES) == [part]
    assert violations_of("sword", begin=copied._replace(unused=()), heroes=(RO,), **COPIES) == [part]


def test_x16_effects_are_no_larger_than_skills_make_them():
    two, four, five = (Start(waiver=n, unused=()) for n in (2, 4, 5))
    both = (RO, TRAG)
    assert violations_of("sword", begin=two, heroes=both) == []
    assert violations_of("sword", begin=four, heroes=both) == ["waiver"]
    assert violations_of("sword", begin=four, heroes=both, **COPIES) == []
    assert violations_of("sword", begin=four._replace(unused=(TRAG,)), heroes=both, **COPIES) == ["waiver"]
    assert violations_of("sword", begin=five, heroes=both, **COPIES) == ["waiver"]
    guesses = Start(guesses=frozenset(kinds("bow cup")), unused=())
    assert violations_of("sword", begin=guesses, heroes=(RO, ZARI)) == ["guesses"]
    assert violations_of("sword", begin=guesses, heroes=(RO, ZARI), **COPIES) == []


def test_x16_ro_has_copied_one_skill_and_no_more():
    begin = Start(waiver=1, solved=True, unused=(TRAG, ALA))
    assert violations_of("sword", begin=begin, heroes=(RO, TRAG, ALA), **COPIES) == ["solved"]
    begin = begin._replace(unused=(ALA,))
    assert violations_of("sword", begin=begin, heroes=(RO, TRAG, ALA), **COPIES) == []


def test_x16_the_extra_slot_may_be_that_of_the_adventure():
    pocket, book = adventure("map", "extra-slot"), adventure("map")
    begin = Start(extra_slot=True, adventure_completed=True)
    assert violations_of("bow", begin=begin, adventure=pocket) == []
    state = start(begun("keys", mission("keys"), begin=begin, adventure=pocket))
    assert (state.limit, reveal_on(state).limit) == (9, 9)
    assert EventKind.EXTRA_SLOT_GONE not in [event.what for event in reveal_on(state).events]
    assert violations_of("bow", begin=begin, adventure=book) == ["extra_slot"]
    assert violations_of("bow", pocket, begin=Start(extra_slot=True)) == ["extra_slot"]


def test_x16_a_completed_adventure_is_not_met_again():
    pocket = adventure("map", "extra-slot")
    done = Start(adventure_completed=True)
    assert violations_of("sword", begin=done, adventure=pocket) == []
    assert violations_of("sword", pocket, begin=done) == ["adventure_completed"]
    assert violations_of("sword", begin=done._replace(last_failed=pocket), adventure=pocket) == ["adventure_completed"]


def test_x16_the_reputation_of_an_adventure_is_not_checked():
    name = "The Tailor's Third Pocket"
    written = {"format": "dungeon-time/replay/1", "adventure": name, "story": [{"adventure": name}]}
    assert [problem.code for problem in resolve(written, None).problems] == ["DT307"]
    assert not resolve({**written, "start": {}}, None).problems


# X17


def interrupted(alone: SoloGame, clock: ManualClock) -> dict[str, Any]:
    """Return what is kept of a game that is interrupted now."""
    return json.loads(compact(saved_replay(alone, GameLabel("ab12", clock.date().isoformat()), at=clock.date())))


def test_x17_the_clock_stands_where_it_stood_and_the_interruption_is_a_pause():
    alone, clock = alone_at_the_table()
    clock.wait(100)
    alone.play([4])
    clock.wait(20)
    kept = interrupted(alone, clock)
    clock.wait(5000)
    again = resume_game(parse(compact(kept), suffix=".json"), now=clock, calendar=clock.date)
    assert (again.clock.remaining, again.clock.is_paused) == (180, True)
    assert (again.table, again.places) == (alone.table, alone.places)
    clock.wait(60)
    again.resume()
    assert again.clock.pauses == [(120, 5060)]
    clock.wait(180)
    assert again.check_time()
    assert again.ended == 300
    checked = check(parse(compact(replay_of(again, date="")), suffix=".json"))
    assert checked.is_valid
    assert checked.document.data["play"]["pauses"] == [{"t": 120, "seconds": 5060}]


def test_x17_nothing_can_be_done_before_the_clock_runs_again():
    alone, clock = alone_at_the_table()
    again = resume_game(parse(compact(interrupted(alone, clock)), suffix=".json"), now=clock, calendar=clock.date)
    for deed in (lambda: again.play([0]), lambda: again.discard([0]), again.refill, again.finish):
        with pytest.raises(IllegalChoice, match="paused"):
            deed()
