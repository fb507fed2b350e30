"""The printings of the house cards: which one a name means, and how dtcli names one in what it writes.

When the house cards change, those before the change stay as they are, as a printing of their own: games and puzzles
keep their cards. ``house`` is the newest printing. dtcli writes the printing into every file, so that the file keeps
its meaning. Before printings had names it wrote ``house``, or nothing; such a file means the first printing.
"""

from collections.abc import Mapping

HOUSE = "house"
"""The house cards of today, as people name them."""
FIRST_PRINTING, CURRENT_PRINTING = "house-1", "house-2"
HOUSE_PRINTINGS = (FIRST_PRINTING, CURRENT_PRINTING)


def printing_to_write(card_set: str) -> str:
    """Return a card set as dtcli names it in what it writes.

    >>> printing_to_write("house"), printing_to_write("attic.toml")
    ('house-2', 'attic.toml')
    """
    return CURRENT_PRINTING if card_set == HOUSE else card_set


def printing_written(card_set: str) -> str:
    """Return the card set that a name means in what dtcli has written, at any time.

    >>> printing_written("house"), printing_written("house-2")
    ('house-1', 'house-2')
    """
    return FIRST_PRINTING if card_set == HOUSE else card_set


def card_set_of(data: Mapping[str, object]) -> str:
    """Return the card set that a replay or a puzzle means.

    >>> card_set_of({"story": []}), card_set_of({"story": [], "generator": "dtcli 0.1.0"})
    ('house-2', 'house-1')
    """
    meant = printing_written if _was_written_by_dtcli(data) else printing_to_write
    return meant(str(data.get("card_set", HOUSE)))


def _was_written_by_dtcli(data: Mapping[str, object]) -> bool:
    """Whether dtcli wrote this, and not a person: a puzzle that it made, the copy of a campaign, a timed game.

    The timed game has always named its card set.
    """
    is_timed_game = bool(data.get("play")) and "card_set" in data
    return is_timed_game or "generator" in data or "_recorded" in data
