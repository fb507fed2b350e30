"""Puzzle files: reading, checking, turning them into replays, and writing."""

import io
import json
from pathlib import Path

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.json.writer import to_json, to_json_line
from dtcli.formats.puzzle.file import (
    as_replay,
    check_puzzle,
    goal_entry,
    parse_puzzle,
    puzzle_document,
    puzzle_entry,
    read_puzzles,
)
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.formats.sources.file_kinds import PUZZLES, bundled, find
from dtcli.rules import Item, Kind, Pile
from dtcli.rules.cards import Mission, Reward, RewardRule
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.notes import RevealNote
from dtcli.rules.rulings import EDITIONS, ROS_THANIR, TONK_REDBEER, TRAGURK, ZARIA, SpentRewards
from dtcli.rules.state import Game, Start

HOUSE = bundled_cards("house")
PUZZLE = {
    "format": "dungeon-time/puzzle/1",
    "title": "Torch or Cup",
    "heroes": ["Tonk Redbeer"],
    "start": {"cards": ["cup"], "heroes": []},
    "story": ["torch", "sword", {"mission": "E01"}, {"mission": "Two at Once", "needs": ["torch", "cup"]}],
    "goal": {"kind": "missions", "missions": 1},
    "solution": [{"at": 3, "take": "bow"}, {"at": 4, "discard": []}],
    "unique": False,
    "difficulty": {"grade": 1, "lines": 4, "winning": 4, "fooled": ["takes everything"], "gap": None, "new": {"a": 1}},
    "themes": ["refuse-the-bait"],
    "seed": "cellar",
    "generator": "dtcli 0.1.0",
    "pack": "first-steps",
    "_mine": [1],
}
UNSOLVED = {key: value for key, value in PUZZLE.items() if key != "solution"}


def checked(puzzle):
    return check_puzzle(parse_puzzle(json.dumps(puzzle)))


def found(puzzle):
    return [(one.code, one.pointer) for one in checked(puzzle).problems]


def test_a_puzzle_is_looked_up():
    puzzle = checked(PUZZLE)
    assert puzzle.problems == ()
    assert puzzle.is_valid
    assert puzzle.title == "Torch or Cup"
    assert puzzle.goal == Goal(GoalKind.MISSIONS, 1)
    assert puzzle.game is not None
    assert puzzle.game.start == Start(cards=Pile.of(Kind("cup")), unused=())
    assert puzzle.solution is not None
    assert puzzle.solution.final.completed == 1
    assert checked(UNSOLVED).solution is None
    assert checked(UNSOLVED).problems == ()


@pytest.mark.parametrize(
    ("entry", "goal"),
    [
        ({"kind": "most"}, Goal(GoalKind.MOST)),
        ({"kind": "most", "missions": 1}, Goal(GoalKind.MOST, 1)),
        ({"kind": "whole"}, Goal(GoalKind.WHOLE)),
        ({"kind": "mission", "mission": "e01"}, Goal(GoalKind.MISSION, None, HOUSE.cards.missions["E01"])),
        ({"kind": "mission", "mission": "rats with  demands"},
         Goal(GoalKind.MISSION, None, HOUSE.cards.missions["E01"])),
        ({"kind": "mission", "mission": "two at once"},
         Goal(GoalKind.MISSION, None, Mission("Two at Once", (Kind("torch"), Kind("cup"))))),
        ({"kind": "fewest-skills", "missions": 1}, Goal(GoalKind.FEWEST_SKILLS, 1)),
        ({"kind": "fewest-skills", "missions": 1, "heroes": 2, "_mine": 1}, Goal(GoalKind.FEWEST_SKILLS, 1, None, 2)),
    ],
)  # fmt: skip
def test_the_goals(entry, goal):
    puzzle = checked({**UNSOLVED, "goal": entry})
    assert puzzle.problems == ()
    assert puzzle.goal == goal


def test_a_mission_that_may_come_back_can_be_the_goal():
    start = {"last_failed": {"mission": "E07"}}
    puzzle = checked({**UNSOLVED, "start": start, "goal": {"kind": "mission", "mission": "E07"}})
    assert puzzle.problems == ()
    assert puzzle.goal is not None
    assert puzzle.goal.mission == HOUSE.cards.missions["E07"]


