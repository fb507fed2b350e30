"""Records a game at a table: takes what is typed, asks what the rules leave open, and saves every step.

It has no screen. Front ends pass on whole inputs and show the session, the open question and the sentences returned.
"""

from collections.abc import Iterable
from typing import NamedTuple

from dtcli.english import agree, plural
from dtcli.formats.problems import quoted
from dtcli.play.game.question_text import answer_text, question_text, why_idle
from dtcli.play.game.questions import ChoiceAnswer, ChoiceQuestion
from dtcli.play.recorder.answers import chosen_answer
from dtcli.play.recorder.applying_rulings import answering_rulings, asked_rulings, ruling_texts, rulings_for
from dtcli.play.recorder.card_input import COMMANDS, SHORT_COMMANDS, CardNames, Meaning
from dtcli.play.recorder.descriptions import HELP, hero_lines, prompt_of, state_lines, unit_name
from dtcli.play.recorder.journal import TableJournal
from dtcli.play.recorder.line_input import new_or_known, typed_meanings
from dtcli.play.recorder.record import (
    CloseStory,
    LayCard,
    Record,
    Unit,
    apply_unit,
    brought_back,
    cards_left,
    known_cards,
    laid_and_revealed,
    resolution_of,
)
from dtcli.play.recorder.written_missions import TableCards, is_written_out, written_mission
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.cards import Adventure, Card, Mission
from dtcli.rules.decisions import REVEAL, IllegalChoice, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.resolution import apply
from dtcli.rules.rulings import HeroId

LONGEST_INPUT = 400
_LOOKS = ("discard", "order")


class LookAhead(NamedTuple):
    """A skill for which the next cards of the story must be typed first (H2, H6)."""

    hero: HeroId
    borrowed: HeroId | None = None


