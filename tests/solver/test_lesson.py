"""The lesson of the five minutes: hand-made games where the right sentences are known."""

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.json.text import compact
from dtcli.formats.names import Names
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.five_minutes import RecordedEvent
from dtcli.formats.replay.reading import load, parse
from dtcli.play.game.replay import replay_of
from dtcli.render.analysis.lesson import lesson_record, lesson_sentences
from dtcli.rules.cards import Card
from dtcli.rules.score import Status
from dtcli.rules.table import Table
from solver.limits import Limits
from solver.studies.lesson import CardsLeft, Lesson, cards_left, study_lesson
from tests.play.test_par import finished
from tests.solver.test_deeds import BOW, CUP, DUEL, HUNT, MAP, SWORD, TEA, studied

NAMES: Names = bundled_cards("house")
ENOUGH = Limits(work=50)
NINE = "sword\nbow\nshield\ntorch\nmap\npotion\nkeys\ngold\ngrapnel\n"


def checked(text: str) -> Checked:
    found = check(parse(text, file="game.dt", suffix=".dt"))
    assert found.is_valid, found.problems
    return found


def lesson(text: str, goal: int | None = None) -> Lesson:
    found = study_lesson(checked(text), goal, limits=ENOUGH)
    assert found is not None
    return found


def said(found: Lesson) -> list[str]:
    return list(lesson_sentences(found))


# what the story lacked


def test_a_story_without_missions():
    assert said(lesson("goal: 1\nsword\n")) == ["The story had no missions."]


def test_a_story_with_too_few_missions():
    assert said(lesson("goal: 3\nsword\nmission X: sword\n")) == ["The story had only 1 mission, and 3 were needed."]


def test_an_item_that_the_story_lacked():
    found = lesson("goal: 2\nsword\nmission X: sword\nmission Y: sword\n")
    assert said(found) == [
        (
            "What the story lacked for 2 missions: X (card 2) and Y (card 3) both need the 2nd sword, but only 1 comes "
            "before card 3 (card 1), and no reward gives one."
        ),
        "No single card was one too many: without any one of them nothing better was possible.",
    ]
    assert (found.proved, found.explanation.reachable) == (True, False)


def test_more_than_two_reasons_are_counted():
    missions = "".join(f"mission {kind.upper()}: {kind}\n" for kind in ("sword", "bow", "map", "cup"))
    *_, count, no_card = said(lesson(f"goal: 1\n{missions}"))
    assert count == "`dtcli explain` names 2 more reasons."
    assert no_card.startswith("No single card")


def test_a_backpack_that_breaks_in_every_line():
    found = lesson(f"goal: 1\n{NINE}cup\nmission X: sword\n")
    assert said(found) == [
        "The backpack breaks, whatever you choose: from the start to card 11 the backpack has only 8 slots.",
        "No single card was one too many: without any one of them the backpack still breaks.",
    ]


# the card that should have stayed


def test_a_card_that_breaks_the_backpack():
    assert said(lesson(f"{NINE}mission X: sword\n"))[-1] == (
        "The first card that should have stayed in the hand: sword (card 1). Without it the backpack can hold, with "
        "0 missions completed."
    )


def test_a_card_without_which_the_game_can_be_won():
    story = "sword\nbow\nmap\nmission X: sword + bow + map\nmission Y: bow\nmission Z: map\n"
    assert said(lesson(f"goal: 2\n{story}"))[-1] == (
        "The first card that should have stayed in the hand: sword (card 1). Without it the game can be won, with "
        "2 missions."
    )
    assert said(lesson(f"goal: 1\n{story}")) == [
        "The first card that should have stayed in the hand: sword (card 1). Without it 2 missions can be completed."
    ]


def test_nothing_is_said_about_a_won_game_that_completed_its_story():
    assert said(lesson("goal: 1\nsword\nmission X: sword\n")) == []


def test_a_game_that_the_story_could_win_was_lost_in_the_resolution():
    lost = "goal: 2\nsword\nmission X: sword -> bow/torch | take bow\nmission Y: torch\n"
    assert lesson(lost).status is Status.LOST
    assert said(lesson(lost)) == ["The story could win: the game was lost in the resolution, not in the five minutes."]


def test_without_time_nothing_is_claimed():
    found = study_lesson(check(load("replays/games/we-were-sure.json")), limits=Limits(work=0))
    assert found is not None
    assert not found.proved
    assert said(found) == [
        "Whether the story could reach the goal, or why not, could not be proved in the time available.",
        "Whether a card should have stayed in the hand could not be proved in the time available.",
    ]


