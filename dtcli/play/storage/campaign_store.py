"""Campaign saves on disk.

Every change is made under a lock to the current file and written atomically. A corrupt save is renamed and reported,
never overwritten.
"""

from collections.abc import Callable
from pathlib import Path

from dtcli.formats.bounded_reading import open_file
from dtcli.formats.campaign import OTHER, ReadSave, read_save, save_text
from dtcli.formats.limits import LARGEST_SAVE
from dtcli.formats.locks import lock
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.schema import CampaignFile
from dtcli.formats.writing import UnreadableError, write_readable
from dtcli.play.storage import campaign
from dtcli.play.storage.folders import Calendar, Folders, local_time

SUFFIX = ".json"
Change = Callable[[CampaignFile], CampaignFile]


class UnusableSaveError(Exception):
    """A save cannot be used; ``problems`` say why, and where it is now."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems[0].message)
        self.problems = problems


class CampaignMissingError(Exception):
    """There is no campaign of this name."""


class CampaignExistsError(Exception):
    """A campaign of this name exists already."""


class CampaignStore:
    """The campaign saves of one home folder."""

    def __init__(self, folders: Folders, *, calendar: Calendar = local_time) -> None:
        self.folder = folders.campaigns
        self._calendar = calendar

    def path_of(self, name: str) -> Path:
        """Return the path of a campaign save, which need not exist."""
        return self.folder / f"{campaign.campaign_stem(name)}{SUFFIX}"

    def all(self) -> tuple[list[CampaignFile], list[Problem]]:
        """Return all campaigns, oldest first, and the problems of those that cannot be read."""
        saves: list[CampaignFile] = []
        problems: list[Problem] = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            if "." in path.stem:  # a renamed save
                continue
            read = self._read(path)
            if read.is_damaged:
                with lock(_lock_of(path)):
                    read = self._read_or_rename(path)
            if read.save is not None and self.path_of(read.save["name"]) == path:  # otherwise a copy
                saves.append(read.save)
            problems += read.problems
        return sorted(saves, key=lambda save: save["created"]), problems

    def load(self, name: str) -> CampaignFile:
        """Return a campaign; raises ``CampaignMissingError`` or ``UnusableSaveError``."""
        path = self.path_of(name)
        if not path.exists():  # nothing to lock either
            raise CampaignMissingError(name)
        with lock(_lock_of(path)):
            return self._load(path, name)

    def create(self, save: CampaignFile) -> CampaignFile:
        """Save a new campaign; raises ``CampaignExistsError`` or ``UnusableSaveError``."""
        path = self.path_of(save["name"])
        with lock(_lock_of(path)):
            if path.exists():
                read = self._read_or_rename(path)
                if read.save is not None:
                    raise CampaignExistsError(save["name"])
                raise UnusableSaveError(read.problems)  # the player must know that the old save was renamed
            _write(path, save)
        return save

    def change(self, name: str, how: Change) -> CampaignFile:
        """Apply a change to the save on disk and return the result; it is written only if something changed."""
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
        """Restart a campaign; return it and the path of its old save."""
        path = self.path_of(name)
        with lock(_lock_of(path)):
            before = self._load(path, name)
            aside = _unused_path(path, "before")
            _write(aside, before)
            after = campaign.restarted(before, at=self._now())
            _write(path, after)
        return after, aside

    def _now(self) -> str:
        return self._calendar().isoformat(timespec="seconds")

    def _load(self, path: Path, name: str) -> CampaignFile:
        if not path.exists():
            raise CampaignMissingError(name)
        read = self._read_or_rename(path)
        if read.save is None:
            raise UnusableSaveError(read.problems)
        found = read.save["name"]
        if self.path_of(found) != path:
            message = f"this is the save of {quoted(found)}, under the file name of another campaign"
            raise UnusableSaveError((Problem(OTHER, message, "/name", file=str(path)),))
        return read.save

    @staticmethod
    def _read(path: Path) -> ReadSave:
        try:
            with open_file(path) as file:
                return read_save(file.read(LARGEST_SAVE + 1), file=str(path))
        except FileNotFoundError:  # another process has renamed and reported it
            return ReadSave(None)
        except OSError as error:
            return ReadSave(None, (Problem("DT101", f"cannot be read: {error.strerror or error}", file=str(path)),))

    def _read_or_rename(self, path: Path) -> ReadSave:
        """Read a save; a corrupt one is renamed, so that it is not overwritten."""
        read = self._read(path)
        if not read.is_damaged:
            return read
        aside = _unused_path(path, "damaged")
        path.rename(aside)
        hint = f"it was renamed to {aside.name}; `dtcli campaign new` starts a new campaign"
        return ReadSave(None, tuple(problem._replace(hint=hint, file=str(aside)) for problem in read.problems))


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _unused_path(path: Path, why: str) -> Path:
    """Return the first unused path for a save that is renamed."""
    n = 1
    while (aside := path.with_name(f"{path.stem}.{why}-{n}{SUFFIX}")).exists():
        n += 1
    return aside


def _write(path: Path, save: CampaignFile) -> None:
    """Write a save; raises ``UnusableSaveError``, and writes nothing, if it could not be read back."""

    def fault(content: bytes) -> str | None:
        read = read_save(content, file=str(path))
        return None if read.save == save else read.problems[0].message if read.problems else "it reads differently"

    try:
        write_readable(path, save_text(save), fault)
    except UnreadableError as error:
        message = f"the save was not written, because it could not be read back: {error}"
        raise UnusableSaveError((Problem("DT103", message, file=str(path)),)) from None
