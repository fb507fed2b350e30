"""The fewest cards to move so that a game can be won, and then the fewest changed decisions.

If too few cards may be moved, the model has no solution. So it is solved with one card, with two, and so on. The story
that it finds is repaired like any other.
"""

from collections.abc import Iterable
from typing import NamedTuple

from dtcli.rules.cards import Card
from dtcli.rules.resolution import start
from dtcli.rules.rulings import NINTRABASH, ZIGARAT_HO
from dtcli.rules.state import Game, State
from solver.limits import OutOfLimits
from solver.model.arrangement import Arrangement
from solver.model.resolution import Resolution
from solver.preference import most_missions
from solver.recorded import Places, Recorded, RecordedUse
from solver.search import Search
from solver.studies.fewest_changes import NOT_REPAIRED, RepairedLine, is_good, must_win, repair_line

EDITORS = (NINTRABASH, ZIGARAT_HO)
"""Heroes whose skills are not used in a rearranged story."""


class Rearranged(NamedTuple):
    """A story with some cards moved, and the line that wins it."""

    order: Places | None
    """The places of the cards in their new order; None if no order was found."""
    moved: Places
    """The places of the cards that are moved."""
    start: State | None
    record: Recorded
    """The record, by the new places."""
    repaired_line: RepairedLine
    fewest: int
    """With fewer moved cards the game cannot be won."""
    proved: bool


class Rearranger:
    """Searches for an order of the story that can be won, with more and more cards moved."""

    def __init__(self, game: Game, record: Recorded, search: Search) -> None:
        self.game = game.with_changes(heroes=tuple(hero for hero in game.heroes if hero not in EDITORS))
        self.search = search
        uses = {hero: use for hero, use in record.uses.items() if (use.use.borrowed or use.use.hero) not in EDITORS}
        self.record = record._replace(uses=uses)
        self.tried: list[tuple[tuple[Card, ...], Recorded]] = []
        self.best = Rearranged(None, (), None, self.record, NOT_REPAIRED, 1, proved=False)

    def rearranged(self) -> Rearranged:
        """Return a story that can be won with the fewest cards moved, and of those one with the fewest changes."""
        missions = most_missions(start(self.game))
        if missions < (self.game.goal or 0):
            return self.best._replace(proved=True)
        for cards in range(1, len(self.game.story) + 1):
            self.best = self.best._replace(fewest=cards)
            try:
                ended = self._with(cards)
            except OutOfLimits:
                ended = False
            except KeyboardInterrupt:  # while a model was built
                self.search.runner.interrupted, ended = True, False
            if not ended or self.best.order is not None:
                return self.best._replace(proved=ended and self.best.repaired_line.proved)
        return self.best._replace(proved=True)

    def _with(self, cards: int) -> bool:
        """Search for a story with that many cards moved; return whether the search was completed."""
        watch = self.search.runner.check_time
        resolution = Resolution(start(self.game), kept=self.record, free_order=True, watch=watch)
        model, order = resolution.model, resolution.order
        assert isinstance(order, Arrangement)
        must_win(resolution)
        changed = model.total(resolution.changed)
        model.between(model.total(order.moved), cards, cards)
        model.maximize(changed * -1)
        while True:
            solved = self.search.runner.solve(model)
            if solved.solution is None or not solved.ended:
                return solved.ended
            promised = model.value(changed, solved.solution)
            moved = tuple(place for place, lit in enumerate(order.moved) if model.holds(lit, solved.solution))
            if not self._try_all(order.arranged(solved.solution), moved, promised):
                return False
            if self.best.order is not None:
                if len(self.best.repaired_line.changes) <= promised:
                    return True
                model.between(changed, 0, len(self.best.repaired_line.changes) - 1)
            order.forbid(solved.solution)

    def _try_all(self, orders: Iterable[Places], moved: Places, promised: int) -> bool:
        """Repair the story in these orders until one has as few changes as promised; return whether all is proved."""
        for order in orders:
            if not self._try(order, moved):
                return False
            as_promised = self.best.order is not None and len(self.best.repaired_line.changes) <= promised
            if as_promised or not start(self.game).unused:  # without skills only the runs matter
                break
        return True

    def _try(self, order: Places, moved: Places) -> bool:
        """Repair the story in this order, and keep it if that takes fewer changes; return whether all is proved."""
        opening = start(self.game.with_changes(story=tuple(self.game.story[place] for place in order)))
        record = at_new_places(self.record, order)
        if (opening.story, record) in self.tried:  # with another copy of the same item moved
            return True
        self.tried.append((opening.story, record))
        found = self.search.line(opening)
        if not is_good(found.outcome):
            return found.proved
        repaired_line = repair_line(opening, record, self.search.runner, found)
        if self.best.order is None or len(repaired_line.changes) < len(self.best.repaired_line.changes):
            self.best = self.best._replace(
                order=order, moved=moved, start=opening, record=record, repaired_line=repaired_line
            )
        return repaired_line.proved


def at_new_places(record: Recorded, order: Places) -> Recorded:
    """Return the record, by the places that the cards have in a new order."""
    new = {place: at for at, place in enumerate(order)}

    def placed(use: RecordedUse) -> RecordedUse:
        return use._replace(before=new.get(use.before, use.before), seen=tuple(new.get(at, at) for at in use.seen))

    return Recorded(
        {new.get(place, place): note for place, note in record.notes.items()},
        {hero: placed(use) for hero, use in record.uses.items()},
    )