class TableRecorder:
    """One game being recorded."""

    def __init__(
        self, record: Record, *, journal: TableJournal | None = None, table_cards: TableCards | None = None
    ) -> None:
        self.record = record
        self.setup = record.setup
        self.session = resolution_of(record)
        self.question: ChoiceQuestion | None = None
        """The open question; None while a card is awaited."""
        self.skill: HeroId | None = None
        """The hero whose skill the question is about."""
        self.looking: LookAhead | None = None
        self.is_finished = False
        """Whether the table has said that the game is over."""
        self.wants_to_leave = False
        self._first: ChoiceQuestion | None = None
        self._owed = 0
        """How many cards are to be revealed as soon as the open question is answered."""
        self._journal = journal
        self._table_cards = table_cards
        self.not_remembered: str | None = None
        """Why the last mission that was written out is not in the table's own card set."""
        remembered, self.problems = table_cards.missions() if table_cards is not None else ([], ())
        self.cards = CardNames(
            self.setup.names, written_out=remembered, heroes=self.setup.heroes, played=self.setup.adventure
        )
        for card in record.story:
            self._remember(card, save=False)
        self._ask()

    # what is shown

    @property
    def unsafe(self) -> str | None:
        """Why the record is not on disk as far as it has come; None if it is."""
        return self._journal.failed if self._journal is not None else None

    @property
    def is_over(self) -> bool:
        """Whether the resolution has ended; the last input can still be undone."""
        return self.session.state.over

    @property
    def types_story(self) -> bool:
        """Whether typed cards are only laid: the story is typed first and is not complete."""
        return self.setup.story_first and not self.record.is_closed

    @property
    def next_known(self) -> Card | None:
        """The next card, if it was typed before and can be revealed now."""
        if self.types_story or self.question is not None or self.looking is not None or self.is_over:
            return None
        known = known_cards(self.session.state)
        return known[0] if known else None

    @property
    def question_text(self) -> str:
        """The open question in words; empty if there is none."""
        return question_text(self.session.state, self.question) if self.question is not None else ""

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers to the open question in words."""
        if self.question is None:
            return ()
        return tuple(answer_text(self.session.state, self.question, answer) for answer in self.question.answers)

    @property
    def prompt(self) -> str:
        """What is being decided now, in one sentence."""
        return prompt_of(self)

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards that cannot be typed again."""
        waiting = {*self.session.state.story}
        return tuple(card for card in self.record.story if card not in waiting)

    def rulings(self, asked: str = "") -> list[tuple[str, str]]:
        """Return heading and text of the rulings that apply now, or of those that answer a number or a question."""
        applying = rulings_for(self.session, self.skill or self._looking_hero)
        return list(ruling_texts(answering_rulings(asked) if asked else applying))

    @property
    def _looking_hero(self) -> HeroId | None:
        return self.looking.hero if self.looking is not None else None

    # what is typed

    def enter(self, text: str) -> list[str]:
        """Act on one input and return what happened, as sentences; raises ``InvalidInput`` and then changes nothing."""
        text = text.strip()
        if len(text) > LONGEST_INPUT:
            msg = f"that is too long, at most {LONGEST_INPUT} characters"
            raise InvalidInput(msg)
        word = SHORT_COMMANDS.get(text.casefold(), text.casefold())
        if (asked := asked_rulings(text)) is not None:
            return self._say_rulings(asked)
        if word in COMMANDS and self.setup.names.kind(text) is None:
            return self._command(word)
        if self.question is not None:
            return self._answer(text)
        if not text:
            return self._reveal_known()
        if self.is_over:
            msg = self.prompt
            raise InvalidInput(msg)
        if is_written_out(text):
            return self._enter_written(text)
        meanings = typed_meanings(text, self.cards, gone=self.gone)
        if meanings[0].hero is not None:
            return self.use_hero(meanings[0].hero)
        return self._enter_cards([one.card for one in meanings for _ in range(one.copies) if one.card is not None])

    def take(self, meaning: Meaning) -> list[str]:
        """Act on a meaning that was picked from a list; raises ``InvalidInput`` and then changes nothing."""
        if meaning.hero is not None:
            return self.use_hero(meaning.hero)
        assert meaning.card is not None
        if self.question is not None or self.is_over:
            raise InvalidInput(self.prompt)
        return self._enter_cards([meaning.card] * meaning.copies)

    def _command(self, word: str) -> list[str]:
        match word:
            case "undo":
                return self.undo()
            case "end":
                return self.end()
            case "back" | "again":
                if word == "back":
                    self.back()
                return []
            case "on":
                return self.run_on()
            case "backpack":
                return list(state_lines(self.session.state))
            case "heroes":
                return list(hero_lines(self.session))
            case "help":
                return list(HELP)
            case _:
                self.wants_to_leave = True
                return []

    # cards

    def _enter_cards(self, cards: list[Card]) -> list[str]:
        self._check_cards(cards)
        said: list[str] = []
        is_typed_before = not self.types_story and self.looking is None
        known = len(known_cards(self.session.state)) if is_typed_before else 0
        for n, card in enumerate(cards):
            said += self._enter_card(card, is_known=n < known)
        return said

    def _check_cards(self, cards: Iterable[Card]) -> None:
        """Raise ``InvalidInput`` if one of the cards cannot be the next one."""
        story, known, back = self.record.story, list(known_cards(self.session.state)), brought_back(self.session.state)
        waits = bool(known) and not self.types_story and self.looking is None
        for card in cards:
            if waits and known:
                if known.pop(0) != card:
                    next_card = known_cards(self.session.state)[0]
                    msg = f"the next card is {next_card}, which was typed before; press Enter to reveal it, or undo"
                    raise InvalidInput(msg)
                continue
            if card in back and not self.types_story and self.looking is None:
                continue
            if self.record.is_closed:
                msg = "the story has no more cards; undo opens it again"
                raise InvalidInput(msg)
            if isinstance(card, Adventure) and card is not self.setup.adventure:
                msg = f"{card.title} is not played; begin with --adventure {card.id}"
                raise InvalidInput(msg)
            reason = self.setup.why_not_lay(story, card)
            if reason is not None:
                msg = f"{reason}; undo takes back cards typed before"
                raise InvalidInput(msg)
            story = (*story, card)

    def _enter_card(self, card: Card, *, is_known: bool) -> list[str]:
        if self.is_over:  # several cards were typed, and the backpack broke at one of them
            return []
        if self.types_story:
            self._do((LayCard(card),))
            return [f"{len(self.record.story)}: {sentences.card(card)}."]
        if self.looking is not None:
            self._do((LayCard(card),))
            return [f"It sees {sentences.card(card)}.", *self._continue_looking()]
        back = brought_back(self.session.state)
        if self.question is not None:  # several cards were typed, and one of them asks something
            if not is_known and card not in back:
                self._do((LayCard(card),))
            self._owed += 1
            return []
        if is_known:
            return self._reveal((REVEAL,))
        if card in back:
            return self._reveal((CloseStory(), REVEAL))
        return self._reveal(laid_and_revealed(card))

    def _reveal_known(self) -> list[str]:
        if self.next_known is None:
            raise InvalidInput(self.prompt if self.is_over or self.looking else "type the next card, or end")
        return self._reveal((REVEAL,))

    def run_on(self) -> list[str]:
        """Reveal known cards up to the next question, or up to one that breaks the backpack while a hero can act.

        Raises ``InvalidInput`` if no card is known.
        """
        said = self._reveal_known()
        while self.next_known is not None:
            if self._breaks_next and any(not why_idle(self.session, hero) for hero in self.setup.heroes):
                return [*said, "The next card breaks the backpack. A hero can still act; Enter reveals it."]
            said += self._reveal((REVEAL,))
        return said

    @property
    def _breaks_next(self) -> bool:
        """Whether the next card, which is known, breaks the backpack."""
        return apply(self.session.state, REVEAL).broken

    def _reveal(self, unit: Unit) -> list[str]:
        self._do(unit)
        return [self._said(self.session.last_step.card), *self._pay_debt()]

    def _pay_debt(self) -> list[str]:
        """Reveal the cards that were typed together with the last one, up to the next question."""
        said = []
        while self._owed and self.next_known is not None:
            self._owed -= 1
            self._do((REVEAL,))
            said.append(self._said(self.session.last_step.card))
        if self.question is None:
            self._owed = 0
        return said

    def _enter_written(self, text: str) -> list[str]:
        self.not_remembered = None
        said = self._enter_cards([new_or_known(written_mission(text, self.cards), self.cards)])
        if self.not_remembered is not None:
            said.append(f"Warning: this mission is not remembered for the next evening: {self.not_remembered}.")
        return said

    def _remember(self, card: Card, *, save: bool = True) -> None:
        if isinstance(card, Mission) and not card.id and not self.cards.knows(card.title):
            self.cards.remember(card)
            if save and self._table_cards is not None:
                self.not_remembered = self._table_cards.add(card)

    # skills

    def use_hero(self, hero: HeroId) -> list[str]:
        """Begin to use the skill of a hero; raises ``InvalidInput`` with the reason if that is not possible now."""
        if self.question is not None or self.looking is not None:
            msg = f"answer first: {self.prompt}"
            raise InvalidInput(msg)
        if self.types_story:
            msg = "type the whole story first, then end; skills are used while it is resolved"
            raise InvalidInput(msg)
        if hero not in self.setup.heroes:
            msg = f"{HEROES[hero].name} is not in this game"
            raise InvalidInput(msg)
        reason = why_idle(self.session, hero)
        if reason:
            msg = f"{HEROES[hero].name}: {reason}"
            raise InvalidInput(msg)
        self.skill = hero
        return self._narrow(ChoiceQuestion(self.session.uses(hero)))

    def _narrow(self, question: ChoiceQuestion) -> list[str]:
        """Go on with a narrower question: ask it, make the only choice left, or ask for cards first."""
        looks = self._look_ahead(question)
        if looks is not None:
            self.looking, self.question, self.skill = looks, None, None
            return []
        choice = question.choice
        if choice is None:
            self.question = question
            if self._first is None:
                self._first = question
            return []
        self._do((choice,))
        return [self._said(None), *self._pay_debt()]

    def _look_ahead(self, question: ChoiceQuestion) -> LookAhead | None:
        """Return the skill of a question if cards must be typed before it can be asked, else None."""
        use = question.choices[0]
        if not isinstance(use, UseSkill) or len({one.borrowed for one in question.choices}) > 1:  # type: ignore[union-attr]
            return None
        looks = HEROES[use.borrowed or use.hero].argument in _LOOKS
        is_short = not self.record.is_closed and len(known_cards(self.session.state)) < CARDS_SEEN
        return LookAhead(use.hero, use.borrowed) if looks and is_short else None

    def _continue_looking(self) -> list[str]:
        """Ask what a skill does with the cards that were looked at, once they are typed."""
        looks = self.looking
        assert looks is not None
        if not self.record.is_closed and len(known_cards(self.session.state)) < CARDS_SEEN:
            return []
        self.looking, self.skill = None, looks.hero
        uses = [use for use in self.session.uses(looks.hero) if use.borrowed == looks.borrowed]
        if not uses:
            self.skill = None
            return ["The skill has no effect now."]
        return self._narrow(ChoiceQuestion(uses))

    # questions

    def _answer(self, text: str) -> list[str]:
        assert self.question is not None
        if not text:
            return []
        return self.give(chosen_answer(self.session.state, self.question, text, self.cards))

    def give(self, answer: ChoiceAnswer) -> list[str]:
        """Give an answer to the open question."""
        return self._narrow(answer.leads_to)

    def back(self) -> bool:
        """Cancel a skill, or start an answer over; return whether there was anything to go back from."""
        if self.skill is not None or self.looking is not None:
            self.skill = self.looking = self.question = self._first = None
            self._ask()
            return True
        is_begun = self.question is not self._first
        self.question = self._first
        return is_begun

    # the end, and back from it

    def end(self) -> list[str]:
        """Say that the story has no more cards, and finish when all of them are revealed; raises ``InvalidInput``."""
        if self.is_over:
            self.is_finished = True
            return []
        if self.question is not None:
            msg = f"answer first: {self.prompt}"
            raise InvalidInput(msg)
        if not self.record.story:
            msg = "no card has been typed yet; quit leaves"
            raise InvalidInput(msg)
        if self.record.is_closed:
            left = cards_left(self.session.state)
            msg = f"{plural(left, 'card')} {agree(left, 'is', 'are')} left; press Enter to reveal"
            raise InvalidInput(msg)
        looks = self.looking
        self._do((CloseStory(),))
        if looks is not None:
            self.looking = looks
            return self._continue_looking()
        if self.is_over:
            self.is_finished = True
            return []
        left = cards_left(self.session.state)
        return [f"{plural(left, 'card')} {agree(left, 'lies', 'lie')} in the story. Press Enter to reveal."]

    def undo(self) -> list[str]:
        """Take back the last input, or cancel what was begun; raises ``InvalidInput`` if there is nothing."""
        if self.back():
            return ["Undone."]
        if not self.record.units:
            msg = "there is nothing to undo"
            raise InvalidInput(msg)
        unit = self.record.units[-1]
        self.record = self.record.undone()
        if self._journal is not None:
            self._journal.undo()
        self.is_finished, self._owed = False, 0
        self._rebuild()
        return [f"Undone: {unit_name(unit)}."]

    # inside

    def _do(self, unit: Unit) -> None:
        """Apply a unit and save it; raises ``InvalidInput`` and changes nothing if the rules forbid it."""
        try:
            apply_unit(self.session, unit)
        except IllegalChoice as error:
            self._rebuild()
            raise InvalidInput(str(error)) from None
        self.record = self.record.with_unit(unit)
        if self._journal is not None:
            self._journal.add(unit, self.setup.names)
        for step in unit:
            if isinstance(step, LayCard):
                self._remember(step.card)
        if not all(isinstance(step, LayCard) for step in unit):
            self.question = self._first = self.skill = self.looking = None
        self._ask()

    def _rebuild(self) -> None:
        self.session = resolution_of(self.record)
        self.question = self._first = self.skill = self.looking = None
        self._ask()

    def _ask(self) -> None:
        """Open the question of the card that was just revealed, if it has one."""
        if self.question is None and self.session.decision is not None and not self.session.in_gap:
            self.question = self._first = ChoiceQuestion(self.session.options())

    def _said(self, card: Card | None) -> str:
        state = self.session.state
        return sentences.step(state.revealed, card, state.events, state)

    def _say_rulings(self, asked: str) -> list[str]:
        found = self.rulings(asked)
        if not found:
            msg = f"there is no ruling {quoted(asked)}; `dtcli rules` lists them"
            raise InvalidInput(msg)
        return [f"{heading}. {text}" for heading, text in found]
