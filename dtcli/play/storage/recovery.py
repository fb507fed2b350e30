"""Recovers interrupted games: saves what their journals contain. No file that cannot be read is deleted."""

from pathlib import Path
from typing import IO, Any, NamedTuple

from dtcli.formats import locks
from dtcli.formats.json.text import compact
from dtcli.formats.limits import LARGEST_JOURNAL
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.play.storage.folders import Folders, numbered
from dtcli.play.storage.journal import NOT_STARTED, SUFFIX, GameLabel, saved_replay
from dtcli.play.storage.journal_reading import CorruptGameError, read_journal
from dtcli.play.storage.resume import CannotResumeError, resume_game
from dtcli.play.storage.saving import SavedGame, save_game

DAMAGED = "DT803"


class CardSetMissingError(Exception):
    """The card set of a game cannot be read."""


class RecoveredGames(NamedTuple):
    """The games that were recovered."""

    games: tuple[SavedGame, ...] = ()
    problems: tuple[Problem, ...] = ()
    """The problems of journals and campaign saves."""


def recover(folders: Folders) -> RecoveredGames:
    """Save the games of all journals whose process has ended."""
    games: list[SavedGame] = []
    problems: list[Problem] = []
    for path in sorted(folders.journals.glob(f"*{SUFFIX}")):
        try:
            if not path.is_file():
                continue
            with path.open("rb+") as file:
                if locks.acquire(file) and locks.is_same_file(file, path):
                    games += _recovered(file, path, folders)
        except CorruptGameError as error:
            problems += _set_aside(path, str(error))
        except FileNotFoundError:  # another process recovered it
            continue
        except CardSetMissingError as error:
            problems.append(
                Problem("DT209", f"a game cannot be recovered without its card set: {error}", file=str(path))
            )
        except (OSError, locks.LockedError) as error:
            problems.append(Problem("DT101", f"the journal could not be recovered now: {error}", file=str(path)))
        except Exception as error:  # noqa: BLE001  (one journal must not stop every command that recovers)
            problems += _set_aside(path, f"{type(error).__name__}: {error}")
    problems += [problem for game in games for problem in game.problems]
    return RecoveredGames(tuple(games), tuple(problems))


def _recovered(file: IO[bytes], path: Path, folders: Folders) -> list[SavedGame]:
    content = read_journal(file.read(LARGEST_JOURNAL + 1))
    saved = []
    if content is not None and content.phase not in NOT_STARTED:
        saved.append(save_game(_checked_replay(content.replay, folders), path.stem, folders))
    locks.remove(file, path)
    return saved


def _checked_replay(replay: dict[str, Any], folders: Folders) -> dict[str, Any]:
    """Return a replay that the engine has checked; a resolved story gets its result. Raises ``CorruptGameError``."""
    if not isinstance(replay.get("_game"), str):
        msg = "it has no game id"
        raise CorruptGameError(msg)
    document = parse(compact(replay), suffix=".json")._replace(folder=folders.games)
    for problem in check(document, infer=False).problems:
        if problem.code == "DT209":
            raise CardSetMissingError(problem.message)
        if problem.is_error:
            raise CorruptGameError(problem.message)
    if "_revealed" not in replay:
        return replay
    try:
        return saved_replay(resume_game(document), GameLabel.of(replay))
    except CannotResumeError as error:
        raise CorruptGameError(str(error)) from None


def _set_aside(path: Path, reason: str) -> list[Problem]:
    """Rename a journal so that it is not read again; return the problem, nothing if another process has renamed it."""
    n = 1
    while (aside := path.with_name(f"{numbered(path.stem, n)}.damaged")).exists():
        n += 1
    try:
        path.rename(aside)
    except FileNotFoundError:
        return []
    except OSError as error:
        hint = f"it cannot be renamed: {error.strerror}"
        return [Problem(DAMAGED, f"the journal of a game is corrupt: {reason}", "", hint, file=str(path))]
    hint = f"it was renamed to {quoted(aside.name)}"
    return [Problem(DAMAGED, f"the journal of a game is corrupt: {reason}", "", hint, file=str(aside))]
