"""Saves the replay of a game, and enters the game in its campaign.

Each step is idempotent: after a kill, the next ``recover`` repeats it, and every game is saved and counted once.
"""

import errno
from pathlib import Path
from typing import Any, NamedTuple, cast

from dtcli.formats.json.writer import to_json
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load, parse
from dtcli.formats.writing import UnreadableError, write_new, write_readable
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage.campaign import CampaignGame, counts, with_game, with_unfinished
from dtcli.play.storage.campaign_store import CampaignMissingError, CampaignStore, UnusableSaveError
from dtcli.play.storage.folders import Folders, numbered
from dtcli.play.storage.journal_reading import CorruptGameError
from dtcli.rules.score import Result


class SavedGame(NamedTuple):
    """A saved game."""

    path: Path
    interrupted: Phase | None = None
    """The phase in which it was interrupted; None if it was played to its end."""
    campaign: str | None = None
    counted: bool | None = None
    """Whether it counts in its campaign; None without a campaign, or if the game is not over."""
    problems: tuple[Problem, ...] = ()
    """The problems of the campaign save."""


class NotSavedError(Exception):
    """A game could not be saved in the games folder; it can still be saved elsewhere."""

    def __init__(self, reason: str, replay: dict[str, Any], stem: str) -> None:
        super().__init__(reason)
        self.saved: Path | None = None
        """Where it was saved instead."""
        self._replay, self._stem = replay, stem

    def save_in(self, folder: str) -> Path:
        """Save the replay in another folder and return its path; raises ``OSError`` with the reason."""
        try:
            path = Path(folder).expanduser() / f"{self._stem}.json"
            self.saved = write_new(path, to_json(cast("Any", self._replay)))
        except (RuntimeError, ValueError) as error:  # no such user, NUL
            raise OSError(errno.EINVAL, str(error), folder) from None
        return self.saved


def save_game(replay: dict[str, Any], stem: str, folders: Folders) -> SavedGame:
    """Save a replay and enter it in its campaign; an unfinished state saved earlier is replaced.

    Raises ``CorruptGameError``, and writes nothing, if the replay could not be read back.
    """
    folders.create()  # they may have been removed during the game
    path = path_for(replay, stem, folders)
    saved = load(path).data if path.exists() else None
    if saved is None or "_interrupted" in saved:
        write_replay(path, replay)
    else:
        replay = cast("dict[str, Any]", saved)
    return _update_campaign(replay, path, folders)


def write_replay(path: Path, replay: dict[str, Any]) -> None:
    """Write a replay; raises ``CorruptGameError`` if it would not read back the same."""

    def fault(content: bytes) -> str | None:
        read = parse(content, suffix=".json")
        if read.data == replay:
            return None
        return read.problems[0].message if read.problems else "it reads differently"

    try:
        write_readable(path, to_json(cast("Any", replay)), fault)
    except UnreadableError as error:
        msg = f"its replay could not be read back: {error}"
        raise CorruptGameError(msg) from None


def path_for(replay: dict[str, Any], stem: str, folders: Folders) -> Path:
    """Return the path for a replay; a number is added if the file there belongs to another game."""
    n = 1
    while (path := folders.games / f"{numbered(stem, n)}.json").exists():
        there = load(path).data
        if there is not None and there.get("_game") == replay["_game"]:
            break
        n += 1
    return path


def _update_campaign(replay: dict[str, Any], path: Path, folders: Folders) -> SavedGame:
    interrupted = Phase(replay["_interrupted"]) if "_interrupted" in replay else None
    name = replay.get("_campaign")
    saved = SavedGame(path, interrupted, name)
    if not isinstance(name, str) or interrupted is Phase.TABLE:  # the level can be played again
        return saved
    store = CampaignStore(folders)
    try:
        if interrupted is not None:
            store.change(name, lambda save: with_unfinished(save, path.name))
            return saved
        played = played_game(path)
        if played is None:
            return saved._replace(counted=False)
        save = store.change(name, lambda save: with_game(save, played))
        return saved._replace(counted=counts(save, path.name))
    except CampaignMissingError:
        return saved._replace(counted=False)
    except UnusableSaveError as error:
        return saved._replace(counted=False, problems=error.problems)


def unfinished_game(name: str, folders: Folders) -> str | None:
    """Return the file of the game that a campaign must finish first; None if there is none, or no such campaign."""
    try:
        return CampaignStore(folders).load(name).get("unfinished")
    except (CampaignMissingError, UnusableSaveError):
        return None


def played_game(path: Path) -> CampaignGame | None:
    """Return the game of a saved replay with its result; None if it has no scenario."""
    checked = check(load(path))
    data: Any = checked.document.data
    score, resolved = checked.score, checked.resolved
    if score is None or resolved is None or resolved.scenario is None or resolved.game is None:
        return None
    return CampaignGame(
        file=path.name,
        date=data.get("date") or path.name[:10],
        scenario=resolved.scenario.id,
        extended=resolved.game.extended,
        result=Result(broken=bool(score.broken), won=score.won, missions=score.missions or 0),
    )
