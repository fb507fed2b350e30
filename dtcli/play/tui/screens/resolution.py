"""The screen of the resolution: cards are revealed, questions are asked, heroes act in the gaps."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal

from dtcli.play.game.played_resolution import PlayedResolution, ResolutionStep
from dtcli.play.game.question_text import why_idle
from dtcli.play.game.solo_game import Phase
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.auto_reveal import AutoReveal
from dtcli.play.tui.open_question import OpenQuestion
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.panel import PanelView, draw_panel, hero_at, option_at, panel_of
from dtcli.play.tui.widgets.resolution import (
    BackpackView,
    OpenCard,
    ProgressView,
    draw_backpack,
    draw_log,
    draw_open_card,
    draw_progress,
    draw_supply,
)  # fmt: skip
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, EMBER
from dtcli.render.pictures.backpack import BackpackSlots
from dtcli.rules.decisions import REVEAL
from dtcli.rules.heroes import HEROES
from dtcli.rules.state import State

_ROOMY_HEIGHT = 34
_TENTH = "0"


class ResolutionScreen(GameScreen):
    """The resolution of the story."""

    def __init__(self, controls: AppActions) -> None:
        assert controls.game.resolution is not None
        self.resolution: PlayedResolution = controls.game.resolution
        self.question: OpenQuestion | None = None
        self._auto_reveal = AutoReveal(self, self._reveal_next)
        self._skips_to_end = False
        self._is_open = controls.is_watching or controls.grace <= 0
        self._asks_hero = False
        self._board = BackpackSlots()
        self._shown: State | None = None
        super().__init__(controls)

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of the resolution."""
        heroes = [
            KeyCommand((f"f{n}",), self._hero_command(n), f"{HEROES[hero].name}: {HEROES[hero].text}")
            for n, hero in enumerate(self.game.heroes, start=1)
        ]
        if heroes:
            heroes.append(KeyCommand(("h",), self._ask_hero, "a hero: then the number", "h", "hero"))
        return [
            KeyCommand(("space",), self._step, "reveal the next card", "Space", "next"),
            KeyCommand(("a",), self._toggle_auto, "reveal cards automatically, or stop", "a", "auto"),
            *([] if self.controls.is_watching else [
                KeyCommand(("+", "="), lambda: self._change_speed(1), "faster", "+", "faster"),
                KeyCommand(("-",), lambda: self._change_speed(-1), "slower", "-", "slower"),
            ]),
            KeyCommand(("s",), self._skip, "reveal cards until there is a decision", "s", "skip"),
            KeyCommand(("S", "end"), self._run_to_end, "reveal cards to the end, pausing for decisions", "S", "end"),
            *heroes,
            KeyCommand(("enter",), self._enter, "give the answer pointed at", watching=True),
            KeyCommand(("escape",), self._back, "cancel a skill, or start an answer over"),
        ]  # fmt: skip

    def compose_body(self) -> ComposeResult:
        """Yield the progress line, the open card beside the log, the backpack, the tokens and the panel."""
        state = self.resolution.state
        yield ValueWidget(draw_progress, ProgressView.of(state), id="progress")
        with Horizontal(id="story"):
            yield ValueWidget(
                draw_open_card, OpenCard(ResolutionStep(), begun=False, left=len(state.story)), id="open-card"
            )
            yield ValueWidget(draw_log, (), id="log")
        yield ValueWidget(draw_backpack, BackpackView(tuple(self._board.update(state)), 0, state.limit), id="backpack")
        yield ValueWidget(draw_supply, (), id="supply")
        yield ValueWidget(draw_panel, PanelView(), id="panel")

    def fit_widgets(self, width: int, height: int) -> None:  # noqa: ARG002  (only the height matters)
        """Show a larger card where there is room."""
        roomy = height >= _ROOMY_HEIGHT
        self.widget("#open-card").styles.width = 32 if roomy else 26
        self.widget("#panel").styles.height = 9 if roomy else 7

    def on_mount(self) -> None:
        """Ignore keys for a step: the last ones were meant for the table."""
        super().on_mount()
        if not self._is_open:
            self.set_timer(self.controls.grace, self._open)

    def _open(self) -> None:
        self._is_open = True
        self.update_view()

    # the view

    def update_view(self) -> None:
        """Update every widget whose value has changed."""
        resolution, state = self.resolution, self.resolution.state
        self._ask()
        if state is not self._shown:
            self._shown = state
            cells = tuple(self._board.update(state))
            self.widget("#progress").set_value(ProgressView.of(state))
            self.widget("#open-card").set_value(
                OpenCard(resolution.last_step, bool(resolution.steps), len(state.story))
            )
            self.widget("#log").set_value(tuple(resolution.steps))
            self.widget("#backpack").set_value(BackpackView(cells, state.slots, state.limit))
            self.widget("#supply").set_value(tuple((kind, state.supply[kind]) for kind in state.game.kinds))
        self.widget("#panel").set_value(panel_of(self.game, resolution, self.question))
        self.show_notice(*self._notice_text())

    def _ask(self) -> None:
        """Open the question that a card asks, if there is one; a recording answers its questions itself."""
        if self.question is not None and not self.question.is_open:
            self.question = None
        if self.question is None and self.resolution.decision is not None and not self.resolution.in_gap:
            self.question = OpenQuestion(self.resolution)

    def _notice_text(self) -> tuple[str, str]:
        if self.notice:
            return self.notice, f"bold {EMBER}"
        if not self._is_open:
            return "Time is up.", f"bold {EMBER}"
        if self.game.phase is Phase.OVER:
            return "The story is over. Enter shows how it ended.", CHALK
        if self.controls.is_watching:
            return "", CHALK
        if self.question is not None:
            begun = " Esc starts over." if self.question.is_begun else ""
            back = " Esc cancels the skill." if self.question.may_go_back else begun
            return f"A digit answers, or the arrows and Enter.{back}", CHALK
        if self._asks_hero:
            return "Which hero? Press the number.", CHALK
        if self._auto_reveal.is_running:
            return f"Revealing a card every {self._auto_reveal.seconds:g} s. a or Space stops.", CHALK
        if not self.resolution.steps:
            return "The story lies before you. Space reveals the first card.", CHALK
        return "Space reveals the next card.", ASH

    # revealing

    def _step(self) -> None:
        if self._auto_reveal.is_running:
            self._stop()
        elif self.game.phase is Phase.OVER:
            self._enter()
        elif self.question is not None:
            self.notice = "Answer the question first."
        elif self._is_open:
            self.attempt(self._reveal)

    def _reveal(self) -> None:
        self.game.choose(REVEAL)

    @property
    def _may_reveal(self) -> bool:
        self._ask()
        return self.resolution.in_gap and self.question is None and self._is_open

    def _skip(self) -> None:
        if not self._may_reveal:
            self._step()
            return
        while self._may_reveal:
            self._reveal()
        self.notice = ""

    def _run_to_end(self) -> None:
        self._skips_to_end = self._is_open
        if self.question is not None:
            self.notice = "Answer the question first; then the story runs to its end."
        else:
            self._skip()

    def _toggle_auto(self) -> None:
        if self._auto_reveal.is_running:
            self._stop()
            return
        self.notice = ""
        if self._is_open and self.game.phase is Phase.RESOLUTION:
            self._auto_reveal.start()

    def _stop(self) -> None:
        self._auto_reveal.stop()
        self._skips_to_end = False

    def _change_speed(self, step: int) -> None:
        self._auto_reveal.change_speed(step)
        self.notice = f"A card every {self._auto_reveal.seconds:g} s." if not self._auto_reveal.is_running else ""

    def _reveal_next(self) -> None:
        """Reveal a card if possible; called by the timer."""
        if self.game.phase is Phase.OVER:
            self._stop()
        elif self._may_reveal and self.is_current:
            self.attempt(self._reveal)
        self.show_result()

    # answers

    def press_key(self, key: str) -> None:
        """Answer by a digit, move the pointer, or choose a hero by number."""
        if self._asks_hero and key.isdecimal():
            self._act(int(key))
            return
        if self.question is None:
            return
        count = len(self.question.options)
        if key.isdecimal():
            number = 10 if key == _TENTH else int(key)
            if number <= count:
                self._answer(number - 1)
        elif key in ("up", "left", "down", "right"):
            step = -1 if key in ("up", "left") else 1
            self.question.pointed = (self.question.pointed + step) % count

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (both buttons do the same)
        """Give the clicked answer, use the clicked hero's skill, or reveal the next card."""
        if widget.id == "panel":
            size = (widget.size.width, widget.size.height)
            if self.question is None:
                self._act(hero_at(widget.value, y, widget.size.height))
                return
            number = option_at(widget.value, (x, y), size)
            if number is not None:
                self._answer(number)
        elif widget.id == "open-card":
            self._step()

    def _enter(self) -> None:
        if self.game.phase is Phase.OVER:
            self.controls.show_end()
        elif self.controls.is_watching:
            return
        elif self.question is not None:
            self._answer(self.question.pointed)
        else:
            self._step()

    def _answer(self, number: int) -> None:
        question = self.question
        assert question is not None
        if not question.answer(number):
            self.question = None
        choice = question.choice
        if self.question is not None and choice is not None:
            self.question = None
            self.attempt(lambda: self.game.choose(choice))
            if self._skips_to_end and self._may_reveal:
                self._skip()

    def _back(self) -> None:
        self.notice = ""
        self._asks_hero = self._skips_to_end = False
        if self.question is not None:
            if self.question.may_go_back:
                self.question = None
            else:
                self.question.start_over()

    # heroes

    def _hero_command(self, number: int) -> Callable[[], None]:
        return lambda: self._act(number)

    def _ask_hero(self) -> None:
        self.notice = ""
        if len(self.game.heroes) == 1:
            self._act(1)
            return
        self._asks_hero = self.question is None

    def _act(self, number: int) -> None:
        """Start using a hero's skill, or show why it cannot be used."""
        self._asks_hero = False
        self.notice = ""
        if 1 <= number <= len(self.game.heroes) and self._is_open:
            hero = self.game.heroes[number - 1]
            reason = "answer the question first" if self.question is not None else why_idle(self.resolution, hero)
            if reason:
                self.notice = f"{HEROES[hero].name}: {reason}."
            else:
                self._stop()
                self.question = OpenQuestion(self.resolution, hero)
                choice = self.question.choice
                if choice is not None:
                    self.question = None
                    self.attempt(lambda: self.game.choose(choice))
