"""The ladder of a campaign: its levels, how often each was played and won, the stars, and the totals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from dtcli.english import capitalised, ordinal, plural
from dtcli.formats.card_sets import scenarios
from dtcli.formats.schema import CampaignFile, CampaignGameEntry
from dtcli.render.colours import GOOD, STRONG
from dtcli.render.layout import Line
from dtcli.render.terminal import safe
from dtcli.rules.scenarios import Scenario, ScenarioKind

MOST_STARS = 3
_NAME = 26
Stars = Mapping[str, int]
"""How many stars a game has, by the file of its replay."""


class Rung(NamedTuple):
    """One level of a campaign."""

    level: Scenario
    played: int
    won: int
    most: int
    """The most missions in a game whose backpack held."""
    stars: int | None
    """The most stars in a game; None if it was not won."""
    is_next: bool = False

    @property
    def signs(self) -> str:
        """The stars as signs; blank if the level was not won."""
        return star_signs(self.stars) if self.stars is not None else " " * MOST_STARS

    @property
    def words(self) -> str:
        """How often it was won, and the most missions."""
        if not self.played:
            return ""
        return f"won {self.won} of {self.played}" + (f", best {self.most}" if self.most else "")


class Ladder(NamedTuple):
    """A campaign since it was begun, or won the time before."""

    name: str
    rungs: tuple[Rung, ...]
    games: int
    won: int
    missions: int
    dates: tuple[str, ...]
    """The days on which games were played."""
    campaigns_won: int
    extended: bool

    @property
    def stars(self) -> int:
        """The stars of all levels, the best game of each."""
        return sum(rung.stars or 0 for rung in self.rungs)


def star_signs(stars: int) -> str:
    """Return stars as signs.

    >>> star_signs(2)
    '★★☆'
    """
    return "★" * stars + "☆" * (MOST_STARS - stars)


def rounds(save: CampaignFile) -> list[list[CampaignGameEntry]]:
    """Return the games that count, in lists that end where the campaign was won; the last one goes on."""
    found: list[list[CampaignGameEntry]] = [[]]
    for game in save["games"]:
        if game["counted"]:
            found[-1].append(game)
            if game["won"] and scenarios()[game["scenario"]].ends_campaign:
                found.append([])
    return found


def ladder_now(save: CampaignFile, stars: Stars) -> Ladder:
    """Return the ladder of the games since the campaign was begun, or last won."""
    return _ladder(save, rounds(save)[-1], stars, choices=save["step"]["choices"])


def ladder_won(save: CampaignFile, stars: Stars) -> Ladder | None:
    """Return the ladder of the games that won the campaign last; None if it was not won."""
    games = rounds(save)
    return _ladder(save, games[-2], stars, choices=()) if len(games) > 1 else None


def _ladder(save: CampaignFile, games: Sequence[CampaignGameEntry], stars: Stars, *, choices: Sequence[str]) -> Ladder:
    levels = [one for one in scenarios().values() if one.kind is not ScenarioKind.ONE_SHOT]
    of_level = {one.id: [game for game in games if game["scenario"] == one.id] for one in levels}
    return Ladder(
        name=save["name"],
        rungs=tuple(_rung(one, of_level[one.id], stars, choices) for one in levels),
        games=len(games),
        won=sum(game["won"] for game in games),
        missions=sum(game["missions"] for game in games),
        dates=tuple(sorted({game["date"] for game in games})),
        campaigns_won=save["step"]["campaigns_won"],
        extended=any(game["extended"] for game in games),
    )


def _rung(level: Scenario, games: Sequence[CampaignGameEntry], stars: Stars, choices: Sequence[str]) -> Rung:
    won = [game for game in games if game["won"]]
    return Rung(
        level,
        played=len(games),
        won=len(won),
        most=max((game["missions"] for game in games if not game["broken"]), default=0),
        stars=max((stars.get(game["file"], 1) for game in won), default=None),
        is_next=level.id in choices,
    )


def rung_lines(ladder: Ladder) -> Iterator[Line]:
    """Return the levels in lines; a bonus level is indented, and a level that may be played next is marked."""
    for rung in ladder.rungs:
        level = rung.level
        mark = "[x]" if rung.won else "[ ]"
        indent = "  " if level.kind is ScenarioKind.BONUS else ""
        goal = f"goal {level.goal:>2} of {sum(level.missions.values())}"
        name = f"{' > ' if rung.is_next else '   '}{mark} {indent + level.title:<{_NAME}}"
        line = f"{name}{goal}   {rung.signs}  {rung.words}"
        yield ((line.rstrip(), STRONG if rung.is_next else GOOD if rung.won else ""),)


def totals(ladder: Ladder) -> list[str]:
    """Return the totals of a ladder in sentences without a full stop; empty if nothing was played."""
    if not ladder.games:
        return []
    most = MOST_STARS * sum(rung.won > 0 for rung in ladder.rungs)
    counted = f"{plural(ladder.games, 'game')}, {ladder.won} won; {plural(ladder.missions, 'mission')}"
    said = [counted + (f"; {ladder.stars} of {most} stars" if most else "")]
    first, last = ladder.dates[0], ladder.dates[-1]
    when = f"from {safe(first)} to {safe(last)}" if first != last else f"on {safe(first)}"
    return [*said, f"played on {plural(len(ladder.dates), 'day')}, {when}" if first != last else f"played {when}"]


def won_words(ladder: Ladder) -> str:
    """Return that a campaign is won, and the how many-th time that is."""
    times = "" if ladder.campaigns_won == 1 else f" for the {ordinal(ladder.campaigns_won)} time"
    return f"Campaign {safe(ladder.name)} is won{times}!"


def unlocked_words(ladder: Ladder) -> str:
    """Return what a won campaign unlocks."""
    if ladder.extended:
        return "Extended play goes on: the campaign again, with 7 slots."
    return "Unlocked: Extended play, the campaign again with 7 slots instead of 8."


def celebration_sentences(ladder: Ladder) -> Iterator[str]:
    """Return a won campaign in sentences without signs, for screen readers."""
    yield won_words(ladder)
    for rung in ladder.rungs:
        stars = f", {plural(rung.stars, 'star')}" if rung.stars else ""
        yield f"{rung.level.title}: {rung.words or 'not played'}{stars}."
    yield from (f"{capitalised(said)}." for said in totals(ladder))
    yield f"{unlocked_words(ladder)} `dtcli campaign play` begins it."


def celebration_lines(ladder: Ladder) -> Iterator[Line]:
    """Return a won campaign in lines: the ladder, the totals, and what is unlocked."""
    yield ((won_words(ladder), STRONG),)
    yield ()
    yield from rung_lines(ladder)
    yield ()
    yield from ((f"{capitalised(said)}.",) for said in totals(ladder))
    yield (unlocked_words(ladder),)
