"""Ro's Thanir (H1)."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from dtcli.rules import HEROES, REVEAL, Card, Kind, State, UseSkill, start, why_not
from dtcli.rules.rulings import TEN_HEROES, Borrowing
from tests.rules.game_builder import (
    ALA,
    ARVEDUI,
    FYL,
    GARY,
    NIN,
    RETURN,
    RO,
    TONK,
    TRAG,
    ZARI,
    ZIG,
    after,
    allowed,
    backpack,
    edition_game,
    gap,
    left,
    mission,
    refused,
    skills,
    use,
)


@dataclass(frozen=True)
class Loan:
    """A gap in which Ro's Thanir borrows a skill: the cards laid, the cards to come, and how the skill is used."""

    laid: tuple[str | Card, ...]
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
        ("potion cup", mission("cup", "map")), ("bow",), {"remove": "map"}, without="potion map", why="map token"
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
    return gap(*loan.laid, then=loan.then, heroes=heroes or (RO, owner), thanir=thanir)


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
    laid = tuple(one.replace("potion", "book") if isinstance(one, str) else one for one in loan.laid)
    state = gap(*laid, then=loan.then, heroes=(RO, owner))
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


def test_h1_no_other_hero_borrows():
    refused(gap("potion torch", heroes=(ALA, TONK)), use(ALA, TONK), "cannot borrow")


def test_h1_alone_he_can_do_nothing():
    assert skills(gap("potion", heroes=(RO,))) == set()


@pytest.mark.parametrize(("edition", "unused"), [("en-2017", ()), ("it-2018", ()), ("demo-2016", (ZARI,))])
def test_h1_spends_or_copies_by_edition(edition: str, unused: tuple[str, ...]):
    state = start(edition_game(edition, "potion bow", heroes=(RO, ZARI)))
    assert after(state, REVEAL, use(RO, ZARI, guess=Kind("bow"))).unused == unused


def test_h1_a_token_potion_returns_where_tokens_do_but_not_what_fylee_removes():
    laid = ("cup cup", mission("cup", "potion"), mission("cup", "map"))
    state = gap(*laid, heroes=(RO, FYL), **RETURN)
    assert backpack(state) == "map* potion*"
    state = allowed(state, use(RO, FYL, remove="map"))
    assert (state.supply[Kind("potion")], state.supply[Kind("map")]) == (2, 1)


def test_h1_the_potion_that_pays_cannot_be_removed_again():
    state = gap("cup", mission("cup", "potion"), heroes=(RO, FYL))
    refused(state, use(RO, FYL, remove="potion"), "1 potion token, the backpack holds 0")
    with_card = gap("cup potion", mission("cup", "potion"), heroes=(RO, FYL))
    assert backpack(allowed(with_card, use(RO, FYL, remove="potion"))) == ""
    refused(with_card, use(RO, FYL, remove="potion", tokens="potion"), "holds 0")
