"""English for messages: plurals, ordinals, lists and verbs that agree with a number.

This is the lowest layer of the program: it imports nothing from it.
"""

from collections.abc import Iterable

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_TEENS = range(11, 14)


def plural(n: int, word: str, *, none: str = "0", many: str = "") -> str:
    """Return a number with its noun; ``none`` replaces zero, ``many`` is a plural that does not just add an s.

    >>> plural(1, "mission"), plural(2, "mission"), plural(0, "mission")
    ('1 mission', '2 missions', '0 missions')
    >>> plural(0, "skill", none="no"), plural(3, "hero", many="heroes"), plural(1200, "line")
    ('no skills', '3 heroes', '1,200 lines')
    """
    return f"{n:,} {word}" if n == 1 else f"{f'{n:,}' if n else none} {many or word + 's'}"


def agree(n: int, one: str, many: str) -> str:
    """Return the word that agrees with a number.

    >>> [f"{n} {agree(n, 'is', 'are')} left" for n in (0, 1, 2)]
    ['0 are left', '1 is left', '2 are left']
    """
    return one if n == 1 else many


def only_exist(n: int) -> str:
    """Return that no more than this many pieces exist.

    >>> only_exist(4), only_exist(1)
    ('only 4 exist', 'only 1 exists')
    """
    return f"only {n} {agree(n, 'exists', 'exist')}"


def ordinal(n: int) -> str:
    """Return a position in a sequence, always as a numeral.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 8, 9, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '8th', '9th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    return f"{n}{'th' if n % 100 in _TEENS else _ENDINGS.get(n % 10, 'th')}"


def and_list(parts: Iterable[object], *, none: str = "nothing") -> str:
    """Return things listed in a sentence; ``none`` if there are none.

    >>> and_list(["bow"]), and_list(["bow", "map", "2 cup"]), and_list([])
    ('bow', 'bow, map and 2 cup', 'nothing')
    """
    return _joined(parts, "and", none)


def or_list(parts: Iterable[object], *, none: str = "nothing") -> str:
    """Return alternatives listed in a sentence; ``none`` if there are none.

    >>> or_list(["bow"]), or_list(["bow", "map"]), or_list([1, 2, 3])
    ('bow', 'bow or map', '1, 2 or 3')
    """
    return _joined(parts, "or", none)


def _joined(parts: Iterable[object], word: str, none: str) -> str:
    *most, last = [str(part) for part in parts] or [none]
    return f"{', '.join(most)} {word} {last}" if most else last


def capitalised(text: str) -> str:
    """Return text with its first letter in upper case, the rest unchanged.

    >>> capitalised("the Dragon sleeps"), capitalised("")
    ('The Dragon sleeps', '')
    """
    return text[:1].upper() + text[1:]
