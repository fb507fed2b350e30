"""A resolution that somebody plays: the engine's position, what the last card did, and the notes for the record.

It knows no screen and no clock. Whoever answers sees the open decision and its legal options, and chooses one.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.rules.cards import Card
from dtcli.rules.decisions import REVEAL, Choice, Decision, Gap, Reveal, UseSkill
from dtcli.rules.heroes import uses_of
from dtcli.rules.notes import Note, Writer
from dtcli.rules.resolution import apply, options, start
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Event, Game, State


class Moment(NamedTuple):
    """What lies before the player: the card or skill that came last, and all that it has done so far."""

    card: Card | None = None
    hero: HeroId | None = None
    events: tuple[Event, ...] = ()
    number: int = 0
    """How many cards had been revealed then."""


class Session:
    """One resolution, choice after choice."""

    def __init__(self, game: Game, state: State | None = None) -> None:
        self.state = start(game) if state is None else state
        self.moments: list[Moment] = []
        """Everything since the session began, one after the other."""
        self._writer = Writer()
        self._earlier: tuple[Note, ...] = ()

    @classmethod
    def taken_up(cls, state: State, notes: tuple[Note, ...]) -> "Session":
        """Go on in a gap to which these notes have led."""
        session = cls(state.game, state)
        session._earlier = notes
        return session

    @property
    def moment(self) -> Moment:
        """What lies before the player."""
        return self.moments[-1] if self.moments else Moment()

    @property
    def decision(self) -> Decision | None:
        """What is open now; None when the resolution is over."""
        return self.state.decision

    @property
    def in_gap(self) -> bool:
        """Whether the next card can be revealed, or a skill be used first."""
        return isinstance(self.decision, Gap)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a table would have written down so far."""
        return (*self._earlier, *self._writer.notes)

    def options(self) -> list[Choice]:
        """Return every legal answer to a question that a card asked; in a gap see ``uses``."""
        return [] if self.in_gap else list(options(self.state))

    def uses(self, hero: HeroId) -> Iterator[UseSkill]:
        """Return every legal use of a hero's skill now."""
        return uses_of(self.state, hero) if self.in_gap else iter(())

    def can_act(self, hero: HeroId) -> bool:
        """Return whether the hero's skill can be used now."""
        return next(self.uses(hero), None) is not None

    def reveal(self) -> None:
        """Turn the next card."""
        self.choose(REVEAL)

    def choose(self, choice: Choice) -> None:
        """Do it; raises ``IllegalChoice`` with the reason where the rules do not allow it."""
        before = self.state
        after = apply(before, choice)
        self._writer.write(before, choice)
        self.state = after
        if isinstance(choice, Reveal):
            self.moments.append(Moment(card=before.story[0], events=after.events, number=after.revealed))
        elif isinstance(choice, UseSkill):
            self.moments.append(Moment(hero=choice.hero, events=after.events, number=after.revealed))
        else:
            last = self.moments.pop() if self.moments else Moment(number=after.revealed)
            self.moments.append(last._replace(events=(*last.events, *after.events)))
