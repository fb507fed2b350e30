"""Puzzles on the screen: every key, whole solutions, wrong ways, help, slow proofs, and what is kept."""

from threading import Event

import pytest

from dtcli.formats.puzzle.packs import packs, short_name
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.puzzle.facts import playable
from dtcli.play.puzzle.game import PuzzleGame
from dtcli.play.puzzle.hints import TOO_LARGE
from dtcli.play.puzzle.puzzle import Puzzle
from dtcli.play.puzzle.solvability import Solvability
from dtcli.play.tui.screens.overlay import Overlay
from dtcli.play.tui.widgets.story_column import column_of, draw_story_column, furthest
from dtcli.render.layout import Line
from dtcli.rules.decisions import REVEAL, UseSkill
from tests.play import puzzle_scenes
from tests.play.headless import shown
from tests.play.puzzle_scenes import PuzzleScene, on_puzzle, shipped, solution_of
from tests.play.regenerate import ROOT, path_of

SOLVED = (
    "first-steps/01", "gifts/02", "letting-go/01", "one-thing-only/10", "patience/02", "second-thoughts/09",
    "sleight-of-hand/08", "the-market/04", "torches-and-tokens/04", "words-and-swords/02",
)  # fmt: skip
"""Puzzles with every kind of decision; most have a hero."""
TWELVE_WRONG = ("o", "1", "o", "1", "o")
"""Keys that break the backpack."""


def words(scene: PuzzleScene) -> str:
    """Return what the screen shows as one line of words."""
    return " ".join(shown(scene).split())


def kept(scene: PuzzleScene):
    assert scene.store is not None
    return scene.store.read().puzzles


# whole puzzles


@pytest.mark.parametrize("name", SOLVED)
def test_a_shipped_puzzle_is_solved_with_its_stored_solution(name, tmp_path):
    async def act(scene: PuzzleScene) -> None:
        await scene.make(*solution_of(scene))
        assert scene.game.verdict is not None
        assert scene.game.verdict.words.endswith("This is the intended line.")
        assert "to share" in words(scene)

    scene = on_puzzle(act, PuzzleScene(name, home=tmp_path), size=(120, 40))
    engine = PlayedResolution(scene.puzzle.game)
    for choice in solution_of(scene):
        engine.choose(choice)
    assert scene.game.attempt.choices == solution_of(scene)
    assert scene.game.resolution.state == engine.state
    assert scene.game.line == engine.notes
    (result,) = kept(scene)
    assert (result.solved, result.attempts, result.undos, result.hints) == (True, 1, 0, 0)
    assert len(scene.store.path.read_text("utf-8").splitlines()) == 1


def test_the_solved_puzzles_have_heroes_and_different_goals():
    every = [playable(shipped(name), name) for name in SOLVED]
    assert sum(bool(one.game.heroes) for one in every) >= 6
    assert len({one.goal.kind for one in every}) >= 2


def test_a_wrong_way_is_missed_and_undone_and_solved(tmp_path):
    async def act(scene: PuzzleScene) -> None:
        await scene.press(*TWELVE_WRONG, "1")
        assert "Not solved. The backpack broke." in words(scene)
        assert "Undo 2 times, and the goal can be reached again." in words(scene)
        assert "1 attempt" in words(scene)
        await scene.press("space", "enter")
        assert "The story is over: u undoes the last decision" in words(scene)
        await scene.press("u")
        assert scene.game.verdict is None
        await scene.press("?")
        assert "No, the goal can no longer be reached." in words(scene)
        await scene.press("u")
        await scene.press("?")
        assert "Yes, the goal can still be reached." in words(scene)
        done = scene.game.attempt.choices
        assert done == solution_of(scene)[: len(done)]
        await scene.make(*solution_of(scene)[len(done) :])
        assert "solved in 0:00, 2 attempts, no hints, 2 undos, 2 checks" in words(scene)

    scene = on_puzzle(act, PuzzleScene(home=tmp_path), size=(120, 40))
    (result,) = kept(scene)
    assert (result.solved, result.attempts, result.undos, result.checks) == (True, 2, 2, 2)


