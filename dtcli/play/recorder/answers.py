"""Typed answers to a question of the engine: by number, by the items that they name, or by their first letters."""

from collections import Counter
from typing import Any

from dtcli.english import or_list
from dtcli.formats.names import folded
from dtcli.formats.problems import quoted
from dtcli.play.game.question_text import answer_text
from dtcli.play.game.questions import BY_CARD, ChoiceAnswer, ChoiceQuestion
from dtcli.play.recorder.card_input import CardNames
from dtcli.play.text.command_parsing import InvalidInput, is_number, one_number
from dtcli.rules.cards import Item
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.state import State

_NOTHING = ("nothing", "none", "no", "decline")


def chosen_answer(state: State, question: ChoiceQuestion, text: str, cards: CardNames) -> ChoiceAnswer:
    """Return the answer that a typed text names; raises ``InvalidInput`` with the possible answers."""
    answers = question.answers
    places = _typed_places(question, text)
    if places is not None:
        return places
    if is_number(text):
        return answers[one_number(text, len(answers)) - 1]
    for found in (_by_items(question, text, cards), _by_words(state, question, text)):
        if len(found) == 1:
            return found[0]
        if found:
            labels = [answer_text(state, question, one) for one in found[:5]]
            msg = f"{quoted(text)} can be {or_list(labels)}; type more, or the number"
            raise InvalidInput(msg)
    msg = f"{quoted(text)} is not an answer; type a number from 1 to {len(answers)}, or an item"
    raise InvalidInput(msg)


def _typed_places(question: ChoiceQuestion, text: str) -> ChoiceAnswer | None:
    """Return the answer that names several cards by their places, as in ``3 1 2 5 4``; None for any other text."""
    if question.about not in BY_CARD or question.picked:
        return None
    words = text.replace(",", " ").split()
    if len(words) < 2 or not all(word.isascii() and word.isdigit() and len(word) == 1 for word in words):  # noqa: PLR2004
        return None
    typed = tuple(int(word) for word in words)
    wanted = typed if question.about == "order" else tuple(sorted(typed))
    left = [one for one in question.choices if getattr(one, question.about, None) == wanted]
    if not left:
        msg = f"the cards cannot be chosen like this: {quoted(text)}"
        raise InvalidInput(msg)
    return ChoiceAnswer(wanted, ChoiceQuestion(left), ends=True)


def _by_items(question: ChoiceQuestion, text: str, cards: CardNames) -> list[ChoiceAnswer]:
    """Return the answers whose items are those of the text."""
    said = folded(text)
    if said in _NOTHING:
        return [one for one in question.answers if not one.adds and one.value in (None, ())]
    wanted = _items(said, cards)
    if wanted is None:
        return []
    return [one for one in question.answers if _items_of(one.value) == wanted]


def _items(text: str, cards: CardNames) -> Counter[Kind] | None:
    found: Counter[Kind] = Counter()
    for part in text.replace(",", "+").split("+"):
        if not part.strip():
            return None
        try:
            meaning = cards.meaning(part)
        except InvalidInput:
            return None
        if not isinstance(meaning.card, Item):
            return None
        found[meaning.card.kind] += meaning.copies
    return found


def _items_of(value: Any) -> Counter[Kind] | None:
    if isinstance(value, str):
        return Counter([Kind(value)])
    if isinstance(value, tuple) and value and all(isinstance(one, str) for one in value):
        return Counter(value)
    return None


def _by_words(state: State, question: ChoiceQuestion, text: str) -> list[ChoiceAnswer]:
    """Return the answers of which a word begins with the text."""
    said = folded(text)
    found = []
    for answer in question.answers:
        label = HEROES[answer.value].name if answer.value in HEROES else answer_text(state, question, answer)
        words = folded(label).split()
        if any(" ".join(words[n:]).startswith(said) for n in range(len(words))):
            found.append(answer)
    return found
