"""A replay on a terminal: one block for each card, with the backpack beneath it."""

import textwrap
from collections.abc import Collection, Iterator
from typing import Any

from dtcli.english import plural
from dtcli.formats.replay.check import Checked
from dtcli.render.colours import (
    CAUTION,
    COMMENT,
    ERROR,
    FAINT,
    GOOD,
    LABEL,
    MISSING,
    QUOTE,
    STRONG,
    STRONG_CAUTION,
    STRONG_GOOD,
    STRONG_LABEL,
    STRONG_MISSING,
)
from dtcli.render.events import card_line, sentence, sentences
from dtcli.render.layout import Lines
from dtcli.render.pictures.backpack import BackpackSlots, SlotContent
from dtcli.render.pictures.signs import CARD, TOKEN
from dtcli.render.position import INDENT, in_force, slot_lines, status, used_skills
from dtcli.render.problems import problem_lines
from dtcli.render.replay.annotations import Annotation, Annotations
from dtcli.render.terminal import WIDTH, Printer, page_width, safe
from dtcli.render.victory import to_win
from dtcli.rules.follow import Frame
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.score import Result, Score, Status
from dtcli.rules.state import EventKind, State, opening

_MARGIN = " " * INDENT
_VERDICT_STYLES = {
    Status.WON: STRONG_GOOD,
    Status.LOST: STRONG_CAUTION,
    Status.COMPLETED: STRONG,
    Status.BROKEN: ERROR,
    Status.OPEN: STRONG_MISSING,
}


def print_replay(checked: Checked, *, brief: bool = False) -> None:
    """Print the whole replay and its problems."""
    width = page_width()
    print_parts(head(checked, width), *blocks(checked, brief=brief, width=width), tail(checked, width))


def print_parts(*parts: Lines) -> None:
    """Print the parts of a page."""
    printer = Printer()
    for lines in parts:
        for line in lines:
            printer.line(*line)


def wrapped(text: str, width: int, style: str = "", *, indent: int = INDENT) -> Lines:
    """Return text in lines of this width, all of them indented."""
    for line in textwrap.wrap(text, width - indent) or [""]:
        yield (" " * indent, (line, style))


def head(checked: Checked, width: int = WIDTH) -> Lines:
    """Return the title, what was played, the heroes and the notes."""
    data = checked.document.data
    yield from wrapped(safe(checked.title or checked.document.file), width, STRONG, indent=0)
    if data is None or checked.resolved is None or checked.resolved.game is None:
        yield ()
        return
    game = checked.resolved.game
    yield from wrapped(" · ".join(facts(checked)), width, FAINT, indent=0)
    if game.adventure is not None:
        yield from wrapped(f"to win: {to_win(game.goal, game.adventure)}", width, indent=0)
    if game.heroes:
        yield from wrapped("heroes: " + ", ".join(HEROES[hero].name for hero in game.heroes), width, indent=0)
    for paragraph in data.get("notes", "").splitlines():
        yield from wrapped(safe(paragraph), width, QUOTE, indent=0)
    yield (f"{CARD} item card   {TOKEN} reward token",)
    yield ()


def facts(checked: Checked) -> list[str]:
    """Return the date, the edition, what was played, the goal and the players of a replay whose names are known."""
    data: Any = checked.document.data
    assert checked.resolved is not None
    game, scenario = checked.resolved.game, checked.resolved.scenario
    assert game is not None
    found = [data.get("date", ""), data.get("edition", DEFAULT_EDITION)]
    found.append(game.adventure.title if game.adventure else scenario.title if scenario else "")
    found.append(f"goal {game.goal}" if game.goal is not None else "no goal")
    if players := data.get("players"):
        found.append(plural(players, "player"))
    if game.extended:
        found.append("Extended play")
    return [safe(fact) for fact in found if fact]


