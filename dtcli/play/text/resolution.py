"""The resolution of the timed game in lines: card after card, and what can be said between two of them."""

from dtcli.english import agree, plural
from dtcli.play.game.questions import Asking
from dtcli.play.game.solo_game import Phase
from dtcli.play.text import sentences
from dtcli.play.text.commands import NotUnderstood, Order, order_of
from dtcli.play.text.dialogue import Leave, Talk
from dtcli.play.text.resolution_dialogue import StoryTalk
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.rules.decisions import REVEAL, Choice

ORDERS = ("next", "on", "hero", "backpack", "story", "help", "quit")
HELP = (
    "Press Enter, or type next, to turn the next card.",
    "on: turn cards until something is to be decided.",
    "hero, and a name: use the skill of that hero. hero alone: hear who can act.",
    "backpack: hear what lies in each slot, and how the game stands. story: hear how many cards are left.",
    "quit: leave the game.",
)
HELP_ASKED = (
    "Type the number of an answer.",
    "again: hear the question again. back: begin this choice again. backpack: hear what lies in each slot.",
    "quit: leave the game.",
)


class PlainStory(StoryTalk):
    """The resolution of one game."""

    help_asked = HELP_ASKED

    def __init__(self, talk: Talk) -> None:
        assert talk.game.session is not None, "the story is laid"
        super().__init__(talk, talk.game.session)
        self._game = talk.game
        self._runs_on = False
        """Cards turn by themselves until something is to be decided."""

    def choose(self, choice: Choice) -> None:
        """Make a choice, and keep it in the game."""
        self._game.choose(choice)

    def resolve(self) -> None:
        """Resolve the story to its end. When no more lines come, cards turn until something is to be decided."""
        height = plural(len(self.session.state.story), "card")
        self.voice.say(f"The story has {height}. Press Enter to turn a card; type help for help.")
        while self._game.phase is Phase.RESOLUTION:
            if not self.session.in_gap:
                self._runs_on = False
                self.decide(Asking(self.session.options()))
            elif self._runs_on:
                self.do(REVEAL)
            else:
                self._between_cards()

    def _between_cards(self) -> None:
        try:
            line = self.voice.wait()
        except EndOfInput:
            self._runs_on = True
            return
        try:
            self._obey(order_of(line, ORDERS, self.also))
        except NotUnderstood as reason:
            self.voice.say(sentences.sentence(str(reason)))

    def _obey(self, order: Order) -> None:
        match order.word:
            case "" | "next":
                self.do(REVEAL)
            case "on":
                self._runs_on = True
            case "hero":
                self.hero(order.rest)
            case "backpack":
                self.tell_backpack()
            case "story":
                left = len(self.session.state.story)
                self.voice.say(f"{plural(left, 'card')} {agree(left, 'is', 'are')} left in the story.")
            case "help":
                self.voice.tell(HELP)
            case _:
                raise Leave
