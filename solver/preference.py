"""The outcome of a line, and the order of preference between outcomes.

Not broken; won, where there is something to win; most missions; then fewest skills used, fewest tokens taken, fewest
items discarded after failures.
"""

from collections.abc import Iterable
from typing import NamedTuple

from dtcli.rules.cards import Mission
from dtcli.rules.decisions import Choice, Discard, UseSkill
from dtcli.rules.follow import Run
from dtcli.rules.resolution import apply
from dtcli.rules.rulings import ARVEDUI_MIRIEL
from dtcli.rules.score import Result, result_of
from dtcli.rules.state import EventKind, State


class Outcome(NamedTuple):
    """What a line achieves and costs. Compare outcomes by their ``rank``."""

    broken: bool
    won: bool | None
    """None where there is nothing to win."""
    missions: int
    skills: int
    tokens: int
    discards: int

    @property
    def rank(self) -> tuple[bool, bool, int, int, int, int]:
        """The outcome as a key: the larger, the better."""
        return (not self.broken, bool(self.won), self.missions, -self.skills, -self.tokens, -self.discards)

    @property
    def result(self) -> Result:
        """What counts at the table."""
        return Result(self.broken, self.won, self.missions)

    def after(self, before: "Outcome") -> "Outcome":
        """Return this outcome with the costs of the line that leads to its start added."""
        return self._replace(
            skills=self.skills + before.skills,
            tokens=self.tokens + before.tokens,
            discards=self.discards + before.discards,
        )

    def less(self, first: "Outcome") -> "Outcome":
        """Return this outcome without the costs of its first choice.

        If the choice costs more than there is, that cost and all less important ones are 0.
        """
        costs = [self.skills - first.skills, self.tokens - first.tokens, self.discards - first.discards]
        for n, cost in enumerate(costs):
            if cost < 0:
                costs[n:] = [0] * (len(costs) - n)
                break
        skills, tokens, discards = costs
        return self._replace(skills=skills, tokens=tokens, discards=discards)


def won(state: State) -> bool | None:
    """Return whether an ended game is won; None where it has no goal and no adventure."""
    return result_of(state).won


def play(state: State, choices: Iterable[Choice]) -> tuple[State, Outcome]:
    """Play the choices with the engine; return the final state and the outcome.

    Skills, tokens and discards are counted from this state on. Raises ``IllegalChoice``.
    """
    skills = tokens = discards = 0
    for choice in choices:
        state = apply(state, choice)
        skills += isinstance(choice, UseSkill)
        tokens += tokens_taken(state)
        discards += len(choice.kinds) if isinstance(choice, Discard) else 0
    return state, Outcome(state.broken, won(state), state.completed, skills, tokens, discards)


def outcome_of(run: Run) -> Outcome:
    """Return the outcome of a record that was followed with its frames."""
    events = [event for frame in run.frames for event in frame.events]
    return Outcome(
        run.final.broken,
        won(run.final),
        run.final.completed,
        sum(event.what is EventKind.SKILL_USED for event in events),
        sum(event.what is EventKind.REWARD_TAKEN for event in events),
        sum(len(event.kinds) for event in events if event.what is EventKind.ITEMS_DISCARDED),
    )


def tokens_taken(after: State) -> int:
    """Return how many tokens the last choice brought, including those that had to be taken."""
    return sum(event.what is EventKind.REWARD_TAKEN for event in after.events)


def most_missions(state: State) -> int:
    """Return how many missions are completed if all that are left, or can be brought back, succeed."""
    left = sum(isinstance(card, Mission) for card in state.story)
    back = ARVEDUI_MIRIEL in state.unused and isinstance(state.last_failed, Mission)
    return state.completed + left + back