def test_a_line_that_is_too_short_of_the_goal_is_missed():
    async def act(scene: PuzzleScene) -> None:
        wrong = list(solution_of(scene))[:2]
        await scene.make(*wrong)
        while not scene.screen.is_over:
            await scene.press("o", *("1" if scene.screen.answering.question else ()))
        assert "Not solved." in words(scene)
        assert scene.game.verdict is not None
        assert scene.game.verdict.missed in words(scene).lower() or "more are possible" in words(scene)

    on_puzzle(act, PuzzleScene("first-steps/01"))


# keys


def test_space_and_enter_reveal_and_arrows_and_enter_answer():
    async def act(scene: PuzzleScene) -> None:
        await scene.press("space", "enter")
        assert scene.game.resolution.state.revealed == 2
        await scene.press("space")
        assert "Answer the question first." in words(scene)
        await scene.press("down", "down", "up", "enter")
        assert "takes bow" in words(scene)

    on_puzzle(act, size=(120, 40))


def test_the_eleventh_and_twelfth_answers_have_letters_that_no_command_has():
    async def act(scene: PuzzleScene) -> None:
        await scene.press("o")
        assert "a take book" in words(scene)
        assert "b take mortar" in words(scene)
        for key, kind in (("a", "book"), ("b", "mortar"), ("0", "cup"), ("1", "sword")):
            await scene.press(key)
            assert scene.game.attempt.choices[-1].kind == kind
            await scene.press("u")
        taken = {key for command in scene.screen.commands for key in command.keys}
        assert not taken & set(scene.screen.answering.keys)

    on_puzzle(act)


def test_a_skill_is_begun_cancelled_confirmed_and_undone():
    async def act(scene: PuzzleScene) -> None:
        await scene.press("space", "f1")
        question = scene.screen.answering.question
        assert question is not None
        assert question.hero == scene.puzzle.game.heroes[0]
        assert "Esc cancels the skill." in words(scene)
        await scene.press("escape")
        assert scene.screen.answering.question is None
        await scene.press("f2")
        await scene.press("f1", "1")
        assert isinstance(scene.game.attempt.choices[-1], UseSkill)
        await scene.press("f1")
        assert "the skill has been used" in words(scene)
        await scene.press("u")
        assert "Undone:" in words(scene)
        assert scene.game.resolution.state.unused == scene.puzzle.game.heroes

    on_puzzle(act, PuzzleScene("words-and-swords/02"))


def test_a_hero_looks_at_cards_that_lie_open_anyway_so_nothing_is_confirmed():
    async def act(scene: PuzzleScene) -> None:
        await scene.make(*solution_of(scene)[: _skill_at(scene)])
        await scene.press("f1")
        question = scene.screen.answering.question
        assert question is not None
        assert "Once you look" not in question.text
        await scene.press("1", "escape")
        assert scene.screen.answering.question is None
        assert not any(isinstance(choice, UseSkill) for choice in scene.game.attempt.choices)

    on_puzzle(act, PuzzleScene("sleight-of-hand/08"))


def _skill_at(scene: PuzzleScene) -> int:
    return next(n for n, choice in enumerate(solution_of(scene)) if isinstance(choice, UseSkill))


def test_undo_takes_back_one_decision_after_the_other_and_restart_all():
    async def act(scene: PuzzleScene) -> None:
        await scene.press("u")
        assert "There is nothing to undo yet." in words(scene)
        assert scene.game.attempt.help.undos == 0
        await scene.press("o", "0", "o", "1", "o", "u")
        assert "Undone:" in words(scene)
        assert scene.game.resolution.state.revealed == 5
        await scene.press("u")
        assert scene.game.resolution.state.revealed == 2
        assert scene.screen.answering.question is not None
        await scene.press("0", "U")
        assert scene.game.attempt.choices == ()
        assert "You start over." in words(scene)
        assert "2 undos · 1 restart" in words(scene)
        await scene.press("space", "r")
        assert scene.game.attempt.help.restarts == 2

    on_puzzle(act)


