"""An analysis of a recorded game."""
