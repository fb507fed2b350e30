"""Describes the game in sentences for the text mode, without colours, boxes or symbols, for screen readers."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from dtcli.english import agree, and_list, or_list, plural
from dtcli.render.events import EFFECTS, sentences
from dtcli.render.pictures.backpack import SlotContent
from dtcli.render.terminal import safe
from dtcli.render.victory import standing
from dtcli.rules.cards import Adventure, Card, Item, Mission, Reward, RewardRule
from dtcli.rules.decisions import Choice
from dtcli.rules.items import Kind, Pile
from dtcli.rules.resolution import apply
from dtcli.rules.score import Status, missed_conditions, status_of
from dtcli.rules.state import Event, EventKind, State
from dtcli.rules.table import Table

MINUTE = 60


def items(kinds: Iterable[Kind]) -> str:
    """Return items by name: ``2 sword and bow``."""
    return and_list(f"{n} {safe(kind)}" if n > 1 else safe(kind) for kind, n in Pile.of(*kinds).items())


def time(seconds: float) -> str:
    """Return a duration, rounded up to seconds.

    >>> time(300), time(119.2), time(61), time(29.97)
    ('5 minutes', '2 minutes', '1 minute and 1 second', '30 seconds')
    """
    minutes, rest = divmod(ceil(seconds), MINUTE)
    parts = [plural(n, word) for n, word in ((minutes, "minute"), (rest, "second")) if n]
    return and_list(parts or ["0 seconds"])


def card(one: Card) -> str:
    """Return a card with everything printed on it."""
    match one:
        case Item(kind=kind):
            return safe(kind)
        case Mission():
            return f"mission {safe(str(one))}, needs {items(one.needs)}, gives {_reward(one.reward)}"
        case Adventure():
            below = plural(one.scroll.reputation, "mission")
            return f"adventure {safe(one.title)}, needs {items(one.needs)}, and {below} below it; {EFFECTS[one.effect]}"


def missions_face_up(places: Sequence[Card | None]) -> list[str]:
    """Return the missions and the adventure among the cards face up, by number."""
    found = [f"{n}: {card(one)}." for n, one in enumerate(places, 1) if one is not None and not isinstance(one, Item)]
    return found or ["No mission lies face up."]


def items_face_up(places: Sequence[Card | None]) -> list[str]:
    """Return the items among the cards face up, each kind once with its numbers, in the order in which they lie."""
    numbers: dict[Kind, list[int]] = {}
    for n, one in enumerate(places, 1):
        if isinstance(one, Item):
            numbers.setdefault(one.kind, []).append(n)
    found = [f"{len(there)} {safe(kind)}: {and_list(there)}." for kind, there in numbers.items()]
    return found or ["No item lies face up."]


def _reward(reward: Reward) -> str:
    match reward.rule:
        case RewardRule.NONE:
            return "nothing"
        case RewardRule.ANY:
            return "any item"
        case RewardRule.MAY:
            return f"{safe(reward.kinds[0])} if you want it"
        case RewardRule.EITHER | RewardRule.MUST:
            return or_list(map(safe, reward.kinds))


def deck(table: Table) -> str:
    """Return what the top of the draw deck shows, and how many cards it has (A2)."""
    if table.next_is_mission is None:
        return "The draw deck is empty."
    what = "a mission" if table.next_is_mission else "an item"
    return f"The next card is {what}. {_are_left(len(table.deck), 'in the draw deck')}"


def _are_left(n: int, where: str) -> str:
    return f"{plural(n, 'card')} {agree(n, 'is', 'are')} left {where}."


def happened(events: tuple[Event, ...]) -> str:
    """Return what a card, a skill or a decision did; empty if it only added an item."""
    text = spoken(sentences(events))
    broke = next((event.detail for event in events if event.what is EventKind.BACKPACK_BROKE), None)
    parts = [text] if text else []
    if broke is not None:
        parts.append(f"the backpack breaks: {broke}")
    return " ".join(sentence(part) for part in parts)


def spoken(text: str) -> str:
    """Return a text with "and" instead of a plus sign.

    >>> spoken("pays 2 sword + bow")
    'pays 2 sword and bow'
    """
    return text.replace(" + ", " and ")


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop.

    >>> sentence("the game is paused")
    'The game is paused.'
    """
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?", "!")) else ".")


def consequence(state: State, choice: Choice | None) -> str:
    """Return what a choice would do; without one, that the answer leads to a further question."""
    if choice is None:
        return "This is added to your choice, and you are asked for more."
    after = apply(state, choice)
    text = happened(after.events) or "Nothing else happens."
    return text if after.broken else f"{text} {slots(after)}"


def slots(state: State) -> str:
    """Return how full the backpack is."""
    return f"Slots filled: {state.slots} of {state.limit}."


def step(number: int, revealed: Card | None, events: tuple[Event, ...], state: State) -> str:
    """Return what a reveal, a skill or a decision did, and how full the backpack is afterwards."""
    parts = [f"Card {number}: {card(revealed)}."] if revealed is not None else []
    parts += [text for text in [happened(events)] if text]
    if state.pending is None and not state.broken:
        parts.append(slots(state))
    return " ".join(parts)


def backpack(state: State, cells: list[SlotContent]) -> Iterator[str]:
    """Yield the backpack slot by slot, then the missions, the tokens and the story."""
    yield slots(state)
    for number, cell in enumerate(cells, 1):
        if cell.kind is not None:
            copies = ((cell.cards, "card"), (cell.tokens, "token"))
            yield f"Slot {number}: {safe(cell.kind)}, {and_list([plural(n, word) for n, word in copies if n])}."
    yield missions(state)
    if state.game.adventure is not None:
        yield standing(state)
    gone = [kind for kind, info in state.game.kinds.items() if state.supply[kind] < info.tokens]
    if gone:
        left = [f"{safe(kind)} {state.supply[kind] or 'none'}" for kind in gone]
        yield f"Reward tokens left: {and_list(left)}; all tokens of the other kinds."
    yield _are_left(len(state.story), "in the story")


def missions(state: State) -> str:
    """Return how many missions are completed and failed, and how many win."""
    goal = f"; {state.game.goal} win" if state.game.goal is not None else ""
    return f"{plural(state.completed, 'mission')} completed, {state.failed} failed{goal}."


def ending(state: State) -> str:
    """Return the result of the game and its reason."""
    done = plural(state.completed, "mission")
    match status_of(state):
        case Status.WON:
            return f"You have won, with {done} completed."
        case Status.BROKEN:
            return f"You have lost: the backpack broke, after {done} completed."
        case Status.COMPLETED:
            return f"The story is over, with {done} completed."
        case _:
            return f"You have lost: {and_list([safe(one) for one in missed_conditions(state)])}."
