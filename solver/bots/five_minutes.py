"""How a bot lays its story in the five minutes of the solo game (A1 to A7).

It sees its face-up cards and the back of the draw deck's next card, and remembers what it has laid. It takes a fixed
time for each card that it lays or discards. In this order it

1. lays a mission that it believes can be paid with what it has laid and holds, after the items that are missing; the
   one with the fewest missing items first, and none whose reward would overfill the backpack
2. discards an item that no mission in hand needs, as long as the deck has cards; first the kind of which most is left
3. lays an item that a mission in hand needs, as long as two slots stay free
4. discards the mission in hand that asks for the most

A bot that forgets remembers some of the items that it lays as another kind: it then relies on items that are not there,
and does not expect others that fill the backpack.
"""

from random import Random
from typing import NamedTuple

from dtcli.rules.backpack import opens_slot, slots_for
from dtcli.rules.cards import Card, Item, Mission
from dtcli.rules.items import Kind
from dtcli.rules.state import Game
from dtcli.rules.table import FIVE_MINUTES, Table, discard, play, refill

_PLAYER = 1
_FREE_SLOTS = 2
"""How many slots stay free when an item is laid in advance."""


class Bot(NamedTuple):
    """A simulated player."""

    name: str
    seconds: float = 4.0
    """The time for each card that is laid or discarded."""
    forgets: float = 0.0
    """The share of laid items that is remembered as another kind."""


CAREFUL = Bot("careful")
FORGETFUL = Bot("forgetful", forgets=0.05)
BOTS = {bot.name: bot for bot in (CAREFUL, FORGETFUL)}


class PlannedReward(NamedTuple):
    """The reward to take, None for none, and whether the backpack holds it."""

    take: Kind | None = None
    fits: bool = True


class LaidStory(NamedTuple):
    """The story of a bot, and how it means to resolve it."""

    story: tuple[Card, ...]
    rewards: dict[Mission, Kind | None]
    """The reward that it means to take for each mission, None for none."""
    deeds: int
    """How many cards it laid or discarded."""


def lay_story(bot: Bot, table: Table, game: Game, rng: Random) -> LaidStory:
    """Return the story that a bot lays from this deal; ``game`` has no adventure."""
    player = _FiveMinutes(bot, table, game, rng)
    while player.has_time and player.act():
        pass
    return LaidStory(player.table.story, player.rewards, player.deeds)


