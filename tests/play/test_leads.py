"""What the end of a game leads on to in lines of text, and which set-up follows."""

import pytest

from dtcli.commands.games_in_a_row import next_setup
from dtcli.formats.card_sets import scenarios
from dtcli.play.game.leads import AGAIN, NEW, Lead, LeadKind, WhatNext, after_campaign_game, after_single_game
from dtcli.play.game.review import analysis_of_game
from dtcli.play.game.setup import RecordedDeal
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.text.game import play_plain
from dtcli.play.text.levels import ask_for_level
from dtcli.play.text.typed_lines import EndOfInput
from tests.play.campaign_scenes import LADDER
from tests.play.manual_clock import ManualClock
from tests.play.test_game import setup, started
from tests.play.test_par import waits_for_the_stop
from tests.play.text_players import ScriptedLines, no_par

LEVELS = [scenarios()["my-first-dungeon"], scenarios()["level-2"]]
PLAYED = ["", "3", "finish", "on"]


def played(
    *typed: str | float, after: WhatNext | None = None, clock: ManualClock | None = None, **other: object
) -> tuple[Lead | None, list[str]]:
    """Return what the player of a short game goes on to with these lines, and what was said after its end."""
    clock = clock or ManualClock()
    game = SoloGame(setup(what="level-1", seed="11"), now=clock)
    said: list[str] = []
    services: dict = {"review": lambda _: [], "find_par": no_par, "report": analysis_of_game} | other
    lead = play_plain(
        game, ScriptedLines(clock, [*PLAYED, *typed]), said.append, save=lambda _: None,
        what_next=lambda game: after or after_single_game(game), **services,
    )  # fmt: skip
    end = next(n for n, text in enumerate(said) if text.startswith("You have lost"))
    return lead, said[end + 1 :]


@pytest.mark.parametrize(
    ("typed", "lead"),
    [("again", AGAIN), ("AGAIN", AGAIN), ("new", NEW), ("n", NEW), ("", None), ("quit", None), ("leave", None)],
)
def test_a_word_leads_on(typed: str, lead: Lead | None) -> None:
    found, said = played(typed)
    assert found == lead
    assert said[-1] == "What next? Type again, new, watch or analyse; or press Enter to leave."


def test_the_end_of_the_input_leaves() -> None:
    assert played()[0] is None


def test_a_word_that_is_not_understood_is_asked_again() -> None:
    lead, said = played("agian", "help", "1", "new")
    assert lead == NEW
    assert said[-3:] == [
        "'agian' is not understood; did you mean again?",
        "What next? Type again, new, watch or analyse; or press Enter to leave.",
        "'1' is not understood; type help for a list of commands.",
    ]


def test_a_campaign_offers_its_levels_by_number() -> None:
    after = after_campaign_game(LEVELS)
    for typed, level in (("1", LEVELS[0]), ("2", LEVELS[1]), ("next", LEVELS[0])):
        lead, said = played(typed, after=after)
        assert lead is not None
        assert (lead.kind, lead.level) == (LeadKind.LEVEL, level)
        assert said[-3:] == [
            "What next? Type 1, 2, again, watch or analyse; or press Enter to leave.",
            "1: play My First Dungeon (bonus).",
            "2: play Level 2.",
        ]


def test_a_game_is_watched_and_analysed_and_then_the_question_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    monkeypatch.setattr("dtcli.play.text.leads.real_time", clock)
    lead, said = played("watch", 400.0, "analyse", "again", clock=clock)
    assert lead == AGAIN
    watched = said.index("Watching at 10 times the speed. Press Enter to stop.")
    assert any(text.startswith("Face up lie: ") for text in said[watched:])
    assert any("You have lost" in text for text in said[watched:])
    assert any(text.startswith("the five minutes: 1 deed, 1 card laid") for text in said[watched:])


def test_a_line_stops_watching() -> None:
    lead, said = played("watch", "", "new")
    assert lead == NEW
    assert "You stop watching." in said
    assert not any("You have lost" in text for text in said)


def test_after_the_end_of_the_input_a_game_is_watched_without_waiting() -> None:
    lead, said = played("watch")
    assert lead is None
    assert any("You have lost" in text for text in said)


def test_a_word_typed_before_the_end_does_not_wait_for_par(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dtcli.play.text.game._SOON", 0.01)
    lead, said = played("typed too early", "again", "kept for the next game", find_par=waits_for_the_stop)
    assert lead == AGAIN
    assert not any("Press Enter to go on without it" in text for text in said)


def test_a_line_typed_while_par_is_searched_may_be_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dtcli.play.text.game._SOON", 0.01)
    lead, said = played(1.0, "new", find_par=waits_for_the_stop)
    assert lead == NEW
    assert "Par of this deal is being worked out. Press Enter to go on without it." in said


def test_records_the_lesson_and_a_won_campaign_are_said() -> None:
    after = after_campaign_game(LEVELS, LADDER)
    _, said = played(after=after, lesson=lambda _: ["A lesson."], records=lambda *_: ["New best!"])
    assert said.index("Campaign Sundays is won!") < said.index("New best!")
    assert said[said.index("The lesson of the five minutes:") + 1] == "A lesson."
    assert "Level 4: won 1 of 2, best 7, 2 stars." in said
    assert "Unnatural Foes: not played." in said
    assert not any("★" in text for text in said)
    assert (
        "Unlocked: Extended play, the campaign again with 7 slots instead of 8. `dtcli campaign play` begins it."
        in said
    )


def test_pauses_are_said() -> None:
    clock = ManualClock()
    game = SoloGame(setup(what="level-1", seed="11"), now=clock)
    said: list[str] = []
    script = ["", "pause", 60.0, "go on", 5.0, "pause", 10.0, "go on", "finish"]
    play_plain(game, ScriptedLines(clock, script), said.append, save=lambda _: None, review=lambda _: [],
               find_par=no_par)  # fmt: skip
    assert "The five minutes had 2 pauses, 1:10 in all." in said


# the set-up of what comes next


def test_the_same_deal_again_is_the_same_deal() -> None:
    game, _ = started(what="level-1", seed="11", draw_heroes=1)
    assert SoloGame(next_setup(AGAIN, game.setup)).dealt == game.dealt
    resumed = game.setup._replace(seed="", recorded=RecordedDeal(game.dealt, game.setup.game((), ())))
    assert SoloGame(next_setup(AGAIN, resumed)).dealt == game.dealt


def test_a_new_deal_has_a_new_seed_and_nothing_else() -> None:
    before = setup(what="level-1", seed="11", extended=True, seconds=120, draw_heroes=1)
    after = next_setup(NEW, before)
    assert after.seed != "11"
    assert after._replace(seed="11") == before
    recorded = before._replace(recorded=RecordedDeal(before.table(), before.game((), ())))
    assert next_setup(NEW, recorded).table() != before.table()


# the choice of a level


def choose(*typed: str) -> object:
    return ask_for_level(LEVELS, ScriptedLines(ManualClock(), typed), lambda _: None)


def test_a_level_is_chosen_by_its_number() -> None:
    assert [choose("1"), choose("0", "one", "", "2"), choose("QUIT")] == [*LEVELS, None]
    with pytest.raises(EndOfInput):
        choose("3")
