"""Writing replays as JSON, and files that are whole or not there at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TextIO, cast

from dtcli.files.json_text import compact
from dtcli.files.shapes import PuzzleFile, ReplayFile


def to_json(data: ReplayFile | PuzzleFile) -> str:
    """Return the replay or puzzle as JSON for people: one card, one choice, one event per line."""
    return _spread(cast("dict[str, Any]", data), "  ") + "\n"


_BY_LINE = ("story", "choices", "solution", "hands", "events")


def _spread(value: dict[str, Any], indent: str) -> str:
    lines = []
    for key, inner in value.items():
        if key in _BY_LINE and isinstance(inner, list) and inner:
            entries = ",\n".join(f"{indent}  {compact(one)}" for one in inner)
            text = f"[\n{entries}\n{indent}]"
        elif key == "play" and isinstance(inner, dict):
            text = _spread(inner, indent + "  ")
        else:
            text = compact(inner)
        lines.append(f"{indent}{compact(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n" + indent[2:] + "}"


def to_json_line(data: ReplayFile | PuzzleFile) -> str:
    """Return the replay or puzzle as one line of NDJSON."""
    return compact(data) + "\n"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there in full or not at all, whatever happens meanwhile; links are followed."""
    with whole_file(path) as file:
        file.write(text)


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Yield a file to write to; it takes its name at the end, or is removed if anything is raised before."""
    path = path.resolve()
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        temporary = Path(file.name)
        try:
            yield cast("TextIO", file)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
    try:
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o777)
        else:
            temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
