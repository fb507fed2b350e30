"""An exhaustive search of all lines of a game without some of its facts, to check explanations.

``solver.model.facts`` defines what it means to leave out a fact; it is done differently here. The search chooses the
list of a mission when its card is revealed, and a larger supply when a token is needed that is not there. Shares no
code with the model.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from dtcli.rules import REVEAL, Adventure, Game, Item, Kind, Mission, Pile, RewardOffer, State, Take, UseSkill
from dtcli.rules.cards import Effect, Quest, Reward, RewardRule
from dtcli.rules.decisions import Choice
from dtcli.rules.resolution import apply, options, start, why_not
from dtcli.rules.rulings import ARVEDUI_MIRIEL, GARYNOR
from solver.limits import Limits
from solver.model.facts import Complete, Fact, Hold, Must, Need, Room, Supply
from solver.preference import play
from solver.question import ask, with_goal
from solver.search import Disagreement
from solver.studies.explanation import Explanation, explain_question
from tests.solver.exhaustive import TooManyPositions, best_rank
from tests.solver.small import with_slots

LIMITS = Limits(work=60)
"""Ample: a small game is explained by a hundredth of it."""


# --- Which facts there are


def facts_of(game: Game) -> frozenset[Fact]:
    """Return every fact of a game that can be left out; Arvedui and his copy may bring back a mission each."""
    quests = {place: card for place, card in enumerate(game.story) if not isinstance(card, Item)}
    facts: set[Fact] = {Need(place, kind) for place, quest in quests.items() for kind in quest.needs}
    facts |= {Must(place) for place, quest in quests.items() if _must_be_taken(quest, game)}
    facts |= {Supply(kind) for kind in game.kinds}
    facts |= {Room(rank) for rank in range(len(quests) + 3)}
    if game.adventure is not None:
        facts |= {Hold(kind) for kind in game.adventure.scroll.hold}
        facts |= {Complete()} if game.adventure.scroll.complete else set()
    return frozenset(facts)


def _must_be_taken(quest: Quest, game: Game) -> bool:
    if isinstance(quest, Adventure):
        return False
    rule = quest.reward.rule
    return rule in (RewardRule.MUST, RewardRule.EITHER) or (
        rule is RewardRule.ANY and not game.rulings.any_reward_optional
    )


# --- Every line


def reachable(game: Game, goal: int, left_out: Collection[Fact] = (), most: int = 200_000) -> bool:
    """Return whether so many missions can be completed, and the adventure's conditions met, without these facts."""
    return _LinesWithoutFacts(game, goal, left_out, most).reach()


class _Position(NamedTuple):
    state: State
    quests: int
    """How many missions and adventures have been revealed."""
    ran_out: frozenset[Kind] = frozenset()
    """Kinds that cannot have more tokens: they were missing when one had to be taken."""


class _LinesWithoutFacts:
    def __init__(self, game: Game, goal: int, left_out: Collection[Fact], most: int) -> None:
        self.goal, self.left_out, self.most = goal, frozenset(left_out), most
        self.more = {fact.kind for fact in left_out if isinstance(fact, Supply)}
        self.usual = game
        self.large = with_slots(game.with_changes(), 1_000)
        self.lost: set[_Position] = set()

    def reach(self) -> bool:
        opening = start(self.usual)
        story = tuple(self._marked(place, card) for place, card in enumerate(opening.story))
        return self._reaches(_Position(opening._replace(story=story), 0))

    def _reaches(self, at: _Position) -> bool:
        if at.state.over:
            return self._is_won(at.state)
        if at in self.lost or not self._enough_left(at.state):
            return False
        if len(self.lost) > self.most:
            raise TooManyPositions
        self.lost.add(at)  # positions do not repeat
        return any(self._reaches(after) for after in self._next(at))

    def _is_won(self, end: State) -> bool:
        scroll = end.game.adventure.scroll if end.game.adventure is not None else None
        if end.broken or end.completed < self.goal:
            return False
        if scroll is None:
            return True
        if scroll.complete and not end.adventure_completed and Complete() not in self.left_out:
            return False
        return all(end.held(kind) >= scroll.hold.count(kind) for kind in scroll.hold if Hold(kind) not in self.left_out)

    def _enough_left(self, state: State) -> bool:
        """Return whether enough missions are left, so that hopeless lines are cut off."""
        offered = isinstance(state.pending, RewardOffer)
        left = sum(isinstance(card, Mission) for card in state.story) + (state.pending is not None and not offered)
        return state.completed + left + 2 * (ARVEDUI_MIRIEL in state.game.heroes) >= self.goal

    # --- One step

    def _next(self, at: _Position) -> Iterator[_Position]:
        state = at.state
        if isinstance(state.pending, RewardOffer):
            yield from self._rewards(at, state.pending)
        elif state.pending is not None:
            for choice in options(state):
                yield from self._done(at, state, choice)
        else:
            yield from self._revealed(at)
            if state.unused:
                yield from self._skills(at)

    def _done(self, at: _Position, state: State, choice: Choice, **changed: object) -> Iterator[_Position]:
        """Yield the state after a choice on the board of this part of the story; nothing if the board breaks."""
        quests = changed.get("quests", at.quests)
        board = self.large if Room(quests) in self.left_out else self.usual
        after = apply(state._replace(game=board), choice, ask=(RewardOffer,))
        if not after.broken and (after.pending is not None or after.slots <= after.limit):
            yield at._replace(state=after._replace(game=self.usual), **changed)

    def _revealed(self, at: _Position) -> Iterator[_Position]:
        card, *rest = at.state.story
        if isinstance(card, Item):
            yield from self._done(at, at.state, REVEAL)
            return
        for decided in self._lists(card):
            yield from self._done(at, at.state._replace(story=(decided, *rest)), REVEAL, quests=at.quests + 1)

    def _skills(self, at: _Position) -> Iterator[_Position]:
        state = at.state
        wanted = self.more - at.ran_out if GARYNOR in state.unused else ()
        for choice in options(_with_tokens(state, (kind for kind in wanted if not state.supply[kind]))):
            if isinstance(choice, UseSkill):
                legal = why_not(state, choice) is None
                yield from self._done(at, state if legal else _with_tokens(state, (choice.take,)), choice)

    def _rewards(self, at: _Position, offer: RewardOffer) -> Iterator[_Position]:
        state, named = at.state, _kinds_of_reward(offer.quest) or tuple(self.usual.kinds)
        for kind in dict.fromkeys(named):
            if kind in offer.kinds:
                yield from self._done(at, state, Take(kind))
            elif kind in self.more and kind not in at.ran_out:
                larger = _with_tokens(state, (kind,))._replace(pending=offer._replace(kinds=(*offer.kinds, kind)))
                yield from self._done(at, larger, Take(kind))
        if offer.may_decline:
            yield from self._done(at, state, Take(None))
        elif not offer.kinds:
            yield from self._done(at, state, Take(None), ran_out=at.ran_out | (self.more & {*named}))

    # --- Cards

    def _marked(self, place: int, card: Quest | Item) -> Quest | Item:
        """Return the card with its place as title, and with its reward optional if that fact is left out."""
        if isinstance(card, Item):
            return card
        if isinstance(card, Mission) and Must(place) in self.left_out:
            card = replace(card, reward=Reward(RewardRule.MAY, card.reward.kinds or tuple(self.usual.kinds)))
        return replace(card, title=str(place))

    def _lists(self, quest: Quest) -> Iterator[Quest]:
        """Return the card with every list that it may have; once revealed it keeps its list."""
        if not quest.title.isdecimal():
            yield quest
            return
        place = int(quest.title)
        open_kinds = [kind for kind in quest.listed if Need(place, kind) in self.left_out]
        for gone in _subsets(open_kinds):
            needs = tuple(kind for kind in quest.needs if kind not in gone)
            yield replace(quest, needs=needs, title=f"turned {place}")


