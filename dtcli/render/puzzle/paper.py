"""The paper sizes of a printed sheet, its default title and its last line."""

from enum import StrEnum

TITLE = "Dungeon Time puzzles"
OWNERS = "Dungeon Time belongs to its owners; the house cards are not the published ones."


class Paper(StrEnum):
    """The paper sizes that a sheet can ask for; without one the printer decides."""

    A4 = "a4"
    LETTER = "letter"
