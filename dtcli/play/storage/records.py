"""What the saved games say about a finished one: the best game of its scenario, and the streak; and stars of old games.

The engine resolves every game again, as for ``dtcli history``. Only games that can matter are resolved.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.english import agree, plural
from dtcli.formats.card_sets import scenario_names
from dtcli.formats.names import folded
from dtcli.formats.replay.check import check
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.formats.replay.reading import Document, load
from dtcli.formats.schema import CampaignFile
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.game.stars import PlayedOut, stars_for
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.history import played_game, when_played
from dtcli.render.terminal import safe
from dtcli.rules.score import Status
from dtcli.rules.table import FIVE_MINUTES

SUFFIXES = (".json", ".dt")
_STREAK = 2
"""From so many won games on a streak is mentioned."""


class BestGame(NamedTuple):
    """A game by what counts for the personal best: more missions, then fewer deeds."""

    missions: int
    deeds: int | None
    date: str = ""

    @property
    def rank(self) -> tuple[int, float]:
        """The game as a key: the larger, the better."""
        return self.missions, float("-inf") if self.deeds is None else -self.deeds

    def __str__(self) -> str:
        """Return the game in words: ``11 missions in 45 deeds``."""
        return plural(self.missions, "mission") + (
            f" in {plural(self.deeds, 'deed')}" if self.deeds is not None else ""
        )


class Records(NamedTuple):
    """What the games saved before say about a game."""

    games: int
    """The finished games of the same scenario, or adventure, before this one."""
    best: BestGame | None
    """The best of them whose backpack held."""
    streak: int
    """How many games were won in a row, up to the game before this one."""


def find_records(game: SoloGame, path: Path | None, folders: Folders) -> Records:
    """Return what the other saved games say; ``path`` is the replay of this one. Slow with hundreds of games."""
    extended, what = game.setup.extended, (game.setup.scenario or game.setup.what).id
    games, best = 0, None
    streak, is_broken_off = 0, False
    for document in _newest_first(folders.games, path):
        is_same = _what(document) == (what, extended)
        if is_broken_off and not is_same:
            continue
        checked = check(document)
        played = played_game(checked)
        if played is None or played.interrupted or played.missions is None or played.status is Status.OPEN:
            continue
        if not is_broken_off and played.status is not Status.COMPLETED:
            is_broken_off = played.status is not Status.WON
            streak += not is_broken_off
        if is_same:
            games += 1
            data: Any = document.data
            found = BestGame(played.missions, deeds_of(data), str(data.get("date", "")))
            if played.status is not Status.BROKEN and (best is None or found.rank > best.rank):
                best = found
    return Records(games, best, streak)


def _newest_first(folder: Path, without: Path | None) -> Iterator[Document]:
    """Yield the saved games that can be read, except one, the newest first."""
    if not folder.is_dir():
        return
    files = [file for file in folder.iterdir() if file.suffix in SUFFIXES and file != without]
    for file in sorted(files, key=lambda file: when_played(file.name, ""), reverse=True):
        document = load(file)
        if document.data is not None:
            yield document


def _what(document: Document) -> tuple[str, bool]:
    """Return the id of the scenario or adventure of a replay, and whether it is Extended play."""
    data: Any = document.data
    name = data.get("adventure") or data.get("scenario") or ""
    found = scenario_names().get(folded(str(name)))
    return (str(name) if found is None else found.id), bool(data.get("extended"))


def deeds_of(replay: Any) -> int | None:
    """Return how many cards were laid or discarded in the five minutes; None if they are not recorded."""
    play = replay.get("play")
    if not play:
        return None
    return sum(1 if "play" in event else len(event.get("discard", ())) for event in play["events"])


def record_sentences(game: SoloGame, records: Records) -> list[str]:
    """Return the personal best and the streak in sentences."""
    assert game.resolution is not None, "the game is over"
    return [*_best_sentences(game, records), *_streak_sentences(game, records)]


def _best_sentences(game: SoloGame, records: Records) -> Iterator[str]:
    assert game.resolution is not None
    state, title = game.resolution.state, safe(game.setup.what.title)
    now = None if state.broken else BestGame(state.completed, game.deeds)
    extended = " in Extended play" if game.setup.extended else ""
    if not records.games:
        yield f"Your first finished game of {title}{extended}."
    elif not state.completed and (records.best is None or not records.best.missions):
        return
    elif records.best is None:
        if now is not None:
            yield f"New best: {now}; the backpack broke in {agree(records.games, 'the game', 'all games')} before."
    elif now is not None and now.rank > records.best.rank:
        yield f"New best: {now}; {_before(records)} {records.best}."
    elif now is not None and now.rank == records.best.rank:
        yield f"As good as your best: {now}."
    else:
        when = f", on {safe(records.best.date)}" if records.best.date else ""
        yield f"Your best, of {plural(records.games, 'game')} before: {records.best}{when}."


def _before(records: Records) -> str:
    return "the game before had" if records.games == 1 else f"the best of {records.games} games before was"


def _streak_sentences(game: SoloGame, records: Records) -> Iterator[str]:
    if game.status is Status.WON and records.streak + 1 >= _STREAK:
        yield f"{records.streak + 1} games won in a row."
    elif game.status in (Status.LOST, Status.BROKEN) and records.streak >= _STREAK:
        yield f"That ends a streak of {records.streak} won games."


def campaign_stars(save: CampaignFile, folders: Folders) -> dict[str, int]:
    """Return how many stars each game has that counted in a campaign and was won, by the file of its replay."""
    won = (game for game in save["games"] if game["counted"] and game["won"])
    return {game["file"]: _stars_of_file(folders.games / game["file"], game["missions"]) for game in won}


def _stars_of_file(path: Path, missions: int) -> int:
    """Return the stars of a won game; one if its replay cannot be read any more."""
    document = load(path)
    resolved = check(document).resolved if document.data is not None else None
    scenario = None if resolved is None else resolved.scenario
    if scenario is None:
        return 1
    data: Any = document.data
    play = data.get("play") or {}
    seconds = play.get("seconds", FIVE_MINUTES)
    played = PlayedOut(
        goal=scenario.goal,
        won=True,
        completed=missions,
        dealt=sum(scenario.missions.values()),
        deeds=deeds_of(data),
        seconds=seconds,
        left=seconds - play.get("ended", seconds),
    )
    return len(stars_for(played, KeptPar.of(data, scenario.goal)).reasons)
