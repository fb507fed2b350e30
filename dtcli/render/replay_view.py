"""A resolution for the eyes: one block per card, with the backpack beneath it."""

from collections.abc import Iterator

from dtcli.files.check import Checked
from dtcli.render.paint import Printer, Span, safe, shortened
from dtcli.render.report import problem_lines
from dtcli.render.slots import CARD, CELL, TOKEN, Board, Cell
from dtcli.render.words import card_line, sentences
from dtcli.rules.heroes import HEROES
from dtcli.rules.record import Frame
from dtcli.rules.score import Score, Status, missed_conditions
from dtcli.rules.state import State, What

INDENT = 5
TEXT_WIDTH = 74
_VERDICT_STYLES = {
    Status.WON: "bold green",
    Status.LOST: "bold yellow",
    Status.COMPLETED: "bold",
    Status.BROKEN: "bold red",
    Status.OPEN: "bold magenta",
}

Lines = Iterator[tuple[Span, ...]]


def print_replay(checked: Checked, *, brief: bool = False) -> None:
    """Print the whole replay, or what is wrong with it."""
    printer = Printer()
    for lines in (head(checked), *blocks(checked, brief=brief), tail(checked)):
        for line in lines:
            printer.line(*line)


def head(checked: Checked) -> Lines:
    """Return who played what."""
    data = checked.document.data
    yield ((safe(checked.title or checked.document.file), "bold"),)
    if data is None or checked.resolved is None or checked.resolved.game is None:
        yield ()
        return
    game, scenario = checked.resolved.game, checked.resolved.scenario
    facts = [data.get("date", ""), data.get("edition", "en-2017")]
    facts.append(game.adventure.title if game.adventure else scenario.title if scenario else "")
    facts.append(f"goal {game.goal}" if game.goal is not None else "no goal")
    if data.get("players"):
        facts.append(f"{data['players']} player{'s' if data['players'] != 1 else ''}")
    if game.extended:
        facts.append("Extended play")
    yield ((safe(" · ".join(fact for fact in facts if fact)), "dim"),)
    if game.heroes:
        yield ("heroes: " + ", ".join(HEROES[hero].name for hero in game.heroes),)
    yield (f"{CARD} item card   {TOKEN} reward token",)
    yield ()


def blocks(checked: Checked, *, brief: bool = False) -> Iterator[Lines]:
    """Return each step of the resolution as its lines."""
    if checked.run is None:
        return
    board = Board()
    for frame in checked.run.frames:
        cells = board.update(frame.state)
        if brief and frame.card is not None and not _is_quest(frame) and not frame.state.broken:
            continue
        yield block(frame, cells)


def _is_quest(frame: Frame) -> bool:
    return any(event.what in (What.MISSION_COMPLETED, What.MISSION_FAILED) for event in frame.events)


def block(frame: Frame, cells: list[Cell]) -> Lines:
    """Return one step: the card, what happened, the counts, the slots."""
    number = f"{frame.number:>3}  "
    story = sentences(frame.events)
    if frame.card is None:
        yield ((f"{'':>3}  ", ""), ("hero ", "bold cyan"), *_wrapped(story))
    else:
        yield ((number, "dim"), (shortened(card_line(frame.card), TEXT_WIDTH), "bold"))
        if story:
            style = "red" if frame.state.broken else "yellow" if "failed" in story else "green"
            yield (" " * INDENT, (story, style))
    yield (" " * INDENT, (status(frame.state), "dim"))
    yield from slot_lines(cells, frame.state)
    yield ()


def _wrapped(story: str) -> list[Span]:
    name, comma, rest = story.partition(", ")
    return [(name, "bold"), comma + rest]


def status(state: State) -> str:
    """Return the counts of a moment: missions, slots, supply."""
    goal = f"/{state.game.goal}" if state.game.goal is not None else ""
    parts = [f"done {state.completed}{goal}", f"failed {state.failed}", f"slots {state.slots}/{state.limit}"]
    return "   ".join([*parts, supply(state)])


def supply(state: State) -> str:
    """Return the tokens that are left, naming only the kinds of which some are gone."""
    full = {kind: info.tokens for kind, info in state.game.kinds.items()}
    gone = [f"{kind} {state.supply[kind]}" for kind, n in full.items() if state.supply[kind] != n]
    text = f"supply {len(state.supply)}/{sum(full.values())}"
    return shortened(text + (f" ({', '.join(gone)})" if gone else ""), TEXT_WIDTH - 34)


def slot_lines(cells: list[Cell], state: State) -> Lines:
    """Return the backpack as two lines: what lies in each slot, and how much of it."""
    names: list[Span] = [" " * INDENT]
    pips: list[Span] = [" " * INDENT]
    for place, cell in enumerate(cells):
        over = place >= state.limit
        style = "bold red" if over else "bold" if cell.changed and cell.kind else ""
        names += ["│", (f"{safe(cell.kind or ''):<{CELL}.{CELL}}", style)]
        pips += ["│", (f"{cell.pips if cell.kind else '·':<{CELL}}", style if cell.kind else "dim")]
    yield (*names, "│")
    yield (*pips, "│")


def tail(checked: Checked) -> Lines:
    """Return how it ended, and what is wrong with the record."""
    if checked.score is not None and checked.run is not None:
        verdict, style = verdict_of(checked.score), _VERDICT_STYLES[checked.score.status]
        yield ((verdict, style),)
        missed = missed_conditions(checked.run.final) if checked.score.status is Status.LOST else []
        yield from (((f"  missed: {safe(one)}"),) for one in missed)
        if checked.agrees is True:
            yield ("the claimed result agrees",)
    for problem in checked.problems:
        yield from problem_lines(problem)


def verdict_of(score: Score) -> str:
    """Return the outcome as one line."""
    goal = f" of {score.goal}" if score.goal is not None else ""
    missions = "?" if score.missions is None else score.missions
    failed = "?" if score.failed is None else score.failed
    counts = f"{missions}{goal} missions, {failed} failed, {score.revealed} of {score.cards} cards revealed"
    return f"{score.status.value.upper()}: {counts}"
