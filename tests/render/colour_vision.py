"""How eyes see colours: contrast (WCAG 2.1), CIEDE2000, and dichromats after Machado, Oliveira and Fernandes (2009)."""

from collections.abc import Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

EYES: dict[str, Matrix] = {
    "all three cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices for linear RGB at full severity."""
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """Return a colour written as ``#rrggbb`` in linear RGB."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, two: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted(_times(_XYZ, linear(colour))[1] for colour in (one, two))
    return (light + 0.05) / (dark + 0.05)


def seen_by(eyes: str, colour: str) -> Triple:
    """Return a colour in CIE L*a*b*, as these eyes see it."""
    red, green, blue = (min(1.0, max(0.0, value)) for value in _times(EYES[eyes], linear(colour)))
    x, y, z = (_root(value / white) for value, white in zip(_times(_XYZ, (red, green, blue)), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _times(matrix: Matrix, values: Sequence[float]) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return first, second, third


def difference(one: Triple, two: Triple) -> float:
    """Return CIEDE2000 of two colours in L*a*b* (Sharma, Wu and Dalal 2005)."""
    mean = (hypot(*one[1:]) + hypot(*two[1:])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    chroma_1, hue_1 = _polar(one[1] * stretch, one[2])
    chroma_2, hue_2 = _polar(two[1] * stretch, two[2])
    turn = (hue_2 - hue_1 + 180) % 360 - 180 if chroma_1 and chroma_2 else 0
    hue = (hue_1 + turn / 2) % 360 if chroma_1 and chroma_2 else hue_1 + hue_2
    light, chroma = (one[0] + two[0]) / 2, (chroma_1 + chroma_2) / 2
    weight = (
        1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.2 * _cos(4 * hue - 63)
    )  # fmt: skip
    by_light = (two[0] - one[0]) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    blue = 30 * exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(2 * blue))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _cos(angle: float) -> float:
    return cos(radians(angle))
