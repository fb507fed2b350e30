"""Generates the puzzles that ship and are missing: ``python tests/puzzles/make_collection.py [PACK …]``.

Look at the diff before you commit it.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.json.writer import to_json
from dtcli.formats.puzzle.file import check_puzzle, read_puzzles
from dtcli.formats.writing import write_whole
from dtcli.rules.goals import GoalKind
from dtcli.rules.rulings import HeroId
from solver.puzzles.all_lines import lines_of
from solver.puzzles.batch import entry_of
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.generation import make
from solver.puzzles.grades import difficulty
from solver.puzzles.judging import GeneratedPuzzle
from solver.puzzles.recorded import as_recorded
from solver.puzzles.titles import bundled_title

ROOT = Path(__file__).resolve().parents[2] / "puzzles"


TRIES = 4_000


class PlannedPack(NamedTuple):
    """A small pack of puzzles, and what they have in common."""

    id: str
    title: str
    about: str
    requirements: list[PuzzleRequirements]


def by(*heroes: str, **other: Any) -> PuzzleRequirements:
    return PuzzleRequirements(heroes=tuple(map(HeroId, heroes)), **other)


def themed(theme: str, grade: int | None = None, *heroes: str) -> PuzzleRequirements:
    return by(*heroes, theme=theme, grade=grade)


PACKS = [
    PlannedPack(
        "first-steps", "First Steps", "Short positions in which every habit fails and one look ahead is enough.",
        [themed(theme, 1) for theme in (
            "right-kind", "right-kind", "sacrifice", "sacrifice", "refuse-the-bait", "take-the-burden", "hold-on",
            "last-token", "full-backpack", "full-backpack", "right-kind", "sacrifice",
        )],
    ),
    PlannedPack(
        "gifts", "Gifts", "Rewards that must be declined, rewards that must be carried, and rewards to choose between.",
        [themed("refuse-the-bait", 1), themed("refuse-the-bait", 2), themed("refuse-the-bait", 3),
         themed("take-the-burden", 1), themed("take-the-burden", 2), themed("take-the-burden", 3),
         themed("right-kind", 1), themed("right-kind", 2), themed("right-kind", 2), themed("right-kind", 3),
         themed("right-kind", 2), themed("right-kind", 3)],
    ),
    PlannedPack(
        "letting-go", "Letting Go", "What to do with the pieces after a mission has failed, and which mission should.",
        [themed("sacrifice", 1), themed("sacrifice", 2), themed("sacrifice", 3),
         themed("hold-on", 1), themed("hold-on", 2), themed("hold-on", 3),
         themed("fail-on-purpose"), themed("sacrifice", 2), themed("fail-on-purpose", 2), themed("fail-on-purpose", 3),
         themed("hold-on", 2), themed("sacrifice", 3)],
    ),
    PlannedPack(
        "tight-straps", "Tight Straps", "The backpack is as good as full, and the chest of tokens as good as empty.",
        [*[themed("full-backpack", grade) for grade in (1, 1, 2, 2, 3)],
         *[themed("last-token", grade) for grade in (1, 1, 2, 2, 3)],
         *[themed("full-backpack", grade) for grade in (2, 3)]],
    ),
    PlannedPack(
        "torches-and-tokens", "Torches and Tokens", "Tonk Redbeer makes room, Fylee Stepshadow clears it.",
        [*[by("tonk-redbeer")] * 3, *[themed("extra-slot", None, "tonk-redbeer")] * 2,
         by("fylee-stepshadow"), by("tonk-redbeer"), *[by("fylee-stepshadow")] * 2],
    ),
    PlannedPack(
        "words-and-swords", "Words and Swords", "A mission done by a word or by two blades: the question is which one.",
        [*[by("zaria-tearleaf", grade=grade) for grade in (1, 1, 2, 2, 3)],
         *[by("alan-ironstar", grade=grade) for grade in (1, 1, 2, 2, 3)]],
    ),
    PlannedPack(
        "second-thoughts", "Second Thoughts", "Arvedui Miriel brings a mission back, Tragurk makes one cheaper.",
        [*[by("arvedui-miriel")] * 5, *[by("tragurk", grade=grade) for grade in (1, 1, 2, 2, 3)]],
    ),
    PlannedPack(
        "sleight-of-hand", "Sleight of Hand", "Nintrabash throws cards away, Zigarat Ho puts them in order.",
        [by("zigarat-ho"), *[by("nintrabash")] * 2, *[by("zigarat-ho")] * 5,
         *[themed("drop-a-mission", None, "nintrabash")] * 4, by("nintrabash", goal=GoalKind.MISSION)],
    ),
    PlannedPack(
        "the-market", "The Market", "Garynor the Belly swaps, Ro's Thanir borrows.",
        [*[by("garynor-the-belly")] * 4, *[by("ros-thanir")] * 4],
    ),
    PlannedPack(
        "patience", "Patience", "Skills that must come early, and skills that must wait.",
        [themed("early-skill", None, "alan-ironstar"), themed("early-skill", None, "alan-ironstar"),
         themed("early-skill", None, "zaria-tearleaf"), themed("early-skill", None, "arvedui-miriel"),
         themed("late-skill", None, "zaria-tearleaf"), themed("late-skill", None, "alan-ironstar"),
         themed("late-skill", None, "tonk-redbeer"), themed("late-skill", None, "alan-ironstar", "zaria-tearleaf")],
    ),
    PlannedPack(
        "one-thing-only", "One Thing Only", "Other tasks: one mission, a number, a whole backpack, few skills.",
        [*[PuzzleRequirements(goal=GoalKind.MISSION, grade=grade) for grade in (1, 2, 3)],
         *[PuzzleRequirements(goal=GoalKind.MISSIONS, grade=grade) for grade in (1, 2, 3)],
         PuzzleRequirements(goal=GoalKind.MISSION, grade=2), PuzzleRequirements(goal=GoalKind.WHOLE),
         by("alan-ironstar", "zaria-tearleaf", goal=GoalKind.FEWEST_SKILLS),
         by("tonk-redbeer", "alan-ironstar", goal=GoalKind.FEWEST_SKILLS)],
    ),
    PlannedPack(
        "the-deep", "The Deep", "Long stories without heroes. Whoever looks two missions ahead is lost.",
        [PuzzleRequirements(grade=grade) for grade in (3, 3, 3, 3, 4, 4, 4, 5, 5)],
    ),
    PlannedPack(
        "the-long-way", "The Long Way", "Neither looking ahead nor counting back is enough: these take both.",
        [*[PuzzleRequirements(grade=5)] * 4, *[PuzzleRequirements(grade=5, goal=GoalKind.MISSIONS)] * 2,
         PuzzleRequirements(grade=5), PuzzleRequirements(grade=5, goal=GoalKind.MISSION),
         by("alan-ironstar", grade=5), by("tonk-redbeer", grade=5)],
    ),
    PlannedPack(
        "odd-errands", "Odd Errands", "One mission, a number, a whole backpack, few skills: read the task twice.",
        [*[PuzzleRequirements(goal=GoalKind.MISSION, grade=grade) for grade in (1, 2, 3, 3, 4)],
         *[PuzzleRequirements(goal=GoalKind.MISSIONS, grade=grade) for grade in (1, 2, 3, 3, 4)],
         by("alan-ironstar", "tonk-redbeer", goal=GoalKind.FEWEST_SKILLS),
         by("zaria-tearleaf", "arvedui-miriel", goal=GoalKind.FEWEST_SKILLS),
         by("zaria-tearleaf", "fylee-stepshadow", goal=GoalKind.FEWEST_SKILLS),
         *[PuzzleRequirements(goal=GoalKind.WHOLE)] * 2],
    ),
    PlannedPack(
        "scrolls", "Scrolls", "An adventure lies in the story, and what it switches on decides the end.",
        [*[PuzzleRequirements(adventure=name, grade=grade)
           for grade in (2, 3, 4)
           for name in ("the-apprentices-book", "the-art-of-saying-no", "the-genies-loose-change")][:8],
         PuzzleRequirements(adventure="the-apprentices-book", goal=GoalKind.MISSIONS),
         PuzzleRequirements(adventure="the-art-of-saying-no", goal=GoalKind.MISSION),
         PuzzleRequirements(adventure="the-genies-loose-change", goal=GoalKind.MISSIONS)],
    ),
    PlannedPack(
        "other-tables", "Other Tables", "The rules of another rulebook, where the usual answer is wrong.",
        [*[PuzzleRequirements(edition="demo-2016")] * 4, *[by("ros-thanir", edition="demo-2016")] * 3,
         *[PuzzleRequirements(edition="it-2018")] * 2],
    ),
]  # fmt: skip


def name_of(title: str) -> str:
    """Return a title as the name of a file."""
    return "-".join("".join(sign for sign in title.lower() if sign.isalnum() or sign in " -").split())


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def write_contents() -> None:
    """Write the list of packs."""
    lines = ["# The packs of puzzles that ship; made by tests/puzzles/make_collection.py."]
    for pack in PACKS:
        lines += ["", "[[packs]]", f'id = "{pack.id}"', f'title = "{pack.title}"', f'about = "{pack.about}"']
    write_whole(ROOT / "packs.toml", "\n".join(lines) + "\n")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("packs", nargs="*", help="only these packs")
    parser.add_argument("--regrade", action="store_true", help="measure the puzzles that are there again")
    parser.add_argument("--without", default="", help="ids of missions that new puzzles must not have")
    options = parser.parse_args()
    os.nice(10)
    write_contents()
    taken = {regraded(path)["title"] if options.regrade else read(path)["title"] for path in ROOT.glob("*/*.json")}
    for pack in PACKS:
        for number, requirements in enumerate(pack.requirements, 1):
            missing = not list((ROOT / pack.id).glob(f"{number:02}-*.json"))  # delete a file to make it anew
            if missing and (not options.packs or pack.id in options.packs):
                add(pack, number, requirements, set(options.without.split(",")), taken)


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def regraded(path: Path) -> Any:
    """Return a puzzle with its difficulty measured again, and save it."""
    data, checked = read(path), check_puzzle(next(read_puzzles([str(path)])))
    assert checked.game is not None
    assert checked.goal is not None
    data["difficulty"] = as_recorded(difficulty(lines_of(checked.game, checked.goal)))
    write_whole(path, to_json(data))
    return data


def add(pack: PlannedPack, number: int, requirements: PuzzleRequirements, without: set[str], taken: set[str]) -> None:
    """Make a puzzle of a pack; if there is none of the requested grade, rather one of another grade."""
    names, seed, begun = bundled_cards("house"), f"{pack.id}-{number}", time.monotonic()
    missions = {name: one for name, one in names.cards.missions.items() if name not in without}
    for wanted in (requirements, requirements._replace(grade=None)):
        made = make(names.cards._replace(missions=missions), wanted, seed, tries=TRIES)
        if isinstance(made, GeneratedPuzzle):
            break
    seconds = time.monotonic() - begun
    if not isinstance(made, GeneratedPuzzle):
        say(f"{pack.id} {number}: nothing found in {seconds:.0f} s")
        return
    entry: Any = entry_of(made, names, seed)
    entry |= {"title": bundled_title(made.themes, seed, taken), "pack": pack.id}
    taken.add(entry["title"])
    path = ROOT / pack.id / f"{number:02}-{name_of(entry['title'])}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, to_json(entry))
    grade = made.difficulty.grade
    say(f"{path.relative_to(ROOT)} grade {grade} in {seconds:.0f} s: {', '.join(made.themes)}")


if __name__ == "__main__":
    main()
