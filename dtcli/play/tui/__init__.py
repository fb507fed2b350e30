"""The timed game on a whole terminal screen: the only package that knows Textual. It shows, and decides nothing."""
