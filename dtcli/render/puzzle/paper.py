"""Paper: the sizes that a printed sheet can ask for, and what stands on it if nobody says otherwise."""

from enum import StrEnum

TITLE = "Dungeon Time puzzles"
OWNERS = "Dungeon Time belongs to its owners; the house cards are not the published ones."


class Paper(StrEnum):
    """The sizes of paper that a sheet can ask for; without one the printer decides."""

    A4 = "a4"
    LETTER = "letter"
