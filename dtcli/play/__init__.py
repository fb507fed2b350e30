"""The timed solo game: one game object without a screen, two front ends, and what is kept of the games."""
