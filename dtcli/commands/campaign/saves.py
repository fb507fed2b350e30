"""Access to the saves of campaigns for the commands of ``dtcli campaign``."""

from collections.abc import Iterator
from contextlib import contextmanager

from dtcli.commands.exit_codes import ExitCode
from dtcli.commands.inputs import fail_with
from dtcli.commands.output import fail
from dtcli.commands.stored_games import home
from dtcli.play.storage.campaign_store import CampaignMissingError, CampaignStore, UnusableSaveError
from dtcli.play.storage.locks import LockedError


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
