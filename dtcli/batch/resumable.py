"""An output that survives a kill: the next run with the same options goes on where the last one was.

Beside ``FILE`` there are meanwhile ``FILE.part``, the rows so far, and ``FILE.run``, the checkpoint: how many inputs
these rows come from, how many bytes they take, and a fingerprint of the options and of the inputs. What stands in
``FILE.part`` behind the checkpoint is cut off and made again. ``FILE.run`` stays, so that running once more changes
nothing and has the same exit code.
"""

import json
import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Self

from dtcli.batch.errors import BatchError
from dtcli.batch.fields import Field
from dtcli.batch.outputs import Output, already_exists
from dtcli.batch.parquet import ParquetWriter
from dtcli.batch.portions import RowCounts
from dtcli.exit_codes import ExitCode
from dtcli.formats.json.text import compact
from dtcli.formats.locks import try_lock
from dtcli.formats.sources.raw_inputs import RawInput
from dtcli.formats.writing import whole_file, write_whole

_FORMAT = "dtcli/run/1"
_EVERY = 0.5
"""Seconds between two checkpoints."""
_DIGEST = 16


@dataclass(frozen=True)
class Checkpoint:
    """How far a run has come."""

    fingerprint: str
    """Of the command, its options and its version."""
    inputs: int = 0
    chain: str = ""
    """A digest of these inputs."""
    bytes: int = 0
    """The size of the rows."""
    code: int = 0
    tally: RowCounts = field(default_factory=RowCounts)
    seen: int = 0
    """How many games were different, with ``--dedupe``."""
    duplicates: int = 0
    finished: bool = False

    def text(self) -> str:
        """Return the content of the file."""
        return compact({"format": _FORMAT, **vars(self), "tally": self.tally.as_json()}) + "\n"

    @classmethod
    def parsed(cls, text: str) -> Self:
        """Return the checkpoint of a file; raises ``ValueError`` if it is none."""
        data: dict[str, Any] = json.loads(text)
        if not isinstance(data, dict) or data.pop("format", None) != _FORMAT:
            raise ValueError
        try:
            return cls(**{**data, "tally": RowCounts.from_json(data["tally"])})
        except (TypeError, KeyError) as error:
            raise ValueError from error


class ResumableOutput(Output):
    """Rows in ``FILE.part``, with checkpoints."""

    def __init__(self, path: Path, rows: BinaryIO, seen: BinaryIO, last: Checkpoint) -> None:
        self.last = last
        self._rows = rows
        self._seen = seen
        self._state = _beside(path, ".run")
        self._chain = last.chain
        self._pending: deque[bytes] = deque()
        self._saved = time.monotonic()
        self.stopped = False
        """Whether the run ended before the last input."""

    def remember(self, raws: Iterator[RawInput]) -> Iterator[RawInput]:
        """Skip the inputs that were judged before, and yield the others; they must be the same as before.

        Raises ``BatchError`` if they are not.
        """
        done, chain, number = self.last.inputs, "", 0
        for number, raw in enumerate(raws, 1):
            if number > done:
                self._pending.append(_digest(raw))
                yield raw
                continue
            chain = _chained(chain, _digest(raw))
            if number == done and chain != self.last.chain:
                raise _changed()
        if number < done:
            raise _changed()

    def write(self, text: str) -> None:
        """Write rows behind those of the last checkpoint."""
        self._rows.write(text.encode("utf-8", "surrogatepass"))

    def known_digests(self) -> set[bytes]:
        """Return the digests of the games of earlier runs."""
        self._seen.seek(0)
        content = self._seen.read()
        return {content[at : at + _DIGEST] for at in range(0, len(content), _DIGEST)}

    def add_digest(self, digest: bytes) -> None:
        """Remember a game."""
        self._seen.write(digest)

    def progressed(self, now: Checkpoint, inputs: int) -> None:
        """Count inputs whose rows were written, and save a checkpoint now and then."""
        for _ in range(inputs):
            self._chain = _chained(self._chain, self._pending.popleft())
        self.last = replace(now, chain=self._chain)
        if time.monotonic() - self._saved >= _EVERY:
            self.save()

    def stop(self) -> None:
        """End the run here; it can be resumed."""
        self.save()
        self.stopped = True

    def save(self, *, finished: bool = False) -> None:
        """Save a checkpoint: first the rows, then what says how many they are."""
        for file in (self._rows, self._seen):
            file.flush()
            os.fsync(file.fileno())
        self.last = replace(self.last, bytes=self._rows.tell(), finished=finished)
        write_whole(self._state, self.last.text())
        self._saved = time.monotonic()


