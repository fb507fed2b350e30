"""A lower bound for par from counts alone: which cards must be laid, and when the last of them come (Q9).

It forgets the order of the cards, the slots of the backpack, and that a reward comes after its mission. Everything that
skills and effects can do is counted as a gift, so the bound holds for every line of play.
"""

import itertools

from dtcli.rules.cards import Adventure, Effect, Mission, RewardRule
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.rewards import reward_of
from dtcli.rules.rulings import ALAN, GARYNOR, ROS_THANIR, TRAGURK, ZARIA, ZIGARAT_HO, Borrowing, HeroId
from solver.cpsat import CpSatRunner
from solver.model.expressions import MANY, Amount, Lit, Model
from solver.par.open_deal import Aim, OpenDeal


def count_bound(deal: OpenDeal, aim: Aim, runner: CpSatRunner) -> int | None:
    """Return a number of deeds below par, or par itself; None if the aim cannot be reached."""
    m = Model(runner.check_time)
    model = _CountModel(m, deal, aim)
    m.maximize(model.deeds * -1)
    result = runner.solve(m, presolve=True)
    if result.solution is None:
        return None if result.ended else 0
    return m.value(model.deeds, result.solution) if result.ended else 0


class _CountModel:
    def __init__(self, m: Model, deal: OpenDeal, aim: Aim) -> None:
        self.m, self.deal, self.aim = m, deal, aim
        self.deeds = m.number(0, deal.size)
        self.completed = [m.choice() for _ in deal.quests]
        self.items = {kind: [(place, m.choice()) for place in deal.item_places(kind)] for kind in deal.game.kinds}
        self._require_aim()
        self._count_items()
        self._share_deeds()

    def _uses(self, hero: HeroId) -> int:
        """Return how often a skill can be used."""
        game = self.deal.game
        if hero not in game.heroes:
            return 0
        return 1 + (ROS_THANIR in game.heroes and game.rulings.thanir is Borrowing.COPIES)

    def _require_aim(self) -> None:
        m, adventure = self.m, self.deal.adventure
        pairs = list(zip(self.deal.quests, self.completed, strict=True))
        m.between(m.total([lit for quest, lit in pairs if isinstance(quest.card, Mission)]), self.aim.missions, MANY)
        if self.aim.win and adventure is not None and adventure.scroll.complete:
            m.some(*(lit for quest, lit in pairs if isinstance(quest.card, Adventure)))

    def _count_items(self) -> None:
        m, game, adventure = self.m, self.deal.game, self.deal.adventure
        once = adventure is not None and adventure.effect is Effect.DUPLICATES_ONCE
        gifts = list[Amount]()
        free = [m.choice() for _ in self.deal.quests]
        m.between(m.total(free), 0, self._uses(ALAN) + self._uses(ZARIA))
        rewards = {kind: list[Lit]() for kind in game.kinds}
        for quest, completed in zip(self.deal.quests, self.completed, strict=True):
            reward = reward_of(quest.card)
            kinds = tuple(game.kinds) if reward.rule is RewardRule.ANY else reward.kinds
            gained = {kind: m.choice() for kind in kinds}
            for kind, lit in gained.items():
                rewards[kind].append(lit)
                m.implies(lit, completed)
            m.at_most_one(gained.values())
        for kind, copies in self.items.items():
            for (_, first), (_, second) in itertools.pairwise(copies):
                m.implies(second, first)
            listed = [
                (m.amount(done) - m.amount(self._both(done, paid_nothing))) * (min(1, n) if once else n)
                for quest, done, paid_nothing in zip(self.deal.quests, self.completed, free, strict=True)
                if (n := quest.card.listed[kind])
            ]
            hold = adventure.scroll.hold.count(kind) if self.aim.win and adventure is not None else 0
            gift = m.number(0, self.deal.size)
            gifts.append(gift)
            tokens = m.total(rewards[kind])
            if not game.tokens_return:
                m.between(tokens, 0, game.kinds[kind].tokens)
            m.between(m.total([lit for _, lit in copies]) + tokens + gift - m.sum(listed) - hold, 0, MANY)
        m.between(m.sum(gifts), 0, 2 * self._uses(TRAGURK) + self._uses(GARYNOR))

    def _both(self, first: Lit, second: Lit) -> Lit:
        return self.m.all_of(first, second)

    def _share_deeds(self) -> None:
        """Require that the cards that come late are not too many for the deeds after they have come."""
        m = self.m
        early = CARDS_SEEN * self._uses(ZIGARAT_HO)  # a card may be resolved before cards that were laid before it
        cards = [(place, lit) for copies in self.items.values() for place, lit in copies]
        cards += [(quest.place, lit) for quest, lit in zip(self.deal.quests, self.completed, strict=True)]
        m.between(m.total([lit for _, lit in cards]) - self.deeds, -MANY, 0)
        for place in sorted({place for place, _ in cards if place}):
            late = m.total([lit for other, lit in cards if other >= place])
            for other, lit in cards:
                if other == place:
                    m.between(late + m.amount(lit) * max(0, place - early) - self.deeds, -MANY, 0)
