"""The screen of the resolution: cards are revealed, questions are asked, heroes act in the gaps."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.solo_game import Phase
from dtcli.play.tui.answering import ANSWER_FIRST, Answering
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.auto_reveal import AutoReveal
from dtcli.play.tui.open_question import OpenQuestion, answer_keys
from dtcli.play.tui.racing_keys import RacingKeys
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.panel import hero_at, option_at
from dtcli.play.tui.widgets.stage import ResolutionStage
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, EMBER
from dtcli.rules.decisions import REVEAL, Choice
from dtcli.rules.heroes import HEROES


class ResolutionScreen(GameScreen):
    """The resolution of the story."""

    def __init__(self, controls: AppActions) -> None:
        assert controls.game.resolution is not None
        self.resolution: PlayedResolution = controls.game.resolution
        self._auto_reveal = AutoReveal(self, self._reveal_next)
        self._skips_to_end = False
        self._is_open = controls.grace <= 0
        self._stage = ResolutionStage(self.resolution, animates=controls.animates)
        self._racing = RacingKeys(controls.rest, controls.now)
        super().__init__(controls)
        self.answer_keys = answer_keys({key for command in self.commands for key in command.keys})
        self._answering = Answering(self.resolution, self._choose, self._racing, keys=self.answer_keys)

    @property
    def question(self) -> OpenQuestion | None:
        """The open question."""
        return self._answering.question

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
            KeyCommand(("+", "="), lambda: self._change_speed(1), "faster", "+", "faster"),
            KeyCommand(("-",), lambda: self._change_speed(-1), "slower", "-", "slower"),
            KeyCommand(("s",), self._skip, "reveal cards until there is a decision", "s", "skip"),
            KeyCommand(("S", "end"), self._run_to_end, "reveal cards to the end, pausing for decisions", "S", "end"),
            *heroes,
            KeyCommand(("enter",), self._enter, "give the answer pointed at"),
            KeyCommand(("escape",), self._back, "cancel a skill, or start an answer over"),
        ]  # fmt: skip

    def compose_body(self) -> ComposeResult:
        """Yield the widgets of the resolution."""
        yield from self._stage.compose()

    def fit_widgets(self, width: int, height: int) -> None:
        """Draw the backpack and the card as large as the terminal allows."""
        self._stage.fit(width, height)

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
        self._answering.look()
        self._stage.show(self.question, self.answer_keys)
        self.show_notice(*self._notice_text())

    def _notice_text(self) -> tuple[str, str]:
        if self.notice:
            return self.notice, f"bold {EMBER}"
        if not self._is_open:
            return "Time is up.", f"bold {EMBER}"
        if self.game.phase is Phase.OVER:
            over = "The backpack is broken." if self.resolution.state.broken else "The story is over."
            return f"{over} Enter shows how it ended.", f"bold {EMBER}" if self.resolution.state.broken else CHALK
        if self.question is not None:
            return self._answering.words, CHALK
        if self._answering.asks_hero:
            return "Which hero? Press the number.", CHALK
        if self._auto_reveal.is_running:
            return f"Revealing a card every {self._auto_reveal.seconds:g} s. a or Space stops.", CHALK
        if not self.resolution.steps:
            return "The story lies before you. Space reveals the first card.", CHALK
        return "Space reveals the next card.", ASH

    # revealing

    def _step(self) -> None:
        """Reveal the next card; at a question and at the end of the story do nothing."""
        if self._auto_reveal.is_running:
            self._stop()
        elif self.question is not None:
            self._racing.press()
            self.notice = ANSWER_FIRST
        elif self._is_open and self.game.phase is Phase.RESOLUTION:
            self.attempt(self._reveal)

    def _reveal(self) -> None:
        self.game.choose(REVEAL)

    @property
    def _may_reveal(self) -> bool:
        self._answering.look()
        return self.resolution.in_gap and self.question is None and self._is_open

    def _skip(self) -> None:
        if not self._may_reveal:
            self._step()
            return
        while self._may_reveal:
            self._reveal()
        self.notice = ""

    def _run_to_end(self) -> None:
        self._skips_to_end = self._may_reveal
        self._skip()

    def _toggle_auto(self) -> None:
        if self._auto_reveal.is_running:
            self._stop()
        elif self.question is not None:
            self._step()
        elif self._is_open and self.game.phase is Phase.RESOLUTION:
            self.notice = ""
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
        """Answer by the key of an answer, move the pointer, or choose a hero by number."""
        if self._answering.asks_hero and key.isdecimal():
            self._act(int(key))
        else:
            self._answering.press_key(key)

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (both buttons do the same)
        """Give the clicked answer, use the clicked hero's skill, or reveal the next card."""
        if widget.id == "panel":
            size = (widget.size.width, widget.size.height)
            if self.question is None:
                self._act(hero_at(widget.value, y, size))
                return
            number = option_at(widget.value, (x, y), size)
            if number is not None:
                self._answering.answer(number)
        elif widget.id in ("open-card", "backpack"):
            if self.game.phase is not Phase.OVER:
                self._step()
            elif self._racing.press():
                self.controls.show_end()

    def _enter(self) -> None:
        """Give the answer pointed at, show the end, or reveal the next card."""
        may_answer = self._racing.press(enter=True)
        if self.game.phase is Phase.OVER:
            if may_answer:
                self.controls.show_end()
        elif self.question is None:
            self._step()
        elif may_answer:
            self._answering.answer(self.question.pointed)

    def _choose(self, choice: Choice) -> None:
        self.attempt(lambda: self.game.choose(choice))
        if self._skips_to_end and self._may_reveal:
            self._skip()

    def _back(self) -> None:
        self.notice = ""
        self._skips_to_end = False
        self._answering.back()

    # heroes

    def _hero_command(self, number: int) -> Callable[[], None]:
        return lambda: self._act(number)

    def _ask_hero(self) -> None:
        self.notice = ""
        if len(self.game.heroes) == 1:
            self._act(1)
            return
        self._answering.asks_hero = self.question is None

    def _act(self, number: int) -> None:
        """Start using a hero's skill, or show why it cannot be used."""
        self._answering.asks_hero = False
        self.notice = ""
        if self._is_open:
            self.notice = self._answering.act(number)
            if self.question is not None and self.question.hero is not None:
                self._stop()
