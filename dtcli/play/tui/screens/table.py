"""The screen of the five minutes: what keys and clicks do."""

from collections.abc import Callable
from typing import Any

from textual._time import get_time

from dtcli.play.game.solo_game import Phase
from dtcli.play.tui.recent_changes import DISCARDED, LAID
from dtcli.play.tui.screens.command_screen import KeyCommand, key_name
from dtcli.play.tui.screens.table_view import TableView
from dtcli.play.tui.widgets.table import COLUMNS
from dtcli.play.tui.widgets.value_widget import ValueWidget

_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_BRIEFLY = 1.5
"""Seconds for which the reason why a key was ignored is shown."""
_PAIR = 2


class TableScreen(TableView):
    """The table, before the clock starts and while it runs."""

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of the table; letters that the key layout takes do not run them."""
        commands = [
            KeyCommand(("space",), self._refill, "fill the empty places from the draw deck", "Space", "refill"),
            KeyCommand(("enter",), self._enter, "play the marked cards in their order, or the one pointed at",
                    "Enter", "play"),
            KeyCommand(("n", "backspace", "delete"), self._discard, "discard the marked cards, or the one pointed at",
                    "n", "discard"),
            KeyCommand(("m", "f2"), self._toggle_marking, "let plain keys and clicks mark instead of play",
                    "m", "mark"),
            KeyCommand((".", "insert"), self._mark_pointed, "mark the card pointed at"),
            KeyCommand(("escape",), self._clear, "remove all marks"),
            KeyCommand(("u", "f3"), self._toggle_refill, "refill at once, or only with Space", "u", "auto"),
            KeyCommand(("p", "f4"), self._pause, "pause; the cards are hidden, and the replay records it",
                    "p", "pause"),
            KeyCommand(("o", "end"), self._end, "end early: press it twice", "oo", "end"),
            KeyCommand(("k", "f5"), self._sort, "sort the cards: items by kind, missions last", "k", "sort"),
            KeyCommand(("j", "f6"), self._swap, "swap two marked cards, or the marked one with the place pointed at",
                    "j", "swap"),
            KeyCommand(("h",), self.controls.help, "what the heroes can do, and how the game is won"),
        ]  # fmt: skip
        return [command for one in commands if (command := self._with_free_keys(one)).keys]

    def _with_free_keys(self, command: KeyCommand) -> KeyCommand:
        """Return a command without the letters that play cards."""
        free = tuple(key for key in command.keys if self.key_layout.place_of(key) < 0)
        if not free or free[0] == command.keys[0]:
            return command._replace(keys=free)
        times = len(command.shown)  # "oo" is a key that is pressed twice
        return command._replace(keys=free, shown=" ".join([key_name(free[0])] * times))

    @property
    def card_keys(self) -> list[tuple[str, str]]:
        """The keys of the cards and what they do, for the help."""
        rows = ("play the cards of the upper row", "the middle row", "the lower row")
        return [
            *zip(self.key_layout.rows(), rows, strict=True),
            ("Shift and the key", "marks a card; right click does the same"),
            ("arrows", "point at a card and show what it is"),
        ]

    # keys and clicks

    def press_key(self, key: str) -> None:
        """Play or mark a card by its key, or move the pointer."""
        self.asked_to_end = False
        if key in _ARROWS:
            self._point(*_ARROWS[key])
            return
        place = self.key_layout.place_of(key)
        if place >= 0:
            self._choose(place, mark=key != key.lower())

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (the widget is enough)
        """Play or mark the clicked card."""
        if widget.id is not None and widget.id.startswith("place-"):
            self.asked_to_end = False
            self._choose(int(widget.id.removeprefix("place-")), mark=other)

    def _choose(self, place: int, *, mark: bool) -> None:
        if not self._has_seen([place]):
            return
        if mark or self.marks.by_plain_keys:
            if self.game.places[place] is not None and not self.is_covered:
                self.marks.toggle(place)
            self.notice = ""
        else:
            self._play([place])

    def _has_seen(self, places: list[int]) -> bool:
        """Return whether the player can have seen the cards at these places; if not, say so for a moment."""
        typed_at = self.controls.now() - max(0.0, get_time() - self.input_time)  # perhaps it was handled late
        unseen = [place for place in places if self.changes.is_unseen(place, typed_at)]
        if unseen:
            self.notice = f"{self.key_layout.letters[unseen[0]]}: a new card, look first."
            self.brief_notice = (self.notice, self.controls.now() + _BRIEFLY)
        return not unseen

    def _play(self, places: list[int]) -> None:
        self._change_cards(lambda: self.game.play(places), places, LAID)

    def _change_cards(self, action: Callable[[], None], leaving: list[int], verb: str) -> None:
        """Run an action that replaces cards; a replaced card is new even if it equals the one before."""
        if not self._has_seen(leaving):
            return
        empty = [place for place, card in enumerate(self.game.places) if card is None]
        if self.attempt(action):
            self.changes.note(self.game.places, (*leaving, *empty), verb)
            self.marks.keep(place for place in self.marks if place not in leaving)

    def _enter(self) -> None:
        self.asked_to_end = False
        if self.game.phase is Phase.READY:
            self.attempt(self.game.start_clock)
        else:
            self._play(self._chosen())

    def _discard(self) -> None:
        self.asked_to_end = False
        chosen = self._chosen()
        self._change_cards(lambda: self.game.discard(chosen), chosen, DISCARDED)

    def _chosen(self) -> list[int]:
        """Return the marked places in their order, or the one pointed at."""
        if self.marks:
            return list(self.marks)
        there = self.pointed is not None and self.game.places[self.pointed] is not None
        return [self.pointed] if self.pointed is not None and there else []

    def _refill(self) -> None:
        self.asked_to_end = False
        self._change_cards(self.game.refill, [], LAID)

    def _sort(self) -> None:
        self._rearrange(self.game.sort)

    def _swap(self) -> None:
        places = list(self.marks)
        if len(places) == 1 and self.pointed is not None:
            places.append(self.pointed)
        if len(places) != _PAIR:
            self._clear_notice()
            then = f"then {self.key_for('swap')} swaps them"
            self.notice = f"Mark two cards, or mark one and point at another place; {then}."
            return
        self._rearrange(lambda: self.game.swap(*places))
        self.marks.keep(())

    def _rearrange(self, action: Callable[[], list[int]]) -> None:
        """Run an action that only moves cards; marks move with their cards."""
        self.asked_to_end = False
        order: list[int] = []
        if self.attempt(lambda: order.extend(action())):
            self.marks.rearrange(order)
            self.changes.rearrange(order)

    def _toggle_marking(self) -> None:
        self.marks.by_plain_keys = not self.marks.by_plain_keys
        self._clear_notice()

    def _mark_pointed(self) -> None:
        if self.pointed is not None:
            self._choose(self.pointed, mark=True)

    def _clear(self) -> None:
        self.marks.clear()
        self.pointed = None
        self._clear_notice()

    def _toggle_refill(self) -> None:
        self.game.refills_at_once = not self.game.refills_at_once
        self._clear_notice()
        self.notice = "Empty places refill at once." if self.game.refills_at_once else "Only Space refills now."

    def _pause(self) -> None:
        self.asked_to_end = False
        self.attempt(self.game.resume if self.game.clock.is_paused else self.game.pause)

    def _end(self) -> None:
        if self.asked_to_end:
            self.asked_to_end = False
            self.attempt(self.game.finish)
        else:
            self._clear_notice()
            self.asked_to_end = self.game.phase is Phase.TABLE and not self.game.clock.is_paused

    def _point(self, across: int, down: int) -> None:
        rows = len(self.game.places) // COLUMNS
        column, row = (0, 0) if self.pointed is None else (self.pointed % COLUMNS, self.pointed // COLUMNS)
        if self.pointed is not None:
            column, row = (column + across) % COLUMNS, (row + down) % rows
        self.pointed = row * COLUMNS + column
        self._clear_notice()

    def _clear_notice(self) -> None:
        self.notice = ""
        self.asked_to_end = False
