"""The five minutes in lines: cards by their numbers, the time when it matters.

Of the story only its height and the card laid last can be heard (A3).
"""

from collections.abc import Callable, Mapping

from dtcli.english import agree, and_list, plural
from dtcli.play.game.solo_game import Phase
from dtcli.play.text import sentences
from dtcli.play.text.commands import NotUnderstood, Order, is_number, numbers, order_of
from dtcli.play.text.dialogue import Leave, Talk
from dtcli.rules.decisions import IllegalChoice

MARKS = (240, 180, 120, 60, 30, 10)
"""Seconds left at which the time is told without being asked for."""
LAST_MINUTE = 60
"""From here on every answer tells the time."""

_ALSO = {"lay": "play", "resume": "go on", "continue": "go on", "?": "help", "exit": "quit"}
_WHILE_PAUSED = ("go on", "time", "story", "help", "quit")
HELP = (
    "play 3 7: lay the cards 3 and 7 on the story, in this order. 3 7 alone does the same.",
    "discard 2 5: discard the cards 2 and 5.",
    "refill: draw cards to the places that are empty.",
    "refill off: leave places empty until you say refill. refill on: draw at once again.",
    "cards: hear what lies there. deck: hear what comes next.",
    "story: hear how high the story is, and which card lies on top.",
    "time: hear the time left. pause: stop the sand; the record will tell. go on: let it run again.",
    "finish: end the five minutes now. quit: leave the game.",
    "All but finish and quit can be shortened: p 3, d 2.",
)


class PlainTable:
    """The five minutes of one game."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._game = talk.game
        self._marks = [mark for mark in MARKS if mark < talk.game.sand.left]
        self._deeds: Mapping[str, Callable[[Order], None]] = {
            "play": self._play, "discard": self._discard, "refill": self._refill, "cards": self._cards,
            "time": self._time, "story": self._story, "deck": self._deck, "pause": self._pause,
            "go on": self._go_on, "help": self._help, "finish": self._finish, "quit": self._quit,
        }  # fmt: skip

    def play(self) -> None:
        """Play until the sand is through or the player ends it."""
        if self._game.phase is Phase.TABLE:
            self._talk.say(self._resumed() if self._game.sand.is_paused else "The sand runs.")
        while self._game.phase is Phase.TABLE:
            line = self._talk.lines.next(self._patience)
            if self._game.look_at_sand():
                break
            self._tell_marks()
            if line is not None:
                self._answer(line)
        if self._game.sand.is_through:
            self._talk.say("Time is up.")

    def _resumed(self) -> str:
        """Return what is said first in a game that was interrupted in its five minutes (X17)."""
        left = f"This game was interrupted with {sentences.time(self._game.sand.left)} left."
        return f"{left} Type go on to let the sand run again, then cards to hear what lies there."

    @property
    def _patience(self) -> float | None:
        """Seconds until something is to be said without being asked."""
        sand = self._game.sand
        if sand.is_paused:
            return None
        left = sand.left
        return left - max((mark for mark in self._marks if mark < left), default=0)

    def _tell_marks(self) -> None:
        left = self._game.sand.left
        due = [mark for mark in self._marks if left <= mark]
        if due:
            self._marks = [mark for mark in self._marks if mark not in due]
            self._talk.say(f"{sentences.time(left)} left.")

    def _answer(self, line: str) -> None:
        try:
            self._do(Order("play", line) if is_number(line) else order_of(line, tuple(self._deeds), _ALSO))
        except (IllegalChoice, NotUnderstood) as reason:
            if self._game.phase is Phase.TABLE:  # else the time is up, which is told
                self._reply(sentences.sentence(str(reason)))

    def _do(self, order: Order) -> None:
        if self._game.sand.is_paused and order.word not in _WHILE_PAUSED:
            self._talk.say("The game is paused. Type go on.")
        elif order.word:
            self._deeds[order.word](order)
        else:
            self._reply("Type help for what can be done.")

    # cards

    def _play(self, order: Order) -> None:
        places, cards = self._named(order)
        self._game.play(places)
        self._reply(f"You play {cards}. {self._came_to(places)}")

    def _discard(self, order: Order) -> None:
        places, cards = self._named(order)
        self._game.discard(places)
        self._reply(f"You discard {cards}. {self._came_to(places)}")

    def _named(self, order: Order) -> tuple[list[int], str]:
        """Return the places that an order names, and the names of the cards there."""
        places = [number - 1 for number in numbers(order.rest, len(self._game.places))]
        if not places:
            msg = f"name cards by their numbers: {order.word} 3 7"
            raise NotUnderstood(msg)
        return places, and_list(str(self._game.places[place]) for place in places)

    def _refill(self, order: Order) -> None:
        game, how = self._game, order.rest.casefold()
        if how in ("on", "off"):
            game.refills_at_once = how == "on"
            when = "at once" if how == "on" else "when you say refill"
            self._reply(f"Cards are drawn {when}.")
            return
        empty = [place for place, card in enumerate(game.places) if card is None]
        game.refill()
        self._reply(self._came_to(empty))

    def _came_to(self, places: list[int]) -> str:
        """Return what lies now where cards have left, and what comes next."""
        cards = [(place, self._game.places[place]) for place in sorted(places)]
        new = [f"{place + 1} is now {sentences.card(card)}" for place, card in cards if card is not None]
        told = [f"{'; '.join(new)}."] if new else []
        empty = [str(place + 1) for place, card in cards if card is None]
        if empty:
            told.append(f"{and_list(empty)} {agree(len(empty), 'is', 'are')} empty.")
        table = self._game.table
        if table.next_is_mission is None:
            told.append("The draw deck is empty.")
        else:
            told.append(f"Next comes {'a mission' if table.next_is_mission else 'an item'}.")
        return " ".join(told)

    # what can be asked

    def _cards(self, _: Order) -> None:
        self._talk.tell_cards()

    def _deck(self, _: Order) -> None:
        self._reply(sentences.deck(self._game.table))

    def _story(self, _: Order) -> None:
        table, top = self._game.table, ""
        if table.last_laid is not None and not self._game.sand.is_paused:  # a pause covers every card
            top = f" On top lies {sentences.card(table.last_laid)}."  # A3
        self._reply(f"The story is {plural(len(table.story), 'card')} high.{top}")

    def _time(self, _: Order) -> None:
        self._talk.say(f"{sentences.time(self._game.sand.left)} left.")

    def _help(self, _: Order) -> None:
        for text in HELP:
            self._talk.say(text)

    # the sand

    def _pause(self, _: Order) -> None:
        self._game.pause()
        self._talk.say("The sand is stopped, and the record will tell. Type go on to let it run again.")

    def _go_on(self, _: Order) -> None:
        paused = self._game.sand.is_paused
        self._game.resume()
        self._talk.say(f"The sand runs{' again' if paused else ''}. {sentences.time(self._game.sand.left)} left.")

    def _finish(self, _: Order) -> None:
        self._game.finish()
        self._talk.say("You end the five minutes.")

    def _quit(self, _: Order) -> None:
        raise Leave

    def _reply(self, text: str) -> None:
        """Say something, and the time where it matters."""
        left = self._game.sand.left
        urgent = left <= LAST_MINUTE and not self._game.sand.is_paused and self._game.phase is Phase.TABLE
        self._talk.say(f"{text} {sentences.time(left)} left." if urgent else text)
