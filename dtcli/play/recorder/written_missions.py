"""Missions that a table writes out: what is typed becomes a card, and is kept in the table's own card set file.

A replay has such missions written out in full, so that it can be read without that file.
"""

import re
from pathlib import Path
from typing import Any

from dtcli.formats.card_sets import DEFAULT_CARD_SET, bundled_cards, load_cards, parse_cards
from dtcli.formats.dt import grammar
from dtcli.formats.dt.grammar import NotationError, Piece
from dtcli.formats.json.text import compact
from dtcli.formats.names import Names, folded
from dtcli.formats.problems import Problem
from dtcli.formats.replay.reading import parse
from dtcli.formats.replay.resolver import resolve
from dtcli.formats.writing import write_readable
from dtcli.play.recorder.card_input import CardNames
from dtcli.play.recorder.table_setup import FORMAT
from dtcli.play.storage.folders import safe_part
from dtcli.play.storage.locks import lock
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.cards import Item, Mission

HOW_TO_WRITE = "write: mission Title: bow + 2 sword -> shield?"
DECK = "T"
"""The deck of the table's own missions."""
_HEAD = """\
# Missions that your table has written out. `dtcli table` adds to this file and
# completes their titles. Edit it as you like; `dtcli cards --card-set` checks it.
format = "dungeon-time/cards/1"
id = "table-cards"
title = "Missions of our table"
"""


def is_written_out(text: str) -> bool:
    """Return whether a text writes a mission out, as in ``mission Wolves: bow -> shield``."""
    return ":" in text or "->" in text


def written_mission(text: str, cards: CardNames) -> Mission:
    """Return the mission that a text writes out; raises ``InvalidInput``. Items in it may be shortened."""
    body = re.sub(r"^\s*mission\s+", "", text, flags=re.IGNORECASE)
    try:
        entry = grammar.mission(Piece(body))
    except NotationError as error:
        msg = f"{error}; {error.hint or HOW_TO_WRITE}"
        raise InvalidInput(msg) from None
    if not entry.get("needs"):
        msg = f"the items of the mission are missing; {HOW_TO_WRITE}"
        raise InvalidInput(msg)
    if not entry["mission"].isprintable():
        msg = "the title has characters that cannot be printed"
        raise InvalidInput(msg)
    spelled = {**entry, "needs": [_item(name, cards) for name in entry["needs"]]}
    if "reward" in entry:
        spelled["reward"] = _reward(entry["reward"], cards)
    return _resolved(spelled, cards.names)


def _resolved(entry: dict[str, Any], names: Names) -> Mission:
    document = parse(compact({"format": FORMAT, "story": [entry]}).encode(), suffix=".json")
    problems: tuple[Problem, ...] = document.problems
    if document.data is not None:
        found = resolve(document.data, None, names)
        if found.game is not None:
            (card,) = found.game.story
            assert isinstance(card, Mission)
            return card
        problems = found.problems
    problem = next(iter(problems), None)
    message = f"{problem.message}; {problem.hint or HOW_TO_WRITE}" if problem else HOW_TO_WRITE
    raise InvalidInput(message)


def _item(name: str, cards: CardNames) -> str:
    """Return the item that a name begins, or the name itself if there is none."""
    found = cards.meanings(name)
    items = [one for one in found if isinstance(one.card, Item)]
    return str(cards.meaning(name).card) if items and items[0] is found[0] else name


def _reward(text: str, cards: CardNames) -> str:
    mark = "?" if text.endswith("?") and text.strip() != "?" else ""
    parts = text.removesuffix(mark).split("/") if mark else text.split("/")
    if text.strip().casefold() in ("?", "-", "any", "none", "nothing", "no reward"):
        return text
    return "/".join(_item(part.strip(), cards) for part in parts) + mark


class TableCards:
    """The file in which a table's own missions are kept."""

    def __init__(self, folder: Path, names: Names) -> None:
        usual = names.cards.kinds == bundled_cards(DEFAULT_CARD_SET).cards.kinds
        self.path = folder / ("table-cards.toml" if usual else f"table-cards-{safe_part(names.cards.id) or 'own'}.toml")
        self._kinds = "" if usual else _kinds_text(names)

    def missions(self) -> tuple[list[Mission], tuple[Problem, ...]]:
        """Return the missions of the file, and the problems if it cannot be used; a missing file has no missions."""
        if not self.path.exists():
            return [], ()
        loaded = load_cards(self.path)
        if loaded.names is None:
            return [], loaded.problems
        return [Mission(one.title, one.needs, one.reward) for one in loaded.names.cards.missions.values()], ()

    def add(self, mission: Mission) -> str | None:
        """Add a mission to the file unless its title is there; return why that failed, or None."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with lock(self.path.with_suffix(".lock")):
                return self._add(mission)
        except OSError as error:
            return error.strerror or str(error)
        except Exception as error:  # noqa: BLE001  (a card set that cannot be kept must not stop a game)
            return str(error)

    def _add(self, mission: Mission) -> str | None:
        known, problems = self.missions()
        if problems:
            return f"{problems[0].message} ({self.path})"
        if any(folded(one.title) == folded(mission.title) for one in known):
            return None
        text = self.path.read_text("utf-8-sig") if self.path.exists() else _HEAD + self._kinds
        numbers = [int(number) for number in re.findall(rf'^id = "{DECK}(\d+)"', text, re.MULTILINE)]
        text = f"{text.rstrip()}\n\n{_mission_text(mission, max(numbers, default=0) + 1)}"
        write_readable(self.path, text, self._fault)
        return None

    def _fault(self, content: bytes) -> str | None:
        problems = parse_cards(content, self.path).problems
        return problems[0].message if problems else None


def _mission_text(mission: Mission, number: int) -> str:
    return (
        "[[missions]]\n"
        f'id = "{DECK}{number:02}"\n'
        f'deck = "{DECK}"\n'
        f"title = {compact(mission.title)}\n"
        f"needs = {compact(list(mission.needs))}\n"
        f"reward = {compact(str(mission.reward))}\n"
    )


def _kinds_text(names: Names) -> str:
    return "".join(
        f"\n[[kinds]]\nid = {compact(info.kind)}\naliases = {compact(list(info.aliases))}\n"
        f"cards = {info.cards}\ntokens = {info.tokens}\n"
        for info in names.cards.kinds.values()
    )
