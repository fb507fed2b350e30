"""The ten heroes (H0 to H11)."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from dtcli.rules import HEROES, REVEAL, Card, Kind, SkillNote, State, Status, UseSkill, options, start, why_not
from dtcli.rules.choices import Failure, Payment, RewardOffer
from dtcli.rules.rulings import TEN_HEROES, Borrowing
from dtcli.rules.state import What
from tests.rules.table_talk import (
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
    edition_game,
    game,
    gap,
    left,
    mission,
    offered,
    on,
    outcome,
    pay,
    read,
    refused,
    take,
    tell,
    use,
)

EIGHT = " ".join(TWELVE[:8])
"""Sword, bow, shield, torch, map, potion, keys, gold: a full backpack."""


def skills(state: State) -> set[UseSkill]:
    return {choice for choice in options(state) if isinstance(choice, UseSkill)}


# H0


def test_h0_a_skill_may_be_used_before_the_first_reveal():
    state = start(game("sword bow", heroes=(NIN,)))
    assert left(allowed(state, use(NIN, discard=(1,)))) == ("bow",)


def test_h0_a_skill_may_be_used_between_two_reveals():
    state = gap("torch", then="bow", heroes=(TONK,))
    assert allowed(state, use(TONK)).limit == 9


def test_h0_not_after_the_last_reveal():
    refused(tell("torch", heroes=(TONK,)), use(TONK), "over")


def test_h0_not_while_a_card_is_being_resolved():
    state = tell("torch sword", mission("sword", "cup?"), "bow", heroes=(TONK,))
    refused(state, use(TONK), "RewardOffer")
    failing = tell("torch sword", mission("sword map"), "bow", heroes=(TONK,))
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
    assert on(state).unused == (TONK, ALA, ARVEDUI, RO, ZARI)


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


def test_h0_using_a_skill_is_told():
    told = after(gap("torch", heroes=(TONK,)), use(TONK)).events
    assert [(event.what, event.hero) for event in told] == [(What.SKILL_USED, TONK), (What.ITEMS_REMOVED, None)]


def test_h0_the_score_names_who_acted():
    played = game("torch bow", heroes=(ALA, TONK))
    assert outcome(played, SkillNote(2, use(TONK))).heroes_used == (TONK,)


def test_h1_the_score_names_him_who_borrowed():
    played = game("potion torch bow", heroes=(RO, TONK))
    assert outcome(played, SkillNote(3, use(RO, TONK))).heroes_used == (RO,)


# H1


@dataclass(frozen=True)
class Loan:
    """A gap in which Ro's Thanir borrows a skill: what was told, what comes, how it is used, what is left after."""

    told: tuple[str | Card, ...]
    then: tuple[str | Card, ...]
    said: dict[str, Any] = field(default_factory=dict)
    packed: str = ""
    """The backpack after potion and cost have been paid."""
    without: str = ""
    """A story in which the potion is there, but not the cost."""
    why: str = ""


LOANS = {
    NIN: Loan(("potion",), ("bow cup map",), {"discard": (2,)}),
    TONK: Loan(("potion torch",), ("bow",), without="potion", why="torch"),
    ARVEDUI: Loan(("potion gold", mission("map")), ("bow",), without="potion", why="gold"),
    TRAG: Loan(("potion cup",), (mission("sword"), "bow"), {"remove": "cup"}, without="potion", why="cup"),
    ZIG: Loan(("potion",), ("bow cup map",), {"order": (3, 1, 2)}),
    GARY: Loan(("potion cup",), ("bow",), {"remove": "cup", "take": Kind("map")}, "map*", without="potion", why="cup"),
    ZARI: Loan(("potion",), (mission("sword"), "bow"), {"guess": Kind("sword")}),
    FYL: Loan(
        ("potion cup", mission("cup", "map")), ("bow",), {"remove": "map"}, without="potion map", why="map tokens"
    ),
    ALA: Loan(("potion sword sword",), (mission("map"), "bow"), without="potion sword", why="2 sword"),
}

