"""The grade of a puzzle: each quantity of a position that can be counted by hand, and each constant of the formula."""

from statistics import geometric_mean, mean

import pytest

from dtcli.formats.puzzle.file import check_puzzle, read_puzzles
from dtcli.rules.goals import Goal, GoalKind
from solver.puzzles.all_lines import lines_of
from solver.puzzles.grades import MOST_FORESIGHT, Difficulty, difficulty, grade_of, tension
from solver.puzzles.players.panel import PANEL, REASONING, fooled
from solver.puzzles.players.plan import expect, missions_to_plan
from solver.puzzles.players.reasoning import Reach, Reasoners
from tests.puzzles.grades_table import CARELESS, bundled_row, rows_by_grade
from tests.puzzles.small import position, walked
from tests.rules.game_builder import mission

MOST_LINES = 1_500
WELL = mission("map torch", "?", title="The Well")
DOOR = mission("keys potion", title="The Door")
BETWEEN = [mission("cup bow shield", title=f"Between {n}") for n in range(4)]


def difficult(**changed):
    """Return a difficulty that has no points, with some quantities changed."""
    plain = {
        "lines": 1, "winning": 1, "decisions": 1, "tension": 0, "foresight": 1, "backwards": 0, "reasoning": 1,
        "fooled": (), "gap": None,
    }  # fmt: skip
    return Difficulty(**{**plain, **changed})


def points(**changed):
    return difficult(**changed).points


# the points (G8)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, 0),
        ({"reasoning": 2}, 20),
        ({"reasoning": 3}, 40),
        ({"decisions": 2}, 4),
        ({"decisions": 5}, 16),
        ({"decisions": 6}, 16),
        ({"tension": 9}, 0),
        ({"tension": 10}, 1),
        ({"tension": 99}, 9),
        ({"tension": 100}, 10),
        ({"fooled": PANEL[:1]}, 1),
        ({"fooled": PANEL[:3]}, 5),
        ({"fooled": PANEL[:7]}, 11),
        ({"fooled": PANEL}, 20),
        ({"lines": 7, "winning": 4}, 0),
        ({"lines": 8, "winning": 4}, 2),
        ({"lines": 15, "winning": 4}, 2),
        ({"lines": 16, "winning": 4}, 4),
        ({"lines": 1023}, 18),
        ({"lines": 1024}, 20),
        ({"lines": 1_000_000}, 20),
    ],
)
def test_each_quantity_gives_its_points(changed, expected):
    assert points(**changed) == expected


def test_points_of_different_quantities_add_up():
    assert points(reasoning=2, decisions=3, tension=50, fooled=PANEL[:6], lines=100, winning=3) == 20 + 8 + 5 + 10 + 10


def test_what_a_planner_needs_and_what_foresight_needs_count_only_through_reasoning():
    assert points(foresight=7, backwards=None) == 0


@pytest.mark.parametrize(
    ("given", "grade"), [(0, 1), (24, 1), (25, 2), (39, 2), (40, 3), (51, 3), (52, 4), (65, 4), (66, 5), (200, 5)]
)
def test_the_points_give_the_grade(given, grade):
    assert grade_of(given) == grade


@pytest.mark.parametrize(("lines", "grade"), [(1, 1), (3, 1), (4, 2), (8, 3), (15, 3), (16, 4), (31, 4), (32, 5)])
def test_the_grade_is_at_most_the_doublings(lines, grade):
    assert difficult(reasoning=5, lines=lines).grade == grade
    assert difficult(reasoning=5, lines=3 * lines, winning=3).grade == grade


