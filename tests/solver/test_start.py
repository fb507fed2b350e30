"""Games that start in the middle: every study gives the same as for the game they were taken from (X16)."""

import json
from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.puzzle.file import as_replay, puzzle_entry
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.rules import Game, Item, Kind, Pile, State, start
from dtcli.rules.decisions import Gap
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.rulings import TEN_HEROES, TONK_REDBEER, TRAGURK
from dtcli.rules.start_legality import start_violations
from dtcli.rules.state import Start
from solver.limits import Limits
from solver.question import Terms
from solver.solve import best
from solver.studies.advice import advise
from solver.studies.analysis import analyze
from solver.studies.certificate import certify, verify
from solver.studies.explanation import explain
from solver.studies.repair import repair
from tests.rules.random_games import random_play
from tests.solver.compare import compare
from tests.solver.exhaustive import TooManyPositions, best_rank
from tests.solver.small import small_game

HOUSE = bundled_cards("house")
FEW = 1_500
LIMITS = Limits(work=5)
EFFECTS = {"waiver", "guesses", "solved", "extra_slot"}


def begun(state: State) -> Game:
    """Return a game that starts at a position of another; its goal is what is left of the other's."""
    position = Start(
        cards=state.cards,
        tokens=state.tokens,
        supply=state.supply,
        unused=state.unused,
        last_failed=state.last_failed,
        extra_slot=state.extra_slot,
        adventure_completed=state.adventure_completed,
        waiver=state.waiver,
        guesses=state.guesses,
        solved=state.solved,
    )
    goal = None if state.game.goal is None else max(0, state.game.goal - state.completed)
    return state.game.with_changes(story=state.story, start=position, goal=goal)


def middles(seeds: range) -> list[State]:
    """Return a position between two reveals of each of these small games that has one."""
    found = []
    for seed in seeds:
        chance = Random(seed)
        steps = [step.before for step in random_play(small_game(chance), chance)]
        gaps = [state for state in steps if isinstance(state.decision, Gap) and state.revealed and not state.over]
        found += [chance.choice(gaps)] if gaps else []
    return found


def test_x16_from_the_middle_on_it_is_the_same_game():
    compared, differ = 0, 0
    for state in middles(range(200)):
        game = begun(state)
        try:
            before, after = best_rank(state, FEW), best_rank(start(game), FEW)
            comparison = compare(start(game), most=FEW)
        except TooManyPositions:
            continue
        assert after == (*before[:2], before[2] - state.completed, *before[3:])
        assert not comparison.wrong, comparison.wrong
        compared += 1
        differ += best_rank(start(game.with_changes(start=None)), 50 * FEW) != after
    assert compared > 100
    assert differ > 30  # or the position would make no difference


def test_x16_what_a_game_has_come_to_is_a_start():
    """A position of a played game is a legal start, with every effect; most games here have heroes."""
    met = set()
    for seed in range(300):
        chance = Random(seed)
        for step in random_play(small_game(chance), chance):
            state = step.before
            if not isinstance(state.decision, Gap):
                continue
            effects = {part for part in EFFECTS if getattr(state, part)}
            met |= effects
            assert not EFFECTS & {fault.part for fault in start_violations(begun(state))}, (seed, state)
    assert met == EFFECTS


@pytest.mark.parametrize("seed", range(6))
def test_x16_every_question_can_be_asked(seed):
    """Explanations, repairs and certificates check their own results, and raise if they are wrong."""
    chance = Random(seed)
    used = chance.choice((TONK_REDBEER, TRAGURK))
    heroes = (*chance.sample([hero for hero in TEN_HEROES if hero != used], 2), used)
    missions = chance.sample([*HOUSE.cards.missions.values()], 5)
    kinds = [kind for mission in missions for kind in mission.needs]
    items = [Item(kind) for kind in chance.sample(kinds, 6)]
    story = [*items, *missions[:4]]
    chance.shuffle(story)
    position = Start(
        cards=Pile.of(*dict.fromkeys(chance.sample(kinds, 3))),
        tokens=Pile.of(chance.choice(kinds)),
        supply=Pile.of(*(Kind(kind) for kind in chance.sample(kinds, 3))),
        unused=heroes[:2],
        last_failed=missions[4],
        extra_slot=used == TONK_REDBEER,
        waiver=1 if used == TRAGURK else 0,
    )
    game = Game(kinds=HOUSE.cards.kinds, story=tuple(story), heroes=heroes, start=position)
    assert not start_violations(game)
    entry = puzzle_entry(game, Goal(GoalKind.MISSIONS, 4), HOUSE)
    checked = check(parse(json.dumps(as_replay(entry))))
    assert checked.is_valid
    answer = best(checked, limits=LIMITS)
    text = certify(checked, answer, Terms())
    assert verify(text.encode()).problems == ()
    other = as_replay({**entry, "start": {**entry["start"], "waiver": 3}})
    changed = {**json.loads(text), "replay": other}
    assert verify(json.dumps(changed).encode()).problems
    assert analyze(checked, limits=LIMITS).best.outcome == answer.outcome
    assert advise(checked, 1, limits=LIMITS).best.outcome == answer.outcome
    explanation = explain(checked, limits=LIMITS)
    assert explanation.best.outcome.missions == answer.outcome.missions
    assert repair(checked, order=True, limits=LIMITS) is not None