def _kinds_of_reward(quest: Quest) -> tuple[Kind, ...]:
    """Return the kinds that a reward names; none if it is any kind."""
    if isinstance(quest, Adventure):
        assert quest.effect is Effect.ANY_REWARD
        return ()
    return quest.reward.kinds


def _with_tokens(state: State, kinds: Iterable[Kind]) -> State:
    return state._replace(supply=Pile.of(*state.supply.copies(), *kinds))


def _subsets(kinds: list[Kind]) -> Iterator[tuple[Kind, ...]]:
    return chain.from_iterable(combinations(kinds, n) for n in range(len(kinds), -1, -1))


# --- An explanation held against them


class ComparedExplanation(NamedTuple):
    """The result of a comparison; ``wrong`` is empty if both agree."""

    wrong: tuple[str, ...]
    explanation: Explanation | None = None
    """None if solver and engine disagree."""


def compare(game: Game, goal: int | None = None, *, most: int) -> ComparedExplanation:
    """Compare an explanation with all lines; raises ``TooManyPositions``."""
    expected = _next_goal(game, most) if goal is None else goal
    can_be = reachable(game, expected, (), most)
    try:
        explanation = explain_question(ask(game), goal, limits=LIMITS)
    except Disagreement as error:
        return ComparedExplanation((f"disagreement: {error}",))
    if explanation.goal != expected:
        return ComparedExplanation((f"explained is goal {explanation.goal}, and not {expected}",), explanation)
    wrong = list(_wrong_line(explanation, can_be=can_be))
    if not can_be and not wrong:
        wrong += wrong_reasons(game, explanation, most)
    return ComparedExplanation(tuple(wrong), explanation)


def _next_goal(game: Game, most: int) -> int:
    """Return the first thing that the best line lacks: a whole backpack, the adventure's conditions, or one mission."""
    whole, won, missions, *_ = best_rank(start(game), most)
    if not whole:
        return 0
    if game.adventure is not None and not won and missions >= (game.goal or 0):
        return game.goal or 0
    return missions + 1


def _wrong_line(explanation: Explanation, *, can_be: bool) -> Iterator[str]:
    if not explanation.proved:
        yield "nothing is proved"
    if explanation.reachable is not can_be:
        yield f"reachable: {explanation.reachable}, but it is {can_be}"
    if (explanation.reasons is None) is not can_be:
        yield f"reasons: {explanation.reasons}"
    asked = with_goal(explanation.question.game, explanation.goal)
    for played, found in ((explanation.question.game, explanation.best), (asked, explanation.found)):
        final, outcome = play(start(played), found.choices)
        if not final.over or outcome != found.outcome:
            yield f"the engine played {outcome}, the explanation says {found.outcome}"


def wrong_reasons(game: Game, explanation: Explanation, most: int) -> Iterator[str]:
    facts, reasons, goal = facts_of(game), explanation.reasons or (), explanation.goal
    if explanation.best.outcome.broken:  # then that is explained, whatever the goal
        game, goal = game.with_changes(adventure=None), 0
    if len({*reasons}) != len(reasons) or not facts >= {*reasons}:
        yield f"some of {reasons} are no facts of the game"
    if reachable(game, goal, facts - {*reasons}, most):
        yield f"{reasons} are not enough"
    for fact in reasons:
        if not reachable(game, goal, facts - ({*reasons} - {fact}), most):
            yield f"{fact} is not needed among {reasons}"
    enough_missions = sum(isinstance(card, Mission) for card in game.story) >= goal
    if bool(reasons) is not enough_missions:
        yield f"goal {goal}: {len(reasons)} reasons"
