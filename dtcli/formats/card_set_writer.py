"""Writes card sets in TOML: a commented template, and missions added to a set."""

import re
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from dtcli.formats.card_sets import DATA, DEFAULT_CARD_SET, bundled_cards, parse_cards
from dtcli.formats.json.text import compact
from dtcli.formats.names import Names
from dtcli.rules.cards import Mission

_IDS = re.compile(r'^\s*id\s*=\s*["\']([A-Za-z]+)(\d+)["\']', re.MULTILINE)


def template() -> str:
    """Return a card set with an example of everything that it can have, and comments that explain it."""
    return (DATA / "card_set_template.toml").read_text("utf-8")


def new_card_set(stem: str, names: Names | None) -> str:
    """Return a card set without missions: with the kinds of these cards, or with the usual twelve."""
    head = [
        "# Missions that were written out in replays. `dtcli cards --card-set` lists them.",
        'format = "dungeon-time/cards/1"',
        f"id = {compact(stem)}",
        f"title = {compact(stem)}",
    ]
    return "\n".join(head) + "\n" + ("" if names is None else kinds_text(names))


def kinds_text(names: Names) -> str:
    """Return the item kinds of a card set; empty for the usual twelve, which a set need not list."""
    if names.cards.kinds == bundled_cards(DEFAULT_CARD_SET).cards.kinds:
        return ""
    return "".join(
        f"\n[[kinds]]\nid = {compact(info.kind)}\naliases = {compact(list(info.aliases))}\n"
        f"cards = {info.cards}\ntokens = {info.tokens}\n"
        for info in names.cards.kinds.values()
    )


def with_missions(text: str, missions: Iterable[Mission], deck: str) -> str:
    """Return the text of a card set with missions added at its end; those without an id are numbered on in the deck."""
    used = [int(number) for letters, number in _IDS.findall(text) if letters.casefold() == deck.casefold()]
    numbers = count(max(used, default=0) + 1)
    added = "\n".join(
        mission_text(one, one.id, one.deck) if one.id else mission_text(one, f"{deck}{next(numbers):02}", deck)
        for one in missions
    )
    return f"{text.rstrip()}\n\n{added}"


def mission_text(mission: Mission, card_id: str, deck: str) -> str:
    """Return a mission card as TOML."""
    lines = [
        "[[missions]]",
        f"id = {compact(card_id)}",
        f"deck = {compact(deck)}",
        f"title = {compact(mission.title)}",
        f"needs = {compact([str(kind) for kind in mission.needs])}",
    ]
    if not mission.reward.is_nothing:
        lines.append(f"reward = {compact(str(mission.reward))}")
    return "\n".join(lines) + "\n"


def card_set_fault(content: bytes) -> str | None:
    """Return why dtcli could not read the text of a card set, or None."""
    problems = parse_cards(content, Path("cards.toml")).problems
    return problems[0].message if problems else None
