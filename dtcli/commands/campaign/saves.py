"""Access to the saves of campaigns for the commands of ``dtcli campaign``."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from dtcli.commands.inputs import fail_with
from dtcli.commands.output import fail
from dtcli.commands.stored_games import home
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.locks import LockedError
from dtcli.play.storage.campaign import DEFAULT_NAME
from dtcli.play.storage.campaign_store import CampaignMissingError, CampaignStore, UnusableSaveError
from dtcli.render.problems import print_problems


@contextmanager
def campaign_saves() -> Iterator[CampaignStore]:
    """Yield the campaign store; exit with an error if a save is missing, corrupt or locked."""
    try:
        yield CampaignStore(home())
    except CampaignMissingError as error:
        fail(f"there is no campaign '{error}'", "`dtcli campaign status` lists them", ExitCode.NO)
    except LockedError as error:
        fail(str(error), "try again when it has ended", ExitCode.UNREADABLE)
    except UnusableSaveError as error:
        fail_with(error.problems)


def campaign_name(saves: CampaignStore, name: str | None) -> str:
    """Return the name on the command line, of the only campaign, or the default one; exit with an error otherwise."""
    if name is not None:
        return name
    found, problems = saves.all()
    print_problems(problems, file=sys.stderr)
    known = [save["name"] for save in found]
    if not known and problems:
        raise typer.Exit(exit_code(problems))
    if not known:
        fail("there is no campaign yet", "`dtcli campaign new` begins one", ExitCode.NO)
    if len(known) > 1 and DEFAULT_NAME not in known:
        fail("which campaign?", f"name one of {', '.join(known)}")
    return known[0] if len(known) == 1 else DEFAULT_NAME
