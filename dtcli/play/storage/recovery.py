"""What becomes of a game: its replay is saved, its campaign told, and only then its journal removed.

Each step can be done again, so a kill between two of them is mended by whoever looks for journals next: one copy of
every game, counted once. Nothing that cannot be understood is deleted.
"""

import errno
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from dtcli.formats.json.text import compact
from dtcli.formats.json.writer import to_json
from dtcli.formats.limits import LARGEST_JOURNAL
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load, parse
from dtcli.formats.writing import UnreadableError, write_new, write_readable
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage import locks
from dtcli.play.storage.campaign import CampaignGame, counts, with_game, with_unfinished
from dtcli.play.storage.campaign_saves import MissingError, Saves, UnusableError
from dtcli.play.storage.folders import Folders, numbered
from dtcli.play.storage.journal import BEFORE_SAND, SUFFIX, Label, NotUnderstoodError, kept_of, told
from dtcli.play.storage.resume import NotTakenUpError, taken_up
from dtcli.rules.score import Result

DAMAGED = "DT803"


class Kept(NamedTuple):
    """A game that was saved."""

    path: Path
    interrupted: Phase | None = None
    """The phase in which it was interrupted; None if it was played to its end."""
    campaign: str | None = None
    counted: bool | None = None
    """Whether it counts in its campaign; None where there is none, or it is not over."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with the save of its campaign."""


class CardsMissingError(Exception):
    """A game cannot be judged now, because its card set cannot be read."""


class NotSavedError(Exception):
    """A game that could not be saved where games are kept; it can still be saved elsewhere."""

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


class Recovered(NamedTuple):
    """What was found of games that were interrupted."""

    games: tuple[Kept, ...] = ()
    problems: tuple[Problem, ...] = ()
    """What is wrong with journals, and with saves of campaigns."""


def keep(replay: dict[str, Any], stem: str, folders: Folders) -> Kept:
    """Save a replay and tell its campaign; what was saved of the game earlier is replaced, unless it was over.

    Raises ``NotUnderstoodError``, and writes nothing, if the replay could not be read again.
    """
    folders.make()  # they may have been removed while the game was played
    path = _place(replay, stem, folders)
    saved = load(path).data if path.exists() else None
    if saved is None or "_interrupted" in saved:
        _write(path, replay)
    else:
        replay = cast("dict[str, Any]", saved)
    return _told_campaign(replay, path, folders)


def _write(path: Path, replay: dict[str, Any]) -> None:
    """Write a replay that reads the same again; raises ``NotUnderstoodError`` if it would not."""

    def fault(content: bytes) -> str | None:
        read = parse(content, suffix=".json")
        if read.data == replay:
            return None
        return read.problems[0].message if read.problems else "it reads differently"

    try:
        write_readable(path, to_json(cast("Any", replay)), fault)
    except UnreadableError as error:
        msg = f"its replay could not be read again: {error}"
        raise NotUnderstoodError(msg) from None


def recover(folders: Folders) -> Recovered:
    """Save what is left of games whose process has gone."""
    games: list[Kept] = []
    problems: list[Problem] = []
    for path in sorted(folders.journals.glob(f"*{SUFFIX}")):
        try:
            if not path.is_file():
                continue
            with path.open("rb+") as file:
                if locks.take(file) and locks.is_at(file, path):
                    games += _recovered(file, path, folders)
        except NotUnderstoodError as error:
            problems += _set_aside(path, str(error))
        except FileNotFoundError:  # another process was faster
            continue
        except CardsMissingError as error:
            problems.append(Problem("DT209", f"a game waits for its cards: {error}", file=str(path)))
        except (OSError, locks.LockedError) as error:
            problems.append(Problem("DT101", f"the journal stays for the next time: {error}", file=str(path)))
        except Exception as error:  # noqa: BLE001  (one journal must not stop every command that looks at them)
            problems += _set_aside(path, f"{type(error).__name__}: {error}")
    problems += [problem for game in games for problem in game.problems]
    return Recovered(tuple(games), tuple(problems))


def _recovered(file: IO[bytes], path: Path, folders: Folders) -> list[Kept]:
    story = told(file.read(LARGEST_JOURNAL + 1))
    kept = []
    if story is not None and story.phase not in BEFORE_SAND:
        kept.append(keep(_as_far_as_it_came(story.replay, folders), path.stem, folders))
    locks.remove(file, path)
    return kept


def _as_far_as_it_came(replay: dict[str, Any], folders: Folders) -> dict[str, Any]:
    """Return a recovered replay, judged by the engine; one whose last card was turned has its result."""
    if not isinstance(replay.get("_game"), str):
        msg = "it does not say which game it is"
        raise NotUnderstoodError(msg)
    document = parse(compact(replay), suffix=".json")._replace(folder=folders.games)
    for problem in check(document).problems:
        if problem.code == "DT209":
            raise CardsMissingError(problem.message)
        if problem.is_error:
            raise NotUnderstoodError(problem.message)
    if "_revealed" not in replay:
        return replay
    try:
        return kept_of(taken_up(document), Label.of(replay))
    except NotTakenUpError as error:
        raise NotUnderstoodError(str(error)) from None


def _place(replay: dict[str, Any], stem: str, folders: Folders) -> Path:
    """Return where a replay goes: under its own name, unless the file there is about another game."""
    n = 1
    while (path := folders.games / f"{numbered(stem, n)}.json").exists():
        there = load(path).data
        if there is not None and there.get("_game") == replay["_game"]:
            break
        n += 1
    return path


def _told_campaign(replay: dict[str, Any], path: Path, folders: Folders) -> Kept:
    interrupted = Phase(replay["_interrupted"]) if "_interrupted" in replay else None
    name = replay.get("_campaign")
    kept = Kept(path, interrupted, name)
    if not isinstance(name, str) or interrupted is Phase.TABLE:  # the level can be played again
        return kept
    saves = Saves(folders)
    try:
        if interrupted is not None:
            saves.change(name, lambda save: with_unfinished(save, path.name))
            return kept
        played = played_game(path)
        if played is None:
            return kept._replace(counted=False)
        save = saves.change(name, lambda save: with_game(save, played))
        return kept._replace(counted=counts(save, path.name))
    except MissingError:
        return kept._replace(counted=False)
    except UnusableError as error:
        return kept._replace(counted=False, problems=error.problems)


def unfinished_game(name: str, folders: Folders) -> str | None:
    """Return the file of the game whose resolution a campaign waits for; None if there is none, or no such campaign."""
    try:
        return Saves(folders).load(name).get("unfinished")
    except (MissingError, UnusableError):
        return None


def played_game(path: Path) -> CampaignGame | None:
    """Return the game of a saved replay with its result; None if it is no game of a campaign."""
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


def _set_aside(path: Path, reason: str) -> list[Problem]:
    """Give a journal another name, so that it is not looked at again; empty if another process has done so."""
    n = 1
    while (aside := path.with_name(f"{numbered(path.stem, n)}.damaged")).exists():
        n += 1
    try:
        path.rename(aside)
    except FileNotFoundError:
        return []
    except OSError as error:
        hint = f"it cannot be set aside: {error.strerror}"
        return [Problem(DAMAGED, f"the journal of a game was not understood: {reason}", "", hint, file=str(path))]
    hint = f"it is kept as {quoted(aside.name)}"
    return [Problem(DAMAGED, f"the journal of a game was not understood: {reason}", "", hint, file=str(aside))]
