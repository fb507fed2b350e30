"""Hints are true: following them solves the puzzle, and steps that they call safe are safe."""

from random import Random

import pytest

from dtcli.play.puzzle.attempt import Attempt, AttemptPosition
from dtcli.play.puzzle.hints import ALL_GOOD, Hint, hint_at, lost, undos_needed
from dtcli.play.puzzle.solvability import Solvability
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.resolution import start
from solver.limits import Limits
from solver.puzzles.played_line import answer_of, is_intended, steps_of
from solver.puzzles.solution import answer
from tests.play.puzzle_players import KINDS, WISHES, any_choice, at_random, made, puzzle, reaches, solution


def outlook_of(name: str, **other: object) -> Solvability:
    return Solvability(puzzle(name).game, puzzle(name).goal, **other)


def hint_now(attempt: Attempt, solvability: Solvability) -> Hint:
    here = solvability.at(attempt.position)
    assert here is not None
    return hint_at(here)


@pytest.mark.parametrize("name", WISHES)
def test_following_the_last_degree_solves_the_puzzle(name):
    solvability, attempt = outlook_of(name), Attempt(puzzle(name).game, puzzle(name).goal)
    degrees = 0
    while not attempt.position.state.over:
        hint = hint_now(attempt, solvability)
        degrees += len(hint.degrees)
        for choice in hint.choices or [any_choice(attempt.position, Random(1))]:
            attempt.choose(choice)
    assert solvability.goal is not None
    assert solvability.goal.is_reached(attempt.position.state, completed=attempt.position.completed)
    assert degrees >= 3 * made(name).difficulty.decisions


@pytest.mark.parametrize("name", WISHES)
def test_only_the_step_that_matters_can_lose_the_goal(name):
    """Following hints only at steps that matter, with random choices elsewhere, solves the puzzle."""
    solvability, followed = outlook_of(name), 0
    for seed in range(15):
        attempt, chance = Attempt(puzzle(name).game, puzzle(name).goal), Random(seed)
        while not attempt.position.state.over:
            hint = hint_now(attempt, solvability)
            if hint.degrees[0].startswith("What you"):
                followed += 1
                for choice in hint.choices:
                    attempt.choose(choice)
            else:
                attempt.choose(any_choice(attempt.position, chance))
            assert solvability.is_open(attempt.position)
    assert followed


@pytest.mark.parametrize("name", WISHES)
def test_the_hint_gives_the_right_number_of_undos(name):
    solvability, found = outlook_of(name), 0
    for seed in range(20):
        attempt = at_random(puzzle(name), Random(seed))
        if solvability.is_open(attempt.position):
            continue
        undos = undos_needed(attempt.standing, solvability)
        assert undos is not None
        words = "undo once" if undos == 1 else f"undo {undos} times"
        assert lost(attempt.standing, solvability).degrees == (
            f"The goal is out of reach from here. To bring it back, {words}.",
        )
        for _ in range(undos - 1):
            attempt.undo()
            assert solvability.is_open(attempt.position) is False
        attempt.undo()
        assert solvability.is_open(attempt.position)
        assert attempt.help.undos == undos
        found += 1
    assert found


@pytest.mark.parametrize("name", [*KINDS, "thanir", "zaria", "alan", "fylee"])
def test_solvability_agrees_with_brute_force(name):
    solvability, known, answers = outlook_of(name), {}, set()
    goal = made(name).goal
    assert solvability.goal == goal
    for seed in range(8):
        attempt = at_random(puzzle(name), Random(seed))
        for position in (*(one.position for one in attempt.made), attempt.position):
            answers.add(solvability.is_open(position))
            assert solvability.is_open(position) is reaches(position, goal, known)
    assert answers == {True, False}


def test_a_completed_mission_stays_completed():
    game, goal = made("mission").game, made("mission").goal
    solvability = Solvability(game, goal)
    attempt = Attempt(game, goal)
    for choice in solution("mission"):
        attempt.choose(choice)
        if attempt.position.completed and not attempt.position.state.over:
            break
    last = attempt.position
    if not last.state.over:
        assert solvability.is_open(last)
        assert solvability.is_open(last._replace(completed=False)) is False
    assert solvability.is_open(AttemptPosition(last.state._replace(story=(), pending=None), completed=True))


@pytest.mark.parametrize("name", WISHES)
def test_a_line_is_split_into_its_steps(name):
    lines = made(name).lines
    assert answer_of(lines, solution(name)) == answer(lines)
    for seed in range(30):
        attempt = at_random(puzzle(name), Random(seed))
        spot = lines.start
        for at, way in steps_of(lines, attempt.choices):
            assert at is spot
            spot = way.to
        assert spot.state.over
        assert spot.state.broken == attempt.position.state.broken
        assert spot.state.completed == attempt.position.state.completed
        reached = lines.goal.is_reached(attempt.position.state, completed=attempt.position.completed)
        if reached:
            assert is_intended(lines, attempt.choices, solution(name))
        else:
            assert answer_of(lines, attempt.choices) != answer(lines)


def test_a_hint_says_when_nothing_matters_any_more():
    game = made("most").game
    solvability = Solvability(game, Goal(GoalKind.MISSIONS, 0))
    attempt = Attempt(game, Goal(GoalKind.MISSIONS, 0))
    for choice in solution("most")[:-1]:
        attempt.choose(choice)
    assert hint_now(attempt, solvability).degrees == (ALL_GOOD,)


# too many lines


def test_the_solver_answers_if_there_are_too_many_lines():
    small, whole = outlook_of("missions", most=3), outlook_of("missions")
    assert small.lines is None
    answers = set()
    for seed in range(6):
        one = at_random(puzzle("missions"), Random(seed)).made[-2]
        answers.add(small.is_open(one.position))
        assert small.is_open(one.position) is whole.is_open(one.position)
    assert answers == {True, False}


def test_the_solver_finds_the_number_of_a_goal():
    assert outlook_of("most", most=3).goal == made("most").goal


def test_nothing_unknown_is_claimed():
    for name, most in (("fewest-skills", 3), ("mission", 3)):
        solvability = outlook_of(name, most=most)
        assert solvability.is_open(AttemptPosition(start(puzzle(name).game))) is None
        assert solvability.at(AttemptPosition(start(puzzle(name).game))) is None
    at_once = outlook_of("most", most=3, limits=Limits(0.0, 0.0))
    assert at_once.is_open(AttemptPosition(start(puzzle("most").game))) is None
