"""Par of a deal as a replay keeps it, under the key ``_par``: a key of the user's own, which every command keeps."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

PAR_KEY = "_par"


class KeptPar(NamedTuple):
    """The fewest deeds after which the goal of a deal can be reached with all cards known, as far as they are known."""

    deeds: int | None
    """The fewest deeds that are known to be enough; None if no line of play is known."""
    bound: int | None
    """Fewer deeds are not enough; None if no number of deeds is."""
    goal: int

    @property
    def is_proved(self) -> bool:
        """Whether par is known, or it is known that the goal cannot be reached."""
        return self.bound is None or self.deeds == self.bound

    @property
    def is_impossible(self) -> bool:
        """Whether the goal cannot be reached."""
        return self.bound is None

    def or_fewer(self, deeds: int) -> Self:
        """Return par when a game has reached the goal after so many deeds."""
        return self._replace(deeds=deeds if self.deeds is None else min(self.deeds, deeds))

    def as_json(self) -> dict[str, int | None]:
        """Return the entry for a replay."""
        return self._asdict()

    @classmethod
    def of(cls, replay: Mapping[str, Any] | None, goal: int | None) -> Self | None:
        """Return what a replay keeps about this goal; None if that is nothing, or not what dtcli writes.

        >>> KeptPar.of({"_par": {"deeds": 38, "bound": 36, "goal": 10}}, 10)
        KeptPar(deeds=38, bound=36, goal=10)
        >>> KeptPar.of({"_par": {"deeds": 36, "bound": 38, "goal": 10}}, 10) is None
        True
        """
        entry = None if replay is None else replay.get(PAR_KEY)
        if not isinstance(entry, dict) or set(entry) != set(cls._fields) or type(entry["goal"]) is not int:
            return None
        deeds, bound = entry["deeds"], entry["bound"]
        if goal is None or entry["goal"] != goal or not all(one is None or type(one) is int for one in (deeds, bound)):
            return None
        if deeds is not None and (bound is None or not 0 <= bound <= deeds):
            return None
        return cls(deeds, bound, goal)
