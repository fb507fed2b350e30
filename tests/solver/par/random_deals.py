"""Random deals that can be searched exhaustively: few cards, small boards, all rewards, switches, effects and heroes.

A deal is decided by its seed. Most deals ask for a choice: rewards that must be taken do not fit the board, missions
are worth failing to get rid of items, and the cards that are needed lie deep in the draw deck.
"""

from random import Random

from dtcli.rules import EDITIONS, Adventure, Card, Game, HeroId, Item, Kind
from dtcli.rules.cards import Effect, KindInfo
from dtcli.rules.rulings import ALAN, ARVEDUI_MIRIEL, ROS_THANIR, TEN_HEROES, TONK_REDBEER, Borrowing, SpentRewards
from solver.par.open_deal import Aim, OpenDeal
from tests.rules.game_builder import TWELVE, adventure, mission
from tests.solver.par.exhaustive import WITH_THE_STORY
from tests.solver.small import with_slots

COSTS = {ROS_THANIR: "potion", TONK_REDBEER: "torch", ARVEDUI_MIRIEL: "gold", ALAN: "sword"}
FEW_CARDS = (5, 6, 6, 7)
"""How many cards a deal has where whole stories are searched or two heroes act; up to seven with all its missions."""
MORE_CARDS = (8, 9, 10, 11, 12)


def random_deal(chance: Random, heroes: tuple[HeroId, ...] | None = (), *, tiny: bool = False) -> OpenDeal:
    """Return a deal with these heroes, with one or two random ones for None; ``tiny`` ones suit whole stories."""
    if heroes is None:
        heroes = tuple(chance.sample(TEN_HEROES, chance.choice((1, 1, 2))))
    costs = [COSTS[hero] for hero in heroes if hero in COSTS]
    names = list(dict.fromkeys([*costs, *chance.sample(TWELVE, 4)]))[: max(len(costs), chance.choice((2, 3, 3, 4)))]
    tokens = {name: chance.choice((0, 1, 1, 2)) for name in names}
    items = [Item(Kind(name)) for name in names for _ in range(chance.choice((1, 2, 2, 3)))]
    crowded = len(names) > 2 and chance.random() < 0.4
    missions = _crowding_missions(chance, names) if crowded else _random_missions(chance, names)
    if crowded:
        items = [Item(Kind(name)) for name in [*[names[0]] * chance.choice((3, 3, 4)), *names[1:]]]
        tokens[names[1]] = chance.choice((1, 2))
    scroll = _random_adventure(chance, names) if chance.random() < 0.35 else None
    quests = [*missions, scroll] if scroll else missions
    chance.shuffle(items)
    items = [*(Item(Kind(name)) for name in costs), *items]
    few = tiny or len(heroes) > 1 or not WITH_THE_STORY.isdisjoint(heroes)
    size = chance.choice(FEW_CARDS if few else MORE_CARDS)
    cards = [*quests, *items[: max(2, size - len(quests))]]
    chance.shuffle(cards)
    if scroll and chance.random() < 0.6:  # V2: it starts in a hand
        cards.remove(scroll)
        cards.insert(0, scroll)
    hand = chance.choice((1, 2, 2, 3, 3, 4))
    game = _random_game(chance, tokens, heroes, scroll)
    if crowded:
        with_slots(game, chance.choice((1, 1, 2)))
    return OpenDeal(game, tuple(cards[:hand]), tuple(cards[hand:]))


def random_aim(chance: Random, deal: OpenDeal) -> Aim:
    """Return an aim for the deal, often one that is hard to reach."""
    missions = chance.choice((1, 1, 2) if deal.game.heroes else (1, 2, 2, deal.missions - 1, deal.missions))
    return Aim(missions, win=deal.adventure is not None and chance.random() < 0.7)


def every_aim(deal: OpenDeal) -> list[Aim]:
    """Return all aims that differ in this deal, also one that needs more missions than there are."""
    wins = (False, True) if deal.adventure is not None else (False,)
    return [Aim(missions, win) for win in wins for missions in range(deal.missions + 2)]


def _random_game(chance: Random, tokens: dict[str, int], heroes: tuple[HeroId, ...], scroll: Adventure | None) -> Game:
    rulings = EDITIONS["en-2017"]._replace(
        any_reward_optional=chance.random() < 0.3,
        thanir=chance.choice(list(Borrowing)),
        spent_rewards=chance.choice((SpentRewards.DISCARD, SpentRewards.DISCARD, SpentRewards.RETURN)),
    )
    game = Game(
        kinds={Kind(name): KindInfo(Kind(name), tokens=n) for name, n in tokens.items()},
        story=(),
        heroes=heroes,
        rulings=rulings,
        extended=chance.random() < 0.3,
        adventure=scroll,
    )
    slots = chance.choice((1, 1, 1, 2, 3) if heroes else (1, 1, 2, 2, 2, 3, None))
    return game if slots is None else with_slots(game, slots)


def _random_missions(chance: Random, names: list[str]) -> list[Card]:
    return [_random_mission(chance, n, names) for n in range(chance.choice((2, 2, 3, 3, 4)))]


def _crowding_missions(chance: Random, names: list[str]) -> list[Card]:
    """Return missions for one or two slots, whose rewards stand in the way of the others until a mission fails."""
    wanted, spare = names[0], names[1:]
    gives = (f"{spare[0]}", f"{spare[0]}", f"{spare[0]}?", f"{spare[0]}/{spare[1]}", "?")
    missions = [
        mission(" ".join([wanted] * chance.choice((1, 1, 2))), chance.choice(gives), f"crowding {n}")
        for n in range(chance.choice((1, 2)))
    ]
    needs = chance.choice(([wanted, wanted], [wanted], [spare[-1], wanted], [spare[-1]]))
    return [
        *missions,
        mission(" ".join(needs), chance.choice(gives), "in the way"),
        mission(" ".join([wanted, *spare]), "-", "to be failed"),
    ]


def _random_mission(chance: Random, number: int, names: list[str]) -> Card:
    needs = chance.choices(names, k=chance.choice((1, 1, 2, 2, 3)))
    if chance.random() < 0.2:
        needs = [needs[0], needs[0], *needs[2:]]
    return mission(" ".join(needs), _random_reward(chance, names), f"mission {number}")


def _random_reward(chance: Random, names: list[str]) -> str:
    one, other = chance.sample(names, 2)
    return chance.choice(("-", one, one, one, f"{one}?", f"{one}/{other}", f"{one}/{other}", "?"))


def _random_adventure(chance: Random, names: list[str]) -> Adventure:
    needs = chance.choices(names, k=chance.choice((1, 1, 2)))
    return adventure(
        " ".join(needs),
        chance.choice(list(Effect)),
        reputation=chance.choice((0, 1, 1, 2)),
        hold=" ".join(chance.choices(names, k=chance.choice((0, 0, 1, 2)))),
        complete=chance.random() < 0.7,
    )
