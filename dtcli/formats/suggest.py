"""Suggests names (did you mean ...?): the known name that a misspelt or shortened one is closest to."""

from collections.abc import Iterable

from dtcli.formats.problems import printable

MOST_COMPARED = 2_000_000
"""Pairs of characters that are compared for the hints of one document; about a third of a second."""
_SHORT = 6
"""Names below this length may have one typing error, longer ones one for every ``_LETTERS_PER_SLIP`` letters."""
_LETTERS_PER_SLIP = 3
_MOST_SLIPS = 6
_BEGINNING, _WORD = 3, 4
"""How many letters of a name, or of one of its words, are enough to mean it."""


def did_you_mean(name: str, known: Iterable[str], after: int = 0) -> str | None:
    """Return a hint that names the closest known spelling, or None if nothing is close.

    Comparing takes time. ``after`` is how many problems the document had before this one: where names are many and
    long, only the first problems get hints.

    >>> did_you_mean("swrod", ["sword", "bow"])
    'did you mean sword?'
    """
    known = list(known)
    if is_too_long_to_compare(name, known, after):
        return None
    close = closest(name, known)
    return f"did you mean {printable(close)}?" if close else None


def is_too_long_to_compare(name: str, known: Iterable[str], after: int) -> bool:
    """Return whether comparing a name with the known ones would take too long, ``after`` this many problems."""
    return (after + 1) * len(name) * sum(map(len, known)) > MOST_COMPARED


def closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that the given one is a misspelling or the beginning of, or None.

    Among several, the one with the fewest typing errors wins, then the most similar, then the first: so a misspelt
    English name leads to an English name, and an Italian one to an Italian name.

    >>> closest("swrod", ["sword", "spada"]), closest("spadda", ["sword", "spada"])
    ('sword', 'spada')
    >>> closest("arrow", ["arco", "bow"]), closest("training", ["level-1", "training-grounds"])
    (None, 'training-grounds')
    """
    wanted = name.casefold()
    spelled = {one.casefold(): one for one in reversed(list(known))}
    candidates = list(reversed(spelled))
    most = _slips_allowed(wanted)
    near = [(slips, one) for one in candidates if (slips := _slips(wanted, one, most)) is not None]
    if near:
        fewest = min(slips for slips, _ in near)
        return spelled[max((one for slips, one in near if slips == fewest), key=lambda one: _similarity(wanted, one))]
    longer = [one for one in candidates if _is_part(wanted, one)]
    return spelled[min(longer, key=len)] if longer else None


def _is_part(name: str, other: str) -> bool:
    """Return whether the other name begins with this one, or has a word that does."""
    begins = len(name) >= _BEGINNING and other.startswith(name)
    return begins or (len(name) >= _WORD and f" {name}" in other.replace("-", " "))


def _slips_allowed(name: str) -> int:
    return 1 if len(name) < _SHORT else min(_MOST_SLIPS, -(-len(name) // _LETTERS_PER_SLIP))


def _similarity(name: str, other: str) -> float:
    from difflib import SequenceMatcher  # noqa: PLC0415  (only when something is wrong)

    return SequenceMatcher(None, name, other, autojunk=False).ratio()


def _slips(name: str, other: str, most: int) -> int | None:
    """Return how many letters are missing, added, changed or swapped with the next; None if more than ``most``.

    >>> _slips("swrod", "sword", 2), _slips("arrow", "arco", 2), _slips("arrow", "arco", 1)
    (1, 2, None)
    """
    if abs(len(name) - len(other)) > most:
        return None
    two_above: list[int] = []
    above = list(range(len(other) + 1))
    for i, letter in enumerate(name, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and name[i - 2] == wanted:
                cost = min(cost, two_above[j - 2] + 1)
            row.append(cost)
        if min(row) > most and (not two_above or min(above) > most):
            return None
        two_above, above = above, row
    return above[-1] if above[-1] <= most else None
