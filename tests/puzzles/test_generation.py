"""Generated puzzles: the same everywhere, sound, and rejected for a reason."""

from collections import Counter

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.json.text import compact
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle
from dtcli.formats.puzzle.ids import full_id, puzzle_of_id, short_id
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.rulings import HeroId
from solver.puzzles import batch
from solver.puzzles.batch import PuzzleRequest, entry_of, fulfil, fulfil_all
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.examination import examine
from solver.puzzles.generated import generate_puzzle
from solver.puzzles.generation import make
from solver.puzzles.judging import GeneratedPuzzle, Rejection, judge
from solver.puzzles.model_proof import prove
from solver.puzzles.players.habits import is_solved_by_habit
from solver.puzzles.uniqueness import is_unique
from tests.puzzles.small import MISSIONS, MOST, position, walked
from tests.rules.game_builder import ALA, mission

HOUSE = bundled_cards("house").cards
WISHES = {
    "test plain": PuzzleRequirements(grade=1),
    "test alan": PuzzleRequirements(heroes=(HeroId("alan-ironstar"),)),
    "test zaria": PuzzleRequirements(heroes=(HeroId("zaria-tearleaf"),)),
    "one mission": PuzzleRequirements(goal=GoalKind.MISSION),
}
WELL = mission("map torch", "?", title="The Well")
DOOR = mission("keys potion", title="The Door")


@pytest.mark.parametrize("seed", WISHES)
def test_a_made_puzzle_is_what_it_says(seed):
    requirements = WISHES[seed]
    found = make(HOUSE, requirements, seed, tries=2000)
    assert isinstance(found, GeneratedPuzzle), found
    assert is_unique(found.lines)
    assert not is_solved_by_habit(found.lines)
    assert requirements.grade in (None, found.difficulty.grade)
    assert found.goal.kind is requirements.goal
    assert set(requirements.heroes) <= set(found.game.heroes)
    assert found.answer
    entry = entry_of(found, bundled_cards("house"), seed)
    examined = examine(check_puzzle(parse_puzzle(compact(entry))))
    assert examined.problems == ()
    assert examined.is_sound
    assert examined.proof is not None
    assert examined.proof.proved == (examined.proof.searches > 0)


def test_the_same_seed_gives_the_same_puzzle_everywhere():
    """The same id gives the same puzzle on every machine and version of Python. If this fails, add a generator."""
    document = generate_puzzle(short_id("grade1v2#cellar"))
    assert full_id(document.data) == "dt1.AhBFCBDvl5mcr6jb3m6qYdILVGhlIEJhbGxhc3QgU29uZyBvbiBhIEZ1bGwgTW9vbukYP-Q"
    assert document.data["generator"].endswith(", generator 2")


def test_a_full_id_gives_back_the_puzzle():
    result = fulfil(PuzzleRequest(PuzzleRequirements(grade=1), "grade1v2#cellar"))
    assert result.puzzle is not None
    again = puzzle_of_id(full_id(result.puzzle))
    assert again["story"] == result.puzzle["story"]
    assert again["start"] == result.puzzle["start"]
    assert again["goal"] == result.puzzle["goal"]


def test_many_are_the_same_for_any_number_of_workers_and_none_twice():
    requests = [PuzzleRequest(PuzzleRequirements(grade=1), f"grade1#pile-{n}") for n in (1, 2, 2)]
    alone = [result.puzzle for result in fulfil_all(requests)]
    together = [result.puzzle for result in fulfil_all(requests, jobs=2)]
    assert alone == together
    assert len({compact(puzzle["story"]) for puzzle in alone}) == 3


def test_no_title_comes_twice(monkeypatch):
    """If a title was made before, another seed is tried."""
    monkeypatch.setattr(batch, "title_of", lambda _themes, seed: "Twice" if seed.count(".") == 0 else seed)
    requests = [PuzzleRequest(PuzzleRequirements(grade=1), f"grade1v2#pile-{n}") for n in (1, 2)]
    found = list(fulfil_all(requests))
    assert [one.puzzle["title"] for one in found] == ["Twice", "grade1v2#pile-2.1"]
    assert found[1].rejected[Rejection.REPEATED] == 1


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (Rejection.GOAL, (position(mission("gold")), Goal(MISSIONS, 1))),
        (Rejection.SIMPLE, (position("bow", mission("bow")), MOST)),
        (Rejection.ANSWERS, (position(WELL, mission("cup"), mission("bow"), held="map torch"), MOST)),
        (Rejection.TRIVIAL, (position(mission("gold"), held="sword sword", heroes=(ALA,)), MOST)),
        (Rejection.IDLE, (position(WELL, DOOR, held="map torch potion sword sword gold", heroes=(ALA,)), MOST)),
    ],
)
def test_what_is_refused_and_why(refusal, told):
    found = judge(*told)
    assert found is refusal or (refusal is Rejection.IDLE and found is Rejection.ANSWERS)


def test_a_large_position_is_refused():
    assert judge(position(WELL, DOOR, held="map torch potion"), MOST, most=5) is Rejection.LARGE


def test_what_cannot_be_found_is_told_by_its_refusals():
    rejected = make(HOUSE, PuzzleRequirements(theme="borrowed-skill"), "nobody borrows", tries=30)
    assert isinstance(rejected, Counter)
    assert rejected.total() == 30


# the proof


def test_the_model_confirms_the_walk():
    lines = walked(WELL, DOOR, held="map torch potion")
    proof = prove(lines)
    assert proof.proved
    assert proof.searches > 10