WORKS = {
    NIN: lambda state: left(state) == ("bow", "map"),
    TONK: lambda state: state.limit == 9,
    ARVEDUI: lambda state: left(state) == ("bow", "a mission"),
    TRAG: lambda state: after(state, REVEAL).completed == 1,
    ZIG: lambda state: left(state) == ("map", "bow", "cup"),
    GARY: lambda state: state.supply[Kind("map")] == 1,
    ZARI: lambda state: after(state, REVEAL).completed == 1,
    FYL: lambda state: state.supply[Kind("map")] == 1,
    ALA: lambda state: after(state, REVEAL).completed == 1,
}


def borrow(owner: str) -> UseSkill:
    return use(RO, owner, **LOANS[owner].said)


def before_loan(owner: str, thanir: Borrowing, heroes: tuple[str, ...] | None = None) -> State:
    loan = LOANS[owner]
    return gap(*loan.told, then=loan.then, heroes=heroes or (RO, owner), thanir=thanir)


def test_h1_every_other_hero_can_be_borrowed_from():
    assert set(LOANS) == set(WORKS) == set(TEN_HEROES) - {RO}


@pytest.mark.parametrize("thanir", Borrowing)
@pytest.mark.parametrize("owner", LOANS)
def test_h1_ros_thanir_uses_the_skill_of_another_hero(owner: str, thanir: Borrowing):
    state = allowed(before_loan(owner, thanir), borrow(owner))
    assert backpack(state) == LOANS[owner].packed
    assert WORKS[owner](state)


@pytest.mark.parametrize("owner", LOANS)
def test_h1_the_borrowed_skill_is_used_up_where_he_spends(owner: str):
    state = after(before_loan(owner, Borrowing.SPENDS), borrow(owner))
    assert state.unused == ()
    refused(state, use(owner, **LOANS[owner].said), "has been used")


@pytest.mark.parametrize("owner", LOANS)
def test_h1_the_borrowed_skill_stays_unused_where_he_copies(owner: str):
    state = after(before_loan(owner, Borrowing.COPIES), borrow(owner))
    assert state.unused == (owner,)
    assert "used" not in (why_not(state, use(owner, **LOANS[owner].said)) or "")


@pytest.mark.parametrize("thanir", Borrowing)
@pytest.mark.parametrize("owner", LOANS)
def test_h1_he_borrows_once(owner: str, thanir: Borrowing):
    state = after(before_loan(owner, thanir), borrow(owner))
    refused(state, borrow(owner), "Ro's Thanir has been used")


@pytest.mark.parametrize("owner", LOANS)
def test_h1_without_a_potion_nothing_is_borrowed(owner: str):
    loan = LOANS[owner]
    told = tuple(one.replace("potion", "book") if isinstance(one, str) else one for one in loan.told)
    state = gap(*told, then=loan.then, heroes=(RO, owner))
    refused(state, borrow(owner), "potion")


@pytest.mark.parametrize("thanir", Borrowing)
@pytest.mark.parametrize("owner", [owner for owner, loan in LOANS.items() if loan.without])
def test_h1_the_borrowed_skill_has_its_own_cost(owner: str, thanir: Borrowing):
    loan = LOANS[owner]
    failing = (mission("keys"),) if owner == ARVEDUI else ()
    state = gap(loan.without, *failing, then=loan.then, heroes=(RO, owner), thanir=thanir)
    refused(state, borrow(owner), loan.why)


@pytest.mark.parametrize("thanir", Borrowing)
@pytest.mark.parametrize("owner", LOANS)
def test_h1_a_used_skill_cannot_be_borrowed(owner: str, thanir: Borrowing):
    loan = LOANS[owner]
    state = before_loan(owner, thanir)
    state = after(state, use(owner, **loan.said))
    refused(state, borrow(owner), f"{HEROES[owner].name} has been used")


@pytest.mark.parametrize("owner", LOANS)
def test_h1_only_from_a_hero_in_the_game(owner: str):
    other = ZARI if owner != ZARI else NIN
    refused(before_loan(owner, Borrowing.SPENDS, (RO, other)), borrow(owner), "not in the game")


def test_h1_he_must_say_from_whom_and_not_from_himself():
    state = gap("potion", heroes=(RO, ZARI))
    refused(state, use(RO), "whose skill")
    refused(state, use(RO, RO), "himself")


def test_h1_nobody_else_borrows():
    refused(gap("potion torch", heroes=(ALA, TONK)), use(ALA, TONK), "cannot borrow")


