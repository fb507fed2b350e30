"""The timed solo game without a screen: set-up, clock, resolution, and recordings."""