def test_items_lie_in_the_same_slots_after_an_undo():
    async def act(scene: PuzzleScene) -> None:
        await scene.press("o")
        before = scene.screen.stage._slots.update(scene.game.resolution.state)
        await scene.press("0", "o", "u")
        assert scene.screen.answering.question is not None
        after = scene.screen.stage._slots.update(scene.game.resolution.state)
        assert [cell.kind for cell in after] == [cell.kind for cell in before]

    on_puzzle(act)


def test_hints_come_by_the_degrees_of_the_dialogue():
    async def act(scene: PuzzleScene) -> None:
        same = PuzzleGame(scene.puzzle)
        standing = same.attempt.standing
        degrees = [same.give_hint(standing.position, same.find_hint(standing)) for _ in range(4)]
        assert len(set(degrees)) == 3
        for text in degrees:
            await scene.press("h")
            assert " ".join(text.split()) in words(scene)
        assert scene.game.attempt.help.hints == 3
        assert "3 hints" in words(scene)

    on_puzzle(act)


def test_the_solution_asks_first_and_then_does_not_count(tmp_path):
    async def act(scene: PuzzleScene) -> None:
        await scene.press("s")
        assert "See the solution?" in words(scene)
        await scene.press("n")
        assert not scene.game.attempt.help.solution
        await scene.press("s", "y")
        text = words(scene)
        assert "Solution: 4 missions can be completed, and no more." in text
        assert "Tempting: take gold; at most 3 missions can then be completed." in text
        await scene.press("x", "s")
        assert "Solution: 4 missions" in words(scene), "it is not asked again"
        await scene.press("x")
        await scene.make(*solution_of(scene))
        assert "it does not count as solved" in words(scene)
        assert scene.screen.report is None

    scene = on_puzzle(act, PuzzleScene(home=tmp_path))
    (result,) = kept(scene)
    assert (result.solution, result.solved) == (True, False)


def test_a_solution_after_the_puzzle_was_solved_is_shown_at_once():
    async def act(scene: PuzzleScene) -> None:
        await scene.make(*solution_of(scene))
        await scene.press("s")
        assert "Solution: 4 missions" in words(scene)
        assert not scene.game.attempt.help.solution

    on_puzzle(act)


def test_next_goes_on_and_asks_before_it_leaves_an_attempt(tmp_path):
    async def act(scene: PuzzleScene) -> None:
        await scene.press("n")
        assert scene.puzzle.title == "The Left-Hand Shelf", "nothing was done with the first one"
        await scene.press("o", "n")
        assert "Go on to another puzzle?" in words(scene)
        await scene.press("n")
        assert scene.puzzle.title == "The Left-Hand Shelf"
        await scene.press("U", "n", "n")
        assert "Every other puzzle is solved." in words(scene)
        assert isinstance(scene.app.screen, type(scene.screen))

    on_puzzle(act, PuzzleScene("first-steps/01", home=tmp_path, then=("first-steps/02",)))


def test_enter_goes_on_after_a_solution():
    async def act(scene: PuzzleScene) -> None:
        await scene.make(*solution_of(scene))
        await scene.press("enter")
        assert scene.puzzle.title == "The Left-Hand Shelf"

    on_puzzle(act, PuzzleScene("first-steps/01", then=("first-steps/02",)))


def test_escape_shows_the_board_after_a_solution_and_the_end_again():
    async def act(scene: PuzzleScene) -> None:
        await scene.make(*solution_of(scene))
        assert "to share" in words(scene)
        await scene.press("escape")
        assert "to share" not in words(scene)
        await scene.press("escape")
        assert "to share" in words(scene)

    on_puzzle(act, size=(120, 40))


