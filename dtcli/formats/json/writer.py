"""Writes replays and puzzles as JSON: for people, or as one line of NDJSON."""

from typing import TYPE_CHECKING, Any, cast

from dtcli.formats.json.text import compact

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile, ReplayFile

_ONE_PER_LINE = ("story", "choices", "solution", "hands", "events")


def to_json(data: "ReplayFile | PuzzleFile") -> str:
    """Return the replay or puzzle as JSON for people: one card, one choice, one event per line."""
    return _indented(cast("dict[str, Any]", data), "  ") + "\n"


def _indented(value: dict[str, Any], indent: str) -> str:
    lines = []
    for key, inner in value.items():
        if key in _ONE_PER_LINE and isinstance(inner, list) and inner:
            entries = ",\n".join(f"{indent}  {compact(one)}" for one in inner)
            text = f"[\n{entries}\n{indent}]"
        elif key == "play" and isinstance(inner, dict):
            text = _indented(inner, indent + "  ")
        else:
            text = compact(inner)
        lines.append(f"{indent}{compact(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n" + indent[2:] + "}"


def to_json_line(data: "ReplayFile | PuzzleFile") -> str:
    """Return the replay or puzzle as one line of NDJSON."""
    return compact(data) + "\n"
