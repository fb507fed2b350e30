"""A puzzle taken apart for paper: what stands on each card, in each slot, and beside them. No marks, no places.

The page and the picture both draw from here, so that they say the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtcli.render.events import EFFECTS
from dtcli.render.pictures.backpack import BackpackSlots, SlotContent
from dtcli.render.puzzle.page import in_force
from dtcli.render.puzzle.phrases import task
from dtcli.render.terminal import safe, shortened
from dtcli.rules.backpack import COPIES_PER_SLOT
from dtcli.rules.cards import Adventure, Card, Item, Quest, Reward, RewardRule
from dtcli.rules.goals import Goal
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.resolution import start
from dtcli.rules.state import Game, State

LONGEST_SENTENCE = 400
"""Notes of a file can be pages long; a sheet has room for a few sentences."""


class SheetPuzzle(NamedTuple):
    """What a sheet needs to know about a puzzle."""

    game: Game
    goal: Goal
    title: str
    notes: str = ""
    grade: int | None = None
    themes: tuple[str, ...] = ()
    """What it is about; told with the solution, since it gives a part of it away."""
    short_id: str = ""
    full_id: str = ""
    solution: tuple[tuple[str, str], ...] | None = None
    """What is decided, each with its moment; None where no solution is known."""
    result: str = ""
    """What the solution comes to."""


class NeededItem(NamedTuple):
    """Copies of one kind."""

    kind: Kind
    n: int


class PrintedReward(NamedTuple):
    """A reward: a sign, what one does with it, and the kinds it is about."""

    sign: str
    words: str
    kinds: tuple[Kind, ...] = ()


class PrintedCard(NamedTuple):
    """What stands on a card of the story."""

    number: int
    kind: Kind | None
    """The item; None for a mission and for an adventure."""
    title: str = ""
    id: str = ""
    needs: tuple[NeededItem, ...] = ()
    reward: PrintedReward | None = None
    effect: str = ""
    """What an adventure switches on."""
    wanted: bool = False
    """Whether it is the mission that the goal names."""


class TokensLeft(NamedTuple):
    """Tokens of a kind in the supply of which some are gone."""

    kind: Kind
    left: int
    of: int


class PrintedHero(NamedTuple):
    """A hero in the game."""

    name: str
    text: str
    used: bool


class SheetLayout(NamedTuple):
    """A puzzle as it lies on a table."""

    title: str
    notes: str
    task: str
    cells: Sequence[SlotContent]
    limit: int
    heroes: Sequence[PrintedHero]
    supply: Sequence[TokensLeft]
    in_force: Sequence[str]
    story: Sequence[PrintedCard]

    @property
    def room(self) -> str:
        """What the backpack holds (B1, B2)."""
        return f"{self.limit} slots, up to {COPIES_PER_SLOT} of one kind in each"

    @property
    def quests(self) -> list[PrintedCard]:
        """The cards at which something is decided."""
        return [face for face in self.story if face.kind is None]


def layout_of(puzzle: SheetPuzzle) -> SheetLayout:
    """Return the puzzle as it lies on a table, all foreign text made harmless."""
    state = start(puzzle.game)
    return SheetLayout(
        title=one_line(puzzle.title),
        notes=shortened(one_line(puzzle.notes), LONGEST_SENTENCE),
        task=task(puzzle.goal),
        cells=BackpackSlots().update(state),
        limit=state.limit,
        heroes=[
            PrintedHero(HEROES[hero].name, HEROES[hero].text, hero not in state.unused) for hero in puzzle.game.heroes
        ],
        supply=list(_gone(state)),
        in_force=[sentence for sentence in in_force(state) if not sentence.startswith("Already used")],
        story=[printed_card(number, card, puzzle) for number, card in enumerate(puzzle.game.story, 1)],
    )


def one_line(text: str) -> str:
    r"""Return foreign text in one line.

    >>> one_line(" Down\n the  well ")
    'Down the well'
    """
    return safe(" ".join(text.split()))


def _gone(state: State) -> Iterator[TokensLeft]:
    for kind, info in state.game.kinds.items():
        if state.supply[kind] != info.tokens:
            yield TokensLeft(kind, state.supply[kind], info.tokens)


def printed_card(number: int, card: Card, puzzle: SheetPuzzle) -> PrintedCard:
    """Return what stands on a card."""
    if isinstance(card, Item):
        return PrintedCard(number, card.kind)
    wanted = card == puzzle.goal.mission
    needs = needed_items(card)
    if isinstance(card, Adventure):
        return PrintedCard(number, None, one_line(card.title), "", needs, effect=EFFECTS[card.effect], wanted=wanted)
    must = not puzzle.game.rulings.any_reward_optional
    identity = "" if card.id == card.title else one_line(card.id)
    return PrintedCard(
        number, None, one_line(card.title), identity, needs, printed_reward(card.reward, must=must), wanted=wanted
    )


def needed_items(quest: Quest) -> tuple[NeededItem, ...]:
    """Return what a mission needs, each kind once."""
    return tuple(NeededItem(kind, n) for kind, n in Pile.of(*quest.needs).items())


def printed_reward(reward: Reward, *, must: bool = False) -> PrintedReward:
    """Return a reward as people say it; ``must`` tells whether a token of any kind has to be taken (R5).

    >>> printed_reward(Reward(RewardRule.MAY, (Kind("bow"),))).words
    'may take'
    """
    match reward.rule:
        case RewardRule.NONE:
            return PrintedReward("–", "no reward")
        case RewardRule.ANY:
            return PrintedReward("any", f"{'must' if must else 'may'} take any one token")
        case RewardRule.MAY:
            return PrintedReward("?", "may take", reward.kinds)
        case RewardRule.EITHER:
            return PrintedReward("or", "must take one of", reward.kinds)
        case RewardRule.MUST:
            return PrintedReward("!", "must take", reward.kinds)
