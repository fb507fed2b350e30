"""Draws the table: heroes, draw deck, story, cards and card backs."""

import textwrap
from typing import NamedTuple

from dtcli.english import agree
from dtcli.play.game.setup import Setup
from dtcli.render.colours import ASH, CHALK, FLAME, MORTAR_LINE, SAND, SHADOW
from dtcli.render.layout import Line
from dtcli.render.pictures.card_face import CardHighlight, back, face, strip
from dtcli.render.terminal import safe, shortened
from dtcli.render.victory import to_win_in_short
from dtcli.rules.cards import Card
from dtcli.rules.heroes import HEROES, why_never_used
from dtcli.rules.rulings import HeroId

KEYS = "qwertasdfgzxcvb"
"""The keys of the fifteen places, arranged as on a keyboard: three rows of five (A7)."""
COLUMNS = 5
_ENOUGH = 9
"""Lines in which the skill of every hero fits."""
_TALLEST = 60
"""The number of cards at which the drawn story pile is full: all cards of the game."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


class CardPlace(NamedTuple):
    """One place of the table: its card and look, or the word on a card back."""

    card: Card | None
    look: CardHighlight = CardHighlight()
    hidden: bool = False
    word: str = ""


class DecksView(NamedTuple):
    """The visible facts about the draw deck and the story."""

    next_is_mission: bool | None
    left: int
    story: int
    top: Card | None = None
    """The card laid last (A3); None before the first, and while the cards are covered."""


def draw_place(place: CardPlace, width: int, height: int) -> list[Line]:
    """Return a card face up or face down, or an empty place."""
    if place.hidden:
        return back(place.word, width, height)
    return face(place.card, width, height, place.look)


class BriefingView(NamedTuple):
    """The heroes, and what wins an adventure; of a scenario the goal stands beside the clock."""

    heroes: tuple[HeroId, ...] = ()
    to_win: str = ""

    @classmethod
    def of(cls, setup: Setup, heroes: tuple[HeroId, ...]) -> "BriefingView":
        """Return the briefing for a game."""
        return cls(heroes, to_win_in_short(setup.goal, setup.adventure) if setup.adventure is not None else "")


def draw_briefing(view: BriefingView, width: int, height: int) -> list[Line]:
    """Return what wins an adventure, and the heroes: their skills if there is room, or the key that shows them."""
    if not view.to_win:
        return _hero_lines(view.heroes, width - 2, height)
    label = "To win:"
    first, *more = textwrap.wrap(f"{label} {view.to_win}", width - 2)[: height - 1]
    lines: list[Line] = [((label, f"bold {FLAME}"), (first[len(label) :], CHALK)), *(((line, CHALK),) for line in more)]
    heroes = _hero_lines(view.heroes, width - 2, _ENOUGH)
    if len(lines) + len(heroes) <= height and view.heroes:
        return lines + heroes
    names = ", ".join(HEROES[hero].name for hero in view.heroes)
    text = f"{names}: h shows the {agree(len(view.heroes), 'skill', 'skills')}" if names else "h shows the scroll"
    return [*lines, ((shortened(text, width - 2), ASH),)]


def _hero_lines(heroes: tuple[HeroId, ...], room: int, height: int) -> list[Line]:
    """Return the hero and its skill; with several heroes their names and the key that explains them."""
    if not heroes:
        return [((shortened(text, room), ASH),) for text in ("You have no hero.",)]
    if len(heroes) == 1:
        hero = HEROES[heroes[0]]
        never = why_never_used(heroes, hero.id)
        lines = textwrap.wrap(f"{hero.name} {never}" if never else f"{hero.name}: {hero.text}", room)[:height]
        first, rest = lines[0][: len(hero.name)], lines[0][len(hero.name) :]
        return [((first, f"bold {FLAME}"), (rest, ASH)), *(((line, ASH),) for line in lines[1:])]
    names = textwrap.wrap(" · ".join(HEROES[hero].name for hero in heroes), room)[: height - 1]
    return [*(((line, f"bold {FLAME}"),) for line in names), (("h shows what they can do", ASH),)]


def draw_decks(decks: DecksView, width: int, height: int) -> list[Line]:
    """Return the back of the next card, the cards left to draw, and the size and top card of the story (A2, A3)."""
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
    beside: list[Line] = [
        ((f"{decks.left:>2}", f"bold {CHALK}"), (" to draw", ASH)),
        ((f"{decks.story:>2}", f"bold {CHALK}"), (" in story", ASH)),
    ]
    if decks.top is None or height > len(beside) + 1:
        beside.append(((f"{heap:<{room}}", f"{FLAME} on {SHADOW}"),))
    if decks.top is not None:
        beside.append(strip(decks.top, room + 1))
    above = (height - len(beside)) // 2
    rows: list[Line] = []
    for number, line in enumerate(pile):
        at = number - above
        rows.append((*line, " ", *(beside[at] if 0 <= at < len(beside) else ())))
    return rows


def label_of(setup: Setup, *, room: int) -> str:
    """Return the title and the goal of the game, shortened to fit."""
    title = safe(setup.what.title)
    goal = f" · goal {setup.goal}" if setup.goal is not None else " · no goal"
    extended = " · 7 slots" if setup.extended else ""
    for label in (f"{title}{goal}{extended}", f"{title}{goal}", title):
        if len(label) <= room:
            return label
    return shortened(title, room)
