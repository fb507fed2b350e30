"""The model of a whole resolution: run after run, mission after mission, and its aims (R8, R9)."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

from dtcli.rules.cards import Adventure, Mission, Quest
from dtcli.rules.items import Pile
from dtcli.rules.rulings import GARYNOR, NINTRABASH, ZIGARAT_HO
from dtcli.rules.state import State
from solver.model.arrangement import Arrangement
from solver.model.changes import SkillChanges
from solver.model.dominance import EVERY_ARGUMENT, Dominance
from solver.model.expressions import NO, YES, ZERO, Amount, Lit, Model, opposite
from solver.model.facts import Complete, Facts, Hold
from solver.model.gaps import GapChain
from solver.model.missions import KeptNotes, PossibleQuest, QuestReveal, counts, reveal
from solver.model.order import StoryOrder
from solver.model.skills import HeroSkills, SkillStep
from solver.model.state import ModelState
from solver.model.story_edits import edit
from solver.recorded import Recorded


class Exactness(IntEnum):
    """How exactly the gaps of a run are modelled."""

    ROUGH = 0
    """Skills are used at its end, and the backpack is checked after them."""
    FIRST = 1
    EVERY = 2


ROUGH: Mapping[int, Exactness] = {}
"""No run is exact."""


class ItemRun(NamedTuple):
    """A run of items, the skills used in it, and the mission that ends it, if one does."""

    steps: tuple[SkillStep, ...]
    reveal: QuestReveal | None


class Aims(NamedTuple):
    """What is counted, in the order of preference."""

    won: Lit
    missions: Amount
    skills: Amount
    tokens: Amount
    discards: Amount

    @property
    def weights(self) -> tuple[int, int, int, int, int]:
        """Weights with which each aim outweighs all less important ones."""
        tokens = self.discards.hi + 1
        skills = tokens * (self.tokens.hi + 1)
        missions = skills * (self.skills.hi + 1)
        return missions * (self.missions.hi + 1), missions, -skills, -tokens, -1

    def weigh(self, model: Model) -> Amount:
        """Return all aims as one amount."""
        amounts = (model.amount(self.won), self.missions, self.skills, self.tokens, self.discards)
        return model.sum(amount * weight for amount, weight in zip(amounts, self.weights, strict=True))

    def values(self, model: Model, solution: list[int]) -> tuple[int, ...]:
        """Return the aims in a solution, won as 1 or 0."""
        amounts = (self.missions, self.skills, self.tokens, self.discards)
        return int(model.holds(self.won, solution)), *(model.value(amount, solution) for amount in amounts)

    def total(self, values: Iterable[int]) -> int:
        """Return the weighted sum of values of the aims; a value above the highest counts as the highest."""
        most = (1, self.missions.hi, self.skills.hi, self.tokens.hi, self.discards.hi)
        return sum(weight * min(n, hi) for weight, n, hi in zip(self.weights, values, most, strict=True))

    def missions_within(self, total: int) -> int:
        """Return the most missions that are consistent with a weighted sum."""
        won, missions, *_ = self.weights
        below = total - won if self.won != NO and total > missions * self.missions.hi else total
        return min(self.missions.hi, -(-below // missions))


class Resolution:
    """The model of a resolution from a gap on."""

    def __init__(  # noqa: PLR0913  (what is asked, each by its name)
        self,
        state: State,
        *,
        may_break: bool = False,
        exact_runs: Mapping[int, Exactness] = ROUGH,
        kept: KeptNotes | Recorded | None = None,
        firm: bool = True,
        free_order: bool = False,
        watch: Callable[[], None] | None = None,
        dominance: Dominance = EVERY_ARGUMENT,
    ) -> None:
        """``kept`` binds the decisions at missions; without it all of them are free.

        If it is a whole record, nothing is binding, but decisions that differ from it are counted. Unless the
        game is ``firm``, its facts can be left out. With a ``free_order`` its cards may be moved; then no skill may
        change the story. ``watch`` is called for every variable, and may raise if building takes too long.
        """
        assert state.pending is None
        self.state = state
        self.dominance = dominance
        record = kept if isinstance(kept, Recorded) else None
        self.kept = KeptNotes(kept.notes, may_change=True) if isinstance(kept, Recorded) else kept
        self.model = Model(watch)
        self.facts = Facts(self.model, firm=firm)
        self.now = ModelState(self.model, state, may_break=may_break, facts=self.facts)
        self.hero_skills = HeroSkills(
            self.now, state, may_guess_wrong=record is not None or not dominance.zaria_guesses_right
        )
        self.exact_runs = exact_runs
        self.tokens: list[Amount] = []
        self.discards: list[Amount] = []
        self.missions: list[Lit] = []
        throwers = [skill for skill in self.hero_skills.skills if skill.hero == NINTRABASH]
        movers = [skill for skill in self.hero_skills.skills if skill.hero == ZIGARAT_HO]
        order = Arrangement if free_order else StoryOrder
        self.order = order(
            self.model,
            state.story,
            throwers=len(throwers),
            movers=len(movers),
            appended=len(self.hero_skills.brought_back),
            timed=bool(exact_runs) or record is not None or any(skill.on_loan for skill in throwers + movers),
            begun=state.game.start is not None,
            dominance=dominance,
        )
        self.edits = [edit(self.order, skill, self.order.throws[n]) for n, skill in enumerate(throwers)]
        self.edits += [edit(self.order, skill, self.order.moves(n)) for n, skill in enumerate(movers)]
        self.runs = [self._run(rank) for rank in range(len(self.order.quests) + 1)]
        self.hero_skills.loans += [lit for one in self.edits for lit in one.borrowed.values()]
        self.hero_skills.close()
        self.aims = self._aims()
        self.skill_changes: SkillChanges | None = None
        self.changed: list[Lit] = []
        """For each card and each hero, whether something differs from the record."""
        if record is not None:
            reveals = [run.reveal for run in self.runs if run.reveal is not None]
            self.skill_changes = SkillChanges(self.order, [run.steps for run in self.runs], reveals, self.edits, record)
            self.changed = [one.changed for each in reveals for one in each.resolved]
            self.changed += self.skill_changes.changed(state.unused)

    # --- Building

    def _run(self, rank: int) -> ItemRun:
        order, now, hero_skills = self.order, self.now, self.hero_skills
        arriving = order.arriving(rank)
        steps: list[SkillStep] = []
        allowed = self._card_is_left(rank)
        loans = [(one, one.borrowed[rank]) for one in self.edits if rank in one.borrowed]
        if (hero_skills.timed or loans) and allowed != NO:
            exactness = self.exact_runs.get(rank, Exactness.ROUGH)
            if exactness is Exactness.ROUGH:
                now.pack(arriving)
                steps = [hero_skills.step(allowed=allowed, loans=[lit for _, lit in loans])]
            else:
                chain = GapChain(self.order, hero_skills, rank)
                build = chain.first if exactness is Exactness.FIRST else chain.every
                steps = build(allowed=allowed, loans=loans, survive=lambda: self._survive([]))
            arriving = {}
        now.pack(arriving)
        used = [use.used for step in steps for use in step.uses]
        self._survive(used)
        if rank == len(order.quests):
            return ItemRun(tuple(steps), None)
        now.settle()
        revealed = reveal(now, self._candidates(rank), self.kept)
        self._count(revealed)
        hero_skills.reveal((one.origin, one.failed) for one in revealed.resolved)
        if hero_skills.timed:
            self._survive([])
        return ItemRun(tuple(steps), revealed)

    def _survive(self, used: list[Lit]) -> None:
        """Check the backpack at the end of a run in which these skills are used (B3)."""
        fits = self.now.fits()
        if fits == YES:
            return
        if self.dominance.no_skill_in_a_run_that_breaks:
            for lit in used:
                self.model.implies(lit, fits)
        self.now.alive = self.model.all_of(self.now.alive, fits)

    def _card_is_left(self, rank: int) -> Lit:
        """Return whether a skill may be used in the run before this rank: a card must be unrevealed (H0)."""
        order = self.order
        if rank < len(order.quests) and order.is_laid(order.quests[rank]):
            return YES
        laid = len(order.story)
        if not order.zones and rank == len(order.quests) - order.appended and laid and laid - 1 not in order.quests:
            return YES  # the items behind the last mission
        if order.is_free:
            return YES  # the engine decides
        back = list(self.hero_skills.brought_back)[rank - (len(order.quests) - order.appended) :]
        brought = (self.hero_skills.used[skill] for skill in back)
        return self.model.any_of(*brought, *self._items_left(rank))

    def _items_left(self, rank: int) -> list[Lit]:
        """Return for each kind whether Zigarat Ho may have put an item of it after the mission before this rank."""
        order = self.order
        if not order.zones:
            return []
        all_items, come = order.arrived(len(order.quests)), order.arrived(rank - 1) if rank else {}
        return [self.model.at_least(n - come.get(kind, ZERO), 1) for kind, n in all_items.items()]

    def _candidates(self, rank: int) -> list[PossibleQuest]:
        order, model = self.order, self.model
        candidates = []
        for place, there in order.seated(rank):
            if order.is_laid(place):
                candidates.append(PossibleQuest(place, place, self._quest(place), there))
                continue
            back = list(self.hero_skills.brought_back.values())[place - len(order.story)]
            for origin, lit in back.items():
                candidates.append(PossibleQuest(place, origin, self._quest(origin), model.all_of(there, lit)))
        return candidates

    def _quest(self, place: int) -> Quest:
        quest = self.state.last_failed if place < 0 else self.order.story[place]
        assert isinstance(quest, Mission | Adventure)
        return quest

    def _count(self, revealed: QuestReveal) -> None:
        model = self.model
        for one in revealed.resolved:
            if counts(one):
                self.missions.append(one.completed)
            self.tokens += [model.amount(take) for take in one.offer.takes.values()]
            self.discards += one.discarded.values()

    def forbid(self, solution: list[int], stuck: int, ways_out: Iterable[Lit] = ()) -> None:
        """Exclude every plan that gets stuck in the same run for the same reasons, unless one of ``ways_out`` is true.

        Whether a plan gets past a run depends on the cards revealed up to its end, on those thrown away, and on
        the decisions up to there; a plan that differs in one of these stays possible. Where exactly
        Nintrabash and Zigarat Ho are used, and how they arrange later cards, makes no difference: all possibilities
        have been tried.
        """
        model, order = self.model, self.order
        runs = self.runs[: stuck + 1]
        lits = [lit for lits in order.thrown for lit in lits]
        lits += [lit for row in order.seats[: stuck + 1] for lit in row.values()]
        lits += [lit for one in self.edits for lit in (one.used, *one.borrowed.values())]
        amounts = [n for rank in range(len(runs)) for n in order.arrived(rank).values()]
        uses = [use for run in runs for step in run.steps for use in step.uses]
        for use in uses:
            lits += (use.used, use.borrowed, use.right_guess, *use.take.values())
            amounts += use.remove.values()
        amounts += [n for run in runs for step in run.steps for n in step.tokens.values()]
        if self.skill_changes is not None:
            lits += self.skill_changes.repeated_by([*uses, *self.edits])
        for rank, run in enumerate(runs):
            if run.reveal is None:
                continue
            lits += [one.there for one in run.reveal.resolved]
            if rank == stuck and self.facts.firm:
                continue  # it is not revealed any more
            for one in run.reveal.resolved:
                lits += (one.completed, one.failed, *one.in_full.values(), *one.offer.takes.values())
                amounts += (*one.waived.values(), *one.discarded.values())
                amounts += () if self.facts.firm else one.paid.values()
            amounts += run.reveal.tokens.values()
        if self.now.may_break:  # another plan may break on purpose where this one got stuck
            lits.append(self.now.alive)
            amounts.append(self.aims.missions)
        model.some(*self._different(solution, lits, amounts), *ways_out)

    def _different(self, solution: list[int], lits: Iterable[Lit], amounts: Iterable[Amount]) -> list[Lit]:
        """Return literals of which at least one is true if anything differs from a solution."""
        model = self.model
        different = [lit if not model.holds(lit, solution) else opposite(lit) for lit in dict.fromkeys(lits)]
        for amount in amounts:
            if not amount.is_fixed:
                value = model.value(amount, solution)
                different += (opposite(model.at_least(amount, value)), model.at_least(amount, value + 1))
        return different

    @property
    def skills_used(self) -> list[Lit]:
        """Whether each skill is used at all."""
        return [*self.hero_skills.used.values(), *(one.used for one in self.edits)]

    def _aims(self) -> Aims:
        model, now, state = self.model, self.now, self.state
        game = state.game
        revealed = [run.reveal for run in self.runs if run.reveal is not None]
        to_be_won = sum(isinstance(card, Mission) for card in (*state.story, state.last_failed))
        missions = model.settled(model.total(self.missions), 0, to_be_won)
        takers = sum(skill.hero == GARYNOR for skill in self.hero_skills.skills)
        listed = sum(max((len(one.quest.needs) for one in each.resolved), default=0) for each in revealed)
        won = [now.alive]
        if game.goal is not None:
            won.append(model.at_least(missions, game.goal - state.completed))  # R8
        if game.adventure is not None:  # R9
            if game.adventure.scroll.complete:
                won.append(model.any_of(now.adventure_completed, self.facts.left_out(Complete())))
            for kind, n in Pile.of(*game.adventure.scroll.hold).items():
                enough = model.at_least(now.held[kind], n)
                won.append(model.any_of(enough, self.facts.left_out(Hold(kind))))
        nothing_to_win = game.goal is None and game.adventure is None
        used = self.skills_used
        return Aims(
            NO if nothing_to_win or now.may_break else model.all_of(*won),
            missions,
            model.settled(model.total(used), 0, len(self.hero_skills.skills)),
            model.settled(model.sum((*self.tokens, *self.hero_skills.tokens_taken)), 0, len(revealed) + takers),
            model.settled(model.sum(self.discards), 0, listed),
        )
