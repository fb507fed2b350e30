"""Par of a small deal by exhaustive search over the engine. Simple on purpose, and without a model.

A deed lays a card of the hands on the story or discards one from a hand; after it the next card of the draw deck comes.
Every sequence of deeds is searched, and every choice of the resolution that the engine offers. There are two searches:

* ``fewest_while_laying`` reveals each card as soon as it is laid. Breadth-first by deeds; a position is the cards in
  the hands and the engine's state. The choices before a card need not know the cards after it, because all choices are
  tried and none of the heroes looks at or moves cards that are not laid yet. Skills are offered only before a card
  that is laid (H0).
* ``fewest_with_whole_stories`` lays whole stories, each with its fewest deeds, and resolves each. It is right with any
  heroes, and slow; the first search is compared with it.

What is left out is without effect: positions with too few missions left for the aim, those that cannot complete the
adventure any more where that is asked for, and broken backpacks. Counters that decide nothing are the same in all
positions, so that equal positions meet.
"""

from collections.abc import Iterable, Iterator

from dtcli.rules import Adventure, Card, Mission, State, apply, options, start
from dtcli.rules.decisions import Payment
from dtcli.rules.resolution import advance
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO
from dtcli.rules.score import Status, status_of
from dtcli.rules.table import why_no_reputation
from solver.par.open_deal import Aim, OpenDeal

WITH_THE_STORY = {NINTRABASH, ZIGARAT_HO, ARVEDUI_MIRIEL}
"""Heroes whose skills look at or change the unrevealed story."""
Counts = tuple[int, ...]
"""How many copies of each card there are, by the number of the card."""


class TooManyStories(Exception):  # noqa: N818
    """There are too many stories, or positions in their resolutions, to search."""


def fewest_deeds(deal: OpenDeal, aim: Aim) -> int | None:
    """Return the fewest deeds that reach the aim; None if no number of deeds does."""
    return _fewest(deal, aim, deal.size)


def most_missions(deal: OpenDeal, within: int) -> int:
    """Return the most missions that can be completed with so many deeds, with a whole backpack."""
    most = 0
    while most < deal.missions and _fewest(deal, Aim(most + 1), within) is not None:
        most += 1
    return most


def _fewest(deal: OpenDeal, aim: Aim, within: int) -> int | None:
    if WITH_THE_STORY.isdisjoint(deal.game.heroes):
        return fewest_while_laying(deal, aim, within)
    return fewest_with_whole_stories(deal, aim, within)


def is_reached(end: State, aim: Aim) -> bool:
    """Return whether a resolution with this end reaches the aim; the goal of its game is the aim's (R8, R9)."""
    if aim.win:
        return status_of(end) is Status.WON
    return not end.broken and end.completed >= aim.missions


# --- Reveal while laying


def fewest_while_laying(deal: OpenDeal, aim: Aim, within: int) -> int | None:
    """Return the fewest deeds, at most ``within``, that reach the aim; no hero may look at or change the story."""
    assert WITH_THE_STORY.isdisjoint(deal.game.heroes)
    resolution = _StepwiseResolution(deal, aim)
    hands, cards = _Hands(deal, aim), range(len(resolution.cards))
    level = {hands.first: {resolution.first}}
    for deeds in range(min(within, deal.size) + 1):
        if any(resolution.reached[position] for positions in level.values() for position in positions):
            return deeds
        following: dict[Counts, set[int]] = {}
        for hand, positions in level.items():
            for card in cards:
                if hand[card]:
                    after = following.setdefault(hands.after(hand, card, deeds), set())
                    after |= positions
                    for position in positions:
                        after |= resolution.laid(position, card)
        level = {
            hand: {at for at in positions if hands.can_reach(hand, resolution.states[at], deeds + 1)}
            for hand, positions in following.items()
        }
    return None


class _Hands:
    """The cards of all hands together, by the number of deeds."""

    def __init__(self, deal: OpenDeal, aim: Aim) -> None:
        self.cards = distinct_cards(deal)
        self.first = self._counts(deal.hand)
        self.deck = [self.cards.index(card) for card in deal.deck]
        self.in_deck = [self._counts(deal.deck[deeds:]) for deeds in range(deal.size + 1)]
        self.aim = aim
        game = deal.game
        self.must_complete = aim.win and game.adventure is not None and game.adventure.scroll.complete

    def after(self, hand: Counts, card: int, deeds: int) -> Counts:
        """Return the hands without this card and with the next one of the deck, if there is one (A4, A5)."""
        counts = list(hand)
        counts[card] -= 1
        if deeds < len(self.deck):
            counts[self.deck[deeds]] += 1
        return tuple(counts)

    def can_reach(self, hand: Counts, state: State, deeds: int) -> bool:
        """Return whether the cards that are left may suffice for the missions, and for the adventure."""
        left = [card for n, card in enumerate(self.cards) for _ in range(hand[n] + self.in_deck[deeds][n])]
        missions = sum(isinstance(card, Mission) for card in left)
        if state.completed + missions < self.aim.missions:
            return False
        return not self.must_complete or state.adventure_completed or any(isinstance(card, Adventure) for card in left)

    def _counts(self, cards: Iterable[Card]) -> Counts:
        held = list(cards)
        return tuple(held.count(card) for card in self.cards)


