"""Where things stand in a TOML text: a second pass by lines, made only when something is wrong.

Good for files as people write them, one key per line; what it cannot find is placed at the nearest thing around it.
"""

import re

_TABLE = re.compile(r"\s*\[(\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


def line_of(text: str, place: str) -> int:
    r"""Return the line, counted from 1, on which the value of a JSON pointer begins.

    >>> line_of('id = "x"\n[[kinds]]\nid = "sword"\n[[kinds]]\nid = "bow"', "/kinds/1/id")
    5
    """
    lines = _lines(text)
    while place and place not in lines:
        place = place.rpartition("/")[0]
    return lines.get(place, 1)


def _lines(text: str) -> dict[str, int]:
    lines = {"": 1}
    counts: dict[str, int] = {}
    here = ""
    for number, line in enumerate(text.splitlines(), 1):
        if table := _TABLE.match(line):
            name = table.group(2)
            if table.group(1):
                counts[name] = counts.get(name, -1) + 1
                here = f"/{name}/{counts[name]}"
            else:
                owner, _, inner = name.partition(".")
                here = f"/{owner}/{counts[owner]}/{inner}" if owner in counts else f"/{name.replace('.', '/')}"
            lines.setdefault(here, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{here}/{key.group(1)}", number)
    return lines
