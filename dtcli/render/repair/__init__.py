"""A repaired game: the page, the diff, the data, and the sentences."""
