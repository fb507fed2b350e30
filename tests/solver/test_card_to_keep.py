"""The first card that should have stayed in the hand: known games, limits, and a comparison with all lines."""

from random import Random

import pytest

from dtcli.rules import Card, Game, start
from dtcli.rules.cards import Adventure, Mission
from dtcli.rules.rulings import ZIGARAT_HO
from solver.limits import Limits
from solver.search import best_line
from solver.studies.card_to_keep import CardToKeep, find_card_to_keep
from tests.rules.game_builder import TWELVE, adventure, mission
from tests.solver.exhaustive import Rank, TooManyPositions, best_rank
from tests.solver.hand_written import small_board_game
from tests.solver.small import small_game

ENOUGH = Limits(work=100)


def found(game: Game, limits: Limits = ENOUGH) -> CardToKeep:
    return find_card_to_keep(game, best_line(start(game), limits=ENOUGH), limits)


# games where the answer is known


def test_an_item_too_many_breaks_the_backpack():
    keep = found(small_board_game(" ".join(TWELVE[:9])))
    assert (keep.place, keep.proved) == (0, True)
    assert keep.without is not None
    assert not keep.without.outcome.broken


def test_with_two_items_too_many_no_single_card_helps():
    keep = found(small_board_game(" ".join(TWELVE[:10])))
    assert (keep.place, keep.proved) == (None, True)


def test_an_item_that_lets_a_mission_take_what_others_need_should_have_stayed():
    """R2: success is not a choice, so the first mission takes the bow and the map of the two others."""
    story = ("sword bow map", mission("sword bow map"), mission("bow"), mission("map"))
    keep = found(small_board_game(*story, goal=2))
    assert (keep.place, keep.proved) == (0, True)
    assert keep.without is not None
    assert (keep.without.outcome.won, keep.without.outcome.missions) == (True, 2)


def test_a_mission_can_be_the_card_that_should_have_stayed():
    """Its reward must be taken, and fills a slot that an item of the story needs."""
    keep = found(small_board_game("bow bow bow", mission("bow", "cup"), "sword map torch keys gold book potion"))
    assert (keep.place, keep.best.outcome.broken) == (3, True)


def test_nothing_should_have_stayed_where_every_mission_succeeds():
    keep = found(small_board_game("sword bow", mission("sword"), mission("bow"), goal=2))
    assert (keep.place, keep.without, keep.proved) == (None, None, True)


def test_nothing_should_have_stayed_in_a_story_without_cards():
    assert found(small_board_game(goal=1)).place is None


def test_v1_a_mission_that_an_adventure_needs_below_it_cannot_stay():
    for reputation, expected in ((1, None), (0, 1)):
        scroll = adventure("sword", reputation=reputation)
        keep = found(small_board_game("sword", mission("sword"), scroll))
        assert (keep.place, keep.proved) == (expected, True)


def test_a_limit_that_is_reached_is_not_a_proof():
    laid = [part for n in range(6) for part in ("sword bow cup"[: 5 + 4 * (n % 2)], mission("cup cup map"))]
    game = small_board_game(*laid, goal=5, heroes=(ZIGARAT_HO,))
    keep = found(game, Limits(work=0))
    assert (keep.place, keep.proved) == (None, False)
    assert found(game).proved


# against every line of the engine


def is_better(rank: Rank, than: Rank) -> bool:
    """Return whether a result is better at the table: two broken ones are alike."""
    whole, won, missions, *_ = rank
    return bool(whole) and (not than[0] or (won, missions) > than[1:3])


def is_laid_legally(story: tuple[Card, ...]) -> bool:
    """Return whether enough missions lie below each adventure (V1)."""
    return all(
        sum(isinstance(below, Mission) for below in story[:place]) >= card.scroll.reputation
        for place, card in enumerate(story)
        if isinstance(card, Adventure)
    )


def first_by_trying(game: Game) -> int | None:
    """Return the place of the first card without which the best of all lines is better."""
    best = best_rank(start(game), 3000)
    begun = not is_laid_legally(game.story)
    for place in range(len(game.story)):
        story = game.story[:place] + game.story[place + 1 :]
        if (begun or is_laid_legally(story)) and is_better(
            best_rank(start(game.with_changes(story=story)), 3000), best
        ):
            return place
    return None


def test_small_stories_have_the_card_that_a_search_of_all_lines_finds():
    counted = {"none": 0, "a card": 0, "broken": 0}
    for seed in range(70):
        game = small_game(Random(seed))
        try:
            expected = first_by_trying(game)
        except TooManyPositions:
            continue
        keep = found(game)
        assert (keep.place, keep.proved) == (expected, True), seed
        counted["none" if expected is None else "a card"] += 1
        counted["broken"] += keep.best.outcome.broken
    assert min(counted.values()) >= 5, counted


@pytest.mark.parametrize("seed", range(3))
def test_a_card_found_under_a_limit_is_better_too(seed: int) -> None:
    """What is found before the limit holds, even if an earlier card may be one too."""
    game = small_game(Random(seed))
    for work in (0.001, 0.01, 0.1):
        keep = found(game, Limits(work=work))
        if keep.place is not None:
            assert keep.without is not None
            assert first_by_trying(game) is not None
        elif keep.proved:
            assert first_by_trying(game) is None
