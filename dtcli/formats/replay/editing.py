"""A replay's text with something else in it, and the difference as a patch.

As little of the text is touched as possible. Whatever is done, the new text is read again before anybody sees it; if it
does not say what it should, the whole text is written anew.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.formats.dt import editor as dt_editor
from dtcli.formats.json import editor as json_editor
from dtcli.formats.json.positions import LINE_END
from dtcli.formats.names import Names
from dtcli.formats.replay.alignment import aligned
from dtcli.formats.replay.canonical import canonical
from dtcli.formats.replay.reading import BYTE_ORDER_MARK, Document, parse
from dtcli.formats.replay.spelling import Spelling, spelled, spelling_of
from dtcli.formats.schema import ReplayFile

CONTEXT = 3
"""Lines around a change that a patch shows."""
_COMMENTS = "_comments"
MOST_COMPARED = 4_000_000
"""Pairs of lines; a story and its choices have fewer. What is longer than that is replaced in one piece."""


def amended(document: Document, new: ReplayFile, names: Names) -> str:
    """Return the text of the replay changed so that it says ``new``; what stays the same is not touched.

    ``new`` may have other choices, another result, and its cards in another order. Names that mean the same are the
    same. In story notation a comment beside a card goes where its card goes, any other stays where it is.
    """
    spelling = _spelling(document)
    if document.text is None or document.data is None:
        return spelled(new, names, spelling)
    text = document.text.removeprefix(BYTE_ORDER_MARK)
    mark = document.text[: len(document.text) - len(text)]
    if _meaning(document.data, names) == _meaning(new, names):
        return document.text
    edit = dt_editor.edited if spelling is Spelling.DT else json_editor.edited
    edited = edit(text, new, names)
    if edited is None or not _says(edited, new, names, document=document):
        edited = _rewritten(text, new, names, spelling)
    return mark + edited


def _spelling(document: Document) -> Spelling:
    """Return how the text is spelled; where its name does not tell, its first character does."""
    if document.line is not None:
        return Spelling.NDJSON
    text = document.text or ""
    usual = Spelling.JSON if text.lstrip(f"{BYTE_ORDER_MARK} \t\r\n").startswith("{") else Spelling.DT
    return spelling_of(Path(document.file)) or usual


def _meaning(data: ReplayFile, names: Names) -> dict[str, Any]:
    return {**canonical(data, names)}


def _says(text: str, new: ReplayFile, names: Names, *, document: Document) -> bool:
    """Return whether a text says what it should.

    The number of cards above a comment follows from the text; where cards move, it is not compared.
    """
    read = parse(text, suffix=".dt" if _spelling(document) is Spelling.DT else ".json").data
    if read is None:
        return False
    is_, should = _meaning(read, names), _meaning(new, names)
    assert document.data is not None
    if _meaning(document.data, names)["story"] != should["story"]:
        is_[_COMMENTS], should[_COMMENTS] = _words(is_.get(_COMMENTS)), _words(should.get(_COMMENTS))
    return is_ == should


def _words(comments: Any) -> Any:
    """Return what comments say, wherever they stand."""
    if not isinstance(comments, list):
        return comments
    return sorted(str(one[1:] if isinstance(one, list) else one) for one in comments)


def _rewritten(text: str, new: ReplayFile, names: Names, spelling: Spelling) -> str:
    """Return the replay written anew, with the line ends of the text."""
    ends = LINE_END.findall(text)
    if spelling is Spelling.JSON and not LINE_END.search(text.strip()):
        spelling = Spelling.NDJSON
    written = spelled(new, names, spelling)
    if not LINE_END.search(text[-1:]):
        written = written.removesuffix("\n")
    return written.replace("\n", ends[0]) if ends else written


# the difference


def difference(document: Document, text: str) -> str:
    """Return the change as a unified diff that `git apply` and `patch -p1` take.

    A document of an NDJSON file knows only its own line. Its hunk has no context, for which git wants
    ``--unidiff-zero``.
    """
    assert document.text is not None
    if text == document.text:
        return ""
    name = _name(document)
    old, new = _lines(document.text), _lines(text)
    first = document.line or 1
    context = CONTEXT if document.line is None else 0
    return "".join([f"--- {_quoted(f'a/{name}')}\n+++ {_quoted(f'b/{name}')}\n", *_hunks(old, new, first, context)])


def _lines(text: str) -> list[str]:
    """Return the lines as patches count them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _hunks(old: list[str], new: list[str], first: int, context: int) -> Iterator[str]:
    """Return the hunks; ``first`` is the number of the first line."""
    changes = list(_changes(old, new))
    while changes:
        near = [changes.pop(0)]
        while changes and changes[0].old.start - near[-1].old.stop <= 2 * context:
            near.append(changes.pop(0))
        above = min(context, near[0].old.start)
        below = min(context, len(old) - near[-1].old.stop)
        was = range(near[0].old.start - above, near[-1].old.stop + below)
        will_be = range(near[0].new.start - above, near[-1].new.stop + below)
        yield f"@@ -{_range(was, first)} +{_range(will_be, first)} @@\n"
        at = was.start
        for change in near:
            yield from (_shown(" ", line) for line in old[at : change.old.start])
            yield from (_shown("-", line) for line in old[change.old.start : change.old.stop])
            yield from (_shown("+", line) for line in new[change.new.start : change.new.stop])
            at = change.old.stop
        yield from (_shown(" ", line) for line in old[at : was.stop])


class _Change(NamedTuple):
    """Lines that go, and those that come in their place."""

    old: range
    new: range


def _changes(old: list[str], new: list[str]) -> Iterator[_Change]:
    """Return the fewest lines that change."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    last = (len(old) - tail, len(new) - tail)
    compared = (last[0] - head) * (last[1] - head) <= MOST_COMPARED
    staying = aligned(old[head : last[0]], new[head : last[1]]) if compared else []
    one, other = head, head
    for here, there in [*((here + head, there + head) for here, there in staying), last]:
        if one < here or other < there:
            yield _Change(range(one, here), range(other, there))
        one, other = here + 1, there + 1


def _range(lines: range, first: int) -> str:
    """Return a range of lines as a hunk names it; an empty one by the line above."""
    start = lines.start + first
    return f"{start}" if len(lines) == 1 else f"{start if lines else start - 1},{len(lines)}"


def _shown(sign: str, line: str) -> str:
    return sign + (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")


def _name(document: Document) -> str:
    """Return the file as seen from the current folder; one that lies elsewhere as seen from the root."""
    if document.file in ("<stdin>", "<text>"):
        return f"replay.{'dt' if _spelling(document) is Spelling.DT else 'json'}"
    path = Path(os.path.abspath(document.file))  # noqa: PTH100  (without ``..``, which no tool follows)
    with suppress(ValueError, OSError):  # elsewhere, or the current folder is gone
        path = path.relative_to(Path.cwd())
    return path.as_posix().lstrip("/")


def _quoted(name: str) -> str:
    """Return a file name as git writes it: in quotes if it is difficult, with a tab after it if it has spaces."""
    if any(not sign.isprintable() or sign in '"\\' for sign in name):
        return '"' + "".join(map(_escaped, os.fsencode(name))) + '"'
    return f"{name}\t" if " " in name else name


def _escaped(byte: int) -> str:
    sign = chr(byte)
    if sign in '"\\':
        return f"\\{sign}"
    return sign if sign.isascii() and sign.isprintable() else f"\\{byte:03o}"
