"""Cards that are typed without a space between them: ``bkt`` is a bow, keys and a torch, ``se7`` a sword and E07.

Only the shortest letters of an item, such letters with a number, and ids of missions can run together. What a name
begins with is never split, so that ``troll`` is a title and ``gr`` a grapnel; a space separates such cards.
"""

import re

from dtcli.play.recorder.card_input import CardNames
from dtcli.play.text.command_parsing import InvalidInput

_COUNT = re.compile(r"\d{0,2}")


def split_run(text: str, cards: CardNames) -> tuple[list[str], str]:
    """Return the cards of a run that are followed by another one, and the letters after them.

    The letters after them can be unfinished, or no card at all. A capital letter begins a title, not a run.
    """
    finished: list[str] = []
    pending = ""
    for n, letter in enumerate(text):
        split = _split_before(pending, letter, cards)
        if split is None:
            return finished, pending + text[n:]
        done, pending = split
        finished += done
    return finished, pending


def run_parts(text: str, cards: CardNames) -> list[str]:
    """Return the cards of a run, as typed; empty if the text is not a run of several cards."""
    finished, last = split_run(text, cards)
    return [*finished, last] if finished and _is_part(last, cards) else []


def _split_before(pending: str, letter: str, cards: CardNames) -> tuple[list[str], str] | None:
    """Return finished cards and pending letters once one more letter is typed; None if it fits nowhere."""
    longer = pending + letter
    if _is_begun(longer, cards):
        return [], longer
    if _is_part(pending, cards) and _begins_part(letter, cards):
        return [pending], letter
    for n in range(1, len(longer)):  # ``se`` begins a title, ``se7`` is a sword and E07
        if _is_item(longer[:n], cards) and cards.is_id(longer[n:]):
            return [longer[:n]], longer[n:]
    return None


def _is_begun(letters: str, cards: CardNames) -> bool:
    try:
        return cards.is_begun(letters)
    except InvalidInput:  # too many copies
        return False


def _is_part(letters: str, cards: CardNames) -> bool:
    return _is_item(letters, cards) or cards.is_id(letters)


def _is_item(letters: str, cards: CardNames) -> bool:
    """Return whether these are the shortest letters of an item, with or without a number."""
    return _COUNT.sub("", letters, count=1) in cards.shortcuts().values()


def _begins_part(letter: str, cards: CardNames) -> bool:
    """Return whether a part can begin with this letter."""
    ids = (one[0].casefold() for one in cards.names.cards.missions)
    return letter.isdigit() or letter in {*(keys[0] for keys in cards.shortcuts().values()), *ids}