def test_the_story_is_scrolled_and_comes_back_with_the_next_card():
    async def act(scene: PuzzleScene) -> None:
        assert "12 ×" not in shown(scene)
        await scene.press("pagedown", "pagedown", "pagedown")
        assert " 12 " in shown(scene)
        assert "PgUp" in shown(scene)
        await scene.press("pageup", "pageup", "pageup")
        assert "PgUp" not in shown(scene)
        await scene.press("down")
        assert scene.screen.scrolled == 1
        await scene.press("up", "up")
        assert scene.screen.scrolled == 0
        await scene.press("pagedown", "space")
        assert scene.screen.scrolled == 0

    on_puzzle(act)


def test_the_help_shows_the_goal_and_every_key():
    async def act(scene: PuzzleScene) -> None:
        await scene.press("f12")
        assert isinstance(scene.app.screen, Overlay)
        lines = "\n".join("".join(map(_text, line)) for line in scene.app.screen._lines)
        assert "Complete as many missions as possible" in lines
        assert "Zaria" in lines
        for command in scene.screen.commands:
            assert command.words.split("; ")[0].split(" ")[0] in lines
        await scene.press("x")
        assert not isinstance(scene.app.screen, Overlay)

    on_puzzle(act, PuzzleScene("words-and-swords/02"))


def _text(span: object) -> str:
    return span if isinstance(span, str) else span[0]


def test_leaving_asks_only_while_an_attempt_goes_on():
    async def leave(scene: PuzzleScene) -> None:
        await scene.press("space", "q")
        assert "Leave this puzzle?" in words(scene)
        await scene.press("n")
        assert not scene.app.is_leaving
        await scene.press("q")
        await scene.pilot.press("y")
        assert scene.app.is_leaving

    async def leave_at_once(scene: PuzzleScene) -> None:
        await scene.pilot.press("q")
        assert scene.app.is_leaving

    on_puzzle(leave)
    on_puzzle(leave_at_once)


def test_a_click_answers_reveals_and_runs_the_keys():
    async def act(scene: PuzzleScene) -> None:
        await scene.pilot.click("#backpack")
        assert scene.game.resolution.state.revealed == 1
        await scene.press("space")
        await scene.pilot.click("#panel", offset=(5, 3))
        assert len(scene.game.attempt.choices) == 3

    on_puzzle(act)


def test_keys_that_race_on_do_not_answer():
    async def act(scene: PuzzleScene) -> None:
        await scene.press("o", "1")
        assert scene.screen.answering.question is not None
        scene.clock.wait(0.3)
        await scene.press("1")
        assert scene.screen.answering.question is None

    on_puzzle(act, PuzzleScene(rest=0.25))


# proofs that take a while, and what cannot be kept


