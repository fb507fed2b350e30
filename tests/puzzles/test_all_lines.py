"""All lines of a position: what counts as one line (P1, P2), against counting them one by one."""

from random import Random

import pytest

from dtcli.rules import Kind, start
from dtcli.rules.goals import Goal, GoalKind
from solver.preference import play
from solver.puzzles.all_lines import AllLines, Count, TooLarge, lines_of
from solver.puzzles.solution import answer
from solver.puzzles.uniqueness import is_unique
from tests.puzzles.small import MISSIONS, MOST, WHOLE, distinct_lines, ends_of, every_line, position, walked
from tests.rules.game_builder import ALA, TONK, ZARI, ZIG, mission
from tests.solver.small import small_game

WELL = mission("map torch", "?", title="The Well")
DOOR = mission("keys potion", title="The Door")
ITEMS = ("sword", "cup", "torch", "book")
FULL = "bow shield torch map potion keys grapnel gold"


def goals_for(played, chance):
    quests = [card for card in played.story if hasattr(card, "listed")]
    yield Goal(GoalKind.MOST)
    yield Goal(GoalKind.WHOLE)
    yield Goal(GoalKind.MISSIONS, chance.randint(0, 3))
    yield Goal(GoalKind.FEWEST_SKILLS, chance.randint(0, 2))
    if quests:
        yield Goal(GoalKind.MISSION, mission=chance.choice(quests))


@pytest.mark.parametrize("seed", range(30))
def test_the_walk_agrees_with_every_line_told_one_by_one(seed):
    chance = Random(seed)
    played = small_game(chance)
    if len(list(zip(range(4_000), every_line(start(played)), strict=False))) >= 4_000:
        played = small_game(Random(seed + 1000), heroes=())
    ends = ends_of(played)
    unbroken = [end.completed for end, _ in ends if not end.broken]
    for goal in goals_for(played, chance):
        lines = lines_of(played, goal)
        assert lines.peak(lines.start) == max(unbroken, default=-1)
        reached = [lines.goal.is_reached(end, completed=goal.completes(events)) for end, events in ends]
        assert lines.is_open(lines.start) == any(reached)
        assert lines.count(lines.start).lines <= len(ends)
        assert lines.count(lines.start).winning <= sum(reached)
        if goal.kind is GoalKind.FEWEST_SKILLS and lines.is_open(lines.start) and lines.goal.heroes:
            fewer = lines.goal._replace(heroes=lines.goal.heroes - 1)
            assert not any(fewer.is_reached(end, completed=False) for end, _ in ends)


@pytest.mark.parametrize("hero", [TONK, ZARI, ZIG])
@pytest.mark.parametrize("seed", range(4))
def test_p2_lines_are_counted_by_the_positions_that_they_come_to(seed, hero):
    """The definition, applied line by line; with a nearly full backpack, so that many lines break."""
    chance = Random(seed)
    items = [chance.choice(ITEMS) for _ in range(4)]
    played = position(
        *items[:2], WELL, *items[2:], DOOR, held=FULL.removesuffix(" gold"), supply="keys", heroes=(hero,)
    )
    lines = lines_of(played, WHOLE)
    assert lines.count(lines.start).lines == len(distinct_lines(start(played))) > 1


@pytest.mark.parametrize("seed", range(25))
def test_the_solution_is_played_by_the_engine_and_reaches_the_goal(seed):
    lines = lines_of(small_game(Random(seed)), MOST)
    if not lines.is_open(lines.start):
        assert not lines.solution
        return
    end, outcome = play(start(lines.start.state.game), [one for way in lines.solution for one in way.choices])
    assert end.over
    assert (outcome.broken, outcome.missions) == (False, lines.goal.missions)


def test_p1_a_skill_used_a_few_items_earlier_is_the_same_line():
    lines = walked("bow cup", mission("gold", title="Toll"), held="torch", heroes=(TONK,), goal=Goal(MISSIONS, 0))
    (used, unused) = sorted(lines.ways(lines.start), key=lambda way: len(way.to.state.unused))
    assert (len(used.to.state.unused), len(unused.to.state.unused)) == (0, 1)


def test_p1_two_guesses_that_are_both_right_are_the_same_line():
    lines = walked(mission("map torch", title="Dark"), heroes=(ZARI,), goal=Goal(MISSIONS, 1))
    assert lines.count(lines.start) == Count(3, 1)  # guessed right, guessed wrong, not guessed
    assert is_unique(lines)


def test_p2_rewards_of_another_kind_are_another_line():
    lines = walked(WELL, held="map torch", supply="cup bow bow", goal=Goal(MISSIONS, 1))
    assert lines.count(lines.start) == Count(2, 2)


def test_p2_without_skills_the_order_of_items_makes_no_difference_where_the_backpack_breaks_either():
    """Zigarat Ho puts the mission last with two items before it, behind one of them, or first; or is not used."""
    lines = walked("sword cup", mission("bow"), held=FULL, heroes=(ZIG,), goal=Goal(MISSIONS, 1))
    assert lines.count(lines.start) == Count(5, 0)


def test_p3_a_step_that_cannot_lose_does_not_matter():
    """The reward of the last mission does not matter, so there is one answer."""
    lines = walked(WELL, held="map torch", goal=Goal(MISSIONS, 1))
    assert is_unique(lines)
    assert answer(lines) == ()


def test_p3_two_ways_to_the_goal_in_a_step_that_matters_are_two_answers():
    needs_cup = mission("cup", title="Cup")
    needs_bow = mission("bow", title="Bow")
    assert not is_unique(walked(WELL, needs_cup, needs_bow, held="map torch", goal=Goal(MISSIONS, 2)))
    assert is_unique(walked(WELL, needs_cup, held="map torch", goal=Goal(MISSIONS, 2)))


def test_the_answer_tells_only_what_matters():
    lines = walked(WELL, DOOR, held="map torch potion")
    ((quest, what),) = answer(lines)
    assert (quest, what) == ("The Well", (("take", Kind("keys")),))


def test_a_skill_that_must_be_kept_is_part_of_the_answer():
    first, second = mission("bow", title="First"), mission("cup", title="Second")
    lines = walked(first, second, held="bow sword sword", heroes=(ALA,))
    assert is_unique(lines)
    assert [one.quest for one in answer(lines)] == ["First", "Second"]


def test_a_goal_that_is_out_of_reach_has_no_solution():
    lines = walked(mission("gold"), goal=Goal(MISSIONS, 1))
    assert not lines.is_open(lines.start)
    assert not lines.solution
    assert not is_unique(lines)


def test_where_every_line_breaks_nothing_is_the_most():
    lines = walked("sword", held=FULL)
    assert not lines.is_open(lines.start)


def test_too_many_positions_are_given_up():
    lines = AllLines(start(position(WELL, WELL, held="map torch map torch")), MOST, most=5)
    with pytest.raises(TooLarge):
        lines.peak(lines.start)
