"""What is being asked in a resolution, and how far the answer has come. No screen, no rule: see ``asking``.

Some skills look at the next cards. Whoever has looked has used the skill: before, one is asked; after, there is no way
back (H2, H6).
"""

from dtcli.play.game.phrases import answer_words, question
from dtcli.play.game.questions import Asking
from dtcli.play.game.session import Session
from dtcli.rules.decisions import Choice, UseSkill
from dtcli.rules.heroes import HEROES, Hero
from dtcli.rules.rulings import HeroId

_LOOKS = ("discard", "order")


class Answering:
    """One open question: what a card asks, or how a hero's skill is used."""

    def __init__(self, session: Session, hero: HeroId | None = None) -> None:
        self._session = session
        self._state = session.state
        self.hero = hero
        self._first = Asking(session.options() if hero is None else session.uses(hero))
        self._asking = self._first
        self._is_confirmed = False
        self.pointed = 0

    @property
    def choice(self) -> Choice | None:
        """The choice that is left, or None while something is asked."""
        return None if self._must_confirm else self._asking.choice

    @property
    def is_open(self) -> bool:
        """Whether the game still waits for this answer."""
        return self._session.state is self._state

    @property
    def is_begun(self) -> bool:
        """Whether a part of the answer has been picked."""
        return self._asking is not self._first

    @property
    def _must_confirm(self) -> bool:
        """Whether the skill would be used at once, or the next thing to be seen are cards that lie face down."""
        if self.hero is None or self._is_confirmed:
            return False
        return self._looks or (self._asking is self._first and not self._asking.about)

    @property
    def _looks(self) -> bool:
        """Whether the answers name cards that lie face down."""
        return self._asking.about in _LOOKS or (not self._asking.about and self._acting.argument in _LOOKS)

    @property
    def _acting(self) -> Hero:
        """The hero whose skill is used, the borrowed one if one is borrowed."""
        use = self._asking.choices[0]
        assert isinstance(use, UseSkill)
        return HEROES[use.borrowed or use.hero]

    @property
    def question(self) -> str:
        """What is asked now."""
        if not self._must_confirm:
            return question(self._session.state, self._asking)
        once = " Once seen, the skill is used." if self._looks else " Now?"
        return f"{self._acting.name}: {self._acting.text}{once}"

    @property
    def options(self) -> tuple[str, ...]:
        """The answers, in words."""
        if self._must_confirm:
            return "look at the cards" if self._looks else "use the skill", "not yet"
        return tuple(answer_words(self._session.state, self._asking, answer) for answer in self._asking.answers)

    @property
    def may_go_back(self) -> bool:
        """Whether the question can be put aside: a card's question must be answered, a skill need not be used."""
        return self.hero is not None and not self._is_confirmed

    def answer(self, number: int) -> bool:
        """Give an answer; return False if it is that nothing is done."""
        self.pointed = 0
        if self._must_confirm:
            if number:
                return False
            self._is_confirmed = True
            if self._asking.about:
                self._first = self._asking
            return True
        self._asking = self._asking.answers[number].leads_to
        return True

    def begin_again(self) -> None:
        """Forget what has been picked."""
        self._asking = self._first
        self.pointed = 0
