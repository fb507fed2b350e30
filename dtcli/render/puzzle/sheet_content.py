"""A puzzle taken apart for paper: what stands on each card, in each slot, and beside them. No marks, no places.

The page and the picture both draw from here, so that they say the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtcli.render.events import EFFECTS
from dtcli.render.pictures.backpack import Board, Cell
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


class Counted(NamedTuple):
    """Copies of one kind."""

    kind: Kind
    n: int


class Gift(NamedTuple):
    """A reward: a sign, what one does with it, and the kinds it is about."""

    sign: str
    words: str
    kinds: tuple[Kind, ...] = ()


class Face(NamedTuple):
    """What stands on a card of the story."""

    number: int
    kind: Kind | None
    """The item; None for a mission and for an adventure."""
    title: str = ""
    id: str = ""
    needs: tuple[Counted, ...] = ()
    gift: Gift | None = None
    effect: str = ""
    """What an adventure switches on."""
    wanted: bool = False
    """Whether it is the mission that the goal names."""


class Left(NamedTuple):
    """Tokens of a kind in the supply of which some are gone."""

    kind: Kind
    left: int
    of: int


class HeroCard(NamedTuple):
    """A hero in the game."""

    name: str
    text: str
    used: bool


class Laid(NamedTuple):
    """A puzzle as it lies on a table."""

    title: str
    notes: str
    task: str
    cells: Sequence[Cell]
    limit: int
    heroes: Sequence[HeroCard]
    supply: Sequence[Left]
    in_force: Sequence[str]
    story: Sequence[Face]

    @property
    def room(self) -> str:
        """What the backpack holds (B1, B2)."""
        return f"{self.limit} slots, up to {COPIES_PER_SLOT} of one kind in each"

    @property
    def quests(self) -> list[Face]:
        """The cards at which something is decided."""
        return [face for face in self.story if face.kind is None]


def laid(puzzle: SheetPuzzle) -> Laid:
    """Return the puzzle as it lies on a table, all foreign text made harmless."""
    state = start(puzzle.game)
    return Laid(
        title=one_line(puzzle.title),
        notes=shortened(one_line(puzzle.notes), LONGEST_SENTENCE),
        task=task(puzzle.goal),
        cells=Board().update(state),
        limit=state.limit,
        heroes=[
            HeroCard(HEROES[hero].name, HEROES[hero].text, hero not in state.unused) for hero in puzzle.game.heroes
        ],
        supply=list(_gone(state)),
        in_force=[sentence for sentence in in_force(state) if not sentence.startswith("Already used")],
        story=[face_of(number, card, puzzle) for number, card in enumerate(puzzle.game.story, 1)],
    )


def one_line(text: str) -> str:
    r"""Return foreign text in one line.

    >>> one_line(" Down\n the  well ")
    'Down the well'
    """
    return safe(" ".join(text.split()))


def _gone(state: State) -> Iterator[Left]:
    for kind, info in state.game.kinds.items():
        if state.supply[kind] != info.tokens:
            yield Left(kind, state.supply[kind], info.tokens)


def face_of(number: int, card: Card, puzzle: SheetPuzzle) -> Face:
    """Return what stands on a card."""
    if isinstance(card, Item):
        return Face(number, card.kind)
    wanted = card == puzzle.goal.mission
    needs = needs_of(card)
    if isinstance(card, Adventure):
        return Face(number, None, one_line(card.title), "", needs, effect=EFFECTS[card.effect], wanted=wanted)
    must = not puzzle.game.rulings.any_reward_optional
    identity = "" if card.id == card.title else one_line(card.id)
    return Face(number, None, one_line(card.title), identity, needs, gift_of(card.reward, must=must), wanted=wanted)


def needs_of(quest: Quest) -> tuple[Counted, ...]:
    """Return what a mission needs, each kind once."""
    return tuple(Counted(kind, n) for kind, n in Pile.of(*quest.needs).items())


def gift_of(reward: Reward, *, must: bool = False) -> Gift:
    """Return a reward as people say it; ``must`` tells whether a token of any kind has to be taken (R5).

    >>> gift_of(Reward(RewardRule.MAY, (Kind("bow"),))).words
    'may take'
    """
    match reward.rule:
        case RewardRule.NONE:
            return Gift("–", "no reward")
        case RewardRule.ANY:
            return Gift("any", f"{'must' if must else 'may'} take any one token")
        case RewardRule.MAY:
            return Gift("?", "may take", reward.kinds)
        case RewardRule.EITHER:
            return Gift("or", "must take one of", reward.kinds)
        case RewardRule.MUST:
            return Gift("!", "must take", reward.kinds)
