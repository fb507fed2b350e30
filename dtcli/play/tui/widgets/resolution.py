"""Draws the resolution: the open card, the log, the backpack, the reward tokens and the heroes."""

import textwrap
from typing import NamedTuple

from dtcli.english import or_list, plural
from dtcli.play.game.played_resolution import ResolutionStep
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, MOSS, NIGHT, SAND
from dtcli.render.events import card_name, sentence, sentences
from dtcli.render.layout import Line
from dtcli.render.pictures.backpack import SlotContent
from dtcli.render.pictures.card_face import back, face
from dtcli.render.pictures.drawn_backpack import backpack_lines
from dtcli.render.pictures.signs import COMPLETED, FAILED, TO_COMPLETE, TOKEN
from dtcli.render.pictures.terminal_items import picture_of, sign_of
from dtcli.render.terminal import Span, safe, shortened
from dtcli.render.victory import still_besides_missions
from dtcli.rules.cards import Item
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.state import EventKind, State

_LARGEST_FACE = (36, 16)
_MOST_HERO_LINES = 3
_LOWEST_PILE = 5
"""The fewest lines in which the rest of the story is drawn below the open card."""
_CARDS_PER_LINE = 2


class OpenCard(NamedTuple):
    """The last revealed card or used skill, and the cards left in the story."""

    step: ResolutionStep
    begun: bool
    left: int


class ProgressView(NamedTuple):
    """The progress of the game: missions, cards, and effects that wait."""

    completed: int
    goal: int | None
    failed: int
    revealed: int
    left: int
    waits: str = ""
    """The effects that apply to the next mission."""
    still: str = ""
    """What is missing to win, besides missions."""

    @classmethod
    def of(cls, state: State) -> "ProgressView":
        """Return the progress of a resolution."""
        waits = [f"next mission needs {state.waiver} fewer"] if state.waiver else []
        waits += [f"guessed: {or_list(sorted(state.guesses))}"] if state.guesses else []
        waits += ["next mission is solved"] if state.solved else []
        return cls(
            state.completed, state.game.goal, state.failed, state.revealed, len(state.story), ", ".join(waits),
            still_besides_missions(state),
        )  # fmt: skip


class BackpackView(NamedTuple):
    """The slots of the backpack."""

    cells: tuple[SlotContent, ...]
    filled: int
    limit: int
    settling: int = 0
    """The steps until what has just arrived has fallen into place."""


