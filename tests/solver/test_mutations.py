"""Mutations of the model: the comparison notices each rule that is removed or changed in some small game.

If the model only allows too many uses of skills, the line stays right, because the engine refuses the plan and the
search continues; then the refusal must be noticed.
"""

from collections.abc import Callable, Mapping
from random import Random

import pytest

from dtcli.rules import Game, HeroId, State, start
from dtcli.rules.decisions import Choice
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
)
from solver import search
from solver.model import missions as quests
from solver.model import resolution, rewards
from solver.model.expressions import NO, YES, ZERO, Amount
from solver.model.order import StoryOrder
from solver.model.resolution import Resolution
from solver.model.skills import HeroSkills, PossibleUse
from solver.model.state import NOTHING, ModelState
from solver.plan import Plan
from solver.plan_execution import Stuck, execute_plan
from solver.search import best_line
from tests.rules.game_builder import COPIES, adventure, mission
from tests.solver.compare import compare
from tests.solver.hand_written import small_board_game
from tests.solver.small import small_game

Patch = pytest.MonkeyPatch


def backpacks_never_break(patch: Patch) -> None:
    """B3."""
    patch.setattr(ModelState, "fits", lambda _self, **_: YES)


def every_copy_fills_a_slot(patch: Patch) -> None:
    """B1."""
    patch.setattr("solver.model.state.opens_slot", lambda _copies: True)


def every_reward_may_be_declined(patch: Patch) -> None:
    """R4."""
    patch.setattr(rewards, "_may_decline", lambda *_: YES)


def no_reward_may_be_declined(patch: Patch) -> None:
    """R4, V3."""
    patch.setattr(rewards, "_may_decline", lambda *_: NO)


def spent_tokens_are_gone(patch: Patch) -> None:
    """R6."""
    leave_tokens = ModelState._leave_tokens

    def lost(self: ModelState, kind: str, n: Amount, removed: Amount) -> Amount:
        supply = dict(self.supply)
        spent = leave_tokens(self, kind, n, removed)
        self.supply = supply
        return spent

    patch.setattr(ModelState, "_leave_tokens", lost)


def removed_tokens_return(patch: Patch) -> None:
    """H9."""
    leave = ModelState.leave

    def returned(self: ModelState, leaving: dict, removed_tokens: Mapping = {}) -> dict:
        if self.game.tokens_return:
            self.place({kind: n * -1 for kind, n in removed_tokens.items()})
            removed_tokens = NOTHING
        return leave(self, leaving, removed_tokens)

    patch.setattr(ModelState, "leave", returned)


def nothing_is_discarded(patch: Patch) -> None:
    """R7."""
    patch.setattr(quests, "_discarded", lambda *_: {})


def nothing_is_waived(patch: Patch) -> None:
    """H5: the waiver counts, but the full price is paid."""
    patch.setattr(quests, "_waived", lambda *_: {})


def waivers_last(patch: Patch) -> None:
    """H11."""
    patch.setattr(quests, "_carried", lambda now, _there: now.waiver)


def duplicates_are_paid_once_at_most(patch: Patch) -> None:
    """X4."""
    price = quests._price

    def once(now: ModelState, *rest: object) -> tuple:
        paid, in_full = price(now, *rest)
        for lit in in_full.values():
            now.model.some(~lit)
        return paid, in_full

    patch.setattr(quests, "_price", once)


def adventures_have_no_effect(patch: Patch) -> None:
    """V3."""
    complete = ModelState.complete
    patch.setattr(ModelState, "complete", lambda self, completed, _adventures: complete(self, completed, []))


def tonks_slot_stays(patch: Patch) -> None:
    """H3."""
    complete = ModelState.complete

    def keep(self: ModelState, completed: int, adventures: list) -> None:
        slot, self.extra_slot = self.extra_slot, NO
        complete(self, completed, adventures)
        self.extra_slot = slot

    patch.setattr(ModelState, "complete", keep)


def tonks_slot_comes_twice(patch: Patch) -> None:
    """X1."""
    act = HeroSkills._act

    def again(self: HeroSkills, use: PossibleUse) -> None:
        if use.skill.hero != TONK_REDBEER:
            act(self, use)
        else:
            self.now.extra_slot = self.now.model.any_of(self.now.extra_slot, use.used)

    patch.setattr(HeroSkills, "_act", again)


def loans_come_in_any_number(patch: Patch) -> None:
    """H1."""
    patch.setattr(HeroSkills, "close", lambda _self: None)


def loans_cost_nothing(patch: Patch) -> None:
    """H1."""
    patch.setattr(HeroSkills, "_pay_loan", lambda *_: None)


def skills_cost_nothing(patch: Patch) -> None:
    """H0."""
    patch.setattr(HeroSkills, "_pay", lambda *_: None)


def skills_come_after_the_last_card(patch: Patch) -> None:
    """H0."""
    patch.setattr(Resolution, "_card_is_left", lambda *_: YES)


def no_mission_fails_last(patch: Patch) -> None:
    """H4."""
    patch.setattr(HeroSkills, "reveal", lambda *_: None)


def every_guess_is_wrong(patch: Patch) -> None:
    """H8."""
    patch.setattr(HeroSkills, "_guess", lambda *_: NO)


