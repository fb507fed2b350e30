"""The screen of a puzzle: what the player does on it."""

from collections.abc import Callable
from typing import Any

from textual.events import Key

from dtcli.play.puzzle.attempt import AttemptPosition, Standing
from dtcli.play.puzzle.game import Verdict, what_was_undone
from dtcli.play.puzzle.hints import Hint
from dtcli.play.puzzle.opened import OpenedPuzzle
from dtcli.play.puzzle.report import SolvedReport
from dtcli.play.tui.answering import ANSWER_FIRST
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.command_screen import KeyCommand, help_lines
from dtcli.play.tui.screens.help import hero_lines, key_and_sign_lines
from dtcli.play.tui.screens.overlay import Overlay, key_lines, text_lines, title_line
from dtcli.play.tui.screens.puzzle_view import PuzzleActions, PuzzleView
from dtcli.play.tui.widgets.panel import hero_at, option_at
from dtcli.play.tui.widgets.story_column import furthest
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import CAUTION, CHALK, EMBER, FLAME, LABEL, MOSS, SAND, STRONG
from dtcli.render.layout import Line
from dtcli.render.puzzle.phrases import task
from dtcli.render.terminal import Span
from dtcli.rules.decisions import REVEAL, Choice
from dtcli.rules.heroes import HEROES

_VERDICT = "working out whether this solves the puzzle"
_WAIT = "One moment: whether this solves the puzzle is being worked out."
_ON_SCREEN = {LABEL: SAND, CAUTION: EMBER, STRONG: f"bold {FLAME}"}
_OTHER_KEYS = [
    ("1-9 0 a b c …", "give the answer beside which the key stands"),
    ("Arrows", "point at an answer; without a question, move the story"),
]
"""Keys without a command of their own."""


