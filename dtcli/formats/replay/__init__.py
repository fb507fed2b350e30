"""Replays: reading, resolving names, checking against the rules, editing and writing."""
