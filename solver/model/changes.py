"""Whether each skill is used as recorded (``recorded.changes`` defines what counts as a change).

The model may count a use as unchanged that is not exactly the same, in another gap of the same run for instance. The
search executes such uses exactly as recorded, and rejects the plan if that is impossible.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from dtcli.rules.cards import Item
from dtcli.rules.items import Kind
from dtcli.rules.rulings import NINTRABASH, ROS_THANIR, ZARIA, HeroId
from solver.model.arrangement import Arrangement
from solver.model.expressions import NO, YES, ZERO, Lit, Model, opposite
from solver.model.missions import QuestReveal
from solver.model.order import StoryOrder
from solver.model.skills import PossibleUse, SkillStep
from solver.model.story_edits import StoryEdit
from solver.recorded import Recorded, RecordedUse


class RepeatedUse(NamedTuple):
    """A use of a skill, and the literal that is true if it is as recorded."""

    made: PossibleUse | StoryEdit
    recorded: RecordedUse
    lit: Lit


class SkillChanges:
    """For each hero, whether the skill is used differently from the record."""

    def __init__(
        self,
        order: StoryOrder,
        steps: Sequence[Sequence[SkillStep]],
        reveals: Sequence[QuestReveal],
        edits: Sequence[StoryEdit],
        record: Recorded,
    ) -> None:
        """Take the skill steps of each run and the missions at the ends of runs."""
        self.order = order
        self.model: Model = order.model
        self.steps = steps
        self.reveals = reveals
        self.edits = edits
        self.record = record
        self.repeated: list[RepeatedUse] = []

    def changed(self, heroes: Iterable[HeroId]) -> list[Lit]:
        """Return for each of these heroes whether the use of the skill is changed."""
        return [self._changed(hero) for hero in heroes]

    def again(self, made: PossibleUse | StoryEdit) -> RepeatedUse | None:
        """Return the literal that says whether this use is the recorded one, if it may be."""
        return next((one for one in self.repeated if one.made is made), None)

    def repeated_by(self, made: Iterable[PossibleUse | StoryEdit]) -> list[Lit]:
        """Return the literals of those of these uses that may be the recorded one."""
        return [one.lit for use in made if (one := self.again(use)) is not None]

    def _changed(self, hero: HeroId) -> Lit:
        model, recorded = self.model, self.record.uses.get(hero)
        uses = list(self._uses(hero))
        if recorded is None:
            return model.any_of(*(lit for _, _, lit in uses))
        acting = recorded.use.borrowed or recorded.use.hero
        for run, made, lit in uses:
            if made.skill.hero == acting and (there := self._may_be_in(run, recorded)) != NO:
                again = model.choice()
                model.implies(again, lit, there)
                self._demand(run, made, recorded, again)
                self.repeated.append(RepeatedUse(made, recorded, again))
        return opposite(model.any_of(*(one.lit for one in self.repeated if one.recorded is recorded)))

    def _uses(self, hero: HeroId) -> Iterator[tuple[int | None, PossibleUse | StoryEdit, Lit]]:
        """Yield the uses of a hero's own skill, or the loans of Ro's Thanir: the run, the use, and its literal."""
        model, lent = self.model, hero == ROS_THANIR
        for run, steps in enumerate(self.steps):
            for use in (use for step in steps for use in step.uses):
                if lent:
                    if use.borrowed != NO:
                        yield run, use, use.borrowed
                elif use.skill.hero == hero and use.skill.by_owner:
                    yield run, use, model.all_of(use.used, opposite(use.borrowed))
        for edit in self.edits:
            on_loan = model.any_of(*edit.borrowed.values())
            if lent:
                yield None, edit, on_loan
            elif edit.skill.hero == hero and edit.skill.by_owner:
                yield None, edit, model.all_of(edit.used, opposite(on_loan))

    def _may_be_in(self, run: int | None, recorded: RecordedUse) -> Lit:
        """Return whether the gap of a recorded use may lie in a run: the run of its card, or where that is moved."""
        model, order, before = self.model, self.order, recorded.before
        if run is None:
            return YES
        if isinstance(order, Arrangement):
            return order.may_come_in(before, run)
        here = run == order.run_of(before)
        moved = model.any_of(*(zone.used for zone in order.zones))
        if len(order.movers) > 1:
            return YES if here else moved
        if before in order.quests:
            seats = order.seats[run] if run < len(order.seats) else {}
            in_time = [opposite(moved), *(zone.starts.get(before, NO) for zone in order.zones)] if here else []
            return model.any_of(seats.get(before, NO), *in_time)
        return YES if here else self._may_be_moved(before, run)

    def _may_be_moved(self, place: int, run: int) -> Lit:
        """Return whether Zigarat Ho may have moved an item into a run."""
        model, order = self.model, self.order
        card = order.story[place]
        assert isinstance(card, Item)
        before = order.arrived(run - 1)[card.kind] if run else ZERO
        comes = model.at_least(model.sum((order.arrived(run)[card.kind], before * -1)), 1)
        covered = model.any_of(*(zone.covers(place, place) for zone in order.zones))
        return model.all_of(covered, model.any_of(comes, order.gone[place]))

    # --- When a use is as recorded

    def _demand(self, run: int | None, made: PossibleUse | StoryEdit, recorded: RecordedUse, again: Lit) -> None:
        if isinstance(made, PossibleUse):
            assert run is not None
            self._demand_use(run, made, recorded, again)
        elif made.skill.hero == NINTRABASH:
            thrower = [edit for edit in self.edits if edit.skill.hero == NINTRABASH].index(made)
            for place, lit in enumerate(self.order.thrown[thrower]):
                self.model.implies(again, lit if place in recorded.thrown else opposite(lit))
        else:
            others = (opposite(edit.used) for edit in self.edits if edit is not made)
            self._demand_order(recorded, self.model.all_of(again, *others))
            if len(self.order.movers) == 1:
                self._demand_order_of_the_rest(recorded, again)

    def _demand_use(self, run: int, made: PossibleUse, recorded: RecordedUse, again: Lit) -> None:
        model, use = self.model, recorded.use
        for kind in dict.fromkeys((*use.remove, *made.remove)):
            model.between(made.remove.get(kind, ZERO), use.remove.count(kind), use.remove.count(kind), again)
        if use.take is not None:
            model.implies(again, made.take.get(use.take, NO))
        if made.skill.hero == ZARIA:
            right = self._is_right(use.guess, run)
            model.some(opposite(again), opposite(right), made.right_guess)
            model.some(opposite(again), right, opposite(made.right_guess))

    def _is_right(self, guess: Kind | None, run: int) -> Lit:
        """Return whether the next mission that is revealed after a gap of this run lists the item (H8)."""
        model, right, waiting = self.model, list[Lit](), YES
        for reveal in self.reveals[run:]:
            right += (model.all_of(waiting, one.there) for one in reveal.resolved if guess in one.quest.listed)
            waiting = model.all_of(waiting, *(opposite(one.there) for one in reveal.resolved))
        return model.any_of(*right)

    def _demand_order(self, recorded: RecordedUse, again: Lit) -> None:
        """Require the order that Zigarat Ho gave the cards, if no other skill changes it."""
        model, order = self.model, self.order
        first = recorded.before
        laid = sorted(place for place in recorded.seen if order.is_laid(place))
        behind = first + len(laid)
        if laid != list(range(first, behind)):  # another skill had changed the story before
            model.some(opposite(again))
            return
        if laid != sorted(recorded.seen):
            return
        places = [*range(first), *recorded.order, *range(behind, order.size)]
        came: dict[Kind, int] = dict.fromkeys(order.kinds, 0)
        rank = 0
        for place in places:
            card = order.story[place] if order.is_laid(place) else None
            if isinstance(card, Item):
                came[card.kind] += 1
                continue
            model.implies(again, order.seats[rank].get(place, NO))
            for kind, n in order.arrived(rank).items():
                model.between(n, came[kind], came[kind], again)
            rank += 1

    def _demand_order_of_the_rest(self, recorded: RecordedUse, again: Lit) -> None:
        """Require the order that Zigarat Ho gave to those cards that Nintrabash does not throw away.

        Cards between those that he saw had been thrown away. After him only Nintrabash can act, so the missions come
        in his order, and before each come the items before his cards and those that he put before it.
        """
        model, order = self.model, self.order
        (zone,) = order.movers
        model.implies(again, zone.starts.get(recorded.before, NO))
        if not all(map(order.is_laid, recorded.seen)):
            return
        for place in range(recorded.before, max(recorded.seen) + 1):
            if place not in recorded.seen:
                model.implies(again, order.gone[place])
        for n, place in enumerate(recorded.order):
            if place not in order.quests:
                continue
            before = recorded.order[:n]
            for rank, seats in enumerate(order.seats):
                here = model.all_of(again, seats.get(place, NO), opposite(order.gone[place]))
                if here == NO:
                    continue
                for kind, came in order.arrived(rank).items():
                    lying = [opposite(order.gone[at]) for at in before if order.story[at] == Item(kind)]
                    due = order.count_before(kind, recorded.before) + model.total(lying)
                    model.between(came - due, 0, 0, here)
                for at, row in product(before, order.seats[rank + 1 :]):
                    model.some(opposite(here), opposite(row.get(at, NO)), order.gone[at])
