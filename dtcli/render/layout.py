"""Styled text wrapped to the width of a page."""

import textwrap
from collections.abc import Iterator

from dtcli.render.colours import LABEL, STRONG
from dtcli.render.terminal import WIDTH, Span

Line = tuple[Span, ...]
Lines = Iterator[Line]
_WHEN = 16


def wrapped(text: str, style: str = "", indent: str = "") -> Lines:
    """Return text in lines; all but the first start with the indent."""
    yield from (((line, style),) for line in textwrap.wrap(text, WIDTH, subsequent_indent=indent))


def decision_lines(when: str, said: str, indent: str = "") -> Lines:
    """Return a decision beside its moment, wrapped."""
    first, *more = textwrap.wrap(said, WIDTH - _WHEN - len(indent))
    yield (indent, (f"{when + ':':<{_WHEN}}", LABEL), first)
    yield from ((" " * (_WHEN + len(indent)) + line,) for line in more)


def with_bold(start: str, rest: str) -> Lines:
    """Return text in lines, its start in bold."""
    first, *more = textwrap.wrap(start + rest, WIDTH)
    yield ((start, STRONG), first.removeprefix(start))
    yield from ((line,) for line in more)


def headed(title: str, claim: str, style: str) -> Lines:
    """Return a title with a claim about it, beside it if there is room."""
    if len(title) + 2 + len(claim) <= WIDTH:
        yield ((title, STRONG), "  ", (claim, style))
    else:
        yield from wrapped(title, STRONG)
        yield from wrapped(claim, style)
