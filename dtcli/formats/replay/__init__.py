"""Replays: reading them, looking up their names, checking them against the engine, and writing them."""
