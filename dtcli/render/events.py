"""Cards and events in words."""

from collections.abc import Callable, Mapping

from dtcli.english import or_list
from dtcli.render.terminal import safe
from dtcli.rules.cards import Adventure, Card, Effect, Item, Mission
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import named
from dtcli.rules.state import Event, EventKind

EFFECTS = {
    Effect.DUPLICATES_ONCE: "from now on an item that a mission lists twice may be paid once",
    Effect.EXTRA_SLOT: "from now on the backpack has one extra slot",
    Effect.REWARDS_OPTIONAL: "from now on every reward may be declined",
    Effect.ANY_REWARD: "at once, one token of any kind may be taken",
}


def card_line(card: Card) -> str:
    """Return a card with what it needs and gives."""
    match card:
        case Item(kind=kind):
            return kind
        case Mission():
            reward = "no reward" if card.reward.is_nothing else f"gives {card.reward}"
            return f"mission {safe(str(card))}: {named(card.needs)}, {reward}"
        case Adventure():
            return f"adventure {safe(card.title)}: {named(card.needs)}"


def card_name(card: Card | None) -> str:
    """Return the name of a card; empty for None."""
    return safe(str(card)) if card is not None else ""


def _skill(event: Event) -> str:
    assert event.hero is not None
    name = HEROES[event.hero].name
    borrowed = f" as {HEROES[event.borrowed].name}" if event.borrowed else ""
    guess = f" guesses {event.detail}" if event.detail else ""
    return f"{name}{borrowed}{guess}"


def _cards(event: Event) -> str:
    return ", ".join(card_name(card) for card in event.cards)


_SENTENCES: Mapping[EventKind, Callable[[Event], str]] = {
    EventKind.ITEM_PLACED: lambda event: f"{named(event.kinds)} goes into the backpack",
    EventKind.ITEMS_PAID: lambda event: f"pays {named(event.kinds)}",
    EventKind.MISSION_COMPLETED: lambda _: "completed",
    EventKind.MISSION_FAILED: lambda event: f"failed for lack of {named(event.kinds)}",
    EventKind.REWARD_TAKEN: lambda event: f"takes {named(event.kinds)}",
    EventKind.REWARD_DECLINED: lambda _: "declines the reward",
    EventKind.REWARD_RUN_OUT: lambda _: "the reward has run out",
    EventKind.ITEMS_DISCARDED: lambda event: f"discards {named(event.kinds)}",
    EventKind.SKILL_USED: _skill,
    EventKind.ITEMS_REMOVED: lambda event: f"removes {named(event.kinds)}",
    EventKind.CARDS_DISCARDED: lambda event: f"discards {_cards(event) or 'nothing'}",
    EventKind.CARDS_REARRANGED: lambda event: f"next come {_cards(event)}",
    EventKind.MISSION_BROUGHT_BACK: lambda event: f"{card_name(event.card)} goes to the bottom of the story",
    EventKind.SOLVED_BY_SKILL: lambda _: "by a skill, nothing is paid",
    EventKind.GUESS_WRONG: lambda event: f"the guess {or_list(event.kinds)} is wrong",
    EventKind.EFFECT_ON: lambda event: EFFECTS[Effect(event.detail)],
    EventKind.EXTRA_SLOT_GONE: lambda _: "the extra slot is gone",
    EventKind.BACKPACK_BROKE: lambda event: f"THE BACKPACK BREAKS: {event.detail}",
}


def sentence(event: Event) -> str:
    """Return one event in words."""
    return _SENTENCES[event.what](event)


_VERDICTS = (EventKind.MISSION_COMPLETED, EventKind.MISSION_FAILED, EventKind.SKILL_USED)


def sentences(events: tuple[Event, ...]) -> str:
    """Return the events of one reveal or skill as one sentence, the verdict first; without a break of the backpack."""
    told = [event for event in events if event.what not in (EventKind.ITEM_PLACED, EventKind.BACKPACK_BROKE)]
    told.sort(key=lambda event: event.what not in _VERDICTS)
    return ", ".join(sentence(event) for event in told)
