"""What the name of a puzzle on the command line means: a file, an id, a title, ``first-steps/05``, ``today``."""

import os

from dtcli.commands import dates
from dtcli.commands.output import fail
from dtcli.commands.puzzle.daily import name_of_day
from dtcli.commands.puzzle.results import stored_results
from dtcli.exit_codes import ExitCode
from dtcli.formats.problems import quoted
from dtcli.formats.puzzle.file import check_puzzle
from dtcli.formats.puzzle.identity import digest_of
from dtcli.formats.puzzle.packs import Pack, bundled_name, packs
from dtcli.formats.suggest import did_you_mean

TODAY, DAILY, NEXT = "today", "daily/", "next"


def readable_names(names: list[str]) -> list[str]:
    """Return the names with each one that means a bundled or daily puzzle replaced by its path or id."""
    return [readable_name(name) for name in names]


def readable_name(name: str) -> str:
    """Return the path or id that a name means; a name that is not known stays, and cannot be read later.

    Files come first. Exits with an error for a day that is not a date, and if all puzzles of a pack are solved.
    """
    if os.path.lexists(name):
        return name
    word = name.strip().casefold()
    if word == TODAY:
        return name_of_day(dates.today())
    if word.startswith(DAILY):
        return name_of_day(dates.day_named(word.removeprefix(DAILY)))
    if word == NEXT:
        return next_unsolved(packs())
    pack, slash, last = word.rpartition("/")
    if slash and last == NEXT:
        return next_unsolved((pack_named(pack.removeprefix("puzzles/")),))
    return bundled_name(name) or name


def pack_named(name: str) -> Pack:
    """Return a pack by its id; exit with an error if there is none."""
    found = next((pack for pack in packs() if pack.id == name.casefold()), None)
    if found is None:
        ids = [pack.id for pack in packs()]
        fail(f"there is no pack {quoted(name)}", did_you_mean(name, ids) or f"packs are {', '.join(ids)}")
    return found


def next_unsolved(chosen: tuple[Pack, ...]) -> str:
    """Return the path of the first puzzle of these packs that is not solved; exit if there is none."""
    solved = stored_results().solved
    documents = (document for pack in chosen for document in pack.puzzles())
    found = next((one.file for one in documents if digest_of(check_puzzle(one)) not in solved), None)
    if found is None:
        where = f"pack {chosen[0].id}" if len(chosen) == 1 else "the collection"
        fail(f"every puzzle of {where} is solved", "`dtcli puzzle list` shows the packs", ExitCode.NO)
    return found
