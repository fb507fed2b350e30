"""A beam search for a line with few deeds: close to par in a fraction of a second, without a proof.

It keeps the most promising positions after each completed mission. Items are laid just before the mission that
needs them, or in deeds that would otherwise only wait for a card, if the backpack has room for them from there on.
It uses no skills, lets no mission fail on purpose, and plays no adventures. Every line is played by the engine before
it is returned.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from dtcli.rules.backpack import opens_slot, slots_for
from dtcli.rules.cards import Mission, Reward, RewardRule
from dtcli.rules.items import Kind
from solver.par.open_deal import Aim, OpenDeal, PlacedQuest
from solver.par.planned_line import LineStep, PlannedLine, QuestEvent
from solver.par.playing import ParLine, play_line
from solver.par.schedule import deeds_of

_IDLE = 0.35
"""How many later deeds an idle deed saves, on average: what is laid in it need not be laid later."""
_WAIT = 0.3
"""How much each deed of waiting for its cards counts against a mission."""
_SPARE_ITEM = 0.2
"""How many deeds an item costs that is held and not needed."""
_NEVER = 1000.0
"""The estimate for a position from which too few missions can be paid."""
_ANY_KINDS = 3
"""How many kinds of a reward of any kind are tried."""


class _Laid(NamedTuple):
    """An item that is laid: its kind, its place in the deck, and the step in which it is laid."""

    kind: int
    place: int
    step: int


class _Moment(NamedTuple):
    """The backpack in one step when it is fullest: before the mission, and after its reward."""

    before: tuple[int, ...]
    after: tuple[int, ...]


class _Position(NamedTuple):
    """A position of the search, after the same number of completed missions as all others with which it is compared."""

    deeds: int
    done: int
    """The completed missions, as bits."""
    used: tuple[int, ...]
    """How many item cards of each kind are laid."""
    held: tuple[int, ...]
    supply: tuple[int, ...]
    idle: tuple[tuple[int, int], ...]
    """Deeds that wait for a card: how many deeds came before, and the step."""
    moments: tuple[_Moment, ...]
    parent: "_Position | None"
    quest: int
    take: int | None
    laid: tuple[_Laid, ...]


class _Delivery(NamedTuple):
    """A position after the items of a mission and the mission are laid."""

    deeds: int
    idle: tuple[tuple[int, int], ...]
    moments: tuple[_Moment, ...]
    laid: tuple[_Laid, ...]


def short_line(deal: OpenDeal, aim: Aim, width: int) -> ParLine | None:
    """Return a line with few deeds that reaches the aim; None if the search finds none or does not cover the deal.

    ``width`` is the number of positions that are kept after each mission: more take longer and find shorter lines.
    """
    if deal.adventure is not None or deal.game.tokens_return or not 0 < aim.missions <= deal.missions:
        return None
    return _BeamSearch(deal, aim, width).line()


class _BeamSearch:
    def __init__(self, deal: OpenDeal, aim: Aim, width: int) -> None:
        self._deal, self._aim, self._width = deal, aim, width
        self._kinds: tuple[Kind, ...] = tuple(deal.game.kinds)
        number = {kind: n for n, kind in enumerate(self._kinds)}
        self._quests = deal.quests
        self._needs = [[(number[kind], n) for kind, n in quest.card.listed.items()] for quest in self._quests]
        self._rewards = [_offers(quest, number) for quest in self._quests]
        self._places = [deal.item_places(kind) for kind in self._kinds]
        self._limit = deal.game.slots

    def line(self) -> ParLine | None:
        """Return the best line of the search."""
        nothing = (0,) * len(self._kinds)
        supply = tuple(info.tokens for info in self._deal.game.kinds.values())
        positions = [_Position(0, 0, nothing, nothing, supply, (), (), None, -1, None, ())]
        for completed in range(1, self._aim.missions + 1):
            best: dict[object, tuple[float, _Position]] = {}
            for position in positions:
                for after in self._successors(position):
                    key = after.done, after.held, after.used
                    score = self._score(after, self._aim.missions - completed)
                    if key not in best or score < best[key][0]:
                        best[key] = score, after
            ranked = sorted(best.values(), key=lambda one: one[0])
            positions = [position for _, position in ranked[: self._width]]
        for position in sorted(positions, key=lambda one: one.deeds):
            line = self._planned(position)
            deeds = deeds_of(self._deal, line.laid())
            if deeds is not None:
                return ParLine(tuple(deeds), play_line(self._deal.game, line, self._aim))
        return None

    # --- Successors

    def _successors(self, position: _Position) -> Iterator[_Position]:
        for number in range(len(self._quests)):
            if position.done >> number & 1:
                continue
            delivery = self._deliver(position, number)
            if delivery is None:
                continue
            before = delivery.moments[-1].before
            paid = list(before)
            for kind, n in self._needs[number]:
                paid[kind] -= n
            used = list(position.used)
            for kind, n in self._needs[number]:
                used[kind] += max(0, n - position.held[kind])
            done = position.done | 1 << number
            for take in self._rewards_to_try(number, paid, position.supply, done):
                held, supply = list(paid), position.supply
                if take is not None:
                    held[take] += 1
                    supply = (*supply[:take], supply[take] - 1, *supply[take + 1 :])
                if sum(map(slots_for, held)) > self._limit:
                    continue
                after = tuple(held)
                moments = (*delivery.moments[:-1], _Moment(before, after))
                yield _Position(
                    delivery.deeds, done, tuple(used), after, supply, delivery.idle, moments, position, number, take,
                    delivery.laid,
                )  # fmt: skip

    def _deliver(self, position: _Position, number: int) -> _Delivery | None:
        """Return what laying the mission and its missing items leads to; None if it cannot be paid."""
        step = len(position.moments)
        before = list(position.held)
        idle, moments = list(position.idle), list(position.moments)
        laid: list[_Laid] = []
        coming: list[tuple[int, int]] = []
        for kind, n in self._needs[number]:
            missing = n - before[kind]
            if missing <= 0:
                continue
            first = position.used[kind]
            places = self._places[kind][first : first + missing]
            if len(places) < missing:
                return None
            before[kind] = n
            for place in places:
                at = self._idle_deed(idle, moments, kind, place)
                if at is None:
                    coming.append((place, kind))
                else:
                    laid.append(_Laid(kind, place, idle.pop(at)[1]))
                    _add(moments, kind, laid[-1].step)
        if sum(map(slots_for, before)) > self._limit:
            return None
        coming.sort()
        deeds = position.deeds
        for place, kind in (*coming, (self._quests[number].place, -1)):
            idle += [(wait, step) for wait in range(deeds, place)]
            deeds = max(deeds, place) + 1
            if kind >= 0:
                laid.append(_Laid(kind, place, step))
        if deeds > self._deal.size:
            return None
        full = tuple(before)
        return _Delivery(deeds, tuple(idle), (*moments, _Moment(full, full)), tuple(laid))

    def _idle_deed(
        self, idle: Sequence[tuple[int, int]], moments: Sequence[_Moment], kind: int, place: int
    ) -> int | None:
        """Return the last idle deed in which the item can be laid, with room in the backpack from there on."""
        for at in range(len(idle) - 1, -1, -1):
            deeds, step = idle[at]
            if deeds < place:
                return None
            if all(
                sum(map(slots_for, held)) + opens_slot(held[kind] + 1) <= self._limit
                for moment in moments[step:]
                for held in moment
            ):
                return at
        return None

    def _rewards_to_try(
        self, number: int, paid: Sequence[int], supply: Sequence[int], done: int
    ) -> Iterator[int | None]:
        reward, kinds = self._rewards[number]
        offered = [kind for kind in kinds if supply[kind]]
        declinable = reward.is_optional or (
            reward.rule is RewardRule.ANY and self._deal.game.rulings.any_reward_optional
        )
        if declinable or not offered:
            yield None
        if reward.rule is RewardRule.ANY and len(offered) > _ANY_KINDS:
            demand = self._demand(done)
            offered.sort(key=lambda kind: (paid[kind] - demand[kind], opens_slot(paid[kind] + 1)))
            offered = offered[:_ANY_KINDS]
        yield from offered

    def _demand(self, done: int) -> list[int]:
        demand = [0] * len(self._kinds)
        for number, needs in enumerate(self._needs):
            if not done >> number & 1:
                for kind, n in needs:
                    demand[kind] += n
        return demand

    # --- Comparison

    def _score(self, position: _Position, left: int) -> float:
        """Return an estimate of the deeds at the end."""
        if not left:
            return position.deeds
        costs = []
        for number, needs in enumerate(self._needs):
            if position.done >> number & 1:
                continue
            cost, latest = 1, self._quests[number].place
            for kind, n in needs:
                missing = n - position.held[kind]
                if missing > 0:
                    cost += missing
                    last = position.used[kind] + missing
                    if last > len(self._places[kind]):
                        break
                    latest = max(latest, self._places[kind][last - 1])
            else:
                costs.append((cost + max(0, latest - position.deeds) * _WAIT, number, latest))
        if len(costs) < left:
            return _NEVER
        costs.sort()
        held = list(position.held)
        total, latest = 0, 0
        for _, number, late in costs[:left]:
            total += 1
            latest = max(latest, late)
            for kind, n in self._needs[number]:
                spent = min(n, held[kind])
                held[kind] -= spent
                total += n - spent
        idle = min(len(position.idle), total) * _IDLE
        return max(position.deeds + total - idle, latest + 1) + sum(held) * _SPARE_ITEM

    # --- What a position means

    def _planned(self, position: _Position) -> PlannedLine:
        chain: list[_Position] = []
        one: _Position | None = position
        while one is not None and one.parent is not None:
            chain.append(one)
            one = one.parent
        chain.reverse()
        items: list[list[tuple[Kind, int]]] = [[] for _ in chain]
        for one in chain:
            for laid in one.laid:
                items[laid.step].append((self._kinds[laid.kind], laid.place))
        steps = [
            LineStep(tuple(laid), self._event(one.quest, one.take)) for laid, one in zip(items, chain, strict=True)
        ]
        return PlannedLine(tuple(steps), ())

    def _event(self, number: int, take: int | None) -> QuestEvent:
        quest = self._quests[number]
        leaving = tuple(self._kinds[kind] for kind, n in self._needs[number] for _ in range(n))
        kind = None if take is None else self._kinds[take]
        return QuestEvent(quest.card, quest.place, completed=True, laid=True, leaving=leaving, tokens=None, take=kind)


def _offers(quest: PlacedQuest, number: Mapping[Kind, int]) -> tuple[Reward, tuple[int, ...]]:
    """Return the reward of a mission and the kinds that it offers."""
    assert isinstance(quest.card, Mission)
    reward = quest.card.reward
    if reward.rule is RewardRule.NONE:
        return reward, ()
    return reward, tuple(number[kind] for kind in reward.kinds or number)


def _add(moments: list[_Moment], kind: int, since: int) -> None:
    """Add a copy to the backpack from the step ``since`` on."""
    for step in range(since, len(moments)):
        moments[step] = _Moment(*((*held[:kind], held[kind] + 1, *held[kind + 1 :]) for held in moments[step]))
