"""Prompts of a resolution in text mode: skills by name, decisions as numbered lists, and what they did.

The timed game and puzzles share them; each adds its own commands.
"""

from collections.abc import Mapping, Sequence

from dtcli.english import and_list
from dtcli.formats.names import folded
from dtcli.formats.suggest import did_you_mean
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.question_text import answer_text, cards_beside, question_help, question_text
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput, TypedCommand, is_number, one_number, parse_command
from dtcli.play.text.console import LeaveGame, TextConsole
from dtcli.render.colours import CAUTION, ERROR, GOOD, STRONG
from dtcli.render.pictures.backpack import BackpackSlots, SlotContent
from dtcli.rules.decisions import Choice, Reveal, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import why_not
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import EventKind, State


class ResolutionPrompts:
    """Asks the player for the decisions of a resolution."""

    also: Mapping[str, str] = {"heroes": "hero", "?": "help", "exit": "quit"}
    """Synonyms of commands."""
    question_commands: Sequence[str] = ("again", "back", "backpack", "help", "quit")
    """The commands at a question, besides the number of an answer."""
    question_help: Sequence[str] = ()
    """The end of the help at a question: what can be typed besides a number."""

    def __init__(self, console: TextConsole, resolution: PlayedResolution) -> None:
        self.console = console
        self.continue_with(resolution)

    def continue_with(self, resolution: PlayedResolution) -> None:
        """Continue with this resolution."""
        self.resolution = resolution
        self._board = BackpackSlots()
        self._cells: list[SlotContent] = self._board.update(resolution.state)

    def choose(self, choice: Choice) -> None:
        """Make a choice."""
        self.resolution.choose(choice)

    # skills

    def hero(self, name: str) -> None:
        """Use the skill of the named hero; without a name, list the heroes who can act."""
        heroes = self.resolution.state.game.heroes
        if not heroes:
            self.console.say("There are no heroes in this game.")
            return
        hero = self._hero_named(name) if name else None
        if hero is None:
            able = [HEROES[one].name for one in heroes if self.resolution.can_act(one)]
            self.console.say(f"{and_list(able)} can act now. Type hero and the name." if able else "No hero can act.")
        elif self.resolution.can_act(hero):
            self.decide(ChoiceQuestion(self.resolution.uses(hero)), skill=True)
        else:
            reason = why_not(self.resolution.state, UseSkill(hero))
            self.console.say(sentences.sentence(reason or f"the skill of {HEROES[hero].name} cannot be used now"))

    def _hero_named(self, name: str) -> HeroId:
        heroes = {folded(HEROES[hero].name): hero for hero in self.resolution.state.game.heroes}
        for known, hero in heroes.items():
            if known.startswith(folded(name)):
                return hero
        names = [HEROES[hero].name for hero in heroes.values()]
        msg = f"there is no such hero in this game; {did_you_mean(name, names) or f'there is {and_list(names)}'}"
        raise InvalidInput(msg)

    # decisions

    def decide(self, first: ChoiceQuestion, *, skill: bool = False) -> None:
        """Ask until one choice is left, and make it; a skill can be cancelled."""
        question: ChoiceQuestion | None = first
        while question is not None and question.choice is None:
            self._ask(question)
            question = self._read_answer(question, None if skill else first)
        if question is None:
            self.console.say("The skill is not used.")
        elif question.choice is not None:
            self.make(question.choice)

    def _ask(self, question: ChoiceQuestion) -> None:
        state = self.resolution.state
        alike = () if question.picked else cards_beside(state, question)
        also = f" Also: {', '.join(text for _, text in alike)}." if alike else ""
        self.console.say(sentences.spoken(f"{question_text(state, question)}{also}"), STRONG)
        for number, answer in enumerate(question.answers, 1):
            self.console.say(f"{number}: {sentences.spoken(answer_text(state, question, answer))}.")

    def _read_answer(self, question: ChoiceQuestion, back: ChoiceQuestion | None) -> ChoiceQuestion | None:
        """Return the question that the player's answer leads to, or ``back`` if the choice starts over."""
        while True:
            line = self.console.read_line()
            try:
                if is_number(line):
                    return question.answers[one_number(line, len(question.answers)) - 1].leads_to
                command = parse_command(line, self.question_commands, self.also)
                match command.word:
                    case "backpack":
                        self.say_backpack()
                    case "help":
                        self._explain(question)
                    case "quit":
                        raise LeaveGame
                    case "back":
                        return back
                    case "" | "again":
                        return question
                    case _:
                        self.run_in_question(command)
            except InvalidInput as reason:
                self.console.say(f"{sentences.sentence(str(reason))} Type a number from 1 to {len(question.answers)}.")

    def _explain(self, question: ChoiceQuestion) -> None:
        """Say what the question is about, what each answer does, and what else can be typed."""
        state = self.resolution.state
        self.console.say(question_help(state, question))
        for number, answer in enumerate(question.answers, 1):
            self.console.say(f"{number}: {sentences.consequence(state, answer.leads_to.choice)}")
        self.console.say_all((f"Type a number from 1 to {len(question.answers)}.", *self.question_help))

    def run_in_question(self, command: TypedCommand) -> None:
        """Run another command at a question; raises ``InvalidInput``."""
        msg = f"{command.word} is not possible here"
        raise InvalidInput(msg)

    # results

    def make(self, choice: Choice) -> None:
        """Make a choice and say what it did."""
        card = self.resolution.state.story[0] if isinstance(choice, Reveal) else None
        self.choose(choice)
        state = self.resolution.state
        self._cells = self._board.update(state)
        self.console.say(sentences.step(state.revealed, card, state.events, state), _style(state))

    def say_backpack(self) -> None:
        """List the slots and say how the game stands."""
        self.console.say_all(sentences.backpack(self.resolution.state, self._cells))

    def say_story(self) -> None:
        """List the cards still to come, of a story that lies open."""
        state = self.resolution.state
        self.console.say("Still to come:" if state.story else "No card is left in the story.")
        for number, card in enumerate(state.story, state.revealed + 1):
            self.console.say(f"{number}: {sentences.card(card)}.")


def _style(state: State) -> str:
    """Return the style for the last events; the words carry the same meaning."""
    if state.broken:
        return ERROR
    what = {event.what for event in state.events}
    return GOOD if EventKind.MISSION_COMPLETED in what else CAUTION if EventKind.MISSION_FAILED in what else ""