def test_a_result_that_a_forgotten_choice_leaves_open_has_no_lesson():
    open_game = "goal: 2\nsword\nmission X: sword -> bow/torch\nmission Y: torch\n"
    assert study_lesson(checked(open_game)) is None


def test_another_goal_can_be_asked_about():
    text = "goal: 1\nsword\nmission X: sword\nmission Y: cup\n"
    assert lesson(text).explanation.reachable is True
    assert lesson(text, 2).explanation.reachable is False


# what was not laid


def left(hand: tuple[Card, ...], deck: tuple[Card, ...], *actions: tuple[str, Card], seconds: float = 0.0) -> CardsLeft:
    happened = [RecordedEvent(float(n), 1, what, (card,)) for n, (what, card) in enumerate(actions, 1)]
    return cards_left(Table((hand,), deck, 20), happened, seconds=seconds)


def test_missions_in_the_hand_and_in_the_deck_are_found():
    found = left((SWORD, HUNT, DUEL), (TEA, BOW, TEA), ("play", HUNT), ("draw", TEA))
    assert [str(one.card) for one in found.in_hand] == ["The Duel", "Tea"]
    assert (found.dealt, found.in_deck, found.deck) == (4, 1, 2)


def with_left(found: CardsLeft, text: str = "goal: 2\nsword\nmission X: sword\nmission Y: cup\n") -> list[str]:
    """Return what is said about a lost game with these cards left."""
    return [one for one in said(lesson(text)._replace(left=found)) if "stayed in the" in one or "ended with" in one]


def test_what_stayed_is_named():
    none = left((SWORD, HUNT), (), ("play", HUNT))
    assert with_left(none) == []
    assert with_left(left((HUNT,), ())) == ["1 mission stayed in the hand: The Hunt."]
    many = left((HUNT, DUEL, TEA, HUNT, DUEL), (TEA, BOW))
    assert with_left(many) == [
        "5 missions stayed in the hand: The Hunt, The Duel, Tea and 2 more; 1 mission stayed in the draw deck."
    ]


def test_ending_early_is_said_where_something_was_left_and_the_game_lost():
    early = left((SWORD,), (BOW, CUP), seconds=71.2)
    assert with_left(early) == ["The five minutes were ended with 1:12 left and 2 cards in the draw deck."]
    assert with_left(early._replace(seconds=0.5)) == []
    assert with_left(left((SWORD,), (), seconds=71)) == []
    assert with_left(early, "goal: 1\nsword\nmission X: sword\nmission Y: cup\n") == []


def test_nothing_more_was_possible_where_every_mission_of_the_deal_was_completed():
    won = lesson("goal: 1\nsword\nmission X: sword\n")
    assert said(won._replace(left=left((HUNT,), (), ("play", HUNT), seconds=90))) == [
        "Every mission of the deal was completed: nothing more was possible."
    ]
    two = left((HUNT, TEA), ())
    assert "nothing more" not in " ".join(said(won._replace(left=two)))


def test_what_was_discarded_and_missed_is_named():
    study = studied(("discard", BOW), ("play", HUNT), hands=[(BOW, HUNT)])
    found = lesson("goal: 1\nsword\nmission X: bow\n")._replace(deeds=study, left=left((MAP,), ()))
    assert said(found)[-1] == "Discarded at 0:01 and missed: bow; The Hunt (card 1) failed without it."
    study = study._replace(missed=study.missed * 4)
    assert said(found._replace(deeds=study))[-1] == "2 more cards were discarded and missed."


# a whole game


@pytest.mark.parametrize("until", [285, 200])
def test_the_lesson_of_a_recorded_game_names_its_cards(until: float):
    game = finished(what="level-1", seed="11", until=until)
    found = study_lesson(check(parse(compact(replay_of(game, date="")), suffix=".json")), limits=Limits(work=50))
    assert found is not None
    assert found.left is not None
    laid = [card for card in game.table.story if not hasattr(card, "kind")]
    assert found.left.dealt == 12 == len(laid) + len(found.left.in_hand) + found.left.in_deck
    assert found.left.deck == len(game.table.deck)
    record = lesson_record(found, NAMES)
    assert record is not None
    assert record["missions_in_deck"] == found.left.in_deck
    assert record["words"] == said(found)
    assert record["goal_reachable"] is found.explanation.reachable
