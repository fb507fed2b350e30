"""Many puzzles at once: each from a seed of its own, in order, the same for any number of workers."""

import signal
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli import __version__
from dtcli.files.library import find_cards
from dtcli.files.names import Names
from dtcli.files.puzzle_ids import full_id
from dtcli.files.puzzles import puzzle_entry
from dtcli.rules.resolution import start
from solver.answer import notes_of
from solver.puzzles.candidates import Wishes
from solver.puzzles.examine import measured_as_json
from solver.puzzles.making import MOST_TRIES, Made, Refusal, make
from solver.puzzles.titles import title_of

if TYPE_CHECKING:
    from dtcli.files.shapes import PuzzleFile

MOST_REPEATS = 20


class Order(NamedTuple):
    """One puzzle that is to be made."""

    wishes: Wishes
    seed: str
    cards: str = "house"


class Delivery(NamedTuple):
    """What came of an order: a puzzle as a file writes it, or nothing; and what was refused on the way."""

    order: Order
    puzzle: "PuzzleFile | None"
    refused: Counter[Refusal]


def deliver(order: Order, *, tries: int = MOST_TRIES) -> Delivery:
    """Make one puzzle."""
    names = find_cards(order.cards, None).names
    assert names is not None, "the card set has been looked at before"
    made = make(names.cards, order.wishes, order.seed, tries=tries)
    if isinstance(made, Made):
        return Delivery(order, entry_of(made, names, order.seed), made.tries)
    return Delivery(order, None, made)


def entry_of(made: Made, names: Names, seed: str) -> "PuzzleFile":
    """Return a made puzzle as a file writes it."""
    choices = [choice for way in made.lines.solution for choice in way.choices]
    more: dict[str, Any] = {
        "title": title_of(made.themes, seed),
        "unique": True,
        "difficulty": measured_as_json(made.difficulty),
        "themes": list(made.themes),
        "seed": seed,
        "generator": f"dtcli {__version__}",
    }
    return puzzle_entry(made.game, made.goal, names, solution=notes_of(start(made.game), choices), **more)


def deliveries(orders: list[Order], *, jobs: int = 1) -> Iterator[Delivery]:
    """Make puzzles in the order in which they are asked for, none of them twice."""
    seen: set[str] = set()
    for first in _each(orders, jobs):
        found = first
        for again in range(1, MOST_REPEATS):
            if found.puzzle is None or (name := _untitled(found.puzzle)) not in seen:
                break
            refused = found.refused + Counter({Refusal.REPEATED: 1})
            found = deliver(first.order._replace(seed=f"{first.order.seed}.{again}"))
            found = found._replace(refused=refused + found.refused)
        if found.puzzle is not None:
            seen.add(name)
        yield found


def _untitled(puzzle: "PuzzleFile") -> str:
    """Return the full id of a puzzle by any other name."""
    return full_id(cast("PuzzleFile", {key: value for key, value in puzzle.items() if key != "title"}))


def _each(orders: list[Order], jobs: int) -> Iterator[Delivery]:
    """Make the puzzles, several at a time; whoever stops asking ends the workers at once."""
    if jobs == 1 or len(orders) == 1:
        yield from map(deliver, orders)
        return
    with get_context("spawn").Pool(min(jobs, len(orders)), initializer=_leave_signals_alone) as pool:
        yield from pool.imap(deliver, orders)


def _leave_signals_alone() -> None:
    """Let Ctrl-C be a matter of whoever gave the orders."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