@pytest.mark.parametrize(
    ("entry", "problems"),
    [
        ({"kind": "missions"}, [("DT902", "/goal")]),
        ({"kind": "mission"}, [("DT902", "/goal")]),
        ({"kind": "whole", "missions": 2}, [("DT902", "/goal/missions")]),
        ({"kind": "most", "mission": "E01"}, [("DT902", "/goal/mission")]),
        ({"kind": "missions", "missions": 3}, [("DT902", "/goal/missions")]),
        ({"kind": "mission", "mission": "E07"}, [("DT902", "/goal/mission")]),
        ({"kind": "mission", "mission": "sword"}, [("DT902", "/goal/mission")]),
        ({"kind": "mast"}, [("DT203", "/goal/kind")]),
        ({"missions": 1}, [("DT202", "/goal")]),
        ({"kind": "most", "mision": "E01"}, [("DT201", "/goal/mision")]),
        ({"kind": "missions", "missions": 10**30}, [("DT203", "/goal/missions")]),
        ("most", [("DT203", "/goal")]),
        (None, [("DT203", "/goal")]),
    ],
)
def test_goals_that_are_not_understood(entry, problems):
    assert found({**UNSOLVED, "goal": entry}) == problems


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({"story": ["swrod", {"mission": "E99"}]}, [("DT204", "/story/0"), ("DT205", "/story/1")]),
        ({"story": ["swrod"], "goal": 1}, [("DT204", "/story/0"), ("DT203", "/goal")]),
        ({"start": {"cards": ["cup"] * 5}}, [("DT901", "/start/cards")]),
        ({"solution": [{"at": 3, "take": "cup"}]}, [("DT402", "/solution/0/take")]),
        ({"solution": [{"at": 9, "take": "cup"}]}, [("DT405", "/solution/0/at")]),
        ({"solution": [{"at": 3, "tak": "cup"}]}, [("DT201", "/solution/0/tak")]),
        ({"solution": {}}, [("DT203", "/solution")]),
        ({"difficulty": {"grade": 6}}, [("DT203", "/difficulty/grade")]),
        ({"difficulty": {"lines": 1.5}}, [("DT203", "/difficulty/lines")]),
        ({"seed": ["a"]}, [("DT203", "/seed")]),
        ({"players": 2}, [("DT201", "/players")]),
        ({"choices": []}, [("DT201", "/choices")]),
        ({"format": "dungeon-time/replay/1"}, [("DT106", "/format")]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_puzzle_has_a_place(change, problems):
    assert [one for one in found({**PUZZLE, **change}) if one[0] != "DT411"] == problems


def test_problems_stand_where_the_file_has_them():
    text = json.dumps({**PUZZLE, "solution": [{"at": 3, "take": "cup"}]}, indent=1)
    (problem,) = [one for one in check_puzzle(parse_puzzle(text, file="p.json")).problems if one.is_error]
    line = text.splitlines()[problem.line - 1]
    assert (problem.file, line.strip()) == ("p.json", '"take": "cup"')


def test_a_solution_has_to_reach_the_goal():
    assert found({**PUZZLE, "goal": {"kind": "missions", "missions": 2}}) == [("DT904", "/solution")]
    other = {"kind": "mission", "mission": "Two at Once"}
    assert found({**PUZZLE, "goal": other}) == [("DT904", "/solution")]
    assert found({**PUZZLE, "goal": {"kind": "mission", "mission": "E01"}}) == []
    used = {**PUZZLE, "start": {"cards": ["cup", "torch"]}, "goal": {"kind": "fewest-skills", "missions": 2}}
    used["solution"] = [{"before": 1, "hero": "tonk-redbeer"}, {"at": 3, "take": "bow"}, {"at": 4, "discard": []}]
    assert found(used) == [("DT904", "/solution")]


def test_a_puzzle_with_choices_is_a_replay():
    replay = as_replay(PUZZLE, PUZZLE["solution"])
    document = parse(json.dumps(replay))
    assert document.problems == ()
    judged = check(document)
    assert (judged.problems, judged.score.won, judged.score.missions) == ((), True, 1)
    assert list(replay) == ["format", "title", "card_set", "heroes", "start", "story", "goal", "choices", "_mine"]
    assert replay["card_set"] == "house-1"  # it was made before printings had names
    goals = {kind: as_replay({**PUZZLE, "goal": {"kind": kind}}).get("goal") for kind in ("most", "whole", "mission")}
    assert goals == {"most": None, "whole": 0, "mission": None}
    assert as_replay({**PUZZLE, "goal": {"kind": "fewest-skills", "missions": 2}})["goal"] == 2


def test_a_puzzle_may_have_another_goal_than_its_scenario():
    assert found({**UNSOLVED, "scenario": "training-grounds"}) == []


# reading


def test_puzzles_are_read_from_files_folders_lines_and_standard_input(tmp_path):
    one, other = {**PUZZLE, "title": "one"}, {**PUZZLE, "title": "other"}
    (tmp_path / "a.json").write_text(to_json(one), encoding="utf-8")
    (tmp_path / "b.ndjson").write_text(to_json_line(one) + to_json_line(other), encoding="utf-8")
    (tmp_path / "c.dt").write_text("sword\n", encoding="utf-8")
    assert [one.data["title"] for one in read_puzzles([str(tmp_path)])] == ["one", "one", "other"]
    for text in (to_json(one), to_json_line(one) + to_json_line(other)):
        read = list(read_puzzles(["-"], io.BytesIO(text.encode())))
        assert [puzzle.data for puzzle in read] == [one, other][: len(read)]
    (only,) = read_puzzles([str(tmp_path / "c.dt")])
    assert [problem.code for problem in only.problems] == ["DT104"]


def test_what_is_written_is_read_again():
    for text in (to_json(PUZZLE), to_json_line(PUZZLE)):
        assert parse_puzzle(text).data == PUZZLE


def test_what_cannot_be_read(tmp_path):
    (tmp_path / "empty").mkdir()
    paths = [str(tmp_path / "nowhere.json"), str(tmp_path / "empty"), "-", ""]
    assert [[one.code for one in puzzle.problems] for puzzle in read_puzzles(paths)] == [["DT101"]] * 4
    assert [check_puzzle(puzzle).is_valid for puzzle in read_puzzles(paths)] == [False] * 4


def test_puzzles_that_ship_are_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dtcli.formats.sources.file_kinds.bundled", lambda kind: tmp_path / "shipped" / kind.folder)
    shipped = tmp_path / "shipped" / "puzzles" / "cellar"
    shipped.mkdir(parents=True)
    (shipped / "rats.json").write_text(to_json(PUZZLE), encoding="utf-8")
    assert find("puzzles/cellar/rats.json") == shipped / "rats.json"
    (read,) = read_puzzles(["puzzles/cellar"])
    assert (read.file, read.data) == (str(Path("puzzles/cellar/rats.json")), PUZZLE)
    (missed,) = read_puzzles(["puzzles/cellar/rast.json"])
    assert missed.problems[0].hint == "did you mean puzzles/cellar/rats.json?"
    assert bundled(PUZZLES).name == "puzzles"


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "[]", "null", "7", '"x"', "{", "[" * 100_000, '{"a":' * 100_000, '{"format": 1}',
        '{"format": "dungeon-time/puzzle/1"}', '{"format": "dungeon-time/puzzle/1", "goal": {}, "goal": {}}',
        json.dumps({**PUZZLE, "_deep": json.loads("[" * 400 + "]" * 400)}),
        json.dumps({**PUZZLE, "title": "\x1b[31m\u202e\x00"}),
        json.dumps({**PUZZLE, "story": ["\x1b[31m", {"mission": "\x00", "needs": ["\u202e"]}]}),
        json.dumps({**PUZZLE, "seed": 10**400}), '{"format": "dungeon-time/puzzle/1", "seed": ' + "9" * 5000 + "}",
        json.dumps({**PUZZLE, "story": ["sword"] * 501}), json.dumps({**PUZZLE, "difficulty": {"lines": 10**30}}),
        json.dumps({**PUZZLE, "start": {"supply": {f"k{n}": 1 for n in range(500)}}}),
        json.dumps({**PUZZLE, "goal": [[[]]], "start": [], "story": {}, "solution": None, "heroes": 1, "rulings": []}),
        "\ud800", "x" * 2_000_000,
    ],
)  # fmt: skip
def test_any_file_is_a_puzzle_or_a_problem(text):
    puzzle = check_puzzle(parse_puzzle(text))
    assert puzzle.is_valid or puzzle.problems
    for problem in puzzle.problems:
        assert problem.message.isprintable()


