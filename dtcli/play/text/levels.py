"""The choice of a campaign's next level as a question in lines of text."""

from collections.abc import Sequence

from dtcli.english import plural
from dtcli.play.game.leads import level_name
from dtcli.play.text.command_parsing import InvalidInput, one_number
from dtcli.play.text.console import Say, TextConsole
from dtcli.play.text.typed_lines import LineSource
from dtcli.rules.scenarios import Scenario

_LEAVE = ("quit", "exit")


def ask_for_level(levels: Sequence[Scenario], lines: LineSource, say: Say) -> Scenario | None:
    """Return the level with the number that the player types; None to leave. Raises ``EndOfInput``."""
    console = TextConsole(lines, say)
    console.say("Which level do you play? Type the number.")
    for number, one in enumerate(levels, 1):
        missions = plural(sum(one.missions.values()), "mission")
        console.say(f"{number}: {level_name(one)}. {one.goal} of {missions}. {one.text}")
    while True:
        line = console.read_line()
        if line.casefold() in _LEAVE:
            return None
        try:
            return levels[one_number(line, len(levels)) - 1]
        except InvalidInput:
            console.say(f"Type a number from 1 to {len(levels)}, or quit.")
