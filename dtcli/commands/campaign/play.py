"""``dtcli campaign play``: play the next level."""

import sys
from typing import Annotated

import typer

from dtcli.commands.campaign.saves import campaign_name, campaign_saves
from dtcli.commands.front_ends import exit_if_interrupted, front_end
from dtcli.commands.inputs import card_set_or_default
from dtcli.commands.options import Bell, Keys, Plain
from dtcli.commands.output import fail
from dtcli.commands.play_options import checked_seed, new_seed
from dtcli.commands.play_settings import play_settings
from dtcli.commands.stored_games import home, recover_games, report_played
from dtcli.english import or_list, plural
from dtcli.exit_codes import ExitCode
from dtcli.formats.card_sets import scenario_names
from dtcli.formats.names import folded
from dtcli.formats.schema import CampaignFile
from dtcli.play.game.setup import Setup
from dtcli.play.storage.campaign import choices_of, with_unfinished
from dtcli.play.storage.campaign_store import CampaignStore
from dtcli.play.storage.play_and_save import PlayResult, play_game, resume_saved_game
from dtcli.play.storage.resume import CannotResumeError, GameInUseError
from dtcli.play.storage.settings import PlaySettings
from dtcli.render.campaign import next_lines
from dtcli.render.messages import print_message
from dtcli.render.terminal import Printer
from dtcli.rules.scenarios import Scenario

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
        if save.get("unfinished"):
            game = _resume(saves, save, settings, plain=plain)
            if game is not None:
                _report(saves, save["name"], game, plain=plain)
                return
        setup = _setup(save, _choose_level(save, level), seed=seed, minutes=minutes)
        game = play_game(setup, front_end(plain=plain, settings=settings), folders=home(), campaign=save["name"])
        _report(saves, save["name"], game, plain=plain)


def _refuse_several_players(save: CampaignFile) -> None:
    """Exit with an error if the campaign has more than one player."""
    players = save.get("players", 1)
    if players > 1:
        hint = "play at the table; `dtcli campaign record FILE` counts a recorded game"
        fail(f"campaign '{save['name']}' has {players} players, and dtcli plays solo games only", hint, ExitCode.NO)


def _choose_level(save: CampaignFile, level: str | None) -> Scenario:
    """Return the level of ``--level``, the only one, or the one that the player chooses on the terminal."""
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
    if not sys.stdin.isatty():
        fail("there is a choice of levels", f"use --level {offered}")
    for n, one in enumerate(choices, 1):
        missions = plural(sum(one.missions.values()), "mission")
        print_message(f"{n}  {one.title}: {one.goal} of {missions}. {one.text}")
    answer: int = typer.prompt("Which one?", default=1, type=int, err=True)
    if not 1 <= answer <= len(choices):
        fail(f"there is no level {answer} in this list", f"use --level {offered}")
    return choices[answer - 1]


def _setup(save: CampaignFile, scenario: Scenario, *, seed: str | None, minutes: float) -> Setup:
    return Setup(
        names=card_set_or_default(save["card_set"]),
        what=scenario,
        seed=new_seed() if seed is None else checked_seed(seed),
        edition=save["edition"],
        extended=save["step"]["extended"],
        seconds=60 * minutes,
        card_set=save["card_set"],
        draw_heroes=int(save["heroes"]),
    )


def _resume(saves: CampaignStore, save: CampaignFile, settings: PlaySettings, *, plain: bool) -> PlayResult | None:
    """Resume the interrupted game of a campaign; return None, with a message, if that is not possible."""
    folders = home()
    path = folders.games / (save.get("unfinished") or "")
    print_message(f"resuming the interrupted game {path.name}")
    try:
        return resume_saved_game(path, front_end(plain=plain, settings=settings), folders=folders)
    except GameInUseError as error:
        fail(f"{path.name}: {error}", code=ExitCode.NO)
    except CannotResumeError as error:
        print_message(f"cannot resume this game: {error}")
        saves.change(save["name"], lambda save: with_unfinished(save, None))
        return None


def _report(saves: CampaignStore, name: str, game: PlayResult, *, plain: bool) -> None:
    """Print where a game is saved, and what can be played next."""
    report_played(game, plain=plain)
    printer = Printer()
    for line in next_lines(saves.load(name)):
        printer.line(*line)
