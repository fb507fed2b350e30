"""``dtcli puzzle new``: make puzzles, with proof of their properties."""

import sys
import time
from collections import Counter
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any

import typer

from dtcli.commands.options import Force, PuzzlesAsJson
from dtcli.commands.output import fail, json_line, result_printer
from dtcli.commands.play_options import new_seed
from dtcli.commands.puzzle.new_options import checked_seed, findable_card_set, requirements_from_options
from dtcli.commands.puzzle.show import print_puzzle
from dtcli.commands.saving import new_file, save
from dtcli.english import plural
from dtcli.exit_codes import ExitCode
from dtcli.formats.card_sets import DEFAULT_CARD_SET
from dtcli.formats.json.writer import to_json
from dtcli.formats.limits import USUAL_TRIES
from dtcli.formats.puzzle.file import check_puzzle, puzzle_document
from dtcli.formats.puzzle.ids import NEWEST_GENERATOR, ShortId, full_id
from dtcli.formats.writing import puzzle_fault
from dtcli.render.messages import print_message
from dtcli.render.progress import ProgressLine
from dtcli.signals import stop_search_on_interrupt
from solver.puzzles.batch import Batch, PuzzleRequest, RequestResult
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.judging import Rejection

_RELAX = "relax the options, try another --seed, or look at more positions with --tries"
EXAMPLE = "dtcli puzzle new --grade 1 --seed cellar"
MOST_PUZZLES, MOST_JOBS, MOST_TRIES = 10_000, 64, 1_000_000
_REASONS_SHOWN = 3
BETWEEN_UPDATES = 0.2
"""Seconds between two updates of the progress line."""


def run(  # noqa: PLR0913  (one for each option)
    *,
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="N", min=1, max=5, help="How hard, 1 to 5; default: 2.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="Make the same puzzle everywhere; default: random.")
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, max=MOST_PUZZLES, help="How many.")] = 1,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="A theme that it must have.")] = None,
    heroes: Annotated[
        str | None, typer.Option("--heroes", metavar="NAMES", help="Heroes that it must need, separated by commas.")
    ] = None,
    missions: Annotated[
        int | None, typer.Option("--missions", metavar="N", min=2, max=12, help="The number of missions.")
    ] = None,
    max_cards: Annotated[
        int | None, typer.Option("--max-cards", metavar="N", min=2, max=60, help="The most cards in its story.")
    ] = None,
    goal_kind: Annotated[
        str, typer.Option("--goal-kind", metavar="KIND", help="most, missions, whole, mission or fewest-skills.")
    ] = "most",
    card_set: Annotated[
        str | None, typer.Option("--card-set", metavar="SET", help="Use the missions of another card set.")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, max=MOST_JOBS, help="How many to make at the same time.")
    ] = 1,
    tries: Annotated[
        int,
        typer.Option(
            "--tries", metavar="N", min=1, max=MOST_TRIES, help="Give up after this many positions for a puzzle."
        ),
    ] = USUAL_TRIES,
    why: Annotated[bool, typer.Option("--why", help="Print how many positions were refused, and why.")] = False,
    as_json: PuzzlesAsJson = False,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save as .json, or several as .ndjson.")
    ] = None,
    force: Force = False,
) -> None:
    """Make puzzles: solvable, with one answer, no card too many, as hard as requested.

    The same seed gives the same puzzle on every machine. Ctrl-C keeps what was found.
    """
    requirements = requirements_from_options(
        grade=grade, theme=theme, heroes=heroes, missions=missions, max_cards=max_cards, goal_kind=goal_kind
    )
    cards = findable_card_set(card_set, requirements)
    target = None if write is None else _target(write, count, force=force)
    word = new_seed() if seed is None else checked_seed(seed)
    seeds = [word] if count == 1 else [f"{word}-{n}" for n in range(1, count + 1)]
    has_short_id = _has_short_id(requirements, cards)
    if has_short_id:
        seeds = [str(ShortId(requirements.grade or 0, one, NEWEST_GENERATOR)) for one in seeds]
    requests = [PuzzleRequest(requirements, one, cards) for one in seeds]
    search = _PuzzleSearch(requests, jobs=jobs, tries=tries, as_json=as_json, has_short_id=has_short_id)
    interrupted = search.run()
    found, refused = search.found, search.batch.tally.total()
    if target is not None and found:
        _save(target, found, force=force)
    if why or (len(found) < count and not interrupted):
        _print_refusals(refused, len(found))
    if interrupted:
        print_message(f"interrupted: {len(found)} of {count} found")
        raise typer.Exit(ExitCode.INTERRUPTED)
    if len(found) < count:
        what = f"{count - len(found)} of {plural(count, 'puzzle')} not" if found else "no puzzle"
        fail(f"{what} found among {plural(refused.total() + len(found), 'position')}", _RELAX, ExitCode.LIMIT)


