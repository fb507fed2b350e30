"""What the screen of a puzzle shows: the open story as a column beside the backpack, and the words below them."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from dtcli.play.game.clock import Now, real_time
from dtcli.play.puzzle.attempt import Standing
from dtcli.play.puzzle.opened import OpenedPuzzle
from dtcli.play.puzzle.report import SolvedReport
from dtcli.play.tui.answering import Answering
from dtcli.play.tui.open_question import answer_keys
from dtcli.play.tui.proof_thread import ProofThread
from dtcli.play.tui.racing_keys import RacingKeys
from dtcli.play.tui.screens.command_screen import CommandScreen
from dtcli.play.tui.widgets.panel import PanelWords
from dtcli.play.tui.widgets.puzzle import PuzzleHead, SolvedView, draw_head, draw_solved, head_height, help_in_words
from dtcli.play.tui.widgets.stage import AROUND, ResolutionStage
from dtcli.play.tui.widgets.story_column import column_of, draw_story_column
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, EMBER, FLAME, MOSS, SAND
from dtcli.render.puzzle.phrases import task
from dtcli.rules.decisions import Choice
from dtcli.rules.goals import GoalKind

T = TypeVar("T")
_SPINNER = "|/-\\"
_PER_STEP = 3
"""Ticks between two positions of the spinner."""
_NARROWEST_COLUMN, _WIDEST_COLUMN = 30, 58
_FEWEST_WORDS, _MOST_WORDS = 2, 5
"""Lines for the words above the keys: hints are longer than a line."""
_KEYS_AT_END = "n next puzzle · s solution · u undo · U start over · Esc the board · q leave"
_KEYS_IF_MISSED = "u undoes the last decision, U starts over; h hint, s solution, n next puzzle."
_INTRODUCTION = (
    "All cards lie open: read ahead before you decide. You can undo everything, and ask for a hint or whether the goal "
    "can still be reached; both are counted."
)
_SEEN = " You had seen the solution, so it does not count as solved."


@dataclass
class PuzzleActions:
    """The actions that reach beyond the screen of one puzzle, and what tests set."""

    show: Callable[[OpenedPuzzle], None]
    """Shows another puzzle."""
    leave: Callable[[], None]
    interrupt: Callable[[], None]
    """Leaves as after Ctrl-C."""
    now: Now = real_time
    rest: float = 0.25
    """Seconds for which a question takes no answer after it has opened."""
    animates: bool = True


class PuzzleView(CommandScreen):
    """A puzzle as it is seen; ``PuzzleScreen`` adds what the player does."""

    def __init__(self, opened: OpenedPuzzle, actions: PuzzleActions) -> None:
        self.opened = opened
        self.game = opened.game
        self.actions = actions
        self.proofs = ProofThread()
        self.report: SolvedReport | None = None
        self.undos: int | None = None
        """How many undos bring the goal back after a missed attempt; None if none do, or it is not known yet."""
        self.shows_board = False
        """Whether the board is shown although the puzzle is solved."""
        self.scrolled = 0
        """The lines by which the player has moved the story."""
        self.notice_style = CHALK
        self.working: dict[int, str] = {}
        """What is being worked out for the player, by the number of the question."""
        self._questions = count()
        goal = opened.game.puzzle.goal
        asked = goal.fewest_missions if goal.kind in (GoalKind.MISSIONS, GoalKind.FEWEST_SKILLS) else None
        self.stage = ResolutionStage(self.game.resolution, animates=actions.animates, goal=asked)
        self._ticks = 0
        super().__init__()
        keys = answer_keys({key for command in self.commands for key in command.keys})
        racing = RacingKeys(actions.rest, actions.now)
        self.answering = Answering(self.game.resolution, self.choose, racing, keys=keys, is_story_open=True)

    def choose(self, choice: Choice) -> None:
        """Make a choice."""
        raise NotImplementedError

    @property
    def save_error(self) -> str | None:
        """Why the result is not kept; None if it is."""
        return None if self.game.session is None else self.game.session.failed

    @property
    def is_over(self) -> bool:
        """Whether the story was played to its end."""
        return self.game.resolution.state.over

    @property
    def is_solved(self) -> bool:
        """Whether the attempt has ended and reaches the goal."""
        return self.game.verdict is not None and self.game.verdict.solves

    # the widgets

    def compose_body(self) -> ComposeResult:
        """Yield the head, the progress, the story beside the board and the panel, and the tokens."""
        self.stage.make_widgets()
        yield ValueWidget(draw_head, self._head(), id="puzzle-head")
        yield self.stage.progress
        with Horizontal(id="puzzle-main"):
            yield ValueWidget(draw_story_column, column_of(self.game.resolution), id="story-column")
            with Vertical(id="solving"):
                yield self.stage.board()
                yield self.stage.panel_and_log()
            yield ValueWidget(draw_solved, SolvedView("", None, ""), id="solved")
        yield self.stage.supply

    def fit_widgets(self, width: int, height: int) -> None:
        """Share the room between the story and the board."""
        column = min(_WIDEST_COLUMN, max(_NARROWEST_COLUMN, width * 3 // 10))
        head = head_height(self._head(), width)
        words = self.widget("#notice").styles.height
        lines = _FEWEST_WORDS if words is None else max(_FEWEST_WORDS, int(words.value))
        self.widget("#puzzle-head").styles.height = head
        self.widget("#story-column").styles.width = column
        board = height - head - lines - 3
        self.stage.fit(width - column, board + AROUND)

    def _head(self) -> PuzzleHead:
        puzzle = self.game.puzzle
        used = help_in_words(self.game.attempt.help, self.game.attempt.ends)
        return PuzzleHead(puzzle.title, puzzle.facts, task(puzzle.goal), used)

    # the view

    def update_view(self) -> None:
        """Update every widget whose value has changed."""
        self.answering.look()
        self.stage.show(self.answering.question, self.answering.keys, self._panel_words())
        self.widget("#puzzle-head").set_value(self._head())
        self.widget("#story-column").set_value(column_of(self.game.resolution, self.scrolled))
        shows_end = self.is_solved and not self.shows_board
        self.query_one("#solving").display = not shows_end
        self.widget("#solved").display = shows_end
        if shows_end:
            self.widget("#solved").set_value(self._solved())
        self._show_words(*self._words())

    def tick(self) -> None:
        """Pass on what was worked out, and turn the spinner."""
        self._ticks += 1
        if self.proofs.deliver() or self.working:
            self.show_result()

    def _solved(self) -> SolvedView:
        assert self.game.verdict is not None
        session = self.game.session
        seen = _SEEN if session is not None and not session.result.solved else ""
        return SolvedView(f"{self.game.verdict.words}{seen}", self.report, _KEYS_AT_END)

    def _panel_words(self) -> PanelWords:
        """Return what the panel shows at first, and after a missed attempt how far back the mistake is."""
        verdict = self.game.verdict
        if verdict is None and not self.game.resolution.steps and not self.game.puzzle.game.heroes:
            notes = self.game.puzzle.notes
            return (*([(notes, f"italic {SAND}")] if notes else []), (_INTRODUCTION, ASH))
        if verdict is None or verdict.solves:
            return ()
        heading = verdict.words if not verdict.is_known else f"Not solved. {verdict.words}"
        words = [(heading, f"bold {EMBER}")]
        if self.undos is not None:
            times = "Undo once" if self.undos == 1 else f"Undo {self.undos} times"
            words.append((f"{times}, and the goal can be reached again.", f"bold {FLAME}"))
        return (*words, (_KEYS_IF_MISSED, CHALK))

    def _words(self) -> tuple[str, str]:
        """Return the words above the keys."""
        if self.working:
            spinner = _SPINNER[self._ticks // _PER_STEP % len(_SPINNER)]
            return f"{spinner} {[*self.working.values()][-1]}", ASH
        if self.notice:
            return self.notice, self.notice_style
        if self.is_solved:
            esc = "the end" if self.shows_board else "the board"
            return f"Solved. n shows the next puzzle, s the solution, Esc {esc}.", f"bold {MOSS}"
        if self.is_over:
            return "The story is over.", CHALK
        if self.answering.question is not None:
            return self.answering.words, CHALK
        if not self.game.resolution.steps:
            return "The story lies open. Space reveals the first card, F12 lists the keys.", CHALK
        return "Space reveals the next card.", ASH

    def _show_words(self, text: str, style: str) -> None:
        """Show a text in as many lines as it needs."""
        lines = len(textwrap.wrap(text, max(1, self.size.width - 2)))
        height = min(_MOST_WORDS, max(_FEWEST_WORDS, lines))
        notice = self.widget("#notice")
        if notice.styles.height is None or notice.styles.height.value != height:
            notice.styles.height = height
            self.fit_widgets(*self.app.size)
        self.show_notice(text, style)

    # what takes a while

    def prove(
        self,
        what: str,
        find: Callable[[Standing], T],
        then: Callable[[Standing, T], None],
        *,
        everywhere: bool = False,
    ) -> None:
        """Work something out in the background; the answer is dropped if the attempt has moved on by then.

        ``what`` says what is being worked out; with ``everywhere`` the answer does not depend on the position.
        """
        standing = self.game.attempt.standing
        number = next(self._questions)
        if what:
            self.working[number] = what

        def take(found: T) -> None:
            self.working.pop(number, None)
            if everywhere or self.game.attempt.position is standing.position:
                then(standing, found)

        self.proofs.ask(lambda: find(standing), take)
