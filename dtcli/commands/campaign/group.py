"""``dtcli campaign``: the group of campaign commands."""

from dtcli.commands.lazy import CommandEntry, command_group

EXAMPLE = "dtcli campaign status"

app = command_group(
    "campaign",
    [
        CommandEntry("new", "dtcli.commands.campaign.new", "Begin a campaign at level 1."),
        CommandEntry(
            "status",
            "dtcli.commands.campaign.status",
            "Show the levels of a campaign: which are won, which can be played next, and the last games.",
        ),
        CommandEntry(
            "play",
            "dtcli.commands.campaign.play",
            "Play the next level of a campaign, or first resume a game that was interrupted in its resolution.",
        ),
        CommandEntry(
            "record",
            "dtcli.commands.campaign.record",
            "Count a game that was recorded at a real table, by one to five players.",
        ),
        CommandEntry(
            "reset", "dtcli.commands.campaign.reset", "Begin a campaign again at level 1; the old save is kept."
        ),
    ],
    help="Play level after level: begin a campaign, see where it stands, play on or record games, begin again.",
    example=EXAMPLE,
)
