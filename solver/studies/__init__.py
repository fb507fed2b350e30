"""What the solver finds out about a recorded game: analysis, explanation, repair, advice, bounds, certificates."""