class PuzzleScreen(PuzzleView):
    """A puzzle that is being solved."""

    def __init__(self, opened: OpenedPuzzle, actions: PuzzleActions) -> None:
        self._goes_on = False
        """Whether the next puzzle is being opened."""
        self._judged: AttemptPosition | None = None
        """The end whose verdict was asked for."""
        super().__init__(opened, actions)
        self.proofs.ask(lambda: self.game.solvability.goal, lambda _goal: None)

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of a puzzle."""
        heroes = [
            KeyCommand((f"f{n}",), self._hero_command(n), f"{HEROES[hero].name}: {HEROES[hero].text}")
            for n, hero in enumerate(self.game.puzzle.game.heroes, start=1)
        ]
        return [
            KeyCommand(("space",), self._step, "reveal the next card", "Space", "reveal"),
            KeyCommand(
                ("enter",), self._enter, "give the answer pointed at; otherwise reveal, or after a solution go on"
            ),
            *heroes,
            KeyCommand(("u", "backspace"), self._undo, "undo the last decision, as often as you like", "u", "undo"),
            KeyCommand(("U", "r"), self._restart, "start over"),
            KeyCommand(("h",), self._hint, "a hint; again: a clearer one, up to what to do", "h", "hint"),
            KeyCommand(("?",), self._still, "whether the goal can still be reached, as a proof", "?", "still"),
            KeyCommand(("s",), self._solution, "the solution (asks first)", "s", "solution"),
            KeyCommand(("n",), self._next, "the next puzzle", "n", "next"),
            KeyCommand(("o",), self._run_on, "reveal cards until there is a decision", "o", "on"),
            KeyCommand(("pageup",), lambda: self._scroll(-1), "show earlier cards of the story"),
            KeyCommand(("pagedown",), lambda: self._scroll(1), "show later cards of the story"),
            KeyCommand(("escape",), self._back, "cancel a skill, or start an answer over; after a solution: the board"),
        ]

    def common_commands(self) -> list[KeyCommand]:
        """Return help and leaving."""
        return [
            KeyCommand(("f12",), self._help, "this help", "F12", "help", always=True),
            KeyCommand(
                ("q", LEAVING[0]), self._leave, "leave (asks first if it is not solved)", "q", "leave", always=True
            ),
        ]

    def key_pressed(self, event: Key) -> None:
        """Run the command of a key; Ctrl-C leaves at once, because everything is kept."""
        if event.key == LEAVING[1]:
            self.actions.interrupt()
        else:
            super().key_pressed(event)

    def update_view(self) -> None:
        """Update what is shown, and work out the verdict at the end of the story."""
        self._judge()
        super().update_view()

    def _judge(self) -> None:
        position = self.game.attempt.position
        if self.is_over and self._judged is not position:
            self._judged = position
            self.prove(_VERDICT, self.game.find_verdict, self._take_verdict)

    def settle(self, seconds: float) -> None:
        """Wait for a verdict that is being worked out, and keep what was done."""
        self._judge()
        while self.is_over and self.game.verdict is None and self.proofs.deliver(seconds):
            pass
        self.game.keep(leaving=True)

    def _say(self, text: str, style: str = CHALK) -> None:
        self.notice, self.notice_style = text, style

    # choices

    def choose(self, choice: Choice) -> None:
        """Make a choice of the attempt."""
        self._say("")
        self.scrolled = 0
        self.working.clear()
        self.game.choose(choice)

    def _step(self) -> None:
        """Reveal the next card; at a question and at the end of the story do nothing."""
        if self.answering.question is not None:
            self.answering.racing.press()
            self._say(ANSWER_FIRST, f"bold {EMBER}")
        elif not self.is_over:
            self.choose(REVEAL)
        elif not self.is_solved:
            self._say("The story is over: u undoes the last decision, U starts over.")

    def _run_on(self) -> None:
        self._step()
        self.answering.look()
        while self.answering.question is None and not self.is_over:
            self.choose(REVEAL)
            self.answering.look()

    def _enter(self) -> None:
        may_answer = self.answering.racing.press(enter=True)
        question = self.answering.question
        if question is not None:
            if may_answer:
                self.answering.answer(question.pointed)
        elif not self.is_solved:
            self._step()
        elif may_answer:
            self._next()

    def press_key(self, key: str) -> None:
        """Answer by the key of an answer, or move the pointer; without a question the arrows move the story."""
        if self.answering.question is not None:
            self.answering.press_key(key)
        elif key in ("up", "down"):
            self._scroll_lines(-1 if key == "up" else 1)

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (both buttons do the same)
        """Give the clicked answer, use the clicked hero's skill, or reveal the next card."""
        if widget.id == "panel":
            size = (widget.size.width, widget.size.height)
            if self.answering.question is None:
                self._act(hero_at(widget.value, y, size) if not widget.value.words else 0)
                return
            number = option_at(widget.value, (x, y), size)
            if number is not None:
                self.answering.answer(number)
        elif widget.id in ("open-card", "backpack"):
            self._step()

    def _hero_command(self, number: int) -> Callable[[], None]:
        return lambda: self._act(number)

    def _act(self, number: int) -> None:
        self._say("")
        reason = self.answering.act(number)
        if reason:
            self._say(reason, f"bold {EMBER}")

    def _back(self) -> None:
        self._say("")
        if self.is_solved:
            self.shows_board = not self.shows_board
        else:
            self.answering.back()

    # undo

    def _may_move(self) -> bool:
        """Return whether the attempt may be changed: not while its verdict is worked out, which is kept."""
        if self.is_over and self.game.verdict is None:
            self._say(_WAIT)
            return False
        return True

    def _undo(self) -> None:
        if not self._may_move():
            return
        undone = self.game.undo()
        if undone is None:
            self._say("There is nothing to undo yet.")
            return
        self._continue(what_was_undone(undone))

    def _restart(self) -> None:
        if self._may_move() and self.game.attempt.made:
            self.game.restart()
            self._continue("You start over.")

    def _continue(self, text: str) -> None:
        """Continue from the position of the attempt."""
        self.game.keep()
        self.answering.continue_with(self.game.resolution)
        self.stage.continue_with(self.game.resolution, [one.position.state for one in self.game.attempt.made])
        self.undos, self.scrolled, self.shows_board = None, 0, False
        self.working.clear()
        self._say(text)

    # help

    def _hint(self) -> None:
        self.prove("looking for a hint", self.game.find_hint, self._give_hint)

    def _give_hint(self, standing: Standing, hint: Hint) -> None:
        self._say(self.game.give_hint(standing.position, hint), f"bold {FLAME}")
        self.game.keep()

    def _still(self) -> None:
        self.prove("working out whether the goal can still be reached", self.game.find_open, self._tell_still)

    def _tell_still(self, _standing: Standing, is_open: bool | None) -> None:  # noqa: FBT001  (what was worked out)
        style = CHALK if is_open is None else MOSS if is_open else EMBER
        self._say(self.game.count_check(is_open), f"bold {style}")
        self.game.keep()

    def _solution(self) -> None:
        if self.game.solved or self.game.attempt.help.solution:
            self._show_solution()
            return
        lines = [
            title_line("See the solution?"),
            *text_lines("The puzzle then does not count as solved."),
            (),
            *key_lines([("y", "show it"), ("n", "go on without it")]),
        ]
        self.app.push_screen(Overlay(lines, {"y": self._show_solution}))

    def _show_solution(self) -> None:
        self.prove("working out the solution", self._find_solution, self._open_solution, everywhere=True)

    def _find_solution(self, _standing: Standing) -> list[Line] | None:
        choices = self.game.find_intended()
        return None if choices is None else self.game.find_explanation(choices)

    def _open_solution(self, _standing: Standing, found: list[Line] | None) -> None:
        if found is None:
            self._say("No solution is known.")
            return
        self.game.see_solution()
        self.game.keep()
        if self.is_active:
            lines = [tuple(map(_by_torchlight, line)) for line in found]
            self.app.push_screen(Overlay([*lines, (), *text_lines("Any key closes this.")], wide=True))

    # the end

    def _take_verdict(self, _standing: Standing, verdict: Verdict) -> None:
        self.game.take_verdict(verdict)
        self.game.keep()
        session = self.game.session
        if not verdict.solves:
            self.prove("working out how far back the mistake is", self.game.find_undos, self._take_undos)
        elif self.report is None and session is not None and session.result.solved:
            self.prove("", lambda _standing: self.opened.find_report(), self._take_report, everywhere=True)

    def _take_undos(self, _standing: Standing, undos: int | None) -> None:
        self.undos = undos

    def _take_report(self, _standing: Standing, report: SolvedReport) -> None:
        self.report = report

    def _next(self) -> None:
        if self._goes_on or not self._may_move():
            return
        if self.is_solved or not self.game.attempt.made:
            self._go_on()
            return
        self._ask("Go on to another puzzle?", "go on", self._go_on)

    def _go_on(self) -> None:
        self._goes_on = True
        self.prove(
            "looking for the next puzzle", lambda _standing: self.opened.find_next(), self._open_next, everywhere=True
        )

    def _open_next(self, _standing: Standing, found: OpenedPuzzle | str) -> None:
        self._goes_on = False
        if isinstance(found, str):
            self._say(found, f"bold {SAND}")
        else:
            self.actions.show(found)

    def _leave(self) -> None:
        if self.is_solved or not self.game.attempt.made:
            self.actions.leave()
        else:
            self._ask("Leave this puzzle?", "leave", self.actions.leave)

    def _ask(self, question: str, yes: str, act: Callable[[], None]) -> None:
        lines = [
            title_line(question),
            *text_lines("It is not solved. Attempts and help are kept; the line you are playing is not."),
            (),
            *key_lines([("y", yes), ("n", "stay")]),
        ]
        self.app.push_screen(Overlay(lines, {"y": act}))

    # the story and the help

    def _scroll(self, pages: int) -> None:
        self._scroll_lines(pages * max(1, self.widget("#story-column").size.height - 3))

    def _scroll_lines(self, lines: int) -> None:
        column = self.widget("#story-column")
        self.scrolled = furthest(column.value, column.size.width, column.size.height, lines)

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys and what they do."""
        return _OTHER_KEYS + help_lines(self.commands)

    def _help(self) -> None:
        puzzle = self.game.puzzle
        lines = [title_line(puzzle.title), *text_lines(task(puzzle.goal), CHALK)]
        if puzzle.notes:
            lines += text_lines(puzzle.notes)
        lines += [(), *hero_lines(puzzle.game.heroes)]
        self.app.push_screen(Overlay(lines + key_and_sign_lines(self.keys(), tuple(puzzle.game.kinds))))


def _by_torchlight(span: Span) -> Span:
    """Return a span of a report in the colours of the screen."""
    if isinstance(span, str):
        return span, CHALK
    text, style = span
    return text, _ON_SCREEN.get(style, style)