class _FiveMinutes:
    """The table as it is, and what the bot believes about the backpack."""

    def __init__(self, bot: Bot, table: Table, game: Game, rng: Random) -> None:
        self._bot, self.table, self._rng = bot, table, rng
        self._kinds = tuple(game.kinds)
        self._slots = game.slots
        self._any_optional = game.rulings.any_reward_optional
        self._held = dict.fromkeys(game.kinds, 0)
        self._supply = {kind: info.tokens for kind, info in game.kinds.items()}
        self._unseen = {kind: info.cards for kind, info in game.kinds.items()}
        """The item cards that were neither laid nor discarded."""
        self.rewards: dict[Mission, Kind | None] = {}
        self.deeds = 0

    @property
    def has_time(self) -> bool:
        """Whether there is time for one more card."""
        return (self.deeds + 1) * self._bot.seconds <= FIVE_MINUTES

    def act(self) -> bool:
        """Lay or discard one card; return False if the bot is done."""
        card = self._next_to_lay()
        if card is not None:
            self._lay(card)
            return True
        if not self.table.deck:
            return False
        needless = self._needless()
        if needless is not None:
            self._discard(needless)
            return True
        ahead = next((kind for kind in self._wanted() if self._fits(kind)), None)
        if ahead is not None:
            self._lay(Item(ahead))
            return True
        missions = self._missions()
        if not missions:
            return False
        self._discard(max(missions, key=lambda mission: len(mission.needs)))
        return True

    # --- What the bot sees and believes

    def _missions(self) -> list[Mission]:
        return [card for card in self.table.hands[0] if isinstance(card, Mission)]

    def _in_hand(self, kind: Kind) -> int:
        return self.table.hands[0].count(Item(kind))

    def _missing(self, mission: Mission) -> dict[Kind, int]:
        return {kind: n - self._held[kind] for kind, n in mission.listed.items() if n > self._held[kind]}

    def _next_to_lay(self) -> Card | None:
        """Return the next card of the mission that is completed first: a missing item, or the mission."""
        ready = [mission for mission in self._missions() if self._can_complete(mission)]
        if not ready:
            return None
        mission = min(ready, key=lambda one: sum(self._missing(one).values()))
        return next((Item(kind) for kind in self._missing(mission)), mission)

    def _can_complete(self, mission: Mission) -> bool:
        missing = self._missing(mission)
        if any(n > self._in_hand(kind) for kind, n in missing.items()):
            return False
        filled = sum(slots_for(n + missing.get(kind, 0)) for kind, n in self._held.items())
        return filled <= self._slots and self._reward(mission).fits

    def _reward(self, mission: Mission) -> PlannedReward:
        """Return the reward that the bot means to take."""
        reward = mission.reward
        offered = [kind for kind in reward.kinds or self._kinds if self._supply[kind]]
        if reward.is_nothing or not offered:
            return PlannedReward()
        left = {kind: max(n - mission.listed[kind], 0) for kind, n in self._held.items()}
        filled = sum(slots_for(n) for n in left.values())
        fitting = [kind for kind in offered if filled + opens_slot(left[kind] + 1) <= self._slots]
        optional = reward.is_optional or (not reward.kinds and self._any_optional)
        wanted = self._wanted(besides=mission)
        useful = [kind for kind in fitting if kind in wanted]
        if useful:
            return PlannedReward(useful[0])
        if optional:
            return PlannedReward()
        if not fitting:
            return PlannedReward(fits=False)
        return PlannedReward(min(fitting, key=lambda kind: opens_slot(left[kind] + 1)))

    def _wanted(self, besides: Mission | None = None) -> list[Kind]:
        """Return the kinds in hand, or for a reward all kinds, that missions in hand still lack."""
        missions = [mission for mission in self._missions() if mission is not besides]
        wanted = []
        for kind in self._kinds:
            most = max((mission.listed[kind] for mission in missions), default=0)
            lacks = most > self._held[kind]
            if lacks and (besides is not None or self._in_hand(kind)):
                wanted.append(kind)
        return wanted

    def _needless(self) -> Item | None:
        """Return the item in hand to discard: of those that no mission in hand needs, the one of which most is left."""
        missions = self._missions()
        found = []
        for kind in self._kinds:
            needed = sum(mission.listed[kind] for mission in missions) - self._held[kind]
            if self._in_hand(kind) > max(0, needed):
                found.append(kind)
        if not found:
            return None
        return Item(max(found, key=lambda kind: (self._in_hand(kind), self._unseen[kind])))

    def _fits(self, kind: Kind) -> bool:
        filled = sum(slots_for(n) for n in self._held.values())
        return filled + opens_slot(self._held[kind] + 1) <= self._slots - _FREE_SLOTS

    # --- Deeds

    def _lay(self, card: Card) -> None:
        self.table = refill(play(self.table, _PLAYER, card), _PLAYER)
        self.deeds += 1
        if isinstance(card, Item):
            self._unseen[card.kind] -= 1
            self._held[self._remembered(card.kind)] += 1
        elif isinstance(card, Mission):
            self._expect(card)

    def _remembered(self, kind: Kind) -> Kind:
        """Return the kind as which the bot remembers an item that it lays."""
        if self._rng.random() >= self._bot.forgets:
            return kind
        return self._rng.choice([other for other in self._kinds if other != kind])

    def _expect(self, mission: Mission) -> None:
        """Remember a mission as completed."""
        take = self._reward(mission).take
        for kind, n in mission.listed.items():
            self._held[kind] = max(0, self._held[kind] - n)
        self.rewards[mission] = take
        if take is not None:
            self._supply[take] -= 1
            self._held[take] += 1

    def _discard(self, card: Card) -> None:
        self.table = refill(discard(self.table, _PLAYER, [card]), _PLAYER)
        self.deeds += 1
        if isinstance(card, Item):
            self._unseen[card.kind] -= 1
