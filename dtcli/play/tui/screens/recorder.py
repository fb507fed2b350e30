"""The screen of the recorder: a board for the whole table, and a line on which one person types."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal

from dtcli.formats.names import folded
from dtcli.formats.problems import quoted
from dtcli.play.game.played_resolution import ResolutionStep
from dtcli.play.game.question_text import why_idle
from dtcli.play.recorder.applying_rulings import asked_rulings
from dtcli.play.recorder.card_input import AmbiguousInput, Meaning
from dtcli.play.recorder.descriptions import HELP
from dtcli.play.recorder.letter_runs import split_run
from dtcli.play.recorder.record import cards_left
from dtcli.play.recorder.recorder import LONGEST_INPUT, TableRecorder
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand, help_lines
from dtcli.play.tui.screens.overlay import Overlay, key_lines, text_lines, title_line
from dtcli.play.tui.widgets.panel import PanelView, draw_panel, hero_at, option_areas, option_at, outcomes_of
from dtcli.play.tui.widgets.recorder import (
    InputLine,
    RecordHead,
    draw_input,
    draw_record_head,
)  # fmt: skip
from dtcli.play.tui.widgets.resolution import (
    BackpackView,
    OpenCard,
    ProgressView,
    draw_backpack,
    draw_log,
    draw_open_card,
    draw_supply,
)  # fmt: skip
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import CHALK, EMBER, MOSS
from dtcli.render.layout import Line
from dtcli.render.pictures.backpack import BackpackSlots
from dtcli.render.terminal import shortened
from dtcli.rules.heroes import HEROES
from dtcli.rules.state import EventKind, State

_ROOMY = (110, 34)
"""From this size on the slots are taller and the revealed card is shown."""
_MOST_MEANINGS = 12
_TENTH = "0"


class RecorderScreen(CommandScreen):
    """The game that is being recorded."""

    def __init__(self, recorder: TableRecorder, *, finish: Callable[[], None], leave: Callable[[], None]) -> None:
        self.recorder = recorder
        self.typed = ""
        self._finish = finish
        self._leave = leave
        self._pointed: int | None = None
        self._is_error = False
        self._ended_itself = False
        """Whether the last key completed a card, so that Enter or Space after it has nothing to do."""
        self._board = BackpackSlots()
        self._shown: State | None = None
        self._shortcuts = tuple((str(kind), keys) for kind, keys in recorder.cards.shortcuts().items())
        super().__init__()
        if recorder.problems:
            self.notice, self._is_error = (
                f"The table's own card set cannot be used: {recorder.problems[0].message}",
                True,
            )

    # commands

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of the recorder."""
        heroes = [
            KeyCommand((f"f{n}",), self._hero_command(n), f"{HEROES[hero].name}: {HEROES[hero].text}")
            for n, hero in enumerate(self.recorder.setup.heroes, start=1)
        ]
        return [
            KeyCommand(("enter",), self._enter, "take what is typed, or reveal the next known card", "Enter", "take"),
            KeyCommand(("space",), self._space, "the same for an item or the number of a mission"),
            KeyCommand(("tab",), self._tab, "pick the next of several meanings", "Tab", "pick"),
            KeyCommand(
                ("backspace", "ctrl+z"), self._backspace, "delete a letter; without letters, undo", "Backsp", "undo"
            ),
            KeyCommand(("escape",), self._escape, "clear the line, leave a skill, or start an answer over"),
            KeyCommand(("?",), self._ruling, "the ruling that applies", "?", "ruling"),
            *heroes,
            KeyCommand(("f9",), self._run_on, "reveal known cards up to the next decision, or a break"),
            KeyCommand(("f10",), self._end, "the story has no more cards", "F10", "end"),
        ]

    def common_commands(self) -> list[KeyCommand]:
        """Return help and leaving."""
        return [
            KeyCommand(("f12",), self._help, "this help", "F12", "help"),
            KeyCommand(LEAVING[:1], self._leave, "leave; the game can be resumed", "Ctrl+Q", "leave"),
        ]

    @property
    def save_error(self) -> str | None:
        """Why the game cannot be saved; None if it can."""
        return self.recorder.unsafe

    # the view

    def compose_body(self) -> ComposeResult:
        """Yield missions, backpack, tokens, the log beside the decision, and the line that is typed."""
        state = self.recorder.session.state
        cells = tuple(self._board.update(state))
        yield ValueWidget(draw_record_head, RecordHead(0, None, 0, 0, state.limit, broken=False), id="progress")
        yield ValueWidget(draw_backpack, BackpackView(cells, state.slots, state.limit), id="large-backpack")
        yield ValueWidget(draw_supply, (), id="supply")
        with Horizontal(id="story"):
            yield ValueWidget(draw_open_card, OpenCard(ResolutionStep(), begun=False, left=0), id="open-card")
            yield ValueWidget(draw_log, (), id="log")
            yield ValueWidget(draw_panel, PanelView(), id="decision")
        yield ValueWidget(draw_input, InputLine(""), id="typed")

    def fit_widgets(self, width: int, height: int) -> None:
        """Draw taller slots and the revealed card where there is room."""
        roomy = width >= _ROOMY[0] and height >= _ROOMY[1]
        self.widget("#large-backpack").styles.height = 14 if roomy else 10
        self.widget("#open-card").display = roomy
        self.widget("#open-card").styles.width = 30

    def update_view(self) -> None:
        """Update every widget whose value has changed."""
        recorder, state = self.recorder, self.recorder.session.state
        if state is not self._shown:
            self._shown = state
            cells = tuple(self._board.update(state))
            self.widget("#progress").set_value(
                RecordHead(state.completed, state.game.goal, state.failed, state.slots, state.limit, state.broken)
            )
            self.widget("#large-backpack").set_value(BackpackView(cells, state.slots, state.limit))
            self.widget("#supply").set_value(tuple((kind, state.supply[kind]) for kind in state.game.kinds))
        left = cards_left(state)
        steps = recorder.session.steps
        self.widget("#open-card").set_value(OpenCard(recorder.session.last_step, bool(steps), left))
        self.widget("#log").set_value(self._log())
        self._show_decision()
        self.widget("#typed").set_value(self._input())
        text, style = self._notice()
        self.show_notice(shortened(text, self.size.width - 2), style)

    def _show_decision(self) -> None:
        """Show what is being decided; instead of the log if there are more answers than fit beside it."""
        panel, view = self.widget("#decision"), self._panel()
        height = panel.size.height
        fits = not view.options or not height or len(option_areas(view, self._beside_log, height)) == len(view.options)
        self.widget("#log").display = fits
        panel.styles.width = self._beside_log if fits else "1fr"
        panel.set_value(view)

    @property
    def _beside_log(self) -> int:
        """The width of the decision beside the log."""
        return max(44, self.size.width * 9 // 20)

    def _log(self) -> tuple[ResolutionStep, ...]:
        recorder = self.recorder
        if recorder.types_story:
            return tuple(ResolutionStep(card=card, number=n) for n, card in enumerate(recorder.record.story, 1))
        return tuple(recorder.session.steps)

    def _panel(self) -> PanelView:
        """Return what is being decided now, and only that; else the heroes and the missions."""
        recorder = self.recorder
        if recorder.question is not None:
            title = "a skill" if recorder.skill else "a decision"
            return PanelView(title, recorder.question_text, recorder.answers, self._pointed or 0)
        heroes = []
        for number, hero in enumerate(recorder.setup.heroes, start=1):
            reason = "while the story is typed: later" if recorder.types_story else why_idle(recorder.session, hero)
            heroes.append((f"F{number}", HEROES[hero].name, f"({reason})" if reason else HEROES[hero].text))
        title = ProgressView.of(recorder.session.state).waits or recorder.setup.title or recorder.setup.what
        return PanelView(title, heroes=tuple(heroes), outcomes=outcomes_of(recorder.session.steps))

    def _input(self) -> InputLine:
        recorder = self.recorder
        if recorder.question is not None:
            return InputLine("number or item", self.typed)
        meanings = tuple(one.label for one in self._meanings())
        return InputLine(self._asks(), self.typed, meanings, self._pointed, self._shortcuts)

    def _asks(self) -> str:
        recorder = self.recorder
        if recorder.looking is not None:
            return "next card, not revealed"
        if recorder.is_over:
            return "over"
        if recorder.types_story:
            return f"story, card {len(recorder.record.story) + 1}"
        return f"card {recorder.session.state.revealed + 1}"

    def _meanings(self) -> list[Meaning]:
        if self.recorder.question is not None or self.recorder.is_over or not self.typed.strip():
            return []
        try:
            return self.recorder.cards.meanings(self.typed, gone=self.recorder.gone)[:_MOST_MEANINGS]
        except InvalidInput:
            return []

    def _notice(self) -> tuple[str, str]:
        if self.notice:
            return self.notice, f"bold {EMBER}" if self._is_error else self._step_style()
        if self.recorder.question is not None:
            return "A number answers, or the item and Enter.", CHALK
        if self.recorder.is_over:
            over = "The backpack is broken." if self.recorder.session.state.broken else "The story is over."
            return f"{over} Enter finishes the game, Backspace takes the last card back.", f"bold {EMBER}"
        return sentences.spoken(self.recorder.prompt), CHALK

    def _step_style(self) -> str:
        what = {event.what for event in self.recorder.session.state.events}
        if EventKind.BACKPACK_BROKE in what or EventKind.MISSION_FAILED in what:
            return f"bold {EMBER}"
        return f"bold {MOSS}" if EventKind.MISSION_COMPLETED in what else CHALK

    # what is typed

    def press_key(self, key: str) -> None:
        """Add a letter to the line, answer a question by its number, or move the pointer."""
        question = self.recorder.question
        if question is not None and not self.typed and key.isascii() and key.isdigit():
            number = 10 if key == _TENTH else int(key)
            if number <= len(question.answers):
                self._run(lambda: self.recorder.give(question.answers[number - 1]))
        elif question is not None and key in ("up", "left", "down", "right"):
            step = -1 if key in ("up", "left") else 1
            self._pointed = ((self._pointed or 0) + step) % len(question.answers)
        elif len(key) == 1 and key.isprintable():
            self._add(key)

    def _add(self, letter: str) -> None:
        if len(self.typed) < LONGEST_INPUT:
            self.typed += letter
        if self.recorder.question is None:
            self._pointed = None
        self.notice, self._ended_itself = "", False
        if self.recorder.question is None and not self.recorder.is_over:
            self._take_finished()

    def _take_finished(self) -> None:
        """Take the items that other letters follow, and an id with which no longer one begins."""
        finished, last = split_run(self.typed, self.recorder.cards)
        while finished and not self.recorder.cards.is_id(finished[0]):
            part = finished.pop(0)
            if not self._run(lambda part=part: self.recorder.enter(part)):  # type: ignore[misc]
                return
            self.typed = "".join([*finished, last])
        if self.recorder.cards.is_whole_id(folded(self.typed)):
            self._ended_itself = self._run(lambda: self.recorder.enter(self.typed))

    def _take_typed(self) -> bool:
        """Take what is typed before a key that does something else; return whether nothing is left of it."""
        if self.typed.strip() and self.recorder.question is None:
            self._run(lambda: self.recorder.enter(self.typed))
            return not self.typed
        return True

    def _run(self, act: Callable[[], list[str]]) -> bool:
        """Do what was typed; a refusal becomes the notice and keeps the line. Return whether it was done."""
        try:
            said = act()
        except AmbiguousInput:  # the line below shows what it can mean
            self.notice, self._is_error = "That can be several things: type more of it, or pick one with Tab.", True
            return False
        except InvalidInput as reason:
            self.notice, self._is_error = sentences.sentence(str(reason)), True
            return False
        self.typed, self._pointed, self._is_error, self._ended_itself = "", None, False, False
        self.notice = said[-1] if said and self.recorder.question is None else ""
        if self.recorder.wants_to_leave:
            self.recorder.wants_to_leave = False
            self._leave()
        elif self.recorder.is_finished:
            self._finish()
        return True

    def _enter(self) -> None:
        recorder = self.recorder
        if self._ended_itself:
            self._ended_itself = False
            return
        if self.typed.casefold() in ("help", "backpack", "heroes"):
            self._show_text(self.typed)
            return
        if (asked := asked_rulings(self.typed)) is not None:
            self._show_rulings(asked)
        elif recorder.question is not None and not self.typed:
            answer = recorder.question.answers[self._pointed or 0]
            self._run(lambda: recorder.give(answer))
        elif self._pointed is not None and recorder.question is None:
            meanings = self._meanings()
            if self._pointed < len(meanings):
                meaning = meanings[self._pointed]
                self._run(lambda: recorder.take(meaning))
        elif recorder.is_over and not self.typed:
            self._end()
        else:
            self._run(lambda: recorder.enter(self.typed))

    def _space(self) -> None:
        recorder = self.recorder
        if self._ended_itself:
            self._ended_itself = False
            return
        ends_card = recorder.question is None and recorder.cards.is_finished(self.typed)
        if ends_card if self.typed else recorder.next_known is not None:
            self._enter()
        elif self.typed:
            self._add(" ")

    def _tab(self) -> None:
        question = self.recorder.question
        count = len(self._meanings()) if question is None else len(question.answers)
        if count:
            self._pointed = 0 if self._pointed is None else (self._pointed + 1) % count

    def _backspace(self) -> None:
        if self.typed:
            self.typed, self._pointed, self.notice = self.typed[:-1], None, ""
        else:
            self._run(self.recorder.undo)

    def _escape(self) -> None:
        self.notice = ""
        if self.typed:
            self.typed, self._pointed = "", None
        else:
            self.recorder.back()

    def _end(self) -> None:
        if self._take_typed():
            self._run(self.recorder.end)

    def _run_on(self) -> None:
        if self._take_typed():
            self._run(self.recorder.run_on)

    def _hero_command(self, number: int) -> Callable[[], None]:
        return lambda: self._act(number)

    def _act(self, number: int) -> None:
        if 1 <= number <= len(self.recorder.setup.heroes):
            hero = self.recorder.setup.heroes[number - 1]
            if self._take_typed():
                self._run(lambda: self.recorder.use_hero(hero))

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (both buttons do the same)
        """Give the clicked answer, or use the clicked hero's skill."""
        if widget.id != "decision":
            return
        question = self.recorder.question
        size = (widget.size.width, widget.size.height)
        if question is None:
            self._act(hero_at(widget.value, y, size))
            return
        number = option_at(widget.value, (x, y), size)
        if number is not None:
            self._run(lambda: self.recorder.give(question.answers[number]))

    # overlays

    def _ruling(self) -> None:
        if self.typed:
            self._add("?")
        else:
            self._show_rulings("")

    def _show_rulings(self, asked: str) -> None:
        found = self.recorder.rulings(asked)
        if not found:
            self.notice, self._is_error = f"There is no ruling {quoted(asked)}.", True
            return
        lines: list[Line] = []
        for heading, text in found:
            lines += [title_line(heading), *text_lines(text, CHALK), ()]
        self.typed = ""
        self.app.push_screen(Overlay(lines[:-1]))

    def _show_text(self, word: str) -> None:
        if word.casefold() == "help":
            self._help()
        else:
            lines: list[Line] = []
            for text in self.recorder.enter(word):
                lines += text_lines(text, CHALK)
            self.app.push_screen(Overlay(lines))
        self.typed = ""

    def _help(self) -> None:
        lines = [title_line("What to type (the arrows scroll, any other key closes this)")]
        for text in HELP:
            lines += text_lines(text, CHALK)
        lines += [(), title_line("Keys"), *key_lines(help_lines(self.commands))]
        self.app.push_screen(Overlay(lines))
