"""The work of the lab that has bots play deals. It does not load OR-Tools."""

from dataclasses import dataclass
from typing import Any, ClassVar

from dtcli.batch.fields import Field, FieldType
from dtcli.batch.lab.deals import LabDeal
from dtcli.batch.work.lab import DealFinding, DealWork, JudgedDeal
from dtcli.rules.score import Status, status_of
from dtcli.rules.table import Table
from solver.bots.five_minutes import BOTS
from solver.bots.playing import play_game
from solver.par.open_deal import OpenDeal


@dataclass(frozen=True)
class BotWork(DealWork):
    """How bots fare."""

    name: ClassVar[str] = "lab bots"
    statuses: ClassVar[tuple[str, ...]] = (Status.WON.value, Status.LOST.value, Status.BROKEN.value)
    per_task: ClassVar[int] = 20
    fields: ClassVar[tuple[Field, ...]] = (*DealWork.fields, Field("bot"), Field("deeds", FieldType.INTEGER))

    def find(self, dealt: OpenDeal, deal: LabDeal) -> DealFinding:
        """Return the result of the bot's game."""
        table = Table(hands=(dealt.hand,), deck=dealt.deck, hand_size=len(dealt.hand))
        assert deal.bot is not None
        played = play_game(BOTS[deal.bot], table, dealt.game, deal.seed)
        return DealFinding(status_of(played.state).value, played.state.completed, deeds=played.laid.deeds)

    def record(self, verdict: JudgedDeal) -> dict[str, Any]:
        """Return the verdict as JSON has it."""
        return {**super().record(verdict), "bot": verdict.deal.bot, "deeds": verdict.found.deeds}
