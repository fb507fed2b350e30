"""Plays a game with a journal, and saves it at the end.

The front end is passed in as a function. However it returns, the game is saved.
"""

import os
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.formats.locks import LockedError
from dtcli.formats.replay.reading import load
from dtcli.play.game.clock import Now, real_time
from dtcli.play.game.leads import Lead
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.folders import Calendar, Folders, game_stem, local_time
from dtcli.play.storage.journal import NOT_STARTED, GameLabel, Journal, saved_replay
from dtcli.play.storage.journal_reading import CorruptGameError
from dtcli.play.storage.recovery import RecoveredGames, recover
from dtcli.play.storage.resume import CannotResumeError, GameInUseError, resume_game
from dtcli.play.storage.saving import NotSavedError, SavedGame, save_game, unfinished_game

Save = Callable[[SoloGame], Path | None]
"""Saves the game in its current state; returns its path, None if nothing was played. Raises ``NotSavedError``."""
FrontEnd = Callable[[SoloGame, Save], Lead | None]
"""Plays a game with the player; returns when it is over or the player leaves, with what the player goes on to.

May raise ``KeyboardInterrupt`` when a signal ends the game, or any other exception when it fails.
"""


class PlayResult(NamedTuple):
    """The result of playing a game."""

    game: SoloGame | None
    """The finished game; None if the player left it."""
    saved: SavedGame | None
    """The saved replay; None if nothing was played."""
    recovered: RecoveredGames = RecoveredGames()
    """Games interrupted earlier and saved before this one began."""
    save_error: str | None = None
    """Why the journal is incomplete."""
    unsaved: NotSavedError | None = None
    """Why the replay could not be saved; the journal is left for the next recovery."""
    lead: Lead | None = None
    """What the player goes on to after the finished game; None to leave."""
    stopped: BaseException | None = None
    """What the front end raised; the caller raises it again after reporting the saved game."""

    @property
    def path(self) -> Path | None:
        """The path of the saved replay."""
        return self.saved.path if self.saved else None


def play_game(
    setup: Setup,
    front_end: FrontEnd,
    *,
    folders: Folders,
    now: Now = real_time,
    campaign: str | None = None,
    calendar: Calendar = local_time,
) -> PlayResult:
    """Play a new game and save it."""
    recovered = recover(folders.create())
    if setup.card_set.endswith(".toml"):  # a replay resolves it relative to its own folder
        setup = setup._replace(card_set=str(Path(setup.card_set).absolute()))
    started = calendar()
    journal = Journal.reserve(folders, game_stem(setup.what.id, setup.seed, started=started), calendar=calendar)
    label = GameLabel(uuid.uuid4().hex, started.isoformat(timespec="seconds"), campaign)
    try:
        game = SoloGame(setup, now=now, listener=journal)
    except BaseException:
        journal.remove()
        raise
    journal.begin(game, label)
    saver = _GameSaver(journal, label, folders, calendar)
    return _play_to_end(game, front_end, journal, saver)._replace(recovered=recovered)


def resume_saved_game(
    path: Path, front_end: FrontEnd, *, folders: Folders, now: Now = real_time, calendar: Calendar = local_time
) -> PlayResult:
    """Resume an interrupted game and save it; raises ``CannotResumeError`` with the reason.

    In the five minutes it is paused, since the interruption (X17).
    """
    if os.path.realpath(path.parent) != os.path.realpath(folders.games):
        msg = f"only games in '{folders.games}' can be resumed"
        raise CannotResumeError(msg)
    recovered = recover(folders.create())
    try:
        journal = Journal.reserve(folders, path.stem, again=True, calendar=calendar)
    except FileExistsError:
        msg = "it is open in another dtcli"
        raise GameInUseError(msg) from None
    try:
        label, game = _interrupted(path, journal, folders, now=now, calendar=calendar)
    except BaseException:
        journal.remove()
        raise
    journal.begin(game, label)
    saver = _GameSaver(journal, label, folders, calendar)
    return _play_to_end(game, front_end, journal, saver)._replace(recovered=recovered)


def _interrupted(
    path: Path, journal: Journal, folders: Folders, *, now: Now, calendar: Calendar
) -> tuple[GameLabel, SoloGame]:
    """Return an interrupted game and its label; raises ``CannotResumeError`` if it is none, or another comes first."""
    document = load(path)
    if document.data is None or "_interrupted" not in document.data:
        msg = "it was not interrupted"
        raise CannotResumeError(msg)
    label, game = GameLabel.of({**document.data}), resume_game(document, now=now, calendar=calendar, listener=journal)
    if game.phase is Phase.TABLE and isinstance(label.campaign, str):
        first = unfinished_game(label.campaign, folders)
        if first is not None:
            msg = f"its campaign has another game whose resolution comes first: {first}"
            raise CannotResumeError(msg)
    return label, game


def _play_to_end(game: SoloGame, front_end: FrontEnd, journal: Journal, saver: "_GameSaver") -> PlayResult:
    stopped: BaseException | None = None
    lead: Lead | None = None
    try:
        lead = front_end(game, saver)
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001  (the caller raises it again)
        stopped = error
    finally:
        try:
            with suppress(NotSavedError):
                saver(game)
            if saver.failed is None:
                journal.remove()
        finally:
            journal.close()
    over = game if game.phase is Phase.OVER else None
    return PlayResult(
        over, saver.saved, save_error=journal.failed, unsaved=saver.failed, lead=lead if over else None, stopped=stopped
    )


class _GameSaver:
    """Saves one game; called again, it replaces an unfinished state by a later one."""

    def __init__(self, journal: Journal, label: GameLabel, folders: Folders, calendar: Calendar) -> None:
        self.saved: SavedGame | None = None
        self.failed: NotSavedError | None = None
        self._journal, self._label, self._folders, self._calendar = journal, label, folders, calendar

    def __call__(self, game: SoloGame) -> Path | None:
        game.check_time()  # the time may have run out while the player left
        game.leave()
        if game.phase not in NOT_STARTED and (self.saved is None or self.saved.interrupted is not None):
            self._save(saved_replay(game, self._label, at=self._calendar()), self._journal.path.stem)
        return self.saved.path if self.saved else None

    def _save(self, replay: dict[str, Any], stem: str) -> None:
        if self.failed is not None and self.failed.saved is not None:
            return  # the player has saved it elsewhere
        try:
            self.saved, self.failed = save_game(replay, stem, self._folders), None
        except (OSError, LockedError, CorruptGameError) as error:
            self.failed = NotSavedError(_reason(error), replay, stem)
            raise self.failed from error


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"'{error.filename}': {error.strerror}"
    return str(error)
