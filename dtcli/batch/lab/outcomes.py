"""The outcomes of deals, as the counts of a run keep them, and the groups that a summary compares."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dtcli.batch.summary import Proportion

WINNABLE, NOT_WINNABLE, UNKNOWN = "winnable", "not-winnable", "unknown"
CLASSES = (WINNABLE, NOT_WINNABLE, UNKNOWN)


class DealOutcome(NamedTuple):
    """What a summary counts of one deal."""

    group: str
    status: str
    par: int | None
    bound: int | None
    missions: int | None

    def text(self) -> str:
        """Return the outcome as the key of a count."""
        return "\t".join("" if value is None else str(value) for value in self)

    @classmethod
    def parsed(cls, text: str) -> "DealOutcome":
        """Return the outcome of a key."""
        group, status, *numbers = text.split("\t")
        par, bound, missions = (int(number) if number else None for number in numbers)
        return cls(group, status, par, bound, missions)


class Spread(NamedTuple):
    """The smallest number, the quartiles and the largest; quartiles are numbers that occur (nearest rank)."""

    least: int
    lower: int
    median: int
    upper: int
    most: int

    @classmethod
    def of(cls, numbers: Counter[int]) -> "Spread | None":
        """Return the spread of numbers that are counted; None if there are none.

        >>> Spread.of(Counter([7, 3, 9, 4]))
        Spread(least=3, lower=3, median=4, upper=7, most=9)
        """
        listed = sorted(numbers.elements())
        if not listed:
            return None
        lower, median, upper = (listed[-(-len(listed) * quarter // 4) - 1] for quarter in (1, 2, 3))
        return cls(listed[0], lower, median, upper, listed[-1])


class LabGroup(NamedTuple):
    """The outcomes of the deals of one scenario or adventure, and of one bot."""

    name: str
    outcomes: Mapping[DealOutcome, int]

    @property
    def deals(self) -> int:
        """How many deals were judged."""
        return sum(self.outcomes.values())

    def total(self, status: str) -> int:
        """Return how many deals have this status."""
        return sum(n for one, n in self.outcomes.items() if one.status == status)

    def interval(self, status: str) -> tuple[float, float]:
        """Return the 95 % interval of a rate; deals that are not known may be of this class or not."""
        surest, most = self.total(status), self.total(status) + self.total(UNKNOWN)
        low, high = Proportion(surest, self.deals).interval, Proportion(most, self.deals).interval
        assert low is not None
        assert high is not None
        return low[0], high[1]

    @property
    def proved(self) -> int:
        """How many deals have a proved par, or are proved not to have one."""
        proved = sum(n for one, n in self.outcomes.items() if one.par is not None and one.par == one.bound)
        return proved + self.total(NOT_WINNABLE)

    def pars(self) -> Counter[int]:
        """Return how often each number of deeds is the best that was found."""
        return _counted((one.par, n) for one, n in self.outcomes.items())

    def bounds(self) -> Counter[int]:
        """Return how often each number of deeds is the bound of a deal that can be won."""
        return _counted((one.bound, n) for one, n in self.outcomes.items() if one.par is not None)

    def missions(self) -> Counter[int]:
        """Return how often each number of missions was completed."""
        return _counted((one.missions, n) for one, n in self.outcomes.items())


def _counted(pairs: Iterable[tuple[int | None, int]]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for number, n in pairs:
        if number is not None:
            counts[number] += n
    return counts


def groups_of(counts: Mapping[str, int]) -> list[LabGroup]:
    """Return the groups of a run, in the order in which they came."""
    found: dict[str, dict[DealOutcome, int]] = {}
    for text, n in counts.items():
        outcome = DealOutcome.parsed(text)
        found.setdefault(outcome.group, {})[outcome] = n
    return [LabGroup(name, outcomes) for name, outcomes in found.items()]