@pytest.mark.parametrize(
    ("changed", "grade", "missing"),
    [
        ({"reasoning": 2, "lines": 32}, 2, 0),  # 30 points
        ({"reasoning": 2, "lines": 32}, 3, 10),
        ({"reasoning": 2, "lines": 32}, 1, 6),
        ({"reasoning": 5, "lines": 8}, 3, 0),
        ({"reasoning": 5, "lines": 8}, 5, 8),  # two doublings
        ({"reasoning": 2, "lines": 8}, 4, 26 + 4),
    ],
)
def test_what_is_missing_to_a_grade(changed, grade, missing):
    assert difficult(**changed).missing_to(grade) == missing


# the quantities (G1 to G7)


def test_the_quantities_of_a_position_that_can_be_counted_by_hand():
    found = difficulty(walked(WELL, DOOR, held="map torch potion", supply="keys cup"))
    assert (found.lines, found.winning, found.decisions) == (3, 1, 1)
    assert (found.tension, found.foresight, found.backwards, found.reasoning) == (0, 1, 0, 1)
    assert found.gap == 1
    assert set(found.fooled) <= set(PANEL[:3])


def test_g1_counts_the_steps_that_matter():
    two = mission("keys", "?", title="Second Well")
    last = mission("cup bow", title="Last")
    found = difficulty(walked(WELL, two, last, held="map torch keys", supply="cup bow sword"))
    assert found.decisions == 2
    assert difficulty(walked(WELL, DOOR, held="map torch potion")).decisions == 1


@pytest.mark.parametrize(
    ("held", "percent"),
    [
        ("sword bow shield torch", 0),  # two reveals fill 5 and 6 of 8 slots, the third is a mission
        ("sword bow shield torch cup", 66),  # 6, 7 and 7
        ("sword bow shield torch cup book", 100),
    ],
)
def test_g2_counts_the_moments_with_at_most_one_free_slot(held, percent):
    lines = walked("gold", "grapnel", mission("map", title="Nothing"), held=held, goal=Goal(GoalKind.WHOLE))
    assert tension(lines) == percent


def test_g3_is_how_far_a_player_must_look():
    far = walked(WELL, *BETWEEN[:2], DOOR, held="map torch potion")
    assert not Reasoners(far).solves(Reach(2))
    assert Reasoners(far).solves(Reach(3))
    assert difficulty(far).foresight == 3


def test_g3_ends_somewhere():
    failing = [mission("cup bow shield", title=f"Failing {n}") for n in range(8)]
    assert difficulty(walked(WELL, *failing[:6], DOOR, held="map torch potion")).foresight == 7
    assert difficulty(walked(WELL, *failing, DOOR, held="map torch potion")).foresight == MOST_FORESIGHT == 9


def test_g4_is_for_how_many_of_the_last_missions_a_player_must_plan():
    near = walked(WELL, DOOR, held="map torch potion")
    assert difficulty(near).backwards == 0
    last = walked(WELL, *BETWEEN, DOOR, held="map torch potion")
    assert difficulty(last).backwards == 1
    choice, more = mission("map torch", "cup/keys", title="Choice"), mission("bow", "potion", title="More")
    before_last = walked(choice, BETWEEN[0], more, DOOR, mission("mortar", title="No"), held="map torch bow")
    assert difficulty(before_last).backwards == 2


def test_g4_is_none_if_planning_for_all_missions_is_not_enough():
    """Every plan keeps both maps, and only trying shows that the backpack breaks five cards before its end."""
    (document,) = read_puzzles(["puzzles/the-deep/07-a-stitch-in-time.json"])
    checked = check_puzzle(document)
    assert difficulty(lines_of(checked.game, checked.goal)).backwards is None


def test_g5_takes_the_shortest_way_to_reason():
    far = difficulty(walked(WELL, *BETWEEN, DOOR, held="map torch potion"))
    assert (far.foresight, far.backwards, far.reasoning) == (5, 1, 2)


def test_g6_names_the_players_who_fail():
    found = fooled(Reasoners(walked(WELL, *BETWEEN[:2], DOOR, held="map torch potion")))
    assert found == (*PANEL[:3], "looks one ahead", "looks two ahead")