def garynor_takes_nothing(patch: Patch) -> None:
    """H7."""
    patch.setattr(HeroSkills, "_takes", lambda *_: {})


def nintrabash_sees_three_cards(patch: Patch) -> None:
    """H2."""
    patch.setattr("solver.model.order.CARDS_SEEN", 3)


def zones_are_wide_without_holes(patch: Patch) -> None:
    """H6: the engine refuses such plans, one after the other."""
    patch.setattr(StoryOrder, "_widen_zone", lambda *_: None)


def too_few_copies_are_held(patch: Patch) -> None:
    """C1: a bound that is too low forbids lines that are legal."""
    begin = ModelState.__init__

    def less(self: ModelState, *args: object, **said: object) -> None:
        begin(self, *args, **said)
        self.most_held = {kind: max(0, n - 2) for kind, n in self.most_held.items()}

    patch.setattr(ModelState, "__init__", less)


def adventures_count(patch: Patch) -> None:
    """X14."""
    patch.setattr(resolution, "counts", lambda _: True)


def skills_are_free(patch: Patch) -> None:
    """The order of preference: fewest skills."""
    aims = Resolution._aims
    patch.setattr(Resolution, "_aims", lambda self: aims(self)._replace(skills=ZERO))


# --- What the comparison notices

NOTICED: dict[Callable[[Patch], None], tuple[tuple[HeroId, ...], tuple[int, ...]]] = {
    backpacks_never_break: ((), (4, 13, 16)),
    every_copy_fills_a_slot: ((), (0, 4, 8)),
    every_reward_may_be_declined: ((), (5, 12, 25)),
    no_reward_may_be_declined: ((), (127, 178, 190)),
    spent_tokens_are_gone: ((FYLEE,), (335,)),
    removed_tokens_return: ((FYLEE, GARYNOR), (183,)),
    nothing_is_discarded: ((), (20, 30, 38)),
    nothing_is_waived: ((TRAGURK,), (1, 2, 4)),
    waivers_last: ((TRAGURK,), (94, 104, 106)),
    adventures_have_no_effect: ((), (28, 31, 44)),
    adventures_count: ((), (9, 14, 24)),
    tonks_slot_stays: ((TONK_REDBEER,), (172, 292)),
    loans_cost_nothing: ((ROS_THANIR, ZARIA), (8, 14, 42)),
    skills_cost_nothing: ((ALAN,), (4, 40, 43)),
    no_mission_fails_last: ((ARVEDUI_MIRIEL,), (1, 14, 22)),
    every_guess_is_wrong: ((ZARIA,), (0, 1, 2)),
    garynor_takes_nothing: ((GARYNOR,), (1, 2, 4)),
    nintrabash_sees_three_cards: ((NINTRABASH,), (25, 63, 67)),
    too_few_copies_are_held: ((), (4, 13, 20)),
    skills_are_free: ((ZARIA,), (0, 1, 2)),
}


@pytest.mark.parametrize("mutate", NOTICED, ids=lambda mutate: mutate.__name__)
def test_the_comparison_notices(mutate: Callable[[Patch], None], monkeypatch: Patch):
    heroes, seeds = NOTICED[mutate]
    states = [start(small_game(Random(seed), heroes)) for seed in seeds]
    assert not any(compare(state).wrong for state in states)
    mutate(monkeypatch)
    assert all(compare(state).wrong for state in states)


def test_x4_the_comparison_notices_that_nothing_is_paid_in_full(monkeypatch: Patch):
    state = start(small_board_game("cup", adventure("cup"), "sword sword", mission("sword sword"), "bow", slots=1))
    assert not compare(state).wrong
    duplicates_are_paid_once_at_most(monkeypatch)
    assert compare(state).wrong


# --- What the engine refuses

REFUSED: dict[Callable[[Patch], None], Game] = {
    tonks_slot_comes_twice: small_board_game(
        "cup", adventure("cup", "extra-slot"), "torch sword bow map", slots=2, heroes=(TONK_REDBEER,)
    ),
    loans_come_in_any_number: small_board_game(
        "potion potion sword sword sword sword", *[mission("map")] * 4, heroes=(ROS_THANIR, ZARIA, ALAN), **COPIES
    ),
    skills_come_after_the_last_card: small_board_game(
        "cup", adventure("cup", hold="bow"), "map", mission("map", "sword"), goal=1, heroes=(GARYNOR,)
    ),
    zones_are_wide_without_holes: small_board_game(
        mission("cup"), "map map map map cup", heroes=(NINTRABASH, ZIGARAT_HO)
    ),
}


@pytest.mark.parametrize("mutate", REFUSED, ids=lambda mutate: mutate.__name__)
def test_the_engine_refuses(mutate: Callable[[Patch], None], monkeypatch: Patch):
    state, refusals = start(REFUSED[mutate]), []

    def follow(plan: Plan, state: State) -> list[Choice] | Stuck:
        choices = execute_plan(plan, state)
        refusals.extend([choices] if isinstance(choices, Stuck) else [])
        return choices

    monkeypatch.setattr(search, "execute_plan", follow)
    right = best_line(state).outcome
    assert not refusals
    mutate(monkeypatch)
    found = best_line(state)
    assert refusals
    assert (found.outcome, found.proved) == (right, True)
