"""Generates the puzzles that ship: ``python tests/puzzles/make_collection.py [PACK …]``.

Look at the diff before you commit it.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.formats.json.writer import to_json
from dtcli.formats.writing import write_whole
from dtcli.rules.goals import GoalKind
from dtcli.rules.rulings import HeroId
from solver.puzzles.batch import PuzzleRequest, RequestResult, fulfil
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.titles import title_of

ROOT = Path(__file__).resolve().parents[2] / "puzzles"


TRIES = 1_000
JOBS = 2


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
        [by("zigarat-ho"), *[by("nintrabash")] * 2, *[by("zigarat-ho")] * 5],
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


def main(wanted: list[str]) -> None:
    write_contents()
    taken: set[str] = set()
    for pack in PACKS:
        folder = ROOT / pack.id
        if folder.exists():
            taken |= {
                path.read_text(encoding="utf-8").split('"title": "')[1].split('"')[0] for path in folder.glob("*.json")
            }
    requests = [
        (pack, number, PuzzleRequest(requirements, f"{pack.id}-{number}"))
        for pack in PACKS
        if not wanted or pack.id in wanted
        for number, requirements in enumerate(pack.requirements, 1)
        if not list((ROOT / pack.id).glob(f"{number:02}-*.json"))  # delete a file to make it anew
    ]
    with ProcessPoolExecutor(max_workers=JOBS) as pool:
        coming = [(pack, number, pool.submit(_timed, request)) for pack, number, request in requests]
        for pack, number, future in coming:
            found, seconds = future.result()
            if found.puzzle is None:
                say(f"{pack.id} {number}: nothing found in {seconds:.0f} s")
                continue
            puzzle: Any = found.puzzle
            title = title_of(puzzle["themes"], found.request.seed, taken=taken)
            taken.add(title)
            entry = {**puzzle, "title": title, "pack": pack.id}
            path = ROOT / pack.id / f"{number:02}-{name_of(title)}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, to_json(entry))
            grade = puzzle["difficulty"]["grade"]
            say(f"{path.relative_to(ROOT)} grade {grade} in {seconds:.0f} s: {', '.join(puzzle['themes'])}")


def _timed(request: PuzzleRequest) -> tuple[RequestResult, float]:
    before = time.monotonic()
    found = fulfil(request, tries=TRIES)
    if found.puzzle is None and request.requirements.grade is not None:  # rather another grade than none
        found = fulfil(request._replace(requirements=request.requirements._replace(grade=None)), tries=TRIES)
    return found, time.monotonic() - before


if __name__ == "__main__":
    main(sys.argv[1:])
