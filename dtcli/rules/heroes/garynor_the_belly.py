"""Garynor the Belly exchanges items for a token (H7)."""

from collections.abc import Iterator

from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.rulings import GARYNOR
from dtcli.rules.state import EventKind


def _take_token(draft: Draft, use: UseSkill) -> None:
    assert use.take is not None
    if draft.record_events:
        draft.add_event(EventKind.REWARD_TAKEN, None, (use.take,))
    draft.place_token(use.take)


def _why_no_token(draft: Draft, use: UseSkill) -> str | None:
    if use.take is None or not draft.supply.get(use.take, 0):
        return f"no {use.take} token is left in the supply"
    return None


def _every_token(draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    for kind in draft.game.kinds:
        if draft.supply.get(kind, 0):
            yield use._replace(take=kind)


HERO = Hero(
    id=GARYNOR,
    name="Garynor the Belly",
    ruling="H7",
    text="Remove 1 to 3 items and take 1 token of any kind in supply.",
    removes=(1, 3),
    argument="take",
    act=_take_token,
    why_not=_why_no_token,
    arguments=_every_token,
)
