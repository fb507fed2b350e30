"""The storm: what counts as solved and as a mistake, when it ends, and that its clock runs only for the player."""

from itertools import count
from random import Random

import pytest

from dtcli.play.puzzle.attempt import AttemptPosition
from dtcli.play.puzzle.storm import EACH_GRADE, MISTAKES, CountedLines, StormGame, StormPuzzle, in_storm_order
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.puzzle_results import ResultsStore
from dtcli.play.text.console import TextConsole
from tests.play.manual_clock import ManualClock
from tests.play.puzzle_players import puzzle, solution, typed
from tests.play.text_players import ScriptedLines

NAMES = ("most", "missions", "tonk")


def right(name):
    """Return the lines that solve a puzzle; cards without a choice are revealed by themselves."""
    lines = typed(puzzle(name).game, solution(name))
    return lines if puzzle(name).game.heroes else [line for line in lines if line]


class Storming:
    """A storm with a script of lines and waits, and its output."""

    def __init__(self, *script, names=NAMES, seconds=180.0, store=None):
        self.said = []
        clock = ManualClock()
        lines = CountedLines(ScriptedLines(clock, script), seconds=seconds, now=clock)
        puzzles = (StormPuzzle(puzzle(name), grade) for grade, name in enumerate(names, 1))
        self.game = StormGame(puzzles, TextConsole(lines, self.said.append), lines, store, clock.date)
        self.game.play()
        self.result = self.game.result
        self.left = lines.left


def test_solved_puzzles_are_counted_with_their_combo_and_grade():
    storm = Storming("", *right("most"), *right("missions"), *right("tonk"))
    assert storm.said.count("Solved.") == 3
    assert (storm.result.solved, storm.result.mistakes, storm.result.combo, storm.result.hardest) == (3, 0, 3, 3)
    assert "There are no more puzzles." in storm.said


def test_three_mistakes_end_it():
    storm = Storming("", "skip", "skip", "skip", "never read", names=["most"] * 9)
    assert (storm.result.solved, storm.result.mistakes) == (0, MISTAKES)
    assert storm.said.count("Mistake: skipped.") == 3


def test_a_mistake_ends_the_combo():
    storm = Storming("", *right("most"), "skip", *right("most"), names=["most"] * 9)
    assert (storm.result.solved, storm.result.mistakes, storm.result.combo) == (2, 1, 1)
    assert storm.said[-1] == "You leave the storm."


def test_the_first_choice_after_which_the_goal_is_out_of_reach_is_a_mistake():
    """Of all first answers, those are mistakes after which the engine cannot reach the goal any more."""
    seen = set()
    for number in count(1):
        storm = Storming("", str(number), names=["most"] * 3)
        if "Type a number from 1 to" in " ".join(storm.said):
            break
        lost = any(text.startswith("Mistake: ") for text in storm.said)
        attempt = storm.game._attempt
        assert lost == (storm.result.mistakes == 1)
        position: AttemptPosition = attempt.position
        assert lost or storm.game._solvability.is_open(position)
        seen.add(lost)
    assert seen == {True, False}


def test_the_clock_runs_only_while_the_player_is_waited_for():
    storm = Storming(500.0, "", 60.0, *right("most"), 30.0, "quit", names=["most"] * 9)
    assert storm.left == pytest.approx(90.0)
    assert storm.result.solved == 1


def test_when_the_time_is_up_the_open_puzzle_does_not_count():
    storm = Storming("", *right("most"), 179.0, 2.0, *right("most"), names=["most"] * 9)
    assert storm.said[-1] == "The time is up."
    assert (storm.result.solved, storm.result.mistakes) == (1, 0)


def test_every_command_is_understood():
    storm = Storming("", "help", "story", "task", "backpack", "hero", "nonsense", "on", "quit", names=["tonk"])
    assert any("is not understood" in text for text in storm.said)
    assert storm.said[-1] == "You leave the storm."


def test_a_run_is_kept_after_each_puzzle(tmp_path):
    store = ResultsStore(Folders(tmp_path))
    storm = Storming("", *right("most"), "skip", "quit", names=["most"] * 9, store=store)
    assert len(store.path.read_text(encoding="utf-8").splitlines()) == 2
    assert store.read().storms == (storm.result,)
    assert store.read().puzzles == ()


def test_grades_rise_and_then_the_hardest_come_first():
    names = [(f"{grade}{n}", grade) for grade in (1, 2, 3) for n in range(6)]
    order = in_storm_order(names, Random(1))
    assert sorted(order) == sorted(name for name, _ in names)
    grades = "".join(name[0] for name in order)
    assert grades == "1" * EACH_GRADE + "2" * EACH_GRADE + "3" * EACH_GRADE + "332211"
    assert in_storm_order(names, Random(1)) == order != in_storm_order(names, Random(2))
