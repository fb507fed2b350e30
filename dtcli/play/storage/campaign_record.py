"""Counts a game that was recorded at a real table for its campaign, once.

The game is checked and its replay copied while the save is locked. After a kill between the copy and the change of the
save, recording the game again finds the copy.
"""

import os
from pathlib import Path
from typing import Any, NamedTuple, cast

from dtcli.english import agree, or_list, plural
from dtcli.formats.card_sets import scenarios
from dtcli.formats.house_printings import card_set_of
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.digest import game_digest, record_digest
from dtcli.formats.replay.reading import load
from dtcli.formats.schema import CampaignFile, CampaignGameEntry
from dtcli.formats.writing import path_fault
from dtcli.play.storage.campaign import CampaignGame, RecordedGame, step_of, with_game
from dtcli.play.storage.campaign_store import CampaignStore
from dtcli.play.storage.folders import Calendar, Folders, local_time
from dtcli.play.storage.journal_reading import CorruptGameError
from dtcli.play.storage.saving import path_for, write_replay
from dtcli.rules.scenarios import Scenario, ScenarioKind
from dtcli.rules.score import Result
from dtcli.rules.state import Game

NOT_COPIED = ("_campaign", "_started")
"""The keys of a saved game that do not apply to its copy."""
_DIGITS = 8
_FROM_DIGEST = slice(len("sha256:"), len("sha256:") + _DIGITS)


