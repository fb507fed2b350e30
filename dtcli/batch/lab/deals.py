"""The deals of an experiment: deal number i of a seed has the seed word ``SEED-i``, which `dtcli play` also takes."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from dtcli.batch.run import MadeInputs
from dtcli.formats.json.text import compact
from dtcli.formats.sources.raw_inputs import RawInput
from dtcli.rules.cards import Adventure
from dtcli.rules.scenarios import Scenario


class LabDeal(NamedTuple):
    """A deal by its seed word, of a scenario or of an adventure; for experiments with bots also the bot."""

    scenario: str | None
    adventure: str | None
    seed: str
    bot: str | None = None

    @classmethod
    def of(cls, raw: RawInput) -> "LabDeal":
        """Return the deal of an input."""
        return cls(**json.loads(raw.content))

    @property
    def group(self) -> str:
        """What the summary counts together: the scenario or adventure, and the bot."""
        name = self.scenario or self.adventure or ""
        return name if self.bot is None else f"{name} {self.bot}"

    def raw(self) -> RawInput:
        """Return the deal as an input."""
        return RawInput(f"{self.group} {self.seed}", compact(self._asdict()).encode())


def deal_word(seed: str, number: int) -> str:
    """Return the seed word of a deal, counted from 1."""
    return f"{seed}-{number}"


def deals_of(
    settings: tuple[Scenario | Adventure, ...], seed: str, deals: int, bots: tuple[str | None, ...] = (None,)
) -> MadeInputs:
    """Return the deals of each scenario or adventure in turn, each for every bot."""

    def make() -> Iterator[RawInput]:
        for setting in settings:
            is_scenario = isinstance(setting, Scenario)
            scenario, adventure = (setting.id, None) if is_scenario else (None, setting.id)
            for number in range(1, deals + 1):
                for bot in bots:
                    yield LabDeal(scenario, adventure, deal_word(seed, number), bot).raw()

    origin = (*(setting.id for setting in settings), *filter(None, bots), seed, str(deals))
    return MadeInputs(len(settings) * deals * len(bots), make, origin)
