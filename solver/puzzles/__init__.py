"""Puzzles: every line through a position, what makes one worth solving, and the making of new ones."""
