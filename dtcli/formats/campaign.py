"""Reads and writes the save of a campaign.

Any bytes give a save or its problems. Where saves are stored, and what is done with a damaged one, is decided in
``dtcli.play.storage``.
"""

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli.formats.card_sets import scenarios
from dtcli.formats.house_printings import printing_written
from dtcli.formats.json.positions import line_and_column
from dtcli.formats.json.text import RepeatedKeyError, compact, decode, flaw_of
from dtcli.formats.limits import LARGEST_SAVE
from dtcli.formats.problems import Problem, listed, pointer, quoted
from dtcli.formats.schema_check import shape_problems
from dtcli.rules.rulings import EDITIONS
from dtcli.rules.scenarios import ScenarioKind

if TYPE_CHECKING:
    from dtcli.formats.schema import CampaignFile

FORMAT = "dungeon-time/campaign/1"
DAMAGED, OTHER = "DT801", "DT802"


class ReadSave(NamedTuple):
    """A save as it was read; ``save`` is None if it cannot be used."""

    save: "CampaignFile | None"
    problems: tuple[Problem, ...] = ()

    @property
    def is_damaged(self) -> bool:
        """Whether it is the save of a campaign that has been damaged."""
        return any(problem.code == DAMAGED for problem in self.problems)


def read_save(content: bytes, *, file: str) -> ReadSave:
    """Return the save in these bytes, or what is wrong with them."""
    found = _parsed(content)
    if isinstance(found, Problem):
        return ReadSave(None, (found._replace(file=file),))
    problems = _problems(found)
    if problems:
        return ReadSave(None, tuple(problem._replace(file=file) for problem in listed(problems)))
    return ReadSave(cast("CampaignFile", {**found, "card_set": printing_written(found["card_set"])}))


def save_text(save: "CampaignFile") -> str:
    """Return a save as JSON for people: one key or game per line."""
    lines = []
    for key, value in save.items():
        text = compact(value)
        if key == "games" and value:
            text = "[\n" + ",\n".join(f"    {compact(game)}" for game in cast("list[Any]", value)) + "\n  ]"
        lines.append(f"  {compact(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _parsed(content: bytes) -> Any:
    if len(content) > LARGEST_SAVE:
        return Problem(DAMAGED, f"more than {LARGEST_SAVE:,} bytes", "")
    try:
        text = content.decode()
        return decode(text)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", "replace")
        line, column = line_and_column(before, len(before))
        return Problem(DAMAGED, f"not UTF-8 text: byte 0x{content[error.start]:02x}", line=line, column=column)
    except RepeatedKeyError:
        return Problem(DAMAGED, "a key is given twice", "")
    except json.JSONDecodeError as error:
        flaw = flaw_of(text, error)
        line, column = line_and_column(text, flaw.offset)
        return Problem(DAMAGED, f"not JSON: {flaw.reason}", line=line, column=column)
    except RecursionError:
        return Problem(DAMAGED, "not JSON: nested too deeply", "")
    except ValueError as error:
        return Problem(DAMAGED, f"not JSON: {error}", "")


def _problems(data: Any) -> list[Problem]:
    """Return what is wrong with the shape of a save and the names in it."""
    name = data.get("format") if isinstance(data, dict) else None
    if name != FORMAT and isinstance(name, str) and re.fullmatch(r"dungeon-time/campaign/\d+", name):
        return [Problem(OTHER, f"the save has format {quoted(name)}, this dtcli reads {quoted(FORMAT)}", "/format")]
    shape = shape_problems("campaign", data)
    if shape:
        return [problem._replace(code=DAMAGED) for problem in shape]
    problems = []
    if not data["name"].isprintable() or data["name"] != data["name"].strip():
        problems.append(Problem(DAMAGED, f"{quoted(data['name'])} cannot be the name of a campaign", "/name"))
    names = [("unfinished", data.get("unfinished")), ("card_set", data["card_set"])]
    names += [(pointer("games", index, "file")[1:], game["file"]) for index, game in enumerate(data["games"])]
    for place, name in names:
        if name is not None and "\0" in name:
            problems.append(Problem(DAMAGED, f"{quoted(name)} cannot be the name of a file", f"/{place}"))
    if data["edition"] not in EDITIONS:
        problems.append(Problem(DAMAGED, f"unknown edition {quoted(data['edition'])}", "/edition"))
    for index, one in enumerate(data["step"]["choices"]):
        problems += _not_in_campaign(one, pointer("step", "choices", index))
    for index, game in enumerate(data["games"]):
        problems += _not_in_campaign(game["scenario"], pointer("games", index, "scenario"))
    return problems


def _not_in_campaign(name: str, place: str) -> list[Problem]:
    known = scenarios().get(name)
    if known is None:
        return [Problem(DAMAGED, f"unknown scenario {quoted(name)}", place)]
    if known.kind is ScenarioKind.ONE_SHOT:
        return [Problem(DAMAGED, f"{quoted(name)} is not a scenario of the campaign", place)]
    return []
