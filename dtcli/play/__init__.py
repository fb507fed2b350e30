"""Playing: the timed solo game, campaigns, and puzzles, on a screen or in lines of text."""
