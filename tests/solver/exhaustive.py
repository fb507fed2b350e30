"""An exhaustive search of all lines with the engine's own options. Simple on purpose, and without a model."""

from dtcli.rules import Discard, EventKind, State, UseSkill, apply, options
from dtcli.rules.decisions import Choice
from solver.preference import won

Rank = tuple[bool, bool, int, int, int, int]


class TooManyPositions(Exception):  # noqa: N818
    """There are too many positions to search."""


def best_rank(state: State, most: int = 200_000) -> Rank:
    """Return the best outcome that can be reached from here, as ``Outcome.rank`` orders them."""
    known: dict[State, Rank] = {}

    def value(at: State) -> Rank:
        if at.over:
            return (not at.broken, bool(not at.broken and won(at)), at.completed, 0, 0, 0)
        found = known.get(at)
        if found is None:
            if len(known) > most:
                raise TooManyPositions
            found = known[at] = max(_through(at, choice) for choice in options(at))
        return found

    def _through(at: State, choice: Choice) -> Rank:
        after = apply(at, choice)
        *rank, skills, tokens, discards = value(after)
        skills -= isinstance(choice, UseSkill)
        tokens -= sum(event.what is EventKind.REWARD_TAKEN for event in after.events)
        discards -= len(choice.kinds) if isinstance(choice, Discard) else 0
        return (*rank, skills, tokens, discards)

    return value(state)
