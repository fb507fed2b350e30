"""Executes a plan with the engine: finds the gaps, and the order of skills, in which it is legal.

The model says which skills are used in which run, the rules decide whether there is a gap for them. Every possibility
is tried, late gaps first, because players use a skill when they need it. If none works, the plan cannot be executed.
"""

from collections.abc import Collection, Iterator
from copy import copy
from itertools import accumulate, permutations, product
from typing import NamedTuple

from dtcli.rules.backpack import tokens_leaving
from dtcli.rules.cards import Effect, Item
from dtcli.rules.decisions import REVEAL, Choice, Discard, Failure, Gap, Pay, Payment, RewardOffer, Take, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.items import Kind, Pile
from dtcli.rules.missions import price
from dtcli.rules.resolution import apply, why_not
from dtcli.rules.rulings import FYLEE, NINTRABASH, ROS_THANIR, ZARIA, ZIGARAT_HO
from dtcli.rules.state import State
from solver.plan import Plan, PlannedQuest, PlannedUse
from solver.recorded import moved, places_back


class Stuck(NamedTuple):
    """The plan cannot be executed; ``run`` is the furthest run that was reached."""

    run: int


def execute_plan(plan: Plan, state: State, roomy: Collection[int] = ()) -> list[Choice] | Stuck:
    """Return choices that execute the plan, or the furthest run that was reached.

    The backpack has unlimited room while the number of revealed missions is in ``roomy``.
    """
    follower = _Execution(plan, state, roomy)
    choices = follower.go(state, tuple(range(len(state.story))), _Remaining(0, plan.runs[0].uses, plan.edits, ()))
    return Stuck(follower.furthest) if choices is None else choices


class RoomyBoard:
    """A backpack board with unlimited room between some of the missions of a story."""

    def __init__(self, state: State, roomy: Collection[int]) -> None:
        self.roomy = roomy
        self.usual, self.large = state.game, copy(state.game)
        object.__setattr__(self.large, "slots", len(state.story) + len(state.supply) + state.slots)

    def apply(self, state: State, choice: Choice, revealed: int) -> State | None:
        """Return the state after a choice; None if it overflows the backpack when so many missions are revealed."""
        if not self.roomy:
            return apply(state, choice)
        after = apply(state._replace(game=self.large if revealed in self.roomy else self.usual), choice)
        return None if after.pending is None and after.slots > after.limit else after


class _Remaining(NamedTuple):
    """The uses that remain to be made: in this run, and in any run."""

    run: int
    uses: tuple[PlannedUse, ...]
    edits: tuple[PlannedUse, ...]
    tokens: tuple[Kind, ...]
    """The tokens that have left in this run."""


