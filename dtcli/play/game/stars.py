"""The stars of a finished game, which docs/play.md defines: for the goal, for more missions, for few deeds or time."""

from typing import NamedTuple

from dtcli.english import and_list, plural
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.play.game.finished_game import FinishedGame
from dtcli.render.ladder import MOST_STARS, star_signs
from dtcli.rules.cards import Mission
from dtcli.rules.score import Status
from dtcli.rules.table import FIVE_MINUTES

MORE_MISSIONS = 2
"""Missions beyond the goal for the second star."""
TIME_LEFT = 120.0
"""Seconds left on the clock for the third star."""


class PlayedOut(NamedTuple):
    """What the stars of a finished game depend on, besides par."""

    goal: int
    won: bool
    completed: int
    dealt: int
    """The missions of the deal."""
    deeds: int | None = None
    """None if the five minutes are not recorded; then there is no star for deeds or time."""
    seconds: float = FIVE_MINUTES
    """What the clock began with."""
    left: float = 0.0
    """What it showed when the five minutes were ended."""


class Stars(NamedTuple):
    """The stars of a game, each by what it was given for."""

    reasons: tuple[str, ...]

    @property
    def signs(self) -> str:
        """The stars as signs: ``★★☆``."""
        return star_signs(len(self.reasons))

    @property
    def words(self) -> str:
        """The stars in words: ``2 of 3 stars: goal reached and 2 missions more``."""
        why = and_list(self.reasons, none="the goal was not reached")
        return f"{len(self.reasons)} of {MOST_STARS} stars: {why}"


def stars_of(game: FinishedGame, par: KeptPar | None) -> Stars | None:
    """Return the stars of a finished game; None without a goal. ``par`` is None as long as it is not known."""
    if game.goal is None:
        return None
    cards = [card for hand in game.dealt.hands for card in hand] + list(game.dealt.deck)
    played = PlayedOut(
        goal=game.goal,
        won=game.status is Status.WON,
        completed=game.state.completed,
        dealt=sum(isinstance(card, Mission) for card in cards),
        deeds=game.deeds,
        seconds=game.seconds,
        left=game.seconds - game.ended,
    )
    return stars_for(played, par)


def stars_for(played: PlayedOut, par: KeptPar | None) -> Stars:
    """Return the stars for what was played."""
    if not played.won:
        return Stars(())
    reasons = ["goal reached", _more(played), _quick(played, par)]
    return Stars(tuple(filter(None, reasons)))


def _more(played: PlayedOut) -> str:
    """Return why there is a star for missions beyond the goal; empty if there is none."""
    if played.completed - played.goal >= MORE_MISSIONS:
        return plural(played.completed - played.goal, "mission") + " more"
    return "every mission" if played.completed >= played.dealt else ""


def _quick(played: PlayedOut, par: KeptPar | None) -> str:
    """Return why there is a star for a game within par, or with time left; empty if there is none.

    Where par is not proved, the fewest deeds that are known count. A longer clock than five minutes leaves no time.
    """
    if played.deeds is None:
        return ""
    if par is not None and par.deeds is not None and played.deeds <= par.deeds:
        return "within par"
    if played.seconds > FIVE_MINUTES or played.left < TIME_LEFT:
        return ""
    return f"{plural(int(played.left // 60), 'minute')} left"
