"""The five minutes line by line: cards by their numbers or names, and the time when it gets short.

Of the story only its size and the card laid last are shown (A3).
"""

from collections.abc import Callable, Mapping

from dtcli.english import agree, and_list, plural
from dtcli.play.game.solo_game import Phase
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput, TypedCommand, is_number, parse_command
from dtcli.play.text.console import GameConsole, LeaveGame
from dtcli.play.text.named_cards import NamedCards
from dtcli.rules.decisions import IllegalChoice

MARKS = (240, 180, 120, 60, 30, 10)
"""Seconds left at which the time is announced."""
LAST_MINUTE = 60
"""From here on every reply includes the time."""
_PAIR = 2

_ALSO = {"lay": "play", "resume": "go on", "continue": "go on", "?": "help", "exit": "quit"}
_WHILE_PAUSED = ("go on", "time", "story", "goal", "help", "quit")
HELP = (
    "play 3 7: lay the cards 3 and 7 on the story, in this order. 3 7 alone does the same.",
    "play cup, play 2 cup, play bow and E07: the same by name, in any language, or by how a name begins.",
    "discard 2 5, discard bow and cup: discard these cards.",
    "refill: draw cards to the empty places.",
    "refill off: leave places empty until you say refill. refill on: draw at once again.",
    "cards: list the cards. missions: only the missions. items: only the items, equal ones together.",
    "deck: say what comes next. goal: say how the game is won.",
    "story: say how many cards the story has, and which lies on top.",
    "sort: sort the cards, items by kind and missions last. swap 3 7: swap the cards 3 and 7.",
    "time: say the time left. pause: stop the sand; the replay records it. go on: let it run again.",
    "finish: end the five minutes now. quit: leave the game.",
    "All but finish and quit can be shortened: p 3, d 2.",
)


