"""Cards, heroes, scenarios, rulings and problem codes as entries that can be searched."""

import sys
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from dtcli.english import or_list, plural
from dtcli.formats.card_sets import DATA
from dtcli.formats.card_sets import scenarios as all_scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.problems import CODES
from dtcli.render.colours import STRONG, STRONG_LABEL
from dtcli.render.events import EFFECTS
from dtcli.render.lookup.search import LookupEntry, answering, matching
from dtcli.render.terminal import WIDTH, Printer, safe
from dtcli.render.victory import reputation, to_win
from dtcli.rules.cards import CardSet
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import named
from dtcli.rules.rulings import EDITIONS, HeroId


def show(entries: Iterable[LookupEntry], *, as_json: bool) -> None:
    """Print entries as text, or as one line of JSON each."""
    if as_json:
        for entry in entries:
            sys.stdout.write(compact(entry.record) + "\n")
        return
    entries = list(entries)
    printer = Printer()
    width = min(20, max(len(entry.key) for entry in entries)) + 2
    for entry in entries:
        key = f"{safe(entry.key):<{width - 2}}  "
        title = textwrap.wrap(safe(entry.title), WIDTH - len(key)) or [""]
        printer.line((key, STRONG_LABEL), (title[0], STRONG))
        for line in title[1:]:
            printer.line(" " * width, (line, STRONG))
        for text in entry.lines:
            for line in textwrap.wrap(safe(text), WIDTH - width - 1):
                printer.line(" " * width, line)


def cards(card_set: CardSet, words: list[str], *, deck: str | None, kinds: bool) -> list[LookupEntry]:
    """Return the missions and adventures of a set, or its kinds of items."""
    if kinds:
        return matching(_kinds(card_set), words)
    entries = [
        LookupEntry(
            mission.id,
            f"{mission.title}: {named(mission.needs)} -> {mission.reward}",
            ((mission.text,) if mission.text else ()) + _also(mission.aliases),
            {
                "id": mission.id,
                "deck": mission.deck,
                "title": mission.title,
                "aliases": list(mission.aliases),
                "text": mission.text,
                "needs": list(mission.needs),
                "reward": str(mission.reward),
            },
        )
        for mission in card_set.missions.values()
        if deck is None or mission.deck.casefold() == deck.casefold()
    ]
    if deck is None:
        entries += _adventures(card_set)
    return matching(entries, words)


def _adventures(card_set: CardSet) -> list[LookupEntry]:
    entries = []
    for one in card_set.adventures.values():
        scroll = one.scroll
        lines = (
            one.text,
            f"Effect: {EFFECTS[one.effect]}.",
            f"To win, {to_win(scroll.accomplish, one)}.",
            f"Reputation {scroll.reputation}: the card can be played {reputation(one)}.",
            f"Missions: {' '.join(scroll.missions)}",
            *_also(one.aliases),
        )
        record = {
            "id": one.id,
            "title": one.title,
            "aliases": list(one.aliases),
            "text": one.text,
            "needs": list(one.needs),
            "effect": one.effect.value,
            "missions": list(scroll.missions),
            "reputation": scroll.reputation,
            "accomplish": scroll.accomplish,
            "hold": list(scroll.hold),
            "complete": scroll.complete,
        }
        entries.append(LookupEntry(one.id, f"{one.title}: {named(one.needs)}", lines, record))
    return entries


def _also(aliases: tuple[str, ...]) -> tuple[str, ...]:
    """Return the line that lists the other names of something; no line if it has none."""
    return (f"also: {', '.join(aliases)}",) if aliases else ()


def _kinds(card_set: CardSet) -> list[LookupEntry]:
    return [
        LookupEntry(
            info.kind,
            f"{plural(info.cards, 'card')}, {plural(info.tokens, 'token')}",
            _also(info.aliases),
            {"id": info.kind, "cards": info.cards, "tokens": info.tokens, "aliases": list(info.aliases)},
        )
        for info in card_set.kinds.values()
    ]


