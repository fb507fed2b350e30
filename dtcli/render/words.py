"""What happened, in the game's words."""

from dtcli.render.paint import safe
from dtcli.rules.cards import Adventure, Card, Effect, Item, Mission
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import named
from dtcli.rules.state import Event, What

EFFECTS = {
    Effect.DUPLICATES_ONCE: "from now on an item that a mission lists twice may be paid once",
    Effect.EXTRA_SLOT: "from now on the backpack has one slot more",
    Effect.REWARDS_OPTIONAL: "from now on every reward may be declined",
    Effect.ANY_REWARD: "at once, one token of any kind may be taken",
}


def card_line(card: Card) -> str:
    """Return a card as it is read aloud: what it needs and what it gives."""
    match card:
        case Item(kind=kind):
            return kind
        case Mission():
            return f"mission {safe(str(card))}: {named(card.needs)} -> {card.reward}"
        case Adventure():
            return f"adventure {safe(card.title)}: {named(card.needs)}"


def card_name(card: Card | None) -> str:
    """Return what a card is called."""
    return safe(str(card)) if card is not None else ""


def sentence(event: Event) -> str:
    """Return one event in words."""
    kinds = named(event.kinds)
    match event.what:
        case What.ITEM_PLACED:
            return f"{kinds} goes into the backpack"
        case What.ITEMS_PAID:
            return f"pays {kinds}"
        case What.MISSION_COMPLETED:
            return "completed"
        case What.MISSION_FAILED:
            return f"failed, {kinds} missing"
        case What.REWARD_TAKEN:
            return f"takes {kinds}"
        case What.REWARD_DECLINED:
            return "declines the reward"
        case What.REWARD_RUN_OUT:
            return "the reward has run out"
        case What.ITEMS_DISCARDED:
            return f"discards {kinds}"
        case What.SKILL_USED:
            return _skill(event)
        case What.ITEMS_REMOVED:
            return f"removes {kinds}"
        case What.CARDS_DISCARDED:
            return "discards " + (", ".join(card_name(card) for card in event.cards) or "nothing")
        case What.CARDS_REARRANGED:
            return "next come " + ", ".join(card_name(card) for card in event.cards)
        case What.MISSION_BROUGHT_BACK:
            return f"{card_name(event.card)} goes to the bottom of the story"
        case What.GUESS_WRONG:
            return f"the guess {kinds} is wrong"
        case What.EFFECT_ON:
            return EFFECTS[Effect(event.detail)]
        case What.EXTRA_SLOT_GONE:
            return "the extra slot is gone"
        case What.BACKPACK_BROKE:
            return f"THE BACKPACK BREAKS: {event.detail}"


def _skill(event: Event) -> str:
    assert event.hero is not None
    name = HEROES[event.hero].name
    borrowed = f" as {HEROES[event.borrowed].name}" if event.borrowed else ""
    guess = f" guesses {event.detail}" if event.detail else ""
    return f"{name}{borrowed}{guess}"


def sentences(events: tuple[Event, ...]) -> str:
    """Return what happened at one reveal or skill as one sentence, the verdict first."""
    order = {What.MISSION_COMPLETED: 0, What.MISSION_FAILED: 0, What.SKILL_USED: 0}
    told = [event for event in events if event.what is not What.ITEM_PLACED]
    told.sort(key=lambda event: order.get(event.what, 1))
    return ", ".join(sentence(event) for event in told)
