"""Messages about saved and interrupted games, and access to the folders of saved games."""

import sys
from shlex import quote

import typer

from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage.folders import Folders, NoHomeError, folders
from dtcli.play.storage.play_and_save import PlayResult
from dtcli.play.storage.recovery import RecoveredGames, recover
from dtcli.play.storage.saving import NotSavedError, SavedGame
from dtcli.render.messages import print_message
from dtcli.render.problems import print_problems


def home() -> Folders:
    """Return the folders of saved games; exit with an error if DTCLI_HOME is not usable."""
    try:
        return folders()
    except NoHomeError as error:
        fail(str(error), "set it to the folder in which games are to be saved")


def recover_games() -> None:
    """Save interrupted games from their journals, and print what was saved."""
    report_recovered(recover(home()))


_PHASES = {"table": "five minutes", "resolution": "resolution"}


def report_recovered(found: RecoveredGames) -> None:
    """Print which interrupted games were saved."""
    for game in found.games:
        state = "is over" if game.interrupted is None else f"was interrupted in its {_PHASES[game.interrupted.value]}"
        print_message(f"a game {state}, and is saved as {game.path}")
        _print_how_to_resume(game)
    print_problems(found.problems, file=sys.stderr)


def report_played(found: PlayResult, *, plain: bool) -> None:
    """Print where a game is saved and which older games were recovered; raise the exception that stopped it, if any.

    A game in plain text has printed where it is saved before it ended, a game on the screen has not.
    """
    report_recovered(found.recovered)
    if plain and isinstance(found.stopped, KeyboardInterrupt):
        if found.saved is not None:
            _print_how_to_resume(found.saved)
        raise found.stopped
    if found.save_error is not None:
        print_message(f"warning: the journal of the game could not be written: {found.save_error}")
    if found.unsaved is not None:
        _report_unsaved(found, found.unsaved, plain=plain)
    elif not plain:
        print_message("nothing was played" if found.saved is None else f"the replay is saved as {found.saved.path}")
    if found.game is not None and not plain and found.game.setup.seed:
        print_message(f"to race on this deal: {found.game.setup.command}")
    if found.saved is not None:
        _print_how_to_resume(found.saved)
        if found.saved.counted is False:
            print_message(f"this game does not count: campaign '{found.saved.campaign}' no longer offers that level")
    if found.stopped is not None:
        raise found.stopped


def _report_unsaved(found: PlayResult, unsaved: NotSavedError, *, plain: bool) -> None:
    """Print why a game is not saved and ask for another folder; exit with an error if it stays unsaved."""
    if plain and unsaved.saved is not None:  # the dialogue has printed it
        return
    print_message(f"error: the game could not be saved: {unsaved}")
    if not plain and not isinstance(found.stopped, KeyboardInterrupt) and sys.stdin.isatty():
        _ask_for_folder(unsaved)
    if unsaved.saved is not None:
        print_message(f"the replay is saved as {unsaved.saved}")
    elif found.save_error is None:
        print_message("")
        print_message("hint: its journal is complete; the next `dtcli play` or `dtcli history` tries to save it again")
    else:
        print_message("its journal is not complete either: everything after the first warning is lost")
    if unsaved.saved is None and found.stopped is None:
        raise typer.Exit(ExitCode.UNREADABLE)


def _ask_for_folder(unsaved: NotSavedError) -> None:
    """Ask for folders until the game is saved in one, or the answer is empty."""
    while unsaved.saved is None:
        try:
            folder = typer.prompt("Another folder to save it in (Enter for none)", "", show_default=False, err=True)
        except typer.Abort:
            return
        if not folder:
            return
        try:
            unsaved.save_in(folder)
        except OSError as error:
            print_message(f"'{folder}' cannot be used: {error.strerror}")


def _print_how_to_resume(game: SavedGame) -> None:
    """Print the command that resumes an interrupted game; a campaign resumes a resolution by itself."""
    command = f"`dtcli play --resume {quote(str(game.path))}` resumes it"
    if game.campaign is None and game.interrupted is not None:
        print_message(command)
    elif game.interrupted is Phase.TABLE:
        print_message(f"{command}; or the level can be played again")
