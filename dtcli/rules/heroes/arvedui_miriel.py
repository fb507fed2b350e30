"""Arvedui Miriel brings the mission that failed last back into the story (H4)."""

from dtcli.rules.cards import Mission
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.items import Kind
from dtcli.rules.rulings import ARVEDUI_MIRIEL
from dtcli.rules.state import EventKind


def _bring_back(draft: Draft, _use: UseSkill) -> None:
    quest = draft.last_failed
    assert quest is not None
    draft.story = (*draft.story, quest)
    draft.last_failed = None
    if draft.failed and isinstance(quest, Mission):  # X8; a failure from before the start was never counted
        draft.failed -= 1
    if draft.record_events:
        draft.add_event(EventKind.MISSION_BROUGHT_BACK, quest)


def _why_not_bring_back(draft: Draft, _use: UseSkill) -> str | None:
    if draft.last_failed is None:
        return "no failed mission lies in the discard pile to be brought back"
    return None


HERO = Hero(
    id=ARVEDUI_MIRIEL,
    name="Arvedui Miriel",
    ruling="H4",
    text="Remove 1 gold: the mission that failed last goes to the bottom of the story.",
    cost=(Kind("gold"),),
    act=_bring_back,
    why_not=_why_not_bring_back,
)
