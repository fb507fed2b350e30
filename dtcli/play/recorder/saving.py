"""A recorded game at its end: the replay, where it is written, and the campaign that it counts for."""

from pathlib import Path
from typing import Any, NamedTuple, cast

from dtcli.formats.dt.writer import to_notation
from dtcli.formats.problems import Problem
from dtcli.formats.replay.serialize import card_entry, choice_entry
from dtcli.formats.schema import ReplayFile
from dtcli.formats.writing import UnreadableError, replay_fault, write_new, write_readable
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.storage.campaign import CampaignGame, counts, with_game
from dtcli.play.storage.campaign_store import CampaignMissingError, CampaignStore, UnusableSaveError
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.locks import LockedError
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
    """Where a recorded game was written, and whether it counts for its campaign."""

    path: Path | None
    replay: ReplayFile
    error: str = ""
    """Why the replay could not be written."""
    counted: bool | None = None
    """None without a campaign."""
    problems: tuple[Problem, ...] = ()


class RecordSaver:
    """Writes a finished game once, as often as it is asked to."""

    def __init__(self, folders: Folders, stem: str, output: Path | None = None) -> None:
        self._folders = folders
        self._stem = stem
        self._output = output
        self._saved: SavedRecord | None = None

    @property
    def saved(self) -> SavedRecord | None:
        """The game as it was saved; None before that."""
        return self._saved

    def __call__(self, recorder: TableRecorder) -> SavedRecord:
        """Write the replay and count it for the campaign; a game that was changed since is written again."""
        replay = recorded_replay(recorder)
        if self._saved is not None and self._saved.path is not None and self._saved.replay == replay:
            return self._saved
        try:
            path = self._write(to_notation(replay))
        except (OSError, UnreadableError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self._saved = SavedRecord(None, replay, reason)
            return self._saved
        self._saved = self._counted(recorder, SavedRecord(path, replay), path)
        return self._saved

    def _write(self, text: str) -> Path:
        before = self._saved.path if self._saved is not None else None
        if self._output is not None or before is not None:
            path = before or self._output
            assert path is not None
            write_readable(path, text, replay_fault)
            return path
        self._folders.create()
        reason = replay_fault(text.encode())
        if reason is not None:
            raise UnreadableError(reason)
        return write_new(self._folders.games / f"{self._stem}.dt", text)

    def _counted(self, recorder: TableRecorder, saved: SavedRecord, path: Path) -> SavedRecord:
        setup = recorder.setup
        if setup.campaign is None or setup.scenario is None:
            return saved
        state = recorder.session.state
        game = CampaignGame(path.name, setup.date, setup.scenario.id, setup.extended, result_of(state))
        try:
            save = CampaignStore(self._folders).change(setup.campaign, lambda save: with_game(save, game))
        except (CampaignMissingError, LockedError) as error:
            return saved._replace(counted=False, error=f"the campaign could not be changed: {error}")
        except UnusableSaveError as error:
            return saved._replace(counted=False, problems=error.problems)
        return saved._replace(counted=counts(save, path.name))
