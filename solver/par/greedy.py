"""A player who knows all cards and takes the next mission that can be completed: wins most deals in milliseconds.

It proves nothing where it fails. It uses no skills, lets no mission fail on purpose, and does not aim at few deeds.
Each attempt chooses the missions to complete in another way. Every line is played by the engine before it is returned.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from dtcli.rules.backpack import opens_slot, slots_for
from dtcli.rules.cards import Adventure, Effect, Item, Quest, RewardRule
from dtcli.rules.items import Kind
from dtcli.rules.rewards import reward_of
from solver.par.open_deal import Aim, OpenDeal, PlacedQuest
from solver.par.planned_line import LineStep, PlannedLine, QuestEvent
from solver.par.playing import ParLine, play_line
from solver.par.schedule import deeds_of

ATTEMPTS = 100
_NOISE = 2.0
"""How far later attempts deviate from the first one, in items."""


def greedy_line(deal: OpenDeal, aim: Aim, attempts: int = ATTEMPTS) -> ParLine | None:
    """Return a line that reaches the aim, None if no attempt finds one; the same one every time."""
    if aim.missions > deal.missions:
        return None
    for number in range(attempts):
        line = _Attempt(deal, aim, number).line()
        if line is None:
            continue
        deeds = deeds_of(deal, line.laid())
        if deeds is not None:
            return ParLine(tuple(deeds), play_line(deal.game, line, aim))
    return None


class _Reward(NamedTuple):
    """The reward to take, None for none, and whether the backpack holds it."""

    take: Kind | None
    fits: bool = True


class _Attempt:
    """One attempt: the cards in hand, the backpack, the supply, and the missions that are still to be completed."""

    def __init__(self, deal: OpenDeal, aim: Aim, number: int) -> None:
        self._deal, self._aim = deal, aim
        self._random = Random(number)  # noqa: S311  (the same line every time)
        self._noise = _NOISE if number else 0.0
        self._reserve = 2 if not number else self._random.randint(0, 3)
        self._items: dict[Kind, list[int]] = {kind: [] for kind in deal.game.kinds}
        self._quests: list[PlacedQuest] = []
        self._drawn = 0
        self._cards: dict[Kind, int] = dict.fromkeys(deal.game.kinds, 0)
        self._tokens: dict[Kind, int] = dict.fromkeys(deal.game.kinds, 0)
        self._supply = {kind: info.tokens for kind, info in deal.game.kinds.items()}
        self._coming: dict[Kind, int] = dict.fromkeys(deal.game.kinds, 0)
        self._effect: Effect | None = None
        self._completed = 0
        self._steps: list[LineStep] = []
        self._laid: list[tuple[Kind, int]] = []
        for card in deal.deck:
            if isinstance(card, Item):
                self._coming[card.kind] += 1
        for card in deal.hand:
            self._receive(card, 0)
        adventure = deal.adventure
        hold = adventure.scroll.hold if adventure is not None and aim.win else ()
        self._hold = {kind: hold.count(kind) for kind in hold}
        self._must_complete = adventure is not None and aim.win and adventure.scroll.complete
        self._targets = self._chosen()

    def line(self) -> PlannedLine | None:
        """Return the line of this attempt; None if it does not reach the aim."""
        while not self._is_done():
            quest = self._next_quest()
            if quest is not None:
                self._complete(quest)
            elif not self._pass_time():
                return None
        return PlannedLine(tuple(self._steps), tuple(self._laid))

    # --- What is wanted

    def _chosen(self) -> list[PlacedQuest]:
        """Return the missions to complete: all, without some of those that ask for what is scarce."""
        targets = list(self._deal.quests)
        adventure = self._deal.adventure
        spare = self._deal.missions - self._aim.missions
        leave_out = spare if not self._noise else self._random.randint(0, spare)
        for _ in range(leave_out):
            demand = self._demand(targets)
            short = {kind: n - self._available(kind) for kind, n in demand.items()}
            missions = [one for one in targets if one.card is not adventure]
            targets.remove(max(missions, key=lambda one: self._burden(one.card, short)))
        return targets

    def _burden(self, quest: Quest, short: dict[Kind, int]) -> float:
        """Return how much easier the others are without this mission."""
        relief = sum(n * max(1, 3 + short[kind]) for kind, n in quest.listed.items())
        gains = len(reward_of(quest).kinds) > 0 or reward_of(quest).rule is RewardRule.ANY
        return relief - 2 * gains + self._random.uniform(0, 3 * self._noise)

    def _demand(self, quests: Iterable[PlacedQuest]) -> dict[Kind, int]:
        """Return how many copies of each kind these missions and the end of the game need."""
        demand = dict.fromkeys(self._cards, 0)
        for kind, n in self._hold.items():
            demand[kind] += n
        once = self._effect is Effect.DUPLICATES_ONCE
        for quest in quests:
            for kind, n in quest.card.listed.items():
                demand[kind] += 1 if once else n
        return demand

    def _held(self, kind: Kind) -> int:
        return self._cards[kind] + self._tokens[kind]

    def _available(self, kind: Kind) -> int:
        """Return how many copies are in the backpack, in hand and in the deck."""
        return self._held(kind) + len(self._items[kind]) + self._coming[kind]

    @property
    def _limit(self) -> int:
        return self._deal.game.slots + (self._effect is Effect.EXTRA_SLOT)

    def _slots(self) -> int:
        return sum(slots_for(self._held(kind)) for kind in self._cards)

    def _is_done(self) -> bool:
        if self._completed < self._aim.missions or (self._must_complete and self._adventure_is_open()):
            return False
        missing = {kind: n - self._held(kind) for kind, n in self._hold.items()}
        for kind, n in missing.items():
            for _ in range(min(n, len(self._items[kind]))):
                if not self._fits(kind):
                    return False
                self._lay(kind)
        return all(self._held(kind) >= n for kind, n in self._hold.items())

    def _adventure_is_open(self) -> bool:
        return any(isinstance(quest.card, Adventure) for quest in self._targets)

    # --- Missions

    def _next_quest(self) -> PlacedQuest | None:
        """Return the mission to complete now, None if none can be."""
        demand = self._demand(self._targets)
        worths = [(self._worth(quest, demand), n) for n, quest in enumerate(self._quests) if quest in self._targets]
        best = max(((worth, -n) for worth, n in worths if worth is not None), default=None)
        return None if best is None else self._quests[-best[1]]

    def _price(self, quest: Quest) -> dict[Kind, int]:
        once = self._effect is Effect.DUPLICATES_ONCE
        return {kind: 1 if once else n for kind, n in quest.listed.items()}

    def _worth(self, quest: PlacedQuest, demand: dict[Kind, int]) -> float | None:
        """Return how good it is to complete the mission now; None if that is impossible."""
        card = quest.card
        if isinstance(card, Adventure) and self._completed < card.scroll.reputation:
            return None
        price = self._price(card)
        laid = 0
        slots = self._slots()
        for kind, n in price.items():
            held = self._held(kind)
            missing = max(0, n - held)
            if missing > len(self._items[kind]):
                return None
            laid += missing
            slots += slots_for(held + missing) - slots_for(held)
        if slots > self._limit:
            return None
        take, fits = self._reward(card, price, demand)
        if not fits:
            return None
        gain = 0 if take is None else min(2, demand[take] - self._available(take))
        return gain - laid + 3 * isinstance(card, Adventure) + self._random.uniform(0, self._noise)

    def _reward(self, quest: Quest, price: dict[Kind, int], demand: dict[Kind, int]) -> _Reward:
        """Return the reward to take."""
        reward = reward_of(quest)
        if reward.rule is RewardRule.NONE:
            return _Reward(None)
        offered = [kind for kind in reward.kinds or self._cards if self._supply[kind] > 0]
        if not offered:
            return _Reward(None)
        left = {kind: max(self._held(kind), n) - n for kind, n in price.items()}
        effect = quest.effect if isinstance(quest, Adventure) else self._effect
        limit = self._deal.game.slots + (effect is Effect.EXTRA_SLOT)
        slots = sum(slots_for(left.get(kind, self._held(kind))) for kind in self._cards)

        def held_then(kind: Kind) -> int:
            return left.get(kind, self._held(kind))

        fitting = [kind for kind in offered if slots + opens_slot(held_then(kind) + 1) <= limit]
        optional = (
            reward.is_optional
            or isinstance(quest, Adventure)
            or effect is Effect.REWARDS_OPTIONAL
            or (reward.rule is RewardRule.ANY and self._deal.game.rulings.any_reward_optional)
        )
        if not fitting:
            return _Reward(None, fits=optional)
        rest = {kind: demand[kind] - price.get(kind, 0) for kind in fitting}
        best = max(fitting, key=lambda kind: (rest[kind] - self._available(kind), rest[kind] - held_then(kind)))
        return _Reward(None if optional and rest[best] <= held_then(best) else best)

    def _complete(self, quest: PlacedQuest) -> None:
        """Lay what is missing and the mission, pay, and take the reward."""
        card = quest.card
        price = self._price(card)
        take = self._reward(card, price, self._demand(self._targets)).take
        for kind, n in price.items():
            for _ in range(n - self._held(kind)):
                self._lay(kind)
        for kind, n in price.items():
            self._leave(kind, n)
        leaving = tuple(kind for kind, n in price.items() for _ in range(n))
        event = QuestEvent(card, quest.place, completed=True, laid=True, leaving=leaving, tokens=None, take=take)
        self._steps.append(LineStep(tuple(self._laid), event))
        self._laid = []
        self._quests.remove(quest)
        self._targets.remove(quest)
        self._draw()
        if isinstance(card, Adventure):
            self._effect = card.effect
        else:
            self._completed += 1
        if take is not None:
            self._supply[take] -= 1
            self._tokens[take] += 1

    def _leave(self, kind: Kind, n: int) -> None:
        """Remove copies, cards first (R6)."""
        as_cards = min(n, self._cards[kind])
        self._cards[kind] -= as_cards
        self._tokens[kind] -= n - as_cards
        if self._deal.game.tokens_return:
            self._supply[kind] += n - as_cards

    # --- Cards

    def _receive(self, card: object, place: int) -> None:
        if isinstance(card, Item):
            self._items[card.kind].append(place)
        else:
            self._quests.append(PlacedQuest(card, place))  # type: ignore[arg-type]

    def _draw(self) -> None:
        """Take the next card of the deck, which follows every deed."""
        if self._drawn < len(self._deal.deck):
            card = self._deal.deck[self._drawn]
            self._drawn += 1
            if isinstance(card, Item):
                self._coming[card.kind] -= 1
            self._receive(card, self._drawn)

    def _lay(self, kind: Kind) -> None:
        self._laid.append((kind, self._items[kind].pop(0)))
        self._cards[kind] += 1
        self._draw()

    def _fits(self, kind: Kind, reserve: int = 0) -> bool:
        return self._slots() + opens_slot(self._held(kind) + 1) <= self._limit - reserve

    def _pass_time(self) -> bool:
        """Lay or discard one card, so that the next one comes; return False if there is nothing left to try."""
        if self._drawn >= len(self._deal.deck):
            return False
        needless = next((quest for quest in self._quests if quest not in self._targets), None)
        if needless is not None:
            self._quests.remove(needless)
            self._draw()
            return True
        demand = self._demand(self._targets)
        return any(self._does(kind, lay=lay) for kind, lay in self._ways(demand)) or self._give_up_a_mission()

    def _ways(self, demand: dict[Kind, int]) -> Iterator[tuple[Kind, bool]]:
        """Yield what can be done with the items in hand, the best first: a kind, and whether it is laid."""
        there = [kind for kind, places in self._items.items() if places]
        wanted = {kind: demand[kind] - self._held(kind) for kind in there}
        spare = {kind: self._available(kind) - demand[kind] for kind in there}
        self._random.shuffle(there)
        there.sort(key=lambda kind: -spare[kind])
        yield from ((kind, False) for kind in there if len(self._items[kind]) > wanted[kind])
        yield from ((kind, True) for kind in reversed(there) if wanted[kind] > 0 and self._fits(kind, self._reserve))
        yield from ((kind, False) for kind in there if spare[kind] > 0)
        yield from ((kind, True) for kind in reversed(there) if wanted[kind] > 0 and self._fits(kind))

    def _does(self, kind: Kind, *, lay: bool) -> bool:
        if lay:
            self._lay(kind)
        else:
            self._items[kind].pop(0)
            self._draw()
        return True

    def _give_up_a_mission(self) -> bool:
        """Discard the mission in hand that asks for the most, if the others are enough."""
        missions = [quest for quest in self._quests if not isinstance(quest.card, Adventure)]
        left = sum(not isinstance(quest.card, Adventure) for quest in self._targets)
        if not missions or self._completed + left <= self._aim.missions:
            return False
        worst = max(missions, key=lambda quest: len(quest.card.needs))
        self._quests.remove(worst)
        self._targets.remove(worst)
        self._draw()
        return True
