"""The timed game in full screen. Only this package imports Textual, and it decides no rule."""
