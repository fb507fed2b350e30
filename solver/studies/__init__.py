"""Studies of a recorded game with the solver: analysis, explanation, repair, advice, bounds, certificates."""
