"""A resolution in play: its state, the open decision with its legal options, and the notes of the choices made."""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.rules.cards import Card
from dtcli.rules.decisions import REVEAL, Choice, Decision, Gap, Reveal, UseSkill
from dtcli.rules.heroes import uses_of
from dtcli.rules.notes import Note, Writer
from dtcli.rules.resolution import apply, options, start
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Event, Game, State


class ResolutionStep(NamedTuple):
    """A revealed card or used skill, and everything it has done so far."""

    card: Card | None = None
    hero: HeroId | None = None
    events: tuple[Event, ...] = ()
    number: int = 0
    """How many cards were revealed by then."""


class PlayedResolution:
    """A resolution, played choice by choice."""

    def __init__(self, game: Game, state: State | None = None) -> None:
        self.state = start(game) if state is None else state
        self.steps: list[ResolutionStep] = []
        """The steps since the resolution was started or resumed."""
        self._writer = Writer()
        self._earlier: tuple[Note, ...] = ()

    @classmethod
    def resume_game(cls, state: State, notes: tuple[Note, ...]) -> "PlayedResolution":
        """Continue in a gap to which these notes led."""
        resolution = cls(state.game, state)
        resolution._earlier = notes
        return resolution

    @property
    def last_step(self) -> ResolutionStep:
        """The last step; an empty one before the first."""
        return self.steps[-1] if self.steps else ResolutionStep()

    @property
    def decision(self) -> Decision | None:
        """The open decision; None when the resolution is over."""
        return self.state.decision

    @property
    def in_gap(self) -> bool:
        """Whether the next card can be revealed or a skill used."""
        return isinstance(self.decision, Gap)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of all choices so far."""
        return (*self._earlier, *self._writer.notes)

    def options(self) -> list[Choice]:
        """Return every legal answer to the question of a card; empty in a gap, for which see ``uses``."""
        return [] if self.in_gap else list(options(self.state))

    def uses(self, hero: HeroId) -> Iterator[UseSkill]:
        """Yield every legal use of a hero's skill now."""
        return uses_of(self.state, hero) if self.in_gap else iter(())

    def can_act(self, hero: HeroId) -> bool:
        """Return whether the hero's skill can be used now."""
        return next(self.uses(hero), None) is not None

    def reveal(self) -> None:
        """Reveal the next card."""
        self.choose(REVEAL)

    def choose(self, choice: Choice) -> None:
        """Make a choice; raises ``IllegalChoice`` with the reason if the rules forbid it."""
        before = self.state
        after = apply(before, choice)
        self._writer.write(before, choice)
        self.state = after
        if isinstance(choice, Reveal):
            self.steps.append(ResolutionStep(card=before.story[0], events=after.events, number=after.revealed))
        elif isinstance(choice, UseSkill):
            self.steps.append(ResolutionStep(hero=choice.hero, events=after.events, number=after.revealed))
        else:
            last = self.steps.pop() if self.steps else ResolutionStep(number=after.revealed)
            self.steps.append(last._replace(events=(*last.events, *after.events)))
