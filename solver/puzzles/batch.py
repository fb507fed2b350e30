"""Generates many puzzles, each from its own seed, in order, and the same for any number of workers."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli import __version__
from dtcli.formats.card_sets import DEFAULT_CARD_SET, find_cards
from dtcli.formats.limits import USUAL_TRIES
from dtcli.formats.names import Names
from dtcli.formats.puzzle.file import puzzle_entry
from dtcli.formats.puzzle.ids import NEWEST_GENERATOR, full_id
from dtcli.rules.resolution import start
from solver.line_notes import notes_of
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.first_generator.generation import first_make
from solver.puzzles.first_generator.grades import FirstDifficulty
from solver.puzzles.generation import make
from solver.puzzles.judging import GeneratedPuzzle, Rejection, Watch, ignore
from solver.puzzles.recorded import as_recorded
from solver.puzzles.tally import RejectionTally
from solver.puzzles.titles import first_title, title_of

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile

MOST_REPEATS = 20


class PuzzleRequest(NamedTuple):
    """A request for one puzzle."""

    requirements: PuzzleRequirements
    seed: str
    cards: str = DEFAULT_CARD_SET
    generator: int = NEWEST_GENERATOR


class RequestResult(NamedTuple):
    """The puzzle for a request as the content of a file, if one was found, and the rejected positions."""

    request: PuzzleRequest
    puzzle: "PuzzleFile | None"
    rejected: Counter[Rejection]


def fulfil(request: PuzzleRequest, *, tries: int = USUAL_TRIES, watch: Watch = ignore) -> RequestResult:
    """Generate one puzzle."""
    names = find_cards(request.cards, None).names
    assert names is not None, "the card set has been looked at before"
    generate = first_make if request.generator == 1 else make
    made = generate(names.cards, request.requirements, request.seed, tries=tries, watch=watch)
    if isinstance(made, GeneratedPuzzle):
        return RequestResult(request, entry_of(made, names, request.seed), made.tries)
    return RequestResult(request, None, made)


def entry_of(made: GeneratedPuzzle, names: Names, seed: str) -> "PuzzleFile":
    """Return a generated puzzle as the content of a file."""
    choices = [choice for way in made.lines.solution for choice in way.choices]
    is_first = isinstance(made.difficulty, FirstDifficulty)
    more: dict[str, Any] = {
        "title": first_title(made.themes, seed) if is_first else title_of(made.themes, seed),
        "unique": True,
        "difficulty": as_recorded(made.difficulty),
        "themes": list(made.themes),
        "seed": seed,
        "generator": f"dtcli {__version__}" if is_first else f"dtcli {__version__}, generator {NEWEST_GENERATOR}",
    }
    if made.edition is not None:
        more["edition"] = made.edition
    return puzzle_entry(made.game, made.goal, names, solution=notes_of(start(made.game), choices), **more)


class Batch:
    """Puzzles generated in the order of the requests, no position and no title twice.

    ``tally`` counts rejections as they happen, so that they are known wherever the generation stops. ``tick`` is
    called regularly meanwhile.
    """

    def __init__(
        self,
        requests: list[PuzzleRequest],
        *,
        jobs: int = 1,
        tries: int = USUAL_TRIES,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.requests = requests
        self.tally = RejectionTally(len(requests))
        self._jobs = min(jobs, len(requests))
        self._tries = tries
        self._tick = tick or _rest

    def __iter__(self) -> Iterator[RequestResult]:
        seen: set[str] = set()
        titles: set[str] = set()
        for number, first in enumerate(self._each()):
            found = first
            for again in range(1, MOST_REPEATS):
                if found.puzzle is None or not (_untitled(found.puzzle) in seen or found.puzzle["title"] in titles):
                    break
                self.tally.watch(number)(Rejection.REPEATED)
                rejected = found.rejected + Counter({Rejection.REPEATED: 1})
                found = self._fulfil(number, first.request._replace(seed=f"{first.request.seed}.{again}"))
                found = found._replace(rejected=rejected + found.rejected)
            if found.puzzle is not None:
                seen.add(_untitled(found.puzzle))
                titles.add(found.puzzle["title"])
            yield found

    def _each(self) -> Iterator[RequestResult]:
        """Generate the puzzles, several at a time; if the caller stops iterating, the workers end at once."""
        if self._jobs <= 1:
            for number, request in enumerate(self.requests):
                yield self._fulfil(number, request)
            return
        from solver.puzzles.workers import in_parallel  # noqa: PLC0415  (multiprocessing takes a moment to load)

        yield from in_parallel(self.requests, self.tally, jobs=self._jobs, tries=self._tries, tick=self._tick)

    def _fulfil(self, number: int, request: PuzzleRequest) -> RequestResult:
        count = self.tally.watch(number)

        def watch(rejection: Rejection) -> None:
            count(rejection)
            self._tick()

        return fulfil(request, tries=self._tries, watch=watch)


def fulfil_all(requests: list[PuzzleRequest], *, jobs: int = 1) -> Iterator[RequestResult]:
    """Generate puzzles in the order of the requests, none of them twice."""
    return iter(Batch(requests, jobs=jobs))


def _rest() -> None:
    """Do nothing between two positions."""


def _untitled(puzzle: "PuzzleFile") -> str:
    """Return the full id of a puzzle without its title."""
    return full_id(cast("PuzzleFile", {key: value for key, value in puzzle.items() if key != "title"}))
