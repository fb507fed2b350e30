"""Watching and stepping without a screen: the moments of a replay, the way from one to another, and their playback."""
