"""Advice: the value of every option equals that of an exhaustive search, and no use of a skill is missing."""

from random import Random

import pytest

from dtcli.rules import REVEAL, Item, State, UseSkill, follow, options
from dtcli.rules.heroes import HEROES
from dtcli.rules.notes import RevealNote
from dtcli.rules.rulings import ALAN, TEN_HEROES, TONK_REDBEER
from solver.limits import Limits
from solver.preference import Outcome, play
from solver.studies.advice import Advice, NoSuchReveal, advise_question
from solver.studies.analysis import Loss, Mark, verdict
from tests.rules.game_builder import mission
from tests.solver.exhaustive import Rank, TooManyPositions, best_rank
from tests.solver.exhaustive_analysis import question_of, random_record
from tests.solver.hand_written import small_board_game
from tests.solver.small import small_game

RESULT = 3


def asked(game, notes, at: int, **limits) -> Advice:
    return advise_question(question_of(game, notes), at, **limits)


def rank_through(state: State, choice) -> Rank:
    """Return the rank of the best line after a choice, by exhaustive search."""
    after, cost = play(state, [choice])
    *result, skills, tokens, discards = best_rank(after, 3000)
    return (*result, skills - cost.skills, tokens - cost.tokens, discards - cost.discards)


def check(advice: Advice) -> int:
    """Compare every option with the exhaustive search, and return how many there were."""
    seen = 0
    for moment in advice.moments:
        worth = {choice: rank_through(moment.state, choice) for choice in options(moment.state)}
        for option in moment.options:
            seen += 1
            assert option.found.outcome.rank == worth[option.choice]
            assert play(moment.state, option.found.choices)[1].rank == worth[option.choice]
            ways = [choice for choice in worth if _same_option(choice, option.choice)]
            assert worth[option.choice][:RESULT] == max(worth[choice][:RESULT] for choice in ways)
        told_of = [choice for choice in worth if any(_same_option(choice, one.choice) for one in moment.options)]
        assert len(told_of) == len(worth)
        ranks = [option.found.outcome.rank for option in moment.options]
        assert ranks == sorted(ranks, reverse=True)
    assert advice.best.outcome.rank == best_rank(advice.moments[0].state, 3000)
    return seen


def _same_option(choice, other) -> bool:
    if isinstance(choice, UseSkill) and isinstance(other, UseSkill):
        return (choice.hero, choice.borrowed) == (other.hero, other.borrowed)
    return choice == other


@pytest.mark.parametrize("heroes", [0, 1, 2])
def test_every_option_is_worth_what_the_exhaustive_search_says(heroes):
    seen = 0
    for seed in range(40):
        chance = Random(seed)
        game = small_game(chance, tuple(chance.sample(TEN_HEROES, heroes)))
        notes = random_record(game, chance)
        at = chance.randint(1, len(game.story))
        if follow(game, notes, until=at - 1).final.over:
            continue
        try:
            seen += check(asked(game, notes, at))
        except (TooManyPositions, NoSuchReveal):
            continue
    assert seen > 30


def test_a_skill_is_weighed_against_waiting():
    game = small_board_game(
        "torch", *HEROES[ALAN].cost, mission("cup", ""), mission("torch", ""), heroes=(ALAN,), goal=2
    )
    last = game.story.index(next(card for card in game.story if not isinstance(card, Item))) + 1
    now = {option.choice: option.verdict for option in asked(game, (), last).moments[0].options}
    assert now[UseSkill(ALAN)].mark is Mark.BEST
    assert now[REVEAL].loss is Loss.GAME
    early = {option.choice: option.verdict.mark for option in asked(game, (), last - 1).moments[0].options}
    assert early[REVEAL] is Mark.BEST


def test_the_decision_at_the_next_card_is_told_too():
    game = small_board_game("torch", mission("torch", "bow/cup"), mission("cup", ""), goal=2)
    _, then = asked(game, (), 2).moments
    assert [(one.choice.kind, one.verdict.loss) for one in then.options] == [("cup", None), ("bow", Loss.GAME)]


def test_what_was_recorded_before_stays_and_what_comes_after_is_free():
    game = small_board_game("torch", mission("torch", "bow?"), mission("bow", "cup?"), mission("cup", ""), goal=2)
    declined = asked(game, (RevealNote(2, take=None), RevealNote(3, discard=())), 3)
    assert declined.best.outcome.missions == 1
    taken = asked(game, (RevealNote(2, take="bow"), RevealNote(3, take=None), RevealNote(4, discard=())), 3)
    assert taken.best.outcome.missions == 3


def test_a_moment_that_never_comes_is_refused():
    game = small_board_game("torch", "bow", "cup", slots=1)
    with pytest.raises(NoSuchReveal, match="the backpack breaks at card 2"):
        asked(game, (), 4)
    with pytest.raises(NoSuchReveal, match="the story ends with card 1"):
        asked(small_board_game("torch"), (), 2)
    silent = small_board_game("torch", mission("torch", "bow/cup"), "sword")
    with pytest.raises(NoSuchReveal, match="does not say what was decided at card 2"):
        asked(silent, (), 3)


def test_a_limit_is_no_proof():
    game = small_board_game("torch", mission("torch", "bow?"), mission("bow", ""), heroes=(TONK_REDBEER,), goal=3)
    advice = asked(game, (), 2, limits=Limits(work=0))
    assert not advice.proved
    assert all(option.verdict.mark is Mark.UNKNOWN for one in advice.moments for option in one.options)


def test_costs_are_told_in_the_order_in_which_they_hurt():
    whole = Outcome(broken=False, won=True, missions=3, skills=0, tokens=0, discards=0)
    assert verdict(whole, whole, proved=True).mark is Mark.BEST
    assert verdict(whole, whole._replace(tokens=1), proved=True).mark is Mark.AS_GOOD
    assert verdict(whole, whole._replace(missions=1), proved=True).missions == 2
    assert verdict(whole, whole._replace(won=False), proved=True).loss is Loss.GAME
    assert verdict(whole, whole._replace(won=False, broken=True), proved=True).loss is Loss.BACKPACK
