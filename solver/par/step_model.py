"""The model of the lines of play with at most N deeds that reach an aim, and the plan that a solution means."""

from collections.abc import Callable

from dtcli.rules.cards import Adventure, Mission
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import ROS_THANIR, ZIGARAT_HO
from solver.model.expressions import MANY, NO, ZERO, Amount, Lit, Model
from solver.par.model.backpack_counts import BackpackCounts, add_counts, add_token_counts
from solver.par.model.events import Events
from solver.par.model.quests import Help, add_quests
from solver.par.model.rewards import add_rewards, open_gains
from solver.par.model.skills import add_skills, require_gain_of_garynor
from solver.par.model.timing import add_timing
from solver.par.open_deal import Aim, OpenDeal, PlacedQuest
from solver.par.planned_line import LineStep, PlannedLine, QuestEvent, SkillEvent, WindowEnd
from solver.par.scope import Scope, SkillSource


class StepModel:
    """A model whose solutions are lines of play."""

    def __init__(
        self, deal: OpenDeal, aim: Aim, deeds: int, scope: Scope, watch: Callable[[], None] | None = None
    ) -> None:
        """``watch`` is called for every new variable, and may raise to abort a model that takes too long to build."""
        self.deal, self.aim = deal, aim
        self.m = Model(watch)
        adventure = deal.adventure
        self._hold = Pile.of(*adventure.scroll.hold) if aim.win and adventure is not None else Pile()
        self.events = Events(self.m, deal, deeds, scope, has_tail=bool(self._hold))
        self.counts = BackpackCounts(self.events)
        open_gains(self.counts)
        self.help: Help = add_skills(self.counts)
        add_quests(self.counts, self.help)
        add_token_counts(self.counts)
        add_rewards(self.counts)
        require_gain_of_garynor(self.counts)
        add_counts(self.counts)
        add_timing(self.events)
        self._require_aim()

    def _require_aim(self) -> None:
        m, events, adventure = self.m, self.events, self.deal.adventure
        last = events.count - 1
        done = [
            (quest.card, lits[last] if lits else NO) for quest, lits in zip(events.quests, events.done_by, strict=True)
        ]
        m.between(m.total([lit for card, lit in done if isinstance(card, Mission)]), self.aim.missions, MANY)
        if not self.aim.win or adventure is None:
            return
        if adventure.scroll.complete:
            m.some(*(lit for card, lit in done if isinstance(card, Adventure)))
        for kind in self.counts.kinds:
            m.between(self.counts.held(kind, events.count), self._hold[kind], MANY)

    # --- What a solution means

    def line(self, solution: list[int]) -> PlannedLine:
        """Return the line of a solution."""
        steps = [self._step(step, solution) for step in self.events.steps]
        return PlannedLine(tuple(steps), self._items(self.events.count, solution))

    def _step(self, step: int, solution: list[int]) -> LineStep:
        events = self.events

        def holds(lit: Lit) -> bool:
            return self.m.holds(lit, solution)

        event: QuestEvent | SkillEvent | WindowEnd | None = None
        for n, quest in enumerate(events.quests):
            for lits in (events.completed, events.failed, events.returned):
                if holds(lits[n, step]):
                    completed = lits is not events.failed
                    event = self._quest(quest, step, solution, completed=completed, laid=lits is not events.returned)
        for source in events.sources:
            if holds(events.uses[source, step]):
                event = self._skill(source, step, solution)
        if holds(events.window_ends[step]):
            event = WindowEnd()
        return LineStep(self._items(step, solution), event)

    def _items(self, step: int, solution: list[int]) -> tuple[tuple[Kind, int], ...]:
        """Return the kinds and places of the items that are laid in this step and in none before."""
        found = []
        for kind, copies in self.events.items.items():
            for place, laid in copies:
                before = laid[step - 1] if step else NO
                if self.m.holds(laid[step], solution) and not self.m.holds(before, solution):
                    found.append((kind, place))
        return tuple(found)

    def _quest(self, quest: PlacedQuest, step: int, solution: list[int], *, completed: bool, laid: bool) -> QuestEvent:
        """Return what happens at a quest; what is waived and paid in full is chosen by the engine's options."""
        leaving = self._copies(
            {kind: self.counts.leaving.get((kind, step), ZERO) for kind in self.counts.kinds}, solution
        )
        spared = {kind: self.counts.spared.get((kind, step), ZERO) for kind in self.counts.kinds}
        stays = Pile.of(*self._copies(spared, solution))
        paid = (
            tuple(kind for kind, n in quest.card.listed.items() for _ in range(n - stays[kind]))
            if completed
            else leaving
        )
        return QuestEvent(
            card=quest.card,
            place=quest.place,
            completed=completed,
            laid=laid,
            leaving=paid,
            tokens=self._tokens(step, solution),
            take=self._gain(step, solution),
        )

    def _skill(self, source: SkillSource, step: int, solution: list[int]) -> SkillEvent:
        return SkillEvent(
            hero=ROS_THANIR if source.borrowed else source.hero,
            borrowed=source.hero if source.borrowed else None,
            remove=self._copies(self.counts.removed.get((source, step), {}), solution),
            tokens=self._tokens(step, solution),
            take=self._gain(step, solution),
            rearranges=source.hero == ZIGARAT_HO,
        )

    def _gain(self, step: int, solution: list[int]) -> Kind | None:
        gained = [kind for kind in self.counts.kinds if self.m.holds(self.counts.gained[kind, step], solution)]
        return gained[0] if gained else None

    def _tokens(self, step: int, solution: list[int]) -> tuple[Kind, ...] | None:
        """Return the copies that leave as tokens; None where cards and tokens are not counted apart."""
        if not self.counts.follows_tokens:
            return None
        leaving: dict[Kind, Amount] = {}
        for kind in self.counts.kinds:
            before = self.counts.tokens_left[kind, step - 1] if step else ZERO
            gained = self.m.amount(self.counts.gained[kind, step])
            leaving[kind] = before + gained - self.counts.tokens_left[kind, step]
        return self._copies(leaving, solution)

    def _copies(self, amounts: dict[Kind, Amount], solution: list[int]) -> tuple[Kind, ...]:
        return tuple(kind for kind, amount in amounts.items() for _ in range(self.m.value(amount, solution)))