_HOW_TO_WRITE = {
    "ros-thanir": "hero Ro's Thanir as Tonk Redbeer",
    "nintrabash": "hero Nintrabash: 2 4",
    "tonk-redbeer": "hero Tonk Redbeer",
    "arvedui-miriel": "hero Arvedui Miriel",
    "tragurk": "hero Tragurk: map + cup",
    "zigarat-ho": "hero Zigarat Ho: 3 1 2 5 4",
    "garynor-the-belly": "hero Garynor the Belly: map + cup -> bow",
    "zaria-tearleaf": "hero Zaria Tearleaf: bow",
    "fylee-stepshadow": "hero Fylee Stepshadow: 2 sword + cup",
    "alan-ironstar": "hero Alan Ironstar",
}


def heroes(words: list[str], texts: Mapping[HeroId, str] | None = None) -> list[LookupEntry]:
    """Return the heroes, with the texts of a card set where it has them."""
    entries = []
    for hero in HEROES.values():
        editions = [name for name, rulings in EDITIONS.items() if hero.id in rulings.box]
        text = (texts or {}).get(hero.id, hero.text)
        lines = (
            text,
            f"Write: {_HOW_TO_WRITE[hero.id]}",
            f"Editions: {', '.join(editions)}. Ruling {hero.ruling}.",
        )
        record = {
            "id": hero.id,
            "name": hero.name,
            "ruling": hero.ruling,
            "text": text,
            "cost": list(hero.cost),
            "removes": list(hero.removes),
            "argument": hero.argument or None,
            "notation": _HOW_TO_WRITE[hero.id],
            "editions": editions,
        }
        entries.append(LookupEntry(hero.id, hero.name, lines, record))
    return matching(entries, words)


def scenarios(words: list[str]) -> list[LookupEntry]:
    """Return the scenarios."""
    known = all_scenarios()
    entries = []
    for one in known.values():
        decks = " + ".join(f"{n} random" if deck == "any" else f"{n} {deck}" for deck, n in one.missions.items())
        after = []
        if one.ends_campaign:
            after.append("won: the campaign is won, again in Extended play")
        elif one.won:
            after.append("won: " + or_list(known[name].title for name in one.won))
        if one.lost:
            after.append("lost: " + or_list(known[name].title for name in one.lost))
        lines = tuple(line for line in (one.text, "; ".join(after), *_also(one.aliases)) if line)
        record = {
            "id": one.id,
            "title": one.title,
            "aliases": list(one.aliases),
            "text": one.text,
            "missions": dict(one.missions),
            "goal": one.goal,
            "campaign": one.kind.value,
            "won": list(one.won),
            "lost": list(one.lost),
            "ends_campaign": one.ends_campaign,
        }
        entries.append(LookupEntry(one.id, f"{one.title}: {decks}, goal {one.goal}", lines, record))
    return matching(entries, words)


_CORNER_CASE = 0.75
"""The weight of a ruling of this program: it settles a corner case, a question is more often about the rule itself."""


@cache
def rulings_data() -> dict[str, Any]:
    """Return the data file of the rulings."""
    with (DATA / "rulings.toml").open("rb") as file:
        return tomllib.load(file)


def rulings(words: list[str]) -> list[LookupEntry]:
    """Return the rulings with these numbers, or those that answer a question in words, the best first."""
    sections = {one["id"]: one["title"] for one in rulings_data()["sections"]}
    entries = [
        LookupEntry(
            one["id"],
            one["title"],
            (*one["text"].replace("*", "").strip().splitlines(), source_of(one)),
            {**one, "reading": one.get("reading", False)},
            text_for_search=sections[one["section"]],
            weight=_CORNER_CASE if one["section"] == "house" else 1.0,
        )
        for one in rulings_data()["rulings"]
    ]
    return answering(entries, words)


def source_of(ruling: dict[str, Any]) -> str:
    """Return the sources of a ruling in words."""
    sources = ", ".join(ruling["sources"])
    if not sources:
        return "Source: our own reading."
    return f"Source: {sources}" + ("; where they leave it open, our reading." if ruling.get("reading") else ".")


def problems(words: list[str]) -> list[LookupEntry]:
    """Return the codes of problems."""
    entries = [
        LookupEntry(
            code,
            f"{info.title} ({info.severity.value})",
            (info.help,),
            {"code": code, "severity": info.severity.value, "title": info.title, "help": info.help},
        )
        for code, info in CODES.items()
    ]
    return matching(entries, words)