class _Execution:
    def __init__(self, plan: Plan, state: State, roomy: Collection[int]) -> None:
        self.plan = plan
        self.board = RoomyBoard(state, roomy)
        self.thrown = frozenset().union(*plan.thrown)
        self.run_of = self._assign(state)
        self.quest_places = {n: run.quest.place for n, run in enumerate(plan.runs) if run.quest is not None}
        self.revealed = list(accumulate((run.quest is not None for run in plan.runs), initial=0))
        """How many missions have been revealed when each run begins."""
        self.places_back = places_back(state)
        self.failed: set[tuple[State, tuple[int, ...], _Remaining]] = set()
        self.furthest = 0

    def _assign(self, state: State) -> dict[int, int]:
        """Return for each place of the story the run in which its card is revealed."""
        run_of = {run.quest.place: n for n, run in enumerate(self.plan.runs) if run.quest is not None}
        taken: dict[Kind, int] = {}
        for place, card in enumerate(state.story):
            if isinstance(card, Item) and place not in self.thrown:
                taken[card.kind] = taken.get(card.kind, 0) + 1
                run_of[place] = next(
                    (n for n, run in enumerate(self.plan.runs) if run.arrived[card.kind] >= taken[card.kind]),
                    len(self.plan.runs) - 1,
                )
        return run_of

    def go(self, state: State, places: tuple[int, ...], left: _Remaining) -> list[Choice] | None:
        """Return the choices from here on, or None if the plan cannot be executed from here.

        A depth-first search without recursion: a story of 500 missions is too deep for it.
        """
        if state.over:
            return [] if self._is_done(state, left) else None
        choices: list[Choice] = []
        path = [(state, places, left)]
        steps = [self._steps(*path[0])]  # those not yet tried, for each position of the path
        while path:
            step = next(steps[-1], None)
            if step is None:
                self.failed.add(path.pop())
                steps.pop()
                del choices[-1:]
                continue
            choice, state, places, left = step
            self.furthest = max(self.furthest, left.run)
            if state.over and self._is_done(state, left):
                return [*choices, choice]
            if not state.over and (state, places, left) not in self.failed:
                choices.append(choice)
                path.append((state, places, left))
                steps.append(self._steps(*path[-1]))
        return None

    def _is_done(self, end: State, left: _Remaining) -> bool:
        """Return whether a line with this end has executed the plan."""
        as_planned = end.broken == self.plan.broken and end.completed == self.plan.completed
        return as_planned and not left.uses and not left.edits and (end.broken or self._tokens_right(left))

    def _steps(
        self, state: State, places: tuple[int, ...], left: _Remaining
    ) -> Iterator[tuple[Choice, State, tuple[int, ...], _Remaining]]:
        """Yield the choices that the plan allows next, each with the position that follows."""
        return self._gap(state, places, left) if isinstance(state.decision, Gap) else self._answer(state, places, left)

    # --- At a mission

    def _answer(
        self, state: State, places: tuple[int, ...], left: _Remaining
    ) -> Iterator[tuple[Choice, State, tuple[int, ...], _Remaining]]:
        quest = self.plan.runs[left.run - 1].quest
        if quest is None:
            return
        choice = _decision(state, quest)
        if why_not(state, choice) is None and (after := self.board.apply(state, choice, self.revealed[left.run])):
            yield choice, after, places, left

    # --- In a gap

    def _gap(
        self, state: State, places: tuple[int, ...], left: _Remaining
    ) -> Iterator[tuple[Choice, State, tuple[int, ...], _Remaining]]:
        run = left.run
        while run < len(self.plan.runs) and self._is_over(run, places, left):
            run += 1
            left = left._replace(run=run, uses=self.plan.runs[run].uses, tokens=())
        following = self._left_after_reveal(state, places[0], left)
        if following is not None and (after := self.board.apply(state, REVEAL, self.revealed[following.run])):
            yield REVEAL, after, places[1:], following
        for use in dict.fromkeys(left.uses):
            rest = list(left.uses)
            rest.remove(use)
            for choice, after in self._ways(state, places, use, left):
                spent = (*left.tokens, *choice.tokens_spent)
                yield (
                    choice.use,
                    after,
                    moved(places, choice.use, self.places_back),
                    left._replace(uses=tuple(rest), tokens=tuple(sorted(spent))),
                )
        for use in dict.fromkeys(left.edits):
            edits = list(left.edits)
            edits.remove(use)
            for choice, after in self._ways(state, places, use, left):
                yield choice.use, after, moved(places, choice.use, self.places_back), left._replace(edits=tuple(edits))

    def _left_after_reveal(self, state: State, first: int, left: _Remaining) -> _Remaining | None:
        """Return what remains after the next card is revealed; None if the plan does not allow that now."""
        if first in self.thrown:
            return None
        run, quest = left.run, self.plan.runs[left.run].quest
        if isinstance(state.story[0], Item):
            return left if self.run_of[first] == run else None
        if quest is None or quest.place != first or left.uses or not self._tokens_right(left):
            return None
        return _Remaining(run + 1, self.plan.runs[run + 1].uses, left.edits, ())

    def _is_over(self, run: int, places: tuple[int, ...], left: _Remaining) -> bool:
        """Return whether a run whose mission was discarded is complete."""
        if run + 1 >= len(self.plan.runs) or self.plan.runs[run].quest is not None:
            return False
        if left.uses or not self._tokens_right(left):
            return False
        return not any(self.run_of.get(place) == run for place in places)

    def _ways(
        self, state: State, places: tuple[int, ...], use: PlannedUse, left: _Remaining
    ) -> "Iterator[tuple[_SkillChoice, State]]":
        if use.recorded is not None and use.recorded.before != places[0]:
            return
        cost = HEROES[use.hero].cost
        bare = UseSkill(use.hero, remove=use.remove, take=use.take)
        if use.borrowed:
            cost = HEROES[ROS_THANIR].cost + cost
            bare = bare._replace(hero=ROS_THANIR, borrowed=use.hero)
        leaving = cost if use.hero == FYLEE else cost + use.remove
        planned, revealed = self._recorded(places, use), self.revealed[left.run]
        for arguments in self._arguments(state, places, bare, use) if planned is None else planned:
            for tokens, spent in self._splits(state, leaving, left):
                choice = arguments._replace(tokens=tokens)
                if why_not(state, choice) is None and (after := self.board.apply(state, choice, revealed)):
                    yield _SkillChoice(choice, spent), after

    def _recorded(self, places: tuple[int, ...], use: PlannedUse) -> list[UseSkill] | None:
        """Return the use as it was recorded, if that is planned and possible."""
        if use.recorded is None:
            return None
        again = use.recorded.again(places[:CARDS_SEEN])
        return [] if again is None else [again]

    def _arguments(self, state: State, places: tuple[int, ...], bare: UseSkill, use: PlannedUse) -> Iterator[UseSkill]:
        seen = places[:CARDS_SEEN]
        match use.hero:
            case hero if hero == ZARIA:
                quest = next((card for card in state.story if not isinstance(card, Item)), None)
                listed = quest.listed if quest is not None else Pile()
                for kind in state.game.kinds:
                    if not listed or (kind in listed) == use.right_guess:
                        yield bare._replace(guess=kind)
                        break
            case hero if hero == NINTRABASH:
                for thrown in dict.fromkeys(self.plan.thrown):
                    if thrown <= set(seen):
                        yield bare._replace(discard=tuple(n for n, place in enumerate(seen, 1) if place in thrown))
            case hero if hero == ZIGARAT_HO:
                for order in self._orders(seen):
                    yield bare._replace(order=tuple(seen.index(place) + 1 for place in order))
            case _:
                yield bare

    def _orders(self, seen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the orders of these cards with the runs as planned, and cards that will be discarded last.

        Within a run the order matters only if skills are used there.
        """
        orderly = tuple(sorted(seen, key=self._moment))
        yield orderly
        if any(self.plan.runs[self.run_of[place]].uses for place in seen if place in self.run_of):
            moments = [self._moment(place)[:2] for place in orderly]
            for order in permutations(orderly):
                if order != orderly and [self._moment(place)[:2] for place in order] == moments:
                    yield order

    def _moment(self, place: int) -> tuple[int, bool, int]:
        run = self.run_of.get(place, len(self.plan.runs))
        return run, run < len(self.plan.runs) and self.quest_places.get(run) == place, place

    def _splits(
        self, state: State, leaving: tuple[Kind, ...], left: _Remaining
    ) -> Iterator[tuple[tuple[Kind, ...], tuple[Kind, ...]]]:
        """Yield the choices of copies that leave as tokens, as far as the plan of the run allows."""
        if not state.game.tokens_matter:
            yield (), ()
            return
        allowed = self.plan.runs[left.run].tokens
        ways = []
        for kind, (n, fewest) in tokens_leaving(state, leaving, ()).items():
            most = min(n, state.tokens[kind], allowed.get(kind, 0) - left.tokens.count(kind))
            ways.append([(kind, spent, spent > fewest) for spent in range(fewest, most + 1)])
        for way in product(*ways):
            named = tuple(kind for kind, spent, said in way if said for _ in range(spent))
            yield named, tuple(kind for kind, spent, _ in way for _ in range(spent))

    def _tokens_right(self, left: _Remaining) -> bool:
        return all(left.tokens.count(kind) == n for kind, n in self.plan.runs[left.run].tokens.items())


class _SkillChoice(NamedTuple):
    use: UseSkill
    tokens_spent: tuple[Kind, ...]


def _decision(state: State, quest: PlannedQuest) -> Choice:
    match state.decision:
        case Payment(quest=card):
            paid = price(card, Pay(quest.waive, quest.in_full), once=state.effect is Effect.DUPLICATES_ONCE)
            return Pay(quest.waive, quest.in_full, _named_tokens(state, paid, quest))
        case RewardOffer():
            return Take(quest.take)
        case Failure():
            return Discard(quest.discard, _named_tokens(state, quest.discard, quest))
    raise AssertionError(state.decision)


def _named_tokens(state: State, leaving: tuple[Kind, ...], quest: PlannedQuest) -> tuple[Kind, ...]:
    """Return the tokens that must be named because more leave than by default (R6)."""
    if not state.game.tokens_matter:
        return ()
    return tuple(
        kind
        for kind, (_, fewest) in tokens_leaving(state, leaving, ()).items()
        if quest.tokens.get(kind, 0) > fewest
        for _ in range(quest.tokens[kind])
    )
