"""The journal of a game that is being recorded: a line for each unit, written and synced before the next key is read.

The first line is the set-up. A torn last line was being written when the process was killed, and is left out.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from dtcli.formats import locks
from dtcli.formats.json.text import compact, decode
from dtcli.formats.names import Names
from dtcli.formats.problems import quoted
from dtcli.formats.replay.serialize import card_entry
from dtcli.play.recorder.record import CloseStory, LayCard, Record, RecordStep, Unit, resolution_of
from dtcli.play.recorder.table_setup import TableSetup, UnusableSetupError, setup_from
from dtcli.play.storage.folders import numbered
from dtcli.rules.cards import Card, Mission
from dtcli.rules.decisions import REVEAL, Discard, IllegalChoice, Pay, Reveal, Take, UseSkill
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId

FORMAT = "dungeon-time/table-journal/1"
SUFFIX = ".journal"
LARGEST = 4_000_000
"""Bytes of one journal; a real one has about ten thousand."""
_LISTS = ("remove", "tokens", "discard", "order", "waive", "in_full", "kinds")
_CHOICES = {"use": UseSkill, "pay": Pay, "take": Take, "discard": Discard}


class JournalError(Exception):
    """A journal that cannot be resumed; the message says why."""


class TableJournal:
    """Writes a record to disk while it grows, and keeps its file locked as long as it is open."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self.path = path
        self.failed: str | None = None
        """Why the last lines could not be written; each further line tries again."""
        self._file = file
        self._size = 0
        self._unwritten = b""

    @classmethod
    def begin(cls, folder: Path, stem: str, setup: TableSetup) -> "TableJournal":
        """Begin a journal under the first free name; raises ``OSError``."""
        folder.mkdir(parents=True, exist_ok=True)
        n = 1
        while True:
            path = folder / f"{numbered(stem, n)}{SUFFIX}"
            try:
                file = path.open("xb", buffering=0)
            except FileExistsError:
                n += 1
                continue
            if locks.acquire(file) and not path.with_suffix(".dt").exists():
                break
            locks.remove(file, path)
            n += 1
        journal = cls(file, path)
        head = {"setup": setup.head(), "campaign": setup.campaign, "story_first": setup.story_first}
        journal.write({"format": FORMAT, **head})
        return journal

    @classmethod
    def resume(cls, path: Path) -> "tuple[TableJournal, Record]":
        """Open a journal to go on with it; raises ``JournalError`` or ``OSError``."""
        file = path.open("r+b", buffering=0)
        try:
            content = _locked_content(file)
            record = record_from(content)
        except BaseException:
            file.close()
            raise
        journal = cls(file, path)
        journal._size = content.rfind(b"\n") + 1
        file.truncate(journal._size)
        file.seek(journal._size)
        return journal, record

    def add(self, unit: Unit, names: Names) -> None:
        """Write one unit."""
        self.write({"unit": [_step_entry(step, names) for step in unit]})

    def undo(self) -> None:
        """Write that the last unit was undone."""
        self.write({"undo": True})

    def write(self, line: dict[str, Any]) -> None:
        """Write a line and sync it; what cannot be written is tried again with the next line."""
        self._unwritten += f"{compact(line)}\n".encode()
        try:
            if self._file.write(self._unwritten) < len(self._unwritten):
                raise OSError(28, os.strerror(28))  # noqa: TRY301  (handled like any other)
            self._size += len(self._unwritten)
            self._unwritten, self.failed = b"", None
            os.fsync(self._file.fileno())
        except OSError as error:
            self.failed = error.strerror or str(error)
            with suppress(OSError):  # no torn line in the middle
                self._file.truncate(self._size)
                self._file.seek(self._size)

    def close(self) -> None:
        """Stop writing and leave the journal to be resumed."""
        self._file.close()

    def remove(self) -> None:
        """Remove the journal: the game is saved as a replay, or there is nothing to save."""
        locks.remove(self._file, self.path)


def _locked_content(file: IO[bytes]) -> bytes:
    if not locks.acquire(file):
        msg = "another dtcli is recording this game"
        raise JournalError(msg)
    return file.read(LARGEST + 1)


class UnfinishedRecord(NamedTuple):
    """A journal that can be resumed, and when it was last changed."""

    path: Path
    changed: float


def unfinished(folder: Path) -> list[UnfinishedRecord]:
    """Return the journals of a folder, the one changed last first; those being written now too."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            found.append(UnfinishedRecord(path, path.stat().st_mtime))
    return sorted(found, key=lambda one: (one.changed, one.path.name), reverse=True)


def record_from(content: bytes) -> Record:
    """Return the record of a journal; raises ``JournalError``."""
    if len(content) > LARGEST:
        msg = f"it has more than {LARGEST:,} bytes"
        raise JournalError(msg)
    *lines, _torn = content.split(b"\n")
    if not lines:
        msg = "nothing was recorded in it"
        raise JournalError(msg)
    record: Record | None = None
    for number, line in enumerate(lines, 1):
        try:
            entry = decode(line.decode())
            record = _begun(entry) if record is None else _continued(record, entry)
        except UnusableSetupError as error:
            msg = f"its set-up cannot be used: {error}"
            raise JournalError(msg) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            if number == len(lines) and record is not None:  # after a power cut anything may be there
                break
            msg = f"line {number} is not understood"
            raise JournalError(msg) from None
    assert record is not None
    try:
        resolution_of(record)
    except (IllegalChoice, AssertionError, KeyError, TypeError, IndexError, AttributeError) as error:
        msg = f"the rules forbid a step of it: {quoted(str(error))}"
        raise JournalError(msg) from None
    return record


def _begun(entry: dict[str, Any]) -> Record:
    if entry["format"] != FORMAT:
        raise ValueError(entry["format"])
    return Record(setup_from(entry["setup"], campaign=entry["campaign"], story_first=bool(entry["story_first"])))


def _continued(record: Record, entry: dict[str, Any]) -> Record:
    if "undo" in entry:
        return record.undone()
    return record.with_unit(tuple(_step(one, record.setup.names) for one in entry["unit"]))


def _step_entry(step: RecordStep, names: Names) -> dict[str, Any]:
    match step:
        case LayCard(card):
            return {"lay": card_entry(card, names)}
        case CloseStory():
            return {"close": True}
        case Reveal():
            return {"reveal": True}
        case _:
            key = next(key for key, kind in _CHOICES.items() if isinstance(step, kind))
            return {key: {name: value for name, value in step._asdict().items() if value is not None}}


def _step(entry: dict[str, Any], names: Names) -> RecordStep:
    ((key, value),) = entry.items()
    match key:
        case "lay":
            return LayCard(_card(value, names))
        case "close":
            return CloseStory()
        case "reveal":
            return REVEAL
        case "take":
            return Take(value.get("kind"))
        case "pay":
            return Pay(**_tuples(value))
        case "discard":
            return Discard(**_tuples(value))
        case "use":
            return UseSkill(**{**_tuples(value), "hero": HeroId(value["hero"])})
    raise ValueError(key)


def _tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(one) if name in _LISTS else one for name, one in value.items()}


def _card(entry: Any, names: Names) -> Card:
    if isinstance(entry, str):
        return names.items[Kind(entry)]
    if "adventure" in entry:
        return names.cards.adventures[entry["adventure"]]
    if "needs" not in entry:
        return names.cards.missions[entry["mission"]]
    reward = names.reward(entry.get("reward", "-"), "", [])
    return Mission(entry["mission"], tuple(Kind(kind) for kind in entry["needs"]), reward)