# writing


def test_from_values_to_a_file_and_back():
    wolves = Mission("Wolves", (Kind("bow"), Kind("sword")), Reward(RewardRule.MAY, (Kind("shield"),)))
    game = Game(
        kinds=HOUSE.cards.kinds,
        story=(Item(Kind("torch")), HOUSE.cards.missions["E01"], wolves),
        heroes=(TONK_REDBEER, TRAGURK, ZARIA, ROS_THANIR),
        rulings=EDITIONS["demo-2016"]._replace(spent_rewards=SpentRewards.RETURN),
        extended=True,
        adventure=HOUSE.cards.adventures["the-apprentices-book"],
        start=Start(
            cards=Pile.of(Kind("sword"), Kind("bow"), Kind("sword")),
            tokens=Pile.of(Kind("cup")),
            supply=Pile(dict.fromkeys(HOUSE.cards.kinds, 1)),
            unused=(TONK_REDBEER,),
            last_failed=HOUSE.cards.missions["E07"],
            adventure_completed=True,
            waiver=2,
            guesses=frozenset({Kind("bow"), Kind("map")}),
        ),
    )
    goal = Goal(GoalKind.MISSION, None, wolves)
    entry = puzzle_entry(game, goal, HOUSE, title="Back", seed=7, solution=[RevealNote(3, None)])
    assert list(entry)[:5] == ["format", "title", "rulings", "card_set", "adventure"]
    puzzle = check_puzzle(parse_puzzle(to_json(entry)))
    assert [one.code for one in puzzle.problems if one.is_error and one.code not in ("DT304", "DT309")] == []
    again = puzzle.game
    assert again is not None
    assert puzzle.goal == goal
    kept = ("story", "heroes", "rulings", "extended", "adventure", "start")
    assert {name: getattr(again, name) for name in kept} == {name: getattr(game, name) for name in kept}
    assert entry["solution"] == [{"at": 3, "take": None}]
    assert entry["story"][1:] == [
        {"mission": "E01"},
        {"mission": "Wolves", "needs": ["bow", "sword"], "reward": "shield?"},
    ]


