"""A puzzle on a terminal: the task, the backpack, the heroes, and the story to come."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from dtcli.english import capitalised
from dtcli.render.choices import line_in_words
from dtcli.render.colours import CAUTION, FAINT, GOOD, LABEL, QUOTE, STRONG
from dtcli.render.events import card_line
from dtcli.render.layout import Lines, decision_lines, wrapped
from dtcli.render.pictures.backpack import BackpackSlots
from dtcli.render.pictures.signs import CARD, TOKEN
from dtcli.render.position import in_force, slot_lines, supply, used_skills
from dtcli.render.puzzle.phrases import task
from dtcli.render.terminal import safe, shortened
from dtcli.rules.goals import Goal
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import start
from dtcli.rules.state import Game, State

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import CheckedPuzzle
    from dtcli.formats.puzzle.packs import Pack

_NUMBER = 5
_TITLE = 34
_INDENT = 13


def puzzle_page(game: Game, goal: Goal, *, title: str, facts: str = "", notes: str = "") -> Lines:
    """Return everything that is needed to solve a puzzle with real cards."""
    yield ((shortened(safe(title), 78), STRONG),)
    if facts:
        yield ((safe(facts), FAINT),)
    if notes:
        yield from wrapped(safe(notes), style=QUOTE)
    yield from wrapped(task(goal), style=STRONG)
    yield ()
    yield from position(start(game))
    yield ()
    yield (("The story, first card first:", FAINT),)
    yield from story(game)


def position(state: State) -> Lines:
    """Return the backpack, the supply, the heroes and the effects in force."""
    yield (f"slots {state.slots} of {state.limit}   {CARD} item card   {TOKEN} reward token",)
    yield from slot_lines(BackpackSlots().update(state), state)
    yield from wrapped(f"tokens: {supply(state)}", indent="  ")
    for hero in state.unused:
        yield from wrapped(f"{HEROES[hero].name}: {HEROES[hero].text}", style=LABEL)
    for one in filter(None, (used_skills(state), *in_force(state))):
        yield from wrapped(f"{capitalised(one)}.")


def story(game: Game) -> Lines:
    """Return the cards of the story, numbered in the order in which they are revealed."""
    for number, card in enumerate(game.story, 1):
        yield from wrapped(f"{number:>3}  {card_line(card)}", indent=" " * _NUMBER)


def facts_of(
    grade: int | None, themes: Iterable[str] = (), *, pack: str = "", day: str | None = None, solved: bool = False
) -> str:
    """Return what is known about a puzzle in one line; its themes only if they are given.

    >>> facts_of(3, ("right-kind",), day="2026-11-20", solved=True)
    'grade 3 · puzzle of 2026-11-20 · solved · right-kind'
    """
    facts = (
        "" if grade is None else f"grade {grade}",
        pack,
        "" if day is None else f"puzzle of {day}",
        "solved" if solved else "",
        ", ".join(themes),
    )
    return " · ".join(filter(None, facts))


def solution_lines(checked: "CheckedPuzzle") -> Lines:
    """Return the recorded solution, decision by decision."""
    if checked.solution is None:
        yield (("No solution is recorded; `dtcli puzzle grade --solution` finds one.", FAINT),)
        return
    yield (("Solution:", STRONG),)
    state = start(checked.solution.final.game)
    told = [*line_in_words(state, tuple(step.choice for step in checked.solution.steps))]
    for when, said in told:
        yield from decision_lines(when, said)
    if not told:
        yield ("there is nothing to decide",)


class PackRow(NamedTuple):
    """A puzzle of a pack in a list."""

    file: str
    data: Any
    solved: bool = False
    themes: bool = False
    """Whether its themes are shown."""


def pack_lines(pack: "Pack", rows: list[PackRow]) -> Lines:
    """Return a pack with its puzzles: number, whether it is solved, grade, title, heroes, and perhaps themes."""
    done = sum(row.solved for row in rows)
    yield ((pack.title, STRONG), f"  {pack.id}", (f"  {done} of {len(rows)} solved" if done else "", FAINT))
    yield from wrapped(pack.about, style=FAINT)
    for row in rows:
        data = row.data
        heroes = ", ".join(HEROES[hero].name for hero in data.get("heroes", ()))
        number = row.file.rpartition("/")[2][:2]
        grade = data["difficulty"]["grade"]
        yield (
            ("✓" if row.solved else " ", GOOD),
            f" {number}  ",
            (f"{'●' * grade}{'○' * (5 - grade)}", CAUTION),
            f"  {data['title']:<{_TITLE}}",
            (heroes, LABEL),
        )
        if row.themes:
            yield from wrapped(f"{' ' * _INDENT}{', '.join(data['themes'])}", style=FAINT, indent=" " * _INDENT)
