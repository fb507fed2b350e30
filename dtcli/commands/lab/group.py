"""``dtcli lab``: experiments over many deals."""

from dtcli.commands.lazy import CommandEntry, command_group

EXAMPLE = "dtcli lab winnability --scenario level-2 --deals 20"

app = command_group(
    "lab",
    [
        CommandEntry(
            "winnability",
            "dtcli.commands.lab.winnability",
            "Count how many deals can be won if all cards are known.",
        ),
        CommandEntry(
            "par",
            "dtcli.commands.lab.par",
            "Find par of many deals: the fewest cards to lay or discard before the goal can be reached.",
        ),
        CommandEntry(
            "bots",
            "dtcli.commands.lab.bots",
            "Have bots play many deals against the clock, and count how many games they win.",
        ),
    ],
    help="Experiments over many deals: how many can be won, in how few deeds, and how bots fare.",
    example=EXAMPLE,
)
