"""Inputs sent by name: where the workers of a cluster see the same files, they read the content themselves."""

from pathlib import Path, PurePath
from typing import NamedTuple

from dtcli.batch.errors import BatchError
from dtcli.exit_codes import ExitCode
from dtcli.formats.bounded_reading import open_file
from dtcli.formats.sources.raw_inputs import RawInput


class FilePart(NamedTuple):
    """The bytes of consecutive inputs in one file."""

    path: str
    offset: int
    sizes: list[int]

    def contents(self) -> list[bytes]:
        """Return the content of each input; raises ``BatchError`` if this worker does not see it."""
        try:
            with open_file(Path(self.path)) as file:
                file.seek(self.offset)
                found = [file.read(size) for size in self.sizes]
        except OSError as error:
            message = f"a worker cannot read '{self.path}': {error.strerror or error}"
            raise BatchError(message, "leave out --shared-files", ExitCode.UNREADABLE) from None
        if [len(content) for content in found] != self.sizes:
            message = f"a worker sees another file '{self.path}'"
            raise BatchError(message, "leave out --shared-files", ExitCode.UNREADABLE)
        return found


class SharedInputs(NamedTuple):
    """Inputs without the content that can be read from files, and the parts of files where it is."""

    raws: list[RawInput]
    parts: list[FilePart]

    def read(self) -> list[RawInput]:
        """Return the inputs with their content."""
        contents = iter([content for part in self.parts for content in part.contents()])
        return [raw if raw.offset is None else raw._replace(content=next(contents)) for raw in self.raws]


def share(raws: list[RawInput]) -> SharedInputs:
    """Return inputs to be sent by name; what comes from a pipe or a compressed file keeps its content."""
    parts: list[FilePart] = []
    sent: list[RawInput] = []
    end: tuple[str, int] | None = None
    for raw in raws:
        if raw.offset is None or raw.folder is None:
            sent.append(raw._replace(offset=None))
            continue
        folder = str(Path(raw.folder).resolve())
        path = str(Path(folder, PurePath(raw.file).name))
        if end != (path, raw.offset):
            parts.append(FilePart(path, raw.offset, []))
        parts[-1].sizes.append(len(raw.content))
        end = (path, raw.offset + len(raw.content))
        sent.append(raw._replace(content=b"", folder=folder))
    return SharedInputs(sent, parts)
