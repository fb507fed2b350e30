"""The content of a campaign save: its name, its progress, and how a game changes it.

Nothing here reads or writes a file. The rules decide what may be played next.
"""

import re
import unicodedata
from hashlib import sha256
from typing import Any, NamedTuple, cast

from dtcli.formats.campaign import FORMAT
from dtcli.formats.card_sets import scenarios
from dtcli.formats.house_printings import CURRENT_PRINTING
from dtcli.formats.limits import MOST_CAMPAIGN_NAME
from dtcli.formats.names import folded
from dtcli.formats.schema import CampaignFile
from dtcli.play.storage.folders import safe_part
from dtcli.rules.campaign import FIRST_STEP, CampaignStep, next_step
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.scenarios import Scenario
from dtcli.rules.score import Result

DEFAULT_NAME = "campaign"
_LONGEST_STEM = 40
_RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)\d")
"""Device names on Windows, whatever their suffix."""
_HASHED = re.compile(r".*-[0-9a-f]{8}")


class RecordedGame(NamedTuple):
    """What a save notes about a game that was recorded at a real table."""

    digest: str
    """The digest of the game and its choices."""
    game: str
    """The digest of the game, whatever was chosen."""
    players: int | None = None

    @property
    def keys(self) -> dict[str, Any]:
        """The entries for the list of games."""
        players = {} if self.players is None else {"players": self.players}
        return {"recorded": True, **players, "digest": self.digest, "game": self.game}


class CampaignGame(NamedTuple):
    """A finished game of a campaign."""

    file: str
    """The file name of its replay, which is unique."""
    date: str
    scenario: str
    extended: bool
    result: Result
    record: RecordedGame | None = None
    """For a game that was recorded at a real table, what identifies it; None for a game played with dtcli."""

    def entry(self, *, counted: bool) -> Any:
        """Return the game as the campaign file lists it."""
        fields = self._asdict()
        del fields["result"], fields["record"]
        won = {"won": bool(self.result.won), "missions": self.result.missions, "broken": self.result.broken}
        recorded = {} if self.record is None else self.record.keys
        return {**fields, **won, "counted": counted, **recorded}


def why_invalid_name(name: str) -> str | None:
    """Return why a campaign cannot have this name, or None.

    >>> why_invalid_name("Sunday evenings"), why_invalid_name(" ")
    (None, 'a campaign needs a name')
    """
    if not name.strip():
        return "a campaign needs a name"
    if not name.isprintable():
        return "a name has only printable characters"
    if len(name.strip()) > MOST_CAMPAIGN_NAME:
        return f"a name has at most {MOST_CAMPAIGN_NAME} characters"
    return None


def campaign_stem(name: str) -> str:
    """Return the file name of a campaign without its suffix; names that differ only in case and spaces share it.

    >>> campaign_stem("campaign"), campaign_stem("../Sunday"), campaign_stem("CON")
    ('campaign', 'sunday-ae7e8da6', 'con-1143da2b')
    """
    plain = unicodedata.normalize("NFC", folded(unicodedata.normalize("NFC", name)))
    stem = safe_part(plain)
    if stem == plain and len(stem) <= _LONGEST_STEM and not _RESERVED.fullmatch(stem) and not _HASHED.fullmatch(stem):
        return stem
    return f"{stem[:_LONGEST_STEM].strip('-') or DEFAULT_NAME}-{sha256(plain.encode()).hexdigest()[:8]}"


def new_campaign(
    name: str,
    *,
    at: str,
    edition: str = DEFAULT_EDITION,
    card_set: str = CURRENT_PRINTING,
    heroes: bool = True,
    players: int | None = None,
) -> CampaignFile:
    """Return a new campaign; ``players`` is None if their number was not given, which means one."""
    save: dict[str, Any] = {
        "format": FORMAT,
        "name": name.strip(),
        "edition": edition,
        "card_set": card_set,
        "heroes": heroes,
        "players": players,
        "step": _entry(FIRST_STEP),
        "unfinished": None,
        "games": [],
        "revision": 1,
        "created": at,
        "changed": at,
    }
    if players is None:
        del save["players"]
    return cast("CampaignFile", save)


def restarted(save: CampaignFile, *, at: str) -> CampaignFile:
    """Return a campaign reset to its beginning."""
    again = new_campaign(
        save["name"],
        at=at,
        edition=save["edition"],
        card_set=save["card_set"],
        heroes=save["heroes"],
        players=save.get("players"),
    )
    again["revision"] = save["revision"] + 1
    return again


def step_of(save: CampaignFile) -> CampaignStep:
    """Return the step of a campaign for the rules."""
    step = save["step"]
    return CampaignStep(tuple(step["choices"]), step["extended"], step["campaigns_won"])


def choices_of(save: CampaignFile) -> list[Scenario]:
    """Return the scenarios that may be played now, the preferred one first."""
    return [scenarios()[name] for name in save["step"]["choices"]]


def with_game(save: CampaignFile, played: CampaignGame) -> CampaignFile:
    """Return the campaign after a game; a game of a level no longer offered is listed but does not count.

    A game that is already listed changes nothing.
    """
    changed: CampaignFile = {**save}
    if save.get("unfinished") == played.file:
        changed["unfinished"] = None
    if any(game["file"] == played.file for game in save["games"]):
        return changed
    step = step_of(save)
    counted = step.counts(played.scenario, extended=played.extended)
    if counted:
        changed["step"] = _entry(next_step(step, scenarios()[played.scenario], won=bool(played.result.won)))
    changed["games"] = [*save["games"], played.entry(counted=counted)]
    return changed


def counts(save: CampaignFile, file: str) -> bool:
    """Return whether the game with this replay counted."""
    return any(game["file"] == file and game["counted"] for game in save["games"])


def with_unfinished(save: CampaignFile, file: str | None) -> CampaignFile:
    """Return the campaign with the game that must be finished first; None clears it."""
    return {**save, "unfinished": file}


def _entry(step: CampaignStep) -> Any:
    return {"choices": list(step.choices), "extended": step.extended, "campaigns_won": step.campaigns_won}
