"""``dtcli puzzle new``: puzzles that nobody has seen, with proof of what they are."""

import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.commands.common import Exit, Force, fail, new_file, save, say
from dtcli.commands.puzzle.new_options import card_set_of, checked_seed, wishes_of
from dtcli.formats.limits import USUAL_TRIES
from dtcli.signals import EXIT_INTERRUPTED, stop_search_on_interrupt

if TYPE_CHECKING:
    from solver.puzzles.batch import PuzzleRequest, RequestResult
    from solver.puzzles.candidates import Wishes
    from solver.puzzles.generation import Rejection

_RELAX = "relax the options, take another --seed, or look at more positions with --tries"
EXAMPLE = "dtcli puzzle new --grade 1 --seed cellar"
MOST_PUZZLES, MOST_JOBS, MOST_TRIES = 10_000, 64, 1_000_000
BETWEEN_TICKS = 0.2
"""Seconds between two looks at how it goes."""


def run(  # noqa: PLR0913  (one for each option)
    *,
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="N", min=1, max=5, help="How hard, 1 to 5; 2 if not said.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="The same puzzle everywhere; by chance if not said.")
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, max=MOST_PUZZLES, help="How many.")] = 1,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="What it must be about.")] = None,
    heroes: Annotated[
        str | None, typer.Option("--heroes", metavar="NAMES", help="Heroes that are needed, with commas.")
    ] = None,
    missions: Annotated[
        int | None, typer.Option("--missions", metavar="N", min=2, max=12, help="How many missions it has.")
    ] = None,
    most_cards: Annotated[
        int | None, typer.Option("--cards", metavar="N", min=2, max=60, help="How many cards its story has at most.")
    ] = None,
    goal_kind: Annotated[
        str, typer.Option("--goal-kind", metavar="KIND", help="most, missions, whole, mission or fewest-skills.")
    ] = "most",
    card_set_path: Annotated[
        str | None, typer.Option("--card-set", metavar="SET", help="Missions of another card set.")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, max=MOST_JOBS, help="How many are made at a time.")
    ] = 1,
    tries: Annotated[
        int,
        typer.Option(
            "--tries", metavar="N", min=1, max=MOST_TRIES, help="Give up after so many positions for a puzzle."
        ),
    ] = USUAL_TRIES,
    why: Annotated[bool, typer.Option("--why", help="Tell how many positions were refused, and why.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per puzzle.")] = False,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save as .json, or several as .ndjson.")
    ] = None,
    force: Force = False,
) -> None:
    """Make puzzles: solvable, with one answer, no card too many, as hard as asked for.

    The same seed gives the same puzzle on every machine. Ctrl-C keeps what was found.
    """
    wishes = wishes_of(grade, theme, heroes, missions, most_cards, goal_kind)
    cards = card_set_of(card_set_path, wishes)
    target = None if write is None else _target(write, count, force=force)
    from dtcli.commands.play_options import new_seed  # noqa: PLC0415
    from dtcli.english import plural  # noqa: PLC0415
    from solver.puzzles.batch import PuzzleRequest  # noqa: PLC0415

    word = new_seed() if seed is None else checked_seed(seed)
    words = [word] if count == 1 else [f"{word}-{n}" for n in range(1, count + 1)]
    plain = _is_plain(wishes, cards)
    orders = [PuzzleRequest(wishes, f"grade{wishes.grade}#{one}" if plain else one, cards) for one in words]
    making = _Making(orders, jobs=jobs, tries=tries, as_json=as_json, plain=plain)
    interrupted = making.run()
    found, refused = making.found, making.batch.tally.total()
    if target is not None and found:
        _save(target, found, force=force)
    if why or (len(found) < count and not interrupted):
        _tell_why(refused, len(found))
    if interrupted:
        say(f"interrupted: {len(found)} of {count} found")
        raise typer.Exit(EXIT_INTERRUPTED)
    if len(found) < count:
        what = f"{count - len(found)} of {plural(count, 'puzzle')} not" if found else "no puzzle"
        fail(f"{what} found among {plural(refused.total() + len(found), 'position')}", _RELAX, Exit.LIMIT)


def _is_plain(wishes: "Wishes", cards: str) -> bool:
    """Return whether grade and seed tell all there is to tell, so that the short id gives the same puzzle."""
    from dtcli.formats.card_sets import DEFAULT_CARD_SET  # noqa: PLC0415

    return wishes == type(wishes)(grade=wishes.grade) and cards == DEFAULT_CARD_SET


