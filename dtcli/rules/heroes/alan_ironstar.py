"""Alan Ironstar completes the next mission (H10)."""

from dtcli.rules.cards import Quest
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import NO_HELP, Hero, MissionHelp
from dtcli.rules.items import Kind
from dtcli.rules.rulings import ALAN


def _solve(draft: Draft, _use: UseSkill) -> None:
    draft.solved = True


def _end_solving(draft: Draft, _quest: Quest) -> MissionHelp:
    """Return that this mission is solved, if the skill was waiting for it (H11)."""
    if not draft.solved:
        return NO_HELP
    draft.solved = False
    return MissionHelp(solved=True)


HERO = Hero(
    id=ALAN,
    name="Alan Ironstar",
    ruling="H10",
    text="Remove 2 swords: the next mission is completed and nothing is paid.",
    cost=(Kind("sword"), Kind("sword")),
    act=_solve,
    end_on_reveal=_end_solving,
)