def test_h1_alone_he_can_do_nothing():
    assert skills(gap("potion", heroes=(RO,))) == set()


@pytest.mark.parametrize(("edition", "unused"), [("en-2017", ()), ("it-2018", ()), ("demo-2016", (ZARI,))])
def test_h1_spends_or_copies_by_edition(edition: str, unused: tuple[str, ...]):
    state = start(edition_game(edition, "potion bow", heroes=(RO, ZARI)))
    assert after(state, REVEAL, use(RO, ZARI, guess=Kind("bow"))).unused == unused


def test_h1_a_token_potion_returns_where_tokens_do_but_not_what_fylee_removes():
    told = ("cup cup", mission("cup", "potion"), mission("cup", "map"))
    state = gap(*told, heroes=(RO, FYL), **RETURN)
    assert backpack(state) == "map* potion*"
    state = allowed(state, use(RO, FYL, remove="map"))
    assert (state.supply[Kind("potion")], state.supply[Kind("map")]) == (2, 1)


def test_h1_the_potion_that_pays_cannot_be_removed_again():
    state = gap("cup", mission("cup", "potion"), heroes=(RO, FYL))
    refused(state, use(RO, FYL, remove="potion"), "tokens, the backpack holds 0")
    with_card = gap("cup potion", mission("cup", "potion"), heroes=(RO, FYL))
    assert backpack(allowed(with_card, use(RO, FYL, remove="potion"))) == ""
    refused(with_card, use(RO, FYL, remove="potion", tokens="potion"), "holds 0")


# H2


def test_h2_any_of_the_next_five_cards_may_be_discarded():
    state = gap("sword", then="bow cup map keys gold book", heroes=(NIN,))
    state = allowed(state, use(NIN, discard=(1, 3, 5)))
    assert left(state) == ("cup", "keys", "book")
    assert (state.revealed, backpack(state)) == (1, "sword")


def test_h2_the_rest_keep_their_order_however_the_places_are_named():
    state = gap("sword", then="bow cup map keys", heroes=(NIN,))
    assert left(after(state, use(NIN, discard=(3, 1)))) == ("cup", "keys")


def test_h2_the_discarded_cards_are_told():
    told = after(gap("sword", then="bow cup map", heroes=(NIN,)), use(NIN, discard=(1, 3))).events
    assert [str(card) for event in told if event.what is What.CARDS_DISCARDED for card in event.cards] == ["bow", "map"]


def test_h2_the_sixth_card_is_out_of_sight():
    state = gap("sword", then="bow cup map keys gold book", heroes=(NIN,))
    refused(state, use(NIN, discard=(6,)), "place 6")
    refused(state, use(NIN, discard=(0,)), "place 0")


def test_h2_fewer_cards_if_fewer_are_left():
    state = gap("sword", then="bow cup", heroes=(NIN,))
    assert left(allowed(state, use(NIN, discard=(2,)))) == ("bow",)
    refused(state, use(NIN, discard=(3,)), "place 3")


def test_h2_a_card_can_be_discarded_only_once():
    refused(gap("sword", then="bow cup", heroes=(NIN,)), use(NIN, discard=(1, 1)), "only once")


def test_h2_every_selection_is_offered():
    assert len(skills(gap("sword", then="bow cup map keys gold book", heroes=(NIN,)))) == 32


def test_h2_a_discarded_mission_has_not_failed():
    state = gap("gold", then=(mission("map"), "bow"), heroes=(NIN, ARVEDUI))
    state = after(state, use(NIN, discard=(1,)))
    assert (state.failed, state.completed) == (0, 0)
    refused(state, use(ARVEDUI), "no failed mission")


def test_h2_a_discarded_mission_does_not_end_what_waits_for_the_next():
    state = gap("sword sword", then=(mission("map"), mission("cup"), "bow"), heroes=(NIN, ALA))
    state = after(state, use(ALA), use(NIN, discard=(1,)), REVEAL)
    assert state.completed == 1


# H3


def test_h3_one_slot_more():
    state = gap(EIGHT, then="cup book", heroes=(TONK,))
    state = allowed(state, use(TONK))
    assert (state.limit, state.slots) == (9, 7)
    state = after(state, REVEAL, REVEAL)
    assert (state.slots, state.broken) == (9, False)


