"""Puzzles on a terminal and on paper, and the verdict on them."""
