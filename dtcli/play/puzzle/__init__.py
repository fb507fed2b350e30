"""Solving puzzles: attempts, hints, the verdict, and the text interface."""
