"""The wording of questions and answers, and of why a hero cannot act, for every front end."""

from typing import Any

from dtcli.english import agree, ordinal
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.questions import BY_CARD, ChoiceAnswer, ChoiceQuestion
from dtcli.render.events import card_name
from dtcli.render.pictures.card_face import card_in_full
from dtcli.rules.decisions import Failure, Payment, RewardOffer, UseSkill
from dtcli.rules.heroes import HEROES, why_never_used
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.items import Pile, named
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import State

SKILL_QUESTIONS = {
    "borrowed": "Whose skill is borrowed?",
    "remove": "What is removed?",
    "tokens": "Which of them leave as reward tokens?",
    "take": "Which token is taken?",
    "guess": "Which item will the next mission list?",
    "discard": "Which of the next cards are discarded?",
    "order": "Which card comes next?",
}
PAYMENT_QUESTIONS = {
    "waive": "Which items are waived?",
    "in_full": "Which items are paid twice although once would do?",
    "tokens": "Which of the paid items leave as reward tokens?",
}


_ABOUT_SKILLS = {
    "order": "The cards are laid in the order in which you name them.",
    "discard": "What you discard does not count as failed.",
    "tokens": "Where an item is held both as card and as token, you say which of them leave.",
}
_ABOUT_PAYMENTS = {
    "waive": "Waived items stay in the backpack.",
    "in_full": "An item that is listed twice may be paid once; paying it twice makes room.",
    "tokens": "Where an item is held both as card and as token, you say which of them leave.",
}


def question_help(state: State, question: ChoiceQuestion) -> str:
    """Return what a question is about, in one or two sentences."""
    choice = question.choices[0]
    if isinstance(choice, UseSkill):
        return (
            f"{HEROES[choice.hero].name}: {HEROES[choice.hero].text} {_ABOUT_SKILLS.get(question.about, '')}".rstrip()
        )
    match state.pending:
        case RewardOffer():
            return "A reward is a token from the supply. It goes into the backpack, where it may fill another slot."
        case Failure() if question.about != "tokens":
            return "Of the items that the failed mission lists, those you hold may be discarded: any of them, or none."
        case _:
            return _ABOUT_PAYMENTS[question.about]


def question_text(state: State, question: ChoiceQuestion) -> str:
    """Return the question as shown to the player."""
    choice = question.choices[0]
    if isinstance(choice, UseSkill):
        return f"{HEROES[choice.hero].name}: {SKILL_QUESTIONS[question.about]}{_so_far(state, question)}"
    match state.pending:
        case RewardOffer(quest=quest):
            return f"{card_name(quest)} is completed. Which reward?"
        case Failure(quest=quest):
            if question.about == "tokens":
                return f"{PAYMENT_QUESTIONS['tokens']}{_so_far(state, question)}"
            return f"{card_name(quest)} has failed. What is discarded?{_so_far(state, question)}"
        case Payment(quest=quest):
            return f"{card_name(quest)} is paid. {PAYMENT_QUESTIONS[question.about]}{_so_far(state, question)}"
    return "What now?"


def _so_far(state: State, question: ChoiceQuestion) -> str:
    if not question.picked:
        return ""
    return f" So far: {_pieces(state, question, question.picked)}."


def answer_text(state: State, question: ChoiceQuestion, answer: ChoiceAnswer) -> str:
    """Return an answer as shown to the player."""
    value = answer.value
    if answer.adds:
        return _card_at(state, value) if _names_cards(question) else named((value,))
    if question.picked:
        return f"that is all: {_pieces(state, question, value)}"
    match question.about:
        case "kind":
            return "decline" if value is None else f"take {value}"
        case "take" | "guess":
            return str(value)
        case "borrowed":
            return f"{HEROES[value].name}: {HEROES[value].text}"
        case "tokens":
            return f"{named(value)} as {agree(len(value), 'a token', 'tokens')}" if value else "cards, no tokens"
        case "in_full":
            return f"{named(value)} in full" if value else "each once"
    verb = {"kinds": "discard", "discard": "discard", "remove": "remove", "waive": "waive"}[question.about]
    return f"{verb} {_pieces(state, question, value or ())}"


def _names_cards(question: ChoiceQuestion) -> bool:
    """Return whether the answers are positions in the story."""
    return question.about in BY_CARD


def _card_at(state: State, place: int) -> str:
    """Return a card that a hero looks at: its position, and everything printed on it that matters."""
    return f"{ordinal(place)}: {card_in_full(state.story[place - 1])}"


def cards_beside(state: State, question: ChoiceQuestion) -> tuple[tuple[int, str], ...]:
    """Return the cards that a hero looks at and that are no answer now, each with the answer that it stands before.

    Such a card has been chosen already, or is equal to one that can be.
    """
    if not _names_cards(question):
        return ()
    offered = {answer.value: number for number, answer in enumerate(question.answers) if answer.adds}
    beside = []
    for place, card in enumerate(state.story[:CARDS_SEEN], 1):
        if place in offered:
            continue
        before = next((number for other, number in offered.items() if other > place), len(question.answers))
        like = next((other for other in offered if state.story[other - 1] == card), None)
        why = "chosen" if place in question.picked else f"like the {ordinal(like)}" if like else ""
        beside.append((before, f"{_card_at(state, place)}{why and f' ({why})'}"))
    return tuple(beside)


def _pieces(state: State, question: ChoiceQuestion, pieces: tuple[Any, ...]) -> str:
    """Return items by name, and positions in the story by their cards."""
    if not _names_cards(question):
        return named(pieces)
    return ", ".join(f"{card_name(state.story[place - 1])} ({ordinal(place)})" for place in pieces) or "nothing"


def why_idle(resolution: PlayedResolution, hero: HeroId) -> str:
    """Return why a hero cannot act now; empty if the skill can be used."""
    state = resolution.state
    if resolution.can_act(hero):
        return ""
    if hero not in state.unused:
        return "the skill has been used"
    if state.over:
        return "the story is over"
    if not resolution.in_gap:
        return "answer the question first"
    if reason := why_never_used(state.game.heroes, hero):
        return reason
    missing = [kind for kind, n in Pile.of(*HEROES[hero].cost).items() if state.held(kind) < n]
    return f"needs {named(HEROES[hero].cost)}" if missing else "the skill has no effect now"