def draw_open_card(turned: OpenCard, width: int, height: int) -> list[Line]:
    """Return the open card, or the back of the story before the first reveal."""
    width, tall = min(width, _LARGEST_FACE[0]), min(height, _LARGEST_FACE[1])
    cards = plural(turned.left, "card")
    if not turned.begun:
        return back(cards, width, tall)
    if turned.step.card is not None:
        lines = face(turned.step.card, width, tall)
    else:
        lines = back(HEROES[turned.step.hero].name if turned.step.hero else "", width, tall)
    room = height - tall - 1
    if room >= _LOWEST_PILE and turned.left:
        pile = min(room, max(_LOWEST_PILE, turned.left // _CARDS_PER_LINE))
        lines += [(), *back(f"{cards} to come", width, pile)]
    return lines


def draw_progress(track: ProgressView, width: int, _height: int) -> list[Line]:
    """Return the missions, what else is missing to win, and the position in the story; the boxes only if they fit."""
    if track.goal is None:
        boxes = COMPLETED * min(track.completed, 16)
        done = f" {track.completed} done"
    else:
        boxes = COMPLETED * track.completed + TO_COMPLETE * max(0, track.goal - track.completed)
        done = f" {track.completed} of {plural(track.goal, 'mission')}"
    left: list[tuple[str, str]] = [(f" {boxes}", f"bold {MOSS}"), (done, f"bold {CHALK}")]
    left.append((f"   {FAILED} {track.failed} failed", f"bold {EMBER}" if track.failed else ASH))
    if track.waits:
        left.append((f"   {track.waits}", f"bold {FLAME}"))
    if track.still:
        left.append((f"   still: {track.still}", f"bold {SAND}"))
    right = f"card {track.revealed} of {track.revealed + track.left} "
    taken = len(right) + sum(len(text) for text, _ in left)
    if taken >= width:
        taken -= len(left.pop(0)[0])
    return [(*left, " " * max(1, width - taken), (right, ASH))]


def draw_backpack(view: BackpackView, width: int, height: int) -> list[Line]:
    """Return the backpack as large as the widget."""
    return backpack_lines(view.cells, view.limit, (width, height), settling=view.settling)


def draw_supply(supply: tuple[tuple[Kind, int], ...], width: int, _height: int) -> list[Line]:
    """Return the reward tokens left of each kind, with names where there is room."""
    spelt = sum(len(kind) + 3 + max(1, n) for kind, n in supply) + 13 <= width
    spans: list[Span] = [(" tokens left ", ASH)]
    for kind, n in supply:
        name = f"{safe(kind)} " if spelt else ""
        spans.append((f" {sign_of(kind)}", f"bold {picture_of(kind).colour}" if n else ASH))
        spans.append((f"{name}{TOKEN * n or '–'}", CHALK if n else ASH))
    return [tuple(spans)]


def draw_log(steps: tuple[ResolutionStep, ...], width: int, height: int) -> list[Line]:
    """Return the steps so far, the latest at the bottom and highlighted."""
    lines: list[Line] = []
    for age, step in enumerate(reversed(steps)):
        lines = _step_lines(step, width - 2, latest=age == 0) + lines
        if len(lines) >= height:
            break
    return lines[-height:]


def _step_lines(step: ResolutionStep, width: int, *, latest: bool) -> list[Line]:
    said = sentences(step.events)
    what = {event.what for event in step.events}
    colour = MOSS if EventKind.MISSION_COMPLETED in what else EMBER if EventKind.MISSION_FAILED in what else CHALK
    sign = COMPLETED if EventKind.MISSION_COMPLETED in what else FAILED if EventKind.MISSION_FAILED in what else " "
    if step.card is None:
        number, name, sign = "", said, "*"
        said = ""
        colour = FLAME
    else:
        number, name = f"{step.number}", card_name(step.card)
        if isinstance(step.card, Item):
            name = f"{sign_of(step.card.kind)} {name}"
    text = f"{name}: {said}" if said else name
    first, *more = textwrap.wrap(text, width - 7) or [""]
    style = f"bold {colour}" if latest else colour if sign != " " else ASH
    lines: list[Line] = [((f"{number:>3} ", ASH), (f"{sign} ", style), (first, style))]
    lines += [("      ", (line, style)) for line in more]
    for event in step.events:
        if event.what is EventKind.BACKPACK_BROKE:
            wrapped = textwrap.wrap(sentence(event), width - 7)
            lines += [("      ", (line, f"bold {NIGHT} on {BLOOD}")) for line in wrapped]
    return lines


def lines_for_each(heroes: tuple[tuple[str, str, str], ...], width: int, height: int) -> int:
    """Return how many lines each hero gets: what the longest skill needs, if there is room for it."""
    needed = max((len(_hero_lines(hero, width)) for hero in heroes), default=1)
    return max(1, min(needed, _MOST_HERO_LINES, height // max(1, len(heroes))))


def _hero_lines(hero: tuple[str, str, str], width: int) -> list[str]:
    key, name, words = hero
    return textwrap.wrap(f"{name}  {words}", width - len(key) - 3)


def draw_heroes_panel(heroes: tuple[tuple[str, str, str], ...], width: int, height: int) -> list[Line]:
    """Return the heroes: key, name, and the skill or, in brackets, why it cannot be used."""
    drawn: list[Line] = []
    each = lines_for_each(heroes, width, height)
    for key, name, words in heroes:
        ready = not words.startswith("(")
        texts = _hero_lines((key, name, words), width)
        first, *more = [*texts[: each - 1], " ".join(texts[each - 1 :])]
        style = CHALK if ready else ASH
        drawn.append(
            ((f" {key} ", f"bold {FLAME}" if ready else ASH), (name, f"bold {SAND}" if ready else ASH),
             (shortened(first[len(name) :], width - len(key) - len(name) - 3), style))
        )  # fmt: skip
        more = [*more, ""][: each - 1]
        drawn += [(" " * (len(key) + 2), (shortened(line, width - len(key) - 3), style)) for line in more]
    return drawn
