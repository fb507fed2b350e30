"""A campaign as a value: what it is called, where it stands, and what a game does to it.

Nothing here reads or writes a file. What may be played after which game is asked of the rules.
"""

import re
import unicodedata
from hashlib import sha256
from typing import Any, NamedTuple, cast

from dtcli.formats.campaign import FORMAT
from dtcli.formats.card_sets import DEFAULT_CARD_SET, scenarios
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
"""What Windows takes for a device, whatever comes behind a point."""
_HASHED = re.compile(r".*-[0-9a-f]{8}")


class CampaignGame(NamedTuple):
    """A game of a campaign that has ended."""

    file: str
    """The name of its replay, which tells it from every other game."""
    date: str
    scenario: str
    extended: bool
    result: Result

    def entry(self, *, counted: bool) -> Any:
        """Return the game as the campaign file lists it."""
        fields = self._asdict()
        del fields["result"]
        won = {"won": bool(self.result.won), "missions": self.result.missions, "broken": self.result.broken}
        return {**fields, **won, "counted": counted}


def why_no_name(name: str) -> str | None:
    """Return why a campaign cannot be called so, or None.

    >>> why_no_name("Sunday evenings"), why_no_name(" ")
    (None, 'a campaign needs a name')
    """
    if not name.strip():
        return "a campaign needs a name"
    if not name.isprintable():
        return "a name has only signs that can be printed"
    if len(name.strip()) > MOST_CAMPAIGN_NAME:
        return f"a name has at most {MOST_CAMPAIGN_NAME} signs"
    return None


def stem_of(name: str) -> str:
    """Return the file name of a campaign without its suffix: the same for names that differ only in case and spaces.

    >>> stem_of("campaign"), stem_of("../Sunday"), stem_of("CON")
    ('campaign', 'sunday-ae7e8da6', 'con-1143da2b')
    """
    plain = unicodedata.normalize("NFC", folded(unicodedata.normalize("NFC", name)))
    stem = safe_part(plain)
    if stem == plain and len(stem) <= _LONGEST_STEM and not _RESERVED.fullmatch(stem) and not _HASHED.fullmatch(stem):
        return stem
    return f"{stem[:_LONGEST_STEM].strip('-') or DEFAULT_NAME}-{sha256(plain.encode()).hexdigest()[:8]}"


def begun(
    name: str, *, at: str, edition: str = DEFAULT_EDITION, card_set: str = DEFAULT_CARD_SET, heroes: bool = True
) -> CampaignFile:
    """Return a campaign at its beginning."""
    return {
        "format": cast("Any", FORMAT),
        "name": name.strip(),
        "edition": edition,
        "card_set": card_set,
        "heroes": heroes,
        "step": _entry(FIRST_STEP),
        "unfinished": None,
        "games": [],
        "revision": 1,
        "created": at,
        "changed": at,
    }


def begun_again(save: CampaignFile, *, at: str) -> CampaignFile:
    """Return the same campaign at its beginning."""
    again = begun(save["name"], at=at, edition=save["edition"], card_set=save["card_set"], heroes=save["heroes"])
    again["revision"] = save["revision"] + 1
    return again


def step_of(save: CampaignFile) -> CampaignStep:
    """Return where a campaign stands, as the rules see it."""
    step = save["step"]
    return CampaignStep(tuple(step["choices"]), step["extended"], step["campaigns_won"])


def choices_of(save: CampaignFile) -> list[Scenario]:
    """Return what may be played now, the preferred one first."""
    return [scenarios()[name] for name in save["step"]["choices"]]


def with_game(save: CampaignFile, played: CampaignGame) -> CampaignFile:
    """Return the campaign after a game; one that it does not offer any more is listed, but does not count.

    The same game twice is one game.
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
    """Return whether the game of this replay has counted."""
    return any(game["file"] == file and game["counted"] for game in save["games"])


def with_unfinished(save: CampaignFile, file: str | None) -> CampaignFile:
    """Return the campaign with a game whose resolution has to be finished first, or without any."""
    return {**save, "unfinished": file}


def _entry(step: CampaignStep) -> Any:
    return {"choices": list(step.choices), "extended": step.extended, "campaigns_won": step.campaigns_won}
