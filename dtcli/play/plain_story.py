"""The resolution in lines: card after card, the skills between them, and each decision as a numbered list."""

from dtcli.files.names import folded
from dtcli.files.problems import did_you_mean
from dtcli.play import aloud
from dtcli.play.asking import Asking
from dtcli.play.game import Phase
from dtcli.play.orders import NotUnderstood, Order, is_number, one_number, order_of
from dtcli.play.session import Session
from dtcli.play.talk import Leave, Talk
from dtcli.play.typed import EndOfInput
from dtcli.play.words import answer_words, question
from dtcli.render.slots import Board, Cell
from dtcli.rules.choices import REVEAL, Choice, Reveal, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import why_not
from dtcli.rules.rulings import HeroId

ORDERS = ("next", "on", "hero", "backpack", "story", "help", "quit")
_ALSO = {"heroes": "hero", "?": "help", "exit": "quit"}
_ASKED = ("again", "back", "backpack", "help", "quit")
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


class PlainStory:
    """The resolution of one game."""

    def __init__(self, talk: Talk) -> None:
        assert talk.game.session is not None, "the story is laid"
        self._talk = talk
        self._game = talk.game
        self._session: Session = talk.game.session
        self._board = Board()
        self._cells: list[Cell] = self._board.update(self._session.state)
        self._runs_on = False
        """Cards turn by themselves until something is to be decided."""

    def resolve(self) -> None:
        """Resolve the story to its end. When no more lines come, cards turn until something is to be decided."""
        height = aloud.counted(len(self._session.state.story), "card")
        self._talk.say(f"The story has {height}. Press Enter to turn a card; type help for help.")
        while self._game.phase is Phase.RESOLUTION:
            if not self._session.in_gap:
                self._runs_on = False
                self._decide(Asking(self._session.options()))
            elif self._runs_on:
                self._do(REVEAL)
            else:
                self._between_cards()

    def _between_cards(self) -> None:
        try:
            line = self._talk.wait()
        except EndOfInput:
            self._runs_on = True
            return
        try:
            self._obey(order_of(line, ORDERS, _ALSO))
        except NotUnderstood as reason:
            self._talk.say(aloud.sentence(str(reason)))

    def _obey(self, order: Order) -> None:
        match order.word:
            case "" | "next":
                self._do(REVEAL)
            case "on":
                self._runs_on = True
            case "hero":
                self._hero(order.rest)
            case "backpack":
                self._tell_backpack()
            case "story":
                left = len(self._session.state.story)
                self._talk.say(f"{aloud.counted(left, 'card')} {'is' if left == 1 else 'are'} left in the story.")
            case "help":
                self._tell(HELP)
            case _:
                raise Leave

    # skills

    def _hero(self, name: str) -> None:
        if not self._game.heroes:
            self._talk.say("No hero is in this game.")
            return
        hero = self._hero_named(name) if name else None
        if hero is None:
            able = [HEROES[one].name for one in self._game.heroes if self._session.can_act(one)]
            self._talk.say(f"{aloud.listed(able)} can act now. Type hero and the name." if able else "No hero can act.")
        elif self._session.can_act(hero):
            self._decide(Asking(self._session.uses(hero)), skill=True)
        else:
            reason = why_not(self._session.state, UseSkill(hero))
            self._talk.say(aloud.sentence(reason or f"the skill of {HEROES[hero].name} cannot be used now"))

    def _hero_named(self, name: str) -> HeroId:
        heroes = {folded(HEROES[hero].name): hero for hero in self._game.heroes}
        for known, hero in heroes.items():
            if known.startswith(folded(name)):
                return hero
        names = [HEROES[hero].name for hero in self._game.heroes]
        msg = f"no such hero is in this game; {did_you_mean(name, names) or f'there is {aloud.listed(names)}'}"
        raise NotUnderstood(msg)

    # decisions

    def _decide(self, first: Asking, *, skill: bool = False) -> None:
        """Ask until one choice is left, and do it; out of a skill one may go back to the cards."""
        asking: Asking | None = first
        while asking is not None and asking.choice is None:
            self._ask(asking)
            asking = self._answered(asking, None if skill else first)
        if asking is None:
            self._talk.say("The skill is not used.")
        elif asking.choice is not None:
            self._do(asking.choice)

    def _ask(self, asking: Asking) -> None:
        state = self._session.state
        self._talk.say(aloud.spoken(question(state, asking)))
        for number, answer in enumerate(asking.answers, 1):
            self._talk.say(f"{number}: {aloud.spoken(answer_words(state, asking, answer))}.")

    def _answered(self, asking: Asking, back: Asking | None) -> Asking | None:
        """Return where the player's answer leads, or ``back`` where the choice is to begin again."""
        while True:
            line = self._talk.wait()
            try:
                if is_number(line):
                    return asking.answers[one_number(line, len(asking.answers)) - 1].leads_to
                match order_of(line, _ASKED, _ALSO).word:
                    case "backpack":
                        self._tell_backpack()
                    case "help":
                        self._tell(HELP_ASKED)
                    case "quit":
                        raise Leave
                    case "back":
                        return back
                    case _:
                        return asking
            except NotUnderstood as reason:
                self._talk.say(f"{aloud.sentence(str(reason))} Type a number from 1 to {len(asking.answers)}.")

    # what happens

    def _do(self, choice: Choice) -> None:
        card = self._session.state.story[0] if isinstance(choice, Reveal) else None
        self._game.choose(choice)
        state = self._session.state
        self._cells = self._board.update(state)
        self._talk.say(aloud.step(state.revealed, card, state.events, state))

    def _tell_backpack(self) -> None:
        for text in aloud.backpack(self._session.state, self._cells):
            self._talk.say(text)

    def _tell(self, texts: tuple[str, ...]) -> None:
        for text in texts:
            self._talk.say(text)
