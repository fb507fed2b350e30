"""SVG elements. Coordinates are rounded, so that the same picture has the same bytes on every machine."""

from collections.abc import Iterable, Mapping
from html import escape

from dtcli.render.terminal import safe

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
"""Fonts of the reader's machine; none is loaded."""

XY = tuple[float, float]


def document(width: int, height: int, *, title: str, description: str, elements: Iterable[str]) -> str:
    """Return a complete SVG file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="{FONT}" font-size="13">'
    )
    words = f"<title>{escaped(title)}</title>", f"<desc>{escaped(description)}</desc>"
    return "\n".join([head, *words, *elements, "</svg>", ""])


def escaped(text: str) -> str:
    """Return text escaped for XML, with control characters replaced.

    >>> escaped("<b>&")
    '&lt;b&gt;&amp;'
    """
    return escape(safe(text))


def number(value: float) -> str:
    """Return a coordinate as text.

    >>> number(3.0), number(3.14159)
    ('3', '3.1')
    """
    return f"{value:.1f}".removesuffix(".0")


def text(
    place: XY, words: str, *, fill: str, size: int | None = None, bold: bool = False, anchor: str | None = None
) -> str:
    """Return a text element; ``anchor`` is ``middle`` or ``end`` if the position is not its start."""
    look = {"font-size": size, "font-weight": 600 if bold else None, "text-anchor": anchor}
    return f'<text{_at("x", "y", place)}{_look(look)} fill="{fill}">{escaped(words)}</text>'


def box(place: XY, width: float, height: float, *, fill: str, stroke: str | None = None, radius: int = 0) -> str:
    """Return a rectangle by its upper left corner."""
    look = {"rx": radius or None, "fill": fill, "stroke": stroke}
    return f'<rect{_at("x", "y", place)} width="{number(width)}" height="{number(height)}"{_look(look)}/>'


def line(places: Iterable[XY], *, stroke: str, width: float = 1, dash: str = "") -> str:
    """Return a line through these points."""
    look = {"fill": "none", "stroke": stroke, "stroke-width": number(width), "stroke-dasharray": dash or None}
    return f'<polyline points="{_way(places)}"{_look(look)}/>'


def shape(places: Iterable[XY], *, fill: str, stroke: str | None = None, width: float = 1) -> str:
    """Return a polygon with these corners."""
    look = {"fill": fill, "stroke": stroke, "stroke-width": number(width) if stroke else None}
    return f'<polygon points="{_way(places)}"{_look(look)}/>'


def disc(place: XY, radius: float, *, fill: str, stroke: str | None = None, width: float = 1) -> str:
    """Return a circle."""
    look = {"fill": fill, "stroke": stroke, "stroke-width": number(width) if stroke else None}
    return f'<circle{_at("cx", "cy", place)} r="{number(radius)}"{_look(look)}/>'


def _way(places: Iterable[XY]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def _at(across: str, down: str, place: XY) -> str:
    x, y = place
    return f' {across}="{number(x)}" {down}="{number(y)}"'


def _look(look: Mapping[str, str | int | None]) -> str:
    return "".join(f' {name}="{value}"' for name, value in look.items() if value is not None)
