"""Skills that work on the backpack: Tonk Redbeer, Garynor the Belly, Fylee Stepshadow."""

from collections.abc import Iterator

from dtcli.rules.cards import Effect
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.items import Kind
from dtcli.rules.rulings import FYLEE, GARYNOR, TONK_REDBEER
from dtcli.rules.state import What


def _add_slot(draft: Draft, _use: UseSkill) -> None:
    draft.set_slots(extra=True, effect=draft.effect)


def _why_no_slot(draft: Draft, _use: UseSkill) -> str | None:
    if draft.extra_slot or draft.effect is Effect.EXTRA_SLOT:  # H3, X1: it would do nothing
        return "the backpack has an extra slot already, and two never add up"
    return None


TONK = Hero(
    id=TONK_REDBEER,
    name="Tonk Redbeer",
    ruling="H3",
    text="Remove 1 torch: the backpack has one slot more until a mission is completed.",
    cost=(Kind("torch"),),
    act=_add_slot,
    why_not=_why_no_slot,
)


def _exchange(draft: Draft, use: UseSkill) -> None:
    assert use.take is not None
    if draft.loud:
        draft.tell(What.REWARD_TAKEN, None, (use.take,))
    draft.place_token(use.take)


def _why_no_exchange(draft: Draft, use: UseSkill) -> str | None:
    if use.take is None or not draft.supply.get(use.take, 0):
        return f"no {use.take} token is left in the supply"
    return None


def _every_token(draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    for kind in draft.game.kinds:
        if draft.supply.get(kind, 0):
            yield use._replace(take=kind)


THE_BELLY = Hero(
    id=GARYNOR,
    name="Garynor the Belly",
    ruling="H7",
    text="Remove 1 to 3 items and take 1 token of any kind in supply.",
    removes=(1, 3),
    argument="take",
    act=_exchange,
    why_not=_why_no_exchange,
    arguments=_every_token,
)


def _nothing_more(_draft: Draft, _use: UseSkill) -> None:
    """Do nothing: removing the tokens is the whole skill."""


STEPSHADOW = Hero(
    id=FYLEE,
    name="Fylee Stepshadow",
    ruling="H9",
    text="Remove 1 to 5 reward tokens from the backpack, out of the game.",
    removes=(1, 5),
    tokens_only=True,
    act=_nothing_more,
)
