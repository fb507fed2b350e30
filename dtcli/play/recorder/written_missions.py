"""Missions that a table writes out: what is typed becomes a card, and is kept in the table's own card set file.

A replay has such missions written out in full, so that it can be read without that file.
"""

import re
from pathlib import Path
from typing import Any

from dtcli.formats.card_set_writer import card_set_fault, kinds_text, new_card_set, with_missions
from dtcli.formats.card_sets import load_cards
from dtcli.formats.dt import grammar
from dtcli.formats.dt.grammar import NotationError, Piece
from dtcli.formats.json.text import compact
from dtcli.formats.locks import LockedError, lock
from dtcli.formats.names import Names, folded
from dtcli.formats.problems import Problem
from dtcli.formats.replay.reading import parse
from dtcli.formats.replay.resolver import resolve
from dtcli.formats.writing import UnreadableError, write_readable
from dtcli.play.recorder.card_input import CardNames
from dtcli.play.recorder.table_setup import FORMAT
from dtcli.play.storage.folders import safe_part
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.cards import Item, Mission

HOW_TO_WRITE = "write: mission Title: bow + 2 sword -> shield?"
DECK = "T"
"""The deck of the table's own missions."""


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
    """The file in which a table's own missions are kept; one for each card set with items of its own."""

    def __init__(self, folder: Path, names: Names) -> None:
        self._names = names
        own_items = f"-{safe_part(names.cards.id) or 'own'}" if kinds_text(names) else ""
        self.path = folder / f"table-cards{own_items}.toml"

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
        except (OSError, LockedError, UnreadableError) as error:
            return str(getattr(error, "strerror", None) or error)

    def _add(self, mission: Mission) -> str | None:
        known, problems = self.missions()
        if problems:
            return f"{problems[0].message} ({self.path})"
        if any(folded(one.title) == folded(mission.title) for one in known):
            return None
        is_new = not self.path.exists()
        text = new_card_set(self.path.stem, self._names) if is_new else self.path.read_text("utf-8-sig")
        write_readable(self.path, with_missions(text, [mission], DECK), card_set_fault)
        return None
