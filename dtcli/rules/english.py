"""Numbers in messages, such as ``1 mission``, ``2 missions`` and ``3rd``: the one place for plurals and ordinals."""

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_TEENS = range(11, 14)


def plural(n: int, word: str, *, none: str = "0", many: str = "") -> str:
    """Return a number of things; ``none`` stands for zero, ``many`` is a plural that does not just add an s.

    >>> plural(1, "mission"), plural(2, "mission"), plural(0, "mission")
    ('1 mission', '2 missions', '0 missions')
    >>> plural(0, "skill", none="no"), plural(3, "hero", many="heroes"), plural(1200, "line")
    ('no skills', '3 heroes', '1,200 lines')
    """
    return f"{n:,} {word}" if n == 1 else f"{f'{n:,}' if n else none} {many or word + 's'}"


def ordinal(n: int) -> str:
    """Return a place in a row, always as a numeral.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 8, 9, 11, 12, 13, 21, 102, 111)]
    ['1st', '2nd', '3rd', '4th', '8th', '9th', '11th', '12th', '13th', '21st', '102nd', '111th']
    """
    return f"{n}{'th' if n % 100 in _TEENS else _ENDINGS.get(n % 10, 'th')}"


def only_exist(n: int) -> str:
    """Return that no more than this many pieces exist: ``only 4 exist``, ``only 1 exists``."""
    return f"only {n} {'exists' if n == 1 else 'exist'}"
