"""The numbers behind the reasons of an explanation: which missions need an item, and how many copies come in time."""

from collections.abc import Iterable, Iterator, Sequence

from dtcli.rules.cards import Item, Mission, Quest
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rewards import reward_of
from dtcli.rules.rulings import ARVEDUI_MIRIEL
from dtcli.rules.state import Game, opening
from solver.model.facts import FROM_BEFORE, Need
from solver.studies.explanation import Explanation


def mission_places(game: Game) -> set[int]:
    """Return the places of all missions, including one that failed before the start and can be brought back (X16)."""
    first = opening(game)
    can_come_back = isinstance(first.last_failed, Mission) and ARVEDUI_MIRIEL in first.unused
    laid = {place for place, card in enumerate(game.story) if isinstance(card, Mission)}
    return laid | {FROM_BEFORE} if can_come_back else laid


def quest_at(game: Game, place: int) -> Quest:
    """Return the mission or adventure at a place of the story, or the one that failed before the start (X16)."""
    quest = opening(game).last_failed if place == FROM_BEFORE else game.story[place]
    assert quest is not None
    assert not isinstance(quest, Item)
    return quest


def copies_needed(game: Game, kind: Kind, places: Iterable[int]) -> int:
    """Return how many copies the missions at these places need together."""
    return sum(quest_at(game, place).listed[kind] for place in places)


def copies_at_start(game: Game, kind: Kind) -> int:
    """Return how many copies the backpack holds before the first card is revealed (X16)."""
    return opening(game).held(kind)


def copies_to_hold(game: Game, kind: Kind) -> int:
    """Return how many copies the adventure asks to hold at the end (R9)."""
    assert game.adventure is not None
    return Pile.of(*game.adventure.scroll.hold)[kind]


def item_cards_before(game: Game, kind: Kind, place: int) -> list[int]:
    """Return the numbers of the item cards of a kind that come before a place of the story."""
    return [at for at, card in enumerate(_cards_before(game, place), 1) if isinstance(card, Item) and card.kind == kind]


def rewards_before(game: Game, kind: Kind, place: int) -> list[int]:
    """Return the places before this one at which a mission can give a token of a kind."""
    return [
        at for at, card in enumerate(_cards_before(game, place)) if not isinstance(card, Item) and _can_give(card, kind)
    ]


def _cards_before(game: Game, place: int) -> Sequence[Item | Quest]:
    return game.story if place == FROM_BEFORE else game.story[:place]


def _can_give(quest: Quest, kind: Kind) -> bool:
    reward = reward_of(quest)
    return not reward.is_nothing and (not reward.kinds or kind in reward.kinds)


def in_story_order(places: Iterable[int]) -> list[int]:
    """Return places in the order of the story; a mission from before the start comes last (H4)."""
    return sorted(places, key=lambda place: (place == FROM_BEFORE, place))


def grouped_by_shortage(game: Game, kind: Kind, places: list[int]) -> Iterator[list[int]]:
    """Return first the places up to the last at which copies are short, then those for which enough come later."""

    def is_short(n: int) -> bool:
        come = copies_at_start(game, kind) + len(item_cards_before(game, kind, places[n - 1]))
        return copies_needed(game, kind, places[:n]) > come

    first = next((n for n in range(len(places), 0, -1) if is_short(n)), len(places))
    yield places[:first]
    if places[first:]:
        yield places[first:]


def full_between(game: Game, first: int, last: int) -> tuple[int | None, int | None]:
    """Return the cards between which the backpack is full, for the ranks of two ``Room`` facts.

    None stands for the start and for the end of the story.
    """
    quests = [place + 1 for place, card in enumerate(game.story) if not isinstance(card, Item)]
    since = quests[min(first, len(quests)) - 1] if first and quests else None
    return since, quests[last] if last < len(quests) else None


def missions_required(explanation: Explanation) -> tuple[int, int, bool]:
    """Return how many of the missions that the reasons name the goal requires, of how many, and if there are others."""
    every = mission_places(explanation.question.game)
    named = {fact.place for fact in explanation.reasons or () if isinstance(fact, Need)} & every
    return explanation.goal - len(every - named), len(named), bool(every - named)
