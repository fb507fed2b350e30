"""Small stories must be quick to solve with any skills: each of these once took minutes.

The work is counted by the solver and does not depend on the machine; a hundredth of a unit is a few milliseconds.
"""

from solver.limits import Limits
from solver.model.facts import Need
from solver.solve import AnswerStatus, best
from solver.studies.explanation import explain
from solver.studies.repair import repair, repair_question
from tests.benchmarks.small_stories import question
from tests.solver.hand_written import survived

LITTLE = Limits(work=0.3)
REGRESSIONS = "replays/regressions"


def test_a_copied_rearrangement_sees_five_cards_unless_some_are_thrown_away() -> None:
    answer = best(f"{REGRESSIONS}/room-for-one-mission.dt", limits=LITTLE)
    assert answer.status is AnswerStatus.OPTIMAL
    assert answer.outcome == survived(1, skills=2, discards=1)


def test_a_recorded_rearrangement_gives_the_recorded_order_of_what_is_not_thrown_away() -> None:
    repaired = repair(f"{REGRESSIONS}/thrown-away-then-shuffled.dt", limits=LITTLE)
    assert repaired.proved
    assert len(repaired.repaired_line.changes) == 1


def test_no_skill_is_planned_after_the_last_card_because_zigarat_ho_is_in_the_game() -> None:
    explained = explain(f"{REGRESSIONS}/two-swords-short.dt", limits=LITTLE)
    assert explained.proved
    assert explained.reasons == (Need(3, "sword"), Need(8, "sword"))


def test_no_order_is_tried_twice_nor_for_a_skill_before_a_card_of_another_run() -> None:
    repaired = repair_question(question(39), order=True, limits=Limits(work=1))
    assert repaired.proved
    assert repaired.rearranged is not None
    assert len(repaired.rearranged.moved) == 2
    assert len(repaired.repaired_line.changes) == 3
