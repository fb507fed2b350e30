"""``dtcli cards``: the group of card set commands; without a command it lists cards."""

from dtcli.commands.lazy import CommandEntry, command_group

EXAMPLE = "dtcli cards --deck E torch"

app = command_group(
    "cards",
    [
        CommandEntry("list", "dtcli.commands.cards.list", "List missions, adventures and items of a card set."),
        CommandEntry(
            "new", "dtcli.commands.cards.new", "Write a commented card set to fill in with the cards of your own box."
        ),
        CommandEntry(
            "collect",
            "dtcli.commands.cards.collect",
            "Gather the missions that replays write out into a card set, so that each is typed once.",
        ),
    ],
    help="List the cards of a set, or make a card set of your own. Without a command: list.",
    example=EXAMPLE,
    default="list",
)
