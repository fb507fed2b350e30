"""How a game is won, in words; what counts is what the engine misses at the end (R8, R9)."""

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.render.victory import (
    scroll_sentences,
    standing,
    still_besides_missions,
    still_to_win,
    to_win,
    to_win_in_short,
    winning_sentences,
)
from dtcli.rules.score import Status, missed_conditions, status_of
from dtcli.rules.state import Game, State, opening

HOUSE = bundled_cards("house").cards
BOOK, POCKET, NO, GENIE = (
    HOUSE.adventures[name]
    for name in ("the-apprentices-book", "the-tailors-third-pocket", "the-art-of-saying-no", "the-genies-loose-change")
)


def begun(goal: int | None, adventure: str | None = None) -> State:
    played = HOUSE.adventures[adventure] if adventure is not None else None
    return opening(Game(HOUSE.kinds, (), goal=goal, adventure=played))


@pytest.mark.parametrize(
    ("adventure", "words", "short"),
    [
        (BOOK, "complete 9 missions and the adventure", "9 missions and the adventure"),
        (POCKET, "complete 7 missions; the adventure is optional", "7 missions; the adventure is optional"),
        (
            GENIE,
            "complete 7 missions and the adventure, and hold cup and book at the end",
            "7 missions and the adventure; end with cup and book",
        ),
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_an_adventure_says_what_wins_it(adventure, words: str, short: str) -> None:
    assert to_win(adventure.scroll.accomplish, adventure) == words
    assert to_win_in_short(adventure.scroll.accomplish, adventure) == short


def test_a_scenario_says_its_goal_and_a_game_without_one_says_so() -> None:
    assert winning_sentences(10, None) == ["To win, complete 10 missions."]
    assert winning_sentences(None, None) == ["There is no goal: complete as many missions as you can."]
    assert standing(begun(None)) == ""


def test_r9_a_goal_of_its_own_does_not_change_the_conditions_of_the_scroll() -> None:
    assert to_win(3, GENIE) == "complete 3 missions and the adventure, and hold cup and book at the end"
    assert to_win(None, GENIE) == "complete the adventure, and hold cup and book at the end"


def test_v1_reputation_counts_missions_that_were_played() -> None:
    assert scroll_sentences(GENIE)[0] == (
        "The adventure card can be played once 5 missions have been played, completed later or not."
    )
    assert scroll_sentences(NO)[1] == "Once it is completed: from now on every reward may be declined."
    assert all(mission in scroll_sentences(BOOK)[2].split() for mission in BOOK.scroll.missions[:-1])


def test_a_position_says_what_it_still_misses() -> None:
    start = begun(7, GENIE.id)
    assert standing(start) == "Still missing to win: 7 more missions, the adventure, cup and book."
    assert still_besides_missions(start) == "the adventure, cup, book"
    assert standing(begun(10)) == "Still missing to win: 10 more missions."
    assert still_besides_missions(begun(10)) == ""


@pytest.mark.parametrize("adventure", [None, *(adventure.id for adventure in HOUSE.adventures.values())])
@pytest.mark.parametrize("goal", [None, 0, 1])
def test_r8_nothing_is_missing_exactly_if_the_engine_says_won(goal: int | None, adventure: str | None) -> None:
    state = begun(goal, adventure)
    assert bool(still_to_win(state)) == bool(missed_conditions(state))
    if goal is not None or adventure is not None:
        assert bool(still_to_win(state)) == (status_of(state) is Status.LOST)
