"""Sizes beyond which a replay is no game that anybody played; checked before they hurt."""

MOST_CARDS = 500
MOST_CHOICES = 1000
MOST_EVENTS = 10 * MOST_CARDS
"""Things that happen in the five minutes, and pauses between them."""
MOST_REVEALS = 2 * MOST_CARDS
MOST_NAME = 100
MOST_NAMES = 50
MOST_NEEDS = 20
MOST_TITLE = 200
MOST_NOTES = 20_000
MOST_PATH = 500
MOST_HEROES = 10
CARDS_SEEN = 5
LONGEST_PAUSE = 1_000_000_000
"""Seconds; a table may go on after years."""
MOST_CAMPAIGN_NAME = 60
MOST_GAMES = 100_000
MOST_GRADE = 5
USUAL_TRIES = 5_000
"""Positions that are looked at for one puzzle, unless more are asked for; without heroes that takes about a minute."""
MOST_COUNTED = 10**18
"""Lines of a puzzle, or whatever else is counted."""
