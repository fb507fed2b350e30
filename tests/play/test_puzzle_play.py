"""Puzzles in text mode: solved, missed and broken, with undo, every degree of help, and random input."""

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
from dtcli.play.puzzle.dialogue import COMMANDS, HELP, QUESTION_HELP
from dtcli.play.puzzle.puzzle import Puzzle
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
    """Return a puzzle with a choice of reward that does not matter."""
    game = Game(HOUSE.cards.kinds, story=(Item(Kind("torch")), Item(Kind("sword")), E01), **other)
    return Puzzle(game, goal or Goal(GoalKind.MISSIONS, 1), title="Small")


def solved(name: str, *first: str) -> Solving:
    return Solving(puzzle(name)).by(*first, *typed(puzzle(name).game, solution(name)))


def agrees(solving: Solving) -> None:
    """Check that the saved line, read back, has the same result."""
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
    output = solved(name)
    assert "Solved, without help." in output.said
    assert any(text.endswith("This is the intended line.") for text in output.said)
    assert output.game.solved
    agrees(output)


@pytest.mark.parametrize("name", WISHES)
def test_a_puzzle_is_missed_for_a_reason(name):
    whys = set()
    for seed in range(12):
        attempt = at_random(puzzle(name), Random(seed))
        output = Solving(puzzle(name)).by(*typed(puzzle(name).game, attempt.choices))
        assert output.game.resolution.state == attempt.position.state
        agrees(output)
        if not output.game.solved:
            whys |= {text for text in output.said if text.startswith("Not solved: ")}
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
def test_each_kind_of_goal_says_how_it_was_reached(name, words):
    assert any(words in text for text in solved(name).said)


def missed(name: str) -> set[str]:
    """Return the reasons why random attempts miss a goal."""
    found = set()
    for seed in range(60):
        output = Solving(puzzle(name)).by(*typed(puzzle(name).game, at_random(puzzle(name), Random(seed)).choices))
        found |= {text for text in output.said if text.startswith("Not solved: ")}
    return found


def test_each_kind_of_goal_says_why_it_was_missed():
    assert set(KINDS) <= WISHES.keys()
    assert "Not solved: the backpack broke." in missed("whole")
    assert any("and more are possible" in text for text in missed("most"))
    assert any(" of " in text and "missions completed" in text for text in missed("missions"))
    assert any("was not completed" in text for text in missed("mission"))


def test_too_many_skills_are_reported():
    story = (Item(Kind("torch")), E01)
    begin = Start(cards=Pile.of(Kind("torch"), Kind("sword")))
    game = Game(HOUSE.cards.kinds, story=story, heroes=(TEN_HEROES[2],), start=begin)
    output = Solving(Puzzle(game, Goal(GoalKind.FEWEST_SKILLS, 1), title="Few")).by("hero tonk", "on", "1", "hint")
    assert "Not solved: 1 skill used, and fewer will do." in output.said


def test_a_line_that_is_not_the_intended_one():
    one = small()._replace(solution=(Reveal(), Reveal(), Reveal(), Take(Kind("bow"))))
    output = Solving(one).by("on", "1")
    assert any("This is the intended line." in text for text in output.said)  # what does not matter is not compared
    full = [Kind(kind) for kind in ("torch", "torch", "sword", "sword", "bow", "shield", "map", "keys", "gold", "cup")]
    begin = Start(cards=Pile.of(*full))
    any_item = Mission("Anything", (Kind("torch"),), Reward(RewardRule.ANY))
    game = Game(HOUSE.cards.kinds, story=(any_item,), start=begin)
    whole = Puzzle(game, Goal(GoalKind.WHOLE), title="Full", solution=(Reveal(), Take(Kind("bow"))))
    for kind, words in (("bow", "This is the"), ("map", "This is not the"), ("book", "Not solved")):
        assert any(words in text for text in Solving(whole).by(*typed(game, [Reveal(), Take(Kind(kind))])).said)


# between two cards


def test_the_puzzle_is_shown_and_the_whole_story_is_known():
    output = Solving(small()).by("story", "next", "story", "task", "on", "story")
    assert "Complete 1 mission, and keep the backpack whole." in output.said[:3]
    assert output.since[:2] == ["Still to come:", "1: torch."]
    assert output.since[3].startswith("3: mission E01")
    assert output.since[5:7] == ["Still to come:", "2: sword."]
    assert output.since.count("Complete 1 mission, and keep the backpack whole.") == 1
    assert "No card is left in the story." in output.said


def test_help_names_every_command():
    assert not [order for order in COMMANDS if not any(order in text for text in (*HELP, "help"))]
    output = Solving(small()).by("help", "on", "?")
    assert set(HELP) <= set(output.said)
    assert set(QUESTION_HELP) <= set(output.said)


@pytest.mark.parametrize("line", ["h", "hint", "HINT please", "hin"])
def test_commands_can_be_abbreviated(line):
    output = Solving(small()).by(line)
    assert output.since[0].startswith(("There are no heroes in", "From here on"))


