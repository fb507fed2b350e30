"""dtcli: replay, check and score games of Dungeon Time."""

__version__ = "0.1.0"
