"""The spellings of a replay: JSON, NDJSON and story notation."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from dtcli.formats.dt.writer import to_notation
from dtcli.formats.json.writer import to_json, to_json_line
from dtcli.formats.replay.canonical import canonical

if TYPE_CHECKING:
    from dtcli.formats.names import Names
    from dtcli.formats.replay.reading import Document
    from dtcli.formats.schema import ReplayFile


class Spelling(StrEnum):
    """How a replay can be written."""

    JSON = "json"
    NDJSON = "ndjson"
    DT = "dt"


_BY_SUFFIX = {".json": Spelling.JSON, ".dt": Spelling.DT, ".ndjson": Spelling.NDJSON, ".jsonl": Spelling.NDJSON}


def spelling_of(path: Path) -> Spelling | None:
    """Return the spelling that the suffix of a path stands for, if any."""
    return _BY_SUFFIX.get(path.suffix)


def spelling_of_document(document: "Document") -> Spelling:
    """Return the spelling of a document: by its suffix, or else by its first character."""
    if document.line is not None:
        return Spelling.NDJSON
    is_json = (document.text or "").lstrip("\ufeff \t\r\n").startswith("{")
    return spelling_of(Path(document.file)) or (Spelling.JSON if is_json else Spelling.DT)


def replay_text(data: "ReplayFile", names: "Names", spelling: Spelling) -> str:
    """Return the text of a replay in canonical spelling."""
    writers = {Spelling.JSON: to_json, Spelling.NDJSON: to_json_line, Spelling.DT: to_notation}
    return writers[spelling](canonical(data, names))
