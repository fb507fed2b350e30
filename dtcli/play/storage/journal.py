"""Writes the journal of a game in progress: one line for each change, so that a kill at any moment loses nothing.

The first line is a replay of the game so far; each further line adds to it. ``journal_reading`` reads them.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from dtcli.formats import locks
from dtcli.formats.json.text import compact
from dtcli.formats.replay.serialize import choice_entry
from dtcli.play.game.replay import DECIMALS, event_entry, pause_entry, replay_of, table_entry
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.folders import Calendar, Folders, local_time, numbered

FORMAT = "dungeon-time/journal/1"
SUFFIX = ".journal"
NOT_STARTED = (Phase.HEROES, Phase.READY)


class GameLabel(NamedTuple):
    """The facts about a saved game that are not part of a replay; they are saved under keys that begin with ``_``."""

    game: str
    """A unique id."""
    started: str
    campaign: str | None = None

    @property
    def keys(self) -> dict[str, Any]:
        """The entries for a replay."""
        keys = {"_game": self.game, "_started": self.started}
        return keys if self.campaign is None else {**keys, "_campaign": self.campaign}

    @classmethod
    def of(cls, replay: dict[str, Any]) -> "GameLabel":
        """Return the label of a saved replay."""
        return cls(str(replay.get("_game", "")), str(replay.get("_started", "")), replay.get("_campaign"))


def saved_replay(game: SoloGame, label: GameLabel, *, at: datetime | None = None) -> dict[str, Any]:
    """Return the replay of a game with its label and, if it is not over, what is needed to resume it.

    ``at`` is the current date and time, from which the length of an interruption is computed.
    """
    replay: dict[str, Any] = {**replay_of(game, date=label.started[:10]), **label.keys}
    if game.phase is not Phase.OVER:
        replay["_interrupted"] = game.phase.value
        if game.resolution is not None:
            replay["_revealed"] = game.resolution.state.revealed
        elif game.phase is Phase.TABLE:
            replay["_table"] = table_entry(game, at)
    return replay


class Journal:
    """Writes a game to disk as it happens. It is the listener of the game, and locks its file while it is open."""

    def __init__(self, file: IO[bytes], path: Path, calendar: Calendar = local_time) -> None:
        self.path = path
        self.failed: str | None = None
        """Why the last lines could not be written; the next call tries again."""
        self._file = file
        self._calendar = calendar
        self._size = 0
        """The size of the lines written completely, in bytes."""
        self._unwritten = b""
        self._label = GameLabel("", "")
        self._phase = Phase.HEROES
        self._events = 0
        self._pauses = 0
        self._resolution: dict[str, Any] = {}
        self._places: list[Any] = []

    @classmethod
    def reserve(cls, folders: Folders, stem: str, *, again: bool = False, calendar: Calendar = local_time) -> "Journal":
        """Return a new journal under the first free name that begins with ``stem``; the replay can use it, too.

        A replay is saved before its journal is removed, so a name with neither a journal nor a replay is free. With
        ``again`` a saved game is resumed under its own name; raises ``FileExistsError`` if its journal exists.
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
            if not locks.acquire(file) or not locks.is_same_file(file, path):  # another process has just recovered it
                file.close()
            elif not again and (folders.games / f"{name}.json").exists():
                locks.remove(file, path)
                n += 1
            else:
                return cls(file, path, calendar)

    def begin(self, game: SoloGame, label: GameLabel) -> None:
        """Write the first line: the game so far."""
        self._label = label
        self._phase = game.phase
        self._events, self._pauses = len(game.log), len(game.clock.pauses)
        table = self._table_lines(game) if game.phase is Phase.TABLE else ()
        self._write([{"format": FORMAT, **self._snapshot(game)}, *table], sync=True)
        game.save_error = self.failed

    def __call__(self, game: SoloGame) -> str | None:
        """Write the changes since the last call; return why that failed, or None."""
        if not locks.is_same_file(self._file, self.path):
            return self._rewrite(game)
        phase = game.phase
        lines = list(self._changes(game, phase))
        if lines:
            self._write(lines, sync=phase is not self._phase)
        self._phase = phase
        return self.failed

    def _rewrite(self, game: SoloGame) -> str | None:
        """Write a new journal after the file was removed, perhaps with its folder; return why that failed, or None."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = self.path.open("xb", buffering=0)
        except OSError as error:
            self.failed = f"the journal was removed, and cannot be written again: {error.strerror}"
            return self.failed
        self._file.close()
        self._file, self._size, self._unwritten, self._resolution, self._places = file, 0, b"", {}, []
        locks.acquire(file)
        self.begin(game, self._label)
        return self.failed

    def close(self) -> None:
        """Close the file; the next ``recover`` saves what is in it."""
        self._file.close()

    def remove(self) -> None:
        """Remove the journal, because the game was saved or nothing was played."""
        locks.remove(self._file, self.path)

    def _snapshot(self, game: SoloGame) -> dict[str, Any]:
        return {"phase": game.phase.value, "replay": saved_replay(game, self._label, at=self._calendar())}

    def _table_lines(self, game: SoloGame) -> Iterator[dict[str, Any]]:
        """Yield the pause, the clock, and the places of the cards if they have changed."""
        if game.clock.is_paused:
            yield {"paused": round(game.clock.elapsed, DECIMALS), "seconds": round(game.clock.paused_for, DECIMALS)}
        table = table_entry(game, self._calendar())
        if table["places"] == self._places:
            del table["places"]
        else:
            self._places = table["places"]
        yield {"table": table}

    def _changes(self, game: SoloGame, phase: Phase) -> Iterator[dict[str, Any]]:
        if phase in NOT_STARTED:
            return
        if self._phase in NOT_STARTED:
            yield self._snapshot(game)
            self._events, self._pauses = len(game.log), len(game.clock.pauses)
        for event in game.log[self._events :]:
            yield {"event": event_entry(event, game.setup.names)}
        self._events = len(game.log)
        for pause in game.clock.pauses[self._pauses :]:
            yield {"pause": pause_entry(pause)}
        self._pauses = len(game.clock.pauses)
        if phase is Phase.TABLE:
            yield from self._table_lines(game)
            return
        if self._phase in (*NOT_STARTED, Phase.TABLE):
            yield {"ended": round(game.ended or 0.0, DECIMALS)}
        assert game.resolution is not None
        choices = [choice_entry(note) for note in game.resolution.notes]
        resolution: dict[str, Any] = {"revealed": game.resolution.state.revealed, "choices": choices}
        if resolution != self._resolution:
            yield resolution
        self._resolution = resolution

    def _write(self, lines: list[dict[str, Any]], *, sync: bool) -> None:
        """Write lines with one call, so that a kill does not split them; ``sync`` forces them to disk.

        Lines that cannot be written are tried again with the next call.
        """
        self._unwritten += "".join(f"{compact(line)}\n" for line in lines).encode()
        try:
            if self._file.write(self._unwritten) < len(self._unwritten):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # noqa: TRY301  (handled below)
            self._size += len(self._unwritten)
            self._unwritten, self.failed = b"", None
            if sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            self.failed = error.strerror or str(error)
            with suppress(OSError):  # do not leave half a line
                self._file.truncate(self._size)
                self._file.seek(self._size)
