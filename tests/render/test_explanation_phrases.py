"""The sentences of handmade explanations agree with their stories."""

from typing import Any

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.render.explanation.phrases import (
    all_needed,
    best_line,
    headline,
    required,
    sentences,
    skills_do_not_help,
    too_few_missions,
)
from dtcli.rules import Game, Kind
from dtcli.rules.cards import Effect
from dtcli.rules.resolution import start
from dtcli.rules.rulings import GARYNOR, NINTRABASH
from solver.model.facts import Complete, Fact, Hold, Must, Need, Room, Supply
from solver.preference import Outcome
from solver.question import ask
from solver.search import FoundLine
from solver.studies.explanation import Explanation
from tests.rules.game_builder import adventure

TORCH = Kind("torch")
SCROLL = adventure("cup", Effect.EXTRA_SLOT, hold="gold gold", complete=True)
TWICE = adventure("cup", Effect.DUPLICATES_ONCE)
ONLY_2 = ", but there are only 2"
NO_REWARD = ", and no reward gives one"
PAIR = "torch; torch; mission Cellar: 2 torch; mission Attic: torch; mission Far: map"


def game_of(story: str, **other: Any) -> Game:
    """Return the game of a story in notation, cards separated by semicolons."""
    checked = check(parse(story.replace("; ", "\n") + "\n", suffix=".dt"))
    assert checked.resolved is not None
    assert checked.resolved.game is not None, checked.problems
    return checked.resolved.game.with_changes(**other)


def explained(
    story: str,
    *reasons: Fact,
    goal: int = 1,
    best: int = 0,
    broken: bool = False,
    proved: bool = True,
    **other: Any,
) -> Explanation:
    game = game_of(story, **other)
    line = FoundLine((), start(game), Outcome(broken, None, best, 0, 0, 0), best, proved=proved)
    return Explanation(ask(game), goal, line, line._replace(proved=True), reasons, 0.0, interrupted=False)


def torches(*places: int) -> list[Fact]:
    return [Need(place, TORCH) for place in places]


@pytest.mark.parametrize(
    ("story", "reasons", "said"),
    [
        (
            PAIR,
            torches(2, 3),
            "Cellar (card 3) and Attic (card 4) both need the 3rd torch, but only 2 come before card 4 (cards 1 and 2)"
            + NO_REWARD,
        ),
        (
            "mission X: torch",
            torches(0),
            "X (card 1) needs torch, but none comes before card 1, and no reward gives one",
        ),
        (
            "torch; mission X: 3 torch; torch",
            torches(1),
            "X (card 2) needs 3 torch, but only 1 comes before card 2 (card 1), and no reward gives one",
        ),
        (
            "torch; mission W: bow -> torch?; mission X: 2 torch; mission Z: bow -> torch",
            torches(2),
            "X (card 3) needs 2 torch, but only 1 comes before card 3 (card 1); a token can come from W (card 2)",
        ),
        (
            "torch; mission W: bow -> ?; mission X: 4 torch",
            [*torches(2), Supply(TORCH)],
            "X (card 3) needs 4 torch, but only 1 comes before card 3 (card 1); tokens can come from W (card 2)"
            + ONLY_2,
        ),
        ("torch; bow; mission X: torch", torches(2), "X (card 3) needs torch, which must be kept from card 1"),
        ("torch; torch; mission X: torch", torches(2), "X (card 3) needs torch, which must be kept from card 1 or 2"),
        (
            "torch; torch; mission X: 2 torch",
            torches(2),
            "X (card 3) needs 2 torch, which must be kept from cards 1 and 2",
        ),
        (
            "torch; torch; torch; mission X: 2 torch",
            torches(3),
            "X (card 4) needs 2 torch, which must be kept from 2 of cards 1, 2 and 3",
        ),
        ("sword; mission X: sword -> cup", [Must(1)], "the reward of X (card 2) must be taken: cup"),
        ("sword; mission X: sword -> ?", [Must(1)], "the reward of X (card 2) must be taken: a token of any kind"),
        ("sword", [Supply(TORCH)], "there are only 2 torch tokens"),
        ("sword", [Room(0)], "the backpack has only 8 slots"),
        ("sword; mission X: sword", [Room(0)], "from the start to card 2 the backpack has only 8 slots"),
        (
            "mission X: cup; sword; mission Y: cup; bow",
            [Room(1)],
            "from card 1 to card 3 the backpack has only 8 slots",
        ),
        (
            "mission X: cup; sword; mission Y: cup; bow",
            [Room(1), Room(2)],
            "from card 1 to the end the backpack has only 8 slots",
        ),
    ],
)
def test_reasons_about_the_same_thing_share_a_sentence(story, reasons, said):
    assert sentences(explained(story, *reasons)) == [said]


