"""The screen of the five minutes: fifteen cards, the clock and the decks."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from dtcli.play.game.clock import clock_text
from dtcli.play.game.solo_game import Phase, TableAction
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.clock import WORDS, ClockView, clock_view, draw_bar, draw_digits
from dtcli.play.tui.widgets.marked_cards import MarkedCards
from dtcli.play.tui.widgets.table import (
    COLUMNS,
    KEYS,
    BriefingView,
    CardPlace,
    DecksView,
    draw_briefing,
    draw_decks,
    draw_place,
    label_of,
)
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, EMBER
from dtcli.render.events import card_line, card_name
from dtcli.render.pictures.card_face import CardHighlight
from dtcli.rules.cards import Card

_ROOMY_HEIGHT = 34
_WIDE = 110
_NARROW_DECKS, _WIDE_DECKS = 25, 48
"""Columns for the draw deck and the story; the wide form has room for the title of the mission on top."""
_WIDEST_CARD, _TALLEST_CARD = 30, 13
_SHORTEST_BAR = 12
_ON_BACKS = ("paused", "press", "p", "to go", "on")
"""The text on the middle row of card backs during a pause."""
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class TableScreen(GameScreen):
    """The table, before the clock starts and while it runs."""

    def __init__(self, controls: AppActions) -> None:
        self.marks = MarkedCards()
        self._pointed: int | None = None
        self._asked_to_end = False
        self._seen: list[Card | None] = []
        self._fresh: set[int] = set()
        super().__init__(controls)

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of the table."""
        return [
            KeyCommand(("space",), self._refill, "fill the empty places from the draw deck", "Space", "refill"),
            KeyCommand(("enter",), self._enter, "play the marked cards in their order, or the one pointed at",
                    "Enter", "play"),
            KeyCommand(("n", "backspace", "delete"), self._discard, "discard the marked cards, or the one pointed at",
                    "n", "discard"),
            KeyCommand(("m",), self._toggle_marking, "let plain keys and clicks mark instead of play", "m", "mark"),
            KeyCommand((".", "insert"), self._mark_pointed, "mark the card pointed at"),
            KeyCommand(("escape",), self._clear, "remove all marks"),
            KeyCommand(("u",), self._toggle_refill, "refill at once, or only with Space", "u", "auto"),
            KeyCommand(("p",), self._pause, "pause; the cards are hidden, and the replay records it", "p", "pause"),
            KeyCommand(("o",), self._end, "end early: press it twice", "oo", "end"),
            KeyCommand(("h",), self.controls.help, "what the heroes can do, and how the game is won"),
        ]  # fmt: skip

    def compose_body(self) -> ComposeResult:
        """Yield the clock, the heroes and the decks above three rows of five cards."""
        nothing = clock_view(self.game.clock, "", 0)
        with Horizontal(id="top"):
            yield ValueWidget(draw_digits, nothing, id="digits")
            yield ValueWidget(draw_briefing, BriefingView(), id="heroes")
            yield ValueWidget(draw_decks, DecksView(None, 0, 0), id="decks")
        yield ValueWidget(draw_bar, nothing, id="bar")
        with Container(id="cards"), Container(id="grid"):
            for place in range(len(self.game.places)):
                yield ValueWidget(draw_place, CardPlace(None), id=f"place-{place}", classes="place")

    def fit_widgets(self, width: int, height: int) -> None:
        """Give the cards as much room as possible."""
        roomy = height >= _ROOMY_HEIGHT
        top = 5 if roomy else 3
        self.query_one("#top").styles.height = top
        self.widget("#digits").styles.width = 30 if roomy else 15
        self.widget("#decks").styles.width = _WIDE_DECKS if width >= _WIDE else _NARROW_DECKS
        grid = self.query_one("#grid")
        grid.styles.width = COLUMNS * min(width // COLUMNS, _WIDEST_CARD)
        grid.styles.height = len(self.game.places) // COLUMNS * min((height - top - 3) // 3, _TALLEST_CARD)

    # the view

    def update_view(self) -> None:
        """Update the clock, the cards, the decks and the notice."""
        if self.too_small:
            is_running = self.game.phase is Phase.TABLE and not self.game.clock.is_paused
            clock = clock_text(self.game.clock.remaining) if is_running else ""
            self.widget("#too-small").set_value((*self.size, clock))
            return
        self._update_clock()
        self._update_cards()
        table = self.game.table
        self.widget("#heroes").set_value(BriefingView.of(self.game.setup, self.game.heroes))
        top = None if self.is_covered else table.last_laid
        self.widget("#decks").set_value(DecksView(table.next_is_mission, len(table.deck), len(table.story), top))
        self.relabel("enter", "begin" if self.game.phase is Phase.READY else "play")
        self.relabel("p", "go on" if self.is_covered else "pause")
        self.show_notice(*self._notice_text())

    def _update_clock(self) -> None:
        width = max(self.size.width, 1)
        label = label_of(self.game.setup, room=width - WORDS - 6 - _SHORTEST_BAR)
        view: ClockView = clock_view(self.game.clock, label, width)
        self.widget("#digits").set_value(view._replace(label="", eighths=0))
        self.widget("#bar").set_value(view)

    def _update_cards(self) -> None:
        places = self.game.places
        if self._seen != places:
            if self._seen:
                self._fresh = {n for n, card in enumerate(places) if card is not None and card is not self._seen[n]}
            self._seen = list(places)
            self.marks.keep(n for n, card in enumerate(places) if card is not None and n not in self._fresh)
        hidden = self.is_covered
        for place, card in enumerate(places):
            if hidden:
                middle = place // COLUMNS == 1
                word = _ON_BACKS[place % COLUMNS] if middle else ""
                value = CardPlace(None, hidden=True, word=word if not self.controls.is_watching else "")
            else:
                pointed = place == self._pointed
                look = CardHighlight(
                    KEYS[place], self.marks.number_of(place), pointed=pointed, fresh=place in self._fresh
                )
                value = CardPlace(card, look)
            self.widget(f"#place-{place}").set_value(value)

    @property
    def is_covered(self) -> bool:
        """Whether the cards lie face down, as they do during a pause."""
        return self.game.phase is Phase.TABLE and self.game.clock.is_paused

    def _notice_text(self) -> tuple[str, str]:
        game = self.game
        if self.controls.is_watching:
            return self._last_action(), CHALK
        if self.notice:
            return self.notice, f"bold {EMBER}"
        if game.phase is Phase.READY:
            return "Look at your cards as long as you like. Enter turns the sand over.", f"bold {CHALK}"
        if game.clock.is_paused:
            return "Paused. The cards are covered, and the replay records the pause.", CHALK
        if self._asked_to_end:
            return "End the five minutes now? Press o again to end them, any other key to go on.", f"bold {EMBER}"
        card = game.places[self._pointed] if self._pointed is not None else None
        if self.marks:
            them = "it" if len(self.marks) == 1 else "them in this order"
            return f"{len(self.marks)} marked: Enter plays {them}, n discards, Esc clears.", CHALK
        if card is not None:
            return card_line(card), CHALK
        if self.marks.by_plain_keys:
            return "Marking: keys and clicks mark cards. m returns to playing.", CHALK
        if None in game.places and game.table.deck:
            return "Places are empty: Space refills.", CHALK
        return "Press a card's key or click it to play it; Shift or a right click marks it.", ASH

    def _last_action(self) -> str:
        """Return what the recorded player did last, other than drawing cards."""
        if self.game.clock.is_paused:
            return "a pause"
        done = next((done for done in reversed(self.game.log) if done.action is not TableAction.DRAW), None)
        return f"{done.action}s {', '.join(card_name(card) for card in done.cards)}" if done is not None else ""

    # keys and clicks

    def press_key(self, key: str) -> None:
        """Play or mark a card by its key, or move the pointer."""
        self._asked_to_end = False
        if key in _ARROWS:
            self._point(*_ARROWS[key])
            return
        place = KEYS.find(key.lower()) if len(key) == 1 else -1
        if place >= 0:
            self._choose(place, mark=key != key.lower())

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (the widget is enough)
        """Play or mark the clicked card."""
        if widget.id is not None and widget.id.startswith("place-"):
            self._asked_to_end = False
            self._choose(int(widget.id.removeprefix("place-")), mark=other)

    def _choose(self, place: int, *, mark: bool) -> None:
        if mark or self.marks.by_plain_keys:
            if self.game.places[place] is not None and not self.is_covered:
                self.marks.toggle(place)
            self.notice = ""
        else:
            self._play([place])

    def _play(self, places: list[int]) -> None:
        self._change_cards(lambda: self.game.play(places), places)

    def _change_cards(self, action: Callable[[], None], leaving: list[int]) -> None:
        """Run an action that replaces cards; a replaced card is new even if it equals the one before."""
        empty = [place for place, card in enumerate(self.game.places) if card is None]
        if self.attempt(action):
            self._fresh = {place for place in (*leaving, *empty) if self.game.places[place] is not None}
            self._seen = list(self.game.places)
            self.marks.keep(place for place in self.marks if place not in leaving)

    def _enter(self) -> None:
        self._asked_to_end = False
        if self.game.phase is Phase.READY:
            self.attempt(self.game.start_clock)
        else:
            self._play(self._chosen())

    def _discard(self) -> None:
        self._asked_to_end = False
        chosen = self._chosen()
        self._change_cards(lambda: self.game.discard(chosen), chosen)

    def _chosen(self) -> list[int]:
        """Return the marked places in their order, or the one pointed at."""
        if self.marks:
            return list(self.marks)
        there = self._pointed is not None and self.game.places[self._pointed] is not None
        return [self._pointed] if self._pointed is not None and there else []

    def _refill(self) -> None:
        self._asked_to_end = False
        self._change_cards(self.game.refill, [])

    def _toggle_marking(self) -> None:
        self.marks.by_plain_keys = not self.marks.by_plain_keys
        self._clear_notice()

    def _mark_pointed(self) -> None:
        if self._pointed is not None:
            self._choose(self._pointed, mark=True)

    def _clear(self) -> None:
        self.marks.clear()
        self._pointed = None
        self._clear_notice()

    def _toggle_refill(self) -> None:
        self.game.refills_at_once = not self.game.refills_at_once
        self._clear_notice()
        self.notice = "Empty places refill at once." if self.game.refills_at_once else "Only Space refills now."

    def _pause(self) -> None:
        self._asked_to_end = False
        self.attempt(self.game.resume if self.game.clock.is_paused else self.game.pause)

    def _end(self) -> None:
        if self._asked_to_end:
            self._asked_to_end = False
            self.attempt(self.game.finish)
        else:
            self._clear_notice()
            self._asked_to_end = self.game.phase is Phase.TABLE and not self.game.clock.is_paused

    def _point(self, across: int, down: int) -> None:
        rows = len(self.game.places) // COLUMNS
        column, row = (0, 0) if self._pointed is None else (self._pointed % COLUMNS, self._pointed // COLUMNS)
        if self._pointed is not None:
            column, row = (column + across) % COLUMNS, (row + down) % rows
        self._pointed = row * COLUMNS + column
        self._clear_notice()

    def _clear_notice(self) -> None:
        self.notice = ""
        self._asked_to_end = False
