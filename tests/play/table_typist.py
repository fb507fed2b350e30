"""A person who types a recorded game into ``dtcli table``: what is typed for each card and each decision."""

from collections import deque
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import load
from dtcli.play.recorder.letter_runs import split_run
from dtcli.play.recorder.record import Record, brought_back
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.table_setup import TableSetup
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import Choice, Reveal, UseSkill
from dtcli.rules.follow import follow
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import apply
from tests.commands.shell import GAMES

ENTER = "\r"
COMMAND_KEYS = {"end": "f10", "on": "f9"}
ENOUGH = 150
"""Sixty cards take fewer keystrokes, decisions not counted."""


class Purpose(Enum):
    CARD = "card"
    DECISION = "decision"


class Typing(NamedTuple):
    """One input: on the screen an answer by its number, and some commands, are one key without Enter."""

    text: str
    purpose: Purpose
    is_key: bool = False
    """Whether no Enter follows."""

    @property
    def keys(self) -> list[str]:
        if self.text in COMMAND_KEYS:
            return [COMMAND_KEYS[self.text]]
        return list(self.text) if self.is_key else [*self.text, ENTER]


def recordable() -> list[Path]:
    """Return the shipped games that can be typed: a file says every decision, and no ruling of its own."""
    return [path for path in GAMES if "rulings" not in (load(path).data or {}) and _run(check(load(path))).open is None]


def _run(checked: Checked):
    return follow(checked.resolved.game, checked.resolved.notes, frames=True)


def setup_of(checked: Checked, *, story_first: bool = False) -> TableSetup:
    data, resolved = checked.document.data, checked.resolved
    return TableSetup(
        names=resolved.names,
        scenario=resolved.scenario,
        adventure=resolved.game.adventure,
        edition=data.get("edition", "en-2017"),
        extended=data.get("extended", False),
        players=data.get("players"),
        heroes=resolved.game.heroes,
        title=data.get("title", ""),
        date=data.get("date", ""),
        card_set=data.get("card_set", "house"),
        story_first=story_first,
    )


def options_of(setup: TableSetup) -> list[str]:
    """Return the options of ``dtcli table`` for a set-up."""
    options = ["--edition", setup.edition, "--title", setup.title, "--card-set", setup.card_set]
    options += ["--scenario", setup.scenario.id] if setup.scenario else []
    options += ["--adventure", setup.adventure.id] if setup.adventure else []
    options += ["--players", str(setup.players)] if setup.players else []
    options += ["--heroes", ",".join(setup.heroes)] if setup.heroes else []
    options += ["--extended"] if setup.extended else []
    return [*options, "--story-first"] if setup.story_first else options


class Typist:
    """Types one game, and watches what a recorder of its own makes of it."""

    def __init__(self, checked: Checked, *, story_first: bool = False) -> None:
        run = _run(checked)
        self.recorder = TableRecorder(Record(setup_of(checked, story_first=story_first)))
        self._story = deque(checked.resolved.game.story)
        self._choices = deque((step.state, step.choice) for step in run.steps if not isinstance(step.choice, Reveal))
        self._final = run.final

    def __iter__(self) -> Iterator[Typing]:
        recorder = self.recorder
        if recorder.types_story:
            yield from self._laid()
            yield self._end()
        while not recorder.is_finished:
            yield from self._skills()
            yield self._next_card()
            yield from self._answers()

    def _next_card(self) -> Typing:
        recorder = self.recorder
        if recorder.is_over:
            return self._end()
        if recorder.next_known is not None:
            return self._typed("" if self._acts_soon() else "on", Purpose.CARD)
        if self._story:
            return self._card(self._story.popleft())
        back = brought_back(recorder.session.state)
        return self._card(back[0]) if back else self._end()

    def _acts_soon(self) -> bool:
        """Return whether a skill is used before the next decision about a card: cards are then revealed one by one."""
        return bool(self._choices) and isinstance(self._choices[0][1], UseSkill)

    def _laid(self) -> Iterator[Typing]:
        """Type the story without spaces, except where letters that follow would change what a card means."""
        while self._story:
            card = self._story.popleft()
            yield self._card(card, self._story[0] if self._story else None)

    def _end(self) -> Typing:
        return self._typed("end", Purpose.CARD, is_key=True)

    def _card(self, card: Card, following: Card | None = None) -> Typing:
        """Type a card, without Enter after an id that ends itself or an item that the following card ends."""
        letters, cards = self._letters(card), self.recorder.cards
        after = self._letters(following) if following is not None else ""
        is_followed = isinstance(card, Item) and split_run(letters + after, cards) == ([letters], after)
        is_ended = is_followed or cards.is_whole_id(letters)
        return self._typed(letters, Purpose.CARD, is_key=is_ended)

    def _letters(self, card: Card) -> str:
        """Return the fewest letters for a card."""
        cards, gone = self.recorder.cards, self.recorder.gone
        if isinstance(card, Item):
            return cards.shortcuts()[card.kind]
        tries = [card.id[0] + card.id[1:].lstrip("0")] if getattr(card, "deck", "") else []
        tries += ["ad"] if card is self.recorder.setup.adventure else []
        tries += sorted((card.title[:n].rstrip() for n in range(2, len(card.title) + 1)), key=len)
        for letters in tries:
            try:
                if cards.meaning(letters, gone=gone).card == card:
                    return letters.lower()
            except InvalidInput:
                continue
        return f"mission {card.title}: {' + '.join(card.needs)} -> {card.reward}"

    def _skills(self) -> Iterator[Typing]:
        recorder = self.recorder
        while self._choices and isinstance(self._choices[0][1], UseSkill):
            state, use = self._choices[0]
            if state.revealed != recorder.session.state.revealed or recorder.is_over:
                return
            yield self._typed(HEROES[use.hero].name.split()[0].replace("'", ""), Purpose.DECISION)
            while recorder.question is not None and recorder.looking is None:
                yield self._answer(use)
            while recorder.looking is not None:
                yield (self._card(self._story.popleft()) if self._story else self._end())
            while recorder.question is not None:
                yield self._answer(use)
            self._choices.popleft()

    def _answers(self) -> Iterator[Typing]:
        while self.recorder.question is not None:
            _, choice = self._choices[0]
            before = self.recorder.session.state
            yield self._answer(choice)
            if self.recorder.session.state is not before:
                self._choices.popleft()

    def _answer(self, choice: Choice) -> Typing:
        question, state = self.recorder.question, self.recorder.session.state
        assert question is not None
        if choice not in question.choices:
            choice = next(one for one in question.choices if apply(state, one) == apply(state, choice))
        fits = [n for n, answer in enumerate(question.answers, 1) if choice in answer.leads_to.choices]
        number = next((n for n in fits if question.answers[n - 1].ends), fits[0])
        if number <= 9:
            return self._typed(str(number), Purpose.DECISION, is_key=True)
        return self._typed(self.recorder.answers[number - 1].split()[-1], Purpose.DECISION)

    def _typed(self, text: str, purpose: Purpose, *, is_key: bool = False) -> Typing:
        self.recorder.enter(text)
        return Typing(text, purpose, is_key)


def keystrokes(typings: list[Typing], purpose: Purpose) -> int:
    return sum(len(one.keys) for one in typings if one.purpose is purpose)


def for_sixty(typings: list[Typing], cards: int) -> float:
    """Return the keystrokes for the cards of a game, as if it had sixty."""
    return 60 * keystrokes(typings, Purpose.CARD) / cards