def _has_short_id(requirements: PuzzleRequirements, card_set: str) -> bool:
    """Return whether grade and seed determine the puzzle, because no other option is used."""
    return requirements == PuzzleRequirements(grade=requirements.grade) and card_set == DEFAULT_CARD_SET


def _target(name: str, count: int, *, force: bool) -> Path:
    path = new_file(name, force=force)
    if path.suffix not in (".json", ".ndjson", ".jsonl"):
        fail(f"'{name}' is not a file name for puzzles", "end it with .json, or with .ndjson for several")
    if count > 1 and path.suffix == ".json":
        fail("a .json file holds one puzzle", "end the name with .ndjson")
    return path


class _PuzzleSearch:
    """Makes puzzles, prints each as soon as it is found, and shows progress on a terminal."""

    def __init__(
        self, requests: list[PuzzleRequest], *, jobs: int, tries: int, as_json: bool, has_short_id: bool
    ) -> None:
        self.batch = Batch(requests, jobs=jobs, tries=tries, tick=self._update_progress)
        self.found: list[Any] = []
        text = _print_whole if len(requests) == 1 else _print_briefly
        self._print = result_printer(as_json=as_json, text=text, json=_json_line)
        self._has_short_id = has_short_id
        self._line = ProgressLine.on_terminal()
        self._begun = self._updated = time.monotonic()

    def run(self) -> bool:
        """Make the puzzles; return whether Ctrl-C ended it."""
        try:
            with stop_search_on_interrupt():
                for result in self.batch:
                    self._clear_progress()
                    self._show(result)
        except KeyboardInterrupt:
            return True
        finally:
            self._clear_progress()
        return False

    def _show(self, result: RequestResult) -> None:
        if result.puzzle is None:
            print_message(f"nothing found for {result.request.seed}")
            return
        self.found.append(result.puzzle)
        # the puzzle of a short id is searched with the default --tries
        findable = self._has_short_id and result.rejected.total() < USUAL_TRIES
        self._print(result, result.request.seed if findable else None)
        sys.stdout.flush()

    def _update_progress(self) -> None:
        now = time.monotonic()
        if self._line is None or now - self._updated < BETWEEN_UPDATES:
            return
        self._updated = now
        refused, found, requested = self.batch.tally.total(), len(self.found), len(self.batch.requests)
        reasons = ", ".join(f"{n} {reason.value}" for reason, n in refused.most_common(_REASONS_SHOWN))
        said = f"{now - self._begun:.0f} s: {refused.total()} refused, {found} of {requested} found"
        width = get_terminal_size().columns - len(" (Ctrl-C to stop)") - 1
        self._line.show(f"{said}: {reasons}"[:width] if reasons else said)

    def _clear_progress(self) -> None:
        if self._line is not None:
            self._line.clear()


def _json_line(result: RequestResult, short_id: str | None) -> str:
    puzzle: Any = result.puzzle
    refused = {reason.name.lower(): n for reason, n in sorted(result.rejected.items())}
    return json_line({"id": full_id(puzzle), "short_id": short_id, "puzzle": puzzle, "refused": refused})


def _print_whole(result: RequestResult, short_id: str | None) -> None:
    """Print the only puzzle as ``dtcli puzzle show`` does."""
    assert result.puzzle is not None
    print_puzzle(check_puzzle(puzzle_document(result.puzzle)), solution=False, themes=True)
    if short_id:
        typer.echo(f"short id: {short_id}")


def _print_briefly(result: RequestResult, short_id: str | None) -> None:
    """Print one of several puzzles in two lines."""
    puzzle: Any = result.puzzle
    typer.echo(f"grade {puzzle['difficulty']['grade']}  {puzzle['title']:<30}  {short_id or ''}")
    typer.echo(f"  {full_id(puzzle)}")


def _save(path: Path, found: list[Any], *, force: bool) -> None:
    single = path.suffix == ".json"
    text = to_json(found[0]) if single else "".join(map(json_line, found))
    save(path, text, force=force, fault=puzzle_fault)


def _print_refusals(refused: Counter[Rejection], found: int) -> None:
    """Print how many positions were examined, how many became puzzles, and why the others were refused."""
    print_message(f"{plural(refused.total() + found, 'position')}, {plural(found, 'puzzle')}; refused:")
    for reason in Rejection:
        if refused[reason]:
            print_message(f"{refused[reason]:>6}  {reason.value}")
