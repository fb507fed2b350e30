"""The five minutes: fifteen cards, the sand, the decks. Keys and clicks are passed on to the game."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from dtcli.play.game.solo_game import Deed, Phase
from dtcli.play.tui.context import Seat
from dtcli.play.tui.screens.base import Command, Stage
from dtcli.play.tui.widgets.clock import WORDS, SandView, clock_of, draw_bar, draw_digits, sand_view
from dtcli.play.tui.widgets.drawing import Drawn
from dtcli.play.tui.widgets.marked_cards import Marks
from dtcli.play.tui.widgets.table import COLUMNS, KEYS, Decks, Lying, draw_decks, draw_heroes, draw_place, label_of
from dtcli.render.colours import ASH, CHALK, EMBER
from dtcli.render.events import card_line, card_name
from dtcli.render.pictures.card_face import Look
from dtcli.rules.cards import Card

_ROOMY_HEIGHT = 34
_WIDE = 110
_NARROW_DECKS, _WIDE_DECKS = 25, 48
"""Columns for the draw deck and the story; where there is room, for the whole title of the mission on top."""
_WIDEST_CARD, _TALLEST_CARD = 30, 13
_SHORTEST_BAR = 12
_ON_BACKS = ("paused", "press", "p", "to go", "on")
"""What the middle row of backs says while the cards lie face down."""
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class TableScreen(Stage):
    """The table before and while the sand runs."""

    def __init__(self, seat: Seat) -> None:
        self.marks = Marks()
        self._pointed: int | None = None
        self._asked_to_end = False
        self._seen: list[Card | None] = []
        self._fresh: set[int] = set()
        super().__init__(seat)

    def own_commands(self) -> list[Command]:
        """Return what can be done at the table."""
        return [
            Command(("space",), self._refill, "fill the empty places from the draw deck", "Space", "refill"),
            Command(("enter",), self._enter, "play the marked cards in their order, or the one pointed at",
                    "Enter", "play"),
            Command(("n", "backspace", "delete"), self._discard, "discard the marked cards, or the one pointed at",
                    "n", "discard"),
            Command(("m",), self._switch_marking, "let plain keys and clicks mark instead of play", "m", "mark"),
            Command((".", "insert"), self._mark_pointed, "mark the card pointed at"),
            Command(("escape",), self._clear, "take all marks away"),
            Command(("u",), self._switch_refill, "refill at once, or only with Space", "u", "auto"),
            Command(("p",), self._pause, "pause; the cards are hidden, the record tells", "p", "pause"),
            Command(("o",), self._end, "end early: press it twice", "oo", "end"),
            Command(("h",), self._tell_heroes, "what the heroes can do"),
        ]  # fmt: skip

    def picture(self) -> ComposeResult:
        """Yield the sand, the heroes and the decks above three rows of five cards."""
        nothing = sand_view(self.game.sand, "", 0)
        with Horizontal(id="top"):
            yield Drawn(draw_digits, nothing, id="digits")
            yield Drawn(draw_heroes, self.game.heroes, id="heroes")
            yield Drawn(draw_decks, Decks(None, 0, 0), id="decks")
        yield Drawn(draw_bar, nothing, id="bar")
        with Container(id="cards"), Container(id="grid"):
            for place in range(len(self.game.places)):
                yield Drawn(draw_place, Lying(None), id=f"place-{place}", classes="place")

    def furnish(self, width: int, height: int) -> None:
        """Give the cards all the room there is."""
        roomy = height >= _ROOMY_HEIGHT
        top = 5 if roomy else 3
        self.query_one("#top").styles.height = top
        self.drawn("#digits").styles.width = 30 if roomy else 15
        self.drawn("#decks").styles.width = _WIDE_DECKS if width >= _WIDE else _NARROW_DECKS
        grid = self.query_one("#grid")
        grid.styles.width = COLUMNS * min(width // COLUMNS, _WIDEST_CARD)
        grid.styles.height = len(self.game.places) // COLUMNS * min((height - top - 3) // 3, _TALLEST_CARD)

    # what is to be seen

    def look(self) -> None:
        """Show what has changed: most often only the sand."""
        if self.too_small:
            running = self.game.phase is Phase.TABLE and not self.game.sand.is_paused
            clock = clock_of(self.game.sand.left) if running else ""
            self.drawn("#too-small").show((*self.size, clock))
            return
        self._look_at_sand()
        self._look_at_cards()
        table = self.game.table
        self.drawn("#heroes").show(self.game.heroes)
        top = None if self.is_covered else table.last_laid
        self.drawn("#decks").show(Decks(table.next_is_mission, len(table.deck), len(table.story), top))
        self.call("enter", "begin" if self.game.phase is Phase.READY else "play")
        self.call("p", "go on" if self.is_covered else "pause")
        self.say(*self._words())

    def _look_at_sand(self) -> None:
        width = max(self.size.width, 1)
        label = label_of(self.game.setup, room=width - WORDS - 6 - _SHORTEST_BAR)
        view: SandView = sand_view(self.game.sand, label, width)
        self.drawn("#digits").show(view._replace(label="", eighths=0))
        self.drawn("#bar").show(view)

    def _look_at_cards(self) -> None:
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
                lying = Lying(None, hidden=True, word=word if not self.seat.is_watching else "")
            else:
                pointed = place == self._pointed
                look = Look(KEYS[place], self.marks.number_of(place), pointed=pointed, fresh=place in self._fresh)
                lying = Lying(card, look)
            self.drawn(f"#place-{place}").show(lying)

    @property
    def is_covered(self) -> bool:
        """Whether the cards lie face down: a pause gives nobody time to think."""
        return self.game.phase is Phase.TABLE and self.game.sand.is_paused

    def _words(self) -> tuple[str, str]:
        game = self.game
        if self.seat.is_watching:
            return self._last_deed(), CHALK
        if self.notice:
            return self.notice, f"bold {EMBER}"
        if game.phase is Phase.READY:
            return "Look at your cards as long as you like. Enter turns the sand over.", f"bold {CHALK}"
        if game.sand.is_paused:
            return "Paused. The cards are covered, and the record tells of the pause.", CHALK
        if self._asked_to_end:
            return "End the five minutes now? o once more ends them, any other key goes on.", f"bold {EMBER}"
        card = game.places[self._pointed] if self._pointed is not None else None
        if self.marks:
            them = "it" if len(self.marks) == 1 else "them in this order"
            return f"{len(self.marks)} marked: Enter plays {them}, n discards, Esc forgets.", CHALK
        if card is not None:
            return card_line(card), CHALK
        if self.marks.by_plain_keys:
            return "Marking: keys and clicks mark cards. m goes back to playing.", CHALK
        if None in game.places and game.table.deck:
            return "Places are empty: Space refills.", CHALK
        return "Its key or a click plays a card; Shift and key, or a right click, marks it.", ASH

    def _last_deed(self) -> str:
        """Return what the player who is watched did last; drawing cards follows by itself."""
        if self.game.sand.is_paused:
            return "a pause"
        done = next((done for done in reversed(self.game.log) if done.deed is not Deed.DRAW), None)
        return f"{done.deed}s {', '.join(card_name(card) for card in done.cards)}" if done is not None else ""

    # what can be done

    def press(self, key: str) -> bool:
        """Play or mark a card by its key, or move the pointer."""
        self._asked_to_end = False
        if key in _ARROWS:
            self._point(*_ARROWS[key])
            return True
        place = KEYS.find(key.lower()) if len(key) == 1 else -1
        if place < 0:
            self.look()
            return False
        self._choose(place, mark=key != key.lower())
        return True

    def click(self, drawn: Drawn[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (where does not matter)
        """Play or mark the card that was clicked on."""
        if drawn.id is not None and drawn.id.startswith("place-"):
            self._asked_to_end = False
            self._choose(int(drawn.id.removeprefix("place-")), mark=other)

    def _choose(self, place: int, *, mark: bool) -> None:
        if mark or self.marks.by_plain_keys:
            if self.game.places[place] is not None and not self.is_covered:
                self.marks.switch(place)
            self.notice = ""
            self.look()
        else:
            self._play([place])

    def _play(self, places: list[int]) -> None:
        self._change_cards(lambda: self.game.play(places), places)

    def _change_cards(self, deed: Callable[[], None], leaving: list[int]) -> None:
        """Do something after which other cards lie at some places, perhaps equal ones."""
        empty = [place for place, card in enumerate(self.game.places) if card is None]
        if self.do(deed):
            self._fresh = {place for place in (*leaving, *empty) if self.game.places[place] is not None}
            self.marks.keep(place for place in self.marks if place not in leaving)
            self._look_again()

    def _look_again(self) -> None:
        if self.is_current:
            self.look()

    def _enter(self) -> None:
        self._asked_to_end = False
        if self.game.phase is Phase.READY:
            self.do(self.game.turn_sand)
        else:
            self._play(self._chosen())

    def _discard(self) -> None:
        self._asked_to_end = False
        chosen = self._chosen()
        self._change_cards(lambda: self.game.discard(chosen), chosen)

    def _chosen(self) -> list[int]:
        """Return the marked cards in their order, or the one that is pointed at."""
        if self.marks:
            return list(self.marks)
        there = self._pointed is not None and self.game.places[self._pointed] is not None
        return [self._pointed] if self._pointed is not None and there else []

    def _refill(self) -> None:
        self._asked_to_end = False
        self._change_cards(self.game.refill, [])

    def _switch_marking(self) -> None:
        self.marks.by_plain_keys = not self.marks.by_plain_keys
        self._hush()

    def _mark_pointed(self) -> None:
        if self._pointed is not None:
            self._choose(self._pointed, mark=True)

    def _clear(self) -> None:
        self.marks.clear()
        self._pointed = None
        self._hush()

    def _switch_refill(self) -> None:
        self.game.refills_at_once = not self.game.refills_at_once
        self._hush()
        self.notice = "Empty places refill at once." if self.game.refills_at_once else "Only Space refills now."
        self.look()

    def _pause(self) -> None:
        self._asked_to_end = False
        self.do(self.game.resume if self.game.sand.is_paused else self.game.pause)

    def _end(self) -> None:
        if self._asked_to_end:
            self._asked_to_end = False
            self.do(self.game.finish)
        else:
            self._hush()
            self._asked_to_end = self.game.phase is Phase.TABLE and not self.game.sand.is_paused
            self.look()

    def _tell_heroes(self) -> None:
        self.seat.help()

    def _point(self, across: int, down: int) -> None:
        rows = len(self.game.places) // COLUMNS
        column, row = (0, 0) if self._pointed is None else (self._pointed % COLUMNS, self._pointed // COLUMNS)
        if self._pointed is not None:
            column, row = (column + across) % COLUMNS, (row + down) % rows
        self._pointed = row * COLUMNS + column
        self._hush()

    def _hush(self) -> None:
        self.notice = ""
        self._asked_to_end = False
        self.look()
