"""The campaign: which scenarios may be played now, which games count, and what comes next (S2)."""

from typing import NamedTuple

from dtcli.rules.scenarios import Scenario


class CampaignStep(NamedTuple):
    """What may be played now, and how often the campaign has been won. ``choices`` has the preferred one first."""

    choices: tuple[str, ...]
    extended: bool = False
    campaigns_won: int = 0

    def counts(self, scenario: str, *, extended: bool) -> bool:
        """Return whether a game of this scenario counts for the campaign now."""
        return scenario in self.choices and extended == self.extended


FIRST_STEP = CampaignStep(choices=("level-1",))


def next_step(step: CampaignStep, played: Scenario, *, won: bool) -> CampaignStep:
    """Return what may be played after this game of a campaign; raise ``ValueError`` if it could not be played now.

    A win at the last level wins the campaign, which may then be played again in Extended play.
    """
    if played.id not in step.choices:
        msg = f"{played.id} cannot be played now, only {' or '.join(step.choices)}"
        raise ValueError(msg)
    if won and played.ends_campaign:
        return CampaignStep(FIRST_STEP.choices, extended=True, campaigns_won=step.campaigns_won + 1)
    return CampaignStep(played.won if won else played.lost, step.extended, step.campaigns_won)
