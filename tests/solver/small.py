"""Small games that can still be searched through: few cards, a small backpack, all heroes, effects and switches."""

from random import Random

from dtcli.rules import EDITIONS, Card, Game, HeroId, Item, Kind
from dtcli.rules.cards import Effect, KindInfo, Scroll
from dtcli.rules.rulings import TEN_HEROES, Borrowing, SpentRewards
from tests.rules.stories import COSTS, REWARDS
from tests.rules.table_talk import TWELVE, adventure, mission


def small_game(chance: Random, heroes: tuple[HeroId, ...] | None = None) -> Game:
    """Return a game with few cards in which something is tight: slots, tokens, or items."""
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
        items = [card.kind for card in story if isinstance(card, Item)]
        needs = items[: chance.randint(1, 2)] or ["cup"]
        scroll = adventure(" ".join(needs), chance.choice(list(Effect)))
        hold = tuple(items[: chance.choice([0, 0, 1])])
        scroll = adventure_with(scroll, hold, complete=chance.random() < 0.7)
        story.insert(chance.randint(0, len(story)), scroll)
    rulings = EDITIONS["en-2017"]._replace(
        any_reward_optional=chance.random() < 0.5,
        thanir=chance.choice(list(Borrowing)),
        spent_rewards=chance.choice(list(SpentRewards)),
    )
    used = dict.fromkeys([*liked, "sword", "potion", "bow", "gold", "cup", "torch"])
    tokens = chance.choice([0, 1, 1, 2])
    kinds = {Kind(name): KindInfo(Kind(name), tokens=tokens) for name in used}
    game = Game(
        kinds=kinds,
        story=tuple(story),
        heroes=heroes,
        rulings=rulings,
        goal=chance.choice([None, 0, 1, 2, 3]),
        extended=chance.random() < 0.5,
        adventure=scroll,
    )
    object.__setattr__(game, "slots", chance.choice([1, 2, 2, 3, 3, 4]))  # a small backpack, so that it can be full
    return game


def adventure_with(scroll, hold, *, complete):
    from dataclasses import replace

    return replace(scroll, scroll=Scroll(scroll.scroll.missions, 0, 0, hold, complete))