def _changed() -> BatchError:
    return BatchError("the inputs have changed since the run began", "--force starts over")


@contextmanager
def resumable_output(
    path: Path, fingerprint: str, columns: tuple[Field, ...] | None, *, force: bool
) -> Iterator[ResumableOutput]:
    """Yield an output that goes on where an earlier run was; at the end the file gets its name.

    ``last.finished`` is true if there is nothing left to do.
    """
    part, seen = _beside(path, ".part"), _beside(path, ".seen")
    last = _last(path, fingerprint, force=force)
    if last.finished:
        _finish(path, columns)
        with open(os.devnull, "r+b") as nothing:  # noqa: PTH123
            yield ResumableOutput(path, nothing, nothing, last)
        return
    with try_lock(part) as free:
        if not free:
            message = f"'{part}' is being written by another run"
            raise BatchError(message, code=ExitCode.UNREADABLE)
        with _opened(part, last.bytes) as rows, _opened(seen, last.seen * _DIGEST) as digests:
            output = ResumableOutput(path, rows, digests, last)
            yield output
            if output.stopped:
                return
            output.save(finished=True)
    _finish(path, columns)


def _last(path: Path, fingerprint: str, *, force: bool) -> Checkpoint:
    """Return the last checkpoint of this run, or the one to begin with."""
    state = _beside(path, ".run")
    begin = Checkpoint(fingerprint)
    if force:
        for old in (state, _beside(path, ".part"), _beside(path, ".seen")):
            old.unlink(missing_ok=True)
        return begin
    try:
        last = Checkpoint.parsed(state.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if path.exists():
            raise already_exists(path) from None
        return begin
    except ValueError:
        message = f"'{state}' is not a checkpoint of this version"
        raise BatchError(message, "--force starts over") from None
    if last.fingerprint != fingerprint:
        message = f"'{path}' was begun with other options, inputs or another version of dtcli"
        raise BatchError(message, "--force starts over")
    if last.finished and not (path.exists() or _beside(path, ".part").exists()):
        message = f"'{path}' was finished but is gone"
        raise BatchError(message, "--force makes it again")
    return last


@contextmanager
def _opened(path: Path, size: int) -> Iterator[BinaryIO]:
    """Yield a file for writing at its end, cut to the size of the last checkpoint."""
    with path.open("r+b" if path.exists() else "w+b") as file:
        if file.seek(0, os.SEEK_END) < size:
            message = f"'{path}' is shorter than its checkpoint says"
            raise BatchError(message, "--force starts over")
        file.truncate(size)
        file.seek(size)
        yield file


def _finish(path: Path, columns: tuple[Field, ...] | None) -> None:
    """Give the rows their name, unless that was done before."""
    part = _beside(path, ".part")
    if part.exists():
        if columns is None:
            part.replace(path)
        else:
            with part.open("rb") as lines, whole_file(path) as file, ParquetWriter(file.buffer, columns) as writer:
                writer.add(lines)
            part.unlink()
    with suppress(FileNotFoundError):
        _beside(path, ".seen").unlink()


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _digest(raw: RawInput) -> bytes:
    place = f"{raw.file}\0{raw.line}\0{raw.suffix}\0{raw.problem.code if raw.problem else ''}\0"
    return blake2b(place.encode("utf-8", "surrogatepass") + raw.content, digest_size=_DIGEST).digest()


def _chained(chain: str, digest: bytes) -> str:
    return blake2b(bytes.fromhex(chain) + digest, digest_size=_DIGEST).hexdigest()
