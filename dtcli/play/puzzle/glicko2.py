"""The Glicko-2 rating system, after Mark Glickman, "Example of the Glicko-2 system" (2013), with his steps.

A rating has a deviation, which says how well it is known, and a volatility, which says how steady the results are.
"""

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How much the volatility may change; the paper allows 0.3 to 1.2."""
MOST_DEVIATION = 350.0
_TOLERANCE = 0.000001


class Rating(NamedTuple):
    """A rating on the usual scale; the default is that of a new player."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


class Opponent(NamedTuple):
    """An opponent and the score against it: 1 for a win, 0.5 for a draw, 0 for a loss."""

    rating: float
    deviation: float
    score: float


def rated(player: Rating, opponents: Iterable[Opponent]) -> Rating:
    """Return the rating after one rating period; without opponents only the deviation grows (step 6).

    >>> games = [Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0)]
    >>> after = rated(Rating(1500, 200, 0.06), games)
    >>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    games = list(opponents)
    mu, phi, sigma = (player.rating - CENTRE) / SCALE, player.deviation / SCALE, player.volatility
    if not games:
        return player._replace(deviation=min(MOST_DEVIATION, SCALE * sqrt(phi**2 + sigma**2)))
    informative, surprise = 0.0, 0.0
    for game in games:  # steps 3 and 4
        mu_j, phi_j = (game.rating - CENTRE) / SCALE, game.deviation / SCALE
        weight = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - mu_j)))
        informative += weight**2 * expected * (1 - expected)
        surprise += weight * (game.score - expected)
    variance = 1 / informative
    sigma = _volatility(phi, sigma, variance, variance * surprise)  # step 5
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / variance)  # steps 6 and 7
    mu += phi**2 * surprise
    return Rating(SCALE * mu + CENTRE, min(MOST_DEVIATION, SCALE * phi), sigma)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility: the zero of f in step 5, found with the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)
