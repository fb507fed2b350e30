"""A resolution for the eyes: one block per card, with the backpack beneath it."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from dtcli.english import agree, or_list, plural
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.silent_problems import answer_text
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
from dtcli.render.events import card_line, card_name, sentence, sentences
from dtcli.render.pictures.backpack import CARD, SLOT_WIDTH, TOKEN, BackpackSlots, SlotContent
from dtcli.render.problems import problem_lines
from dtcli.render.terminal import WIDTH, Printer, Span, safe, shortened
from dtcli.rules.decisions import SkillPrice, reveal_of
from dtcli.rules.follow import Frame
from dtcli.rules.heroes import HEROES
from dtcli.rules.score import Score, Status
from dtcli.rules.state import EventKind, State, opening

INDENT = 5
_MARGIN = " " * INDENT
_VERDICT_STYLES = {
    Status.WON: STRONG_GOOD,
    Status.LOST: STRONG_CAUTION,
    Status.COMPLETED: STRONG,
    Status.BROKEN: ERROR,
    Status.OPEN: STRONG_MISSING,
}

Line = tuple[Span, ...]
Lines = Iterator[Line]


def print_replay(checked: Checked, *, brief: bool = False) -> None:
    """Print the whole replay, or what is wrong with it."""
    printer = Printer()
    for lines in (head(checked), *blocks(checked, brief=brief), tail(checked)):
        for line in lines:
            printer.line(*line)


def _wrapped(text: str, style: str = "", *, indent: int = INDENT) -> Lines:
    for line in textwrap.wrap(text, WIDTH - indent) or [""]:
        yield (" " * indent, (line, style))


def head(checked: Checked) -> Lines:
    """Return who played what."""
    data = checked.document.data
    yield from _wrapped(safe(checked.title or checked.document.file), STRONG, indent=0)
    if data is None or checked.resolved is None or checked.resolved.game is None:
        yield ()
        return
    game, scenario = checked.resolved.game, checked.resolved.scenario
    facts = [data.get("date", ""), data.get("edition", "en-2017")]
    facts.append(game.adventure.title if game.adventure else scenario.title if scenario else "")
    facts.append(f"goal {game.goal}" if game.goal is not None else "no goal")
    if players := data.get("players"):
        facts.append(plural(players, "player"))
    if game.extended:
        facts.append("Extended play")
    yield from _wrapped(safe(" · ".join(fact for fact in facts if fact)), FAINT, indent=0)
    if game.heroes:
        yield from _wrapped("heroes: " + ", ".join(HEROES[hero].name for hero in game.heroes), indent=0)
    for paragraph in data.get("notes", "").splitlines():
        yield from _wrapped(safe(paragraph), QUOTE, indent=0)
    yield (f"{CARD} item card   {TOKEN} reward token",)
    yield ()


def blocks(checked: Checked, *, brief: bool = False) -> Iterator[Lines]:
    """Return each step of the resolution as its lines."""
    if checked.run is None:
        return
    board = BackpackSlots()
    if checked.resolved is not None and checked.resolved.game is not None and checked.resolved.game.start is not None:
        begin = opening(checked.resolved.game)
        yield beginning(begin, board.update(begin))
    comments = _Comments(checked)
    marks = _silent_marks(checked)
    for frame in checked.run.frames:
        cells = board.update(frame.state)
        said = comments.on(frame)
        if brief and frame.card is not None and not _is_quest(frame) and not frame.state.broken:
            continue
        yield block(frame, cells, said, marks.get((frame.number, frame.card is None), []))


def _silent_marks(checked: Checked) -> dict[tuple[int, bool], list[str]]:
    """Return how each choice that was not recorded is read, by the reveal and whether it is about a skill before it."""
    marks: dict[tuple[int, bool], list[str]] = {}
    for filled in checked.filled:
        answer = safe(answer_text(filled))
        if filled.because is not None:
            text = f"not recorded, inferred from card {filled.because}: {answer}"
        elif filled.has_default:
            text = f"not recorded, assumed: {answer}"
        else:
            text = f"not recorded, one of several possible answers: {answer}"
        is_skill = isinstance(filled.decision, SkillPrice)
        marks.setdefault((reveal_of(filled.decision), is_skill), []).append(text)
    return marks


def _is_quest(frame: Frame) -> bool:
    return any(event.what in (EventKind.MISSION_COMPLETED, EventKind.MISSION_FAILED) for event in frame.events)


class _Comments:
    """What the table wrote beside its cards, told when the card is revealed."""

    def __init__(self, checked: Checked) -> None:
        data: Any = checked.document.data or {}
        own = data.get("_comments", [])
        self._said: dict[int, list[str]] = {}
        for entry in own if isinstance(own, list) else []:
            match entry:
                case [int(place), str(text), *_]:
                    self._said.setdefault(place, []).append(text)
        assert checked.resolved is not None
        game = checked.resolved.game
        self._places = {id(card): place for place, card in enumerate(game.story)} if game else {}
        self._in_order = True

    def on(self, frame: Frame) -> list[str]:
        """Return the comments on the card of this frame, or on the skill before it; each is told once."""
        if any(event.what in (EventKind.CARDS_DISCARDED, EventKind.CARDS_REARRANGED) for event in frame.events):
            self._in_order = False
        place = frame.number - 1 if self._in_order else self._places.get(id(frame.card), -1)
        return self._said.pop(place, [])


def beginning(state: State, cells: list[SlotContent]) -> Lines:
    """Return the position from which the game goes on: what is in force, the counts, the slots (X16)."""
    yield (("  0  ", FAINT), ("the game goes on from here", STRONG))
    for one in in_force(state):
        yield from _wrapped(one, LABEL)
    yield from _wrapped(status(state), FAINT)
    yield from slot_lines(cells, state)
    yield ()


def in_force(state: State) -> Iterator[str]:
    """Return what a position has beside its backpack, in words: skills used up, effects that wait or last."""
    used = [HEROES[hero].name for hero in state.game.heroes if hero not in state.unused]
    if used:
        yield f"used up: {', '.join(used)}"
    if state.last_failed is not None:
        yield f"failed last: {card_name(state.last_failed)}"
    if state.extra_slot:
        yield "one slot more until a mission is completed"
    if state.adventure_completed and state.game.adventure is not None:
        yield f"{card_name(state.game.adventure)} has been completed"
    if state.waiver:
        yield f"the next mission needs {plural(state.waiver, 'item')} fewer"
    if state.guesses:
        yield f"the next mission is completed if it lists {or_list(sorted(map(safe, state.guesses)))}"
    if state.solved:
        yield "the next mission is completed"


def block(frame: Frame, cells: list[SlotContent], comments: list[str], marks: Iterable[str] = ()) -> Lines:
    """Return one step: the card, what happened, how silent choices are read, the counts, the slots."""
    for comment in comments:
        yield from _wrapped(f"# {safe(comment)}", COMMENT)
    story = sentences(frame.events)
    if frame.card is None:
        lines = textwrap.wrap(f"hero {story}", WIDTH - INDENT)
        yield from ((_MARGIN, (line, STRONG_LABEL if n == 0 else LABEL)) for n, line in enumerate(lines))
    else:
        card = textwrap.wrap(card_line(frame.card), WIDTH - INDENT)
        yield ((f"{frame.number:>3}  ", FAINT), (card[0], STRONG))
        yield from ((_MARGIN, (line, STRONG)) for line in card[1:])
        if story:
            yield from _wrapped(story, CAUTION if "failed" in story else GOOD)
        if frame.state.pending is not None:
            yield (_MARGIN, ("what was decided here is not recorded", MISSING))
    for mark in marks:
        yield from _wrapped(mark, MISSING)
    for event in frame.events:
        if event.what is EventKind.BACKPACK_BROKE:
            yield from _wrapped(sentence(event), ERROR)
    yield from _wrapped(status(frame.state), FAINT)
    yield from slot_lines(cells, frame.state)
    yield ()


def status(state: State) -> str:
    """Return the counts of a moment: missions, slots, supply."""
    goal = f" (goal {state.game.goal})" if state.game.goal is not None else ""
    slots = f"slots {state.slots} of {state.limit}"
    return f"done {state.completed}{goal}   failed {state.failed}   {slots}   {supply(state)}"


def supply(state: State) -> str:
    """Return the tokens that are left, naming only the kinds of which some are gone."""
    full = {kind: info.tokens for kind, info in state.game.kinds.items()}
    gone = [f"{safe(kind)} {state.supply[kind]}" for kind, n in full.items() if state.supply[kind] != n]
    return f"supply {len(state.supply)}" + (f": {', '.join(gone)}" if gone else "")


def slot_lines(cells: list[SlotContent], state: State) -> Lines:
    """Return the backpack as two lines: what lies in each slot, and how much of it."""
    names: list[Span] = [_MARGIN]
    pips: list[Span] = [_MARGIN]
    for place, cell in enumerate(cells):
        over = place >= state.limit
        style = ERROR if over else STRONG if cell.changed and cell.kind else ""
        names += ["│", (f"{shortened(safe(cell.kind or ''), SLOT_WIDTH):<{SLOT_WIDTH}}", style)]
        pips += ["│", (f"{cell.pips if cell.kind else '·':<{SLOT_WIDTH}}", style if cell.kind else FAINT)]
    yield (*names, "│")
    yield (*pips, "│")


def tail(checked: Checked) -> Lines:
    """Return how it ended, and what is wrong with the record."""
    if checked.score is not None and checked.run is not None:
        yield ((verdict_of(checked.score), _VERDICT_STYLES[checked.score.status]),)
        for one in checked.score.missed if checked.score.status is Status.LOST else ():
            yield (f"  missed: {safe(one)}",)
        if checked.agrees is True:
            yield ("the claimed result agrees",)
    elif checked.run is not None:
        yield (("INVALID: this is as far as the rules allow the record to go", ERROR),)
    for problem in checked.problems:
        yield from problem_lines(problem)


def verdict_of(score: Score) -> str:
    """Return the outcome as one line."""
    missions = "?" if score.missions is None else score.missions
    parts = [f"{missions} {agree(score.missions or 0, 'mission', 'missions')}"]
    if score.goal is not None:
        parts.append(f"goal {score.goal}")
    if score.failed is not None:
        parts.append(f"{score.failed} failed")
    if score.revealed is not None and score.status is Status.BROKEN:
        parts.append(f"card {score.revealed} of {score.cards}")
    return f"{score.status.value.upper()}: {', '.join(parts)}"
