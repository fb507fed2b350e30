"""Puzzles on the whole terminal: each is opened for the screen, and another unsolved one follows it."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from dtcli.commands import dates
from dtcli.commands.puzzle.names import NEXT
from dtcli.commands.terminals import restore_terminal_name
from dtcli.formats.names import Names
from dtcli.formats.puzzle.daily import daily_ids
from dtcli.formats.puzzle.file import CheckedPuzzle, check_puzzle, read_puzzles
from dtcli.formats.puzzle.identity import digest_of
from dtcli.formats.puzzle.packs import Pack, packs
from dtcli.play.puzzle.facts import day_of, playable
from dtcli.play.puzzle.game import PuzzleGame
from dtcli.play.puzzle.opened import OpenedPuzzle
from dtcli.play.puzzle.report import SolvedReport, report_of
from dtcli.play.puzzle.session import PuzzleSession, new_result
from dtcli.play.storage.puzzle_results import ResultsStore, StoredResults


class _Followers(NamedTuple):
    """The names of the puzzles that may follow another, and what is said if all of them are solved."""

    names: Iterator[str]
    if_none: str


class PuzzleSeries:
    """Opens puzzles for the screen, and remembers those that were opened."""

    def __init__(self, names: Names | None, store: ResultsStore | None, *, asked: str) -> None:
        """``asked`` is the name that was typed: ``next`` goes on to other packs."""
        self.opened: list[OpenedPuzzle] = []
        self._names = names
        self._store = store
        self._leaves_pack = asked.strip().casefold() == NEXT

    def play(self, checked: CheckedPuzzle, name: str) -> None:
        """Solve a puzzle and those that follow; raises ``KeyboardInterrupt`` when a signal ends it."""
        restore_terminal_name()
        from dtcli.play.tui.puzzle_app import run_puzzles  # noqa: PLC0415  (Textual reads the environment when it is loaded)

        run_puzzles(self.open(checked, name))

    def open(self, checked: CheckedPuzzle, name: str) -> OpenedPuzzle:
        """Return a valid puzzle for the screen."""
        session = PuzzleSession(new_result(checked), self._store)

        def find_report() -> SolvedReport:
            return report_of(checked, session.result, self.stored().puzzles, today=dates.today())

        game = PuzzleGame(playable(checked, name), session=session)
        opened = OpenedPuzzle(game, find_report, lambda: self._next(checked, name))
        self.opened.append(opened)
        return opened

    def stored(self) -> StoredResults:
        """Return the results that were kept."""
        return StoredResults() if self._store is None else self._store.read()

    def _next(self, checked: CheckedPuzzle, name: str) -> OpenedPuzzle | str:
        """Return the next puzzle that is not solved, or why there is none."""
        found, solved = self._followers(checked, name), self.stored().solved | {digest_of(checked)}
        for follower in found.names:
            for document in read_puzzles([follower]):
                other = check_puzzle(document, self._names)
                if other.is_valid and digest_of(other) not in solved:
                    return self.open(other, follower)
        return found.if_none

    def _followers(self, checked: CheckedPuzzle, name: str) -> _Followers:
        pack = next((one for one in packs() if name in one.files().values()), None)
        day = day_of(checked)
        if pack is not None:
            none = (
                "Every other puzzle of the collection is solved."
                if self._leaves_pack
                else (f"Every other puzzle of the pack {pack.id} is solved. `dtcli puzzle list` shows the packs.")
            )
            return _Followers(_after(pack, name, leaves_pack=self._leaves_pack), none)
        if day is not None:
            later = _days_after(date.fromisoformat(day), dates.today())
            return _Followers(later, "No later puzzle of the day is left; the next one comes tomorrow.")
        return _Followers(iter(()), "No puzzle follows this one, because it belongs to no pack and no day.")


def _after(pack: Pack, name: str, *, leaves_pack: bool) -> Iterator[str]:
    """Yield the other puzzles of a pack, those after this one first, and then perhaps those of the other packs."""
    files = list(pack.files().values())
    at = files.index(name)
    yield from (*files[at + 1 :], *files[:at])
    if leaves_pack:
        every = packs()
        here = every.index(pack)
        for other in (*every[here + 1 :], *every[:here]):
            yield from other.files().values()


def _days_after(day: date, today: date) -> Iterator[str]:
    """Yield the puzzles of later days that ship, up to today's."""
    ids = daily_ids()
    yield from (ids[one] for one in sorted(ids) if day < one <= today)
