"""Statistics over saved games: how often each scenario was played and won, the best, the average, the streaks.

Every game is judged by the engine again; what a file claims is not believed. Games that were interrupted, and those
that a forgotten choice leaves open, are counted apart.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from dtcli.formats.card_sets import scenarios
from dtcli.formats.replay.check import Checked
from dtcli.rules.score import Status

_WHEN = re.compile(r"(\d{4}-\d{2}-\d{2})(?:-(\d{4}))?(?!\d)")
_DECIMALS = 2
NONE, TOTAL = "none", "total"


class What(NamedTuple):
    """What was played; Extended play is counted apart."""

    kind: str
    """Scenario, adventure or none; total stands for all of them."""
    id: str | None
    title: str
    extended: bool = False


class PlayedGame(NamedTuple):
    """One game as it is counted."""

    when: tuple[str, str]
    """Date and time, then the name of the file: the order in which games were played."""
    what: What
    status: Status
    missions: int | None
    interrupted: bool


class Streak(NamedTuple):
    """Games won in a row: until now, and at most."""

    now: int = 0
    longest: int = 0

    def after(self, *, won: bool) -> "Streak":
        """Return the streak after one more game."""
        now = self.now + 1 if won else 0
        return Streak(now, max(now, self.longest))


class Tally(NamedTuple):
    """The games of one kind, counted."""

    what: What
    won: int = 0
    lost: int = 0
    broken: int = 0
    completed: int = 0
    """Not broken, and there was no goal to miss: neither won nor lost."""
    open: int = 0
    interrupted: int = 0
    missions: int = 0
    """Of all games that are over, those completed before a backpack broke among them."""
    best: int | None = None
    """The most missions of a game whose backpack held."""
    streak: Streak = Streak()

    @property
    def games(self) -> int:
        """How many games are over and decided."""
        return self.won + self.lost + self.broken + self.completed

    @property
    def decided(self) -> int:
        """How many of them could be won."""
        return self.games - self.completed

    @property
    def average(self) -> float | None:
        """Missions for each game that is over."""
        return round(self.missions / self.games, _DECIMALS) if self.games else None

    def with_game(self, game: PlayedGame) -> "Tally":
        """Return the tally with one game more, the next in time."""
        if game.interrupted:
            return self._replace(interrupted=self.interrupted + 1)
        if game.status is Status.OPEN or game.missions is None:
            return self._replace(open=self.open + 1)
        counted: dict[str, Any] = {game.status.value: getattr(self, game.status.value) + 1}
        if game.status is not Status.BROKEN:
            counted["best"] = max(self.best or 0, game.missions)
        if game.status is not Status.COMPLETED:
            counted["streak"] = self.streak.after(won=game.status is Status.WON)
        return self._replace(missions=self.missions + game.missions, **counted)

    def as_json(self) -> dict[str, Any]:
        """Return the tally in the shape that docs/formats.md describes."""
        what = self.what._asdict() | ({"extended": None} if self.what.kind == TOTAL else {})
        counted = {key: getattr(self, key) for key in ("games", "won", "lost", "broken", "completed")}
        apart = {"open": self.open, "interrupted": self.interrupted}
        missions = {"missions": self.missions, "best": self.best, "average": self.average}
        return {**what, **counted, **missions, "streak": self.streak._asdict(), **apart}


def played_game(checked: Checked) -> PlayedGame | None:
    """Return a judged replay as it is counted; None if it is invalid."""
    data, score, resolved = checked.document.data, checked.score, checked.resolved
    if data is None or score is None or resolved is None or resolved.game is None:
        return None
    adventure, scenario = resolved.game.adventure, resolved.scenario
    if adventure is not None:
        what = What("adventure", adventure.id, adventure.title, resolved.game.extended)
    elif scenario is not None:
        what = What("scenario", scenario.id, scenario.title, resolved.game.extended)
    else:
        what = What(NONE, None, "No scenario", resolved.game.extended)
    when = when_played(checked.document.file, data.get("date", ""))
    return PlayedGame(when, what, score.status, score.missions, interrupted="_interrupted" in data)


def when_played(file: str, date: str) -> tuple[str, str]:
    """Return what sorts games in time: the date and time in the name of the file, or the date that the game has.

    >>> when_played("games/2026-01-16-2031-level-1-7.json", "2026-01-01")
    ('2026-01-16-2031', '2026-01-16-2031-level-1-7.json')
    >>> when_played("friday.dt", "2026-11-16")
    ('2026-11-16', 'friday.dt')
    """
    name = re.split(r"[/\\]", file)[-1]
    found = _WHEN.match(name)
    return (found[0] if found else date, name)


def tallies(games: Iterable[PlayedGame]) -> list[Tally]:
    """Return one tally for each scenario and adventure, in the order of the campaign, and the total behind them."""
    by_what: dict[What, Tally] = {}
    total = Tally(What(TOTAL, None, "All games"))
    for game in sorted(games, key=lambda game: game.when):
        by_what[game.what] = by_what.get(game.what, Tally(game.what)).with_game(game)
        total = total.with_game(game)
    places = {name: place for place, name in enumerate(scenarios())}
    kinds = ("scenario", "adventure", NONE)

    def place(what: What) -> tuple[int, int, str, bool]:
        return (kinds.index(what.kind), places.get(what.id or "", 0), what.title, what.extended)

    return [*(by_what[what] for what in sorted(by_what, key=place)), total]
