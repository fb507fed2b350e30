"""How results look: lines for terminals and pipes, JSON for scripts. Decides nothing about the game."""
