"""Edits the text of a replay: what stays the same keeps its layout, its spelling and its comments.

Every edited text is read again. If it does not say what it should, the whole text is written anew.
"""

from typing import Any

from dtcli.formats.dt import editor as dt_editor
from dtcli.formats.json import editor as json_editor
from dtcli.formats.json.positions import LINE_END
from dtcli.formats.names import Names
from dtcli.formats.replay.canonical import canonical
from dtcli.formats.replay.reading import BYTE_ORDER_MARK, Document, parse
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of_document
from dtcli.formats.schema import ReplayFile

_COMMENTS = "_comments"


def edited_text(document: Document, new: ReplayFile, names: Names) -> str:
    """Return the text of a document edited so that it says ``new``.

    ``new`` may differ in its choices, its result and the order of its cards. An alias that means the same card is no
    difference. In story notation a comment beside a card moves with its card, any other stays where it is.
    """
    spelling = spelling_of_document(document)
    if document.text is None or document.data is None:
        return replay_text(new, names, spelling)
    text = document.text.removeprefix(BYTE_ORDER_MARK)
    mark = document.text[: len(document.text) - len(text)]
    if _meaning(document.data, names) == _meaning(new, names):
        return document.text
    edit = dt_editor.edited_in_place if spelling is Spelling.DT else json_editor.edited_in_place
    edited = edit(text, new, names)
    if edited is None or not _says(edited, new, names, document=document):
        edited = _rewritten(text, new, names, spelling)
    return mark + edited


def _meaning(data: ReplayFile, names: Names) -> dict[str, Any]:
    return {**canonical(data, names)}


def _says(text: str, new: ReplayFile, names: Names, *, document: Document) -> bool:
    """Return whether a text says ``new``; where cards have moved, the places of comments are not compared."""
    suffix = ".dt" if spelling_of_document(document) is Spelling.DT else ".json"
    read = parse(text, suffix=suffix, folder=document.folder).data
    if read is None:
        return False
    found, expected = _meaning(read, names), _meaning(new, names)
    assert document.data is not None
    if _meaning(document.data, names)["story"] != expected["story"]:
        found[_COMMENTS], expected[_COMMENTS] = _texts(found.get(_COMMENTS)), _texts(expected.get(_COMMENTS))
    return found == expected


def _texts(comments: Any) -> Any:
    """Return the texts of comments, sorted, without their places."""
    if not isinstance(comments, list):
        return comments
    return sorted(str(one[1:] if isinstance(one, list) else one) for one in comments)


def _rewritten(text: str, new: ReplayFile, names: Names, spelling: Spelling) -> str:
    """Return the replay written anew, with the line ends of the text."""
    ends = LINE_END.findall(text)
    if spelling is Spelling.JSON and not LINE_END.search(text.strip()):
        spelling = Spelling.NDJSON
    written = replay_text(new, names, spelling)
    if not LINE_END.search(text[-1:]):
        written = written.removesuffix("\n")
    return written.replace("\n", ends[0]) if ends else written
