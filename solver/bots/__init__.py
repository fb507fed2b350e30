"""Simulated players of the whole solo game: the five minutes and the resolution, on the real rules."""
