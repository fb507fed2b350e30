"""How large files may be and how much they may contain: far above any real game, checked before a size costs time."""

LARGEST_REPLAY = 1_000_000
"""Bytes of one replay or puzzle; a real one has a few thousand."""
LONGEST_SKIPPED = 50_000_000
"""Bytes of a too long line that are skipped; after that the rest of the file is not read."""
LARGEST_CARD_SET = 300_000
"""Bytes of one card set; a set of a thousand missions has about 200,000."""
LARGEST_CERTIFICATE = 2_000_000
"""Bytes of one certificate; a real one has some thousands."""
LARGEST_SAVE = 20_000_000
"""Bytes of the save of a campaign; a game takes two to four hundred."""
LARGEST_JOURNAL = 4_000_000
"""Bytes of the journal of a game; a real one has less than a hundred thousand."""
LARGEST_SETTINGS = 10_000
"""Bytes of the settings of the timed game; a real file has about a hundred."""
MOST_ID = 10_000
"""Characters of a puzzle id; the ids of the bundled puzzles have fewer than a hundred."""
LARGEST_IN_ID = 100_000
"""Bytes that a puzzle id in words may decompress to."""

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
