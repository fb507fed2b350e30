"""A repair of a recorded game."""
