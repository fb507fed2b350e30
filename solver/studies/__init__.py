"""Studies of a recorded game: analysis, explanation, repair, suggestions, advice, bounds, certificates."""
