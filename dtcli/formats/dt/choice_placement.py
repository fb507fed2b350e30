"""Where the choices of a replay stand in story notation: above a card, beside it, or on a line with a number."""

from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from dtcli.formats.dt.entry_text import decision_text, hero_line
from dtcli.formats.dt.numbering import Reveals, sort_key


class Placement(NamedTuple):
    """Choices by their index; a place is the number of cards that are listed above it."""

    above: dict[int, list[int]]
    """Skills, which have lines of their own above a card."""
    beside: dict[int, int]
    """Decisions beside their cards."""
    below: list[int]
    """Those that need a line with a number."""


def place_choices(
    choices: list[dict[str, Any]], cards: int, standing: Mapping[int, int | None] = MappingProxyType({})
) -> Placement:
    """Put choices, sorted by their numbers, above or beside their cards; below where neither can say the same.

    ``standing`` tells where some of them stand already: above which card, None for a line with a number. They stay
    there as long as they mean the same there.
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
    """Put the skills of one gap above the card that follows, in their order; a gap has its place for itself."""
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
