"""A position in words: counts, supply, used skills and effects in force, and the slots of the backpack."""

from collections.abc import Iterator

from dtcli.english import or_list, plural
from dtcli.render.colours import ERROR, FAINT, STRONG
from dtcli.render.events import card_name
from dtcli.render.layout import Lines
from dtcli.render.pictures.backpack import MOST_SHOWN, SLOT_WIDTH, WIDEST_SLOT, SlotContent
from dtcli.render.terminal import WIDTH, Span, safe, shortened
from dtcli.rules.heroes import HEROES
from dtcli.rules.state import State

INDENT = 5
_MARGIN = " " * INDENT


def used_skills(state: State) -> str:
    """Return which heroes have been used; empty if none."""
    used = [HEROES[hero].name for hero in state.game.heroes if hero not in state.unused]
    return f"already used: {', '.join(used)}" if used else ""


def in_force(state: State) -> Iterator[str]:
    """Return the effects that wait or last, the adventure if it is completed, and the mission that failed last."""
    if state.extra_slot:
        yield "the backpack has one extra slot until a mission is completed"
    if state.waiver:
        yield f"the next mission needs {plural(state.waiver, 'fewer item')}"
    if state.solved:
        yield "the next mission is completed without payment"
    if state.guesses:
        yield f"the next mission is completed if it lists {or_list(sorted(map(safe, state.guesses)))}"
    if state.last_failed is not None:
        yield f"the mission that failed last: {card_name(state.last_failed)}"
    if state.adventure_completed and state.game.adventure is not None:
        yield f"{card_name(state.game.adventure)} has been completed"


def status(state: State) -> str:
    """Return the counts: missions, slots, supply."""
    goal = f" (goal {state.game.goal})" if state.game.goal is not None else ""
    slots = f"slots {state.slots} of {state.limit}"
    return f"done {state.completed}{goal}   failed {state.failed}   {slots}   {supply(state)}"


def supply(state: State) -> str:
    """Return how many tokens are left, and of which kinds some are gone."""
    full = {kind: info.tokens for kind, info in state.game.kinds.items()}
    gone = [f"{safe(kind)} {state.supply[kind]}" for kind, n in full.items() if state.supply[kind] != n]
    return f"supply {len(state.supply)}" + (f": {', '.join(gone)}" if gone else "")


def slot_lines(cells: list[SlotContent], state: State, page: int = WIDTH) -> Lines:
    """Return the backpack as two lines: the kind in each slot, and its copies; twice as many if the page is narrow."""
    room = page - INDENT - 1
    width = min(WIDEST_SLOT, max(SLOT_WIDTH, room // max(len(cells), MOST_SHOWN) - 1))
    rows = -(-len(cells) * (width + 1) // room)
    in_row = -(-len(cells) // max(1, rows))
    for first in range(0, len(cells), max(1, in_row)):
        names: list[Span] = [_MARGIN]
        pips: list[Span] = [_MARGIN]
        for place, cell in list(enumerate(cells))[first : first + in_row]:
            over = place >= state.limit
            style = ERROR if over else STRONG if cell.changed and cell.kind else ""
            names += ["│", (f"{shortened(safe(cell.kind or ''), width):<{width}}", style)]
            pips += ["│", (f"{cell.pips if cell.kind else '·':<{width}}", style if cell.kind else FAINT)]
        yield (*names, "│")
        yield (*pips, "│")
