"""What commands share about games that are kept: folders, the saves of campaigns, and what was found interrupted."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from dtcli.commands.common import Exit, exit_code, fail, say

if TYPE_CHECKING:
    from dtcli.play.storage.campaign_saves import Saves
    from dtcli.play.storage.folders import Folders
    from dtcli.play.storage.lifecycle import Played
    from dtcli.play.storage.recovery import Kept, NotSavedError, Recovered


def home() -> "Folders":
    """Return the folders in which games are kept; exit with an error if DTCLI_HOME names none."""
    from dtcli.play.storage.folders import NoHomeError, folders  # noqa: PLC0415

    try:
        return folders()
    except NoHomeError as error:
        fail(str(error), "set it to the folder in which games are to be kept")


@contextmanager
def campaigns() -> "Iterator[Saves]":
    """Lend the saves of campaigns, and end with the right words where one is missing, damaged or in use."""
    from dtcli.play.storage.campaign_saves import MissingError, Saves, UnusableError  # noqa: PLC0415
    from dtcli.play.storage.locks import LockedError  # noqa: PLC0415

    try:
        yield Saves(home())
    except MissingError as error:
        fail(f"there is no campaign '{error}'", "`dtcli campaign status` lists them", Exit.NO)
    except LockedError as error:
        fail(str(error), "try again when it has ended", Exit.UNREADABLE)
    except UnusableError as error:
        from dtcli.render.problems import print_problems  # noqa: PLC0415

        print_problems(error.problems, file=sys.stderr)
        raise typer.Exit(exit_code(error.problems)) from None


def recover_games() -> None:
    """Save what is left of games that were interrupted, and say so."""
    from dtcli.play.storage.recovery import recover  # noqa: PLC0415

    tell_recovered(recover(home()))


_PHASES = {"table": "five minutes", "resolution": "resolution"}


def tell_recovered(found: "Recovered") -> None:
    """Say which games were found interrupted, and saved."""
    from dtcli.render.problems import print_problems  # noqa: PLC0415

    for game in found.games:
        how = "is over" if game.interrupted is None else f"was interrupted in its {_PHASES[game.interrupted.value]}"
        say(f"a game {how}, and is saved as {game.path}")
        _tell_how_to_go_on(game)
    print_problems(found.problems, file=sys.stderr)


def tell_played(found: "Played", *, in_lines: bool) -> None:
    """Say where a played game is kept and which older games were recovered, then raise what stopped the game, if any.

    A game in lines has said where it is kept; a screen that has closed has not.
    """
    tell_recovered(found.recovered)
    if in_lines and isinstance(found.stopped, KeyboardInterrupt):
        if found.kept is not None:
            _tell_how_to_go_on(found.kept)
        raise found.stopped
    if found.unsafe is not None:
        say(f"warning: the game could not be written down while it was played: {found.unsafe}")
    if found.unsaved is not None:
        _tell_unsaved(found, found.unsaved, in_lines=in_lines)
    elif not in_lines:
        say("nothing was played" if found.kept is None else f"the replay is kept as {found.kept.path}")
    if found.kept is not None:
        _tell_how_to_go_on(found.kept)
        if found.kept.counted is False:
            say(f"this game does not count: campaign '{found.kept.campaign}' does not offer that level any more")
    if found.stopped is not None:
        raise found.stopped


def _tell_unsaved(found: "Played", unsaved: "NotSavedError", *, in_lines: bool) -> None:
    """Say why a game is not saved and ask for another folder; exit with an error if it stays unsaved."""
    if in_lines and unsaved.saved is not None:  # the dialogue has said so
        return
    say(f"error: the game could not be saved: {unsaved}")
    if not in_lines and not isinstance(found.stopped, KeyboardInterrupt) and sys.stdin.isatty():
        _ask_for_folder(unsaved)
    if unsaved.saved is not None:
        say(f"the replay is kept as {unsaved.saved}")
    elif found.unsafe is None:
        say("")
        say("hint: its journal is complete; the next `dtcli play` or `dtcli history` tries to save it again")
    else:
        say("its journal is not complete either: what came after the first warning is lost")
    if unsaved.saved is None and found.stopped is None:
        raise typer.Exit(Exit.UNREADABLE)


def _ask_for_folder(unsaved: "NotSavedError") -> None:
    """Ask for folders until the game is saved in one, or none is named."""
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
            say(f"'{folder}' cannot be used: {error.strerror}")


def _tell_how_to_go_on(game: "Kept") -> None:
    """Print the command that resumes an interrupted game; a campaign resumes a resolution by itself."""
    from shlex import quote  # noqa: PLC0415

    from dtcli.play.game.solo_game import Phase  # noqa: PLC0415

    command = f"`dtcli play --resume {quote(str(game.path))}` goes on with it"
    if game.campaign is None and game.interrupted is not None:
        say(command)
    elif game.interrupted is Phase.TABLE:
        say(f"{command}; or the level can be played again")
