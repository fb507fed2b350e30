"""Set-up: which cards are taken, who holds what, and the draw deck (A1, V2).

Chance comes in as a ``random.Random``, so that the same seed deals the same game everywhere.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from dtcli.english import agree, plural
from dtcli.rules.cards import Adventure, Card, CardSet, Item, KindInfo, Mission
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.legality import faults
from dtcli.rules.rulings import HeroChoice, HeroId, Rulings
from dtcli.rules.scenarios import ANY_DECK, Scenario
from dtcli.rules.table import Table

STARTING_MISSIONS = 2
MISSIONS_OF_A_GAME = 12


class Seats(NamedTuple):
    """What the number of players decides (A1)."""

    items: int
    hand: int


SEATS = {1: Seats(13, 15), 2: Seats(12, 7), 3: Seats(13, 5), 4: Seats(14, 4), 5: Seats(13, 3)}


def choose_missions(scenario: Scenario, cards: CardSet, chance: Random) -> list[Mission]:
    """Return the scenario's missions, drawn from the decks it names."""
    chosen: list[Mission] = []
    for deck, n in scenario.missions.items():
        pile = [mission for mission in cards.missions.values() if deck in (ANY_DECK, mission.deck)]
        if len(pile) < n:
            msg = f"{scenario.title} takes {plural(n, 'mission')} of deck {deck}, the card set has {len(pile)}"
            raise ValueError(msg)
        chosen += chance.sample(pile, n)
    return chosen


def deal(cards: CardSet, what: Scenario | Adventure, *, players: int, chance: Random) -> Table:
    """Return the table when the sand starts to run: hands dealt, draw deck shuffled.

    With an adventure its card joins the two starting missions and the players get one item less (V2).
    """
    if players not in SEATS:
        msg = f"1 to 5 players can play, not {players}"
        raise ValueError(msg)
    seats = SEATS[players]
    if isinstance(what, Adventure):
        missions = [cards.missions[name] for name in what.scroll.missions]
        special: list[Card] = [what]
    else:
        missions = choose_missions(what, cards, chance)
        special = []
    items: list[Card] = [Item(info.kind) for info in cards.kinds.values() for _ in range(info.cards)]
    chance.shuffle(missions)
    chance.shuffle(items)
    first_items = seats.items - len(special)
    first: list[Card] = items[:first_items] + special + list(missions[:STARTING_MISSIONS])
    chance.shuffle(first)
    rest: list[Card] = items[first_items:] + list(missions[STARTING_MISSIONS:])
    chance.shuffle(rest)
    hands = tuple(tuple(first[seat * seats.hand : (seat + 1) * seats.hand]) for seat in range(players))
    return Table(hands=hands, deck=tuple(rest), hand_size=seats.hand)


def deal_faults(
    kinds: Mapping[Kind, KindInfo],
    what: Scenario | Adventure | None,
    hands: Sequence[Sequence[Card]],
    deck: Sequence[Card],
) -> list[tuple[str, str]]:
    """Return what is wrong with a deal (A1, V2): where, as hands, deck or cards, and why."""
    seats, special = SEATS[len(hands)], isinstance(what, Adventure)
    right = f"{seats.hand} are right for {plural(len(hands), 'player')}"
    found = [
        ("hands", f"player {seat} was dealt {plural(len(hand), 'card')}, {right}")
        for seat, hand in enumerate(hands, 1)
        if len(hand) != seats.hand
    ]
    first = Counter(type(card) for hand in hands for card in hand)
    for kind, n in ((Mission, STARTING_MISSIONS), (Adventure, int(special)), (Item, seats.items - special)):
        if first[kind] != n:
            held = plural(first[kind], f"{kind.__name__.lower()} card", none="no")
            found.append(("hands", f"the hands hold {held}, {n} {agree(n, 'is', 'are')} dealt"))
    if any(isinstance(card, Adventure) for card in deck):
        found.append(("deck", "the adventure card starts in a hand, not in the draw deck"))
    dealt = [*(card for hand in hands for card in hand), *deck]
    scenario = what if isinstance(what, Scenario) else None
    found += [("cards", f"the deal: {fault.reason}") for fault in faults(dealt, kinds, scenario, None)]
    items = Counter(card.kind for card in dealt if isinstance(card, Item))
    for info in kinds.values():
        if items[info.kind] < info.cards:
            dealt_of_kind = plural(items[info.kind], f"{info.kind} card", none="no")
            there = f"{info.cards} {agree(info.cards, 'is', 'are')} in the game"
            found.append(("deck", f"the deal has {dealt_of_kind}, {there}"))
    missions = sum(isinstance(card, Mission) for card in dealt)
    wanted = sum(scenario.missions.values()) if scenario else MISSIONS_OF_A_GAME
    if missions != wanted:
        found.append(("deck", f"the deal has {plural(missions, 'mission', none='no')}, {wanted} are in the game"))
    return found


def deal_heroes(rulings: Rulings, *, players: int, chance: Random) -> list[tuple[HeroId, ...]]:
    """Return for each player the heroes to choose from: two drawn, or the whole box where the choice is free."""
    box = [hero for hero in HEROES if hero in rulings.box]
    if rulings.hero_choice is HeroChoice.FREE:
        return [tuple(box) for _ in range(players)]
    chance.shuffle(box)
    each = min(2, len(box) // players)  # eight heroes are too few for five players to draw two
    return [tuple(box[each * seat : each * (seat + 1)]) for seat in range(players)]
