"""Puzzles: in a terminal, on paper, and what was found out about them."""
