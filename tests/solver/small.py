"""Random games that can be searched exhaustively: few cards, a small backpack, all heroes, effects and switches."""

from random import Random

from dtcli.rules import EDITIONS, Adventure, Card, Game, HeroId, Item, Kind
from dtcli.rules.cards import Effect, KindInfo
from dtcli.rules.rulings import TEN_HEROES, Borrowing, SpentRewards
from tests.rules.game_builder import TWELVE, adventure, mission
from tests.rules.random_games import COSTS, REWARDS


def small_game(chance: Random, heroes: tuple[HeroId, ...] | None = None) -> Game:
    """Return a game with few cards and few slots, tokens, or items."""
    if heroes is None:
        heroes = tuple(chance.sample(TEN_HEROES, chance.choice([0, 1, 1, 2, 2, 3])))
    costs = [COSTS[hero] for hero in heroes if hero in COSTS]
    liked = chance.sample(TWELVE, chance.choice([2, 3, 4])) + costs + costs
    story: list[Card] = []
    for _ in range(chance.randint(1, {0: 11, 1: 9, 2: 8}.get(len(heroes), 7))):
        if chance.random() < 0.62:
            story.append(Item(Kind(chance.choice(liked))))
        else:
            needs = chance.choices(liked, k=chance.choice([1, 1, 2, 2, 3]))
            story.append(mission(" ".join(needs), chance.choice(REWARDS)))
    scroll = None
    if chance.random() < 0.4:
        scroll = small_adventure(chance, [card.kind for card in story if isinstance(card, Item)])
        story.insert(chance.randint(0, len(story)), scroll)
    rulings = EDITIONS["en-2017"]._replace(
        any_reward_optional=chance.random() < 0.5,
        thanir=chance.choice(list(Borrowing)),
        spent_rewards=chance.choice(list(SpentRewards)),
    )
    used = dict.fromkeys([*liked, "sword", "potion", "bow", "gold", "cup", "torch"])
    tokens = chance.choice([0, 1, 1, 2])
    game = Game(
        kinds={Kind(name): KindInfo(Kind(name), tokens=tokens) for name in used},
        story=tuple(story),
        heroes=heroes,
        rulings=rulings,
        goal=chance.choice([None, 0, 1, 2, 3]),
        extended=chance.random() < 0.5,
        adventure=scroll,
    )
    return with_slots(game, chance.choice([1, 2, 2, 3, 3, 4]))


def small_adventure(chance: Random, items: list[Kind]) -> Adventure:
    """Return an adventure that can be completed with the first of these items, and perhaps asks to hold one."""
    return adventure(
        " ".join(items[: chance.randint(1, 2)] or ["cup"]),
        chance.choice(list(Effect)),
        hold=" ".join(items[: chance.choice([0, 0, 1])]),
        complete=chance.random() < 0.7,
    )


def with_slots(game: Game, slots: int) -> Game:
    """Return the game with a smaller backpack than any edition has, so that a short story can fill it."""
    object.__setattr__(game, "slots", slots)
    return game
