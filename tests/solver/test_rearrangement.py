"""Rearrangements: as few moved cards as a search of all orders finds, and as few changed decisions."""

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

from dtcli.rules import Game, start
from dtcli.rules.notes import RevealNote
from dtcli.rules.rulings import NINTRABASH, TEN_HEROES, TONK_REDBEER
from solver.limits import Limits
from solver.preference import play
from solver.recorded import Recorded, recorded
from solver.search import Search
from solver.studies.fewest_changes import is_good, repair_line
from solver.studies.rearrangement import EDITORS, Rearranged, Rearranger, at_new_places
from solver.studies.repair import repair_question
from tests.rules.game_builder import mission
from tests.solver.exhaustive import TooManyPositions, best_rank
from tests.solver.exhaustive_analysis import question_of, random_record
from tests.solver.hand_written import small_board_game
from tests.solver.small import small_game

ENOUGH = Limits(work=100)
NOTHING_RECORDED = Recorded({}, {})
OTHERS = [hero for hero in TEN_HEROES if hero not in EDITORS]
MOST_CARDS = 6


def rearrange(game: Game, record: Recorded = NOTHING_RECORDED, limits: Limits = ENOUGH) -> Rearranged:
    return Rearranger(game, record, Search(limits)).rearranged()


def orders(size: int, cards: int) -> Iterator[tuple[int, ...]]:
    """Yield the orders in which that many cards are moved."""
    for taken in combinations(range(size), cards):
        left = [place for place in range(size) if place not in taken]
        for order in permutations(range(size)):
            if [place for place in order if place not in taken] == left:
                yield order


def can_be_won(game: Game) -> bool:
    whole, won, *_ = best_rank(start(game), 3000)
    return whole and (won or (game.goal is None and game.adventure is None))


def in_order(game: Game, order: tuple[int, ...]) -> Game:
    return game.with_changes(story=tuple(game.story[place] for place in order))


def fewest_cards(game: Game) -> int | None:
    """Return the fewest moved cards with which the game can be won, by trying all orders; None if there is none."""
    size = len(game.story)
    for cards in range(size + 1):
        stories = {in_order(game, order).story for order in orders(size, cards)}
        if any(can_be_won(game.with_changes(story=story)) for story in stories):
            return cards
    return None


def mixed_up(seed: int) -> Game | None:
    """Return a random game that can be won in another order only, if this seed gives one."""
    chance = Random(seed)
    game = small_game(chance, tuple(chance.sample(OTHERS, chance.choice([0, 0, 1]))))
    if len(game.story) > MOST_CARDS:
        return None
    mixed = in_order(game, tuple(chance.sample(range(len(game.story)), len(game.story))))
    try:
        return mixed if can_be_won(game) and not can_be_won(mixed) else None
    except TooManyPositions:
        return None


def test_as_few_cards_are_moved_as_a_search_through_all_orders_finds():
    games = [game for seed in range(900) if (game := mixed_up(seed)) is not None]
    assert len(games) > 10
    for game in games:
        fewest = fewest_cards(game)
        rearranged = rearrange(game)
        assert rearranged.proved
        assert rearranged.order is not None
        assert len(rearranged.moved) == fewest
        assert rearranged.start is not None
        assert rearranged.repaired_line.choices is not None
        assert is_good(play(rearranged.start, rearranged.repaired_line.choices)[1])
        left = [place for place in rearranged.order if place not in rearranged.moved]
        assert left == sorted(left)
        assert sorted(rearranged.order) == list(range(len(game.story)))


def test_of_all_orders_with_so_few_cards_moved_one_is_taken_with_the_fewest_changes():
    compared = changed = 0
    for seed in range(200):
        game = mixed_up(seed)
        if game is None:
            continue
        record = recorded(start(game), random_record(game, Random(seed)))
        rearranged = rearrange(game, record)
        search = Search(ENOUGH)
        fewest = []
        for order in set(orders(len(game.story), len(rearranged.moved))):
            opening, placed = start(in_order(game, order)), at_new_places(record, order)
            best = search.line(opening)
            if is_good(best.outcome):
                fewest.append(len(repair_line(opening, placed, search.runner, best).changes))
        assert len(rearranged.repaired_line.changes) == min(fewest), seed
        compared += 1
        changed += bool(rearranged.repaired_line.changes)
    assert compared > 5
    assert changed


def test_a_card_that_comes_too_late_is_moved_before_its_mission():
    game = small_board_game("torch", mission("torch torch", ""), "torch", goal=1)
    rearranged = rearrange(game)
    assert len(rearranged.moved) == 1
    assert rearranged.order in ((0, 2, 1), (2, 0, 1))
    assert rearranged.proved


def test_a_card_may_be_moved_to_the_front_of_its_run_where_a_skill_is_paid_with_it():
    game = small_board_game("gold", "cup", mission("torch cup", ""), "torch", "cup", heroes=(TONK_REDBEER,), slots=1)
    rearranged = rearrange(game)
    assert rearranged.order == (3, 0, 1, 2, 4)
    assert len(rearranged.repaired_line.changes) == 1
    assert rearranged.proved


def test_a_mission_that_comes_too_early_is_moved_behind_its_items():
    game = small_board_game(mission("torch bow cup", ""), "torch", "bow", "cup", goal=1)
    rearranged = rearrange(game)
    assert rearranged.moved == (0,)
    assert rearranged.order == (1, 2, 3, 0)


def test_where_the_order_is_no_help_that_is_proved():
    rearranged = rearrange(small_board_game("torch", mission("torch torch", ""), goal=1))
    assert rearranged.order is None
    assert rearranged.proved


def test_more_missions_than_there_are_need_no_search():
    rearranged = rearrange(small_board_game("torch", mission("torch", ""), goal=2), limits=Limits(work=0))
    assert rearranged.order is None
    assert rearranged.proved


def test_a_limit_is_no_proof():
    rearranged = rearrange(small_board_game(mission("torch bow", ""), "torch", "bow", goal=1), limits=Limits(work=0))
    assert rearranged.order is None
    assert not rearranged.proved


def test_what_was_noted_goes_with_its_card():
    game = small_board_game(mission("torch", "bow?"), "torch", goal=1)
    question = question_of(game, (RevealNote(1, discard=()),))
    repaired = repair_question(question, order=True)
    assert repaired.rearranged is not None
    assert repaired.rearranged.order == (1, 0)
    assert repaired.notes == (RevealNote(2, take=None),)
    assert repaired.repaired_line.changes == ()


def test_those_who_change_the_story_stay_out_of_a_new_order():
    game = small_board_game(mission("torch", ""), "torch", heroes=(NINTRABASH,), goal=1)
    rearranged = rearrange(game)
    assert rearranged.start is not None
    assert rearranged.start.unused == ()


def test_a_story_that_can_be_won_keeps_its_order():
    game = small_board_game("torch", mission("torch", "bow?"), mission("bow", ""), goal=2)
    repaired = repair_question(question_of(game, (RevealNote(2, take=None),)), order=True)
    assert repaired.rearranged is None
    assert len(repaired.repaired_line.changes) == 1
