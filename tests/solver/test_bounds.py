"""``score --bounds`` against every game that agrees with the record."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from dtcli.rules import (
    Card,
    Discard,
    Game,
    HeroId,
    Item,
    Kind,
    Pile,
    RevealNote,
    SkillNote,
    Take,
    UseSkill,
    apply,
    start,
)
from dtcli.rules.decisions import Failure, Gap, RewardOffer, SkillPrice
from dtcli.rules.notes import Note, Writer
from dtcli.rules.resolution import options
from dtcli.rules.score import Result
from dtcli.rules.state import Start, State
from solver.studies.bounds import Bounds, Range, TooManyEndings, bounds
from tests.rules.game_builder import (
    ALA,
    ARVEDUI,
    FYL,
    GARY,
    KINDS,
    RETURN,
    RO,
    TONK,
    TRAG,
    game,
    kinds,
    mission,
    pay,
    use,
)
from tests.solver.exhaustive import TooManyPositions
from tests.solver.exhaustive_bounds import compare, forget, full_record, packed_game

MOST = 5_000
"""Steps above which a game is too large to be compared here."""


@pytest.mark.parametrize(
    ("seeds", "heroes"),
    [(range(100, 320), None), (range(330, 400), (TRAG,)), (range(60), (GARY, RO)), (range(60), (FYL, RO))],
)
def test_the_bounds_are_those_of_all_completions(seeds: range, heroes: tuple | None):
    compared = undecided = certain = 0
    for seed in seeds:
        chance = Random(seed)
        played = packed_game(chance, heroes)
        notes = forget(full_record(played, chance), chance)
        try:
            done = compare(played, notes, MOST)
        except TooManyPositions:
            continue
        assert done.wrong == (), f"seed {seed}"
        compared += 1
        undecided += done.bounds is not None and done.bounds.decides is not None
        certain += done.bounds is not None and done.bounds.decides is None and done.ends > 1
    assert compared > 0.9 * len(seeds)
    assert undecided > 0.03 * len(seeds)
    assert certain > 0.1 * len(seeds)


# Which copies leave


def scarce(kind: str, *before: Card, heroes: tuple[HeroId, ...] = (), **begin: Any) -> Game:
    """Return a game that is worth a mission more if a token of the kind returns to the empty supply before the end.

    Two swords are cards, because Alan's price is two of them.
    """
    held = Pile.of(*kinds({"sword": "sword sword map", "torch": "torch map"}.get(kind, f"{kind} map torch")))
    position = Start(cards=held, tokens=Pile.of(*kinds(f"{kind} mortar")), supply=Pile.of(Kind("bow")), **begin)
    return game(*before, mission("map", kind), mission(f"{kind} {kind}"), heroes=heroes, start=position, **RETURN)


def decided_by_tokens(played: Game, *notes: Note) -> dict[str, tuple[int, int]]:
    """Return the fewest and most missions for each answer to what decides, named by the tokens that leave."""
    found = bounds(played, notes)
    assert found is not None
    assert found.decides is not None
    return {
        " ".join(choice.tokens): (reached.lowest.missions, reached.highest.missions)
        for choice, reached in found.decides.answers
        if isinstance(choice, UseSkill | Discard)
    }


def test_x6_the_copies_discarded_after_a_failure():
    played = scarce("cup", mission("cup keys"))
    assert decided_by_tokens(played, RevealNote(1, discard=kinds("cup"))) == {"": (1, 1), "cup": (2, 2)}
    for said, reached in (((), 1), (kinds("cup"), 2)):
        found = bounds(played, (RevealNote(1, discard=kinds("cup"), tokens=said),))
        assert found is not None
        assert (found.decides, found.range.highest.missions) == (None, reached)


@pytest.mark.parametrize(
    ("kind", "used", "begin"),
    [
        ("cup", use(TRAG, remove="cup"), {}),
        ("cup", use(GARY, remove="cup", take=Kind("bow")), {}),
        ("torch", use(TONK), {}),
        ("gold", use(ARVEDUI), {"last_failed": mission("keys", title="failed before")}),
        ("sword", use(ALA), {}),
        ("potion", use(RO, TONK), {}),
        ("potion", use(RO, FYL, remove="mortar"), {}),
        ("cup", use(RO, TRAG, remove="cup"), {}),
    ],
)
def test_x6_the_price_of_a_skill(kind: str, used: UseSkill, begin: dict[str, Any]):
    if used.hero == RO and kind != "potion":
        begin = {"cards": Pile.of(*kinds(f"{kind} map potion"))}
    heroes = tuple(hero for hero in (used.hero, used.borrowed) if hero is not None)
    played = scarce(kind, heroes=heroes)
    assert played.start is not None
    played = played.with_changes(start=played.start._replace(**begin))
    assert decided_by_tokens(played, SkillNote(1, used)) == {"": (1, 1), kind: (2, 2)}
    assert type(bounds(played, (SkillNote(1, used),)).decides.decision) is SkillPrice
    for said, reached in (((), 1), ((Kind(kind),), 2)):
        found = bounds(played, (SkillNote(1, used._replace(tokens=said), tokens_said=True),))
        assert found is not None
        assert (found.decides, found.range.highest.missions) == (None, reached)


def test_x6_two_skills_in_one_gap():
    played = scarce("cup", heroes=(TRAG, GARY)).with_changes(goal=2)
    assert played.start is not None
    played = played.with_changes(start=played.start._replace(cards=Pile.of(*kinds("cup cup map"))))
    notes = (SkillNote(1, use(TRAG, remove="cup")), SkillNote(1, use(GARY, remove="cup", take=Kind("bow"))))
    found = bounds(played, notes)
    assert found is not None
    assert [found.range.lowest.missions, found.range.highest.missions] == [1, 2]


def test_tokens_that_must_leave_may_be_named():
    begin = Start(cards=Pile.of(*kinds("sword bow")), tokens=Pile.of(Kind("torch")), waiver=1)
    played = game(mission("sword bow torch"), mission("sword"), start=begin)
    found = bounds(played, (RevealNote(1, tokens=kinds("torch")),))
    assert found is not None
    assert found.decides is not None
    assert [choice for choice, _ in found.decides.answers] == [pay("sword", tokens="torch"), pay("bow", tokens="torch")]
    assert [reached.highest.missions for _, reached in found.decides.answers] == [2, 1]


# What decides


def story(*cards: object) -> Game:
    return Game(KINDS, tuple(Item(Kind(card)) if isinstance(card, str) else card for card in cards))


def test_the_forgotten_choice_that_decides_is_named():
    told = story("bow", mission("bow", "sword?"), mission("sword"))
    found = bounds(told, ())
    assert isinstance(found, Bounds)
    assert found.range == ((False, None, 1), (False, None, 2))
    assert found.decides is not None
    assert isinstance(found.decides.decision, RewardOffer)
    assert {choice: reached.highest.missions for choice, reached in found.decides.answers} == {
        Take(None): 1,
        Take(Kind("sword")): 2,
    }


def test_one_that_makes_no_difference_is_passed_over():
    told = story("bow", mission("bow", "cup?"), "sword", mission("sword map"), mission("sword"))
    found = bounds(told, ())
    assert found is not None
    assert found.decides is not None
    assert isinstance(found.decides.decision, Failure)
    assert dict(found.decides.answers)[Discard((Kind("sword"),))].highest.missions == 1


def test_answers_that_the_record_rules_out_do_not_count():
    told = story("bow", mission("bow", "sword?"), mission("sword", "cup?"))
    later = Writer()
    state = start(told)
    for choice in islice(_taking_all(state), 20):
        if state.revealed == 3 and not isinstance(state.decision, Gap):
            later.write(state, choice)
        state = apply(state, choice)
        if state.over:
            break
    found = bounds(told, later.notes)  # the cup was taken, so the sword must have been
    assert found is not None
    assert found.range.lowest == found.range.highest == Result(broken=False, won=None, missions=2)


def _taking_all(state: State):
    while True:
        *_, last = options(state) if not isinstance(state.decision, Gap) else [next(iter(options(state)))]
        yield last
        state = apply(state, last)
        if state.over:
            return


# Limits


def test_hundreds_of_forgotten_choices_are_followed():
    told = story("cup", *(mission("cup bow", title=f"mission {n}") for n in range(505)))
    found = bounds(told, ())
    assert found is not None
    assert found == Bounds(Range(Result(False, None, 0), Result(False, None, 0)), None)


FOUR_WAYS = story("bow", mission("bow", "sword?"), "map", mission("map", "cup?"), mission("cup"))


@pytest.mark.parametrize(("limit", "seen"), [({"work": 0}, None), ({"seconds": 0.0}, None), ({"work": 60}, (2, 3))])
def test_a_limit_is_told_with_what_was_seen(limit: dict[str, Any], seen: tuple[int, int] | None):
    with pytest.raises(TooManyEndings) as stopped:
        bounds(FOUR_WAYS, (), **limit)
    reached = stopped.value.seen
    assert (reached and (reached.lowest.missions, reached.highest.missions)) == seen
