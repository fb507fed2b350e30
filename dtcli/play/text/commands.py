"""What a line of the player means: an order, whatever it was shortened to, and what follows it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dtcli.formats.problems import quoted
from dtcli.formats.suggest import did_you_mean

LONGEST_NUMBER = 3
_IN_FULL = ("finish", "quit")
"""Orders that end something are not shortened, lest a slip does it."""


class Order(NamedTuple):
    """One order of the player."""

    word: str
    """Empty for an empty line."""
    rest: str = ""


class NotUnderstood(Exception):  # noqa: N818  (it is what it says, and not always an error)
    """A line that is no order; the message tells what to type instead."""


def order_of(line: str, known: Sequence[str], also: Mapping[str, str]) -> Order:
    """Return the order of a line. Of two orders that begin alike, the one that is listed first can be shortened more.

    >>> order_of("P 3 7", ("play", "pause"), {})
    Order(word='play', rest='3 7')
    >>> order_of("go on", ("go on",), {}), order_of("g", ("go on",), {})
    (Order(word='go on', rest=''), Order(word='go on', rest=''))
    """
    words = line.split()
    if not words:
        return Order("")
    said = " ".join(words).casefold()
    for word in (*known, *also):
        if " " in word and said == word:
            return Order(also.get(word, word))
    first, rest = words[0].casefold(), " ".join(words[1:])
    if first in also:
        return Order(also[first], rest)
    for word in known:
        if first == word or (word not in _IN_FULL and word.startswith(first)):
            return Order(word, rest)
    hint = did_you_mean(first, known) or "type help for what can be said"
    msg = f"{quoted(line)} is not understood; {hint}"
    raise NotUnderstood(msg)


def numbers(text: str, most: int) -> list[int]:
    """Return the numbers of a text, from 1 to ``most``.

    >>> numbers("3, 7", 15)
    [3, 7]
    """
    found = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER and 1 <= int(word) <= most):
            msg = f"{quoted(word)} is no number from 1 to {most}"
            raise NotUnderstood(msg)
        found.append(int(word))
    return found


def one_number(text: str, most: int) -> int:
    """Return the one number of a text, from 1 to ``most``."""
    found = numbers(text, most)
    if len(found) != 1:
        msg = f"one number is enough, not {quoted(text)}"
        raise NotUnderstood(msg)
    return found[0]


def is_number(line: str) -> bool:
    """Return whether a line begins with a number."""
    return line[:1].isascii() and line[:1].isdigit()
