"""Signs that mean the same on every screen of the game; the signs of the items stand with their pictures."""

CARD, TOKEN = "■", "○"
"""A copy in the backpack: an item card, a reward token."""
COMPLETED, FAILED, TO_COMPLETE = "√", "×", "□"
"""A mission: completed, failed, or still needed for the goal."""
LAID = "◆"
"""On a timeline: a mission is laid."""
