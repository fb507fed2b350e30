"""The resolution: state, open decision, legal options, next state.

All code that plays, checks, searches or shows a resolution uses these functions:

* ``start(game)`` returns the state before the first reveal
* ``options(state)`` returns every legal answer to the open decision
* ``why_not(state, choice)`` returns the reason why a choice is illegal now, or None
* ``apply(state, choice)`` returns the state after a choice
* ``advance(state, before=n)`` reveals cards as long as there is nothing to decide
"""

from collections.abc import Iterator

from dtcli.rules import transitions
from dtcli.rules.decisions import Choice, IllegalChoice
from dtcli.rules.draft import Draft
from dtcli.rules.state import Game, State, opening
from dtcli.rules.transitions import Asked


def start(game: Game) -> State:
    """Return the state before the first reveal."""
    return opening(game)


def options(state: State) -> Iterator[Choice]:
    """Return every legal choice for the open decision, the plainest first; none when the game is over.

    Choices that differ only in equal copies are offered once.
    """
    return transitions.options(state)


def why_not(state: State, choice: Choice) -> str | None:
    """Return why the choice is illegal now, or None if it is legal."""
    return transitions.why_not(state, choice)


def apply(state: State, choice: Choice, *, ask: Asked = ()) -> State:
    """Return the state after the choice; raise ``IllegalChoice`` with the reason if it is illegal.

    Questions with a single legal answer are answered at once, except those of the types in ``ask``, so that a record
    can be checked against them.
    """
    reason = transitions.why_not(state, choice)
    if reason is not None:
        raise IllegalChoice(reason)
    draft = Draft(state)
    transitions.act(draft, choice, ask)
    return draft.freeze()


def advance(state: State, *, before: int | None = None) -> State:
    """Return the state after revealing card after card, without skills.

    Stops in the gap before that reveal, at the first open decision, or at the end. For speed, no events are
    recorded.
    """
    draft = Draft(state, record_events=False)
    transitions.reveal_on(draft, len(state.story) + state.revealed + 1 if before is None else before)
    return draft.freeze()
