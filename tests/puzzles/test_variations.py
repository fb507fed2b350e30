"""Random changes of a position: legal, not too long, and each kind of change happens."""

from random import Random

from dtcli.formats.card_sets import bundled_cards
from dtcli.rules.cards import Item, Mission
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.legality import violations
from dtcli.rules.start_legality import start_violations
from solver.puzzles import variations
from solver.puzzles.candidates import Candidate, PuzzleRequirements
from solver.puzzles.variations import MOST_CARDS, MOST_MISSIONS, Sketch, vary, with_adventure, with_scarce_tokens
from tests.puzzles.small import MOST, position

HOUSE = bundled_cards("house").cards
E07, E08, E01 = (HOUSE.missions[name] for name in ("E07", "E08", "E01"))
START = Candidate(position("torch", "map", E07, "keys", E01, E08, held="potion sword"), MOST)


def variants(count=400, requirements=PuzzleRequirements(), start=START):  # noqa: B008  (it cannot change)
    rng = Random("variants")
    return [found for _ in range(count) if (found := vary(start, HOUSE, requirements, rng)) is not None]


def missions(found):
    return [card for card in found.game.story if isinstance(card, Mission)]


def test_every_variant_can_lie_on_a_table():
    found = variants()
    assert len(found) > 300
    for one in found:
        assert not violations(one.game.story, one.game.kinds, None, None)
        assert not start_violations(one.game)
        assert len(one.game.story) <= MOST_CARDS
        assert len(missions(one)) <= MOST_MISSIONS


def test_every_kind_of_change_happens():
    found = variants()
    assert {len(missions(one)) for one in found} >= {2, 3, 4}
    held, supply = START.game.start.cards, START.game.start.supply
    assert any(len(one.game.start.cards) > len(held) for one in found)
    assert any(len(one.game.start.cards) < len(held) for one in found)
    assert any(one.game.start.supply != supply for one in found)
    assert any(missions(one) == [E08, E01, E07] for one in found)


def test_the_requested_length_is_kept():
    assert all(len(missions(one)) == 3 for one in variants(requirements=PuzzleRequirements(missions=3)))
    assert all(len(one.game.story) <= 6 for one in variants(requirements=PuzzleRequirements(cards=6)))


def test_the_mission_of_the_goal_stays_in_the_story():
    goal = Goal(GoalKind.MISSION, mission=E08)
    for one in variants(start=START._replace(goal=goal)):
        assert one.goal.mission in one.game.story


def test_missions_fight_over_what_several_of_them_list():
    """Only the torch is listed twice, by E07 and E01."""
    sketch = Sketch(START, [], Random(1))
    variations._fight_over(sketch)
    assert Item("torch") not in sketch.story
    assert len(sketch.story) == len(START.game.story) - 1


def test_the_last_mission_loses_what_it_needs():
    sketch = Sketch(START, [], Random(1))
    variations._give_late(sketch)
    assert (Item("keys") in sketch.story, "potion" in sketch.held) in ((False, True), (True, False))


def test_an_adventure_is_laid_with_most_of_what_it_needs():
    adventure = HOUSE.adventures["the-apprentices-book"]
    found = with_adventure(
        Candidate(position(HOUSE.missions["E03"], HOUSE.missions["E04"]), MOST), adventure, Random(3)
    )
    assert found is not None
    assert adventure in found.game.story
    assert len(found.game.story) > 3


def test_few_kinds_of_tokens_are_left():
    found = with_scarce_tokens(START, Random(1))
    assert 0 < len(list(found.game.start.supply)) < 8
