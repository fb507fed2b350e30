"""Parses the lines that a player types into commands and numbers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dtcli.formats.problems import quoted
from dtcli.formats.suggest import did_you_mean

LONGEST_NUMBER = 3
_IN_FULL = ("finish", "quit")
"""Commands that cannot be abbreviated, so that a typing slip does not end the game."""


class TypedCommand(NamedTuple):
    """A command and its argument."""

    word: str
    """Empty for an empty line."""
    rest: str = ""
    """What follows the command."""


class InvalidInput(Exception):  # noqa: N818  (reported to the player, not an error of the program)
    """A line that cannot be parsed; the message says what to type instead."""


def parse_command(line: str, known: Sequence[str], also: Mapping[str, str]) -> TypedCommand:
    """Return the command of a line; raises ``InvalidInput``.

    Commands can be abbreviated; of two that begin alike, the one listed first wins. ``also`` maps synonyms to commands.

    >>> parse_command("P 3 7", ("play", "pause"), {})
    TypedCommand(word='play', rest='3 7')
    >>> parse_command("go on", ("go on",), {}), parse_command("g", ("go on",), {})
    (TypedCommand(word='go on', rest=''), TypedCommand(word='go on', rest=''))
    """
    words = line.split()
    if not words:
        return TypedCommand("")
    whole = " ".join(words).casefold()
    for word in (*known, *also):
        if " " in word and whole == word:
            return TypedCommand(also.get(word, word))
    first, rest = words[0].casefold(), " ".join(words[1:])
    if first in also:
        return TypedCommand(also[first], rest)
    for word in known:
        if first == word or (word not in _IN_FULL and word.startswith(first)):
            return TypedCommand(word, rest)
    hint = did_you_mean(first, known) or "type help for a list of commands"
    msg = f"{quoted(line)} is not understood; {hint}"
    raise InvalidInput(msg)


def numbers(text: str, most: int) -> list[int]:
    """Return the numbers in a text, each from 1 to ``most``; raises ``InvalidInput``.

    >>> numbers("3, 7", 15)
    [3, 7]
    """
    found = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER and 1 <= int(word) <= most):
            msg = f"{quoted(word)} is not a number from 1 to {most}"
            raise InvalidInput(msg)
        found.append(int(word))
    return found


def one_number(text: str, most: int) -> int:
    """Return the only number in a text, from 1 to ``most``; raises ``InvalidInput``."""
    found = numbers(text, most)
    if len(found) != 1:
        msg = f"type one number, not {quoted(text)}"
        raise InvalidInput(msg)
    return found[0]


def is_number(line: str) -> bool:
    """Return whether a line begins with a number."""
    return line[:1].isascii() and line[:1].isdigit()
