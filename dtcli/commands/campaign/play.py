"""``dtcli campaign play``: play the next level."""

from functools import partial
from typing import Annotated

import typer

from dtcli.commands.campaign.saves import campaign_name, campaign_saves
from dtcli.commands.front_ends import choose_level_on_screen, front_end, print_line
from dtcli.commands.games_in_a_row import play_in_a_row
from dtcli.commands.inputs import card_set_or_default
from dtcli.commands.options import Bell, Keys, Plain
from dtcli.commands.output import fail
from dtcli.commands.play_options import checked_seed, new_seed
from dtcli.commands.play_settings import play_settings
from dtcli.commands.stored_games import home, recover_games
from dtcli.commands.terminals import exit_if_interrupted
from dtcli.english import or_list
from dtcli.exit_codes import ExitCode
from dtcli.formats.card_sets import scenario_names
from dtcli.formats.locks import LockedError
from dtcli.formats.names import folded
from dtcli.formats.schema import CampaignFile
from dtcli.play.game.leads import Lead, WhatNext, after_campaign_game
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.storage.campaign import choices_of, with_unfinished
from dtcli.play.storage.campaign_store import CampaignMissingError, CampaignStore, UnusableSaveError
from dtcli.play.storage.play_and_save import FrontEnd, PlayResult, play_game, resume_saved_game
from dtcli.play.storage.records import campaign_stars
from dtcli.play.storage.resume import CannotResumeError, GameInUseError
from dtcli.play.text.levels import ask_for_level
from dtcli.play.text.typed_lines import EndOfInput, LineSource, TypedLines
from dtcli.render.campaign import next_lines
from dtcli.render.ladder import Ladder, ladder_now, ladder_won
from dtcli.render.messages import print_message
from dtcli.render.terminal import Printer
from dtcli.rules.scenarios import Scenario
from dtcli.rules.score import Status
from dtcli.signals import raise_on_ending_signals

EXAMPLE = "dtcli campaign play Sundays --level level-2"


def run(  # noqa: PLR0913  (one for each option)
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The campaign; not needed if there is only one.")
    ] = None,
    *,
    level: Annotated[
        str | None, typer.Option("--level", metavar="ID", help="Which level, if there is a choice.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="Deal the same cards as every game with this seed.")
    ] = None,
    minutes: Annotated[
        float, typer.Option("--minutes", metavar="N", min=0.1, max=60, help="Minutes on the clock.")
    ] = 5.0,
    keys: Keys = None,
    bell: Bell = None,
    plain: Plain = False,
) -> None:
    """Play the next level of a campaign, or first resume a game that was interrupted in its resolution."""
    settings = play_settings(keys, bell=bell)
    recover_games()
    with campaign_saves() as saves, exit_if_interrupted():
        save = saves.load(campaign_name(saves, name))
        _refuse_several_players(save)
        lines = TypedLines() if plain else None
        campaign = _Campaign(saves, save["name"], minutes)
        begin = partial(
            front_end, plain=plain, settings=settings, folders=home(), lines=lines, what_next=campaign.what_next
        )
        player = begin() if save.get("unfinished") else None
        game = campaign.resume(player) if player is not None else None
        if player is None or game is None:
            seed = new_seed() if seed is None else checked_seed(seed)
            chosen = _choose_level(saves.load(save["name"]), level, lines)
            if chosen is None:
                print_message("nothing was played")
                return
            player = begin()
            game = campaign.play(chosen, player, seed)
        play_in_a_row(game, player, plain=plain, play_level=campaign.play_lead)
        _print_what_next(saves.load(save["name"]))


