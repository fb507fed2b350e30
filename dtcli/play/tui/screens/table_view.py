"""What the table shows: the fifteen cards, the clock, the decks, and one line of words."""

import math

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from dtcli.play.game.clock import clock_text
from dtcli.play.game.solo_game import Phase, TableAction, TableEvent
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.recent_changes import DISCARDED, LAID, RecentChanges
from dtcli.play.tui.screens.command_screen import KeyCommand, key_name
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.clock import (
    WORDS,
    ClockView,
    Urgency,
    clock_view,
    digits_width,
    draw_bar,
    draw_digits,
    urgency_of,
)
from dtcli.play.tui.widgets.decks import DecksView, decks_width, draw_decks
from dtcli.play.tui.widgets.marked_cards import MarkedCards
from dtcli.play.tui.widgets.table import COLUMNS, AboutView, CardPlace, draw_about, draw_place, facts_line, label_of
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, EMBER
from dtcli.render.pictures.card_face import CardHighlight
from dtcli.rules.cards import Card

_ROOMY_HEIGHT = 34
_WIDE = 110
_LOW_TOP, _ROOMY_TOP = 3, 7
_TALLEST_TOPS = ((160, 13), (_WIDE, 9), (0, _ROOMY_TOP))
"""The most lines for clock, heroes and decks, in a terminal that has at least so many columns."""
_WIDEST_CARD, _TALLEST_CARD = 30, 13
_OTHER_LINES = 3
"""Lines for the bar, the notice and the keys."""
_SHORTEST_BAR = 12
_ON_BACKS = ("paused", "press", "", "to go", "on")
"""The text on the middle row of card backs during a pause; the empty one is the key."""


