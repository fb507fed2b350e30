"""The limits of what files may contain. They are far above any real game, and checked before a size costs time."""

MOST_CARDS = 500
MOST_CHOICES = 1000
MOST_EVENTS = 10 * MOST_CARDS
"""Events of the five minutes; also the pauses between them."""
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
"""Seconds; a game may be resumed after years."""
MOST_CAMPAIGN_NAME = 60
MOST_GAMES = 100_000
MOST_GRADE = 5
USUAL_TRIES = 5_000
"""Positions that are tried for one puzzle by default; without heroes that takes about a minute."""
MOST_COUNTED = 10**18
"""The largest count in a file, for example of the lines of a puzzle."""
