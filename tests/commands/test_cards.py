"""``dtcli cards new`` and ``collect``: card sets of one's own."""

import re
import tomllib

import pytest

from dtcli.formats.card_sets import load_cards
from tests.commands.shell import invoke

FIRST = "mission Wolves: bow + 2 sword -> shield?  | decline\nbow\nmission Gate: torch\n"
SECOND = "mission gate: TORCH\nmission Cellar: rope + phial -> sword/cup\n"


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.dt").write_text("bow\n2 sword\n" + FIRST, encoding="utf-8")
    (tmp_path / "two.dt").write_text(SECOND, encoding="utf-8")
    return tmp_path


def switched_on(text):
    return re.sub("^# ?", "", text, flags=re.MULTILINE)


def missions(path):
    names = load_cards(path).names
    assert names is not None
    return {one.id: (one.title, one.needs, str(one.reward)) for one in names.cards.missions.values()}


def test_without_a_command_cards_are_listed():
    assert invoke("cards", "--deck", "E", "torch").stdout == invoke("cards", "list", "--deck", "E", "torch").stdout
    assert invoke("cards").stdout == invoke("cards", "list").stdout
    assert "collect" in invoke("cards", "--help").stdout


def test_the_template_can_be_used_as_it_is_and_with_its_examples_switched_on(table):
    assert invoke("cards", "new", "box.toml").exit_code == 0
    assert [*missions(table / "box.toml")] == ["E01", "E02"]
    text = (table / "box.toml").read_text("utf-8")
    heroes = switched_on(text[text.index("# [[heroes]]") :])
    (table / "heroes.toml").write_text(text[: text.index("# [[heroes]]")] + heroes, encoding="utf-8")
    shown = invoke("heroes", "tonk", "--card-set", "heroes.toml").stdout
    assert "Remove a torch: one more slot until a mission is completed." in shown
    kinds = switched_on(text[text.index("# [[kinds]]") : text.index("# One block")])
    assert tomllib.loads(kinds)["kinds"][0]["id"] == "lantern"
    adventure = switched_on(text[text.index("# [[adventures]]") : text.index("# What is printed")])
    assert tomllib.loads(adventure)["adventures"][0]["scroll"]["reputation"] == 3


def test_a_template_never_replaces_a_file(table):
    (table / "box.toml").write_text("mine", encoding="utf-8")
    assert invoke("cards", "new", "box.toml").exit_code == 2
    assert (table / "box.toml").read_text("utf-8") == "mine"
    assert invoke("cards", "new", "box.txt").exit_code == 2


def test_missions_are_collected_once_and_can_be_named_by_title(table):
    result = invoke("cards", "collect", "one.dt", "two.dt", "-o", "ours.toml")
    assert (result.exit_code, result.stderr) == (0, "wrote ours.toml\n3 missions collected\n")
    assert missions(table / "ours.toml") == {
        "T01": ("Wolves", ("bow", "sword", "sword"), "shield?"),
        "T02": ("Gate", ("torch",), "-"),
        "T03": ("Cellar", ("grapnel", "potion"), "sword/cup"),
    }
    (table / "next.dt").write_text("cards: ours.toml\n\ntorch\nmission Gate\n", encoding="utf-8")
    assert invoke("score", "next.dt").exit_code == 0


def test_missions_are_added_to_a_set_and_its_text_stays(table):
    assert invoke("cards", "collect", "one.dt", "-o", "ours.toml").exit_code == 0
    mine = (table / "ours.toml").read_text("utf-8") + "# my own remark\n"
    (table / "ours.toml").write_text(mine, encoding="utf-8")
    assert invoke("cards", "collect", "one.dt", "two.dt", "-o", "ours.toml", "--add").exit_code == 0
    assert (table / "ours.toml").read_text("utf-8").startswith(mine)
    assert [*missions(table / "ours.toml")] == ["T01", "T02", "T03"]
    again = invoke("cards", "collect", "two.dt", "-o", "ours.toml", "--add")
    assert (again.exit_code, again.stderr) == (0, "no mission is written out that the card set does not have\n")


def test_missions_that_are_named_from_a_card_set_are_copied_on_request(table):
    (table / "four.dt").write_text("mission E07  | fail\nmission Own: cup\n", encoding="utf-8")
    result = invoke("cards", "collect", "four.dt", "-o", "ours.toml")
    assert "note: 1 mission of other card sets left out, such as E07; --named adds them" in result.stderr
    assert invoke("cards", "collect", "four.dt", "-o", "all.toml", "--named").exit_code == 0
    assert [*missions(table / "all.toml")] == ["E07", "T01"]
    assert invoke("validate", "four.dt", "--card-set", "all.toml").exit_code == 0


def test_a_title_that_is_written_out_in_two_ways_is_reported(table):
    (table / "three.dt").write_text("mission Gate: torch + map\n", encoding="utf-8")
    result = invoke("cards", "collect", "two.dt", "three.dt", "-o", "ours.toml")
    assert result.exit_code == 1
    assert "'Gate' is torch and map -> no reward in three.dt, but torch -> no reward in two.dt" in result.stderr
    assert missions(table / "ours.toml")["T01"] == ("gate", ("torch",), "-")


def test_a_replay_that_cannot_be_read_is_reported_and_the_rest_collected(table):
    (table / "bad.dt").write_text("swrod\n", encoding="utf-8")
    result = invoke("cards", "collect", "bad.dt", "two.dt", "-o", "ours.toml")
    assert result.exit_code == 1
    assert "DT204" in result.stderr
    assert len(missions(table / "ours.toml")) == 2


@pytest.mark.parametrize(
    ("entry", "code"),
    [('id = "Tonk Redber"', "DT207"), ('id = "tonk"\ntext = "x"\n[[heroes]]\nid = "Tonk Redbeer"', "DT212")],
)
def test_hero_cards_are_checked(table, entry, code):
    text = 'format = "dungeon-time/cards/1"\nid = "x"\ntitle = "x"\n[[heroes]]\n' + entry + '\ntext = "y"\n'
    (table / "x.toml").write_text(text, encoding="utf-8")
    assert [problem.code for problem in load_cards(table / "x.toml").problems] == [code]
