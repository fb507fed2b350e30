"""Plays a game and those that the player goes on to: the same deal again, a new deal, the next level.

Each of them is saved, journaled, counted and reported like the first.
"""

from collections.abc import Callable

from dtcli.commands.play_options import new_seed
from dtcli.commands.stored_games import home, report_played
from dtcli.play.game.leads import Lead, LeadKind
from dtcli.play.game.setup import Setup
from dtcli.play.storage.play_and_save import FrontEnd, PlayResult, play_game

PlayLevel = Callable[[Lead, FrontEnd], PlayResult]
"""Plays the level that a lead names."""


def play_in_a_row(found: PlayResult, player: FrontEnd, *, plain: bool, play_level: PlayLevel | None = None) -> None:
    """Report a game that was played, then play and report the games that the player goes on to.

    Raises the exception that stopped a game, if any; exits with an error if a game stays unsaved.
    """
    report_played(found, plain=plain)
    while (lead := found.lead) is not None and (game := found.game) is not None:
        if lead.kind is LeadKind.LEVEL:
            assert play_level is not None, "only a campaign has levels"
            found = play_level(lead, player)
        else:
            found = play_game(next_setup(lead, game.setup), player, folders=home())
        report_played(found, plain=plain)


def next_setup(lead: Lead, setup: Setup) -> Setup:
    """Return the set-up of the same deal, or of a new one; a resumed game keeps its heroes."""
    if lead.kind is LeadKind.NEW:
        return setup._replace(seed=new_seed(), recorded=None)
    return setup
