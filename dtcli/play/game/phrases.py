"""What a front end says: the question that is open, and each answer to it, in the game's words."""

from typing import Any

from dtcli.english import agree, ordinal
from dtcli.play.game.questions import Answer, Asking
from dtcli.play.game.session import Session
from dtcli.render.events import card_name
from dtcli.rules.decisions import Discard, Failure, Payment, RewardOffer, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Pile, named
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import State

_OF_A_SKILL = {
    "borrowed": "Whose skill is borrowed?",
    "remove": "What is removed?",
    "tokens": "Which of them leave as reward tokens?",
    "take": "Which token is taken?",
    "guess": "Which item will the next mission list?",
    "discard": "Which of the next cards are discarded?",
    "order": "Which card comes next?",
}
_OF_A_PAYMENT = {
    "waive": "Which items are waived?",
    "in_full": "Which items are paid twice although once would do?",
    "tokens": "Which of the paid items leave as reward tokens?",
}


def question(state: State, asking: Asking) -> str:
    """Return what is asked now."""
    choice = asking.choices[0]
    if isinstance(choice, UseSkill):
        return f"{HEROES[choice.hero].name}: {_OF_A_SKILL[asking.about]}{_so_far(state, asking)}"
    match state.pending:
        case RewardOffer(quest=quest):
            return f"{card_name(quest)} is completed. Which reward?"
        case Failure(quest=quest):
            if asking.about == "tokens":
                return f"{_OF_A_PAYMENT['tokens']}{_so_far(state, asking)}"
            return f"{card_name(quest)} has failed. What is discarded?{_so_far(state, asking)}"
        case Payment(quest=quest):
            return f"{card_name(quest)} is paid. {_OF_A_PAYMENT[asking.about]}{_so_far(state, asking)}"
    return "What now?"


def _so_far(state: State, asking: Asking) -> str:
    if not asking.picked:
        return ""
    return f" So far: {_pieces(state, asking, asking.picked)}."


def answer_words(state: State, asking: Asking, answer: Answer) -> str:
    """Return an answer as it is read aloud."""
    if answer.adds:
        return _pieces(state, asking, (answer.value,))
    value = answer.value
    if asking.picked:
        return f"that is all: {_pieces(state, asking, value)}"
    match asking.about:
        case "kind":
            return "decline" if value is None else f"take {value}"
        case "take" | "guess":
            return str(value)
        case "borrowed":
            return f"{HEROES[value].name}: {HEROES[value].text}"
        case "order":
            return _pieces(state, asking, value)
        case "tokens":
            return f"{named(value)} as {agree(len(value), 'a token', 'tokens')}" if value else "cards, no tokens"
        case "in_full":
            return f"{named(value)} in full" if value else "each once"
    verb = {"kinds": "discard", "discard": "discard", "remove": "remove", "waive": "waive"}[asking.about]
    return f"{verb} {_pieces(state, asking, value or ())}"


def _pieces(state: State, asking: Asking, pieces: tuple[Any, ...]) -> str:
    """Return items by name, and places of the story by the cards that lie there."""
    by_place = asking.about == "order" or (asking.about == "discard" and not isinstance(asking.choices[0], Discard))
    if not by_place:
        return named(pieces)
    return ", ".join(f"{card_name(state.story[place - 1])} ({ordinal(place)})" for place in pieces) or "nothing"


def why_idle(session: Session, hero: HeroId) -> str:
    """Return why a hero cannot act now, in a few words; empty if the skill can be used."""
    state = session.state
    if session.can_act(hero):
        return ""
    if hero not in state.unused:
        return "the skill has been used"
    if state.over:
        return "the story is over"
    if not session.in_gap:
        return "not before the question is answered"
    missing = [kind for kind, n in Pile.of(*HEROES[hero].cost).items() if state.held(kind) < n]
    return f"needs {named(HEROES[hero].cost)}" if missing else "nothing the skill could do now"