def test_h3_a_record_finds_the_same_slots():
    held = game(EIGHT, "cup book", mission("sword"), heroes=(TONK,))
    assert not read(held, SkillNote(9, use(TONK))).final.broken
    gone = game(EIGHT, "cup book", mission("sword"), "grapnel", heroes=(TONK,))
    assert read(gone, SkillNote(9, use(TONK))).final.broken


def test_h3_nine_slots_and_not_ten():
    state = on(after(gap(EIGHT, then="cup book grapnel", heroes=(TONK,)), use(TONK)))
    assert state.broken


def test_h3_eight_slots_in_extended_play():
    seven = "sword bow shield torch map potion keys"
    state = after(gap(seven, then="cup book", extended=True, heroes=(TONK,)), use(TONK))
    assert state.limit == 8
    assert not on(state).broken
    assert on(after(gap(seven, then="cup book gold", extended=True, heroes=(TONK,)), use(TONK))).broken


def test_h3_a_torch_must_leave():
    refused(gap("sword", heroes=(TONK,)), use(TONK), "torch")
    assert backpack(after(gap("sword torch", heroes=(TONK,)), use(TONK))) == "sword"


def test_h3_until_a_mission_is_completed():
    state = after(gap("torch sword", then=(mission("sword"), "cup"), heroes=(TONK,)), use(TONK), REVEAL)
    assert (state.limit, state.extra_slot) == (8, False)
    assert What.EXTRA_SLOT_GONE in [event.what for event in state.events]


def test_h3_a_failed_mission_leaves_the_slot():
    state = after(gap("torch", then=(mission("sword"), "cup"), heroes=(TONK,)), use(TONK), REVEAL)
    assert state.failed == 1
    assert state.limit == 9


def nine_slots(last: Card) -> State:
    """Return the end of a game whose last card is revealed over nine filled slots."""
    return on(after(gap(EIGHT, then=("cup book", last, "map"), heroes=(TONK,)), use(TONK)))


def test_h3_the_slot_goes_after_the_items_have_left():
    state = nine_slots(mission("sword"))
    assert not state.broken
    assert state.completed == 1


def test_h3_if_too_much_is_left_the_backpack_breaks():
    played = gap(EIGHT, "bow", then=("cup book", mission("bow"), "map"), heroes=(TONK,))
    state = on(after(played, use(TONK)))
    assert state.broken
    assert (state.completed, len(state.story)) == (1, 1)


def test_h3_it_breaks_before_the_reward_is_placed():
    played = gap(EIGHT, "bow", then=("cup book", mission("bow", "shield"), "sword"), heroes=(TONK,))
    state = on(after(played, use(TONK)))
    assert state.broken
    assert (len(state.tokens), len(state.supply)) == (0, 24)
    question = gap(EIGHT, "bow", then=("cup book", mission("bow", "shield?"), "sword"), heroes=(TONK,))
    assert on(after(question, use(TONK))).pending is None


def test_h3_the_reward_finds_only_eight_slots():
    assert nine_slots(mission("sword", "grapnel")).broken
    assert not nine_slots(mission("sword bow", "grapnel")).broken
    assert not nine_slots(mission("sword", "bow")).broken


def test_h3_two_extra_slots_never_add_up():
    state = after(gap("potion torch torch", heroes=(RO, TONK), **COPIES), use(RO, TONK))
    assert state.limit == 9
    refused(state, use(TONK), "extra slot")


# H4


def test_h4_the_mission_that_failed_last_is_revealed_last():
    first, second = mission("map", title="first"), mission("keys", title="second")
    state = gap("gold", first, second, then="cup bow", heroes=(ARVEDUI,))
    state = allowed(state, use(ARVEDUI))
    assert left(state) == ("cup", "bow", "second")
    assert backpack(state) == ""


def test_h4_it_can_succeed_then():
    state = on(after(gap("gold", mission("map"), then="map", heroes=(ARVEDUI,)), use(ARVEDUI)))
    assert (state.completed, state.failed, state.revealed) == (1, 0, 4)


def test_h4_a_gold_must_leave():
    refused(gap("bow", mission("map"), heroes=(ARVEDUI,)), use(ARVEDUI), "gold")


