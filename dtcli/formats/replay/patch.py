"""The change of a replay's text as a unified diff that ``git apply`` and ``patch -p1`` accept."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path

from dtcli.formats.replay.reading import Document
from dtcli.formats.replay.spelling import Spelling, spelling_of_document

CONTEXT = 3
"""Lines around a change that a patch shows."""
MOST_COMPARED = 1_000_000
"""Pairs of lines; ``difflib`` takes three seconds for them in its worst case. A longer stretch is replaced whole."""

Opcode = tuple[str, int, int, int, int]
"""As in ``difflib``: a tag, the old lines from and to, and the new lines from and to."""


def unified_patch(document: Document, text: str) -> str:
    """Return the patch that changes the text of a document into this one; empty if they are equal.

    A document of an NDJSON file is one line, so its hunk has no context, for which git needs ``--unidiff-zero``.
    """
    assert document.text is not None
    if text == document.text:
        return ""
    name = _path_in_patch(document)
    old, new = _lines(document.text), _lines(text)
    context = CONTEXT if document.line is None else 0
    head = [f"--- {_quoted(f'a/{name}')}\n", f"+++ {_quoted(f'b/{name}')}\n"]
    return "".join([*head, *_hunks(old, new, first=document.line or 1, context=context)])


def _lines(text: str) -> list[str]:
    """Return the lines as patches count them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _hunks(old: list[str], new: list[str], *, first: int, context: int) -> Iterator[str]:
    """Yield the lines of the hunks; ``first`` is the number of the first line.

    Lines that are equal at both ends are cut off, but for the context, so that ``difflib`` does not compare them.
    """
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    above, below = min(context, head), min(context, tail)
    first += head - above
    old, new = old[head - above : len(old) - tail + below], new[head - above : len(new) - tail + below]
    for opcodes in _grouped_opcodes(old, new, context=context, above=above, below=below):
        (_, old_start, _, new_start, _), (_, _, old_end, _, new_end) = opcodes[0], opcodes[-1]
        yield f"@@ -{_range(old_start, old_end, first)} +{_range(new_start, new_end, first)} @@\n"
        for tag, i, i_end, j, j_end in opcodes:
            if tag == "equal":
                yield from (_signed(" ", line) for line in old[i:i_end])
            else:
                yield from (_signed("-", line) for line in old[i:i_end])
                yield from (_signed("+", line) for line in new[j:j_end])


def _grouped_opcodes(
    old: list[str], new: list[str], *, context: int, above: int, below: int
) -> Iterator[Sequence[Opcode]]:
    """Yield the opcodes of each hunk; ``above`` and ``below`` lines are known to be equal."""
    if len(old) * len(new) <= MOST_COMPARED:
        yield from SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(context)
        return
    i, j = len(old) - below, len(new) - below
    opcodes = [("equal", 0, above, 0, above), ("replace", above, i, above, j), ("equal", i, len(old), j, len(new))]
    yield opcodes


def _range(start: int, end: int, first: int) -> str:
    """Return a range of lines as a hunk names it; an empty one by the line above."""
    size = end - start
    if size == 1:
        return f"{start + first}"
    return f"{start + first - (size == 0)},{size}"


def _signed(sign: str, line: str) -> str:
    return sign + (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")


def _path_in_patch(document: Document) -> str:
    """Return the path of the file from the current folder, or from the root if it lies elsewhere."""
    if document.file in ("<stdin>", "<text>"):
        return f"replay.{'dt' if spelling_of_document(document) is Spelling.DT else 'json'}"
    path = Path(os.path.abspath(document.file))  # noqa: PTH100  (without ``..``, which no tool follows)
    with suppress(ValueError, OSError):  # elsewhere, or the current folder is gone
        path = path.relative_to(Path.cwd())
    return path.as_posix().lstrip("/")


def _quoted(name: str) -> str:
    """Return a file name as git writes it: in quotes if it needs escapes, with a tab after it if it has spaces."""
    if any(not sign.isprintable() or sign in '"\\' for sign in name):
        return '"' + "".join(map(_escaped, os.fsencode(name))) + '"'
    return f"{name}\t" if " " in name else name


def _escaped(byte: int) -> str:
    sign = chr(byte)
    if sign in '"\\':
        return f"\\{sign}"
    return sign if sign.isascii() and sign.isprintable() else f"\\{byte:03o}"