def blocks(checked: Checked, *, brief: bool = False, at: int | None = None, width: int = WIDTH) -> Iterator[Lines]:
    """Return the lines of each step of the resolution; with ``at`` only those of one reveal."""
    if checked.run is None:
        return
    board = BackpackSlots()
    if checked.resolved is not None and checked.resolved.game is not None and checked.resolved.game.start is not None:
        begin = opening(checked.resolved.game)
        cells = board.update(begin)
        if at is None:
            yield beginning(begin, cells, width)
    annotations = Annotations(checked)
    for frame in checked.run.frames:
        cells = board.update(frame.state)
        annotation = annotations.on(frame)
        if brief and frame.card is not None and not _is_mission(frame) and not frame.state.broken:
            continue
        if at in (None, frame.number):
            yield block(frame, cells, annotation, width)


def _is_mission(frame: Frame) -> bool:
    return any(event.what in (EventKind.MISSION_COMPLETED, EventKind.MISSION_FAILED) for event in frame.events)


def beginning(state: State, cells: list[SlotContent], width: int) -> Lines:
    """Return the position of a game that starts in the middle (X16)."""
    yield (("  0  ", FAINT), ("the game continues from here", STRONG))
    for one in filter(None, (used_skills(state), *in_force(state))):
        yield from wrapped(one, width, LABEL)
    yield from wrapped(status(state), width, FAINT)
    yield from slot_lines(cells, state, width)
    yield ()


def block(frame: Frame, cells: list[SlotContent], annotation: Annotation, width: int) -> Lines:
    """Return one step: the card, what happened, how silent choices are read, what is refused, the counts, the slots."""
    for comment in annotation.comments:
        yield from wrapped(f"# {comment}", width, COMMENT)
    story = sentences(frame.events)
    if frame.card is None:
        lines = textwrap.wrap(f"hero {story}", width - INDENT)
        yield from ((_MARGIN, (line, STRONG_LABEL if n == 0 else LABEL)) for n, line in enumerate(lines))
    else:
        card = textwrap.wrap(card_line(frame.card), width - INDENT)
        yield ((f"{frame.number:>3}  ", FAINT), (card[0], STRONG))
        yield from ((_MARGIN, (line, STRONG)) for line in card[1:])
        if story:
            yield from wrapped(story, width, CAUTION if "failed" in story else GOOD)
        if frame.state.pending is not None:
            yield (_MARGIN, ("the choice made here is not recorded", MISSING))
    for mark in annotation.silent:
        yield from wrapped(mark, width, MISSING)
    for mark in annotation.refused:
        yield from wrapped(mark, width, ERROR)
    for event in frame.events:
        if event.what is EventKind.BACKPACK_BROKE:
            yield from wrapped(sentence(event), width, ERROR)
    yield from wrapped(status(frame.state), width, FAINT)
    yield from slot_lines(cells, frame.state, width)
    yield ()


def tail(checked: Checked, width: int = WIDTH) -> Lines:
    """Return the verdict, and the problems of the record."""
    if checked.score is not None and checked.run is not None:
        yield ((verdict_of(checked.score, checked.results), _VERDICT_STYLES[checked.score.status]),)
        for one in checked.score.missed if checked.score.status is Status.LOST else ():
            yield (f"  missed: {safe(one)}",)
        if checked.agrees is True:
            yield ("the claimed result agrees",)
    elif checked.run is not None:
        yield (("INVALID: this cannot have happened; what the rules refuse is left out", ERROR),)
    for problem in checked.problems:
        yield from problem_lines(problem, width)


def verdict_of(score: Score, results: Collection[Result] | None) -> str:
    """Return the outcome as one line; of an open one the bounds, if the results of all readings are known."""
    parts = [_bounds(results) if score.missions is None else plural(score.missions, "mission")]
    if score.goal is not None:
        parts.append(f"goal {score.goal}")
    if score.failed is not None:
        parts.append(f"{score.failed} failed")
    if score.revealed is not None and score.status is Status.BROKEN:
        parts.append(f"card {score.revealed} of {score.cards}")
    return f"{score.status.value.upper()}: {', '.join(parts)}"


def _bounds(results: Collection[Result] | None) -> str:
    if not results:
        return "? missions"
    numbers = sorted(result.missions for result in results)
    least = f"{numbers[0]} to " if numbers[0] < numbers[-1] else ""
    broken = ", perhaps broken" if any(result.broken for result in results) else ""
    return f"{least}{plural(numbers[-1], 'mission')}{broken}"
