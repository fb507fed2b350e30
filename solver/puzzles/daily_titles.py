"""Titles of the puzzles of the day: one for each date, no two of them equal, and none that hints at a theme."""

from datetime import date

FIRST_DAY = date(2026, 1, 1)

_OWNERS = (
    "The Ferryman", "The Cobbler", "The Beekeeper", "The Bell Ringer", "The Locksmith", "The Innkeeper",
    "The Lamplighter", "The Chandler", "The Mapmaker", "The Apothecary", "The Night Watchman", "The Goblin",
    "The Retired Dragon", "The Tax Collector", "The Second Wizard", "The Tinker", "The Miller", "The Gravedigger",
    "The Toll Keeper", "The Weaver", "The Librarian", "The Ropemaker", "The Cellar Master", "The Fishwife",
    "The Exiled Duke", "The Barber", "The Hermit", "The Cartographer", "The Potter", "The Stable Boy",
    "The Understudy", "The Troll", "The Widow", "The Pilgrim", "The Juggler", "The Falconer", "The Armourer",
    "The Notary", "The Turnip Farmer", "The Ghost", "The Chimney Sweep",
)  # fmt: skip
_THINGS = (
    "Last Candle", "Wrong Boot", "Second Opinion", "Third Lantern", "Sunday Coat", "Empty Chair", "Long Afternoon",
    "Spare Key", "Unpaid Bill", "Other Door", "Lost Button", "Short Memory", "Loose Brick", "Quiet Dinner",
    "Good Umbrella", "Early Start", "Secret Cupboard", "Half Promise", "Cold Soup", "Old Rival", "Best Guess",
    "Missing Page", "Crooked Ladder", "Left Glove", "Modest Fortune", "Bad Knee", "Heavy Purse", "Polite Lie",
    "Rusty Hinge", "Muddy Road", "Small Print", "New Apprentice", "Broken Clock", "Perfect Alibi", "Leaky Boat",
    "Honest Mistake", "Borrowed Hat", "Narrow Stairs", "Late Supper", "Locked Drawer", "Weather Report",
    "Fourth Wish", "Return Ticket",
)  # fmt: skip


def daily_title(day: date) -> str:
    """Return the title of a day's puzzle; after all pairs of an owner and a thing have come, titles are numbered.

    The numbers of owners and of things have no common factor, so a step through both lists meets every pair.

    >>> daily_title(date(2026, 1, 1)), daily_title(date(2030, 10, 30))
    ("The Ferryman's Last Candle", "The Ferryman's Last Candle 2")
    """
    number = (day - FIRST_DAY).days
    title = f"{_OWNERS[number % len(_OWNERS)]}'s {_THINGS[number % len(_THINGS)]}"
    again = number // (len(_OWNERS) * len(_THINGS))
    return title if again == 0 else f"{title} {again + 1}"
