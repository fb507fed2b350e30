"""Titles of puzzles, by theme. The same puzzle gets the same title everywhere.

The first generator and the bundled collection have sayings. Other titles are an opening with an ending, so that no two
puzzles of a batch have the same, and none has a title that ships.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
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


_OPENINGS = {
    "refuse-the-bait": (
        "The Gift Horse", "A Polite No", "The Free Lunch", "Closed Hands", "The Unopened Parcel", "A Modest Appetite",
        "The Bribe", "No Room for Generosity",
    ),
    "take-the-burden": (
        "The Extra Mile", "A Heavy Heart", "The Willing Mule", "One Stone More", "The Anvil", "A Favour Returned",
        "The Bottom Drawer", "Dead Weight",
    ),
    "right-kind": (
        "The Other Hand", "A Question of Keys", "The Second Drawer", "Wise Shopping", "The Picky Goblin",
        "This or That", "The Careful Thief", "A Good Eye",
    ),
    "sacrifice": (
        "The Loose Plank", "A Lighter Pack", "The Ballast Song", "Goodbye to Spoons", "The Necessary Loss",
        "Empty Pockets", "The Leaking Boat", "Farewell, Old Rope",
    ),
    "hold-on": (
        "The Stubborn Squirrel", "Tight Fists", "A Thing Worth Keeping", "The Magpie", "Not for Sale", "The Old Coat",
        "A Drawer Full of String", "The Hamster's Creed",
    ),
    "fail-on-purpose": (
        "The Graceful Stumble", "A Door Left Shut", "The Wrong Answer", "Beaten Fair and Square", "The Empty Chair",
        "A Careful Mistake", "The Missed Train", "No Applause",
    ),
    "last-token": (
        "The Last Biscuit", "One Candle", "Sold Out", "The Bare Shelf", "A Single Coin", "The Final Slice",
        "Scarce Goods", "The Last Seat",
    ),
    "full-backpack": (
        "The Groaning Strap", "A Button Short", "The Stuffed Owl", "Elbow Room", "The Last Notch", "A Very Full Boot",
        "The Bulging Sack", "Seams and Sighs",
    ),
    "borrowed-skill": (
        "Another's Shoes", "The Loan", "A Neighbour's Ladder", "The Second Violin", "Somebody's Umbrella",
        "A Trick Not My Own", "The Understudy", "Borrowed Boots",
    ),
    "early-skill": (
        "The Early Bird", "A Stitch Too Soon", "The First Move", "Packed Yesterday", "The Head Start", "A Hasty Candle",
        "Soup before Spoons", "The Impatient Wizard",
    ),
    "late-skill": (
        "The Held Breath", "A Patient Knife", "The Sleeping Cat", "One Door Later", "The Long Wait", "A Slow Fuse",
        "The Last Trick", "Save Some",
    ),
    "reorder": (
        "The Shuffled Hymn", "A Tidy Queue", "The Wrong Way Round", "Second Things First", "The Librarian's Dream",
        "A New Arrangement", "The Turned Page", "Odds before Evens",
    ),
    "drop-a-mission": (
        "The Lost Errand", "A Page Torn Out", "The Forgotten Chore", "One Quest Fewer", "The Skipped Verse",
        "A Letter Unread", "The Cancelled Feast", "Crossed Off",
    ),
    "look-ahead": (
        "The Long Spyglass", "A Swept Path", "The Crow's Report", "Round the Corner", "The Prophet's Broom",
        "A Clear Road", "The Scout", "Five Steps Off",
    ),
    "extra-slot": (
        "The Hidden Pocket", "A Bigger Bag", "The Ninth Hook", "Room for a Goose", "The False Bottom", "A Spare Sleeve",
        "The Tailor's Secret", "One Peg More",
    ),
    "one-torch": (
        "The Short Torch", "A Bright Idea", "The Dwarf's Bargain", "Burnt Fingers", "The Lamp Tax", "A Warm Welcome",
        "The Red Beard", "Smoke and Space",
    ),
    "right-guess": (
        "The Lucky Word", "A Name Called Out", "The Elf's Hunch", "First Guess", "The Whispered Item", "A Safe Bet",
        "The Open Secret", "Well Read",
    ),
    "second-chance": (
        "The Second Knock", "A Return Visit", "The Reopened Case", "Another Verse", "The Boomerang", "A Paid Encore",
        "The Old Debt", "Back Again",
    ),
    "trade": (
        "The Fair Swap", "A Fat Purse", "The Market Stall", "Three for One", "The Barter", "A Hungry Merchant",
        "The Exchange", "Old for New",
    ),
    "clear-out": (
        "The Spring Clean", "A Swept Shelf", "The Tidy Thief", "Out with It", "The Light Fingers", "A Bag Turned Over",
        "The Empty Sleeve", "Lost and Gone",
    ),
    "two-swords": (
        "The Crossed Blades", "A Sharp Answer", "The Short Way", "Steel and Manners", "The Blunt Argument",
        "A Pair of Swords", "The Duel", "Cut Through",
    ),
    "cheaper": (
        "The Discount", "A Hard Bargain", "The Shorter List", "Half the Price", "The Miser's Day", "A Bone to Pick",
        "The Haggling Ghost", "Change Given",
    ),
}  # fmt: skip
_ENDINGS = (
    "in the Rain", "by Candlelight", "at Low Tide", "after Supper", "before Breakfast", "for Beginners",
    "in Three Verses", "with Extra Rope", "on a Tuesday", "on the Stairs", "for Goblins", "in Reverse",
    "at Half Past Two", "with the Lamp Out", "under the Bridge", "behind the Inn", "in the Cellar", "at the Back Door",
    "on Market Day", "in a Hurry", "at the Ferry", "below the Mill", "in Winter", "with a Limp", "on Thin Ice",
    "for the Duke", "at Sunrise", "without a Map", "in the Wrong Hat", "on the Roof", "by Moonlight",
    "at the Toll Gate", "in the Orchard", "past the Owl Tree", "with Good Manners", "on One Leg", "for a Wager",
    "in the Fog", "at Harvest Time", "with the Door Ajar", "in the Bell Tower", "down the Well", "at the Crossroads",
    "on Credit", "with Two Witnesses", "in a Borrowed Cloak", "beyond the Turnips", "at the Barber's", "on a Full Moon",
    "in Deep Water", "with a Straight Face", "at the Witch's Table", "for the Third Time", "on the Long Road",
    "in the Attic", "with Muddy Boots", "at the Dragon's Tea", "for Tired Feet", "in Plain Sight", "on the Last Page",
    "with a Goat in Tow", "at the Edge of Town", "in Perfect Silence", "on the Way Home",
)  # fmt: skip
_NUMBERED = re.compile(r"(.*?)(?:-([0-9]{1,6}))?", re.DOTALL)


def title_of(themes: Sequence[str], seed: str) -> str:
    """Return the title of a generated puzzle with these themes.

    Seeds that differ only in the number at their end, as in a batch, have different titles.
    """
    theme = next((theme for theme in _RAREST_FIRST if theme in themes), _RAREST_FIRST[-1])
    found = _NUMBERED.fullmatch(seed)
    assert found is not None, "it matches every text"
    titles, number = _titles(theme), int(found[2] or 0)
    first = Random(f"title {found[1]}").randrange(len(titles))  # noqa: S311
    again = number // len(titles)
    return titles[(first + number) % len(titles)] + (f", Part {again + 1}" if again else "")


@cache
def _titles(theme: str) -> tuple[str, ...]:
    """Return every opening of a theme with every ending, in an order that looks random."""
    titles = [f"{opening} {ending}" for opening in _OPENINGS[theme] for ending in _ENDINGS]
    Random(f"titles {theme}").shuffle(titles)  # noqa: S311
    return tuple(titles)


def first_title(themes: Sequence[str], seed: str) -> str:
    """Return a saying as the title of a puzzle with these themes."""
    return next(_shuffled(_SAYINGS, themes, seed), "A Small Matter")


def bundled_title(themes: Sequence[str], seed: str, taken: Collection[str]) -> str:
    """Return a saying, or an opening without an ending, as a title that is not taken."""
    titles = (*_shuffled(_SAYINGS, themes, seed), *_shuffled(_OPENINGS, themes, seed))
    return next(title for title in titles if title not in taken)


def _shuffled(table: Mapping[str, tuple[str, ...]], themes: Sequence[str], seed: str) -> Iterator[str]:
    """Yield the titles of a table for these themes, those of the rarest theme first."""
    for theme in _RAREST_FIRST:
        if theme in themes:
            titles = list(table[theme])
            Random(f"title {theme} {seed}").shuffle(titles)  # noqa: S311
            yield from titles
