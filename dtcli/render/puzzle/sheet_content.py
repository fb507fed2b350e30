"""The content of a printed puzzle: the text of each card, slot and hero.

The HTML page and the SVG picture both use it, so that they say the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtcli.english import capitalised
from dtcli.render.events import EFFECTS
from dtcli.render.pictures.backpack import BackpackSlots, SlotContent
from dtcli.render.position import in_force
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
"""The notes of a file can be long; a sheet has room for a few sentences."""


class SheetPuzzle(NamedTuple):
    """A puzzle to be printed."""

    game: Game
    goal: Goal
    title: str
    notes: str = ""
    grade: int | None = None
    themes: tuple[str, ...] = ()
    """Printed with the solution, because themes are a hint."""
    short_id: str = ""
    full_id: str = ""
    solution: tuple[tuple[str, str], ...] | None = None
    """The decisions, each with its moment; None if no solution is recorded."""
    result: str = ""
    """The result of the solution."""


class NeededItem(NamedTuple):
    """Copies of one kind."""

    kind: Kind
    n: int


class PrintedReward(NamedTuple):
    """A reward: a sign, the rule in words, and the kinds."""

    sign: str
    words: str
    kinds: tuple[Kind, ...] = ()


class PrintedCard(NamedTuple):
    """The text of a card of the story."""

    number: int
    kind: Kind | None
    """The item; None for a mission and for an adventure."""
    title: str = ""
    id: str = ""
    needs: tuple[NeededItem, ...] = ()
    reward: PrintedReward | None = None
    effect: str = ""
    """The effect of an adventure."""
    wanted: bool = False
    """Whether it is the mission that the goal names."""


class TokensLeft(NamedTuple):
    """The tokens left of a kind of which some are gone."""

    kind: Kind
    left: int
    of: int


class PrintedHero(NamedTuple):
    """A hero in the game."""

    name: str
    text: str
    used: bool


class SheetLayout(NamedTuple):
    """A puzzle laid out on a sheet."""

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
        """The size of the backpack in words (B1, B2)."""
        return f"{self.limit} slots, up to {COPIES_PER_SLOT} of one kind in each"

    @property
    def quests(self) -> list[PrintedCard]:
        """The cards at which something is decided."""
        return [face for face in self.story if face.kind is None]


def layout_of(puzzle: SheetPuzzle) -> SheetLayout:
    """Return the layout of a puzzle, with control characters replaced in all text from files."""
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
        in_force=[f"{capitalised(one)}." for one in in_force(state)],
        story=[printed_card(number, card, puzzle) for number, card in enumerate(puzzle.game.story, 1)],
    )


def one_line(text: str) -> str:
    r"""Return text from a file in one line.

    >>> one_line(" Down\n the  well ")
    'Down the well'
    """
    return safe(" ".join(text.split()))


def _gone(state: State) -> Iterator[TokensLeft]:
    for kind, info in state.game.kinds.items():
        if state.supply[kind] != info.tokens:
            yield TokensLeft(kind, state.supply[kind], info.tokens)


def printed_card(number: int, card: Card, puzzle: SheetPuzzle) -> PrintedCard:
    """Return the text of a card."""
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
    """Return a reward in words; ``must`` says whether a token of any kind has to be taken (R5).

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
