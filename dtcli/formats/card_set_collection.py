"""Missions that replays write out, gathered by title."""

from collections.abc import Iterable

from dtcli.english import and_list
from dtcli.formats.names import Names, folded
from dtcli.formats.problems import quoted
from dtcli.rules.cards import Card, Mission


class Collection:
    """The written-out missions of many replays, each title once."""

    def __init__(self, known: Names | None = None, *, named: bool = False) -> None:
        self.left_out: dict[str, Mission] = {}
        """Missions by id that replays name from their own card set, unless these are collected, too."""
        self._takes_named = named
        self.conflicts: list[str] = []
        """Titles that were written out in different ways."""
        self._found: dict[str, tuple[Mission, str]] = {}
        self._known = {folded(one.title): one for one in known.cards.missions.values()} if known else {}

    @property
    def missions(self) -> list[Mission]:
        """The new missions, in the order in which they were found."""
        return [mission for mission, _ in self._found.values()]

    def add(self, story: Iterable[Card], file: str) -> None:
        """Add the missions of a story; ``file`` is named in conflicts."""
        for card in story:
            if not isinstance(card, Mission):
                continue
            if card.id and not self._takes_named:
                if folded(card.title) not in self._known:
                    self.left_out.setdefault(card.id, card)
                continue
            title = folded(card.title)
            earlier, where = (self._known[title], "the card set") if title in self._known else (None, "")
            if earlier is None:
                earlier, where = self._found.setdefault(title, (card, file))
            if not _is_same(earlier, card):
                self._report(card, file, earlier, where)

    def _report(self, card: Mission, file: str, earlier: Mission, where: str) -> None:
        conflict = f"{quoted(card.title)} is {_text(card)} in {file}, but {_text(earlier)} in {where}"
        if conflict not in self.conflicts:
            self.conflicts.append(conflict)


def _is_same(one: Mission, other: Mission) -> bool:
    return sorted(one.needs) == sorted(other.needs) and one.reward == other.reward


def _text(mission: Mission) -> str:
    reward = "no reward" if mission.reward.is_nothing else str(mission.reward)
    return f"{and_list(mission.needs)} -> {reward}"
