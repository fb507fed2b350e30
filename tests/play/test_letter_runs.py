"""Cards typed without a space between them: what is split, what is a name, and what the recorder makes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.play.recorder.card_input import CardNames
from dtcli.play.recorder.letter_runs import run_parts, split_run
from dtcli.play.recorder.record import Record
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.table_setup import TableSetup
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.rulings import HeroId
from tests.play.table_typist import ENOUGH, Typist, for_sixty, recordable

CARDS = CardNames(bundled_cards("house"))


def recorder(*, heroes: tuple[str, ...] = (), story_first: bool = True) -> TableRecorder:
    setup = TableSetup(
        CARDS.names, scenarios()["training-grounds"], heroes=tuple(map(HeroId, heroes)), story_first=story_first
    )
    return TableRecorder(Record(setup))


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("bkt", "b k t"),
        ("shmol", "sh mo l"),
        ("2sb3k", "2s b 3k"),
        ("se7", "s e7"),
        ("se07b", "s e07 b"),
        ("e1b", "e1 b"),
        ("e12s", "e12 s"),
        ("m7m", "m7 m"),
        ("cp", "c p"),
    ],
)
def test_letters_of_items_and_ids_run_together(typed, parts):
    assert run_parts(typed, CARDS) == parts.split()


@pytest.mark.parametrize(
    "typed",
    [
        "s",
        "sword",
        "troll",
        "gr",
        "grt",
        "swrod",
        "tirch",
        "spada",
        "undo",
        "backpack",
        "mission",
        "tonk",
        "Bkt",
        "99s",
        "",
    ],
)
def test_names_and_slips_are_not_split(typed):
    assert run_parts(typed, CARDS) == []
    assert split_run(typed, CARDS) == ([], typed)


def test_no_name_of_the_card_set_is_split():
    names = [name for mission in CARDS.missions for name in (mission.id, mission.title.casefold())]
    names += [name for kind in CARDS.names.cards.kinds.values() for name in (kind.kind, *kind.aliases)]
    assert len(names) > 100
    for name in names:
        assert split_run(name.casefold(), CARDS) == ([], name.casefold())


@given(st.text(max_size=12))
def test_a_run_keeps_every_letter(text):
    finished, last = split_run(text, CARDS)
    assert "".join([*finished, last]) == text


@pytest.mark.parametrize(
    ("letters", "is_whole"),
    [("e7", True), ("e07", True), ("e12", True), ("e1", False), ("e0", False), ("e", False), ("e99", False)],
)
def test_an_id_is_whole_when_no_longer_one_begins_with_it(letters, is_whole):
    assert CARDS.is_whole_id(letters) is is_whole


def test_a_line_can_be_a_run():
    table = recorder()
    table.enter("bmkt e9 cp 2s")
    story = " ".join(str(card).split()[0] for card in table.record.story)
    assert story == "bow map keys torch E09 cup potion sword sword"


def test_a_slip_in_a_run_enters_nothing():
    table = recorder()
    with pytest.raises(InvalidInput):
        table.enter("bkw")
    assert table.record.story == ()


@pytest.mark.parametrize("story_first", [False, True], ids=["card-by-card", "story-first"])
def test_sixty_cards_of_every_game_take_few_keys(story_first):
    games = [check(load(path)) for path in recordable()]
    assert len(games) >= 15
    for checked in games:
        typings = list(Typist(checked, story_first=story_first))
        assert for_sixty(typings, len(checked.resolved.game.story)) < ENOUGH, checked.document.data["title"]


def test_on_stops_before_a_break_while_a_hero_can_act():
    table = recorder(heroes=("tonk-redbeer",))
    for text in ("sb sh t mp kg r", "end"):
        table.enter(text)
    said = table.enter("on")
    assert said[-1].startswith("The next card breaks the backpack")
    assert not table.is_over
    table.enter("tonk")
    table.enter("on")
    assert not table.session.state.broken


def test_on_goes_on_to_the_break_without_a_hero():
    table = recorder()
    for text in ("sb sh t mp kg r", "end", "on"):
        table.enter(text)
    assert table.session.state.broken
