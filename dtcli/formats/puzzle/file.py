"""Reads, checks and writes puzzle files: a position and a goal.

A puzzle with choices is a replay (``as_replay``), so its head, its story and its solution are checked like a replay.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple, cast

from dtcli.english import plural
from dtcli.formats.card_sets import BUNDLED
from dtcli.formats.house_printings import card_set_of, printing_to_write
from dtcli.formats.names import Names, folded
from dtcli.formats.problems import Problem, listed, quoted
from dtcli.formats.puzzle.ids import is_full_id, puzzle_of_id
from dtcli.formats.replay.check import check, located
from dtcli.formats.replay.reading import Document, Locator, parse, read
from dtcli.formats.replay.resolver import resolve
from dtcli.formats.replay.serialize import card_entry, choice_entry, rulings_entry, start_entry
from dtcli.formats.schema import ChoiceEntry, GoalEntry, PuzzleFile, ReplayFile
from dtcli.formats.schema_check import shape_problems, valid_part_of
from dtcli.formats.sources.file_kinds import PUZZLES
from dtcli.formats.suggest import did_you_mean
from dtcli.rules.cards import Item, Mission, Quest
from dtcli.rules.follow import Run
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.notes import Note
from dtcli.rules.state import Game

FORMAT = "dungeon-time/puzzle/1"
_REPLAY = "dungeon-time/replay/1"
_HEAD = ("title", "notes", "edition", "rulings", "card_set", "scenario", "adventure", "goal", "extended", "heroes",
         "start", "story")  # fmt: skip
_TAKES: dict[GoalKind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    GoalKind.MOST: ((), ("missions",)),
    GoalKind.MISSIONS: (("missions",), ()),
    GoalKind.WHOLE: ((), ()),
    GoalKind.MISSION: (("mission",), ()),
    GoalKind.FEWEST_SKILLS: (("missions",), ("heroes",)),
}
"""The keys that a goal of each kind must have, and those that it may have."""
_LONGEST_SHOWN = 24


class PuzzleDocument(NamedTuple):
    """One puzzle as it was read; ``data`` is None if it does not fit the schema."""

    read: Document
    """The file, the line, and the places of everything."""
    data: PuzzleFile | None

    @property
    def file(self) -> str:
        """The name of the file, or the beginning of the id."""
        return self.read.file

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with its shape."""
        return self.read.problems


class CheckedPuzzle(NamedTuple):
    """A checked puzzle; ``game`` and ``goal`` are None if a problem prevents them."""

    document: PuzzleDocument
    game: Game | None
    goal: Goal | None
    problems: tuple[Problem, ...]
    names: Names | None = None
    solution: Run | None = None
    """The run of the solution in the file."""

    @property
    def is_valid(self) -> bool:
        """Whether the puzzle has no errors."""
        return self.game is not None and self.goal is not None and not any(one.is_error for one in self.problems)

    @property
    def title(self) -> str | None:
        """The title, if one could be read."""
        read: Any = self.document.data or self.document.read.valid_part
        return read.get("title") if read else None


def read_puzzles(paths: Iterable[str], stdin: BinaryIO | None = None) -> Iterator[PuzzleDocument]:
    """Read every puzzle of these files, folders and full ids, in order; ``-`` is standard input."""
    for name in paths:
        if is_full_id(name) and not os.path.lexists(name):
            yield read_id(name)
            continue
        for document in read([name], stdin, PUZZLES):
            yield as_puzzle(document)


def parse_puzzle(content: bytes | str, *, file: str = "<text>") -> PuzzleDocument:
    """Return the puzzle of a whole file."""
    return as_puzzle(parse(content, file=file, suffix=".json", kind=PUZZLES))


def read_id(text: str) -> PuzzleDocument:
    """Return the puzzle of a full id, or a document with what is wrong with the id."""
    found = puzzle_of_id(text)
    file = shown_id(text)
    return unreadable(file, found) if isinstance(found, Problem) else puzzle_document(found, file=file)


