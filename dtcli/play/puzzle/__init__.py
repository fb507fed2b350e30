"""Solving a puzzle: attempts, hints, and the dialogue."""
