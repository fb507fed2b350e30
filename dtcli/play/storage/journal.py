"""The journal of a game in progress: what happened, line by line, so that a kill at any moment loses none of it.

The first line is a replay as far as the game had come; each further line adds to it. This module writes such lines and
reads them again. It does not know where replays are kept, nor what becomes of an interrupted game.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from dtcli.formats.json.text import compact, decode
from dtcli.formats.limits import LARGEST_JOURNAL
from dtcli.formats.replay.serialize import choice_entry
from dtcli.play.game.replay import DECIMALS, event_entry, pause_entry, replay_of, table_entry
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage import locks
from dtcli.play.storage.folders import Calendar, Folders, local_time, numbered

FORMAT = "dungeon-time/journal/1"
SUFFIX = ".journal"
BEFORE_SAND = (Phase.HEROES, Phase.READY)


class Label(NamedTuple):
    """What a kept game says about itself besides the replay, in keys of the user's own."""

    game: str
    """Tells this game from every other."""
    started: str
    campaign: str | None = None

    @property
    def keys(self) -> dict[str, Any]:
        """The keys for a replay."""
        keys = {"_game": self.game, "_started": self.started}
        return keys if self.campaign is None else {**keys, "_campaign": self.campaign}

    @classmethod
    def of(cls, replay: dict[str, Any]) -> "Label":
        """Return the label of a replay that was kept."""
        return cls(str(replay.get("_game", "")), str(replay.get("_started", "")), replay.get("_campaign"))


def kept_of(game: SoloGame, label: Label, *, at: datetime | None = None) -> dict[str, Any]:
    """Return the replay to be kept of a game, with its label, and where it stands if it is not over.

    ``at`` is the date and time now, from which the length of an interruption is reckoned.
    """
    replay: dict[str, Any] = {**replay_of(game, date=label.started[:10]), **label.keys}
    if game.phase is not Phase.OVER:
        replay["_interrupted"] = game.phase.value
        if game.session is not None:
            replay["_revealed"] = game.session.state.revealed
        elif game.phase is Phase.TABLE:
            replay["_table"] = table_entry(game, at)
    return replay


