"""Titles of puzzles, by theme. The same puzzle gets the same title everywhere."""

from collections.abc import Collection, Sequence
from random import Random

_SAYINGS = {
    "refuse-the-bait": (
        "Thanks, but No Thanks", "A Gift With Teeth", "The Polite Refusal", "Hands in Your Pockets",
        "Not Even for Free", "The Generous Trap", "Leave It on the Table", "What the Miser Knew",
    ),
    "take-the-burden": (
        "One More for the Road", "The Heavy Favour", "Carry It Anyway", "A Burden With a Purpose",
        "The Unwanted Present", "Somebody Has to Hold It", "Ballast", "Room for One",
    ),
    "right-kind": (
        "Either, but Not Both", "The Fork in the Reward", "Choose Like a Locksmith", "The Other Prize",
        "Two Open Hands", "Pick of the Chest", "What the Last Door Wants", "The Shopkeeper's Question",
        "A Matter of Taste", "The Left-Hand Shelf", "Read the Last Page First", "The Quartermaster's Riddle",
        "Not the Shiny One", "A Key by Any Other Name", "Ask the Next Door", "The Long Way to a Cup",
    ),
    "sacrifice": (
        "Throw It Overboard", "Lighter by Defeat", "The Useful Failure", "Drop It and Run",
        "Clearing the Deck", "What Failure Is Good For", "A Clean Loss", "Burn the Bridge Behind You",
        "The Light Retreat", "Losers Travel Faster", "A Hole in the Bag", "Sorry, Wrong Cave",
    ),
    "hold-on": (
        "Keep Your Nerve", "Not Yet Rubbish", "The Stubborn Pack Mule", "Hold That Thought",
        "Waste Not", "Clutching at Ropes", "Second Use", "The Hoarder Is Right",
    ),
    "fail-on-purpose": (
        "Lose This One", "The Planned Disaster", "Politely Defeated", "A Failure With Foresight",
        "Let It Slip", "The Mission Nobody Wanted", "Beaten by Design", "Stand Aside",
    ),
    "last-token": (
        "The Last of Its Kind", "Scraping the Chest", "One Left", "Empty Shelf", "Before It Is Gone",
        "The Final Coin of Luck", "Running Out", "Nobody Else Gets It", "The Bottom of the Chest", "Last Orders",
        "While Stocks Last", "The Only One in Town",
    ),
    "full-backpack": (
        "Straps Under Tension", "Eight Slots and a Prayer", "The Seam Holds", "Packed to the Buckle",
        "Not One Thing More", "Creaking Leather", "The Tightest Lid", "Breathe In", "To the Last Pocket",
        "A Stitch in Time", "Sit on the Lid", "The Weight of One Feather", "Knots and Buckles", "No Room for Manners",
    ),
    "borrowed-skill": (
        "On Loan From a Friend", "The Borrower's Potion", "Someone Else's Trick", "Return It Washed",
        "Another Man's Torch", "A Skill With Two Owners",
    ),
    "early-skill": (
        "Before It Hurts", "The Long Fuse", "Act First, Ask Never", "Prepared by Noon", "An Early Candle",
        "Too Soon to Tell", "The Ounce of Prevention",
    ),
    "late-skill": (
        "Wait for It", "The Patient Blade", "Not This Door, the Next", "Save It for Supper", "Last Possible Moment",
        "Sitting on Your Hands", "The Slow Hero",
    ),
    "reorder": (
        "Shuffle the Deck of Fate", "First Things Second", "The Tidy Prophet", "A Better Queue",
        "Everything in Its Turn", "The Clerk of Destiny",
    ),
    "drop-a-mission": (
        "This Page Is Missing", "An Errand Unrun", "Torn From the Story", "The Quest That Never Was", "Skip a Verse",
    ),
    "look-ahead": (
        "Five Cards Deep", "A Peek Behind the Curtain", "The Sweeper of Roads", "Out of the Way", "What the Goblin Saw",
    ),
    "extra-slot": (
        "The Ninth Slot", "One Pocket More", "A Torch for the Room", "Borrowed Space", "Behind the Flap",
    ),
    "one-torch": (
        "Light It Now", "The Dwarf's Arithmetic", "A Torch Well Spent", "Red Beard, Big Bag", "By Torchlight",
    ),
    "right-guess": (
        "I Knew You Would Say That", "The Reader of Lists", "A Word in Advance", "Name It", "The Elf Has Read Ahead",
    ),
    "second-chance": (
        "Once More, With Gold", "The Bottom of the Pile", "Try It Again at Dusk", "A Second Knock", "Paid to Return",
    ),
    "trade": (
        "Two Old Things for One New", "The Belly Bargains", "A Fair Exchange, Nearly", "Market Day", "Swap Shop",
    ),
    "clear-out": (
        "Spring Cleaning", "The Thief of Her Own Bag", "Nothing to Declare", "Tokens of No Return", "Travel Light",
    ),
    "two-swords": (
        "Two Blades, No Questions", "Steel Pays the Bill", "The Ironstar Discount", "Cut the Knot", "Double Edge",
    ),
    "cheaper": (
        "The Haggler", "Half Price After Midnight", "Fewer Than They Asked", "A Bargain in Bone",
        "A Shorter Shopping List",
    ),
}  # fmt: skip

_RAREST_FIRST = (
    "fail-on-purpose", "drop-a-mission", "borrowed-skill", "reorder", "trade", "second-chance", "right-guess",
    "two-swords", "cheaper", "clear-out", "look-ahead", "extra-slot", "one-torch", "early-skill", "late-skill",
    "take-the-burden", "refuse-the-bait", "last-token", "hold-on", "sacrifice", "right-kind", "full-backpack",
)  # fmt: skip


def title_of(themes: Sequence[str], seed: str, *, taken: Collection[str] = ()) -> str:
    """Return a title for a puzzle with these themes, one that is not taken if possible."""
    sayings = [saying for theme in _RAREST_FIRST if theme in themes for saying in _shuffled(theme, seed)]
    free = [saying for saying in sayings if saying not in taken]
    return (free or sayings or ["A Small Matter"])[0]


def _shuffled(theme: str, seed: str) -> list[str]:
    sayings = list(_SAYINGS[theme])
    Random(f"title {theme} {seed}").shuffle(sayings)  # noqa: S311
    return sayings