class TableView(GameScreen):
    """The table as it is seen; ``TableScreen`` adds what the player does."""

    def __init__(self, controls: AppActions) -> None:
        self.key_layout = controls.settings.layout
        self.marks = MarkedCards()
        self.changes = RecentChanges(controls.now)
        self.pointed: int | None = None
        self.asked_to_end = False
        self.brief_notice = ("", 0.0)
        """A notice that goes away by itself, and when."""
        super().__init__(controls)

    def labelled(self, label: str) -> KeyCommand:
        """Return the command that has this label in the key bar."""
        return next(command for command in self.commands if command.label == label)

    def key_for(self, label: str) -> str:
        """Return the name of the first key of a command."""
        return key_name(self.labelled(label).keys[0])

    def compose_body(self) -> ComposeResult:
        """Yield the clock, the heroes and the decks above three rows of five cards."""
        nothing = clock_view(self.game.clock, "", 0)
        with Horizontal(id="top"):
            yield ValueWidget(draw_digits, nothing, id="digits")
            yield ValueWidget(draw_about, AboutView(), id="about")
            yield ValueWidget(draw_decks, DecksView(None, 0, 0), id="decks")
        yield ValueWidget(draw_bar, nothing, id="bar")
        with Container(id="cards"), Container(id="grid"):
            for place in range(len(self.game.places)):
                yield ValueWidget(draw_place, CardPlace(None), id=f"place-{place}", classes="place")

    def fit_widgets(self, width: int, height: int) -> None:
        """Give the cards as much room as possible, and the clock and the decks what they leave."""
        rows = len(self.game.places) // COLUMNS
        low = _ROOMY_TOP if height >= _ROOMY_HEIGHT else _LOW_TOP
        card_height = min((height - low - _OTHER_LINES) // rows, _TALLEST_CARD)
        tallest = next(lines for columns, lines in _TALLEST_TOPS if width >= columns)
        top = min(height - _OTHER_LINES - rows * card_height, tallest)
        self.query_one("#top").styles.height = top
        self.widget("#digits").styles.width = digits_width(self.game.clock.seconds, top)
        self.widget("#decks").styles.width = decks_width(top, wide=width >= _WIDE)
        grid = self.query_one("#grid")
        grid.styles.width = COLUMNS * min(width // COLUMNS, _WIDEST_CARD)
        grid.styles.height = rows * card_height

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
        self.widget("#about").set_value(AboutView.of(self.game.setup, self.game.heroes, self.pointed_card))
        self.widget("#decks").set_value(self._decks_view())
        self.relabel("enter", "begin" if self.game.phase is Phase.READY else "play")
        self.relabel(self.labelled("pause").keys[0], "go on" if self.is_covered else "pause")
        self.show_notice(*self._notice_text())

    def _decks_view(self) -> DecksView:
        table, covered = self.game.table, self.is_covered
        top = None if covered else table.last_laid
        ends = "" if covered else self.labelled("end").shown
        return DecksView(table.next_is_mission, len(table.deck), len(table.story), top, covered=covered, end_keys=ends)

    def _update_clock(self) -> None:
        width = max(self.size.width, 1)
        label = label_of(self.game.setup, room=width - WORDS - 6 - _SHORTEST_BAR)
        view: ClockView = clock_view(self.game.clock, label, width)
        self.widget("#digits").set_value(view._replace(label="", eighths=0))
        self.widget("#bar").set_value(view)

    def _update_cards(self) -> None:
        places = self.game.places
        if self.changes.follow(places, self._last_verb):
            self.marks.keep(n for n, card in enumerate(places) if card is not None and n not in self.changes.fresh)
        hurry = self._hurry
        for place, card in enumerate(places):
            self.widget(f"#place-{place}").set_value(
                self._covered_place(place) if self.is_covered else CardPlace(card, self._look(place, hurry))
            )

    def _covered_place(self, place: int) -> CardPlace:
        """Return a card back; on the middle row they say how the game goes on."""
        word = ""
        if place // COLUMNS == 1:
            word = _ON_BACKS[place % COLUMNS] or self.key_for("pause")
        return CardPlace(None, hidden=True, word=word)

    def _look(self, place: int, hurry: str | None) -> CardHighlight:
        return CardHighlight(
            key=self.key_layout.letters[place],
            mark=self.marks.number_of(place),
            pointed=place == self.pointed,
            fresh=place in self.changes.fresh,
            foot=self.changes.words(place),
            hurry=hurry,
        )

    @property
    def _hurry(self) -> str | None:
        """What the frames of the cards say about the last thirty seconds: in the last ten how many are left."""
        match urgency_of(self.game.clock):
            case Urgency.HALF_MINUTE:
                return ""
            case Urgency.TEN:
                return str(math.ceil(self.game.clock.remaining))
            case _:
                return None

    @property
    def _last_verb(self) -> str:
        done = self._last_deed
        return DISCARDED if done is not None and done.action is TableAction.DISCARD else LAID

    @property
    def _last_deed(self) -> TableEvent | None:
        """What the player did last, other than drawing cards."""
        return next((done for done in reversed(self.game.log) if done.action is not TableAction.DRAW), None)

    @property
    def pointed_card(self) -> Card | None:
        """The card pointed at, unless it is covered."""
        return self.game.places[self.pointed] if self.pointed is not None and not self.is_covered else None

    @property
    def is_covered(self) -> bool:
        """Whether the cards lie face down, as they do during a pause."""
        return self.game.phase is Phase.TABLE and self.game.clock.is_paused

    def _notice_text(self) -> tuple[str, str]:
        if self.notice and self.brief_notice[0] == self.notice and self.controls.now() >= self.brief_notice[1]:
            self.notice = ""
        if self.notice:
            return self.notice, f"bold {EMBER}"
        if self.is_covered:
            return "Paused. The cards are covered, and the replay records the pause.", CHALK
        if self.asked_to_end:
            again = f"Press {self.key_for('end')} again to end them, any other key to go on."
            return f"End the five minutes now? {again}", f"bold {EMBER}"
        if self.marks:
            them = "it" if len(self.marks) == 1 else "them in this order"
            return (
                f"{len(self.marks)} marked: Enter plays {them}, {self.key_for('discard')} discards, Esc clears.",
                CHALK,
            )
        if self.pointed_card is not None:
            return facts_line(self.pointed_card), CHALK
        if self.marks.by_plain_keys:
            return f"Marking: keys and clicks mark cards. {self.key_for('mark')} returns to playing.", CHALK
        return self._prompt()

    def _prompt(self) -> tuple[str, str]:
        """Return what can be done now."""
        game = self.game
        if game.phase is Phase.READY:
            return "Look at your cards as long as you like. Enter turns the sand over.", f"bold {CHALK}"
        if not game.table.deck:
            left = "Lay what you want, then" if any(game.places) else "No card is left:"
            end = self.labelled("end").shown
            return f"The draw deck is empty. {left} {end} ends the five minutes.", f"bold {CHALK}"
        if None in game.places:
            return "Places are empty: Space refills.", CHALK
        return "Press a card's key or click it to play it; Shift or a right click marks it.", ASH