def test_h4_without_a_failed_mission_nothing_comes_back():
    refused(gap("gold bow", mission("bow"), heroes=(ARVEDUI,)), use(ARVEDUI), "no failed mission")


def test_h4_once_moved_there_is_no_last_failed_mission():
    first, second = mission("map", title="first"), mission("keys", title="second")
    state = gap("potion gold gold", first, second, then="cup bow", heroes=(RO, ARVEDUI), **COPIES)
    state = after(state, use(RO, ARVEDUI))
    refused(state, use(ARVEDUI), "no failed mission")


def test_h4_until_another_one_fails():
    told = (mission("map", title="first"),)
    then = (mission("keys", title="second"), "cup bow")
    state = gap("potion gold gold", *told, then=then, heroes=(RO, ARVEDUI), **COPIES)
    state = after(state, use(RO, ARVEDUI), REVEAL)
    assert left(after(state, use(ARVEDUI))) == ("cup", "bow", "first", "second")


def test_h4_a_failure_between_does_not_hide_behind_a_success():
    state = gap("gold sword", mission("map", title="failed"), mission("sword"), then="cup", heroes=(ARVEDUI,))
    assert left(after(state, use(ARVEDUI))) == ("cup", "failed")


# H5


def waived(needs: str, packed: str, remove: str, gives: str = "-") -> State:
    """Return the state in which a mission is revealed after Tragurk has removed items."""
    state = gap(f"{packed} {remove}", then=(mission(needs, gives), "cup"), heroes=(TRAG,))
    return after(state, use(TRAG, remove=remove), REVEAL)


def test_h5_one_item_removed_is_one_item_less():
    state = waived("sword bow", packed="sword", remove="book")
    assert (state.completed, backpack(state)) == (1, "")
    assert waived("sword bow map", packed="sword", remove="book").failed == 1


def test_h5_two_items_removed_are_two_less():
    state = waived("sword bow map", packed="sword", remove="book book")
    assert (state.completed, backpack(state)) == (1, "")
    assert waived("sword bow map keys", packed="sword", remove="book book").failed == 1


def test_h5_one_or_two_items():
    state = gap("book book book", heroes=(TRAG,))
    refused(state, use(TRAG), "1 to 2")
    refused(state, use(TRAG, remove="book book book"), "1 to 2")
    refused(state, use(TRAG, remove="sword"), "holds 0")
    assert skills(state) == {use(TRAG, remove="book"), use(TRAG, remove="book book")}


def test_h5_the_players_choose_which_listed_items_are_waived():
    state = waived("sword bow", packed="sword bow", remove="book")
    assert isinstance(state.pending, Payment)
    assert set(options(state)) == {pay(waive="sword"), pay(waive="bow")}
    assert backpack(allowed(state, pay(waive="sword"))) == "sword"
    assert backpack(allowed(state, pay(waive="bow"))) == "bow"


def test_h5_exactly_that_many_are_waived():
    state = waived("sword bow map", packed="sword bow map", remove="book book")
    refused(state, pay(), "exactly 2")
    refused(state, pay(waive="sword"), "exactly 2")
    refused(state, pay(waive="sword bow map"), "exactly 2")
    assert len(list(options(state))) == 3


def test_h5_all_if_the_card_lists_fewer():
    state = waived("sword", packed="sword", remove="book book")
    assert (state.completed, backpack(state)) == (1, "sword")


def test_h5_only_listed_items_are_waived():
    state = waived("sword bow", packed="sword bow", remove="book")
    refused(state, pay(waive="cup"), "lists 0")
    twice = waived("sword sword bow", packed="sword sword bow", remove="book book")
    refused(twice, pay(waive="bow bow"), "lists 1")
    assert backpack(allowed(twice, pay(waive="sword sword"))) == "sword sword"


def test_h5_what_is_missing_must_be_among_the_waived():
    state = waived("sword bow map", packed="sword bow", remove="book book")
    assert set(options(state)) == {pay(waive="sword map"), pay(waive="bow map")}
    refused(state, pay(waive="sword bow"), "map")


def test_h5_the_mission_succeeds_if_some_choice_lets_it():
    assert waived("sword sword", packed="sword", remove="book").completed == 1


