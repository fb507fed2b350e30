"""Draws the table: its fifteen places, and the heroes or the card pointed at."""

import textwrap
from typing import NamedTuple

from dtcli.english import agree, plural
from dtcli.play.game.setup import Setup
from dtcli.render.colours import ASH, CHALK, FLAME
from dtcli.render.events import EFFECTS
from dtcli.render.layout import Line
from dtcli.render.pictures.card_face import CardHighlight, back, face
from dtcli.render.terminal import safe, shortened
from dtcli.render.victory import to_win_in_short
from dtcli.rules.cards import Adventure, Card, Item, Mission, Quest
from dtcli.rules.heroes import HEROES, why_never_used
from dtcli.rules.items import named
from dtcli.rules.rulings import HeroId

COLUMNS = 5
_ENOUGH = 9
"""Lines in which every skill fits."""


class CardPlace(NamedTuple):
    """One place of the table: its card and look, or the word on a card back."""

    card: Card | None
    look: CardHighlight = CardHighlight()
    hidden: bool = False
    word: str = ""


class AboutView(NamedTuple):
    """The heroes, the card pointed at, whose text is shown instead, and what wins an adventure.

    The goal of a scenario stands beside the clock.
    """

    heroes: tuple[HeroId, ...] = ()
    card: Card | None = None
    to_win: str = ""

    @classmethod
    def of(cls, setup: Setup, heroes: tuple[HeroId, ...], card: Card | None) -> "AboutView":
        """Return the view for a game."""
        to_win = to_win_in_short(setup.goal, setup.adventure) if setup.adventure is not None else ""
        return cls(heroes, card, to_win)


def draw_place(place: CardPlace, width: int, height: int) -> list[Line]:
    """Return a card face up or face down, or an empty place."""
    if place.hidden:
        return back(place.word, width, height)
    return face(place.card, width, height, place.look)


def draw_about(about: AboutView, width: int, height: int) -> list[Line]:
    """Return the text of the card pointed at; without one what wins an adventure, and the heroes."""
    room = width - 1
    if about.card is not None and not isinstance(about.card, Item):
        title: Line = ((shortened(safe(str(about.card)), room), f"bold {FLAME}"),)
        return [title, *(((row, CHALK),) for row in textwrap.wrap(card_text(about.card), room)[: height - 1])]
    return _briefing(about, room, height) if about.to_win else _hero_lines(about.heroes, room, height)


def _briefing(about: AboutView, room: int, height: int) -> list[Line]:
    """Return what wins an adventure, and the skill of the hero, or the key that shows it if there is no room."""
    label = "To win:"
    first, *more = textwrap.wrap(f"{label} {about.to_win}", room)[:height]
    lines: list[Line] = [((label, f"bold {FLAME}"), (first[len(label) :], CHALK)), *(((line, CHALK),) for line in more)]
    heroes = _hero_lines(about.heroes, room, _ENOUGH)
    if len(lines) + len(heroes) <= height and about.heroes:
        return lines + heroes
    names = ", ".join(HEROES[hero].name for hero in about.heroes)
    text = f"{names}: ? shows the {agree(len(about.heroes), 'skill', 'skills')}" if names else "? shows the scroll"
    return [*lines, ((shortened(text, room), ASH),)][:height]


def _hero_lines(heroes: tuple[HeroId, ...], room: int, height: int) -> list[Line]:
    """Return the hero and its skill, or why it can never act; of several the names and the key that explains them."""
    if not heroes:
        return [((shortened("You have no hero.", room), ASH),)]
    if len(heroes) == 1:
        hero = HEROES[heroes[0]]
        never = why_never_used(heroes, hero.id)
        first, *more = textwrap.wrap(f"{hero.name} {never}" if never else f"{hero.name}: {hero.text}", room)[:height]
        name = first[: len(hero.name)]
        return [((name, f"bold {FLAME}"), (first[len(name) :], ASH)), *(((line, ASH),) for line in more)]
    names = textwrap.wrap(" · ".join(HEROES[hero].name for hero in heroes), room)[: height - 1]
    return [*(((line, f"bold {FLAME}"),) for line in names), (("? shows what they can do", ASH),)]


def facts_line(card: Card) -> str:
    """Return what a card needs and gives, on one line below its name."""
    match card:
        case Item(kind=kind):
            return safe(kind)
        case Mission():
            return f"needs {named(card.needs)}, {'no reward' if card.reward.is_nothing else f'gives {card.reward}'}"
        case Adventure():
            return f"needs {named(card.needs)}, and {plural(card.scroll.reputation, 'mission')} below it in the story"


def card_text(card: Quest) -> str:
    """Return the text of a mission, or what an adventure does and says."""
    effect = f"{EFFECTS[card.effect]}. " if isinstance(card, Adventure) else ""
    return f"{effect[:1].upper()}{effect[1:]}{safe(card.text)}"


def label_of(setup: Setup, *, room: int) -> str:
    """Return the title and the goal of the game, shortened to fit."""
    title = safe(setup.what.title)
    goal = f" · goal {setup.goal}" if setup.goal is not None else " · no goal"
    extended = " · 7 slots" if setup.extended else ""
    for label in (f"{title}{goal}{extended}", f"{title}{goal}", title):
        if len(label) <= room:
            return label
    return shortened(title, room)
