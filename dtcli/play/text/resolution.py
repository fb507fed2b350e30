"""The resolution of the timed game line by line: commands between two cards."""

from dtcli.english import agree, plural
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.game.solo_game import Phase
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput, TypedCommand, parse_command
from dtcli.play.text.console import GameConsole, LeaveGame
from dtcli.play.text.resolution_prompts import ResolutionPrompts
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.rules.decisions import REVEAL, Choice

COMMANDS = ("next", "on", "hero", "backpack", "story", "goal", "help", "quit")
HELP = (
    "Press Enter, or type next, to reveal the next card.",
    "on: reveal cards until there is a decision.",
    "hero, and a name: use the skill of that hero. hero alone: list who can act.",
    "backpack: list the slots and the state of the game. story: say how many cards are left.",
    "goal: say how the game is won, and what is still missing.",
    "quit: leave the game.",
)
QUESTION_HELP = (
    "again: repeat the question. back: start this choice over, or do without the skill. backpack: list the slots.",
    "goal: say how the game is won, and what is still missing. quit: leave the game.",
)


class TextResolution(ResolutionPrompts):
    """The resolution of one game."""

    question_commands = ("again", "back", "backpack", "goal", "help", "quit")
    question_help = QUESTION_HELP

    def __init__(self, console: GameConsole) -> None:
        assert console.game.resolution is not None, "the story is laid"
        super().__init__(console, console.game.resolution)
        self._game, self._game_console = console.game, console
        self._runs_on = False
        """Whether cards are revealed until there is a decision."""

    def choose(self, choice: Choice) -> None:
        """Make a choice in the game, so that it is saved."""
        self._game.choose(choice)

    def run_in_question(self, command: TypedCommand) -> None:
        """Say how the game is won, also at a question."""
        if command.word == "goal":
            self._game_console.say_goal()
        else:
            super().run_in_question(command)

    def resolve(self) -> None:
        """Resolve the story to its end. When the input ends, cards are revealed until there is a decision."""
        height = plural(len(self.resolution.state.story), "card")
        self.console.say(f"The story has {height}. Press Enter to reveal a card; type help for help.")
        while self._game.phase is Phase.RESOLUTION:
            if not self.resolution.in_gap:
                self._runs_on = False
                self.decide(ChoiceQuestion(self.resolution.options()))
            elif self._runs_on:
                self.make(REVEAL)
            else:
                self._between_cards()

    def _between_cards(self) -> None:
        try:
            line = self.console.read_line()
        except EndOfInput:
            self._runs_on = True
            return
        try:
            self._run(parse_command(line, COMMANDS, self.also))
        except InvalidInput as reason:
            self.console.say(sentences.sentence(str(reason)))

    def _run(self, command: TypedCommand) -> None:
        match command.word:
            case "" | "next":
                self.make(REVEAL)
            case "on":
                self._runs_on = True
            case "hero":
                self.hero(command.rest)
            case "backpack":
                self.say_backpack()
            case "story":
                left = len(self.resolution.state.story)
                self.console.say(f"{plural(left, 'card')} {agree(left, 'is', 'are')} left in the story.")
            case "goal":
                self._game_console.say_goal()
            case "help":
                self.console.say_all(HELP)
            case _:
                raise LeaveGame
