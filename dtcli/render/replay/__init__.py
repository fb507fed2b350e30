"""A replay: as a page, one card at a time, and as data."""
