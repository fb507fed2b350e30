"""The lesson of the five minutes in short sentences, and as the JSON object ``lesson``."""

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Any

from dtcli.english import agree, and_list, capitalised, plural
from dtcli.formats.names import Names
from dtcli.formats.replay.serialize import card_entry
from dtcli.render.analysis.deeds import missed_words
from dtcli.render.colours import STRONG
from dtcli.render.durations import clock
from dtcli.render.events import card_name
from dtcli.render.layout import Lines, wrapped
from dtcli.render.terminal import safe
from dtcli.rules.cards import Card, Item
from dtcli.rules.score import Status

if TYPE_CHECKING:
    from solver.studies.lesson import CardsLeft, Lesson

TITLE = "the lesson of the five minutes"
_REASONS = 2
"""How many reasons are listed in full."""
_NAMED = 3
"""How many cards are named."""
_NOT_PROVED = "could not be proved in the time available."


def lesson_lines(lesson: "Lesson") -> Lines:
    """Return the lesson as lines of the analysis."""
    yield ((TITLE, STRONG),)
    for text in lesson_sentences(lesson):
        yield from wrapped(f"  - {text}", indent="    ")


def lesson_sentences(lesson: "Lesson") -> Iterator[str]:
    """Return the lesson in sentences, the most important first."""
    if lesson.is_complete:
        yield "Every mission of the deal was completed: nothing more was possible."
        return
    yield from _lacked(lesson)
    yield from _card_to_keep(lesson)
    if lesson.left is not None:
        yield from _left(lesson.left)
        yield from _missed(lesson)
        yield from _ended_early(lesson, lesson.left)


def _lacked(lesson: "Lesson") -> Iterator[str]:
    """Return what the story lacked for the goal, or that it could have been reached."""
    from dtcli.render.explanation.phrases import sentences  # noqa: PLC0415  (loads OR-Tools)

    explanation, game = lesson.explanation, lesson.explanation.question.game
    best, missions = explanation.best.outcome, sum(not isinstance(card, Item) for card in game.story)
    if game.goal is None and not best.broken:
        return
    if not best.broken and explanation.reachable:
        if lesson.status in (Status.LOST, Status.BROKEN):
            yield "The story could win: the game was lost in the resolution, not in the five minutes."
        return
    if not missions and not best.broken:
        yield "The story had no missions."
        return
    if explanation.reasons is None:
        yield f"Whether the story could reach the goal, or why not, {_NOT_PROVED}"
        return
    said = sentences(explanation)
    if not said:
        needed = f"{explanation.goal} {agree(explanation.goal, 'was', 'were')} needed"
        yield f"The story had only {plural(missions, 'mission')}, and {needed}."
        return
    head = "The backpack breaks, whatever you choose" if best.broken else f"What the story lacked for {_goal(lesson)}"
    yield f"{head}: {said[0]}."
    for reason in said[1:_REASONS]:
        yield f"{capitalised(reason)}."
    if len(said) > _REASONS:
        yield f"`dtcli explain` names {plural(len(said) - _REASONS, 'more reason')}."


def _goal(lesson: "Lesson") -> str:
    return plural(lesson.explanation.goal, "mission")


def _card_to_keep(lesson: "Lesson") -> Iterator[str]:
    keep, story = lesson.keep, lesson.explanation.question.game.story
    if keep.place is None or keep.without is None:
        if not story or keep.best.outcome.missions >= sum(not isinstance(card, Item) for card in story):
            return
        if keep.proved:
            worse = "the backpack still breaks" if keep.best.outcome.broken else "nothing better was possible"
            yield f"No single card was one too many: without any one of them {worse}."
        else:
            yield f"Whether a card should have stayed in the hand {_NOT_PROVED}"
        return
    found = keep.without
    missions = f"{'' if found.proved else 'at least '}{plural(found.outcome.missions, 'mission')}"
    if keep.best.outcome.broken:
        better = f"the backpack can hold, with {missions} completed"
    elif found.outcome.won and not keep.best.outcome.won:
        better = f"the game can be won, with {missions}"
    else:
        better = f"{missions} can be completed"
    named = f"{_name(story[keep.place])} (card {keep.place + 1})"
    yield f"The first card that should have stayed in the hand: {named}. Without it {better}."
    if not keep.proved:
        yield f"That no earlier card is one {_NOT_PROVED}"


def _left(left: "CardsLeft") -> Iterator[str]:
    """Return the missions that were not laid."""
    said = []
    if left.in_hand:
        names = [_name(one.card) for one in left.in_hand[:_NAMED]]
        names += [f"{len(left.in_hand) - _NAMED} more"] if len(left.in_hand) > _NAMED else []
        said.append(f"{plural(len(left.in_hand), 'mission')} stayed in the hand: {and_list(names)}")
    if left.in_deck:
        said.append(f"{plural(left.in_deck, 'mission')} stayed in the draw deck")
    if said:
        yield f"{'; '.join(said)}."


def _missed(lesson: "Lesson") -> Iterator[str]:
    """Return the cards that were discarded and missed."""
    missed = lesson.deeds.missed if lesson.deeds is not None else ()
    for one in missed[:_REASONS]:
        yield f"Discarded at {clock(one.card.t or 0)} and missed: {missed_words(one)}."
    if len(missed) > _REASONS:
        yield f"{plural(len(missed) - _REASONS, 'more card was', many='more cards were')} discarded and missed."


def _ended_early(lesson: "Lesson", left: "CardsLeft") -> Iterator[str]:
    """Return that time and cards were left where the goal was missed."""
    if lesson.status is not Status.LOST or left.seconds < 1 or not (left.deck or left.in_hand):
        return
    deck = f"{plural(left.deck, 'card')} in the draw deck" if left.deck else "no card in the draw deck"
    yield f"The five minutes were ended with {clock(ceil(left.seconds))} left and {deck}."


def _name(card: Card) -> str:
    return safe(str(card)) if isinstance(card, Item) else safe(card_name(card))


def lesson_record(lesson: "Lesson | None", names: Names | None) -> dict[str, Any] | None:
    """Return the lesson as JSON has it; None if it was not studied."""
    if lesson is None or names is None:
        return None
    keep, left, story = lesson.keep, lesson.left, lesson.explanation.question.game.story
    card = None
    if keep.place is not None and keep.without is not None:
        outcome = keep.without.outcome
        card = {
            "card": card_entry(story[keep.place], names),
            "place": keep.place + 1,
            "missions": outcome.missions,
            "won": outcome.won,
        }
    return {
        "goal_reachable": lesson.explanation.reachable,
        "card_to_keep": card,
        "left_in_hand": None if left is None else [card_entry(one.card, names) for one in left.in_hand],
        "missions_in_deck": None if left is None else left.in_deck,
        "proved": lesson.proved,
        "words": list(lesson_sentences(lesson)),
    }
