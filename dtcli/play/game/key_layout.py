"""The letters of the fifteen places on the table: those of a keyboard, or any fifteen letters (A7)."""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from dtcli.english import or_list, plural
from dtcli.formats.problems import quoted

PLACES = 15
ROW = 5


class KeysError(ValueError):
    """A text names no key layout; the message says why."""


class KeyLayout(NamedTuple):
    """The letters of the places, in three rows of five."""

    letters: str
    name: str
    """The name of the keyboard, or the letters themselves."""

    def place_of(self, key: str) -> int:
        """Return the place of a letter, small or capital; -1 if no place has it.

        >>> QWERTY.place_of("w"), QWERTY.place_of("W"), QWERTY.place_of("p"), QWERTY.place_of("enter")
        (1, 1, -1, -1)
        """
        return self.letters.find(key.lower()) if len(key) == 1 else -1

    def rows(self) -> Iterator[str]:
        """Yield the letters of each row, with blanks between them."""
        for first in range(0, PLACES, ROW):
            yield " ".join(self.letters[first : first + ROW])


LAYOUTS = {
    name: KeyLayout(letters, name)
    for name, letters in (("qwerty", "qwertasdfgzxcvb"), ("qwertz", "qwertasdfgyxcvb"), ("azerty", "azertqsdfgwxcvb"))
}
QWERTY = LAYOUTS["qwerty"]


def layout_of(text: str) -> KeyLayout:
    """Return the layout with this name, or with these fifteen letters; raises ``KeysError``.

    >>> layout_of("AZERTY").letters
    'azertqsdfgwxcvb'
    >>> layout_of("uio")
    Traceback (most recent call last):
    dtcli.play.game.key_layout.KeysError: 'uio' has 3 letters: a layout has 15, or is called qwerty, qwertz or azerty
    """
    letters = text.lower()
    if letters in LAYOUTS:
        return LAYOUTS[letters]
    wrong = next((letter for letter in letters if not _is_usable(letter)), None)
    if wrong is not None:
        msg = f"{quoted(wrong)} is not a letter with a small and a capital form, which marks a card"
        raise KeysError(msg)
    if len(letters) != PLACES:
        count = plural(len(letters), "letter")
        msg = f"{quoted(text)} has {count}: a layout has {PLACES}, or is called {or_list(LAYOUTS)}"
        raise KeysError(msg)
    twice = next((letter for letter in letters if letters.count(letter) > 1), None)
    if twice is not None:
        msg = f"{quoted(twice)} is there twice: each place has a letter of its own"
        raise KeysError(msg)
    return KeyLayout(letters, letters)


def _is_usable(letter: str) -> bool:
    """Return whether a letter is one column wide, and Shift makes another letter of it and back."""
    capital = letter.upper()
    narrow = unicodedata.east_asian_width(letter) not in "WF"
    return letter.isalpha() and narrow and len(capital) == 1 and capital != letter and capital.lower() == letter
