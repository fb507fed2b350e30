"""The recorder of a table without a screen: what typed letters mean, undo, the journal, and the replay."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load, parse
from dtcli.play.recorder.card_input import CardNames
from dtcli.play.recorder.journal import JournalError, TableJournal, record_from, unfinished
from dtcli.play.recorder.record import Record, resolution_of
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import RecordSaver, recorded_replay
from dtcli.play.recorder.table_setup import TableSetup
from dtcli.play.recorder.written_missions import TableCards, written_mission
from dtcli.play.storage.campaign import new_campaign
from dtcli.play.storage.campaign_record import NotCountedError
from dtcli.play.storage.campaign_store import CampaignStore
from dtcli.play.storage.folders import Folders
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.cards import Item
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import HeroId
from tests.play.table_typist import Purpose, Typist, keystrokes, recordable

HOUSE = bundled_cards("house")
CARDS = CardNames(HOUSE)
GAMES = recordable()


def begin(*heroes: str, scenario: str = "training-grounds", **more) -> TableRecorder:
    setup = TableSetup(HOUSE, scenarios()[scenario], heroes=tuple(map(HeroId, heroes)), **more)
    return TableRecorder(Record(setup))


def enter(recorder: TableRecorder, *texts: str) -> list[str]:
    said: list[str] = []
    for text in texts:
        said = recorder.enter(text)
    return said


def refused(recorder: TableRecorder, text: str) -> str:
    before = recorder.record
    with pytest.raises(InvalidInput) as error:
        recorder.enter(text)
    assert recorder.record == before
    return str(error.value)


def story(recorder: TableRecorder) -> list[str]:
    return [str(card) for card in recorder.record.story]


# what letters mean


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("s", "sword"),
        ("sh", "shield"),
        ("SPADA", "sword"),
        ("sc", "shield"),
        ("bow", "bow"),
        ("bk", "book"),
        ("libro", "book"),
        ("r", "grapnel"),
        ("bag of g", "gold"),
        ("m", "map"),
        ("mo", "mortar"),
        ("e7", "E07 Lost in the Turnips"),
        ("E07", "E07 Lost in the Turnips"),
        ("m12", "M12 The Knight Who Never Yields"),
        ("e1", "E01 Rats With Demands"),
        ("rats", "E01 Rats With Demands"),
        ("mission turnips", "E07 Lost in the Turnips"),
        ("apprentice's", "The Apprentice's Book"),
    ],
)
def test_the_beginning_of_a_name_is_enough(typed, meant):
    assert str(CARDS.meaning(typed).card) == meant


def test_every_item_has_one_or_two_letters_of_its_own():
    letters = CARDS.shortcuts()
    assert len(set(letters.values())) == len(letters) == 12
    assert all(len(one) <= 2 for one in letters.values())
    assert {str(CARDS.meaning(one).card): kind for kind, one in letters.items()} == {kind: kind for kind in letters}


def test_heroes_are_typed_by_name():
    assert {CARDS.meaning(hero.name.split()[0]).hero for hero in HEROES.values()} == {*HEROES}
    assert CARDS.meaning("ros").hero == "ros-thanir"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("swrod", "did you mean sword?"),
        ("a", "arco = bow or ampolla = potion"),
        ("the", "type more of it"),
        ("qqq", "help lists all"),
        ("99 s", "1 to 20 cards"),
        ("Tunk", "did you mean Tonk?"),
    ],
)
def test_a_refusal_says_what_to_type_instead(typed, message):
    with pytest.raises(InvalidInput, match=message.replace("?", r"\?")):
        CARDS.meaning(typed)


def test_a_space_ends_an_item_but_not_a_title():
    assert CARDS.is_finished("s")
    assert CARDS.is_finished("e7")
    assert not CARDS.is_finished("bag")  # of gold
    assert not CARDS.is_finished("rats")
    assert not CARDS.is_finished("mission")


def test_a_mission_is_written_out_with_short_names_of_items():
    mission = written_mission("mission Wolves: b + 2 s -> sh?", CARDS)
    assert (mission.title, mission.needs, str(mission.reward)) == ("Wolves", ("bow", "sword", "sword"), "shield?")
    assert str(written_mission("X: b -> s/sh", CARDS).reward) == "sword/shield"
    assert str(written_mission("X: b -> ?", CARDS).reward) == "?"
    for wrong in ("mission X:", "mission X: -> s", "X: qqq", "X: b ->", ": b", "X: b -> s/s"):
        with pytest.raises(InvalidInput):
            written_mission(wrong, CARDS)


# the game


def test_a_card_is_revealed_when_it_is_typed():
    recorder = begin()
    assert enter(recorder, "t", "s", "e1")[-1].startswith("Card 3: mission E01 Rats With Demands")
    assert recorder.answers == ("decline", "take bow")
    assert enter(recorder, "bow") == ["Takes bow. Slots filled: 1 of 8."]
    assert recorder.question is None


def test_several_cards_on_a_line_stop_at_a_decision_and_go_on_after_it():
    recorder = begin()
    enter(recorder, "t, s, e1, 2 k")
    assert recorder.session.state.revealed == 3
    assert story(recorder) == ["torch", "sword", "E01 Rats With Demands", "keys", "keys"]
    said = enter(recorder, "1")
    assert recorder.session.state.revealed == 5
    assert said[-1] == "Card 5: keys. Slots filled: 1 of 8."


def test_a_card_that_cannot_be_there_is_refused():
    recorder = begin(scenario="level-2")
    enter(recorder, "s", "s", "s", "s")
    assert "only 4 exist" in refused(recorder, "s")
    assert "takes no missions of deck E" in refused(recorder, "e1")
    assert "was played before" in refused((enter(recorder, "m1") and recorder) or recorder, "m1") or recorder.question


def test_undo_has_no_end():
    recorder = begin("tonk-redbeer")
    states = [repr(recorder.session.state)]
    for text in ("t", "t", "s", "e1", "2", "tonk"):
        enter(recorder, text)
        states.append(repr(recorder.session.state))
    while recorder.record.units:
        assert repr(recorder.session.state) == states.pop()
        assert enter(recorder, "undo")[0].startswith("Undone")
    assert repr(recorder.session.state) == states.pop()
    assert "nothing to undo" in refused(recorder, "u")


def test_h4_a_mission_that_was_brought_back_comes_last():
    recorder = begin("arvedui-miriel")
    enter(recorder, "s", "g", "e7")
    assert enter(recorder, "arv")[0].startswith("Arvedui Miriel")
    assert "lies at the bottom" in recorder.prompt
    enter(recorder, "m", "t", "e7")
    assert recorder.question is not None
    enter(recorder, "c")
    assert recorder.is_over
    assert story(recorder) == ["sword", "gold", "E07 Lost in the Turnips", "map", "torch"]
    checked = check(parse(to_notation(recorded_replay(recorder)).encode(), suffix=".dt"))
    assert (checked.is_valid, checked.score.missions) == (True, 1)


def test_h2_the_next_cards_are_typed_before_they_are_discarded():
    recorder = begin("nintrabash")
    enter(recorder, "s", "nint")
    assert recorder.prompt.startswith("Nintrabash: type the next 5 cards")
    enter(recorder, "b", "c", "e1", "g")
    assert recorder.question is None
    enter(recorder, "t")
    enter(recorder, "3 1")
    assert [str(card) for card in recorder.session.state.story[:3]] == ["cup", "gold", "torch"]
    assert "Press Enter to reveal it" in recorder.prompt
    assert "the next card is cup" in refused(recorder, "s")
    enter(recorder, "", "gold", "", "k", "end")
    assert recorder.is_finished
    replay = recorded_replay(recorder)
    assert replay["story"] == ["sword", "bow", "cup", {"mission": "E01"}, "gold", "torch", "keys"]
    assert replay["choices"] == [{"before": 2, "hero": "nintrabash", "discard": [1, 3]}]


def test_h2_discarding_nothing_is_in_the_journal(tmp_path):
    setup = TableSetup(HOUSE, heroes=(HeroId("nintrabash"),))
    journal = TableJournal.begin(tmp_path, "game", setup)
    recorder = TableRecorder(Record(setup), journal=journal)
    enter(recorder, "nint", "s, b, c, g, t", "nothing")
    journal.close()
    assert record_from(journal.path.read_bytes()) == recorder.record
    assert recorded_replay(recorder)["choices"] == [{"before": 1, "hero": "nintrabash", "discard": []}]


def test_h6_fewer_cards_can_be_left_than_a_skill_looks_at():
    recorder = begin("zigarat-ho")
    enter(recorder, "zig", "b", "c", "end", "2 1")
    assert [str(card) for card in recorder.session.state.story] == ["cup", "bow"]
    assert "no more cards" in refused(recorder, "s") or recorder.next_known is not None


def test_a_broken_game_can_be_undone_before_it_is_finished():
    recorder = begin()
    enter(recorder, *["s", "b", "t", "m", "p", "k", "g", "c"], "l")
    assert recorder.is_over
    assert "Type end to finish, or undo" in refused(recorder, "s")
    enter(recorder, "u", "s", "end")
    assert recorder.is_finished
    assert recorded_replay(recorder)["result"] == {"missions": 0, "won": False}


@pytest.mark.parametrize(
    ("texts", "number"),
    [(("s",), "R1"), (("t", "s", "e1"), "R4"), (("s", "e1"), "R7"), (("m", "t", "e7"), "R5"), (("zar",), "H8")],
)
def test_the_ruling_that_applies_is_shown(texts, number):
    recorder = begin("zaria-tearleaf")
    enter(recorder, *texts)
    assert enter(recorder, "?")[0].startswith(f"{number} ")
    assert enter(recorder, "? B3")[0].startswith("B3 ")
    assert enter(recorder, "rules B3")[0].startswith("B3 ")
    assert enter(recorder, "rules backpack full")[0].startswith("B3 ")
    assert "no ruling" in refused(recorder, "? X99")


# whatever is typed


WORDS = st.sampled_from(
    (
        *CARDS.shortcuts().values(),
        "e1",
        "e2",
        "e7",
        "e11",
        "1",
        "2",
        "3",
        "u",
        "end",
        "on",
        "back",
        "",
        "?",
        "again",
        "tonk",
        "zar",
        "garynor",
        "nin",
        "zig",
        "ros",
        "mission W: b -> s?",
        "w",
        "2 s",
        "s,t,m",
        "1 2",
        "backpack",
    )
)
HEROES_TRIED = ("tonk-redbeer", "garynor-the-belly", "nintrabash", "zigarat-ho", "ros-thanir")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(WORDS, WORDS, WORDS, st.text(max_size=30)), max_size=40), st.booleans())
def test_whatever_is_typed_is_recorded_or_refused(tmp_path_factory, texts, story_first):
    folder = tmp_path_factory.mktemp("typed")
    setup = TableSetup(HOUSE, scenarios()["training-grounds"], heroes=HEROES_TRIED, story_first=story_first)
    journal = TableJournal.begin(folder, "game", setup)
    recorder = TableRecorder(Record(setup), journal=journal, table_cards=TableCards(folder, HOUSE))
    for text in texts:
        before = recorder.record
        try:
            recorder.enter(text)
        except InvalidInput:
            assert recorder.record == before
        assert recorder.prompt
    journal.close()
    again = record_from(journal.path.read_bytes())
    assert again == recorder.record
    assert repr(resolution_of(again).state) == repr(recorder.session.state)
    replay = recorded_replay(recorder)
    assert recorded_replay(TableRecorder(again)) == replay
    read = parse(to_notation(replay).encode(), suffix=".dt")
    assert read.data["story"] == replay["story"]
    if recorder.is_over:
        checked = check(read)
        assert checked.is_valid
        assert checked.score.missions == recorder.session.state.completed
        assert checked.agrees is True


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_a_meaning_or_a_reason(text):
    with suppress(InvalidInput):
        meaning = CARDS.meaning(text)
        assert (meaning.card is None) != (meaning.hero is None)
    CARDS.is_finished(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_a_damaged_journal_is_a_reason_not_a_traceback(content):
    with pytest.raises(JournalError):
        record_from(content)


# shipped games


def test_enough_games_can_be_typed():
    assert len(GAMES) >= 14


@pytest.mark.parametrize("story_first", [False, True], ids=["card-by-card", "story-first"])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_shipped_game_that_is_typed_is_the_same_game(path: Path, story_first):
    shipped = check(load(path))
    typist = Typist(shipped, story_first=story_first)
    typings = list(typist)
    replay = recorded_replay(typist.recorder)
    again = check(parse(to_notation(replay).encode(), suffix=".dt"))
    assert again.problems == ()
    assert again.agrees is True
    assert again.score._replace(cards=0, forgotten=()) == shipped.score._replace(cards=0, forgotten=())
    typed = len(replay["story"])
    assert list(again.resolved.game.story) == list(shipped.resolved.game.story)[:typed]
    cards = max(typed, again.score.revealed)  # a mission that was brought back is typed again
    assert keystrokes(typings, Purpose.CARD) <= cards * 150 / 60


# the journal


def test_a_journal_goes_on_after_a_torn_line(tmp_path):
    setup = TableSetup(HOUSE, heroes=(HeroId("tonk-redbeer"),), title="Torn")
    journal = TableJournal.begin(tmp_path, "game", setup)
    recorder = TableRecorder(Record(setup), journal=journal)
    enter(recorder, "t", "s", "u", "b")
    journal.close()
    with journal.path.open("ab") as file:
        file.write(b'{"unit": [{"lay": "sw')
    (found,) = unfinished(tmp_path)
    resumed, record = TableJournal.resume(found.path)
    with pytest.raises(JournalError, match="another dtcli"):
        TableJournal.resume(found.path)
    recorder = TableRecorder(record, journal=resumed)
    assert story(recorder) == ["torch", "bow"]
    enter(recorder, "tonk", "k")
    resumed.close()
    assert record_from(found.path.read_bytes()) == recorder.record
    assert recorder.setup.title == "Torn"


def test_a_journal_that_cannot_be_written_warns_and_tries_again(tmp_path):
    journal = TableJournal.begin(tmp_path, "game", TableSetup(HOUSE))
    recorder = TableRecorder(Record(TableSetup(HOUSE)), journal=journal)
    file, journal._file = journal._file, (tmp_path / "game.journal").open("rb")
    enter(recorder, "s")
    assert recorder.unsafe
    journal._file.close()
    journal._file = file
    enter(recorder, "b")
    assert recorder.unsafe is None
    journal.close()
    assert record_from(journal.path.read_bytes()) == recorder.record


def test_a_journal_with_an_illegal_step_is_refused(tmp_path):
    journal = TableJournal.begin(tmp_path, "game", TableSetup(HOUSE))
    journal.write({"unit": [{"take": {"kind": "sword"}}]})
    journal.close()
    with pytest.raises(JournalError, match="rules forbid"):
        record_from(journal.path.read_bytes())


# the table's own cards


def test_a_mission_is_written_out_once_and_known_the_next_evening(tmp_path):
    setup = TableSetup(HOUSE)
    first = TableRecorder(Record(setup), table_cards=TableCards(tmp_path, HOUSE))
    enter(first, "b", "2 s", "mission Wolves at the Gate: b + 2 s -> sh?", "2", "mission Second: c -> ?", "end")
    next_evening = TableRecorder(Record(setup), table_cards=TableCards(tmp_path, HOUSE))
    enter(next_evening, "b", "2 s", "wolves", "2")
    assert "was played before" in refused(next_evening, "wolves")
    assert recorded_replay(next_evening)["story"][-1] == {
        "mission": "Wolves at the Gate", "needs": ["bow", "sword", "sword"], "reward": "shield?",
    }  # fmt: skip
    assert "is known as" in refused(next_evening, "mission Second: s")
    enter(next_evening, "mission Second: c -> ?")
    missions, problems = TableCards(tmp_path, HOUSE).missions()
    assert ([one.title for one in missions], problems) == (["Wolves at the Gate", "Second"], ())


def test_a_card_set_that_was_damaged_is_kept_and_reported(tmp_path):
    cards = TableCards(tmp_path, HOUSE)
    cards.path.write_text("[[missions]\n", encoding="utf-8")
    recorder = TableRecorder(Record(TableSetup(HOUSE)), table_cards=cards)
    assert recorder.problems
    assert "is not remembered" in enter(recorder, "mission X: s")[-1]
    assert cards.path.read_text(encoding="utf-8") == "[[missions]\n"


# saving


def test_a_finished_game_is_written_once_and_counts_once(tmp_path):
    folders = Folders(tmp_path).create()
    CampaignStore(folders).create(new_campaign("Fridays", at="2026-01-16T20:00:00+01:00"))
    setup = TableSetup(HOUSE, scenarios()["level-1"], campaign="Fridays", date="2026-01-16")
    recorder = TableRecorder(Record(setup))
    saver = RecordSaver(folders, "game")
    enter(recorder, "s", "end")
    path = saver(recorder).path
    enter(recorder, "u", "b", "end")
    assert saver(recorder).path == path
    assert load(path).data["story"] == ["sword", "bow"]
    assert saver.count(recorder).entry["counted"] is True
    with pytest.raises(NotCountedError, match="counted already"):
        saver.count(recorder)
    assert [game["file"] for game in CampaignStore(folders).load("Fridays")["games"]] == ["game.dt"]
    assert list(folders.games.iterdir()) == [path]


def test_the_setup_survives_the_journal(tmp_path):
    adventure = HOUSE.adventure("the-apprentices-book")
    setup = TableSetup(
        HOUSE, None, adventure, edition="demo-2016", extended=True, players=2, heroes=(HeroId("tonk-redbeer"),),
        title="Zoë's", date="2026-01-16", campaign="C", story_first=True,
    )  # fmt: skip
    journal = TableJournal.begin(tmp_path, "game", setup)
    journal.close()
    assert record_from(journal.path.read_bytes()).setup == setup
    assert json.loads(journal.path.read_text(encoding="utf-8"))["setup"]["extended"] is True


def test_items_are_cards_of_the_set():
    assert isinstance(CARDS.meaning("s").card, Item)