def test_h5_if_it_fails_the_full_list_counts():
    state = waived("sword sword bow map", packed="sword sword", remove="book")
    assert isinstance(state.pending, Failure)
    refused(state, discard("sword sword sword"), "lists 2")
    assert backpack(allowed(state, discard("sword sword"))) == ""


def test_h5_the_reward_is_given_as_usual():
    assert backpack(waived("sword", packed="sword", remove="book", gives="map")) == "map* sword"


def test_h5_the_waiver_ends_with_the_mission():
    state = gap("book", then=(mission("sword"), mission("sword"), "cup"), heroes=(TRAG,))
    state = on(after(state, use(TRAG, remove="book")))
    assert (state.completed, state.failed) == (1, 1)


def test_h5_without_tragurk_nothing_is_waived():
    state = tell("cup sword", mission("cup", "sword"), mission("sword"), **RETURN)
    refused(state, pay(waive="sword"), "Tragurk")


# H6


def test_h6_the_next_five_cards_in_any_order():
    state = gap("sword", then="bow cup map keys gold book", heroes=(ZIG,))
    state = allowed(state, use(ZIG, order=(5, 3, 1, 2, 4)))
    assert left(state) == ("gold", "map", "bow", "cup", "keys", "book")


def test_h6_fewer_if_fewer_are_left():
    state = gap("sword", then="bow cup", heroes=(ZIG,))
    assert left(allowed(state, use(ZIG, order=(2, 1)))) == ("cup", "bow")
    refused(state, use(ZIG, order=(2, 1, 3)), "from 1 to 2")


@pytest.mark.parametrize("order", [(), (1, 2, 3, 4), (1, 1, 2, 3, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)])
def test_h6_the_order_names_each_place_once(order: tuple[int, ...]):
    state = gap("sword", then="bow cup map keys gold book", heroes=(ZIG,))
    refused(state, use(ZIG, order=order), "each place from 1 to 5 once")


def test_h6_every_order_is_offered_equal_cards_counting_as_one():
    assert len(skills(gap("sword", then="bow cup map keys gold book", heroes=(ZIG,)))) == 120
    assert len(skills(gap("sword", then="bow bow bow cup", heroes=(ZIG,)))) == 4


# H7


@pytest.mark.parametrize("remove", ["sword", "sword bow", "sword bow map"])
def test_h7_one_to_three_items_for_a_token(remove: str):
    state = gap("sword bow map keys", heroes=(GARY,))
    state = allowed(state, use(GARY, remove=remove, take=Kind("cup")))
    assert len(state.cards) == 4 - len(remove.split())
    assert (state.tokens[Kind("cup")], state.supply[Kind("cup")]) == (1, 1)


def test_h7_not_none_and_not_four():
    state = gap("sword bow map keys", heroes=(GARY,))
    refused(state, use(GARY, take=Kind("cup")), "1 to 3")
    refused(state, use(GARY, remove="sword bow map keys", take=Kind("cup")), "1 to 3")
    refused(state, use(GARY, remove="cup", take=Kind("cup")), "holds 0")


def test_h7_only_what_is_in_supply():
    state = gap("cup cup map", mission("cup", "sword"), mission("cup", "sword"), heroes=(GARY,))
    refused(state, use(GARY, remove="map", take=Kind("sword")), "supply")
    assert Kind("sword") not in {choice.take for choice in skills(state)}


def test_h7_the_items_leave_before_the_token_comes():
    state = after(gap(EIGHT, heroes=(GARY,)), use(GARY, remove="sword", take=Kind("cup")))
    assert not state.broken
    assert state.slots == 8


def test_h7_the_token_can_break_the_backpack():
    full = gap(EIGHT, "sword", heroes=(GARY,))
    state = after(full, use(GARY, remove="sword", take=Kind("cup")))
    assert state.broken
    assert state.over


# H8


def test_h8_a_right_guess_completes_the_mission_and_nothing_is_paid():
    state = gap("sword", then=(mission("sword bow", "cup"), "map"), heroes=(ZARI,))
    state = after(allowed(state, use(ZARI, guess=Kind("bow"))), REVEAL)
    assert (state.completed, backpack(state)) == (1, "cup* sword")


