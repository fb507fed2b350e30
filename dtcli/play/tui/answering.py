"""How a screen of a resolution answers its questions: the keys of answers, the pointer, heroes, and what races on."""

from collections.abc import Callable

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.question_text import why_idle
from dtcli.play.tui.open_question import OpenQuestion
from dtcli.play.tui.racing_keys import RacingKeys
from dtcli.rules.decisions import Choice
from dtcli.rules.heroes import HEROES

ANSWER_FIRST = "Answer the question first."


class Answering:
    """The open question of a resolution and what the player answers.

    ``make`` makes a choice; ``keys`` are the keys of the answers. ``is_story_open`` says that the cards to come are
    known.
    """

    def __init__(
        self,
        resolution: PlayedResolution,
        make: Callable[[Choice], None],
        racing: RacingKeys,
        *,
        keys: str,
        is_story_open: bool = False,
    ) -> None:
        self.resolution = resolution
        self.question: OpenQuestion | None = None
        self.asks_hero = False
        """Whether the next digit names a hero."""
        self.racing = racing
        self.keys = keys
        self._make = make
        self._is_story_open = is_story_open
        self._saw_end = False

    def continue_with(self, resolution: PlayedResolution) -> None:
        """Continue with this resolution."""
        self.resolution = resolution
        self.question = None
        self.asks_hero = self._saw_end = False

    def look(self) -> None:
        """Open the question that a card asks, if there is one, and drop one that is obsolete."""
        if self.question is not None and not self.question.is_open:
            self.question = None
        if self.question is None and self.resolution.decision is not None and not self.resolution.in_gap:
            self.question = OpenQuestion(self.resolution, is_story_open=self._is_story_open)
            self.racing.open()
        if self.resolution.state.over and not self._saw_end:
            self._saw_end = True
            self.racing.open()

    @property
    def words(self) -> str:
        """How to answer the open question."""
        assert self.question is not None
        begun = " Esc starts over." if self.question.is_begun else ""
        back = " Esc cancels the skill." if self.question.may_go_back else begun
        return f"Press the key of an answer, or use arrows and Enter.{back}"

    def press_key(self, key: str) -> None:
        """Answer by the key of an answer, or move the pointer."""
        if self.question is None or not self.racing.press():
            return
        number = self.keys.find(key) if len(key) == 1 else -1
        count = len(self.question.options)
        if 0 <= number < count:
            self.answer(number)
        elif key in ("up", "left", "down", "right"):
            step = -1 if key in ("up", "left") else 1
            self.question.pointed = (self.question.pointed + step) % count

    def answer(self, number: int) -> None:
        """Give the answer with this number, and make the choice if that was the last question."""
        question = self.question
        assert question is not None
        if not question.answer(number):
            self.question = None
            return
        choice = question.choice
        if choice is not None:
            self.question = None
            self._make(choice)

    def back(self) -> None:
        """Cancel a skill, or start an answer over."""
        self.asks_hero = False
        if self.question is not None:
            if self.question.may_go_back:
                self.question = None
            else:
                self.question.start_over()

    def act(self, number: int) -> str:
        """Start using the skill of a hero, numbered from 1; return why it cannot be used."""
        self.asks_hero = False
        heroes = self.resolution.state.game.heroes
        if not 1 <= number <= len(heroes):
            return ""
        hero = heroes[number - 1]
        reason = "answer the question first" if self.question is not None else why_idle(self.resolution, hero)
        if reason:
            return f"{HEROES[hero].name}: {reason}."
        self.question = OpenQuestion(self.resolution, hero, is_story_open=self._is_story_open)
        self.racing.open()
        choice = self.question.choice
        if choice is not None:
            self.question = None
            self._make(choice)
        return ""
