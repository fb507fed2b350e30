"""Reads the journal of a game that was interrupted."""

from typing import Any, NamedTuple

from dtcli.formats.json.text import decode
from dtcli.formats.limits import LARGEST_JOURNAL
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage.journal import FORMAT


class CorruptGameError(Exception):
    """A journal, or the replay made from it, that cannot be read; the message says why."""


class JournalContent(NamedTuple):
    """The phase of the game, and its replay so far."""

    phase: Phase
    replay: dict[str, Any]


def read_journal(content: bytes) -> JournalContent | None:
    """Return the content of a journal; None if it ends before its first line. Raises ``CorruptGameError``.

    An incomplete last line is ignored: the process was killed while writing it.
    """
    if len(content) > LARGEST_JOURNAL:
        msg = f"it has more than {LARGEST_JOURNAL:,} bytes"
        raise CorruptGameError(msg)
    lines = _lines(content)
    if not lines:
        if content[: len(_BEGINNING)] != _BEGINNING[: len(content)]:
            msg = "it does not begin like a journal"
            raise CorruptGameError(msg)
        return None
    if lines[0].get("format") != FORMAT:
        msg = "it has another format"
        raise CorruptGameError(msg)
    builder = _ReplayBuilder()
    for number, line in enumerate(lines, 1):
        try:
            builder.add(line)
        except (KeyError, TypeError, AttributeError, ValueError):
            msg = f"line {number} is invalid"
            raise CorruptGameError(msg) from None
    try:
        return builder.content
    except (KeyError, TypeError, AttributeError):
        msg = "it has a pause but no game"
        raise CorruptGameError(msg) from None


_BEGINNING = f'{{"format": "{FORMAT}"'.encode()


def _lines(content: bytes) -> list[dict[str, Any]]:
    """Return the complete lines; raises ``CorruptGameError`` if one before the last is not a JSON object."""
    found: list[dict[str, Any]] = []
    *complete, _partial = content.split(b"\n")
    for number, text in enumerate(complete, 1):
        try:
            line = decode(text.decode())
        except (ValueError, RecursionError):
            line = None
        if isinstance(line, dict):
            found.append(line)
        elif number < len(complete):  # a power cut may leave anything in the last line
            msg = f"line {number} is not a JSON object"
            raise CorruptGameError(msg)
    return found


class _ReplayBuilder:
    """Builds the replay from the lines of a journal."""

    def __init__(self) -> None:
        self._phase = Phase.HEROES
        self._replay: dict[str, Any] = {}
        self._paused: dict[str, Any] | None = None
        self._table: dict[str, Any] = {}

    def add(self, line: dict[str, Any]) -> None:
        """Add a line; any exception means that the line is invalid."""
        match line:
            case {"replay": dict(replay), "phase": str(phase)}:
                self._phase, self._replay = Phase(phase), replay
                self._table = dict(replay.pop("_table", {}))
            case {"event": dict(event)}:
                self._replay["play"]["events"].append(event)
                if "play" in event:
                    self._replay["story"].append(event["play"])
            case {"table": dict(table)}:
                self._table |= table
            case {"paused": t, "seconds": seconds}:
                self._paused = {"t": t, "seconds": seconds}
            case {"pause": dict(pause)}:
                self._replay["play"].setdefault("pauses", []).append(pause)
                self._paused = None
            case {"ended": t}:
                self._replay["play"]["ended"] = t
                self._phase = Phase.RESOLUTION
            case {"revealed": int(revealed), "choices": list(choices)}:
                self._replay["choices"] = choices
                self._replay["_revealed"] = revealed
            case _:
                raise ValueError

    @property
    def content(self) -> JournalContent:
        """The replay so far; an unfinished pause counts with its last known length."""
        replay = {**self._replay}
        if self._phase is not Phase.OVER:
            replay["_interrupted"] = self._phase.value
        if self._phase is Phase.TABLE and self._table:
            replay["_table"] = self._table
        if self._paused is not None:
            pauses = [*replay["play"].get("pauses", ()), self._paused]
            replay["play"] = {**replay["play"], "pauses": pauses}
        return JournalContent(self._phase, replay)
