"""Paragraphs of styled text that fit the width of a page."""

import textwrap
from collections.abc import Iterator

from dtcli.render.colours import LABEL, STRONG
from dtcli.render.terminal import WIDTH, Span

Line = tuple[Span, ...]
Lines = Iterator[Line]
_WHEN = 16


def wrapped(text: str, style: str = "", indent: str = "") -> Lines:
    """Return text in lines; all but the first begin with the indent."""
    yield from (((line, style),) for line in textwrap.wrap(text, WIDTH, subsequent_indent=indent))


def listed(when: str, said: str, indent: str = "") -> Lines:
    """Return what is decided beside the moment at which it is, in lines below each other."""
    first, *more = textwrap.wrap(said, WIDTH - _WHEN - len(indent))
    yield (indent, (f"{when + ':':<{_WHEN}}", LABEL), first)
    yield from ((" " * (_WHEN + len(indent)) + line,) for line in more)


def with_bold(start: str, rest: str) -> Lines:
    """Return text in lines, its beginning in bold."""
    first, *more = textwrap.wrap(start + rest, WIDTH)
    yield ((start, STRONG), first.removeprefix(start))
    yield from ((line,) for line in more)


def headed(title: str, claim: str, style: str) -> Lines:
    """Return a title with what is claimed about it, beside it if there is room."""
    if len(title) + 2 + len(claim) <= WIDTH:
        yield ((title, STRONG), "  ", (claim, style))
    else:
        yield from wrapped(title, STRONG)
        yield from wrapped(claim, style)