class _Campaign:
    """Plays the games of one campaign."""

    def __init__(self, saves: CampaignStore, name: str, minutes: float) -> None:
        self._saves, self._name, self._minutes = saves, name, minutes
        self._celebrated: set[str] = set()
        """The games that won the campaign, so that a practice game afterwards does not win it again."""

    def play(self, level: Scenario, player: FrontEnd, seed: str) -> PlayResult:
        """Play a level."""
        setup = _setup(self._saves.load(self._name), level, seed=seed, minutes=self._minutes)
        return play_game(setup, player, folders=home(), campaign=self._name)

    def play_lead(self, lead: Lead, player: FrontEnd) -> PlayResult:
        """Play the level that the player goes on to; exit with an error if another process has changed the choice."""
        save = self._saves.load(self._name)
        if lead.level is None or lead.level not in choices_of(save) or save.get("unfinished"):
            fail("the campaign has changed meanwhile", "`dtcli campaign play` goes on", ExitCode.NO)
        return self.play(lead.level, player, new_seed())

    def resume(self, player: FrontEnd) -> PlayResult | None:
        """Resume the interrupted game; return None, with a message, if that is not possible."""
        folders = home()
        path = folders.games / (self._saves.load(self._name).get("unfinished") or "")
        print_message(f"resuming the interrupted game {path.name}")
        try:
            return resume_saved_game(path, player, folders=folders)
        except GameInUseError as error:
            fail(f"{path.name}: {error}", code=ExitCode.NO)
        except CannotResumeError as error:
            print_message(f"cannot resume this game: {error}")
            self._saves.change(self._name, lambda save: with_unfinished(save, None))
            return None

    def what_next(self, game: SoloGame) -> WhatNext:
        """Return the levels that may be played after a game, and the ladder if it has won the campaign."""
        try:
            save = self._saves.load(self._name)
        except (CampaignMissingError, UnusableSaveError, LockedError, OSError):  # reported when the game is left
            return after_campaign_game(())
        return after_campaign_game(choices_of(save), self._won_by(game, save))

    def _won_by(self, game: SoloGame, save: CampaignFile) -> Ladder | None:
        """Return the ladder of the campaign if it was won by this game, the last one that counted."""
        level = game.setup.scenario
        if level is None or not level.ends_campaign or game.status is not Status.WON:
            return None
        counted = [one for one in save["games"] if one["counted"]]
        if not counted or counted[-1]["scenario"] != level.id or counted[-1]["file"] in self._celebrated:
            return None
        self._celebrated.add(counted[-1]["file"])
        return ladder_won(save, campaign_stars(save, home()))


def _refuse_several_players(save: CampaignFile) -> None:
    """Exit with an error if the campaign has more than one player."""
    players = save.get("players", 1)
    if players > 1:
        hint = "play at the table; `dtcli campaign record FILE` counts a recorded game"
        fail(f"campaign '{save['name']}' has {players} players, and dtcli plays solo games only", hint, ExitCode.NO)


def _choose_level(save: CampaignFile, level: str | None, lines: LineSource | None) -> Scenario | None:
    """Return the level of ``--level``, the only one, or the one that the player chooses; None if the player leaves.

    ``lines`` are typed in plain text; without them the screen asks.
    """
    choices = choices_of(save)
    offered = or_list(one.id for one in choices)
    if level is not None:
        found = scenario_names().get(folded(level))
        if found is None:
            fail(f"there is no level '{level}'", f"play {offered}")
        if found not in choices:
            fail(f"{found.title} cannot be played now", f"play {offered}", ExitCode.NO)
        return found
    if len(choices) == 1:
        return choices[0]
    if lines is None:
        return choose_level_on_screen(choices, ladder_now(save, campaign_stars(save, home())))
    try:
        with raise_on_ending_signals():
            return ask_for_level(choices, lines, print_line)
    except EndOfInput:
        fail("there is a choice of levels", f"use --level {offered}")


def _setup(save: CampaignFile, scenario: Scenario, *, seed: str, minutes: float) -> Setup:
    return Setup(
        names=card_set_or_default(save["card_set"]),
        what=scenario,
        seed=seed,
        edition=save["edition"],
        extended=save["step"]["extended"],
        seconds=60 * minutes,
        card_set=save["card_set"],
        draw_heroes=int(save["heroes"]),
    )


def _print_what_next(save: CampaignFile) -> None:
    """Print which levels can be played next."""
    printer = Printer()
    for line in next_lines(save):
        printer.line(*line)
