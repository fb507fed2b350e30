"""``dtcli timer``: the five minutes at a real table."""

import shlex
from typing import Annotated

import typer

from dtcli.commands.front_ends import run_timer_in_text, run_timer_on_screen
from dtcli.commands.inputs import card_set_or_default
from dtcli.commands.options import CardSet, Force, Plain
from dtcli.commands.output import fail
from dtcli.commands.play_options import (
    DEFAULT_MINUTES,
    checked_minutes,
    heroes_of,
    rulings_of,
    scenario_or_adventure,
)
from dtcli.commands.saving import new_file
from dtcli.commands.terminals import exit_if_interrupted
from dtcli.exit_codes import ExitCode
from dtcli.play.timer.session import TimerSession
from dtcli.play.timer.setup import TimerSetup
from dtcli.play.timer.sound import SoundCommand
from dtcli.play.timer.timer import Timer
from dtcli.render.messages import print_message
from dtcli.rules.cards import Adventure
from dtcli.rules.legality import MOST_PLAYERS, why_too_many_heroes
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.scenarios import Scenario

EXAMPLE = "dtcli timer --scenario level-1 --players 3 --output times.json"


def run(  # noqa: PLR0913  (one for each option)
    *,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="Show this scenario and its goal.")
    ] = None,
    adventure: Annotated[
        str | None, typer.Option("--adventure", metavar="NAME", help="Show this adventure and its goal.")
    ] = None,
    extended: Annotated[bool, typer.Option("--extended", help="Show that the backpack has one slot less.")] = False,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", min=1, max=MOST_PLAYERS, help="How many play.")
    ] = None,
    heroes: Annotated[
        str | None,
        typer.Option("--heroes", metavar="HEROES", help="Show what these heroes can do; names, separated by commas."),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="N", help="Minutes on the clock; default: 5.")
    ] = None,
    no_bell: Annotated[bool, typer.Option("--no-bell", help="Do not ring the bell of the terminal.")] = False,
    sound: Annotated[
        str | None,
        typer.Option(
            "--sound",
            metavar="COMMAND",
            help="Run this command, without a shell, for each announcement; its last argument is the text to speak.",
        ),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the times to this file (JSON).")
    ] = None,
    force: Force = False,
    card_set: CardSet = None,
    plain: Plain = False,
) -> None:
    """Time the five minutes at a real table: large digits, sand, a bell, and a key that marks each mission laid.

    The time left is announced at 4, 3, 2 and 1 minutes, at 30 and 10 seconds, and every second from there. The clock
    runs on while the machine sleeps. The file is written at every change, so that a kill loses no mark.
    """
    played = None
    if scenario is not None or adventure is not None:
        played = scenario_or_adventure(scenario, adventure, card_set_or_default(card_set))
    named, drawn = heroes_of("none" if heroes is None else heroes, rulings_of(DEFAULT_EDITION))
    if drawn:
        fail("name the heroes that were drawn at the table", "--heroes tonk,zaria")
    if reason := why_too_many_heroes(len(named), players):
        fail(reason, "each player has one hero")
    setup = TimerSetup(
        seconds=60 * checked_minutes(DEFAULT_MINUTES if minutes is None else minutes),
        scenario=played if isinstance(played, Scenario) else None,
        adventure=played if isinstance(played, Adventure) else None,
        extended=extended,
        players=players,
        heroes=named,
        card_set=card_set or "",
    )
    path = new_file(output, force=force) if output is not None else None
    _time(TimerSession(Timer(setup.seconds), setup, sound=_sound(sound), output=path), bell=not no_bell, plain=plain)


def _sound(command: str | None) -> SoundCommand:
    if command is None:
        return SoundCommand(())
    try:
        words = shlex.split(command)
    except ValueError as error:
        fail(f"--sound cannot be split into words: {str(error).lower()}")
    if not words:
        fail("--sound names no command")
    return SoundCommand(words)


def _time(session: TimerSession, *, bell: bool, plain: bool) -> None:
    """Run a timer to its end; exit with an error if its times could not be saved."""
    is_finished = False
    try:
        with exit_if_interrupted():
            is_started = (run_timer_in_text if plain else run_timer_on_screen)(session, bell=bell)
            is_finished = True
    finally:
        session.close(wait=is_finished)
        if session.save_error is not None:
            fail(f"'{session.output}' cannot be written: {session.save_error}", code=ExitCode.UNREADABLE)
    if is_started and not plain:
        _report(session)


def _report(session: TimerSession) -> None:
    """Print what the screen showed at its end, which is gone now."""
    if session.output is not None:
        print_message(f"the times are saved as {session.output}")
    print_message(f"`{session.next_command}` records the game")
