"""Plays a planned line with the engine, which is the only judge: its choices, its notes, and the state at the end."""

from collections.abc import Sequence
from typing import NamedTuple

from dtcli.rules.cards import Card, Effect
from dtcli.rules.decisions import (
    REVEAL,
    Choice,
    Discard,
    Failure,
    Gap,
    IllegalChoice,
    Pay,
    Payment,
    RewardOffer,
    Take,
    UseSkill,
)
from dtcli.rules.heroes import HEROES
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.items import Kind, Pile
from dtcli.rules.missions import price
from dtcli.rules.notes import Note, Writer
from dtcli.rules.resolution import apply, options, start
from dtcli.rules.rulings import ZARIA
from dtcli.rules.score import Status, status_of
from dtcli.rules.state import Game, State
from solver.par.open_deal import Aim
from solver.par.planned_line import PlacedCard, PlannedLine, QuestEvent, SkillEvent, WindowEnd
from solver.par.schedule import Deed


class PlayedLine(NamedTuple):
    """A line that the engine has played."""

    story: tuple[Card, ...]
    """The cards in the order in which they are laid."""
    start: State
    choices: tuple[Choice, ...]
    notes: tuple[Note, ...]
    """The choices as a replay records them."""
    state: State
    """The end of the resolution."""


class ParLine(NamedTuple):
    """A line of play that reaches an aim: its deeds, and how the engine played it."""

    deeds: tuple[Deed, ...]
    played: PlayedLine


class LineRefused(Exception):  # noqa: N818  (it is what it says)
    """The engine does not play a line as it was planned."""


def play_line(game: Game, line: PlannedLine, aim: Aim) -> PlayedLine:
    """Return the line as the engine plays it; raise ``LineRefused`` if it does not reach the aim."""
    story = tuple(card.card for card in line.laid())
    player = _Player(game.with_changes(story=story, goal=aim.missions))
    happening = line.resolved()
    for index, happens in enumerate(happening):
        player.perform(happens, happening[index + 1 :])
    state = player.state
    if not state.over or state.broken or state.completed < aim.missions:
        msg = f"missions at the end: {state.completed}, broken: {state.broken}, over: {state.over}"
        raise LineRefused(msg)
    if aim.win and status_of(state) is Status.LOST:
        msg = "the line does not win"
        raise LineRefused(msg)
    return PlayedLine(story, player.start, tuple(player.choices), player.writer.notes, state)


class _Player:
    """Answers the engine's questions as planned."""

    def __init__(self, game: Game) -> None:
        self.state = self.start = start(game)
        self.choices: list[Choice] = []
        self.writer = Writer()

    def perform(self, happens: object, coming: Sequence[object]) -> None:
        """Play one item, quest or skill."""
        match happens:
            case PlacedCard():
                self._choose(REVEAL)
            case QuestEvent():
                self._choose(REVEAL)
                while (decision := self.state.decision) is not None and not isinstance(decision, Gap):
                    self._choose(self._answer(decision, happens))
            case SkillEvent():
                self._choose(self._use(happens, coming))

    def _choose(self, choice: Choice) -> None:
        state = self.state
        try:
            self.state = apply(state, choice)
        except IllegalChoice as error:
            raise LineRefused(str(error)) from error
        self.choices.append(choice)
        self.writer.write(state, choice)

    def _answer(self, decision: object, quest: QuestEvent) -> Choice:
        match decision:
            case RewardOffer():
                return Take(quest.take)
            case Failure():
                return Discard(quest.leaving, self._said(quest.tokens, quest.leaving))
            case Payment():
                return self._payment(quest)
        msg = f"nothing was planned for {decision}"
        raise LineRefused(msg)

    def _payment(self, quest: QuestEvent) -> Pay:
        """Return the way to pay for which the planned copies leave."""
        once = self.state.effect is Effect.DUPLICATES_ONCE
        wanted, tokens = Pile.of(*quest.leaving), Pile.of(*self._said(quest.tokens, quest.leaving))
        for pay in options(self.state):
            if not isinstance(pay, Pay) or Pile.of(*pay.tokens) != tokens:
                continue
            if Pile.of(*price(quest.card, pay, once=once)) == wanted:
                return pay
        msg = f"there is no way to pay {quest.leaving} for {quest.card}"
        raise LineRefused(msg)

    def _said(self, tokens: tuple[Kind, ...] | None, leaving: tuple[Kind, ...]) -> tuple[Kind, ...]:
        """Return the tokens to name: those that would not leave without a word (R6)."""
        said, left = Pile.of(*(tokens or ())), Pile.of(*leaving)
        named = [kind for kind, n in left.items() if said[kind] > max(0, n - self.state.cards[kind])]
        return tuple(kind for kind in named for _ in range(said[kind]))

    def _use(self, skill: SkillEvent, coming: Sequence[object]) -> UseSkill:
        acting = skill.borrowed or skill.hero
        guess = None
        if acting == ZARIA:
            quest = next(one for one in coming if isinstance(one, QuestEvent))
            guess = next(kind for kind in quest.card.needs if kind not in self.state.guesses)
        leaving = HEROES[skill.hero].cost + (HEROES[skill.borrowed].cost if skill.borrowed else ())
        if not HEROES[acting].tokens_only:
            leaving += skill.remove
        tokens = Pile.of(*(skill.tokens or ())).counts()
        if HEROES[acting].tokens_only:
            for kind in skill.remove:
                tokens[kind] -= 1
        return UseSkill(
            hero=skill.hero,
            borrowed=skill.borrowed,
            remove=skill.remove,
            tokens=self._said(tuple(Pile(tokens).copies()), leaving),
            take=skill.take,
            guess=guess,
            order=self._order(coming) if skill.rearranges else None,
        )

    def _order(self, coming: Sequence[object]) -> tuple[int, ...]:
        """Return the place that each of the next cards comes from, in the planned order (H6)."""
        wanted: list[Card] = []
        for happens in coming:
            if isinstance(happens, WindowEnd):
                break
            if isinstance(happens, PlacedCard | QuestEvent):
                wanted.append(happens.card)
        there = list(enumerate(self.state.story[:CARDS_SEEN], 1))
        order = []
        for card in wanted:
            found = next(one for one in there if one[1] == card)
            there.remove(found)
            order.append(found[0])
        return (*order, *(place for place, _ in there))
