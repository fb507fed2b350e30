"""The tables that a puzzle id encodes: the order of items, cards, heroes, editions and scenarios behind each digit.

Tables never change, because ids in people's chats depend on them. Whatever has no digit here is written in words. To
give new heroes, cards or scenarios digits, append tables to ``TABLES``; do not edit those that are there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class IdTables(NamedTuple):
    """What the digits of one form of id mean, by position."""

    card_set: str
    kinds: Mapping[str, tuple[int, int]]
    """How many cards and how many tokens there are of each item."""
    missions: Mapping[str, str]
    """Needs and reward of each mission, as in ``torch + sword -> bow?``."""
    adventures: Mapping[str, str]
    """Needs and effect of each adventure."""
    heroes: Sequence[str]
    editions: Sequence[str]
    scenarios: Sequence[str]
    goals: Sequence[str]
    rulings: Mapping[str, Sequence[Any]]
    """The settings of each switch."""
    checksum_start: int = 0
    """Where the checksum starts. Only the first tables have a number here: it once stood for everything that ships."""


def _cards(text: str) -> dict[str, str]:
    return dict(line.split(": ") for line in text.strip().splitlines())


_KINDS = dict.fromkeys(
    ("sword", "bow", "shield", "torch", "map", "potion", "keys", "gold", "grapnel", "cup", "book", "mortar"), (4, 2)
)
_HEROES = (
    "ros-thanir", "nintrabash", "tonk-redbeer", "arvedui-miriel", "tragurk", "zigarat-ho", "garynor-the-belly",
    "zaria-tearleaf", "fylee-stepshadow", "alan-ironstar",
)  # fmt: skip
_EDITIONS = ("en-2017", "it-2018", "demo-2016")
_SCENARIOS = (
    "level-1", "my-first-dungeon", "level-2", "the-darkest-dungeon", "level-3", "unnatural-foes", "level-4",
    "training-grounds", "good-luck", "the-book-of-fate",
)  # fmt: skip
_GOALS = ("most", "missions", "whole", "mission", "fewest-skills")
_RULINGS: dict[str, Sequence[Any]] = {
    "any_reward_optional": (False, True),
    "thanir": ("spends", "copies"),
    "spent_rewards": ("discard", "return"),
    "heroes_in_box": (8, 10),
    "hero_choice": ("draw-two", "free"),
    "default_goal": (None, *range(501)),
}
_HOUSE_MISSIONS = """
E01: torch + sword -> bow?
E02: grapnel + cup -> mortar/gold
E03: mortar + mortar + potion -> cup
E04: gold + gold -> -
E05: bow + bow + torch -> sword?
E06: sword + sword + shield -> potion?
E07: map + torch -> ?
E08: keys + potion -> gold
E09: book + gold + map -> keys
E10: bow + torch + shield -> sword/map
E11: grapnel + cup + map -> ?
E12: keys + book + potion -> -
M01: book + book + torch -> keys?
M02: keys + keys + cup -> -
M03: shield + shield + bow + sword -> potion
M04: mortar + cup + potion -> ?
M05: gold + cup -> torch
M06: map + mortar + book -> grapnel?
M07: grapnel + grapnel + shield -> bow/map
M08: book + gold + keys -> -
M09: bow + map + cup -> shield
M10: torch + keys + grapnel + map -> sword/shield
M11: shield + potion + mortar + bow -> book?
M12: sword + shield + potion -> -
D01: torch + torch + grapnel + cup -> potion
D02: gold + gold + keys -> book
D03: potion + mortar + mortar + shield -> gold?
D04: grapnel + grapnel + torch + bow -> -
D05: potion + potion + cup + mortar -> map/sword
D06: sword + torch + potion -> grapnel
D07: keys + gold + torch + map -> cup/potion
D08: book + cup + gold -> ?
D09: grapnel + bow + keys + map -> -
D10: map + sword + cup + potion -> mortar?
D11: gold + grapnel + sword + shield -> torch
D12: book + mortar + bow -> -
H01: sword + sword + shield + shield + bow -> keys
H02: book + book + torch + keys -> map/bow
H03: keys + keys + sword + map + gold -> grapnel
H04: book + gold + gold + shield + cup -> ?
H05: cup + cup + potion + mortar + book -> keys?
H06: map + map + torch + bow + keys -> shield/cup
H07: grapnel + mortar + mortar + shield -> gold
H08: grapnel + bow + shield + map -> -
H09: cup + sword + bow + potion + keys -> book/shield
H10: keys + sword + shield + book + torch -> potion
H11: map + grapnel + book + potion + mortar -> sword?
H12: sword + bow + torch + gold + cup -> -
"""
_CHANGED_IN_HOUSE_2 = """
E05: bow + bow + torch -> shield?
E09: book + gold -> keys
E10: torch + shield -> map/book
E12: keys + book + potion -> ?
D04: bow + bow + torch + grapnel + grapnel -> -
D06: sword + potion + gold + cup -> grapnel
D09: bow + torch + map + grapnel -> keys
D11: gold + grapnel + sword + shield -> mortar
D12: sword + shield + cup + book + mortar -> -
H01: sword + sword + shield + shield + bow -> mortar
H02: torch + torch + keys + book + book -> map/mortar
H03: keys + keys + gold + gold + cup -> grapnel
H04: shield + potion + gold + gold + cup -> ?
H05: potion + gold + cup + cup + book -> map
H06: bow + map + map + grapnel + book -> -
H07: torch + potion + grapnel + mortar + mortar -> gold
H08: sword + shield + shield + grapnel + grapnel -> -
H09: sword + sword + potion + cup + cup -> mortar?
H10: sword + shield + keys + keys + grapnel -> -
H11: potion + grapnel + book + book + mortar -> -
H12: bow + torch + torch + map + potion -> -
"""
_HOUSE_ADVENTURES = """
the-apprentices-book: book + map + gold -> duplicates-once
the-tailors-third-pocket: gold + keys + cup -> extra-slot
the-art-of-saying-no: map + torch + mortar -> rewards-optional
the-genies-loose-change: bow + shield + potion -> any-reward
"""
_RULEBOOK_MISSIONS = """
B01: grapnel + shield -> potion
B02: torch + gold + potion -> -
B03: bow + sword + sword -> shield?
B04: shield + torch + keys -> sword?
B05: map + potion -> -
"""
_HOUSE = IdTables(
    card_set="house",
    kinds=_KINDS,
    missions=_cards(_HOUSE_MISSIONS),
    adventures=_cards(_HOUSE_ADVENTURES),
    heroes=_HEROES,
    editions=_EDITIONS,
    scenarios=_SCENARIOS,
    goals=_GOALS,
    rulings=_RULINGS,
    checksum_start=0xB8E719E2,
)
_RULEBOOK = _HOUSE._replace(
    card_set="rulebook", missions=_cards(_RULEBOOK_MISSIONS), adventures={}, checksum_start=0xE1706C2E
)
_HOUSE_2 = _HOUSE._replace(
    card_set="house-2", missions=_cards(_HOUSE_MISSIONS) | _cards(_CHANGED_IN_HOUSE_2), checksum_start=0
)

TABLES = (_HOUSE, _RULEBOOK, _HOUSE_2)
"""By the first byte of an id. Append only; 255 is the id in words."""
