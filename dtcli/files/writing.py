"""Writing replays as JSON, and files that are whole or not there at all."""

import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from dtcli.files.shapes import ReplayFile


def to_json(data: ReplayFile) -> str:
    """Return the replay as JSON for people: one card, one choice per line."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and key in ("story", "choices"):
            inner = ",\n".join(f"    {_compact(one)}" for one in value)
            lines.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def to_json_line(data: ReplayFile) -> str:
    """Return the replay as one line of NDJSON."""
    return _compact(data) + "\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there in full or not at all, whatever happens meanwhile."""
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        temporary = Path(file.name)
        try:
            file.write(text)
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