def test_the_panel_is_the_one_of_the_docs():
    assert PANEL[:3] == ("takes everything", "refuses everything", "keeps everything")
    assert REASONING == {
        "looks one ahead": (1, 0), "looks two ahead": (2, 0), "looks three ahead": (3, 0),
        "plans for the last mission": (1, 1), "plans for the last two": (1, 2), "plans for the last three": (1, 3),
        "looks two ahead, plans for the last mission": (2, 1), "looks two ahead, plans for the last two": (2, 2),
        "looks three ahead, plans for the last two": (3, 2),
    }  # fmt: skip


# the players


def test_a_careless_player_takes_the_second_best_look_at_one_choice_in_four():
    players = Reasoners(walked(WELL, DOOR, held="map torch potion"))
    assert players.plays(Reach(1))
    assert not players.plays(Reach(1), slips_at=0)
    assert players.plays(Reach(1), slips_at=1)


def expected(*cards, last, **fixed):
    lines = walked(*cards, **fixed)
    plan = missions_to_plan(lines.start.state.game, last, None)
    return expect(lines.start.state, plan, None)


def test_a_plan_pays_missions_in_order_and_counts_those_of_the_plan():
    sword, swords = mission("sword", title="One"), mission("sword sword", title="Two")
    found = expected(sword, "sword", swords, held="sword sword", last=1)
    assert (found.whole, found.planned, found.completed) == (True, 1, 2)
    found = expected(sword, swords, held="sword sword", last=1)
    assert (found.planned, found.completed) == (0, 1)


def test_a_plan_lets_a_reward_stand_for_one_missing_item():
    assert expected(WELL, DOOR, held="map torch potion", last=1).planned == 1
    assert expected(WELL, DOOR, held="map torch", last=1).planned == 0
    assert expected(WELL, DOOR, held="map torch potion", last=0).completed == 1


def test_a_plan_notices_that_the_backpack_breaks():
    held = "sword bow shield torch cup book mortar gold"
    assert not expected("map", mission("map", title="Map"), held=held, last=1).whole
    assert expected("cup", mission("map", title="Map"), held=held, last=1).whole


def test_a_plan_keeps_after_a_failure_only_what_it_needs_later():
    held = "sword bow shield torch cup book mortar gold"
    failing = mission("gold sword map", title="Failing")
    last = mission("sword", title="Last")
    assert expected(failing, "keys", last, held=held, last=1).whole, "the gold was let go"
    assert not expected(failing, "keys", "grapnel", last, held=held, last=1).whole, "the sword was kept"
    assert expected(failing, "keys", "grapnel", last, held=held, last=0).whole


def test_a_plan_reaches_up_to_the_mission_that_the_goal_names():
    game = position(WELL, DOOR, *BETWEEN)
    assert missions_to_plan(game, 1, DOOR) == {DOOR}
    assert missions_to_plan(game, 2, DOOR) == {WELL, DOOR}
    assert missions_to_plan(game, 1, None) == {BETWEEN[-1]}


# the evidence


def test_each_grade_is_harder_than_the_one_below():
    """For careless players and for a search, which do not count for the grade; on the smaller bundled puzzles."""
    small = [one.file for one in read_puzzles(["puzzles"]) if one.data["difficulty"]["lines"] <= MOST_LINES]
    rows = rows_by_grade(map(bundled_row, small))
    assert all(len(of_grade) >= 3 for of_grade in rows.values())
    careless = [mean(share for row in rows[n] for name, share in row.solved.items() if name in CARELESS) for n in rows]
    searched = [geometric_mean(n for row in rows[n] for n in row.positions.values()) for n in rows]
    solved = [mean(share for row in of_grade for share in row.solved.values()) for of_grade in rows.values()]
    assert solved == sorted(solved, reverse=True), solved
    assert careless[0] > careless[1] > careless[3] > careless[4], careless
    assert searched == sorted(searched), searched