def test_h8_items_between_do_not_matter():
    state = gap("cup", then=("map book", mission("sword bow"), "map"), heroes=(ZARI,))
    assert on(after(state, use(ZARI, guess=Kind("bow")))).completed == 1


def test_h8_a_wrong_guess_is_lost_with_that_mission():
    state = gap("cup", then=(mission("sword"), mission("bow"), "map"), heroes=(ZARI,))
    state = after(state, use(ZARI, guess=Kind("bow")), REVEAL)
    assert state.failed == 1
    assert What.GUESS_WRONG in [event.what for event in state.events]
    assert on(state).failed == 2


def test_h8_a_wrong_guess_leaves_a_mission_that_succeeds_alone():
    state = gap("sword", then=(mission("sword"), "map"), heroes=(ZARI,))
    state = after(state, use(ZARI, guess=Kind("bow")), REVEAL)
    assert (state.completed, backpack(state)) == (1, "")


def test_h8_the_reward_is_given_as_usual():
    state = gap("sword", then=(mission("bow", "cup/map"), "map"), heroes=(ZARI,))
    state = after(state, use(ZARI, guess=Kind("bow")), REVEAL)
    assert isinstance(state.pending, RewardOffer)
    refused(state, take(None), "must be taken")


def test_h8_the_guess_is_an_item_of_the_game():
    state = gap("sword", heroes=(ZARI,))
    refused(state, use(ZARI, guess=Kind("axe")), "not an item")
    assert len(skills(state)) == 12


# H9


SIX_TOKENS = ("cup cup cup cup cup cup", *(mission("cup", kind) for kind in (*TWELVE[:5], "keys")))


@pytest.mark.parametrize("remove", ["sword", "sword bow shield torch map"])
def test_h9_one_to_five_tokens_leave_the_game(remove: str):
    state = gap(*SIX_TOKENS, heroes=(FYL,))
    state = allowed(state, use(FYL, remove=remove))
    assert len(state.tokens) == 6 - len(remove.split())
    assert len(state.supply) == 18


def test_h9_never_back_to_the_supply():
    state = gap("cup", mission("cup", "sword"), heroes=(FYL,), **RETURN)
    state = after(state, use(FYL, remove="sword"))
    assert state.supply[Kind("sword")] == 1


def test_h9_not_none_and_not_six():
    state = gap(*SIX_TOKENS, heroes=(FYL,))
    refused(state, use(FYL), "1 to 5")
    refused(state, use(FYL, remove="sword bow shield torch map keys"), "1 to 5")


def test_h9_tokens_only_no_cards():
    state = gap("cup sword sword", mission("cup", "sword"), heroes=(FYL,))
    refused(state, use(FYL, remove="sword sword"), "tokens")
    assert backpack(allowed(state, use(FYL, remove="sword"))) == "sword sword"
    refused(gap("sword", heroes=(FYL,)), use(FYL, remove="sword"), "tokens")


def test_h9_the_slot_is_free_again():
    state = gap("cup", mission("cup", "sword"), heroes=(FYL,))
    assert (state.slots, after(state, use(FYL, remove="sword")).slots) == (1, 0)


# H10


def test_h10_the_next_mission_is_completed_and_nothing_is_paid():
    state = gap("sword sword bow", then=(mission("bow map", "cup"), "map"), heroes=(ALA,))
    state = allowed(state, use(ALA))
    assert backpack(state) == "bow"
    state = after(state, REVEAL)
    assert (state.completed, backpack(state)) == (1, "bow cup*")


def test_h10_two_swords_must_leave():
    refused(gap("sword", heroes=(ALA,)), use(ALA), "2 sword")
    assert backpack(after(gap("sword sword sword", heroes=(ALA,)), use(ALA))) == "sword"


def test_h10_the_reward_is_given_as_usual():
    state = gap("sword sword", then=(mission("bow", "?"), "map"), heroes=(ALA,))
    state = after(state, use(ALA), REVEAL)
    assert offered(state) == set(TWELVE)


def test_h10_only_the_next_mission():
    state = gap("sword sword", then=(mission("bow"), mission("bow"), "map"), heroes=(ALA,))
    state = on(after(state, use(ALA)))
    assert (state.completed, state.failed) == (1, 1)


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
    assert on(state).failed == 1


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
    state = on(after(state, use(ARVEDUI)))
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