class NotCountedError(Exception):
    """A recorded game does not count; ``hint`` says what to do, ``problems`` are those of the replay."""

    def __init__(self, reason: str, hint: str = "", *, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(reason)
        self.hint = hint
        self.problems = problems


class CountedGame(NamedTuple):
    """A recorded game that counts: the campaign after it, and where its replay is."""

    save: CampaignFile
    path: Path

    @property
    def entry(self) -> CampaignGameEntry:
        """The game as the save lists it."""
        return next(game for game in self.save["games"] if game["file"] == self.path.name)


def record_game(checked: Checked, name: str, folders: Folders, *, calendar: Calendar = local_time) -> CountedGame:
    """Count a recorded game for the campaign of this name, and copy its replay into the games folder.

    Raises ``NotCountedError``, and changes nothing, if the game is not decided, counted already, or of a level that the
    campaign does not offer; also what ``CampaignStore.change`` raises.
    """
    game = _decided_game(checked)
    copy = _Copy(checked, game, folders, calendar)

    def count(save: CampaignFile) -> CampaignFile:
        _refuse_counted(save, game, copy.file_in_games, folders)
        _refuse_other_level(save, game)
        players = game.record.players if game.record.players is not None else save.get("players")
        return with_game(save, game.campaign_game(copy.write(), copy.date, players))

    save = CampaignStore(folders, calendar=calendar).change(name, count)
    return CountedGame(save, folders.games / save["games"][-1]["file"])


class _DecidedGame(NamedTuple):
    """A recorded game whose result is known."""

    scenario: str
    extended: bool
    result: Result
    record: RecordedGame

    def campaign_game(self, file: str, date: str, players: int | None) -> CampaignGame:
        """Return the game with the name of its replay, its date and the number of players."""
        record = self.record._replace(players=players)
        return CampaignGame(file, date, self.scenario, self.extended, self.result, record)


def _decided_game(checked: Checked) -> _DecidedGame:
    """Return a game whose replay decides its result; raises ``NotCountedError``."""
    _refuse_undecided(checked)
    data, score, resolved = cast("Any", checked.document.data), checked.score, checked.resolved
    assert score is not None
    assert score.missions is not None
    assert resolved is not None
    assert resolved.game is not None
    game = resolved.game
    if game.start is not None:
        msg = "the replay starts in the middle of a game"
        raise NotCountedError(msg, "a campaign counts whole games")
    scenario = _level_of(game, resolved.scenario)
    play = data.get("play") or {}
    players = data.get("players") or len(play.get("hands", ())) or None
    record = RecordedGame(record_digest(game, resolved.notes), game_digest(game), players)
    result = Result(broken=bool(score.broken), won=score.won, missions=score.missions)
    return _DecidedGame(scenario.id, game.extended, result, record)


def _level_of(game: Game, scenario: Scenario | None) -> Scenario:
    """Return the level of a game; raises ``NotCountedError`` if it is none, or the goal is another."""
    if scenario is None or scenario.kind is ScenarioKind.ONE_SHOT or game.adventure is not None:
        title = game.adventure.title if game.adventure else scenario.title if scenario else "a game without a scenario"
        levels = or_list(one.id for one in scenarios().values() if one.kind is not ScenarioKind.ONE_SHOT)
        msg = f"{title} is not a level of a campaign"
        raise NotCountedError(msg, f"the replay must name its level: {levels}")
    if game.goal != scenario.goal:
        msg = f"the replay has goal {game.goal}, where {scenario.title} asks for {scenario.goal}"
        raise NotCountedError(msg, "a campaign counts games with the goal of their level")
    return scenario


def _refuse_undecided(checked: Checked) -> None:
    """Raise ``NotCountedError`` if the replay is invalid, its claim is not right, or its result is open."""
    errors = tuple(problem for problem in checked.problems if problem.is_error)
    if checked.document.data is None:
        msg = "the replay cannot be read"
        raise NotCountedError(msg, problems=errors)
    if not checked.is_valid or checked.score is None:
        msg = "the replay is invalid"
        raise NotCountedError(msg, "correct the replay: `dtcli validate` checks it", problems=errors)
    if checked.agrees is False:
        msg = "the claimed result is not the result of the replay"
        raise NotCountedError(msg, "correct the choices or the claim: `dtcli replay` shows the game", problems=errors)
    if "_interrupted" in checked.document.data:
        msg = "the game was interrupted and is not over"
        raise NotCountedError(msg, "`dtcli play --resume` goes on with it")
    if checked.run_is_open:
        n = checked.score.assumed
        msg = f"the result is open: {plural(n, 'choice')} that {agree(n, 'was', 'were')} not recorded can change it"
        hint = "record what was chosen; `dtcli score --bounds` shows what is possible"
        raise NotCountedError(msg, hint, problems=checked.problems)
    if checked.is_unsettled:
        msg = "the claimed result depends on choices that were not recorded"
        claims = tuple(problem for problem in checked.problems if problem.pointer and "/result" in problem.pointer)
        raise NotCountedError(msg, "record what was chosen: `dtcli validate` lists the choices", problems=claims)


def _refuse_counted(save: CampaignFile, new: _DecidedGame, file_in_games: str | None, folders: Folders) -> None:
    """Raise ``NotCountedError`` if the campaign lists this game, or the same story with other choices."""
    for game in save["games"]:
        digest, story = _digests(game, new.scenario, folders)
        if game["file"] == file_in_games or digest == new.record.digest:
            counted = "is counted already" if game["counted"] else "is listed already, and does not count"
            msg = f"this game {counted} in campaign '{save['name']}', as {game['file']}"
            raise NotCountedError(msg)
        if story == new.record.game:
            msg = f"the same story with other choices is listed already in campaign '{save['name']}', as {game['file']}"
            raise NotCountedError(msg, "a game counts once, with the choices that were recorded first")


def _digests(game: CampaignGameEntry, scenario: str, folders: Folders) -> tuple[str | None, str | None]:
    """Return the digests of a listed game; those of a game played with dtcli are computed from its replay."""
    if "digest" in game and "game" in game:
        return game["digest"], game["game"]
    resolved = check(load(folders.games / game["file"])).resolved if game["scenario"] == scenario else None
    if resolved is None or resolved.game is None:
        return None, None
    return record_digest(resolved.game, resolved.notes), game_digest(resolved.game)


def _refuse_other_level(save: CampaignFile, game: _DecidedGame) -> None:
    """Raise ``NotCountedError`` if the campaign does not offer this level now."""
    name, step = save["name"], step_of(save)
    if unfinished := save.get("unfinished"):
        msg = f"campaign '{name}' has a game whose resolution comes first: {unfinished}"
        raise NotCountedError(msg, "`dtcli campaign play` resumes it")
    if not step.counts(game.scenario, extended=game.extended):
        expected = or_list(scenarios()[one].title for one in step.choices)
        msg = f"campaign '{name}' expects {_level(expected, extended=step.extended)}, "
        msg += f"and this is a game of {_level(scenarios()[game.scenario].title, extended=game.extended)}"
        raise NotCountedError(msg, "`dtcli campaign status` shows where it stands")


def _level(title: str, *, extended: bool) -> str:
    return f"{title} in Extended play" if extended else title


class _Copy:
    """The replay of a recorded game in the games folder."""

    def __init__(self, checked: Checked, game: _DecidedGame, folders: Folders, calendar: Calendar) -> None:
        self._document, self._game, self._folders = checked.document, game, folders
        self._data = cast("dict[str, Any]", checked.document.data)
        now = calendar()
        self._at = now.isoformat(timespec="seconds")
        self.date: str = self._data.get("date") or f"{now:%Y-%m-%d}"

    @property
    def file_in_games(self) -> str | None:
        """The name of the replay if it is a file in the games folder, where it needs no copy."""
        path = Path(self._document.file)
        is_there = self._document.line is None and path.is_file()
        is_there = is_there and os.path.realpath(path.parent) == os.path.realpath(self._folders.games)
        return path.name if is_there else None

    def write(self) -> str:
        """Write the copy, unless it is there already, and return its file name; raises ``NotCountedError``."""
        if self.file_in_games is not None:
            return self.file_in_games
        self._folders.create()
        replay = {key: value for key, value in self._data.items() if key not in NOT_COPIED}
        replay |= {"_game": self._game.record.digest, "_recorded": self._at}
        replay["card_set"] = self._card_set(card_set_of(self._data))
        path = self._existing() or path_for(replay, self._stem(self.date), self._folders)
        if not path.exists():
            try:
                write_replay(path, replay)
            except CorruptGameError as error:
                msg = f"the replay cannot be copied: {error}"
                raise NotCountedError(msg) from None
        return path.name

    def _stem(self, date: str) -> str:
        return f"{date}-{self._game.scenario}-recorded-{self._game.record.digest[_FROM_DIGEST]}"

    def _existing(self) -> Path | None:
        """Return an earlier copy: of another campaign, or of a process that was killed, perhaps on another day."""
        for path in sorted(self._folders.games.glob(f"{self._stem('*')}*.json")):
            there = load(path).data
            if there is not None and there.get("_game") == self._game.record.digest:
                return path
        return None

    def _card_set(self, name: str) -> str:
        """Return the card set with an absolute path, since the copy is in another folder."""
        if not name.endswith(".toml"):
            return name
        path = str(((self._document.folder or Path()) / name).absolute())
        if reason := path_fault(path):
            msg = f"its card set '{path[-60:]}' cannot be named in a copy: {reason}"
            raise NotCountedError(msg, "move it to another folder")
        return path
