"""Tragurk's waiver: the next mission needs fewer items (H5)."""

from dtcli.rules.cards import Quest
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import NO_HELP, Hero, MissionHelp
from dtcli.rules.rulings import TRAGURK


def _waive(draft: Draft, use: UseSkill) -> None:
    draft.waiver += len(use.remove)


def _end_waiver(draft: Draft, _quest: Quest) -> MissionHelp:
    """Return the waiver, which ends with this mission (H11); what is waived is chosen when the mission is paid."""
    if not draft.waiver:
        return NO_HELP
    waiver, draft.waiver = draft.waiver, 0
    return MissionHelp(waiver=waiver)


HERO = Hero(
    id=TRAGURK,
    name="Tragurk",
    ruling="H5",
    text="Remove 1 or 2 items: the next mission needs that many fewer.",
    removes=(1, 2),
    act=_waive,
    end_on_reveal=_end_waiver,
)
