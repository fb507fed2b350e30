"""Draws the table: its fifteen places, and the heroes or the card pointed at."""

import textwrap
from typing import NamedTuple

from dtcli.english import plural
from dtcli.play.game.setup import Setup
from dtcli.render.colours import ASH, CHALK, FLAME
from dtcli.render.events import EFFECTS
from dtcli.render.layout import Line
from dtcli.render.pictures.card_face import CardHighlight, back, face
from dtcli.render.terminal import safe, shortened
from dtcli.rules.cards import Adventure, Card, Item, Mission, Quest
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import named
from dtcli.rules.rulings import HeroId

COLUMNS = 5


class CardPlace(NamedTuple):
    """One place of the table: its card and look, or the word on a card back."""

    card: Card | None
    look: CardHighlight = CardHighlight()
    hidden: bool = False
    word: str = ""


class AboutView(NamedTuple):
    """The heroes, and the card pointed at, whose text is shown instead."""

    heroes: tuple[HeroId, ...]
    card: Card | None = None


def draw_place(place: CardPlace, width: int, height: int) -> list[Line]:
    """Return a card face up or face down, or an empty place."""
    if place.hidden:
        return back(place.word, width, height)
    return face(place.card, width, height, place.look)


def draw_about(about: AboutView, width: int, height: int) -> list[Line]:
    """Return the text of the card pointed at; without one the hero and its skill, or the names of several heroes."""
    room = width - 1
    if about.card is not None and not isinstance(about.card, Item):
        title: Line = ((shortened(safe(str(about.card)), room), f"bold {FLAME}"),)
        return [title, *(((row, CHALK),) for row in textwrap.wrap(card_text(about.card), room)[: height - 1])]
    heroes = about.heroes
    if not heroes:
        return [((shortened("You have no hero.", room), ASH),)]
    if len(heroes) == 1:
        hero = HEROES[heroes[0]]
        first, *more = textwrap.wrap(f"{hero.name}: {hero.text}", room)[:height]
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