class TextTable:
    """The five minutes of one game."""

    def __init__(self, console: GameConsole) -> None:
        self._console = console
        self._game = console.game
        self._marks = [mark for mark in MARKS if mark < console.game.clock.remaining]
        self._actions: Mapping[str, Callable[[TypedCommand], None]] = {
            "play": self._play, "discard": self._discard, "refill": self._refill, "cards": self._cards,
            "time": self._time, "story": self._story, "deck": self._deck, "pause": self._pause,
            "go on": self._go_on, "missions": self._missions, "items": self._items, "goal": self._goal,
            "sort": self._sort, "swap": self._swap,
            "help": self._help, "finish": self._finish, "quit": self._quit,
        }  # fmt: skip

    def play(self) -> None:
        """Play until the time is up or the player ends it."""
        if self._game.phase is Phase.TABLE:
            self._console.say(self._resumed() if self._game.clock.is_paused else "The sand is running.")
        while self._game.phase is Phase.TABLE:
            line = self._console.lines.next(self._patience)
            if self._game.check_time():
                break
            self._announce_time()
            if line is not None:
                self._run_line(line)
        if self._game.clock.is_up:
            self._console.say("Time is up.")

    def _resumed(self) -> str:
        """Return the first message of a game that was interrupted in its five minutes (X17)."""
        left = f"This game was interrupted with {sentences.time(self._game.clock.remaining)} left."
        return f"{left} Type go on to let the sand run again, then cards to list the cards."

    @property
    def _patience(self) -> float | None:
        """Seconds until the next announcement; None during a pause."""
        clock = self._game.clock
        if clock.is_paused:
            return None
        left = clock.remaining
        return left - max((mark for mark in self._marks if mark < left), default=0)

    def _announce_time(self) -> None:
        left = self._game.clock.remaining
        due = [mark for mark in self._marks if left <= mark]
        if due:
            self._marks = [mark for mark in self._marks if mark not in due]
            self._console.say(f"{sentences.time(left)} left.")

    def _run_line(self, line: str) -> None:
        try:
            self._run(
                TypedCommand("play", line) if is_number(line) else parse_command(line, tuple(self._actions), _ALSO)
            )
        except (IllegalChoice, InvalidInput) as reason:
            if self._game.phase is Phase.TABLE:  # otherwise "Time is up" follows
                self._reply(sentences.sentence(str(reason)))

    def _run(self, command: TypedCommand) -> None:
        if self._game.clock.is_paused and command.word not in _WHILE_PAUSED:
            self._console.say("The game is paused. Type go on.")
        elif command.word:
            self._actions[command.word](command)
        else:
            self._reply("Type help for a list of commands.")

    # cards

    def _play(self, command: TypedCommand) -> None:
        places, cards = self._named(command)
        self._game.play(places)
        self._reply(f"You play {cards}. {self._came_to(places)}")

    def _discard(self, command: TypedCommand) -> None:
        places, cards = self._named(command)
        self._game.discard(places)
        self._reply(f"You discard {cards}. {self._came_to(places)}")

    def _named(self, command: TypedCommand) -> tuple[list[int], str]:
        """Return the places that a command names, and the names of their cards; raises ``InvalidInput``."""
        places = self._places_in(command)
        if not places:
            msg = f"name cards by their numbers or names: {command.word} 3 7, or {command.word} cup"
            raise InvalidInput(msg)
        return places, and_list(str(self._game.places[place]) for place in places)

    def _places_in(self, command: TypedCommand) -> list[int]:
        return NamedCards(self._game.places, self._game.setup.names).places_of(command.rest)

    def _refill(self, command: TypedCommand) -> None:
        game, how = self._game, command.rest.casefold()
        if how in ("on", "off"):
            game.refills_at_once = how == "on"
            when = "at once" if how == "on" else "when you say refill"
            self._reply(f"Cards are drawn {when}.")
            return
        empty = [place for place, card in enumerate(game.places) if card is None]
        game.refill()
        self._reply(self._came_to(empty))

    def _came_to(self, places: list[int]) -> str:
        """Return the new cards at these places, and the back of the next card."""
        cards = [(place, self._game.places[place]) for place in sorted(places)]
        new = [f"{place + 1} is now {sentences.card(card)}" for place, card in cards if card is not None]
        parts = [f"{'; '.join(new)}."] if new else []
        empty = [str(place + 1) for place, card in cards if card is None]
        if empty:
            parts.append(f"{and_list(empty)} {agree(len(empty), 'is', 'are')} empty.")
        table = self._game.table
        if table.next_is_mission is None:
            parts.append("The draw deck is empty.")
        else:
            parts.append(f"Next comes {'a mission' if table.next_is_mission else 'an item'}.")
        return " ".join(parts)

    def _sort(self, _: TypedCommand) -> None:
        self._game.sort()
        self._cards(_)

    def _swap(self, command: TypedCommand) -> None:
        places = self._places_in(command)
        if len(places) != _PAIR:
            msg = "name two cards by their numbers or names: swap 3 7, or swap cup bow"
            raise InvalidInput(msg)
        self._game.swap(*places)
        cards = (f"{place + 1} is now {self._card_at(place)}" for place in places)
        self._reply(f"{'; '.join(cards)}.")

    def _card_at(self, place: int) -> str:
        card = self._game.places[place]
        return "empty" if card is None else sentences.card(card)

    # information

    def _cards(self, _: TypedCommand) -> None:
        self._console.say_cards()

    def _missions(self, _: TypedCommand) -> None:
        self._console.say_missions()

    def _items(self, _: TypedCommand) -> None:
        self._console.say_items()

    def _goal(self, _: TypedCommand) -> None:
        self._console.say_goal()

    def _deck(self, _: TypedCommand) -> None:
        self._reply(sentences.deck(self._game.table))

    def _story(self, _: TypedCommand) -> None:
        table, top = self._game.table, ""
        if table.last_laid is not None and not self._game.clock.is_paused:  # a pause covers every card
            top = f" On top lies {sentences.card(table.last_laid)}."  # A3
        self._reply(f"The story is {plural(len(table.story), 'card')} high.{top}")

    def _time(self, _: TypedCommand) -> None:
        self._console.say(f"{sentences.time(self._game.clock.remaining)} left.")

    def _help(self, _: TypedCommand) -> None:
        for text in HELP:
            self._console.say(text)

    # the clock

    def _pause(self, _: TypedCommand) -> None:
        self._game.pause()
        self._console.say("The sand is stopped; the replay records the pause. Type go on to let it run again.")

    def _go_on(self, _: TypedCommand) -> None:
        paused = self._game.clock.is_paused
        self._game.resume()
        again = " again" if paused else ""
        self._console.say(f"The sand is running{again}. {sentences.time(self._game.clock.remaining)} left.")

    def _finish(self, _: TypedCommand) -> None:
        self._game.finish()
        self._console.say("You end the five minutes.")

    def _quit(self, _: TypedCommand) -> None:
        raise LeaveGame

    def _reply(self, text: str) -> None:
        """Print a reply, in the last minute with the time left."""
        left = self._game.clock.remaining
        urgent = left <= LAST_MINUTE and not self._game.clock.is_paused and self._game.phase is Phase.TABLE
        self._console.say(f"{text} {sentences.time(left)} left." if urgent else text)