def _target(name: str, count: int, *, force: bool) -> Path:
    path = new_file(name, force=force)
    if path.suffix not in (".json", ".ndjson", ".jsonl"):
        fail(f"'{name}' is no name for a puzzle", "end it with .json, or with .ndjson for several")
    if count > 1 and path.suffix == ".json":
        fail("a .json file holds one puzzle", "end the name with .ndjson")
    return path


class _Making:
    """The making of puzzles: it prints each as it is found, and on a terminal tells how it goes."""

    def __init__(self, orders: "list[PuzzleRequest]", *, jobs: int, tries: int, as_json: bool, plain: bool) -> None:
        from dtcli.render.progress import ProgressLine  # noqa: PLC0415
        from solver.puzzles.batch import Batch  # noqa: PLC0415

        self.batch = Batch(orders, jobs=jobs, tries=tries, tick=self._tick)
        self.found: list[Any] = []
        self._as_json, self._plain = as_json, plain
        self._line = ProgressLine.on_terminal()
        self._begun = self._shown = time.monotonic()

    def run(self) -> bool:
        """Make the puzzles; return whether Ctrl-C ended it."""
        try:
            with stop_search_on_interrupt():
                self._deliver()
        except KeyboardInterrupt:
            return True
        finally:
            self._clear()
        return False

    def _deliver(self) -> None:
        for delivery in self.batch:
            self._clear()
            if delivery.puzzle is None:
                say(f"nothing found for {delivery.order.seed}")
                continue
            self.found.append(delivery.puzzle)
            _print(delivery, as_json=self._as_json, plain=self._plain, alone=len(self.batch.orders) == 1)

    def _tick(self) -> None:
        now = time.monotonic()
        if self._line is None or now - self._shown < BETWEEN_TICKS:
            return
        self._shown = now
        refused, found, asked = self.batch.tally.total().total(), len(self.found), len(self.batch.orders)
        self._line.show(f"{now - self._begun:.0f} s: {refused} refused, {found} of {asked} found")

    def _clear(self) -> None:
        if self._line is not None:
            self._line.clear()


def _print(delivery: "RequestResult", *, as_json: bool, plain: bool, alone: bool) -> None:
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.formats.puzzle.ids import full_id  # noqa: PLC0415

    puzzle: Any = delivery.puzzle
    is_usual = plain and delivery.refused.total() < USUAL_TRIES  # a short id is not searched for any longer
    short, full = delivery.order.seed if is_usual else None, full_id(puzzle)
    if as_json:
        refused = {reason.name.lower(): n for reason, n in sorted(delivery.refused.items())}
        sys.stdout.write(compact({"id": full, "short_id": short, "puzzle": puzzle, "refused": refused}) + "\n")
    elif alone:
        from dtcli.commands.puzzle.show import show  # noqa: PLC0415
        from dtcli.formats.puzzle.file import check_puzzle, puzzle_document  # noqa: PLC0415

        show(check_puzzle(puzzle_document(puzzle)), solution=False)
        if short:
            typer.echo(f"short id: {short}")
    else:
        typer.echo(f"grade {puzzle['difficulty']['grade']}  {puzzle['title']:<30}  {short or ''}")
        typer.echo(f"  {full}")
    sys.stdout.flush()


def _save(path: Path, found: list[Any], *, force: bool) -> None:
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.formats.json.writer import to_json  # noqa: PLC0415
    from dtcli.formats.writing import puzzle_fault  # noqa: PLC0415

    one = path.suffix == ".json"
    text = to_json(found[0]) if one else "".join(compact(puzzle) + "\n" for puzzle in found)
    save(path, text, force=force, fault=puzzle_fault)


def _tell_why(refused: "Counter[Rejection]", found: int) -> None:
    """Print how many positions were looked at, how many became puzzles, and why the others did not."""
    from dtcli.english import plural  # noqa: PLC0415
    from solver.puzzles.generation import Rejection  # noqa: PLC0415

    say(f"{plural(refused.total() + found, 'position')}, {plural(found, 'puzzle')}; refused:")
    for reason in Rejection:
        if refused[reason]:
            say(f"{refused[reason]:>6}  {reason.value}")
