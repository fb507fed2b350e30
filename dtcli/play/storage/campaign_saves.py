"""The saves of campaigns on disk: read, changed and set aside so that nothing is ever torn, overwritten or lost.

A change is made to what is on disk at that moment, under a lock, and written whole. A save that makes no sense is moved
aside, and whoever asked for it is told.
"""

from collections.abc import Callable
from pathlib import Path

from dtcli.formats.bounded_reading import open_file
from dtcli.formats.campaign import OTHER, ReadSave, read_save, save_text
from dtcli.formats.limits import LARGEST_SAVE
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.schema import CampaignFile
from dtcli.formats.writing import UnreadableError, write_readable
from dtcli.play.storage import campaign
from dtcli.play.storage.folders import Calendar, Folders, local_time
from dtcli.play.storage.locks import lock

SUFFIX = ".json"
Change = Callable[[CampaignFile], CampaignFile]


class UnusableError(Exception):
    """A save that cannot be used; ``problems`` tell why, and where it is now."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems[0].message)
        self.problems = problems


class MissingError(Exception):
    """There is no campaign of this name."""


class ExistsError(Exception):
    """There is a campaign of this name already."""


class Saves:
    """The campaigns of one home."""

    def __init__(self, folders: Folders, *, calendar: Calendar = local_time) -> None:
        self.folder = folders.campaigns
        self._calendar = calendar

    def path_of(self, name: str) -> Path:
        """Return where the save of a campaign lies, or would lie."""
        return self.folder / f"{campaign.stem_of(name)}{SUFFIX}"

    def all(self) -> tuple[list[CampaignFile], list[Problem]]:
        """Return all campaigns, the one begun first in front, and what is wrong with those that cannot be read."""
        saves: list[CampaignFile] = []
        problems: list[Problem] = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            if "." in path.stem:  # set aside
                continue
            read = self._read(path)
            if read.is_damaged:
                with lock(_lock_of(path)):
                    read = self._with_damage_set_aside(path)
            if read.save is not None and self.path_of(read.save["name"]) == path:  # else somebody's copy
                saves.append(read.save)
            problems += read.problems
        return sorted(saves, key=lambda save: save["created"]), problems

    def load(self, name: str) -> CampaignFile:
        """Return a campaign; raises ``MissingError`` or ``UnusableError``."""
        path = self.path_of(name)
        if not path.exists():  # nothing to lock either
            raise MissingError(name)
        with lock(_lock_of(path)):
            return self._load(path, name)

    def create(self, save: CampaignFile) -> CampaignFile:
        """Write the save of a new campaign; raises ``ExistsError``."""
        path = self.path_of(save["name"])
        with lock(_lock_of(path)):
            if path.exists():
                read = self._with_damage_set_aside(path)
                if read.save is not None:
                    raise ExistsError(save["name"])
                raise UnusableError(read.problems)  # nothing is done silently, not even making room
            _write(path, save)
        return save

    def change(self, name: str, how: Change) -> CampaignFile:
        """Change a campaign as it is on disk now, and return it; a change that changes nothing is not written."""
        path = self.path_of(name)
        with lock(_lock_of(path)):
            before = self._load(path, name)
            after = how(before)
            if after == before:
                return before
            after = {**after, "revision": before["revision"] + 1, "changed": self._now()}
            _write(path, after)
        return after

    def reset(self, name: str) -> tuple[CampaignFile, Path]:
        """Begin a campaign anew; return it, and where its old save is kept."""
        path = self.path_of(name)
        with lock(_lock_of(path)):
            before = self._load(path, name)
            aside = _free(path, "before")
            _write(aside, before)
            after = campaign.begun_again(before, at=self._now())
            _write(path, after)
        return after, aside

    def _now(self) -> str:
        return self._calendar().isoformat(timespec="seconds")

    def _load(self, path: Path, name: str) -> CampaignFile:
        if not path.exists():
            raise MissingError(name)
        read = self._with_damage_set_aside(path)
        if read.save is None:
            raise UnusableError(read.problems)
        found = read.save["name"]
        if self.path_of(found) != path:
            message = f"it is the save of {quoted(found)}, under the name of another campaign"
            raise UnusableError((Problem(OTHER, message, "/name", file=str(path)),))
        return read.save

    @staticmethod
    def _read(path: Path) -> ReadSave:
        try:
            with open_file(path) as file:
                return read_save(file.read(LARGEST_SAVE + 1), file=str(path))
        except FileNotFoundError:  # another process has set it aside, and told its user
            return ReadSave(None)
        except OSError as error:
            return ReadSave(None, (Problem("DT101", f"cannot be read: {error.strerror or error}", file=str(path)),))

    def _with_damage_set_aside(self, path: Path) -> ReadSave:
        """Read a save; one that is damaged gets another name, so that it is not written over."""
        read = self._read(path)
        if not read.is_damaged:
            return read
        aside = _free(path, "damaged")
        path.rename(aside)
        hint = f"it is kept as {aside.name}; `dtcli campaign new` begins anew"
        return ReadSave(None, tuple(problem._replace(hint=hint, file=str(aside)) for problem in read.problems))


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _free(path: Path, why: str) -> Path:
    """Return the first name for a save that is set aside which no other has."""
    n = 1
    while (aside := path.with_name(f"{path.stem}.{why}-{n}{SUFFIX}")).exists():
        n += 1
    return aside


def _write(path: Path, save: CampaignFile) -> None:
    """Write a save and read it back; raises ``UnusableError``, and writes nothing, if it could not be read."""

    def fault(content: bytes) -> str | None:
        read = read_save(content, file=str(path))
        return None if read.save == save else read.problems[0].message if read.problems else "it reads differently"

    try:
        write_readable(path, save_text(save), fault)
    except UnreadableError as error:
        message = f"the save is not written, since it could not be read again: {error}"
        raise UnusableError((Problem("DT103", message, file=str(path)),)) from None
