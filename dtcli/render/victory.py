"""How a game is won, in words, and what a position still misses; the engine says what counts (R8, R9)."""

from dtcli.english import agree, and_list, plural
from dtcli.render.events import EFFECTS
from dtcli.render.terminal import safe
from dtcli.rules.cards import Adventure
from dtcli.rules.score import VictoryCondition, open_conditions, victory_conditions
from dtcli.rules.state import State

_THE_ADVENTURE = "the adventure"


def to_win(goal: int | None, adventure: Adventure | None) -> str:
    """Return what wins a game, as a command; empty if there is nothing to win.

    >>> to_win(10, None)
    'complete 10 missions'
    """
    complete, hold = _to_complete_and_hold(goal, adventure)
    parts = (complete and f"complete {complete}", hold and f"hold {hold} at the end")
    return ", and ".join(filter(None, parts)) + _optional(adventure)


def to_win_in_short(goal: int | None, adventure: Adventure | None) -> str:
    """Return what wins a game in few words: ``7 missions and the adventure; end with cup and book``."""
    complete, hold = _to_complete_and_hold(goal, adventure)
    return "; ".join(filter(None, (complete, hold and f"end with {hold}"))) + _optional(adventure)


def _to_complete_and_hold(goal: int | None, adventure: Adventure | None) -> tuple[str, str]:
    """Return what must be completed, and what must be held; each may be empty."""
    conditions = victory_conditions(goal, adventure)
    complete = and_list((_name(one, one.needed) for one in conditions if one.kind is None), none="")
    hold = and_list((_name(one, one.needed) for one in conditions if one.kind is not None), none="")
    return complete, hold


def _optional(adventure: Adventure | None) -> str:
    return "" if adventure is None or adventure.scroll.complete else f"; {_THE_ADVENTURE} is optional"


def still_to_win(state: State) -> str:
    """Return what a position still misses: ``4 more missions, the adventure and cup``; empty if it is enough."""
    return and_list(
        (_name(one, one.needed - one.reached(state), "more mission") for one in open_conditions(state)), none=""
    )


def still_besides_missions(state: State) -> str:
    """Return what a position still misses besides missions: ``the adventure, cup``."""
    others = [one for one in open_conditions(state) if one.adventure is not None or one.kind is not None]
    return ", ".join(_name(one, one.needed - one.reached(state)) for one in others)


def standing(state: State) -> str:
    """Return what is still missing to win, as a sentence; empty if there is nothing to win."""
    if not victory_conditions(state.game.goal, state.game.adventure):
        return ""
    return f"Still missing to win: {missing}." if (missing := still_to_win(state)) else "Nothing is missing to win."


def reputation(adventure: Adventure) -> str:
    """Return when the adventure card can be played (V1)."""
    below = adventure.scroll.reputation
    if not below:
        return "at any time"
    return f"once {plural(below, 'mission')} {agree(below, 'has', 'have')} been played, completed later or not"


def winning_sentences(goal: int | None, adventure: Adventure | None) -> list[str]:
    """Return how a game is won; of an adventure also what its scroll says."""
    won = to_win(goal, adventure)
    return [f"To win, {won}." if won else "There is no goal: complete as many missions as you can.",
            *(scroll_sentences(adventure) if adventure is not None else ())]  # fmt: skip


def scroll_sentences(adventure: Adventure) -> list[str]:
    """Return when the adventure card can be played, what it does, and which missions are in the game."""
    return [
        f"The adventure card can be played {reputation(adventure)}.",
        f"Once it is completed: {EFFECTS[adventure.effect]}.",
        f"The missions of this adventure are {' '.join(map(safe, adventure.scroll.missions))}.",
    ]


def _name(condition: VictoryCondition, n: int, mission: str = "mission") -> str:
    if condition.adventure is not None:
        return _THE_ADVENTURE
    if condition.kind is not None:
        return safe(condition.kind) if n == 1 else f"{n} {safe(condition.kind)}"
    return plural(n, mission)
