"""Whole lines that are typed: several cards at once, and missions that are already known."""

from collections.abc import Iterable

from dtcli.formats.names import folded
from dtcli.formats.problems import quoted
from dtcli.play.recorder.card_input import CardNames, Meaning, Nearness
from dtcli.play.recorder.letter_runs import run_parts
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.cards import Card, Mission

_EXACT = (Nearness.WHOLE, Nearness.ITEM, Nearness.ITEM_ALIAS, Nearness.LETTERS)
"""How near a name must be on a line of several cards without commas."""


def typed_meanings(text: str, cards: CardNames, *, gone: Iterable[Card] = ()) -> list[Meaning]:
    """Return the cards that a line names, or one hero; raises ``InvalidInput``."""
    parts = [one for part in _parts(text) for one in run_parts(part, cards) or [part]]
    try:
        found = cards.meaning(text, gone=gone)
    except InvalidInput:
        several = _several(parts, cards, gone, has_commas="," in text) if len(parts) > 1 else []
        if not several:
            raise
        return several
    if found.nearness is Nearness.LETTERS and len(parts) > 1:  # ``cp`` is a cup and a potion, as on the screen
        return _several(parts, cards, gone, has_commas="," in text) or [found]
    return [found]


def _several(parts: list[str], cards: CardNames, gone: Iterable[Card], *, has_commas: bool) -> list[Meaning]:
    """Return the cards that the parts name; empty if they may be one name with spaces. Raises ``InvalidInput``."""
    try:
        found = [cards.meaning(part, gone=gone) for part in parts]
    except InvalidInput:
        if has_commas:
            raise
        return []
    if any(one.hero is not None for one in found):
        return []
    return found if has_commas or all(one.nearness in _EXACT for one in found) else []


def new_or_known(mission: Mission, cards: CardNames) -> Mission:
    """Return a mission that was written out, as it is known; raises ``InvalidInput`` if it is known otherwise."""
    known = next((one for one in cards.missions if folded(one.title) == folded(mission.title)), None)
    if known is not None and (known.needs, known.reward) != (mission.needs, mission.reward):
        msg = f"{quoted(mission.title)} is known as {sentences.card(known)}; type another title"
        raise InvalidInput(msg)
    return known or mission


def _parts(text: str) -> list[str]:
    """Return the cards of a line that names several: separated by commas, or by spaces with numbers kept."""
    if "," in text:
        return [part.strip() for part in text.split(",") if part.strip()]
    parts: list[str] = []
    for word in text.split():
        if parts and parts[-1].isdigit():
            parts[-1] = f"{parts[-1]} {word}"
        else:
            parts.append(word)
    return parts
