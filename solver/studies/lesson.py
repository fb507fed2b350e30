"""The lesson of the five minutes: what the story lacked, which card should have stayed in the hand, what stayed there.

The resolution is not judged here: the best line of the story counts, not the recorded one.
"""

from typing import Any, NamedTuple, cast

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.five_minutes import RecordedEvent, recorded_play
from dtcli.rules.cards import Item, Mission
from dtcli.rules.score import Status
from dtcli.rules.table import FIVE_MINUTES, Table
from solver.limits import Limits
from solver.question import ask
from solver.studies.card_to_keep import CardToKeep, find_card_to_keep
from solver.studies.dealt_cards import DealtCard, dealt_cards
from solver.studies.deeds import DeedStudy, study_deeds
from solver.studies.explanation import Explanation, explain_question

LESSON = Limits(work=200)
"""The default limits: for what the story lacked, and again for the card that should have stayed in the hand."""


class CardsLeft(NamedTuple):
    """What was not laid when the five minutes ended."""

    dealt: int
    """The missions of the deal."""
    in_hand: tuple[DealtCard, ...]
    """The missions and adventures that stayed in a hand."""
    in_deck: int
    """How many stayed in the draw deck."""
    deck: int
    """How many cards stayed in the draw deck."""
    seconds: float
    """The time left on the clock."""


class Lesson(NamedTuple):
    """What the five minutes of a game could have done better."""

    status: Status
    """How the game ended."""
    completed: int
    explanation: Explanation
    """Why the goal could not be reached with the story, or that it could; without a goal, why not one mission more."""
    keep: CardToKeep
    deeds: DeedStudy | None
    """Where the deeds went; None without a record of the five minutes."""
    left: CardsLeft | None
    """What was not laid; None without a record of the five minutes."""

    @property
    def is_complete(self) -> bool:
        """Whether every mission of the deal was completed, so that nothing more was possible."""
        has_failed = self.status in (Status.BROKEN, Status.LOST)
        return not has_failed and self.left is not None and self.completed >= self.left.dealt

    @property
    def proved(self) -> bool:
        """Whether no limit was reached before everything was known."""
        return self.explanation.proved and self.keep.proved

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self.explanation.interrupted


def study_lesson(checked: Checked, goal: int | None = None, *, limits: Limits = LESSON) -> Lesson | None:
    """Return the lesson of a valid replay; None if a forgotten choice leaves its result open.

    ``goal`` replaces the goal of the game.
    """
    question = ask(checked)
    if goal is not None:
        question = question._replace(game=question.game.with_changes(goal=goal))
    score = question.recorded
    if score is None or score.missions is None or score.status is Status.OPEN:
        return None
    explanation = explain_question(question, question.game.goal, limits=limits)
    return Lesson(
        score.status,
        score.missions,
        explanation,
        find_card_to_keep(question.game, explanation.best, limits),
        study_deeds(checked, question.game, question.notes),
        _cards_left(checked),
    )


def _cards_left(checked: Checked) -> CardsLeft | None:
    data: Any = checked.document.data
    if data is None or not data.get("play") or checked.resolved is None:
        return None
    table, happened = recorded_play(data, checked.resolved)
    play = cast("dict[str, Any]", data["play"])
    seconds = play.get("seconds", FIVE_MINUTES)
    return cards_left(table, happened, seconds=seconds - play.get("ended", seconds))


def cards_left(table: Table, happened: list[RecordedEvent], *, seconds: float) -> CardsLeft:
    """Return what was not laid, given the deal and what the players did."""
    cards = dealt_cards(table, happened)
    deck = table.deck[sum(event.deed == "draw" for event in happened) :]
    dealt = [card for hand in table.hands for card in hand] + list(table.deck)
    return CardsLeft(
        dealt=sum(isinstance(card, Mission) for card in dealt),
        in_hand=tuple(one for one in cards if one.left is None and not isinstance(one.card, Item)),
        in_deck=sum(not isinstance(card, Item) for card in deck),
        deck=len(deck),
        seconds=seconds,
    )