def test_copies_that_come_later_are_not_counted_for_a_mission_before_them():
    first, second = sentences(explained("mission X: torch; torch; torch; mission Y: torch", *torches(0, 3)))
    assert first == "X (card 1) needs torch, but none comes before card 1, and no reward gives one"
    assert second == "Y (card 4) needs torch, which must be kept from card 2 or 3"


def test_rooms_that_do_not_touch_have_separate_sentences():
    story = "mission X: cup; mission Y: cup; mission Z: cup; bow"
    first, second = sentences(explained(story, Room(0), Room(2)))
    assert first.startswith("from the start to card 1 ")
    assert second.startswith("from card 2 to card 3 ")


def test_heroes_and_adventures_are_taken_into_account():
    story = "torch; mission X: 2 torch; mission Y: cup"
    (said,) = sentences(explained(story, *torches(1), heroes=(GARYNOR,)))
    assert said.endswith("; a token can come from Garynor the Belly")
    (said,) = sentences(explained(story, *torches(1), adventure=TWICE))
    assert said.startswith(f"X (card 2) needs 2 torch (fewer with {TWICE.title}), but only 1 comes")
    (said,) = sentences(explained(story, Room(1), adventure=SCROLL))
    assert said == f"from card 2 to card 3 the backpack has only 8 slots, one more with {SCROLL.title}"
    (said,) = sentences(explained(story, Room(1), heroes=(NINTRABASH,)))
    assert said == "from mission 1 to mission 2 the backpack has only 8 slots"
    said = sentences(explained(story, Hold(Kind("gold")), Complete(), adventure=SCROLL))
    assert said == ["2 gold must be held at the end", f"{SCROLL.title} must be completed"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"goal": 3, "best": 2}, "At most 2 of 3 missions can be reached"),
        ({"goal": 3, "best": 1}, "3 missions cannot be reached"),
        ({"goal": 3, "best": 2, "proved": False}, "3 missions cannot be reached"),
        ({"goal": 3, "best": 0, "broken": True}, "The backpack breaks, whatever you choose"),
        ({"goal": 2, "best": 2, "adventure": SCROLL}, "The game cannot be won"),
        ({"goal": 3, "best": 2, "adventure": SCROLL}, "The game cannot be won with 3 missions"),
    ],
)
def test_the_headline_claims_no_more_than_was_asked(asked, said):
    assert headline(explained(PAIR, *torches(2, 3), **asked)) == said


def test_the_best_line_is_named_if_the_headline_does_not():
    assert best_line(explained(PAIR, *torches(2, 3), goal=3, best=2)) == ""
    assert best_line(explained(PAIR, *torches(2, 3), goal=3, best=1)) == "The best line ends with 1 mission."
    one = explained(PAIR, *torches(2, 3), goal=3, best=2, proved=False)
    assert best_line(one) == "The best line found ends with 2 missions."


@pytest.mark.parametrize(
    ("places", "goal", "said"),
    [
        ((2, 3), 3, "To reach 3 missions, both of these must succeed, even if all the others do."),
        ((2, 3), 2, "To reach 2 missions, 1 of these 2 must succeed, even if all the others do."),
        ((2, 3), 1, ""),
        ((2,), 3, "To reach 3 missions, this one must succeed, even if all the others do."),
    ],
)
def test_the_number_of_required_missions_is_counted(places, goal, said):
    assert required(explained(PAIR, *torches(*places), goal=goal)) == said


def test_skills_are_mentioned_only_with_heroes():
    alone, broken = {"heroes": ("alan-ironstar",)}, {"broken": True}
    assert skills_do_not_help(explained(PAIR, *torches(2, 3), **alone)) == "No use of the skills changes that."
    assert skills_do_not_help(explained(PAIR, *torches(2, 3))) == ""
    assert skills_do_not_help(explained(PAIR, *torches(2, 3), **alone, **broken)) == ""


def test_none_of_the_facts_can_be_left_out():
    assert all_needed(explained("mission X: torch", *torches(0))) == "Without that, 1 mission could be reached."
    many = all_needed(explained(PAIR, *torches(2, 3), goal=3, best=2))
    assert many == (
        "These are 2 facts, counting each item of each mission. Without any one of them, 3 missions could be reached."
    )
    assert all_needed(explained(PAIR, Room(0), broken=True)) == "Without that, the backpack would hold."
    assert all_needed(explained(PAIR, Complete(), adventure=SCROLL)) == "Without that, the game could be won."


@pytest.mark.parametrize(
    ("story", "goal", "best", "said"),
    [
        ("sword", 1, 0, "The story has no missions."),
        ("sword; mission X: sword", 2, 1, "The only mission can be completed; the story has no more."),
        (PAIR, 4, 3, "All 3 missions can be completed; the story has no more."),
        (PAIR, 9, 2, "9 missions cannot be reached: the story has only 3."),
    ],
)
def test_a_story_with_too_few_missions_needs_no_reasons(story, goal, best, said):
    assert too_few_missions(explained(story, goal=goal, best=best)) == said
