"""``dtcli play``: the timed solo game."""

from pathlib import Path
from time import sleep
from typing import Annotated

import typer

from dtcli.commands import dates
from dtcli.commands.front_ends import front_end, print_line
from dtcli.commands.games_in_a_row import play_in_a_row
from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.options import Bell, CardSet, Keys, Plain
from dtcli.commands.output import fail
from dtcli.commands.play_options import setup_of, warn_of_idle_heroes
from dtcli.commands.play_settings import play_settings
from dtcli.commands.stored_games import home
from dtcli.commands.terminals import exit_if_interrupted, need_screen
from dtcli.commands.viewing import play_on_screen
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.replay.check import check
from dtcli.play.game.daily_deal import daily_scenario, daily_seed
from dtcli.play.storage.play_and_save import play_game, resume_saved_game
from dtcli.play.storage.resume import CannotResumeError, GameInUseError
from dtcli.play.storage.settings import PlaySettings
from dtcli.play.text.watch import watch_plain
from dtcli.play.viewer.five_minutes import NOT_RECORDED, has_five_minutes
from dtcli.play.viewer.timeline import Timeline
from dtcli.render.problems import print_validation

EXAMPLE = "dtcli play --scenario level-1 --heroes draw"
FASTEST = 1000
"""The highest ``--speed``."""


def run(  # noqa: PLR0913  (one for each option)
    *,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="What to play; default: training-grounds.")
    ] = None,
    adventure: Annotated[
        str | None, typer.Option("--adventure", metavar="NAME", help="Play an adventure instead of a scenario.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="NAME", help="Which rules: en-2017, it-2018 or demo-2016.")
    ] = None,
    extended: Annotated[bool, typer.Option("--extended", help="Play with one slot less.")] = False,
    heroes: Annotated[
        str | None,
        typer.Option(
            "--heroes",
            metavar="HEROES",
            help="draw: one, as the edition says. 2 to 5: that many, for practice. Or names, separated by commas; or "
            "none, the default.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="Deal the same cards as every game with this seed.")
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="Play the deal of the day, the same for everyone.")] = False,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="N", help="Minutes on the clock; default: 5.")
    ] = None,
    card_set: CardSet = None,
    keys: Keys = None,
    bell: Bell = None,
    plain: Plain = False,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Resume a game that was interrupted.")
    ] = None,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="FILE", help="Watch a saved game as it happened.")
    ] = None,
    speed: Annotated[
        float | None, typer.Option("--speed", metavar="N", help="With --replay: how many times faster to watch it.")
    ] = None,
) -> None:
    """Play Dungeon Time alone, in real time: five minutes to lay a story, then see how it ends.

    The replay is saved, and you see the best result that your story allowed. The same seed always deals the same
    cards, so that you can race a friend.
    """
    new_game_options = {
        "--scenario": scenario, "--adventure": adventure, "--edition": edition, "--heroes": heroes, "--seed": seed,
        "--minutes": minutes, "--extended": extended or None,
    }  # fmt: skip
    for option, file in (("--replay", replay), ("--resume", resume)):
        used = next((name for name, value in new_game_options.items() if value is not None), None)
        if file is not None and (used is not None or daily):
            fail(f"{used or '--daily'} is for a new game, {option} for a saved one")
        if daily and (used is not None or card_set is not None):
            fail(f"{used or '--card-set'} would change the deal of the day", "leave it out, or leave out --daily")
    if replay is None and speed is not None:
        fail("--speed is for watching a game", "name the game with --replay")
    settings = play_settings(keys, bell=bell)
    if replay is not None:
        _watch(replay, card_set, plain=plain, speed=1.0 if speed is None else speed)
        return
    if resume is not None:
        _resume(resume, settings, plain=plain)
        return
    if daily:
        day = dates.today()
        scenario, seed = daily_scenario(day), daily_seed(day)
    setup = setup_of(scenario, adventure, edition, heroes, seed, minutes, card_set, extended=extended)
    warn_of_idle_heroes(setup.heroes)
    player = front_end(plain=plain, settings=settings, folders=home())
    with exit_if_interrupted():
        play_in_a_row(play_game(setup, player, folders=home()), player, plain=plain)


def _resume(file: str, settings: PlaySettings, *, plain: bool) -> None:
    player = front_end(plain=plain, settings=settings, folders=home())
    try:
        with exit_if_interrupted():
            play_in_a_row(resume_saved_game(Path(file), player, folders=home()), player, plain=plain)
    except (GameInUseError, CannotResumeError) as error:
        fail(f"{file}: {error}", "`dtcli play` begins a new game", ExitCode.NO)


def _watch(file: str, card_set: str | None, *, plain: bool, speed: float) -> None:
    if not 0 < speed <= FASTEST:
        fail(f"--speed is a number above 0 and up to {FASTEST}")
    checked = check(next(read_replays([file])), cards=read_card_set(card_set), frames=True)
    if not checked.is_valid:
        print_validation(checked)
        raise typer.Exit(exit_code(checked.problems))
    if not plain:
        need_screen()
        play_on_screen(Timeline(checked), speed)
        return
    if not has_five_minutes(checked):
        fail(NOT_RECORDED, f"`dtcli replay {file}` shows its resolution card by card")
    watch_plain(Timeline(checked), print_line, sleep, speed=speed)
