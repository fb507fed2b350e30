"""What every resolution in lines shares: skills by name, each decision as a numbered list, and what came of it.

The timed game and a puzzle differ in what else can be said between two cards, and inside a question.
"""

from collections.abc import Mapping, Sequence

from dtcli.english import and_list
from dtcli.formats.names import folded
from dtcli.formats.suggest import did_you_mean
from dtcli.play.game.phrases import answer_words, question
from dtcli.play.game.questions import Asking
from dtcli.play.game.session import Session
from dtcli.play.text import sentences
from dtcli.play.text.commands import NotUnderstood, Order, is_number, one_number, order_of
from dtcli.play.text.dialogue import Leave, Voice
from dtcli.render.colours import CAUTION, ERROR, GOOD, STRONG
from dtcli.render.pictures.backpack import BackpackSlots, SlotContent
from dtcli.rules.decisions import Choice, Reveal, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import why_not
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import EventKind, State


class StoryTalk:
    """A resolution, and somebody who is told about it and decides."""

    also: Mapping[str, str] = {"heroes": "hero", "?": "help", "exit": "quit"}
    """Other words for orders."""
    asked: Sequence[str] = ("again", "back", "backpack", "help", "quit")
    """What can be said inside a question besides the number of an answer."""
    help_asked: Sequence[str] = ()
    """What is told about that."""

    def __init__(self, voice: Voice, session: Session) -> None:
        self.voice = voice
        self.take_up(session)

    def take_up(self, session: Session) -> None:
        """Go on with this resolution."""
        self.session = session
        self._board = BackpackSlots()
        self._cells: list[SlotContent] = self._board.update(session.state)

    def choose(self, choice: Choice) -> None:
        """Make a choice."""
        self.session.choose(choice)

    # skills

    def hero(self, name: str) -> None:
        """Use the skill of the hero of that name, or tell who can act."""
        heroes = self.session.state.game.heroes
        if not heroes:
            self.voice.say("No hero is in this game.")
            return
        hero = self._hero_named(name) if name else None
        if hero is None:
            able = [HEROES[one].name for one in heroes if self.session.can_act(one)]
            self.voice.say(f"{and_list(able)} can act now. Type hero and the name." if able else "No hero can act.")
        elif self.session.can_act(hero):
            self.decide(Asking(self.session.uses(hero)), skill=True)
        else:
            reason = why_not(self.session.state, UseSkill(hero))
            self.voice.say(sentences.sentence(reason or f"the skill of {HEROES[hero].name} cannot be used now"))

    def _hero_named(self, name: str) -> HeroId:
        heroes = {folded(HEROES[hero].name): hero for hero in self.session.state.game.heroes}
        for known, hero in heroes.items():
            if known.startswith(folded(name)):
                return hero
        names = [HEROES[hero].name for hero in heroes.values()]
        msg = f"no such hero is in this game; {did_you_mean(name, names) or f'there is {and_list(names)}'}"
        raise NotUnderstood(msg)

    # decisions

    def decide(self, first: Asking, *, skill: bool = False) -> None:
        """Ask until one choice is left, and do it; out of a skill one may go back to the cards."""
        asking: Asking | None = first
        while asking is not None and asking.choice is None:
            self._ask(asking)
            asking = self._answered(asking, None if skill else first)
        if asking is None:
            self.voice.say("The skill is not used.")
        elif asking.choice is not None:
            self.do(asking.choice)

    def _ask(self, asking: Asking) -> None:
        state = self.session.state
        self.voice.say(sentences.spoken(question(state, asking)), STRONG)
        for number, answer in enumerate(asking.answers, 1):
            self.voice.say(f"{number}: {sentences.spoken(answer_words(state, asking, answer))}.")

    def _answered(self, asking: Asking, back: Asking | None) -> Asking | None:
        """Return where the player's answer leads, or ``back`` where the choice is to begin again."""
        while True:
            line = self.voice.wait()
            try:
                if is_number(line):
                    return asking.answers[one_number(line, len(asking.answers)) - 1].leads_to
                order = order_of(line, self.asked, self.also)
                match order.word:
                    case "backpack":
                        self.tell_backpack()
                    case "help":
                        self.voice.tell(self.help_asked)
                    case "quit":
                        raise Leave
                    case "back":
                        return back
                    case "" | "again":
                        return asking
                    case _:
                        self.obey_asked(order)
            except NotUnderstood as reason:
                self.voice.say(f"{sentences.sentence(str(reason))} Type a number from 1 to {len(asking.answers)}.")

    def obey_asked(self, order: Order) -> None:
        """Obey what else can be said inside a question."""
        msg = f"{order.word} cannot be said here"
        raise NotUnderstood(msg)

    # what happens

    def do(self, choice: Choice) -> None:
        """Make a choice, and tell what came of it."""
        card = self.session.state.story[0] if isinstance(choice, Reveal) else None
        self.choose(choice)
        state = self.session.state
        self._cells = self._board.update(state)
        self.voice.say(sentences.step(state.revealed, card, state.events, state), _style(state))

    def tell_backpack(self) -> None:
        """Tell what lies in each slot, and how the game stands."""
        self.voice.tell(sentences.backpack(self.session.state, self._cells))


def _style(state: State) -> str:
    """Return the colour of what has happened; the words say it too."""
    if state.broken:
        return ERROR
    what = {event.what for event in state.events}
    return GOOD if EventKind.MISSION_COMPLETED in what else CAUTION if EventKind.MISSION_FAILED in what else ""
