"""Tonk Redbeer's extra slot, until a mission is completed (H3)."""

from dtcli.rules.cards import Effect
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.items import Kind
from dtcli.rules.rulings import TONK_REDBEER
from dtcli.rules.state import EventKind


def _add_slot(draft: Draft, _use: UseSkill) -> None:
    draft.set_slots(extra=True, effect=draft.effect)


def _why_no_slot(draft: Draft, _use: UseSkill) -> str | None:
    if draft.extra_slot or draft.effect is Effect.EXTRA_SLOT:  # H3, X1: it would do nothing
        return "the backpack has an extra slot already, and two never add up"
    return None


def _end_slot(draft: Draft) -> None:
    """Take the extra slot away; the backpack breaks if more slots are filled then."""
    if draft.extra_slot:
        draft.set_slots(extra=False, effect=draft.effect)
        if draft.record_events:
            draft.add_event(EventKind.EXTRA_SLOT_GONE)
        draft.break_if_overfull()


HERO = Hero(
    id=TONK_REDBEER,
    name="Tonk Redbeer",
    ruling="H3",
    text="Remove 1 torch: the backpack has one slot more until a mission is completed.",
    cost=(Kind("torch"),),
    act=_add_slot,
    why_not=_why_no_slot,
    end_on_completion=_end_slot,
)
