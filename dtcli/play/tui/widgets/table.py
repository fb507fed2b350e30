"""What the table looks like: heroes, draw deck, story, cards and their backs. Pure drawing."""

import textwrap
from typing import NamedTuple

from dtcli.play.game.setup import Setup
from dtcli.render.colours import ASH, CHALK, FLAME, MORTAR_LINE, SAND, SHADOW
from dtcli.render.pictures.card_face import Line, Look, back, face, strip
from dtcli.render.terminal import Span, safe, shortened
from dtcli.rules.cards import Card
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import HeroId

KEYS = "qwertasdfgzxcvb"
"""The keys of the fifteen places, as they lie on a keyboard: three rows of five (A7)."""
COLUMNS = 5
_TALLEST = 60
"""A story of this many cards fills the pile that is drawn: every card there is."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Lying(NamedTuple):
    """One place: the card there and how it looks, or the word on a back."""

    card: Card | None
    look: Look = Look()
    hidden: bool = False
    word: str = ""


class Decks(NamedTuple):
    """What may be known of the draw deck and of the story."""

    next_is_mission: bool | None
    left: int
    story: int
    top: Card | None = None
    """The card laid last (A3); None before the first, and while the cards are covered."""


def draw_place(lying: Lying, width: int, height: int) -> list[Line]:
    """Return a card face up, face down, or the empty place."""
    if lying.hidden:
        return back(lying.word, width, height)
    return face(lying.card, width, height, lying.look)


def draw_heroes(heroes: tuple[HeroId, ...], width: int, height: int) -> list[Line]:
    """Return who is there and what the skill is; with several heroes their names, and where to read on."""
    room = width - 2
    if not heroes:
        return [((shortened(text, room), ASH),) for text in ("No hero goes with you.",)]
    if len(heroes) == 1:
        hero = HEROES[heroes[0]]
        lines = textwrap.wrap(f"{hero.name}: {hero.text}", room)[:height]
        first, rest = lines[0][: len(hero.name)], lines[0][len(hero.name) :]
        return [((first, f"bold {FLAME}"), (rest, ASH)), *(((line, ASH),) for line in lines[1:])]
    names = textwrap.wrap(" · ".join(HEROES[hero].name for hero in heroes), room)[: height - 1]
    return [*(((line, f"bold {FLAME}"),) for line in names), (("h tells what they can do", ASH),)]


def draw_decks(decks: Decks, width: int, height: int) -> list[Line]:
    """Return the back of the next card, how many are left, how high the story is and what lies on top (A2, A3)."""
    word = {None: "empty", True: "MISSION", False: "ITEM"}[decks.next_is_mission]
    pile: list[Line] = back("", 11, height)
    middle = height // 2
    if decks.next_is_mission is None:
        side = (("│", MORTAR_LINE), " " * 9, ("│", MORTAR_LINE))
        pile = [pile[0], *[side] * (height - 2), pile[-1]]
    style = f"bold {SAND} on {SHADOW}" if decks.left else ASH
    pile[middle] = (("│", MORTAR_LINE), (word.center(9), style), ("│", MORTAR_LINE))
    room = width - 14
    eighths = min(room * 8, -(-decks.story * room * 8 // _TALLEST))
    heap = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
    beside: list[list[Span]] = [
        [(f"{decks.left:>2}", f"bold {CHALK}"), (" to draw", ASH)],
        [(f"{decks.story:>2}", f"bold {CHALK}"), (" in story", ASH)],
    ]
    if decks.top is None or height > len(beside) + 1:
        beside.append([(f"{heap:<{room}}", f"{FLAME} on {SHADOW}")])
    if decks.top is not None:
        beside.append([strip(decks.top, room + 1)])
    above = (height - len(beside)) // 2
    rows: list[Line] = []
    for number, line in enumerate(pile):
        at = number - above
        rows.append((*line, " ", *(beside[at] if 0 <= at < len(beside) else ())))
    return rows


def label_of(setup: Setup, *, room: int) -> str:
    """Return what is played and what wins, as long as there is room for it."""
    title = safe(setup.what.title)
    goal = f" · goal {setup.goal}" if setup.goal is not None else " · no goal"
    extended = " · 7 slots" if setup.extended else ""
    for label in (f"{title}{goal}{extended}", f"{title}{goal}", title):
        if len(label) <= room:
            return label
    return shortened(title, room)
