"""The life of a game at the table: a journal is begun, somebody plays, and what came of it is kept.

Who plays, and on what screen, comes in as a function. However it returns, what has been played is kept.
"""

import os
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.formats.replay.reading import load
from dtcli.play.game.clock import Now, real_time
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.folders import Calendar, Folders, local_time, stem_of
from dtcli.play.storage.journal import BEFORE_SAND, Journal, Label, NotUnderstoodError, kept_of
from dtcli.play.storage.locks import LockedError
from dtcli.play.storage.recovery import Kept, NotSavedError, Recovered, keep, recover, unfinished_game
from dtcli.play.storage.resume import BeingPlayedError, NotTakenUpError, taken_up

Save = Callable[[SoloGame], Path | None]
"""Saves the game now, and returns where; None if nothing was played. Raises ``NotSavedError``."""
FrontEnd = Callable[[SoloGame, Save], None]
"""Plays a game with a person, and returns when it is over or the player leaves.

It may raise: ``KeyboardInterrupt`` when a signal ends the game, anything else when it fails.
"""


class Played(NamedTuple):
    """What came of a game."""

    game: SoloGame | None
    """The finished game; None if the player left it."""
    kept: Kept | None
    """The saved replay; None if nothing was played."""
    recovered: Recovered = Recovered()
    """Games that were interrupted earlier, and saved before this one began."""
    unsafe: str | None = None
    """Why the journal is not complete."""
    unsaved: NotSavedError | None = None
    """Why the replay could not be saved; the journal stays then, and the next recovery saves what is in it."""

    stopped: BaseException | None = None
    """What the front end raised; the game has been kept all the same. To be raised again when that was said."""

    @property
    def path(self) -> Path | None:
        """Where the replay was saved."""
        return self.kept.path if self.kept else None


def played(
    setup: Setup,
    front_end: FrontEnd,
    *,
    folders: Folders,
    now: Now = real_time,
    campaign: str | None = None,
    calendar: Calendar = local_time,
) -> Played:
    """Play a game from its set-up on, and keep what comes of it."""
    recovered = recover(folders.make())
    if setup.card_set.endswith(".toml"):  # a replay names it as seen from its own folder
        setup = setup._replace(card_set=str(Path(setup.card_set).absolute()))
    started = calendar()
    journal = Journal.reserve(folders, stem_of(setup.what.id, setup.seed, started=started), calendar=calendar)
    label = Label(uuid.uuid4().hex, started.isoformat(timespec="seconds"), campaign)
    try:
        game = SoloGame(setup, now=now, listener=journal)
    except BaseException:
        journal.remove()
        raise
    journal.begin(game, label)
    keeper = _Keeper(journal, label, folders, calendar)
    return _until_the_end(game, front_end, journal, keeper)._replace(recovered=recovered)


def resumed(
    path: Path, front_end: FrontEnd, *, folders: Folders, now: Now = real_time, calendar: Calendar = local_time
) -> Played:
    """Go on with a saved game that was interrupted; raises ``NotTakenUpError`` with the reason if that cannot be done.

    One that was interrupted in its five minutes begins with a pause, which has lasted since then (X17).
    """
    if os.path.realpath(path.parent) != os.path.realpath(folders.games):
        msg = f"only games in '{folders.games}' can be resumed"
        raise NotTakenUpError(msg)
    recovered = recover(folders.make())
    try:
        journal = Journal.reserve(folders, path.stem, again=True, calendar=calendar)
    except FileExistsError:
        msg = "somebody is playing it"
        raise BeingPlayedError(msg) from None
    try:
        label, game = _interrupted(path, journal, folders, now=now, calendar=calendar)
    except BaseException:
        journal.remove()
        raise
    journal.begin(game, label)
    keeper = _Keeper(journal, label, folders, calendar)
    return _until_the_end(game, front_end, journal, keeper)._replace(recovered=recovered)


def _interrupted(
    path: Path, journal: Journal, folders: Folders, *, now: Now, calendar: Calendar
) -> tuple[Label, SoloGame]:
    """Return an interrupted game and its label; raises ``NotTakenUpError`` if it is none, or another comes first."""
    document = load(path)
    if document.data is None or "_interrupted" not in document.data:
        msg = "it was not interrupted"
        raise NotTakenUpError(msg)
    label, game = Label.of({**document.data}), taken_up(document, now=now, calendar=calendar, listener=journal)
    if game.phase is Phase.TABLE and isinstance(label.campaign, str):
        first = unfinished_game(label.campaign, folders)
        if first is not None:
            msg = f"its campaign has another game whose resolution comes first: {first}"
            raise NotTakenUpError(msg)
    return label, game


def _until_the_end(game: SoloGame, front_end: FrontEnd, journal: Journal, keeper: "_Keeper") -> Played:
    stopped: BaseException | None = None
    try:
        front_end(game, keeper)
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001  (the caller raises it again)
        stopped = error
    finally:
        try:
            with suppress(NotSavedError):
                keeper(game)
            if keeper.failed is None:
                journal.remove()
        finally:
            journal.close()
    over = game if game.phase is Phase.OVER else None
    return Played(over, keeper.kept, unsafe=journal.failed, unsaved=keeper.failed, stopped=stopped)


class _Keeper:
    """Saves one game, as often as it is asked to; a game that was saved unfinished is replaced by a later state."""

    def __init__(self, journal: Journal, label: Label, folders: Folders, calendar: Calendar) -> None:
        self.kept: Kept | None = None
        self.failed: NotSavedError | None = None
        self._journal, self._label, self._folders, self._calendar = journal, label, folders, calendar

    def __call__(self, game: SoloGame) -> Path | None:
        game.look_at_sand()  # the time may have run out while the player was leaving
        game.leave()
        if game.phase not in BEFORE_SAND and (self.kept is None or self.kept.interrupted is not None):
            self._keep(kept_of(game, self._label, at=self._calendar()), self._journal.path.stem)
        return self.kept.path if self.kept else None

    def _keep(self, replay: dict[str, Any], stem: str) -> None:
        if self.failed is not None and self.failed.saved is not None:
            return  # the player has chosen another place
        try:
            self.kept, self.failed = keep(replay, stem, self._folders), None
        except (OSError, LockedError, NotUnderstoodError) as error:
            self.failed = NotSavedError(_reason(error), replay, stem)
            raise self.failed from error


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"'{error.filename}': {error.strerror}"
    return str(error)