def shown_id(text: str) -> str:
    """Return an id, or its beginning, as a name for its puzzle."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def puzzle_document(data: PuzzleFile, *, file: str = "<puzzle>") -> PuzzleDocument:
    """Return a puzzle that comes from no file as a document, with the problems of its shape."""
    problems = shape_problems("puzzle", data)
    if not problems:
        return PuzzleDocument(Document(file, None), data)
    read = Document(file, None, valid_part=valid_part_of("puzzle", data, problems))
    return PuzzleDocument(read._replace(problems=tuple(read.located(one) for one in listed(problems))), None)


def unreadable(file: str, problem: Problem) -> PuzzleDocument:
    """Return a document with this problem and no puzzle."""
    return PuzzleDocument(Document(file, None, (problem._replace(file=file),)), None)


def as_puzzle(document: Document) -> PuzzleDocument:
    """Return a document that was read from a puzzle file."""
    return PuzzleDocument(document._replace(data=None), cast("PuzzleFile | None", document.data))


def as_replay(data: PuzzleFile, choices: Iterable[ChoiceEntry] = ()) -> ReplayFile:
    """Return the puzzle as a replay with these choices, and with its goal if that is a number of missions."""
    given: Any = data
    head = {**given, "card_set": card_set_of(given)}
    replay = {"format": _REPLAY, **{key: head[key] for key in _HEAD if key in head}}
    replay.pop("goal", None)
    goal = goal_number(given.get("goal"))
    if goal is not None:
        replay["goal"] = goal
    decided = list(choices)
    if decided:
        replay["choices"] = decided
    return cast("ReplayFile", {**replay, **{key: given[key] for key in given if key.startswith("_")}})


def goal_number(entry: GoalEntry | None) -> int | None:
    """Return the number of missions of a goal; 0 for a whole backpack, None if the goal is not a number."""
    if entry is None or entry["kind"] == "mission":
        return None
    return 0 if entry["kind"] == "whole" else entry.get("missions")


def check_puzzle(document: PuzzleDocument, cards: Names | None = None) -> CheckedPuzzle:
    """Return the checked puzzle of a document; ``cards`` overrides the card set that it names."""
    data = document.data or cast("PuzzleFile | None", document.read.valid_part)
    if data is None:
        return CheckedPuzzle(document, None, None, document.problems)
    page = document.read._replace(place=_in_puzzle(document.read.place))
    replay = as_replay(data, data.get("solution", ()))
    run = None
    if document.data is not None and "solution" in data:
        checked = check(page._replace(data=replay), cards=cards, frames=True)
        resolved, run, problems = checked.resolved, checked.run, list(checked.problems)
    else:
        resolved = resolve(replay, page.folder, cards)
        problems = [*document.problems, *resolved.problems]
    game = resolved.game if resolved else None
    goal = None
    if game is not None and "goal" in data:
        goal, strange = goal_of_entry(data["goal"], game)
        problems += strange
        if goal is not None and run is not None and not any(one.is_error for one in problems):
            problems += _missed(goal, run)
    kept = [one._replace(pointer=_renamed(one.pointer)) for one in located(page, problems) if one.code != "DT308"]
    return CheckedPuzzle(document, game, goal, tuple(kept), resolved.names if resolved else None, run)


def _renamed(pointer: str | None) -> str | None:
    """Return the pointer in a puzzle for a pointer in its replay."""
    if pointer is None or not pointer.startswith("/choices/"):
        return pointer
    return "/solution" + pointer.removeprefix("/choices")


def _in_puzzle(place: Locator) -> Locator:
    return lambda pointer: place(_renamed(pointer) or "")


# the goal


def goal_of_entry(entry: GoalEntry, game: Game) -> tuple[Goal | None, list[Problem]]:
    """Return the goal of an entry, or None and the problems."""
    kind = GoalKind(entry["kind"])
    needed, allowed = _TAKES[kind]
    keys = [key for key in entry if key != "kind" and not key.startswith("_")]
    problems = [
        Problem("DT902", f"a goal of kind '{kind}' needs '{key}'", "/goal", _hint(key))
        for key in needed
        if key not in keys
    ]
    problems += [
        Problem("DT902", f"'{key}' does not belong to a goal of kind '{kind}'", f"/goal/{key}")
        for key in keys
        if key not in (*needed, *allowed)
    ]
    missions = entry.get("missions")
    quests = quests_of(game)
    there = sum(isinstance(quest, Mission) for quest in quests)
    if missions is not None and missions > there and not problems:
        message = f"the goal asks for {plural(missions, 'mission')}, the story has {there or 'none'}"
        problems.append(Problem("DT902", message, "/goal/missions"))
    mission = None
    if kind is GoalKind.MISSION and not problems:
        mission = quest_named(entry["mission"], quests)
        if mission is None:
            message = f"mission {quoted(entry['mission'])} is not in the story"
            known = [name for quest in quests for name in (quest.id, quest.title) if name]
            problems.append(Problem("DT902", message, "/goal/mission", did_you_mean(entry["mission"], known)))
    if problems:
        return None, problems
    return Goal(kind, missions, mission, entry.get("heroes")), []


def _hint(key: str) -> str:
    return 'write: "mission": "E07"' if key == "mission" else 'write: "missions": 4'


def quests_of(game: Game) -> list[Quest]:
    """Return the missions and adventures of the story, and the last failed one of the start."""
    quests = [card for card in game.story if not isinstance(card, Item)]
    failed = game.start.last_failed if game.start else None
    return quests if failed is None else [*quests, failed]


def quest_named(name: str, quests: Sequence[Quest]) -> Quest | None:
    """Return the first of these missions and adventures that has this id, title or alias."""
    wanted = folded(name)
    return next((one for one in quests if wanted in map(folded, (one.id, one.title, *one.aliases))), None)


def _missed(goal: Goal, run: Run) -> list[Problem]:
    """Return the problem of a solution that does not reach the goal, if it does not."""
    if run.open is not None:
        return [Problem("DT904", "the solution leaves a choice open", "/solution")]
    completed = any(goal.completes(frame.events) for frame in run.frames)
    if goal.is_reached(run.final, completed=completed):
        return []
    end = "the backpack breaks" if run.final.broken else f"it ends with {plural(run.final.completed, 'mission')}"
    return [Problem("DT904", f"the solution does not reach the goal: {end}", "/solution")]


# writing


def puzzle_entry(
    game: Game, goal: Goal, names: Names, *, solution: Iterable[Note] | None = None, **more: Any
) -> PuzzleFile:
    """Return the document of a puzzle; ``more`` are further keys, such as title, seed and themes."""
    data: dict[str, Any] = {"format": FORMAT, **rulings_entry(game.rulings), **more}
    if names.cards.id in BUNDLED:
        data.setdefault("card_set", printing_to_write(names.cards.id))
    if game.adventure is not None and game.adventure not in game.story:
        data["adventure"] = game.adventure.id
    data["story"] = [card_entry(card, names) for card in game.story]
    data["goal"] = goal_entry(goal)
    optional = {
        "extended": game.extended or None,
        "heroes": list(game.heroes) or None,
        "start": start_entry(game, names),
        "solution": None if solution is None else [choice_entry(note) for note in solution],
    }
    data |= {key: value for key, value in optional.items() if value is not None}
    ordered = {key: data[key] for key in PuzzleFile.__annotations__ if key in data}
    return cast("PuzzleFile", {**ordered, **data})


def goal_entry(goal: Goal) -> GoalEntry:
    """Return the entry of a goal."""
    values = {
        "missions": goal.missions,
        "mission": None if goal.mission is None else goal.mission.id or goal.mission.title,
        "heroes": goal.heroes,
    }
    needed, allowed = _TAKES[goal.kind]
    entry = {"kind": goal.kind.value, **{key: values[key] for key in (*needed, *allowed) if values[key] is not None}}
    return cast("GoalEntry", entry)
