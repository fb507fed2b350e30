"""The unrevealed cards that Nintrabash and Zigarat Ho look at (H2, H6)."""

from dtcli.rules.draft import Draft

CARDS_SEEN = 5


def cards_seen(draft: Draft) -> int:
    """Return how many of the next cards are looked at: fewer than five if fewer are left."""
    return min(CARDS_SEEN, len(draft.story))