class Journal:
    """Writes down a game as it happens. It listens to the game, and keeps its file locked as long as it is open."""

    def __init__(self, file: IO[bytes], path: Path, calendar: Calendar = local_time) -> None:
        self.path = path
        self.failed: str | None = None
        """Why the last lines could not be written. The game goes on, and each further line tries again."""
        self._file = file
        self._calendar = calendar
        self._size = 0
        """Bytes of the lines that were written whole."""
        self._unwritten = b""
        self._label = Label("", "")
        self._phase = Phase.HEROES
        self._events = 0
        self._pauses = 0
        self._resolution: dict[str, Any] = {}
        self._places: list[Any] = []

    @classmethod
    def reserve(cls, folders: Folders, stem: str, *, again: bool = False, calendar: Calendar = local_time) -> "Journal":
        """Return a new journal under the first free name like this; that name is then free for the replay as well.

        Whoever saves a game does so before its journal goes. So a name whose journal is not there, and then no replay
        either, belongs to nobody. A game that is taken up ``again`` has its name: ``FileExistsError`` if it is in use.
        """
        n = 1
        while True:
            name = numbered(stem, n)
            path = folders.journals / f"{name}{SUFFIX}"
            try:
                file = path.open("xb", buffering=0)
            except FileExistsError:
                if again:
                    raise
                n += 1
                continue
            if not locks.take(file) or not locks.is_at(file, path):  # somebody took it for one that was left behind
                file.close()
            elif not again and (folders.games / f"{name}.json").exists():
                locks.remove(file, path)
                n += 1
            else:
                return cls(file, path, calendar)

    def begin(self, game: SoloGame, label: Label) -> None:
        """Write the first line: the game as far as it has come."""
        self._label = label
        self._phase = game.phase
        self._events, self._pauses = len(game.log), len(game.sand.pauses)
        standing = self._standing(game) if game.phase is Phase.TABLE else ()
        self._write([{"format": FORMAT, **self._whole(game)}, *standing], sync=True)
        game.unsafe = self.failed

    def __call__(self, game: SoloGame) -> str | None:
        """Write what has happened since the last time; return why that failed, or None."""
        if not locks.is_at(self._file, self.path):
            return self._begin_again(game)
        phase = game.phase
        lines = list(self._news(game, phase))
        if lines:
            self._write(lines, sync=phase is not self._phase)
        self._phase = phase
        return self.failed

    def _begin_again(self, game: SoloGame) -> str | None:
        """Begin a new journal after the old one was removed, perhaps with all of the folder; return why that failed."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = self.path.open("xb", buffering=0)
        except OSError as error:
            self.failed = f"the journal was removed, and cannot be written again: {error.strerror}"
            return self.failed
        self._file.close()
        self._file, self._size, self._unwritten, self._resolution, self._places = file, 0, b"", {}, []
        locks.take(file)
        self.begin(game, self._label)
        return self.failed

    def close(self) -> None:
        """Stop writing, and leave the journal to whoever looks for games that were interrupted."""
        self._file.close()

    def remove(self) -> None:
        """Remove the journal: the game is kept elsewhere, or there is nothing to keep."""
        locks.remove(self._file, self.path)

    def _whole(self, game: SoloGame) -> dict[str, Any]:
        return {"phase": game.phase.value, "replay": kept_of(game, self._label, at=self._calendar())}

    def _standing(self, game: SoloGame) -> Iterator[dict[str, Any]]:
        """Return how the table stands now: the pause, the clock, and the places if other cards lie there."""
        if game.sand.is_paused:
            yield {"paused": round(game.sand.gone, DECIMALS), "seconds": round(game.sand.lying, DECIMALS)}
        table = table_entry(game, self._calendar())
        if table["places"] == self._places:
            del table["places"]
        else:
            self._places = table["places"]
        yield {"table": table}

    def _news(self, game: SoloGame, phase: Phase) -> Iterator[dict[str, Any]]:
        if phase in BEFORE_SAND:
            return
        if self._phase in BEFORE_SAND:
            yield self._whole(game)
            self._events, self._pauses = len(game.log), len(game.sand.pauses)
        for done in game.log[self._events :]:
            yield {"event": event_entry(done, game.setup.names)}
        self._events = len(game.log)
        for pause in game.sand.pauses[self._pauses :]:
            yield {"pause": pause_entry(pause)}
        self._pauses = len(game.sand.pauses)
        if phase is Phase.TABLE:
            yield from self._standing(game)
            return
        if self._phase in (*BEFORE_SAND, Phase.TABLE):
            yield {"ended": round(game.ended or 0.0, DECIMALS)}
        assert game.session is not None
        choices = [choice_entry(note) for note in game.session.notes]
        resolution: dict[str, Any] = {"revealed": game.session.state.revealed, "choices": choices}
        if resolution != self._resolution:
            yield resolution
        self._resolution = resolution

    def _write(self, lines: list[dict[str, Any]], *, sync: bool) -> None:
        """Write lines with one call, so that a kill tears none of them; on disk at once where a phase has ended.

        What cannot be written is kept for the next call.
        """
        self._unwritten += "".join(f"{compact(line)}\n" for line in lines).encode()
        try:
            if self._file.write(self._unwritten) < len(self._unwritten):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # noqa: TRY301  (handled like any other)
            self._size += len(self._unwritten)
            self._unwritten, self.failed = b"", None
            if sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            self.failed = error.strerror or str(error)
            with suppress(OSError):  # no torn line in the middle
                self._file.truncate(self._size)
                self._file.seek(self._size)


class NotUnderstoodError(Exception):
    """A journal that makes no sense."""


class Told(NamedTuple):
    """What a journal tells: where the game stood, and its replay as far as it had come."""

    phase: Phase
    replay: dict[str, Any]


def told(content: bytes) -> Told | None:
    """Return what a journal tells; None if the end came before its first line was written.

    A last line that is torn was being written when the end came, and is left out.
    """
    if len(content) > LARGEST_JOURNAL:
        msg = f"it has more than {LARGEST_JOURNAL:,} bytes"
        raise NotUnderstoodError(msg)
    lines = _lines(content)
    if not lines:
        if content[: len(_BEGINNING)] != _BEGINNING[: len(content)]:
            msg = "it does not begin like a journal"
            raise NotUnderstoodError(msg)
        return None
    if lines[0].get("format") != FORMAT:
        msg = "it is of another format"
        raise NotUnderstoodError(msg)
    teller = _Teller()
    for number, line in enumerate(lines, 1):
        try:
            teller.hear(line)
        except (KeyError, TypeError, AttributeError, ValueError):
            msg = f"line {number} makes no sense"
            raise NotUnderstoodError(msg) from None
    try:
        return teller.told
    except (KeyError, TypeError, AttributeError):
        msg = "a pause belongs to no game"
        raise NotUnderstoodError(msg) from None


_BEGINNING = f'{{"format": "{FORMAT}"'.encode()


def _lines(content: bytes) -> list[dict[str, Any]]:
    """Return the lines that were written whole."""
    found: list[dict[str, Any]] = []
    *whole, _torn = content.split(b"\n")
    for number, text in enumerate(whole, 1):
        try:
            line = decode(text.decode())
        except (ValueError, RecursionError):
            line = None
        if isinstance(line, dict):
            found.append(line)
        elif number < len(whole):  # a power cut may leave anything where the last line was to be
            msg = f"line {number} is no JSON object"
            raise NotUnderstoodError(msg)
    return found


class _Teller:
    """Puts the lines of a journal together."""

    def __init__(self) -> None:
        self._phase = Phase.HEROES
        self._replay: dict[str, Any] = {}
        self._paused: dict[str, Any] | None = None
        self._table: dict[str, Any] = {}

    def hear(self, line: dict[str, Any]) -> None:
        """Add a line; whatever it raises means that the line makes no sense."""
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
    def told(self) -> Told:
        """All of it; a pause that had no end is kept, as long as it is known to have been."""
        replay = {**self._replay}
        if self._phase is not Phase.OVER:
            replay["_interrupted"] = self._phase.value
        if self._phase is Phase.TABLE and self._table:
            replay["_table"] = self._table
        if self._paused is not None:
            pauses = [*replay["play"].get("pauses", ()), self._paused]
            replay["play"] = {**replay["play"], "pauses": pauses}
        return Told(self._phase, replay)
