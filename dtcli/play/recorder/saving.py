"""A recorded game at its end: the replay, where it is written, and the campaign that it counts for."""

from pathlib import Path
from typing import Any, NamedTuple, cast

from dtcli.formats.dt.writer import to_notation
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.formats.replay.serialize import card_entry, choice_entry
from dtcli.formats.schema import ReplayFile
from dtcli.formats.writing import UnreadableError, replay_fault, write_new, write_readable
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.storage.campaign_record import CountedGame, record_game
from dtcli.play.storage.folders import Folders
from dtcli.rules.score import result_of


def recorded_replay(recorder: TableRecorder) -> ReplayFile:
    """Return the replay of a game as far as it was recorded; with its result if it is over."""
    names, session = recorder.setup.names, recorder.session
    replay: dict[str, Any] = recorder.setup.head()
    if recorder.is_over:
        found = result_of(session.state)
        how: dict[str, Any] = {"broken": True} if found.broken else {} if found.won is None else {"won": found.won}
        replay["result"] = {"missions": found.missions, **how}
    replay["story"] = [card_entry(card, names) for card in recorder.record.story]
    replay["choices"] = [choice_entry(note) for note in session.notes]
    return cast("ReplayFile", replay)


class SavedRecord(NamedTuple):
    """Where a recorded game was written; without a path, why it could not be."""

    path: Path | None
    replay: ReplayFile
    error: str = ""


class RecordSaver:
    """Writes a finished game; one that is finished again after an undo is written over it."""

    def __init__(self, folders: Folders, stem: str, output: Path | None = None) -> None:
        self._folders = folders
        self._stem = stem
        self._output = output
        self.saved: SavedRecord | None = None
        """The game as it was saved last; None before that."""

    def __call__(self, recorder: TableRecorder) -> SavedRecord:
        """Write the replay and return where it is."""
        replay = recorded_replay(recorder)
        try:
            path = self._write(to_notation(replay))
        except (OSError, UnreadableError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.saved = SavedRecord(None, replay, reason)
        else:
            self.saved = SavedRecord(path, replay)
        return self.saved

    def _write(self, text: str) -> Path:
        path = self.saved.path if self.saved is not None and self.saved.path is not None else self._output
        if path is not None:
            write_readable(path, text, replay_fault)
            return path
        self._folders.create()
        reason = replay_fault(text.encode())
        if reason is not None:
            raise UnreadableError(reason)
        return write_new(self._folders.games / f"{self._stem}.dt", text)

    def count(self, recorder: TableRecorder) -> CountedGame | None:
        """Count a saved game for its campaign; None if it has none. Raises what ``record_game`` raises."""
        if recorder.setup.campaign is None or self.saved is None or self.saved.path is None:
            return None
        return record_game(check(load(self.saved.path)), recorder.setup.campaign, self._folders)
