"""The reward of a mission on the lower edge of its card, each item with its sign if there is room."""

from dtcli.render.colours import CHALK
from dtcli.render.pictures.need_list import Row, row_length
from dtcli.render.pictures.terminal_items import picture_of, sign_of
from dtcli.render.terminal import safe, shortened
from dtcli.rules.cards import Reward, RewardRule
from dtcli.rules.items import Kind

FOOT = f"bold {CHALK}"
"""The style of what is on the lower edge of a card."""
_Part = tuple[str, Kind | None]
"""A piece of text; of an item also its kind."""


def reward_spans(reward: Reward, width: int, *, short: bool = False) -> Row:
    """Return the reward in words, as wide as they are but never wider than this; short ones with an arrow.

    >>> [span[0] for span in reward_spans(Reward(RewardRule.MAY, (Kind("bow"),)), 24)]
    [' ', 'may give ', '} ', 'bow', ' ']
    >>> [span[0] for span in reward_spans(Reward(RewardRule.EITHER, (Kind("shield"), Kind("mortar"))), 14, short=True)]
    ['→', 'shield', '/', 'mortar']
    """
    parts = _parts(reward, short=short)
    tight = [(text.replace("→ ", "→"), kind) for text, kind in parts]
    for tried, margin, has_signs in (
        (parts, " ", True), (tight, " ", True), (parts, " ", False), (parts, "", False), (tight, "", False),
    ):  # fmt: skip
        row = _spans(tried, margin, has_signs=has_signs)
        if row_length(row) <= width:
            return row
    return [(shortened("".join(text for text, _ in tight), width), FOOT)]


def reward_words(reward: Reward, *, short: bool = False) -> str:
    """Return the reward in words; short ones with an arrow.

    >>> reward_words(Reward(RewardRule.MAY, (Kind("bow"),)))
    'may give bow'
    """
    return "".join(text for text, _ in _parts(reward, short=short))


def _parts(reward: Reward, *, short: bool) -> list[_Part]:
    kinds: list[_Part] = [(safe(kind), kind) for kind in reward.kinds]
    gives: _Part = ("→ " if short else "gives ", None)
    match reward.rule:
        case RewardRule.NONE:
            return [gives, ("nothing", None)]
        case RewardRule.ANY:
            return [gives, ("any" if short else "any one token", None)]
        case RewardRule.MAY:
            return [gives, *kinds, ("?", None)] if short else [("may give ", None), *kinds]
        case RewardRule.MUST | RewardRule.EITHER:
            between: _Part = ("/" if short else " or ", None)
            return [gives, *[part for kind in kinds for part in (between, kind)][1:]]


def _spans(parts: list[_Part], margin: str, *, has_signs: bool) -> Row:
    row: Row = [(margin, FOOT)]
    for text, kind in parts:
        if kind is not None and has_signs:
            row.append((f"{sign_of(kind)} ", f"bold {picture_of(kind).colour}"))
        row.append((text, FOOT))
    row.append((margin, FOOT))
    return [span for span in row if span[0]]