class SlowSolvability(Solvability):
    """Proves nothing before it may."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle.game, puzzle.goal)
        self.may = Event()

    def is_open(self, position):
        assert self.may.wait(20)
        return super().is_open(position)

    @property
    def goal(self):
        assert self.may.wait(20)
        return super().goal


def slow_scene(**options) -> tuple[PuzzleScene, SlowSolvability]:
    scene = PuzzleScene(**options)
    slow = SlowSolvability(scene.app._first.game.puzzle)
    scene.app._first.game.solvability = slow
    return scene, slow


def test_keys_work_while_something_is_proved_and_an_obsolete_answer_is_dropped():
    scene, slow = slow_scene()

    async def act(scene: PuzzleScene) -> None:
        await scene.pilot.press("?")
        await scene.pilot.pause(0.1)
        assert "working out whether the goal can still be reached" in words(scene)
        await scene.pilot.press("space")
        assert scene.game.resolution.state.revealed == 1
        assert "working out" not in words(scene)
        slow.may.set()
        await scene.settle()
        assert scene.game.attempt.help.checks == 0
        await scene.press("?")
        assert "Yes, the goal can still be reached." in words(scene)
        assert scene.game.attempt.help.checks == 1

    async def quick(scene: PuzzleScene) -> None:
        """Replace the wait for an idle thread, which is not idle here."""

    settle = scene.settle
    scene.settle = lambda: quick(scene) if not slow.may.is_set() else settle()
    on_puzzle(act, scene)


def test_an_attempt_whose_verdict_is_not_known_is_kept_on_leaving(tmp_path):
    scene, slow = slow_scene(home=tmp_path)
    settle = scene.settle

    async def wait(scene: PuzzleScene) -> None:
        await scene.pilot.pause()

    scene.settle = lambda: wait(scene) if not slow.may.is_set() else settle()

    async def act(scene: PuzzleScene) -> None:
        await scene.make(*solution_of(scene))
        assert "working out whether this solves the puzzle" in words(scene)
        await scene.pilot.press("u")
        assert scene.screen.is_over, "it is not undone before the verdict"
        assert kept(scene) == ()
        scene.screen.settle(0.05)
        (result,) = kept(scene)
        assert (result.attempts, result.solved) == (1, False)
        slow.may.set()
        scene.screen.settle(20)
        (result,) = kept(scene)
        assert (result.attempts, result.solved) == (1, True)

    on_puzzle(act, scene)


def test_a_puzzle_with_too_many_lines_says_so():
    scene = PuzzleScene()
    game = scene.app._first.game
    game.solvability = Solvability(game.puzzle.game, game.puzzle.goal._replace(missions=4), most=3)

    async def act(scene: PuzzleScene) -> None:
        await scene.press("h")
        assert " ".join(TOO_LARGE.split()) in words(scene)
        assert scene.game.attempt.help.hints == 0

    on_puzzle(act, scene)


def test_an_error_of_a_proof_ends_the_screen():
    scene = PuzzleScene()

    def fail(_position):
        msg = "broken"
        raise RuntimeError(msg)

    scene.app._first.game.solvability.is_open = fail

    async def act(scene: PuzzleScene) -> None:
        await scene.press("?")

    with pytest.raises(RuntimeError, match="broken"):
        on_puzzle(act, scene)


def test_the_screen_says_that_a_result_is_not_kept(tmp_path):
    (tmp_path / "puzzles").write_text("a file where the folder should be")

    async def act(scene: PuzzleScene) -> None:
        await scene.press("h")
        assert "NOT SAVED:" in words(scene)

    on_puzzle(act, PuzzleScene(home=tmp_path))


# sizes and pictures


@pytest.mark.parametrize("size", [(79, 24), (80, 23)])
def test_a_terminal_that_is_too_small_says_so_and_can_be_left(size):
    async def act(scene: PuzzleScene) -> None:
        assert "This terminal is too small" in words(scene)
        await scene.pilot.press("space")
        assert scene.game.attempt.choices == ()
        await scene.pilot.press("q")
        assert scene.app.is_leaving

    on_puzzle(act, size=size)


def width_of(line: Line) -> int:
    return sum(len(_text(span)) for span in line)


@pytest.mark.parametrize("size", [(30, 17), (36, 30), (58, 50)])
def test_the_story_of_every_puzzle_fits_and_shows_the_current_card_and_its_end(size):
    width, height = size
    count = 0
    for pack in packs():
        for document in [*pack.puzzles()][size[0] % 3 :: 3]:
            one = playable(shipped(short_name(document.file)), "")
            resolution = PlayedResolution(one.game)
            while not resolution.state.over:
                view = column_of(resolution)
                lines = draw_story_column(view, width, height)
                assert len(lines) <= height
                assert max(map(width_of, lines)) <= width
                texts = ["".join(map(_text, line)) for line in lines]
                assert any(text.startswith(f"{view.current:>3}►") for text in texts)
                last = view._replace(scrolled=furthest(view, width, height, 1_000))
                assert any(
                    "".join(map(_text, line)).startswith(f"{len(view.cards):>3}")
                    for line in draw_story_column(last, width, height)
                )
                resolution.choose(REVEAL if resolution.in_gap else resolution.options()[0])
                count += 1
    assert count > 300


@pytest.mark.parametrize(("name", "size"), puzzle_scenes.PICTURED, ids=str)
def test_a_scene_looks_as_it_did(name, size):
    assert puzzle_scenes.picture(name, size) == (ROOT / path_of(name, size)).read_text(encoding="utf-8")
