"""Decides where choices are written in story notation: above a card, beside it, or on a numbered line."""

from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from dtcli.formats.dt.entry_text import decision_text, hero_line
from dtcli.formats.dt.numbering import Reveals, sort_key


class Placement(NamedTuple):
    """Where each choice is written, by index; a place is the number of cards listed above it."""

    above: dict[int, list[int]]
    """Skills, on lines of their own above a card."""
    beside: dict[int, int]
    """Decisions beside their cards."""
    below: list[int]
    """Choices on numbered lines, below the story."""


def place_choices(
    choices: list[dict[str, Any]], cards: int, standing: Mapping[int, int | None] = MappingProxyType({})
) -> Placement:
    """Return the placement of choices that are sorted by number: above or beside their cards, otherwise below.

    ``standing`` has the present place of some choices, None for a numbered line. They stay there if they still mean
    the same there.
    """
    placed, reveals = Placement({}, {}, []), Reveals(cards)
    numbered = {index for index, place in standing.items() if place is None}
    moments = [list(group) for _, group in groupby(range(len(choices)), key=lambda index: sort_key(choices[index]))]
    decided = []
    for moment in moments:
        if "before" in choices[moment[0]]:
            _place_skills(moment, choices, standing, reveals=reveals, placed=placed)
        else:
            decided.append([index for index in moment if index not in numbered])
    placed.below.extend(numbered)
    for moment in decided:
        number = sort_key(choices[moment[0]])[0] if moment else 0
        listed = reveals.order[number - 1] if 0 < number <= len(reveals.order) else None
        if listed is not None and len(moment) == 1 and decision_text(choices[moment[0]]):
            placed.beside[listed] = moment[0]
        else:
            placed.below.extend(moment)
    placed.below.sort()
    return placed


def _place_skills(
    moment: list[int],
    choices: list[dict[str, Any]],
    standing: Mapping[int, int | None],
    *,
    reveals: Reveals,
    placed: Placement,
) -> None:
    """Place the skills of one gap above the next card, in order; no two gaps share a place."""
    number = sort_key(choices[moment[0]])[0]
    taken = set(placed.above)

    def means_this_gap(place: int | None) -> bool:
        return place is not None and reveals.gap_above(place) == number

    free = [index for index in moment if standing.get(index, 0) is not None]
    in_words = all(hero_line(choices[index]) for index in free)
    usual = next((standing[one] for one in free if means_this_gap(standing.get(one))), reveals.card_below(number))
    for index in moment:
        wanted = standing.get(index)
        if wanted is not None and wanted >= (usual or 0) and means_this_gap(wanted):
            usual = wanted
        if index in free:
            if in_words and usual is not None and usual not in taken:
                placed.above.setdefault(usual, []).append(index)
            else:
                placed.below.append(index)
        reveals.follow(choices[index])
