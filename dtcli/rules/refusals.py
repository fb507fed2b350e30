"""Refused notes, and the reasons for notes on questions that never come up."""

from typing import NamedTuple

from dtcli.rules.cards import Card, Item
from dtcli.rules.draft import Draft
from dtcli.rules.items import named
from dtcli.rules.state import Event, EventKind


class Refusal(NamedTuple):
    """A note that the rules do not allow: its index, the part of it, and the reason."""

    note: int
    part: str
    reason: str
    after_break: bool = False
    """Whether it is refused only because the backpack had broken: the table played on (B3)."""


def why_never(state: Draft) -> str:
    """Return why the reveal of a note does not happen in a game with this end."""
    how = "the backpack breaks" if state.broken else "the story ends"
    return f"that reveal never comes: {how} with reveal {state.revealed}, {state.last_card}"


def why_nothing_to_say(part: str, card: Card, events: list[Event]) -> str:
    """Return why this part of a note answers no question at the reveal of this card."""
    if isinstance(card, Item):
        return f"the card revealed then is {card}, an item: nothing is decided"
    happened = {event.what: event for event in events}
    if EventKind.MISSION_FAILED in happened and part == "tokens":
        return "the mission fails and the entry does not say what is discarded"
    if EventKind.MISSION_FAILED in happened:
        missing = named(happened[EventKind.MISSION_FAILED].kinds)
        return f"the mission fails, {missing} is missing"
    if part == "discard":
        by_skill = EventKind.SOLVED_BY_SKILL in happened
        why = "a skill completes it" if by_skill else "all it lists is in the backpack"
        return f"the mission does not fail, {why}"
    if part == "take":
        broke = EventKind.BACKPACK_BROKE in happened
        return "the backpack breaks before the reward" if broke else "the mission gives no reward"
    return "the mission is completed by a skill, so nothing is paid"