@pytest.mark.parametrize("line", ["frobnicate", "3", "hero nobody", "undo many", "undo 9", "\x1b[31m", "ünd", "."])
def test_an_unknown_command_gets_a_hint(line):
    output = Solving(puzzle("tonk")).by("", line, "", "hero")
    assert len(output.since) >= 4
    assert "\x1b" not in output.text
    assert output.game.resolution.state.revealed == 2


def test_after_the_end_it_is_over():
    output = Solving(small()).by("on", "1", "next", "on", "hero", "backpack", "", "task", "never read")
    assert output.said.count("The story is over. Type undo, restart, solution or quit.") == 3
    assert output.said[-1] == "You leave the puzzle."
    assert output.script.script == ["task", "never read"]


def test_enter_does_not_leave_a_puzzle_that_is_not_solved():
    lost = typed(puzzle("whole").game, missing("whole").choices)
    output = Solving(puzzle("whole")).by(*lost, "", "", "quit")
    assert output.said.count("The story is over. Type undo, restart, solution or quit.") == 2


# going back


@pytest.mark.parametrize("name", WISHES)
def test_every_decision_can_be_undone(name):
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
    output = Solving(puzzle(name)).by(*typed(puzzle(name).game, solution(name)), *["undo"] * steps, "undo", "undo")
    assert output.said.count("There is nothing to undo yet.") == 2
    assert output.game.attempt.help.undos == steps


@pytest.mark.parametrize("name", WISHES)
def test_an_undone_choice_can_be_made_again(name):
    lines = typed(puzzle(name).game, solution(name))
    steps = len(Solving(puzzle(name)).by(*lines).game.attempt.undo_targets)
    output = Solving(puzzle(name)).by(*lines, f"undo {steps}", *lines, "restart", *lines)
    assert f"Solved, with {steps} undo{'' if steps == 1 else 's'}." in output.said
    assert output.game.attempt.choices == solution(name)
    agrees(output)


def test_an_answer_is_undone_at_the_next_question():
    output = Solving(small()).by("on", "undo", "on", "1", "undo", "again", "2", "undo", "1")
    assert "Card 1 is face down again." in output.said
    assert "Undone: take bow." in output.said
    assert "You are before card 1. Slots filled: 0 of 8." in output.said
    assert "Solved, with 2 undos." in output.said


def test_an_early_reveal_is_undone_alone():
    output = Solving(puzzle("tonk")).by("", "", "undo", "backpack")
    assert "Card 2 is face down again." in output.said
    assert output.game.resolution.state.revealed == 1


def test_a_discard_is_undone():
    output = Solving(puzzle("arvedui")).by("on", "4", "undo", "hint", "hint", "hint")
    assert "Undone: discard mortar and book." in output.said
    assert output.said[-2] == "At card 2: discard nothing."


def test_a_skill_is_undone():
    output = Solving(puzzle("tonk")).by("hero tonk", "undo")
    assert "Undone: Tonk Redbeer, remove torch." in output.said
    assert output.game.resolution.state.unused == output.game.puzzle.game.heroes


def test_a_skill_is_cancelled():
    output = Solving(puzzle("zaria")).by("hero zaria", "back", "hero zaria", "undo", "hero zaria", "restart")
    assert "The skill is not used." in output.said
    assert "There is nothing to undo yet." in output.said
    assert "You start over." in output.said


# hints


def test_hints_come_by_degrees_and_are_counted():
    output = Solving(puzzle("tonk")).by("hint", "hint", "hint", "hint", "", "hint", "undo", "hint")
    degrees = (
        "What you do now matters, before card 3, D05 Fever in the Camp.",
        "It is about a skill that should not be used there.",
        "Use no skill before card 3, D05 Fever in the Camp.",
    )
    assert output.since[:4] == [*degrees, degrees[-1]]
    assert output.since[5] == degrees[0]
    assert output.since[-2] == degrees[-1]  # the same position again
    assert output.game.attempt.help.hints == 4


def test_the_kinds_of_steps_that_matter():
    kinds = set()
    for name in WISHES:
        output = Solving(puzzle(name))
        lines = typed(puzzle(name).game, solution(name))
        output.by(*[line for one in lines for line in ("hint", "hint", one)])
        kinds |= {text.split(":")[0] for text in output.said if text.startswith("It is about")}
    assert kinds >= {
        "It is about a reward",
        "It is about a failed mission",
        "It is about a skill",
        "It is about a skill that should not be used there.",
    }


@pytest.mark.parametrize("name", WISHES)
def test_the_help_used_is_reported_at_the_end(name):
    output = solved(name, "hint", "hint", "still", "next", "undo", "solution", "solvable?")
    undone = output.game.attempt.help.undos
    assert undone == 1
    assert output.said.count("Yes, the goal can still be reached.") == 2
    assert "Solved, with 2 hints, 1 undo, 2 checks of the goal and the solution known." in output.said