class _StepwiseResolution:
    """The positions of the engine between two cards, numbered, and those that a card leads to."""

    def __init__(self, deal: OpenDeal, aim: Aim) -> None:
        self.aim = aim
        self.cards = distinct_cards(deal)
        self.counts_failed = deal.adventure is not None
        self.a_mission = next((card for card in self.cards if isinstance(card, Mission)), None)
        self.states: list[State] = []
        self.reached: list[bool] = []
        self.numbers: dict[State, int] = {}
        self.followers: dict[tuple[int, int], frozenset[int]] = {}
        self.first = self._number(start(deal.game.with_changes(story=(), goal=aim.missions)))

    def laid(self, position: int, card: int) -> frozenset[int]:
        """Return the positions after this card was laid and revealed with any choices; none with a broken backpack."""
        found = self.followers.get((position, card))
        if found is None:
            ends = self._ends(self.states[position], self.cards[card])
            found = self.followers[position, card] = frozenset(map(self._number, ends))
        return found

    def _ends(self, state: State, card: Card) -> Iterator[State]:
        if isinstance(card, Adventure) and why_no_reputation(self._missions_below(state), card) is not None:
            return  # V1
        laid = state._replace(story=(card,))
        waiting = [laid if state.unused else advance(laid)]
        met = set(waiting)
        while waiting:
            at = waiting.pop()
            if at.over and not at.broken:
                yield at
            for choice in options(at):
                after = apply(at, choice)
                if after not in met:
                    met.add(after)
                    waiting.append(after)

    def _missions_below(self, state: State) -> list[Card]:
        """Return as many missions as have been laid: each has been completed or has failed."""
        laid = state.completed + state.failed
        assert not laid or self.a_mission is not None
        return [self.a_mission] * laid if self.a_mission else []

    def _number(self, state: State) -> int:
        """Return the number of the position; how many cards lie below decides nothing, except missions for V1."""
        state = state._replace(revealed=0, failed=state.failed if self.counts_failed else 0, last_failed=None)
        number = self.numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
            self.reached.append(is_reached(state, self.aim))
        return number


# --- Whole stories


def fewest_with_whole_stories(deal: OpenDeal, aim: Aim, within: int, most: int = 1_000_000) -> int | None:
    """Return the fewest deeds, at most ``within``, that reach the aim; with any heroes."""
    resolution, hands = _WholeResolution(deal, aim, most), _Hands(deal, aim)
    met: set[Counts] = set()
    level: set[tuple[Counts, Counts]] = {((), hands.first)}
    for deeds in range(min(within, deal.size) + 1):
        for story, _ in level:
            if story not in met:
                met.add(story)
                if resolution.reaches(tuple(hands.cards[card] for card in story)):
                    return deeds
        following = set()
        for story, hand in level:
            for card, n in enumerate(hand):
                if n:
                    after = hands.after(hand, card, deeds)
                    following.add((story, after))
                    if _may_lie(hands.cards, story, card):
                        following.add(((*story, card), after))
        if len(following) > most:
            raise TooManyStories
        level = following
    return None


def _may_lie(cards: tuple[Card, ...], story: Counts, number: int) -> bool:
    card = cards[number]
    return not isinstance(card, Adventure) or why_no_reputation([cards[n] for n in story], card) is None  # V1


class _WholeResolution:
    """Every resolution of every story, with a memory of the positions from which the aim cannot be reached."""

    def __init__(self, deal: OpenDeal, aim: Aim, most: int) -> None:
        self.aim, self.most = aim, most
        self.opening = start(deal.game.with_changes(story=(), goal=aim.missions))
        self.hopeless: set[State] = set()

    def reaches(self, story: tuple[Card, ...]) -> bool:
        """Return whether some resolution of the story reaches the aim."""
        if sum(isinstance(card, Mission) for card in story) < self.aim.missions:
            return False
        return self._can_reach(self.opening._replace(story=story))

    def _can_reach(self, state: State) -> bool:
        if state.over:
            return is_reached(state, self.aim)
        if self._too_few_missions(state):
            return False
        known = state if state.pending is not None else state._replace(revealed=0, failed=0)
        if known in self.hopeless:
            return False
        if any(self._can_reach(apply(state, choice)) for choice in options(state)):
            return True
        self.hopeless.add(known)
        if len(self.hopeless) > self.most:
            raise TooManyStories
        return False

    def _too_few_missions(self, state: State) -> bool:
        if ARVEDUI_MIRIEL in state.unused:
            return False  # failed missions may come back
        left = sum(isinstance(card, Mission) for card in state.story) + isinstance(state.pending, Payment)
        return state.completed + left < self.aim.missions


def distinct_cards(deal: OpenDeal) -> tuple[Card, ...]:
    """Return the cards of the deal, each once; a card's number is its index."""
    return tuple(dict.fromkeys((*deal.hand, *deal.deck)))
