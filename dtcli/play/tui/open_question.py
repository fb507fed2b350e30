"""The open question of a resolution and the answers given to it so far, without a screen.

Some skills look at the next cards. Looking uses the skill, so the player confirms first and cannot go back afterwards
(H2, H6).
"""

from collections.abc import Collection
from string import ascii_lowercase, ascii_uppercase

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.question_text import answer_text, cards_beside, question_text
from dtcli.play.game.questions import BY_CARD, ChoiceQuestion
from dtcli.rules.decisions import Choice, UseSkill
from dtcli.rules.heroes import HEROES, Hero
from dtcli.rules.rulings import HeroId

DIGITS = "1234567890"
_LETTERS = ascii_lowercase + ascii_uppercase


def answer_keys(taken: Collection[str]) -> str:
    """Return the keys that give the answers of a question, in order: the digits, then letters that are not taken.

    >>> answer_keys("acs")[:14]
    '1234567890bdef'
    """
    return DIGITS + "".join(letter for letter in _LETTERS if letter not in taken)


class OpenQuestion:
    """A question of a card, or the questions about how a hero's skill is used."""

    def __init__(
        self, resolution: PlayedResolution, hero: HeroId | None = None, *, is_story_open: bool = False
    ) -> None:
        """``is_story_open``: the cards to come are known, so that a hero sees nothing new."""
        self._is_story_open = is_story_open
        self._resolution = resolution
        self._state = resolution.state
        self.hero = hero
        self._first = ChoiceQuestion(resolution.options() if hero is None else resolution.uses(hero))
        self._narrowed = self._first
        self._is_confirmed = False
        self.pointed = 0

    @property
    def choice(self) -> Choice | None:
        """The choice that the answers lead to; None while a question is open."""
        return None if self._must_confirm else self._narrowed.choice

    @property
    def is_open(self) -> bool:
        """Whether the game still waits for this answer."""
        return self._resolution.state is self._state

    @property
    def is_begun(self) -> bool:
        """Whether part of the answer was given."""
        return self._narrowed is not self._first

    @property
    def _must_confirm(self) -> bool:
        """Whether the player must confirm: the skill needs no answer, or the next answers show face-down cards."""
        if self.hero is None or self._is_confirmed:
            return False
        return self._looks or (self._narrowed is self._first and not self._narrowed.about)

    @property
    def _looks(self) -> bool:
        """Whether the answers name face-down cards."""
        if self._is_story_open:
            return False
        return self._narrowed.about in BY_CARD or (not self._narrowed.about and self._acting.argument in BY_CARD)

    @property
    def _acting(self) -> Hero:
        """The hero whose skill is used: the borrowed one if there is one."""
        use = self._narrowed.choices[0]
        assert isinstance(use, UseSkill)
        return HEROES[use.borrowed or use.hero]

    @property
    def text(self) -> str:
        """The question, as shown to the player."""
        if not self._must_confirm:
            return question_text(self._resolution.state, self._narrowed)
        once = " Once you look, the skill is used." if self._looks else " Now?"
        return f"{self._acting.name}: {self._acting.text}{once}"

    @property
    def options(self) -> tuple[str, ...]:
        """The answers, as shown to the player."""
        if self._must_confirm:
            return "look at the cards" if self._looks else "use the skill", "not yet"
        return tuple(answer_text(self._resolution.state, self._narrowed, answer) for answer in self._narrowed.answers)

    @property
    def beside(self) -> tuple[tuple[int, str], ...]:
        """The cards that are looked at and are no answer now, each with the answer that it stands before."""
        return () if self._must_confirm else cards_beside(self._resolution.state, self._narrowed)

    @property
    def may_go_back(self) -> bool:
        """Whether the player may cancel: a card's question must be answered, a skill need not be used."""
        return self.hero is not None and not self._is_confirmed

    def answer(self, number: int) -> bool:
        """Give an answer; return False if it cancels the skill."""
        self.pointed = 0
        if self._must_confirm:
            if number:
                return False
            self._is_confirmed = True
            if self._narrowed.about:
                self._first = self._narrowed
            return True
        self._narrowed = self._narrowed.answers[number].leads_to
        return True

    def start_over(self) -> None:
        """Forget the answers given so far."""
        self._narrowed = self._first
        self.pointed = 0
