"""The game as a dialogue in lines of text, for pipes, screen readers and plain terminals."""
