"""Results as lines for terminals and pipes, as JSON, HTML and SVG. Contains no rule of the game."""
