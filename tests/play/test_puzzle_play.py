"""Puzzles solved in lines: won, lost and broken, taken back, with every degree of help, and with nonsense."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.json.text import compact
from dtcli.formats.puzzle.file import as_replay, puzzle_entry
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.formats.replay.serialize import choice_entry
from dtcli.play.game.question_text import SKILL_QUESTIONS
from dtcli.play.puzzle.attempt import Attempt
from dtcli.play.puzzle.game import COMMANDS, HELP, QUESTION_HELP, Puzzle
from dtcli.play.puzzle.solvability import Solvability
from dtcli.rules import Kind, Pile
from dtcli.rules.cards import Item, Mission, Reward, RewardRule
from dtcli.rules.decisions import Reveal, Take, UseSkill
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import start
from dtcli.rules.rulings import TEN_HEROES
from dtcli.rules.state import Game, Start
from tests.play.puzzle_players import HOUSE, KINDS, WISHES, Solving, at_random, made, missing, puzzle, solution, typed

E01 = HOUSE.cards.missions["E01"]


def small(*, goal: Goal | None = None, **other: object) -> Puzzle:
    """Return a puzzle in which a reward is to be chosen, and nothing depends on it."""
    game = Game(HOUSE.cards.kinds, story=(Item(Kind("torch")), Item(Kind("sword")), E01), **other)
    return Puzzle(game, goal or Goal(GoalKind.MISSIONS, 1), title="Small")


def solved(name: str, *first: str) -> Solving:
    return Solving(puzzle(name)).by(*first, *typed(puzzle(name).game, solution(name)))


def agrees(solving: Solving) -> None:
    """Check that the saved line, reloaded, comes to what was played."""
    one, notes = solving.game.puzzle, solving.game.line
    assert notes is not None
    written = as_replay(puzzle_entry(one.game, one.goal, HOUSE), [choice_entry(note) for note in notes])
    checked = check(parse(compact(written), suffix=".json"))
    assert not [problem for problem in checked.problems if problem.is_error]
    assert checked.run is not None
    assert checked.run.final[1:-2] == solving.game.resolution.state[1:-2]  # a game that is read again is another
    assert not checked.run.assumed


# whole puzzles


@pytest.mark.parametrize("name", WISHES)
def test_a_puzzle_is_solved(name):
    told = solved(name)
    assert "Solved, without help." in told.said
    assert any(text.endswith("This is the intended line.") for text in told.said)
    assert told.game.solved
    agrees(told)


@pytest.mark.parametrize("name", WISHES)
def test_a_puzzle_is_missed_for_a_reason(name):
    whys = set()
    for seed in range(12):
        attempt = at_random(puzzle(name), Random(seed))
        told = Solving(puzzle(name)).by(*typed(puzzle(name).game, attempt.choices))
        assert told.game.resolution.state == attempt.position.state
        agrees(told)
        if not told.game.solved:
            whys |= {text for text in told.said if text.startswith("Not solved: ")}
    assert whys


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("most", "missions completed, and no more are possible."),
        ("missions", "missions completed, and the backpack is whole."),
        ("whole", "and the backpack is whole."),
        ("mission", "is completed, and the backpack is whole."),
        ("fewest-skills", "1 skill used, and fewer will not do."),
    ],
)
def test_a_goal_of_each_kind_says_by_what_it_is_reached(name, words):
    assert any(words in text for text in solved(name).said)


def missed(name: str) -> set[str]:
    """Return the reasons why people who decide at random miss a goal."""
    found = set()
    for seed in range(60):
        told = Solving(puzzle(name)).by(*typed(puzzle(name).game, at_random(puzzle(name), Random(seed)).choices))
        found |= {text for text in told.said if text.startswith("Not solved: ")}
    return found


def test_a_goal_says_by_what_it_is_missed():
    assert set(KINDS) <= WISHES.keys()
    assert "Not solved: the backpack broke." in missed("whole")
    assert any("and more are possible" in text for text in missed("most"))
    assert any(" of " in text and "missions completed" in text for text in missed("missions"))
    assert any("was not completed" in text for text in missed("mission"))


def test_too_many_skills_are_told():
    story = (Item(Kind("torch")), E01)
    begin = Start(cards=Pile.of(Kind("torch"), Kind("sword")))
    game = Game(HOUSE.cards.kinds, story=story, heroes=(TEN_HEROES[2],), start=begin)
    told = Solving(Puzzle(game, Goal(GoalKind.FEWEST_SKILLS, 1), title="Few")).by("hero tonk", "on", "1", "hint")
    assert "Not solved: 1 skill used, and fewer will do." in told.said


def test_another_line_than_the_intended_one():
    one = small()._replace(solution=(Reveal(), Reveal(), Reveal(), Take(Kind("bow"))))
    told = Solving(one).by("on", "1")
    assert any("This is the intended line." in text for text in told.said)  # what does not matter is not compared
    full = [Kind(kind) for kind in ("torch", "torch", "sword", "sword", "bow", "shield", "map", "keys", "gold", "cup")]
    begin = Start(cards=Pile.of(*full))
    any_item = Mission("Anything", (Kind("torch"),), Reward(RewardRule.ANY))
    game = Game(HOUSE.cards.kinds, story=(any_item,), start=begin)
    whole = Puzzle(game, Goal(GoalKind.WHOLE), title="Full", solution=(Reveal(), Take(Kind("bow"))))
    for kind, words in (("bow", "This is the"), ("map", "This is not the"), ("book", "Not solved")):
        assert any(words in text for text in Solving(whole).by(*typed(game, [Reveal(), Take(Kind(kind))])).said)


# between two cards


def test_the_puzzle_is_shown_and_the_whole_story_is_known():
    told = Solving(small()).by("story", "next", "story", "task", "on", "story")
    assert "Complete 1 mission, and keep the backpack whole." in told.said[:3]
    assert told.since[:2] == ["Still to come:", "1: torch."]
    assert told.since[3].startswith("3: mission E01")
    assert told.since[5:7] == ["Still to come:", "2: sword."]
    assert told.since.count("Complete 1 mission, and keep the backpack whole.") == 1
    assert "No card is left in the story." in told.said


def test_help_names_every_order():
    assert not [order for order in COMMANDS if not any(order in text for text in (*HELP, "help"))]
    told = Solving(small()).by("help", "on", "?")
    assert set(HELP) <= set(told.said)
    assert set(QUESTION_HELP) <= set(told.said)


@pytest.mark.parametrize("line", ["h", "hint", "HINT please", "hin"])
def test_orders_can_be_shortened(line):
    told = Solving(small()).by(line)
    assert told.since[0].startswith(("There are no heroes in", "From here on"))


@pytest.mark.parametrize("line", ["frobnicate", "3", "hero nobody", "undo many", "undo 9", "\x1b[31m", "ünd", "."])
def test_what_is_not_understood_gets_a_hint(line):
    told = Solving(puzzle("tonk")).by("", line, "", "hero")
    assert len(told.since) >= 4
    assert "\x1b" not in told.text
    assert told.game.resolution.state.revealed == 2


def test_after_the_end_it_is_over():
    told = Solving(small()).by("on", "1", "next", "on", "hero", "backpack", "", "task", "never read")
    assert told.said.count("The story is over. Type undo, restart, solution or quit.") == 3
    assert told.said[-1] == "You leave the puzzle."
    assert told.script.script == ["task", "never read"]


def test_enter_does_not_leave_a_puzzle_that_is_not_solved():
    lost = typed(puzzle("whole").game, missing("whole").choices)
    told = Solving(puzzle("whole")).by(*lost, "", "", "quit")
    assert told.said.count("The story is over. Type undo, restart, solution or quit.") == 2


# going back


@pytest.mark.parametrize("name", WISHES)
def test_every_decision_can_be_taken_back(name):
    attempt = Attempt(puzzle(name).game, puzzle(name).goal)
    for choice in solution(name):
        attempt.choose(choice)
    steps = len(attempt.undo_targets)
    for back in attempt.undo_targets:
        attempt.undo()
        assert attempt.position == back
        assert attempt.resolution.state == back.state
    assert attempt.undo() is None
    assert attempt.position.state == start(puzzle(name).game)
    assert attempt.notes == ()
    told = Solving(puzzle(name)).by(*typed(puzzle(name).game, solution(name)), *["undo"] * steps, "undo", "undo")
    assert told.said.count("There is nothing to undo yet.") == 2
    assert told.game.attempt.help.undos == steps


@pytest.mark.parametrize("name", WISHES)
def test_what_is_taken_back_can_be_done_again(name):
    lines = typed(puzzle(name).game, solution(name))
    steps = len(Solving(puzzle(name)).by(*lines).game.attempt.undo_targets)
    told = Solving(puzzle(name)).by(*lines, f"undo {steps}", *lines, "restart", *lines)
    assert f"Solved, with {steps} undo{'' if steps == 1 else 's'}." in told.said
    assert told.game.attempt.choices == solution(name)
    agrees(told)


def test_an_answer_is_taken_back_inside_the_next_question():
    told = Solving(small()).by("on", "undo", "on", "1", "undo", "again", "2", "undo", "1")
    assert "Card 1 is face down again." in told.said
    assert "Undone: take bow." in told.said
    assert "You are before card 1. Slots filled: 0 of 8." in told.said
    assert "Solved, with 2 undos." in told.said


def test_a_card_turned_too_early_is_turned_back_alone():
    told = Solving(puzzle("tonk")).by("", "", "undo", "backpack")
    assert "Card 2 is face down again." in told.said
    assert told.game.resolution.state.revealed == 1


def test_what_was_thrown_away_is_taken_back():
    told = Solving(puzzle("arvedui")).by("on", "4", "undo", "hint", "hint", "hint")
    assert "Undone: discard mortar and book." in told.said
    assert told.said[-2] == "At card 2: discard nothing."


def test_a_skill_is_taken_back():
    told = Solving(puzzle("tonk")).by("hero tonk", "undo")
    assert "Undone: Tonk Redbeer, remove torch." in told.said
    assert told.game.resolution.state.unused == told.game.puzzle.game.heroes


def test_a_skill_is_not_used_after_all():
    told = Solving(puzzle("zaria")).by("hero zaria", "back", "hero zaria", "undo", "hero zaria", "restart")
    assert "The skill is not used." in told.said
    assert "There is nothing to undo yet." in told.said
    assert "You start over." in told.said


# hints


def test_hints_come_by_degrees_and_are_counted():
    told = Solving(puzzle("tonk")).by("hint", "hint", "hint", "hint", "", "hint", "undo", "hint")
    degrees = (
        "What you do now matters, before card 3, D05 Fever in the Camp.",
        "It is about a skill that should not be used there.",
        "Use no skill before card 3, D05 Fever in the Camp.",
    )
    assert told.since[:4] == [*degrees, degrees[-1]]
    assert told.since[5] == degrees[0]
    assert told.since[-2] == degrees[-1]  # the same position again
    assert told.game.attempt.help.hints == 4


def test_the_kinds_of_steps_that_matter():
    kinds = set()
    for name in WISHES:
        told = Solving(puzzle(name))
        lines = typed(puzzle(name).game, solution(name))
        told.by(*[line for one in lines for line in ("hint", "hint", one)])
        kinds |= {text.split(":")[0] for text in told.said if text.startswith("It is about")}
    assert kinds >= {
        "It is about a reward",
        "It is about a failed mission",
        "It is about a skill",
        "It is about a skill that should not be used there.",
    }


@pytest.mark.parametrize("name", WISHES)
def test_help_is_told_at_the_end(name):
    told = solved(name, "hint", "hint", "still", "next", "undo", "solution", "solvable?")
    undone = told.game.attempt.help.undos
    assert undone == 1
    assert told.said.count("Yes, the goal can still be reached.") == 2
    assert "Solved, with 2 hints, 1 undo, 2 checks of the goal and the solution known." in told.said


def test_the_way_back_is_told():
    seed = next(seed for seed in range(50) if at_random(puzzle("most"), Random(seed)).position.state.broken)
    lines = typed(puzzle("most").game, at_random(puzzle("most"), Random(seed)).choices)
    told = Solving(puzzle("most")).by(*lines, "still", "hint", "hint")
    said = next(text for text in told.said if text.startswith("The goal is out of reach from here."))
    assert "No, the goal can no longer be reached." in told.said
    assert told.game.attempt.help.hints == 1
    back = "1" if "once" in said else said.split("undo ")[1].split()[0]
    again = Solving(puzzle("most")).by(*lines, f"undo {back}", "still")
    assert "Yes, the goal can still be reached." in again.said


def test_a_puzzle_without_a_solution():
    told = Solving(small(goal=Goal(GoalKind.MISSIONS, 2))).by("hint", "still", "solution", "on", "1", "hint")
    assert told.said.count("The goal is out of reach from the beginning: this puzzle has no solution.") == 2
    assert "No, the goal can no longer be reached." in told.said
    assert "No solution is known." in told.said
    assert "Not solved: 1 of 2 missions completed." in told.said


def test_a_puzzle_with_too_many_lines():
    one = puzzle("fewest-skills")
    solvability = Solvability(one.game, one.goal, most=3)
    told = Solving(one, solvability=solvability).by(
        "hint", "still", "solution", *typed(one.game, solution("fewest-skills"))
    )
    assert any("too many lines to search from here" in text for text in told.said)
    assert "Unknown: there are too many lines to search." in told.said
    assert "No solution is known." in told.said
    assert any("Whether more is possible is unknown." in text for text in told.said)
    assert told.game.attempt.help.checks == told.game.attempt.help.hints == 0


# the solution


@pytest.mark.parametrize("name", WISHES)
def test_the_solution_can_be_seen_and_saved(name):
    told = Solving(puzzle(name)).by("solution", "solution out.dt")
    assert any(text.startswith("Solution: ") for text in told.said)
    ((where, notes),) = told.kept
    assert where == "out.dt"
    solved_one = solved(name)
    assert notes == solved_one.game.line
    assert not told.game.solved


def test_a_line_that_solves_it_is_kept_before_one_that_does_not():
    lost = typed(puzzle("whole").game, missing("whole").choices)
    good = typed(puzzle("whole").game, solution("whole"))
    told = Solving(puzzle("whole")).by(*lost, "restart", *good, "restart", *lost)
    assert told.game.solved
    assert told.game.line == solved("whole").game.line
    assert Solving(puzzle("whole")).by("", "").game.line is None


# everybody and everything


def test_every_question_of_every_hero_is_asked():
    asked: set[str] = set()
    story = tuple(Item(Kind(kind)) for kind in ("sword", "bow", "torch")) + tuple(HOUSE.cards.missions.values())[:3]
    begin = Start(cards=Pile.of(*(Kind(kind) for kind in ("potion", "torch", "gold", "map", "keys", "cup"))))
    for hero in TEN_HEROES:
        others = tuple(one for one in TEN_HEROES if one != hero)[:2]
        game = Game(HOUSE.cards.kinds, story=story, heroes=(hero, *others), start=begin)
        for seed in range(2):
            chance = Random(seed)
            told = Solving(Puzzle(game, Goal(GoalKind.WHOLE), title="All"))

            def think(told: Solving = told, chance: Random = chance) -> str:
                if len(told.game.resolution.state.story) < 2 and not told.answers:
                    return "quit"  # before the end, which would look at every line of a large puzzle
                if not told.answers and chance.random() < 0.2:
                    return "again"
                if told.answers:
                    return chance.choice([str(chance.randint(1, told.answers))] * 4 + ["undo", "back"])
                able = [one for one in told.game.puzzle.game.heroes if told.game.resolution.can_act(one)]
                return f"hero {HEROES[chance.choice(able)].name}" if able and chance.random() < 0.6 else "next"

            told.by(think=think)
            asked |= {text for text in told.said if "?" in text}
    missing = {one for one in SKILL_QUESTIONS.values() if not any(one in text for text in asked)}
    assert missing <= {SKILL_QUESTIONS["tokens"]}


SAID = st.one_of(
    st.sampled_from(
        ["", "next", "on", "hero", "hero tonk", "undo", "undo 2", "hint", "still", "solution", "restart", "1", "2", "9",
         "back", "again", "story", "task", "backpack", "help", "solution x.dt", "hero zaria", "0", "undo 0"]
    ),
    st.text(max_size=12),
)  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(["tonk", "zaria", "whole", "mission"]), st.lists(SAID, max_size=25))
def test_whatever_is_typed_nothing_breaks(name, lines):
    told = Solving(puzzle(name)).by(*lines)
    assert told.said[-1] == "You leave the puzzle."
    attempt = told.game.attempt
    assert told.game.resolution is attempt.resolution
    again = Attempt(attempt.game, attempt.goal)
    for choice in attempt.choices:
        again.choose(choice)
    assert again.position == attempt.position


@pytest.mark.parametrize("end", [None, KeyboardInterrupt()])
@pytest.mark.parametrize("name", ["thanir", "most"])
def test_lines_can_end_anywhere(name, end):
    lines = ["hint", *typed(puzzle(name).game, solution(name)), "solution", "undo"]
    assert any(isinstance(choice, UseSkill) for choice in solution("thanir"))
    for n in range(len(lines) + 1):
        told = Solving(puzzle(name))
        if end is None:
            told.by(*lines[:n])
        else:
            with pytest.raises(KeyboardInterrupt):
                told.by(*lines[:n], end)
        assert told.said[-1] == "You leave the puzzle."


def test_quit_leaves_from_a_question_too():
    for lines in (["quit"], ["on", "quit"], ["on", "1", "quit"], ["on", "exit"]):
        assert Solving(small()).by(*lines, "never read").script.script == ["never read"]


def test_the_puzzles_are_those_that_were_asked_for():
    assert {made(name).goal.kind.value for name in KINDS} == set(KINDS)
