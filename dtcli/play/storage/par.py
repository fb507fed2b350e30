"""Keeps par of the deal with a saved game, so that it is searched only once."""

from pathlib import Path
from threading import Event
from typing import Any, cast

from dtcli.formats.replay.kept_par import PAR_KEY, KeptPar
from dtcli.formats.replay.reading import load
from dtcli.play.game.par import FoundPar, search_par
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.storage.journal_reading import CorruptGameError
from dtcli.play.storage.saving import write_replay


def find_saved_par(game: SoloGame, path: Path | None, stop: Event) -> FoundPar | None:
    """Return par of a finished game: from its replay, or else by a search whose result is saved there.

    Returns None without a goal, or soon after ``stop`` is set.
    """
    kept = None if path is None else KeptPar.of(cast("Any", load(path).data), game.setup.goal)
    if kept is not None:
        return FoundPar(kept)
    par = search_par(game, stop)
    if par is None or path is None:
        return None if par is None else FoundPar(par)
    try:
        keep_par(path, par)
    except (OSError, CorruptGameError) as error:
        return FoundPar(par, unsaved=getattr(error, "strerror", None) or str(error))
    return FoundPar(par)


def keep_par(path: Path, par: KeptPar) -> None:
    """Add par to a saved replay, which is written whole; raises ``OSError`` or ``CorruptGameError``.

    A replay that was removed meanwhile is not written again.
    """
    replay: Any = load(path).data
    if replay is None:
        msg = "the replay of the game cannot be read any more"
        raise CorruptGameError(msg)
    write_replay(path, {**replay, PAR_KEY: par.as_json()})