def test_default_values_are_not_written():
    game = Game(kinds=HOUSE.cards.kinds, story=(Item(Kind("torch")),))
    entry = puzzle_entry(game, Goal(GoalKind.WHOLE), HOUSE)
    assert entry == {
        "format": "dungeon-time/puzzle/1", "card_set": "house-2", "story": ["torch"], "goal": {"kind": "whole"},
    }  # fmt: skip
    rulebook = bundled_cards("rulebook")
    assert puzzle_entry(game, Goal(GoalKind.MOST, 3), rulebook)["card_set"] == "rulebook"
    assert puzzle_entry(game, Goal(GoalKind.MOST, 3), HOUSE)["goal"] == {"kind": "most", "missions": 3}
    fewest = puzzle_entry(game, Goal(GoalKind.FEWEST_SKILLS, 2, None, 1), HOUSE)["goal"]
    assert fewest == {"kind": "fewest-skills", "missions": 2, "heroes": 1}


@pytest.mark.parametrize(
    ("goal", "entry"),
    [
        (Goal(GoalKind.MOST), {"kind": "most"}),
        (Goal(GoalKind.MOST, 0), {"kind": "most", "missions": 0}),
        (Goal(GoalKind.FEWEST_SKILLS, 0), {"kind": "fewest-skills", "missions": 0}),
        (Goal(GoalKind.FEWEST_SKILLS, 0, None, 0), {"kind": "fewest-skills", "missions": 0, "heroes": 0}),
        (Goal(GoalKind.WHOLE), {"kind": "whole"}),
    ],
)
def test_a_number_of_0_is_written_and_read_and_one_that_is_not_known_is_not(goal, entry):
    assert goal_entry(goal) == entry
    assert checked({**UNSOLVED, "goal": entry}).goal == goal


# puzzles in memory


def test_a_puzzle_in_memory_is_a_document_without_being_written():
    document = puzzle_document(PUZZLE, file="grade1#x")
    assert document.data is PUZZLE
    assert (document.file, document.problems) == ("grade1#x", ())
    found, parsed = check_puzzle(document), checked(PUZZLE)
    assert found.problems == parsed.problems == ()
    assert (found.goal, found.game.story, found.game.start) == (parsed.goal, parsed.game.story, parsed.game.start)
    assert found.solution.final.completed == parsed.solution.final.completed


def test_the_shape_of_a_puzzle_in_memory_is_checked():
    document = puzzle_document({**PUZZLE, "story": ["torch", 7]}, file="grade1#x")
    assert document.data is None
    assert [(one.code, one.pointer, one.file, one.line) for one in document.problems] == [
        ("DT203", "/story/1", "grade1#x", None)
    ]
    assert check_puzzle(document).title == "Torch or Cup"
