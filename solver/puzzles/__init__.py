"""Puzzles: all lines of a position, uniqueness, difficulty, themes, and the generation of new puzzles."""
