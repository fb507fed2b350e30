"""Many puzzles at once: each from a seed of its own, in order, the same for any number of workers."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli import __version__
from dtcli.formats.card_sets import find_cards
from dtcli.formats.limits import USUAL_TRIES
from dtcli.formats.names import Names
from dtcli.formats.puzzle.file import puzzle_entry
from dtcli.formats.puzzle.ids import full_id
from dtcli.rules.resolution import start
from solver.puzzles.candidates import Wishes
from solver.puzzles.examination import measured_as_json
from solver.puzzles.generation import GeneratedPuzzle, Rejection, Watch, ignore, make
from solver.puzzles.tally import RejectionTally
from solver.puzzles.titles import title_of
from solver.solve import notes_of

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile

MOST_REPEATS = 20


class PuzzleRequest(NamedTuple):
    """One puzzle that is to be made."""

    wishes: Wishes
    seed: str
    cards: str = "house"


class RequestResult(NamedTuple):
    """What came of an order: a puzzle as a file writes it, or nothing; and what was refused on the way."""

    order: PuzzleRequest
    puzzle: "PuzzleFile | None"
    refused: Counter[Rejection]


def fulfil(order: PuzzleRequest, *, tries: int = USUAL_TRIES, watch: Watch = ignore) -> RequestResult:
    """Make one puzzle."""
    names = find_cards(order.cards, None).names
    assert names is not None, "the card set has been looked at before"
    made = make(names.cards, order.wishes, order.seed, tries=tries, watch=watch)
    if isinstance(made, GeneratedPuzzle):
        return RequestResult(order, entry_of(made, names, order.seed), made.tries)
    return RequestResult(order, None, made)


def entry_of(made: GeneratedPuzzle, names: Names, seed: str) -> "PuzzleFile":
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


class Batch:
    """Puzzles that are made in the order in which they are asked for, none of them twice.

    ``tally`` counts the refusals while they happen, so that they are known wherever the making stops. ``tick`` is
    called now and then while it goes on.
    """

    def __init__(
        self,
        orders: list[PuzzleRequest],
        *,
        jobs: int = 1,
        tries: int = USUAL_TRIES,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.orders = orders
        self.tally = RejectionTally(len(orders))
        self._jobs = min(jobs, len(orders))
        self._tries = tries
        self._tick = tick or _rest

    def __iter__(self) -> Iterator[RequestResult]:
        seen: set[str] = set()
        for number, first in enumerate(self._each()):
            found = first
            for again in range(1, MOST_REPEATS):
                if found.puzzle is None or (name := _untitled(found.puzzle)) not in seen:
                    break
                self.tally.watch(number)(Rejection.REPEATED)
                refused = found.refused + Counter({Rejection.REPEATED: 1})
                found = self._deliver(number, first.order._replace(seed=f"{first.order.seed}.{again}"))
                found = found._replace(refused=refused + found.refused)
            if found.puzzle is not None:
                seen.add(name)
            yield found

    def _each(self) -> Iterator[RequestResult]:
        """Make the puzzles, several at a time; a caller that stops asking ends the workers at once."""
        if self._jobs <= 1:
            for number, order in enumerate(self.orders):
                yield self._deliver(number, order)
            return
        from solver.puzzles.workers import in_parallel  # noqa: PLC0415  (multiprocessing takes a moment to load)

        yield from in_parallel(self.orders, self.tally, jobs=self._jobs, tries=self._tries, tick=self._tick)

    def _deliver(self, number: int, order: PuzzleRequest) -> RequestResult:
        count = self.tally.watch(number)

        def watch(refusal: Rejection) -> None:
            count(refusal)
            self._tick()

        return fulfil(order, tries=self._tries, watch=watch)


def fulfil_all(orders: list[PuzzleRequest], *, jobs: int = 1) -> Iterator[RequestResult]:
    """Make puzzles in the order in which they are asked for, none of them twice."""
    return iter(Batch(orders, jobs=jobs))


def _rest() -> None:
    """Do nothing between two positions."""


def _untitled(puzzle: "PuzzleFile") -> str:
    """Return the full id of a puzzle by any other name."""
    return full_id(cast("PuzzleFile", {key: value for key, value in puzzle.items() if key != "title"}))
