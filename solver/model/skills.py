"""The skills of the heroes: who may use them, their costs and effects (H0 to H11).

A run of items is one moment for a skill: wherever in it the skill is used, the same copies have left when the next
mission is revealed. So the model uses skills at the end of a run and checks the backpack after them, which allows at
least as much as the rules do. The engine looks for the gap; if there is none, the search has the run built ``exactly``:
as a chain of gaps, one skill in each, with the backpack checked at every step.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dtcli.rules.cards import Effect
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.rulings import (
    ALAN,
    ARVEDUI_MIRIEL,
    FYLEE,
    GARYNOR,
    NINTRABASH,
    ROS_THANIR,
    TONK_REDBEER,
    TRAGURK,
    ZARIA,
    ZIGARAT_HO,
    Borrowing,
    HeroId,
)
from dtcli.rules.state import State
from solver.model.expressions import MANY, NO, YES, ZERO, Amount, Lit, opposite
from solver.model.state import ModelState

EDITORS = (NINTRABASH, ZIGARAT_HO)
"""Heroes whose skill only changes the story; see ``order``."""


class Skill(NamedTuple):
    """One possible use of a hero's skill: by its owner, by Ro's Thanir as a loan, or by either of them."""

    hero: HeroId
    by_owner: bool
    on_loan: bool


class PossibleUse(NamedTuple):
    """A skill in one run: whether it is used there, and how."""

    skill: Skill
    used: Lit
    borrowed: Lit
    remove: dict[Kind, Amount]
    take: dict[Kind, Lit]
    right_guess: Lit


class SkillStep(NamedTuple):
    """What skills do in one gap: their uses, and how many copies leave as tokens."""

    uses: tuple[PossibleUse, ...]
    tokens: dict[Kind, Amount]


def skills_of(state: State) -> list[Skill]:
    """Return every skill that can still be used; loans first, because a copy must be used before the original."""
    others = [hero for hero in state.unused if hero != ROS_THANIR]
    lends = ROS_THANIR in state.unused
    if lends and state.game.rulings.thanir is Borrowing.COPIES:  # H1
        return [Skill(hero, by_owner=by_owner, on_loan=not by_owner) for hero in others for by_owner in (False, True)]
    return [Skill(hero, by_owner=True, on_loan=lends) for hero in others]


class HeroSkills:
    """The skills that may still be used, and what has been used so far."""

    def __init__(self, now: ModelState, state: State, *, may_guess_wrong: bool = False) -> None:
        """``may_guess_wrong`` allows Zaria wrong guesses, which have no effect (H8)."""
        self.now = now
        self.may_guess_wrong = may_guess_wrong
        self.skills = skills_of(state)
        self.timed = [skill for skill in self.skills if skill.hero not in EDITORS]
        self.used: dict[Skill, Lit] = dict.fromkeys(self.skills, NO)
        self.loans: list[Lit] = []
        self.tokens_taken: list[Amount] = []
        self.failed_last: dict[int, Lit] = {}
        """For each place of a mission, whether it failed last; -1 is a mission from before the story."""
        if state.last_failed is not None:
            self.failed_last[-1] = YES
        self.brought_back: dict[Skill, dict[int, Lit]] = {
            skill: {} for skill in self.skills if skill.hero == ARVEDUI_MIRIEL
        }

    def step(self, *, allowed: Lit, exactly: bool = False, loans: Sequence[Lit] = ()) -> SkillStep:
        """Model the skills that may be used now, and advance the state past them.

        ``loans`` say whether Ro's Thanir borrows a skill that changes the story; the potion is paid here.
        """
        now = self.now
        given = 0 if exactly else sum(skill.hero == GARYNOR for skill in self.timed)
        uses = [use for skill in self.timed if (use := self._use(skill, allowed, given)) is not None]
        if exactly:
            now.model.at_most_one([*(use.used for use in uses), *loans])
        leaving: dict[Kind, Amount] = {}
        removed: dict[Kind, Amount] = {}
        taken: dict[Kind, Amount] = {}
        for use in uses:
            self._pay(use, leaving, removed)
            for kind, lit in use.take.items():
                taken[kind] = taken.get(kind, ZERO) + now.model.amount(lit)
        for lit in loans:
            self._pay_loan(lit, leaving)
        if exactly:
            as_tokens = now.leave(leaving, removed)
            now.place(taken)
        else:  # within a run a token may be taken before it is spent, or after it has returned
            now.place(taken)
            as_tokens = now.leave(leaving, removed)
        for kind in taken:
            now.model.between(now.supply[kind], 0, MANY)
        self.tokens_taken += taken.values()
        now.settle()
        for use in uses:
            self._act(use)
        return SkillStep(tuple(uses), as_tokens)

    def reveal(self, failed: Iterable[tuple[int, Lit]]) -> None:
        """Remember which mission failed last (H4)."""
        if not self.brought_back:
            return
        model, failed = self.now.model, list(failed)
        none = [opposite(lit) for _, lit in failed]
        self.failed_last = {place: model.all_of(lit, *none) for place, lit in self.failed_last.items()}
        for place, lit in failed:
            self.failed_last[place] = model.any_of(lit, self.failed_last.get(place, NO))

    def close(self) -> None:
        """Require what concerns all uses together (H0, H1)."""
        self.now.model.at_most_one(self.loans)

    # --- One skill in one run

    def _use(self, skill: Skill, allowed: Lit, given: int) -> PossibleUse | None:
        """Return the use of a skill if it can be paid; ``given`` copies of a kind may come in the same step (H7)."""
        model = self.now.model
        if not self._affordable(skill):
            return None
        used = model.choice()
        model.implies(used, allowed, self.now.alive, opposite(self.used[skill]))
        self.used[skill] = model.any_of(self.used[skill], used)
        borrowed = NO
        if skill.on_loan:
            borrowed = used
            if skill.by_owner:
                borrowed = model.choice()
                model.implies(borrowed, used)
            else:  # a copy: the original must not have been used before
                original = skill._replace(by_owner=True, on_loan=False)
                model.implies(used, opposite(self.used[original]))
            self.loans.append(borrowed)
        remove, take = self._removals(skill, used, given), self._takes(skill, used)
        return PossibleUse(skill, used, borrowed, remove, take, self._guess(skill, used, borrowed))

    def _affordable(self, skill: Skill) -> bool:
        """Return whether the price could be in the backpack at all."""
        held, hero = self.now.held, HEROES[skill.hero]
        given = any(one.hero == GARYNOR for one in self.timed)
        if skill.hero == ARVEDUI_MIRIEL and not self.failed_last:
            return False
        if any(kind not in held for kind in hero.cost):
            return False
        return given or all(held[kind].hi >= hero.cost.count(kind) for kind in hero.cost)

    def _removals(self, skill: Skill, used: Lit, given: int) -> dict[Kind, Amount]:
        """Return how many copies of each kind are removed besides the cost of the skill (H5, H7, H9)."""
        model, now = self.now.model, self.now
        fewest, most = HEROES[skill.hero].removes
        if not most:
            return {}
        stock = now.tokens if skill.hero == FYLEE else now.held
        assert stock is not None
        remove = {kind: model.number(0, min(most, n.hi + given)) for kind, n in stock.items() if n.hi + given}
        every = model.sum(remove.values())
        model.between(every - model.amount(used) * most, -MANY, 0)
        model.between(every - model.amount(used) * fewest, 0, MANY)
        return remove

    def _takes(self, skill: Skill, used: Lit) -> dict[Kind, Lit]:
        """Return the token that Garynor takes (H7)."""
        if skill.hero != GARYNOR:
            return {}
        model, now = self.now.model, self.now
        returns = now.game.tokens_return
        takes = {kind: model.choice() for kind, n in now.supply.items() if n.hi or returns}
        model.between(model.total(takes.values()) - model.amount(used), 0, 0)
        return takes

    def _guess(self, skill: Skill, used: Lit, borrowed: Lit) -> Lit:
        """Return whether Zaria guesses right (H8); she always does, unless it is to pay for a loan."""
        if skill.hero != ZARIA:
            return NO
        if borrowed == NO and not self.may_guess_wrong:
            return used
        right = self.now.model.choice()
        self.now.model.implies(right, used)
        if not self.may_guess_wrong:
            self.now.model.some(opposite(used), right, borrowed)
        return right

    def _pay(self, use: PossibleUse, leaving: dict[Kind, Amount], removed: dict[Kind, Amount]) -> None:
        model, hero = self.now.model, HEROES[use.skill.hero]
        for kind in hero.cost:
            leaving[kind] = leaving.get(kind, ZERO) + model.amount(use.used)
        stock = removed if hero.tokens_only else leaving
        for kind, n in use.remove.items():
            stock[kind] = stock.get(kind, ZERO) + n
        self._pay_loan(use.borrowed, leaving)

    def _pay_loan(self, borrowed: Lit, leaving: dict[Kind, Amount]) -> None:
        if borrowed != NO:
            for kind in HEROES[ROS_THANIR].cost:
                leaving[kind] = leaving.get(kind, ZERO) + self.now.model.amount(borrowed)

    def _act(self, use: PossibleUse) -> None:
        """Apply the effect of a skill."""
        now, model = self.now, self.now.model
        match use.skill.hero:
            case hero if hero == TONK_REDBEER:
                model.implies(use.used, opposite(now.extra_slot), opposite(now.effects[Effect.EXTRA_SLOT]))  # X1
                now.extra_slot = model.any_of(now.extra_slot, use.used)
            case hero if hero == ALAN:
                now.solved = model.any_of(now.solved, use.used)
            case hero if hero == ZARIA:
                now.solved = model.any_of(now.solved, use.right_guess)
            case hero if hero == TRAGURK:
                most = now.waiver.hi + HEROES[TRAGURK].removes[1]
                now.waiver = model.settled(model.sum((now.waiver, *use.remove.values())), 0, most)
            case hero if hero == ARVEDUI_MIRIEL:
                self._bring_back(use)

    def _bring_back(self, use: PossibleUse) -> None:
        """Move the mission that failed last to the end of the story, so that none has failed last any more (H4)."""
        model, back = self.now.model, self.brought_back[use.skill]
        model.some(opposite(use.used), *self.failed_last.values())
        for place, last in self.failed_last.items():
            back[place] = model.any_of(back.get(place, NO), model.all_of(use.used, last))
            self.failed_last[place] = model.all_of(last, opposite(use.used))
