"""Changes of a story by slips: which cards may have been meant, and whether the story with them is legal."""

from collections.abc import Iterable, Mapping

from dtcli.rules.cards import Card, Item, Mission
from dtcli.rules.legality import violations
from dtcli.rules.scenarios import Scenario
from solver.studies.nearest_reading.written_record import WrittenRecord

Changes = tuple[tuple[str, int], ...]
"""How many more copies of each card the story has without the slips, sorted."""


class StoryChanges:
    """The changes of the story of one record."""

    def __init__(self, record: WrittenRecord, scenario: Scenario | None, missions: Mapping[str, Mission]) -> None:
        self.game, self.cards, self.scenario = record.game, record.cards, scenario
        self.kinds = tuple(record.game.kinds)
        laid = {card.id or card.title for card in record.game.story if isinstance(card, Mission)}
        self.others = [
            mission
            for name, mission in missions.items()
            if name not in laid
            and not violations([mission], self.game.kinds, scenario, self.game.adventure, begun=True)
        ]
        """The missions that a mission may have been mistaken for."""
        self._legal: dict[Changes, int] = {}
        self._changes: dict[tuple[Changes, Card, int], Changes] = {}

    def alike(self, card: Card) -> Iterable[Card]:
        """Return the cards that this one may have been typed for."""
        if isinstance(card, Item):
            return [Item(kind) for kind in self.kinds if kind != card.kind]
        return self.others if isinstance(card, Mission) and card.id else ()

    def changed(self, changes: Changes, card: Card, n: int) -> Changes:
        """Return the changes with so many copies of a card more or fewer."""
        key = (changes, card, n)
        known = self._changes.get(key)
        if known is None:
            counts = dict(changes)
            name = card_name(card)
            counts[name] = counts.get(name, 0) + n
            if not counts[name]:
                del counts[name]
            known = self._changes[key] = tuple(sorted(counts.items()))
        return known

    def exchanged(self, changes: Changes, card: Card, other: Card) -> Changes:
        """Return the changes with another card in place of a card."""
        return self.changed(self.changed(changes, card, -1), other, 1)

    def is_legal(self, changes: Changes) -> bool:
        """Return whether the story with these changes is legal; where the order matters, the caller checks again."""
        return not self.objections(changes)

    def objections(self, changes: Changes) -> int:
        """Return how many rules the story with these changes breaks."""
        known = self._legal.get(changes)
        if known is None:
            story = [one.card for one in self.cards]
            for name, n in changes:
                card: Card
                if name in self.game.kinds:
                    card = Item(name)  # type: ignore[arg-type]
                else:
                    card = next(
                        one for one in (*self.others, *story) if not isinstance(one, Item) and card_name(one) == name
                    )
                story += [card] * n
                for _ in range(-n):
                    story.remove(card)
            found = violations(story, self.game.kinds, self.scenario, self.game.adventure, begun=True)
            known = self._legal[changes] = len(found)
        return known

    def allows_more(self, one: Changes, other: Changes) -> bool:
        """Return whether a story with the first changes stays legal wherever one with the second does."""
        if one == other:
            return True
        if self.game.adventure is not None:
            return False
        mine, theirs = dict(one), dict(other)
        return all(mine.get(name, 0) <= theirs.get(name, 0) for name in mine.keys() | theirs.keys())


def card_name(card: Card) -> str:
    """Return the kind of an item, or the id or title of a mission or an adventure."""
    return card.kind if isinstance(card, Item) else card.id or card.title