def test_a_lost_goal_is_reported_with_the_undos_needed():
    seed = next(seed for seed in range(50) if at_random(puzzle("most"), Random(seed)).position.state.broken)
    lines = typed(puzzle("most").game, at_random(puzzle("most"), Random(seed)).choices)
    output = Solving(puzzle("most")).by(*lines, "still", "hint", "hint")
    said = next(text for text in output.said if text.startswith("The goal is out of reach from here."))
    assert "No, the goal can no longer be reached." in output.said
    assert output.game.attempt.help.hints == 1
    back = "1" if "once" in said else said.split("undo ")[1].split()[0]
    again = Solving(puzzle("most")).by(*lines, f"undo {back}", "still")
    assert "Yes, the goal can still be reached." in again.said


def test_a_puzzle_without_a_solution():
    output = Solving(small(goal=Goal(GoalKind.MISSIONS, 2))).by("hint", "still", "solution", "on", "1", "hint")
    assert output.said.count("The goal is out of reach from the beginning: this puzzle has no solution.") == 2
    assert "No, the goal can no longer be reached." in output.said
    assert "No solution is known." in output.said
    assert "Not solved: 1 of 2 missions completed." in output.said


def test_a_puzzle_with_too_many_lines():
    one = puzzle("fewest-skills")
    solvability = Solvability(one.game, one.goal, most=3)
    output = Solving(one, solvability=solvability).by(
        "hint", "still", "solution", *typed(one.game, solution("fewest-skills"))
    )
    assert any("too many lines to search from here" in text for text in output.said)
    assert "Unknown: there are too many lines to search." in output.said
    assert "No solution is known." in output.said
    assert any("Whether more is possible is unknown." in text for text in output.said)
    assert output.game.attempt.help.checks == output.game.attempt.help.hints == 0


# the solution


@pytest.mark.parametrize("name", WISHES)
def test_the_solution_can_be_seen_and_saved(name):
    output = Solving(puzzle(name)).by("solution", "solution out.dt")
    assert any(text.startswith("Solution: ") for text in output.said)
    ((where, notes),) = output.kept
    assert where == "out.dt"
    solved_one = solved(name)
    assert notes == solved_one.game.line
    assert not output.game.solved


def test_a_solving_line_is_not_replaced_by_a_failing_one():
    lost = typed(puzzle("whole").game, missing("whole").choices)
    good = typed(puzzle("whole").game, solution("whole"))
    output = Solving(puzzle("whole")).by(*lost, "restart", *good, "restart", *lost)
    assert output.game.solved
    assert output.game.line == solved("whole").game.line
    assert Solving(puzzle("whole")).by("", "").game.line is None


# all heroes and random input


def test_every_question_of_every_hero_is_asked():
    asked: set[str] = set()
    story = tuple(Item(Kind(kind)) for kind in ("sword", "bow", "torch")) + tuple(HOUSE.cards.missions.values())[:3]
    begin = Start(cards=Pile.of(*(Kind(kind) for kind in ("potion", "torch", "gold", "map", "keys", "cup"))))
    for hero in TEN_HEROES:
        others = tuple(one for one in TEN_HEROES if one != hero)[:2]
        game = Game(HOUSE.cards.kinds, story=story, heroes=(hero, *others), start=begin)
        for seed in range(2):
            chance = Random(seed)
            output = Solving(Puzzle(game, Goal(GoalKind.WHOLE), title="All"))

            def think(output: Solving = output, chance: Random = chance) -> str:
                if len(output.game.resolution.state.story) < 2 and not output.answers:
                    return "quit"  # before the end, which would look at every line of a large puzzle
                if not output.answers and chance.random() < 0.2:
                    return "again"
                if output.answers:
                    return chance.choice([str(chance.randint(1, output.answers))] * 4 + ["undo", "back"])
                able = [one for one in output.game.puzzle.game.heroes if output.game.resolution.can_act(one)]
                return f"hero {HEROES[chance.choice(able)].name}" if able and chance.random() < 0.6 else "next"

            output.by(think=think)
            asked |= {text for text in output.said if "?" in text}
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
def test_any_typed_line_is_handled(name, lines):
    output = Solving(puzzle(name)).by(*lines)
    assert output.said[-1] == "You leave the puzzle."
    attempt = output.game.attempt
    assert output.game.resolution is attempt.resolution
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
        output = Solving(puzzle(name))
        if end is None:
            output.by(*lines[:n])
        else:
            with pytest.raises(KeyboardInterrupt):
                output.by(*lines[:n], end)
        assert output.said[-1] == "You leave the puzzle."


def test_quit_leaves_from_a_question_too():
    for lines in (["quit"], ["on", "quit"], ["on", "1", "quit"], ["on", "exit"]):
        assert Solving(small()).by(*lines, "never read").script.script == ["never read"]


def test_the_puzzles_have_the_requested_goals():
    assert {made(name).goal.kind.value for name in KINDS} == set(KINDS)
