"""Statistics over saved games: how often each scenario was played and won, the best, the average, the streaks.

The engine resolves every game again; the result in the file is ignored. Interrupted games, and games with a choice that
was not recorded, are counted separately.
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


class GameCategory(NamedTuple):
    """The scenario or adventure of a game; Extended play is counted separately."""

    kind: str
    """``scenario``, ``adventure`` or ``none``; ``total`` for all games."""
    id: str | None
    title: str
    extended: bool = False


class PlayedGame(NamedTuple):
    """A game for the statistics."""

    when: tuple[str, str]
    """Date and time, then the file name: sorts games in the order in which they were played."""
    category: GameCategory
    status: Status
    missions: int | None
    interrupted: bool


class Streak(NamedTuple):
    """Games won in a row: now, and at most."""

    now: int = 0
    longest: int = 0

    def after(self, *, won: bool) -> "Streak":
        """Return the streak after one more game."""
        now = self.now + 1 if won else 0
        return Streak(now, max(now, self.longest))


class Tally(NamedTuple):
    """The statistics of one category of games."""

    category: GameCategory
    won: int = 0
    lost: int = 0
    broken: int = 0
    completed: int = 0
    """Games without a goal whose backpack held: neither won nor lost."""
    open: int = 0
    interrupted: int = 0
    missions: int = 0
    """The completed missions of all finished games, including broken ones."""
    best: int | None = None
    """The most missions in a game whose backpack held."""
    streak: Streak = Streak()

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.won + self.lost + self.broken + self.completed

    @property
    def decided(self) -> int:
        """The number of finished games that had a goal."""
        return self.games - self.completed

    @property
    def average(self) -> float | None:
        """Missions per finished game."""
        return round(self.missions / self.games, _DECIMALS) if self.games else None

    def with_game(self, game: PlayedGame) -> "Tally":
        """Return the tally with the next game added."""
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
        what = self.category._asdict() | ({"extended": None} if self.category.kind == TOTAL else {})
        counted = {key: getattr(self, key) for key in ("games", "won", "lost", "broken", "completed")}
        apart = {"open": self.open, "interrupted": self.interrupted}
        missions = {"missions": self.missions, "best": self.best, "average": self.average}
        return {**what, **counted, **missions, "streak": self.streak._asdict(), **apart}


def played_game(checked: Checked) -> PlayedGame | None:
    """Return a checked replay for the statistics; None if it is invalid."""
    data, score, resolved = checked.document.data, checked.score, checked.resolved
    if data is None or score is None or resolved is None or resolved.game is None:
        return None
    adventure, scenario = resolved.game.adventure, resolved.scenario
    if adventure is not None:
        what = GameCategory("adventure", adventure.id, adventure.title, resolved.game.extended)
    elif scenario is not None:
        what = GameCategory("scenario", scenario.id, scenario.title, resolved.game.extended)
    else:
        what = GameCategory(NONE, None, "No scenario", resolved.game.extended)
    when = when_played(checked.document.file, data.get("date", ""))
    return PlayedGame(when, what, score.status, score.missions, interrupted="_interrupted" in data)


def when_played(file: str, date: str) -> tuple[str, str]:
    """Return the sort key of a game: the date and time in the file name, or else the date in the replay.

    >>> when_played("games/2026-01-16-2031-level-1-7.json", "2026-01-01")
    ('2026-01-16-2031', '2026-01-16-2031-level-1-7.json')
    >>> when_played("friday.dt", "2026-11-16")
    ('2026-11-16', 'friday.dt')
    """
    name = re.split(r"[/\\]", file)[-1]
    found = _WHEN.match(name)
    return (found[0] if found else date, name)


def tallies(games: Iterable[PlayedGame]) -> list[Tally]:
    """Return one tally for each scenario and adventure, in campaign order, then the total."""
    by_category: dict[GameCategory, Tally] = {}
    total = Tally(GameCategory(TOTAL, None, "All games"))
    for game in sorted(games, key=lambda game: game.when):
        by_category[game.category] = by_category.get(game.category, Tally(game.category)).with_game(game)
        total = total.with_game(game)
    places = {name: place for place, name in enumerate(scenarios())}
    kinds = ("scenario", "adventure", NONE)

    def place(what: GameCategory) -> tuple[int, int, str, bool]:
        return (kinds.index(what.kind), places.get(what.id or "", 0), what.title, what.extended)

    return [*(by_category[what] for what in sorted(by_category, key=place)), total]
