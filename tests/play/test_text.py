"""Whole games in text mode, in milliseconds: won, lost and broken, with every question, and random input."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.play.game.question_text import PAYMENT_QUESTIONS, SKILL_QUESTIONS
from dtcli.play.game.replay import replay_of
from dtcli.play.game.review import review_game
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.journal import GameLabel, saved_replay
from dtcli.play.storage.resume import resume_game
from dtcli.play.text.game import play_plain
from dtcli.rules.cards import Item, Mission
from dtcli.rules.rulings import (
    ALAN,
    FYLEE,
    GARYNOR,
    NINTRABASH,
    ROS_THANIR,
    TONK_REDBEER,
    TRAGURK,
    ZARIA,
    ZIGARAT_HO,
)
from dtcli.rules.score import Status
from tests.play.manual_clock import ManualClock
from tests.play.test_game import setup
from tests.play.text_players import ComputedLines, PlayedGame, ScriptedLines, greedy, no_par, restless
from tests.play.transcript import transcript

NOT_SPOKEN = re.compile(r"[^\x20-\x7e\u2026]| \+ ")
"""What a screen reader stumbles over: colours, boxes, symbols."""


def played(*script: str | float | BaseException, **other: object) -> PlayedGame:
    clock = ManualClock()
    return PlayedGame(SoloGame(setup(**other), now=clock)).by(ScriptedLines(clock, script))


def agrees(game: SoloGame) -> None:
    """Check that the replay, read back, has the result of the game."""
    checked = check(parse(compact(replay_of(game, date="2026-01-02")), suffix=".json"))
    assert not checked.problems
    assert checked.agrees is True
    assert checked.score is not None
    assert checked.score.status is game.status
    assert checked.score.assumed == 0


# whole games


@pytest.mark.parametrize(
    ("seed", "status", "words", "stars"),
    [
        (
            "27", Status.WON, "You have won, with 12 missions completed.",
            "3 of 3 stars: goal reached, 2 missions more and 5 minutes left.",
        ),
        ("9", Status.LOST, "You have lost: 6 of 10 missions.", "0 of 3 stars: the goal was not reached."),
    ],
)  # fmt: skip
def test_a_game_is_won_or_lost(seed: str, status: Status, words: str, stars: str) -> None:
    game, chance = SoloGame(setup(seed=seed), now=ManualClock()), Random(1)
    output = PlayedGame(game).by(ComputedLines(lambda: greedy(game, chance)))
    assert game.status is status
    agrees(game)
    assert output.said[-6:] == [
        words,
        f"The seed of this deal is {seed}. To race on it: dtcli play --scenario training-grounds --seed {seed}",
        "The replay is saved as kept.dt",
        "What was possible:",
        "A review.",
        stars,
    ]
    assert output.kept == [Phase.OVER]


def test_cards_are_sorted_and_swapped() -> None:
    output = played("", "sort", "swap 1 15", "swap 3", "swap 3 3", "swap 3 16", "pause", "sort", "go on", "1", "quit")
    game = output.game
    said = output.text
    first = said.index("The sand is running.")
    cards = re.findall(r"^(\d+): (?:(mission) )?(\w+)", said[first:], re.MULTILINE)
    assert [int(number) for number, *_ in cards] == list(range(1, 16))
    kinds = list(game.setup.names.cards.kinds)
    ranks = [99 if mission else kinds.index(kind) for _, mission, kind in cards]
    assert ranks == sorted(ranks)
    assert 99 in ranks
    assert re.search(rf"^1 is now mission .*; 15 is now {cards[0][2]}\.$", said, re.MULTILINE)
    assert "Name two cards by their numbers or names: swap 3 7, or swap cup bow." in said
    assert "Name two places, and at least one with a card." in said
    assert "'16' is not a number from 1 to 15." in said
    assert "The game is paused. Type go on." in said
    assert isinstance(game.table.story[0], Mission)


def test_a_game_is_broken() -> None:
    items = [place for place, card in enumerate(setup().table().hands[0], 1) if isinstance(card, Item)]
    output = played("", f"play {' '.join(map(str, items))}", "finish", "on")
    assert output.game.status is Status.BROKEN
    assert "The backpack breaks: 9 slots filled, 8 allowed." in output.text
    assert "You have lost: the backpack broke, after 0 missions completed." in output.said
    agrees(output.game)


def test_an_adventure_says_what_is_missing() -> None:
    output = played("", "finish", what="the-apprentices-book")
    assert any("adventure The Apprentice's Book, needs" in text for text in output.said)
    assert "The Apprentice's Book was not completed." in output.text


def test_an_adventure_says_how_it_is_won_before_the_sand_is_turned_and_on_request() -> None:
    output = played("goal", "", "goal", "play sword", "finish", "goal", what="the-genies-loose-change")
    won = "To win, complete 7 missions and the adventure, and hold cup and book at the end."
    assert output.said[1] == won
    assert output.said.count(won) == 4
    scroll = [
        "The adventure card can be played once 5 missions have been played, completed later or not.",
        "Once it is completed: at once, one token of any kind may be taken.",
    ]
    assert output.said[2:4] == scroll


def test_the_resolution_says_what_is_missing_also_at_a_question() -> None:
    script = ("", "play map, torch, E07", "finish", "next", "next", "goal", "backpack", "next", "goal", "1")
    output = played(*script, seed="elm")
    missing = "Still missing to win: 10 more missions."
    at_question = [text for text in output.said if text.startswith("Still missing")]
    assert at_question == [missing, "Still missing to win: 9 more missions."]
    adventure = played("", "play sword", "finish", "backpack", what="the-genies-loose-change")
    assert "Still missing to win: 7 more missions, the adventure, cup and book." in adventure.said


def test_help_answers_at_every_question() -> None:
    explained: set[str] = set()
    for seed in range(12):
        chance, answered = Random(seed), [0]

        def think(output: PlayedGame, chance: Random = chance, answered: list[int] = answered) -> str:
            if answered[0]:
                n, answered[0] = answered[0], 0
                about = next(at for at in range(len(output.said) - 1, -1, -1) if output.said[at].startswith("1: "))
                told = output.said[about - 1 : about + n + 1]
                assert told[-1] == f"Type a number from 1 to {n}."
                assert not [text for text in told if NOT_SPOKEN.search(text)]
                assert all(text.startswith(f"{number}: ") for number, text in enumerate(told[1:-1], 1))
                assert all(text.endswith(".") for text in told)
                explained.add(told[0])
                return str(chance.randint(1, n))
            answered[0] = output.answers
            return "help" if output.answers else restless(output, chance)

        output = PlayedGame(
            SoloGame(setup(what="level-1", seed=str(seed), heroes=COMPANIES[seed % 2]), now=ManualClock())
        )
        output.by(ComputedLines(lambda output=output, think=think: think(output)))
        agrees(output.game)
    assert len(explained) > 8


def test_help_says_what_each_answer_does() -> None:
    output = played("", "play map, torch, E07", "finish", "on", "help", "1", seed="elm")
    assert "1: Takes sword. Slots filled: 1 of 8." in output.said
    assert (
        "A reward is a token from the supply. It goes into the backpack, where it may fill another slot." in output.said
    )


def test_help_at_the_choice_of_a_hero() -> None:
    output = played("help", "1", draw_heroes=1)
    assert "Type a number from 1 to 2 to keep that hero, or quit." in output.said
    assert "To win, complete 10 missions." in output.said
    assert len(output.game.heroes) == 1


COMPANIES = (
    (ROS_THANIR, TRAGURK, GARYNOR, FYLEE, TONK_REDBEER),
    (NINTRABASH, ZIGARAT_HO, ZARIA, FYLEE, ALAN),
)
"""Heroes whose skills together ask every question; with Fylee the tokens that leave matter."""


def test_every_kind_of_question_is_asked_and_answered() -> None:
    asked: set[str] = set()
    games = [("level-1", seed) for seed in range(24)]
    games += [("the-apprentices-book", seed) for seed in (2, 12, 30, 81, 103)]
    for what, seed in games:
        chance = Random(seed)
        output = PlayedGame(SoloGame(setup(what=what, seed=str(seed), heroes=COMPANIES[seed % 2]), now=ManualClock()))
        output.by(ComputedLines(lambda output=output, chance=chance: restless(output, chance)))
        agrees(output.game)
        assert not [text for text in output.said if NOT_SPOKEN.search(text)]
        asked |= {text for text in output.said if "?" in text}
    wanted = {*SKILL_QUESTIONS.values(), *PAYMENT_QUESTIONS.values(), "Which reward?", "What is discarded?"}
    assert {one for one in wanted if not any(one in text for text in asked)} == set()


def test_the_heroes_of_the_edition_are_on_offer() -> None:
    output = played("nobody", "0", "8", "7", "", "finish", edition="demo-2016", draw_heroes=1)
    assert len(output.game.heroes) == 1
    assert output.said.count("Type a number from 1 to 7, or quit.") == 3


def test_several_heroes_for_practice() -> None:
    output = played("1", "2", "1", "", "finish", draw_heroes=3)
    assert len(output.game.heroes) == 3
    assert "Your heroes are:" in output.said


def test_the_review_is_printed_at_the_end() -> None:
    said: list[str] = []
    clock = ManualClock()
    game = SoloGame(setup(), now=clock)
    play_plain(
        game, ScriptedLines(clock, ["", "2 3", "finish", "on"]), said.append,
        save=lambda _: None, review=review_game, find_par=no_par,
    )  # fmt: skip
    at = said.index("What was possible:")
    assert said[at + 1].startswith("The best that this story allowed: 0 missions")
    assert not any("kept as" in text for text in said)


# the five minutes


def test_a3_the_story_below_its_top_card_is_not_described_before_the_time_is_up() -> None:
    orders = ["cards", "story", "time", "deck", "help", "pause", "go on", "refill", "backpack", "next", "on", "hero"]
    clock = ManualClock()
    game = SoloGame(setup(seed="7"), now=clock)
    output = PlayedGame(game).by(ScriptedLines(clock, ["", "6", "2", *orders]))
    laid = next(at for at, text in enumerate(output.said) if text.startswith("You play E03 Granny Fennel's Cough."))
    assert len(output.said) > laid + 20
    assert not [text for text in output.said[laid + 1 :] if "Granny" in text]
    assert "The story is 2 cards high. On top lies gold." in output.said


def test_a3_the_top_card_is_described_in_full_except_during_a_pause() -> None:
    output = played("", "story", "6", "story", "pause", "story", "go on", "finish", seed="7")
    top = "mission E03 Granny Fennel's Cough, needs 2 mortar and potion, gives cup"
    assert [text for text in output.said if text.startswith("The story is")] == [
        "The story is 0 cards high.", f"The story is 1 card high. On top lies {top}.", "The story is 1 card high.",
    ]  # fmt: skip


def test_cards_are_played_in_the_order_of_their_numbers() -> None:
    game = played("", "play 8 3 12", "5, 2", "p 1", "lay 4").game
    names = [str(card) for card in game.table.story]
    assert names[:5] == ["keys", "gold", "map", "mortar", "gold"]
    assert len(names) == 7


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play", "Name cards by their numbers or names: play 3 7, or play cup."),
        ("discard", "Name cards by their numbers or names: discard 3 7, or discard cup."),
        ("play 16", "'16' is not a number from 1 to 15."),
        ("0", "'0' is not a number from 1 to 15."),
        ("3 3", "Each card can be named once."),
        ("3 x", "'x' is not a card that lies face up; type cards to list them."),
        ("-3", "'-3' is not understood; type help for a list of commands."),
        ("refill", "The hand is full with 15 cards."),
        ("f", "'f' is not understood; type help for a list of commands."),
        ("fin", "'fin' is not understood; did you mean finish?"),
        ("q", "'q' is not understood; type help for a list of commands."),
        ("dicsard 3", "'dicsard 3' is not understood; did you mean discard?"),
        ("", "Type help for a list of commands."),
    ],
)
def test_a_refused_command_gives_the_reason(line: str, words: str) -> None:
    output = played("", line, "story")
    assert output.said[-3:-1] == [words, "The story is 0 cards high."]
    assert not output.game.log


def test_a4_places_stay_empty_until_they_are_refilled() -> None:
    output = played("", "refill off", "play 5", "discard 1 9", "5", "cards", "refill", "refill on", "3")
    assert "There is no card at place 5." in output.said
    assert "5: no card." in output.said
    assert None not in output.game.places


def test_the_end_of_the_draw_deck_is_announced() -> None:
    output = played("", *["d 1 2 3 4 5 6 7 8 9"] * 6, "deck", "finish")
    assert "The draw deck is empty." in output.said
    assert any("are empty. The draw deck is empty." in text for text in output.said)


def test_the_time_is_announced_when_it_gets_short() -> None:
    output = played("", 30, "story", 215, "story", 60, "3")
    assert [text for text in output.said if "left." in text and "draw deck" not in text] == [
        "4 minutes left.", "3 minutes left.", "2 minutes left.", "1 minute left.",
        "The story is 0 cards high. 55 seconds left.", "30 seconds left.", "10 seconds left.",
    ]  # fmt: skip
    assert "The story is 0 cards high." in output.said
    assert "Time is up." in output.said
    assert not output.game.table.story


def test_a_short_game_announces_only_times_below_its_length() -> None:
    output = played("", 100, seconds=25)
    assert [text for text in output.said if text.endswith("left.") and "deck" not in text] == ["10 seconds left."]


def test_announcements_missed_during_sleep_are_made_once() -> None:
    clock = ManualClock()
    output = PlayedGame(SoloGame(setup(), now=clock))

    def think() -> str:
        if output.said[-1] == "The sand is running.":
            clock.wait(200)
            return "story"
        return "" if output.game.phase is Phase.READY else "quit"

    output.by(ComputedLines(think))
    assert [text for text in output.said if text.endswith(" left.")] == ["1 minute and 40 seconds left."]


def test_a6_the_end_of_the_time_is_announced_when_it_comes() -> None:
    clock = ManualClock()
    transcript_lines: list[tuple[float, str]] = []
    game = SoloGame(setup(), now=clock)
    begun = clock.now
    play_plain(
        game, ScriptedLines(clock, ["", 1000]), lambda text: transcript_lines.append((clock.now - begun, text)),
        save=lambda _: None, review=lambda _: [], find_par=no_par,
    )  # fmt: skip
    assert (300, "Time is up.") in transcript_lines
    assert game.ended == 300


def test_a6_a_line_typed_too_late_does_nothing() -> None:
    clock = ManualClock()
    output = PlayedGame(SoloGame(setup(), now=clock))

    def think() -> str:
        if output.game.phase is Phase.TABLE:
            clock.wait(301)
            return "play 3"
        return "" if output.game.phase is Phase.READY else "quit"

    output.by(ComputedLines(think))
    assert not output.game.table.story
    assert output.said.count("Time is up.") == 1


def test_a_pause_stops_the_clock_and_hides_the_cards() -> None:
    output = played("", 10, "pause", "cards", "3", "pause", 500, "time", "story", "go on", 10, "finish")
    assert output.said.count("The game is paused. Type go on.") == 3
    assert "4 minutes and 50 seconds left." in output.said
    assert [pause.seconds for pause in output.game.clock.pauses] == [500]
    assert output.game.ended == 20
    agrees(output.game)


def test_resumed_five_minutes_begin_paused_with_the_cards_hidden() -> None:
    first = played("", 70, "3", "refill off", "4", 175)
    clock = ManualClock()
    kept = saved_replay(first.game, GameLabel("ab12", ""), at=clock.date())
    clock.wait(1000)
    game = resume_game(parse(compact(kept), suffix=".json"), now=clock, calendar=clock.date)
    output = PlayedGame(game).by(
        ScriptedLines(clock, ["cards", "5", 40, "time", "go on", "cards", 5, "5", 5, "finish"])
    )
    assert output.said[1].startswith("This game was interrupted with 55 seconds left. Type go on to let the sand run")
    assert output.said[2:6] == [
        "The game is paused. Type go on.",
        "The game is paused. Type go on.",
        "55 seconds left.",
        "The sand is running again. 55 seconds left.",
    ]
    assert output.said[9] == "4: no card."
    assert not [text for text in output.said if text.startswith("1 minute")]
    assert [str(card) for card in game.table.story[:2]] == [str(card) for card in first.game.table.story]
    assert (game.clock.pauses, game.ended) == ([(245, 1040)], 255)
    agrees(game)


# leaving


@pytest.mark.parametrize("last", [(), ("quit",), ("exit",)], ids=["end of input", "quit", "exit"])
@pytest.mark.parametrize(
    ("script", "kept"),
    [
        ((), []),
        (("1",), []),
        (("1", "", "3"), [Phase.TABLE]),
        (("1", "", "3", "pause"), [Phase.TABLE]),
    ],
)
def test_leaving_saves_the_game(script: tuple[str, ...], kept: list[Phase], last: tuple[str, ...]) -> None:
    output = played(*script, *last, draw_heroes=1)
    assert output.kept == kept
    assert output.said[-1].startswith("You leave the game.")


@pytest.mark.parametrize("line", ["quit", "exit"])
def test_quitting_in_the_resolution_saves_it(line: str) -> None:
    output = played("", "2 3", "finish", "", line)
    assert (output.kept, output.said[-1]) == (
        [Phase.RESOLUTION], "You leave the game. It is saved as kept.dt",
    )  # fmt: skip


def test_input_that_ends_after_finish_sees_the_story_to_its_end() -> None:
    output = played("", "2 3 4", "finish")
    assert output.game.phase is Phase.OVER
    assert output.kept == [Phase.OVER]


def test_input_that_ends_before_a_decision_leaves_it_open() -> None:
    output = played("", "2 10 12 1", "finish")  # E01 fails, and nothing of it is there
    assert output.game.phase is Phase.OVER
    output = played("", "4 1", "finish")  # E01 fails with a torch there
    assert output.kept == [Phase.RESOLUTION]
    assert output.said[-1].startswith("You leave the game.")


@pytest.mark.parametrize("script", [("1",), ("1", "", "3"), ("1", "", "4 1", "finish", "on")])
def test_ctrl_c_leaves_like_quit_and_is_passed_on(script: tuple[str, ...]) -> None:
    clock = ManualClock()
    output = PlayedGame(SoloGame(setup(draw_heroes=1), now=clock))
    with pytest.raises(KeyboardInterrupt):
        output.by(ScriptedLines(clock, [*script, KeyboardInterrupt()]))
    assert output.said[-1].startswith("You leave the game.")
    assert len(output.kept) == (len(script) > 1)


# the resolution


def test_a_question_can_be_repeated_and_started_over() -> None:
    output = played("", "4 1", "finish", "on", "", "again", "back", "backpack", "help", "9", "1 1", "nonsense", "1")
    asked = [text for text in output.said if text.startswith("E01 Rats With Demands has failed.")]
    assert len(asked) == 4
    assert "'9' is not a number from 1 to 2. Type a number from 1 to 2." in output.said
    assert output.game.phase is Phase.OVER


def test_a_skill_can_be_cancelled_before_it_is_used() -> None:
    output = played("1", "", "9", "finish", "hero", "hero zaria", "back", "hero z", "3", "hero zaria", draw_heroes=1)
    assert "Zaria Tearleaf can act now. Type hero and the name." in output.said
    assert "The skill is not used." in output.said
    assert "The skill of Zaria Tearleaf has been used." in output.said


def test_heroes_that_are_not_in_the_game() -> None:
    output = played("1", "", "9", "finish", "hero zarai tearleaf", "hero bob", "heroes", draw_heroes=1)
    assert "There is no such hero in this game; did you mean Zaria Tearleaf?" in output.said
    assert "There is no such hero in this game; there is Zaria Tearleaf." in output.said
    assert "There are no heroes in this game." in played("", "9", "finish", "hero").said


def test_the_backpack_is_listed_slot_by_slot() -> None:
    output = played("", "2 3 11 7", "finish", *[""] * 3, "backpack", "story")
    at = output.said.index("Slots filled: 1 of 8.", output.said.index("Card 3: gold. Slots filled: 1 of 8."))
    assert output.said[at : at + 4] == [
        "Slots filled: 1 of 8.",
        "Slot 1: gold, 3 cards.",
        "0 missions completed, 0 failed; 10 win.",
        "1 card is left in the story.",
    ]


# nonsense

words = st.sampled_from(
    ["", "play", "p", "discard", "d 1 2", "1", "2", "15", "3 4 5", "refill", "refill off", "pause", "go on", "cards",
     "time", "finish", "next", "on", "hero", "hero zaria", "hero x", "backpack", "back", "again", "help", "?", "1 1",
     "\u0663", "\u00b2", "9" * 5000, "play play", "go", "ONE", "play -1", "play 1.5", "\x00", "hero " + "x" * 999]
)  # fmt: skip
waits = st.floats(0.01, 90)
scripts = st.lists(words | words | st.text(max_size=12) | waits, max_size=60)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(scripts, st.integers(0, 4))
def test_any_typed_line_gets_an_answer(script: list[str | float], heroes: int) -> None:
    clock = ManualClock()
    output = PlayedGame(SoloGame(setup(draw_heroes=heroes), now=clock)).by(
        ScriptedLines(clock, ["1"] * heroes + script)
    )
    assert output.said[-1]
    assert not [text for text in output.said if not text.isprintable()]
    if output.game.phase is Phase.OVER:
        agrees(output.game)


def test_the_transcript_suits_a_screen_reader() -> None:
    said = [line for line in transcript().splitlines() if not line.startswith(">")]
    assert len(said) > 100
    ends = (".", "?", ":", "elm.dt", "--seed elm")  # what is to be copied has no full stop
    assert not [line for line in said if NOT_SPOKEN.search(line) or not line.endswith(ends)]
