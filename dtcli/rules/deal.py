"""Set-up: which cards are taken, the hands, and the draw deck (A1, V2).

The same seed deals the same game everywhere. A bonus level has a random generator of its own: otherwise *My First
Dungeon*, which uses the same cards as level 1, would be the same deal again (S1).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from dtcli.english import agree, plural
from dtcli.rules.cards import Adventure, Card, CardSet, Item, KindInfo, Mission
from dtcli.rules.heroes import HEROES, why_never_used
from dtcli.rules.items import Kind
from dtcli.rules.legality import violations
from dtcli.rules.rulings import HeroChoice, HeroId, Rulings
from dtcli.rules.scenarios import ANY_DECK, Scenario, ScenarioKind
from dtcli.rules.table import Table

STARTING_MISSIONS = 2
MISSIONS_OF_A_GAME = 12


class DealSize(NamedTuple):
    """How many items are dealt and how large a hand is, for a number of players (A1)."""

    items: int
    hand: int


DEAL_SIZES = {1: DealSize(13, 15), 2: DealSize(12, 7), 3: DealSize(13, 5), 4: DealSize(14, 4), 5: DealSize(13, 3)}


def choose_missions(scenario: Scenario, cards: CardSet, rng: Random) -> list[Mission]:
    """Return the scenario's missions, drawn from the decks it names."""
    chosen: list[Mission] = []
    for deck, n in scenario.missions.items():
        pile = [mission for mission in cards.missions.values() if deck in (ANY_DECK, mission.deck)]
        if len(pile) < n:
            msg = f"{scenario.title} takes {plural(n, 'mission')} of deck {deck}, the card set has {len(pile)}"
            raise ValueError(msg)
        chosen += rng.sample(pile, n)
    return chosen


def deal(cards: CardSet, setting: Scenario | Adventure, *, players: int, rng: Random) -> Table:
    """Return the table at the start of the five minutes: hands dealt, draw deck shuffled.

    With an adventure its card joins the two starting missions and the players get one item less (V2).
    """
    if players not in DEAL_SIZES:
        msg = f"1 to 5 players can play, not {players}"
        raise ValueError(msg)
    size = DEAL_SIZES[players]
    if isinstance(setting, Adventure):
        missions = [cards.missions[name] for name in setting.scroll.missions]
        special: list[Card] = [setting]
    else:
        missions = choose_missions(setting, cards, rng)
        special = []
    items: list[Card] = [Item(info.kind) for info in cards.kinds.values() for _ in range(info.cards)]
    rng.shuffle(missions)
    rng.shuffle(items)
    first_items = size.items - len(special)
    first: list[Card] = items[:first_items] + special + list(missions[:STARTING_MISSIONS])
    rng.shuffle(first)
    rest: list[Card] = items[first_items:] + list(missions[STARTING_MISSIONS:])
    rng.shuffle(rest)
    hands = tuple(tuple(first[seat * size.hand : (seat + 1) * size.hand]) for seat in range(players))
    return Table(hands=hands, deck=tuple(rest), hand_size=size.hand)


def deal_of_seed(cards: CardSet, setting: Scenario | Adventure, seed: str, *, players: int = 1) -> Table:
    """Return the table of the game with this seed (A1, A7, V2)."""
    is_bonus = isinstance(setting, Scenario) and setting.kind is ScenarioKind.BONUS
    own = f"{setting.id} " if is_bonus else ""  # S1
    return deal(cards, setting, players=players, rng=Random(f"cards {own}{seed}"))  # noqa: S311


def deal_violations(
    kinds: Mapping[Kind, KindInfo],
    setting: Scenario | Adventure | None,
    hands: Sequence[Sequence[Card]],
    deck: Sequence[Card],
) -> list[tuple[str, str]]:
    """Return what is wrong with a deal: the part (hands, deck or cards) and the reason (A1, V2)."""
    size, special = DEAL_SIZES[len(hands)], isinstance(setting, Adventure)
    right = f"{size.hand} are right for {plural(len(hands), 'player')}"
    found = [
        ("hands", f"player {seat} was dealt {plural(len(hand), 'card')}, {right}")
        for seat, hand in enumerate(hands, 1)
        if len(hand) != size.hand
    ]
    first = Counter(type(card) for hand in hands for card in hand)
    for kind, n in ((Mission, STARTING_MISSIONS), (Adventure, int(special)), (Item, size.items - special)):
        if first[kind] != n:
            held = plural(first[kind], f"{kind.__name__.lower()} card", none="no")
            found.append(("hands", f"the hands hold {held}, {n} {agree(n, 'is', 'are')} dealt"))
    if any(isinstance(card, Adventure) for card in deck):
        found.append(("deck", "the adventure card starts in a hand, not in the draw deck"))
    dealt = [*(card for hand in hands for card in hand), *deck]
    scenario = setting if isinstance(setting, Scenario) else None
    found += [("cards", f"the deal: {violation.reason}") for violation in violations(dealt, kinds, scenario, None)]
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


def deal_heroes(rulings: Rulings, *, players: int, rng: Random) -> list[tuple[HeroId, ...]]:
    """Return for each player the heroes to choose from: two drawn ones, or the whole box if the choice is free.

    A player without others is not offered a hero who could never act (X18).
    """
    box = [hero for hero in HEROES if hero in rulings.box]
    if rulings.hero_choice is HeroChoice.DRAW_TWO:
        rng.shuffle(box)
    if players == 1:
        box = [hero for hero in box if why_never_used((hero,), hero) is None]
    if rulings.hero_choice is HeroChoice.FREE:
        return [tuple(box) for _ in range(players)]
    each = min(2, len(box) // players)  # eight heroes are too few for five players to draw two
    return [tuple(box[each * seat : each * (seat + 1)]) for seat in range(players)]
