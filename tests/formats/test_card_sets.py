"""Card sets of players: found relative to the replay, checked as strictly as a replay."""

import tomllib

import pytest

from dtcli.formats.card_sets import BUNDLED, DATA, bundled_cards, load_cards, scenarios
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import read
from dtcli.formats.schema_check import shape_problems

HEAD = 'format = "dungeon-time/cards/1"\nid = "mine"\ntitle = "Mine"\n'
WOLVES = '[[missions]]\nid = "E01"\ndeck = "E"\ntitle = "Wolves"\nneeds = ["bow"]\n'

BEARS = WOLVES.replace("Wolves", "Bears").replace("E01", "E02")


def judge(tmp_path, cards, story="sword\n", name="mine.toml"):
    (tmp_path / "replay.dt").write_text(f"cards: {name}\n{story}", encoding="utf-8")
    if cards is not None:
        (tmp_path / name).write_bytes(cards if isinstance(cards, bytes) else cards.encode())
    (document,) = read([str(tmp_path / "replay.dt")], None)
    return check(document)


def test_a_set_without_kinds_uses_the_twelve_of_the_game(tmp_path):
    checked = judge(tmp_path, HEAD + WOLVES, "arco\nmission wolves\n")
    assert (checked.problems, checked.score.missions) == ((), 1)


def test_a_set_with_kinds_of_its_own(tmp_path):
    kinds = '[[kinds]]\nid = "lamp"\naliases = ["Lantern"]\ncards = 1\n' + WOLVES.replace('"bow"', '"LANTERN"')
    assert judge(tmp_path, HEAD + kinds, "lantern\nmission E01").score.missions == 1


def test_a_mission_and_an_adventure_have_other_names(tmp_path):
    cards = HEAD + WOLVES + 'aliases = ["Lupi"]\n'
    cards += "".join(WOLVES.replace("Wolves", f"W{n}").replace("E01", f"E{n:02}") for n in range(2, 13))
    scroll = ADVENTURE.format(missions=", ".join(f'"E{n:02}"' for n in range(1, 13)))
    cards += scroll.replace("needs", 'aliases = ["Mia"]\nneeds')
    checked = judge(tmp_path, cards, "bow\nmission LUPI\nbow\nadventure mia\n")
    assert (checked.problems, checked.score.missions, checked.score.missed) == ((), 1, ())


def test_a_reward_named_any_can_be_an_item_of_the_card_set(tmp_path):
    kinds = '[[kinds]]\nid = "any"\ncards = 1\ntokens = 1\n'
    checked = judge(tmp_path, HEAD + kinds, "any\nmission Wolves: any -> any\nmission Bears: any -> -\n")
    assert (checked.problems, checked.score.missions) == ((), 2)


def test_the_supply_is_the_card_sets(tmp_path):
    checked = judge(tmp_path, HEAD + '[[kinds]]\nid = "lamp"\ncards = 1\n', "lamp\nlamp\nsword\n")
    assert [one.code for one in checked.problems] == ["DT301", "DT204"]
    other = tmp_path / "other"
    other.mkdir()
    checked = judge(other, HEAD + '[[kinds]]\nid = "lamp"\ncards = 1\n', "lamp\nlamp\n")
    assert [(one.code, one.line) for one in checked.problems] == [("DT301", 3)]


def test_the_path_is_relative_to_the_replay(tmp_path, monkeypatch):
    (tmp_path / "sets").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert judge(tmp_path, HEAD + WOLVES, "mission E01", name="sets/mine.toml").problems == ()


@pytest.mark.parametrize(
    ("cards", "code", "words"),
    [
        (None, "DT209", "cannot be read"),
        ("id = ", "DT109", "not TOML: invalid value"),
        (HEAD + "x = 1\nx = 2\n", "DT109", "not TOML: cannot overwrite a value"),
        ("x = " + "9" * 5000, "DT109", "not TOML: "),
        ("x = " + "[" * 20_000, "DT109", "not TOML"),
        (b"\xff", "DT102", "byte 0xff"),
        ("", "DT106", "no format"),
        (HEAD.replace("cards/1", "replay/1"), "DT106", "expected 'dungeon-time/cards/1'"),
        (HEAD.replace('title = "Mine"\n', ""), "DT202", "'title' is missing"),
        (HEAD + 'colour = "red"\n', "DT201", "unknown key 'colour'"),
        (HEAD + WOLVES + "reputation = 5\n", "DT201", "unknown key 'reputation'"),
        (HEAD + WOLVES.replace("E01", "E-1"), "DT203", "not allowed here"),
        (HEAD + WOLVES.replace("bow", "boow"), "DT204", "unknown item 'boow'"),
        (HEAD + WOLVES + 'reward = "bow/cup/map"\n', "DT211", "not understood"),
        (HEAD + WOLVES + 'reward = "bow/bow"\n', "DT211", "the same item twice"),
        (HEAD + WOLVES + WOLVES.replace("Wolves", "Bears"), "DT212", "id 'E01' is used twice"),
        (HEAD + WOLVES + WOLVES.replace("E01", "E02"), "DT212", "title 'Wolves' is used twice"),
        (HEAD + WOLVES + BEARS + 'aliases = ["wolves"]\n', "DT212", "alias 'wolves' is used twice"),
        (HEAD + WOLVES + BEARS + 'aliases = ["e01"]\n', "DT212", "alias 'e01' is used twice"),
        (HEAD + WOLVES + 'aliases = ["BEARS"]\n' + BEARS, "DT212", "title 'Bears' is used twice"),
        (HEAD + WOLVES + 'aliases = ["e02"]\n' + BEARS, "DT212", "id 'E02' is used twice"),
        (HEAD + '[[kinds]]\nid = "a"\naliases = ["b"]\n[[kinds]]\nid = "b"\n', "DT212", "'b' is already a name of a"),
        (HEAD + '[[kinds]]\nid = "a"\n[[kinds]]\nid = "a"\n', "DT212", "'a' is already a name of a"),
    ],
)
def test_a_bad_card_set_is_a_problem_of_its_own_file(tmp_path, cards, code, words):
    problems = judge(tmp_path, cards).problems
    assert [one.code for one in problems] == [code]
    assert words in problems[0].message
    assert not problems[0].message.endswith(".")
    expected = tmp_path / ("replay.dt" if cards is None else "mine.toml")
    assert problems[0].file == str(expected)


def test_a_mistake_in_toml_has_its_place(tmp_path):
    (problem,) = judge(tmp_path, HEAD + "needs = [,]\n").problems
    assert (problem.line, problem.column, problem.message) == (4, 10, "not TOML: invalid value")


def test_all_mistakes_of_a_card_set_are_reported_together(tmp_path):
    cards = HEAD + WOLVES.replace("bow", "boow") + 'reward = "cupp"\n' + WOLVES.replace('"bow"', '"map", "mpa"')
    assert [one.code for one in judge(tmp_path, cards).problems] == ["DT204", "DT204", "DT212", "DT212", "DT204"]


ADVENTURE = """
[[adventures]]
id = "mine"
title = "Mine"
needs = ["bow"]
effect = "extra-slot"
[adventures.scroll]
missions = [{missions}]
reputation = 0
accomplish = 1
"""


def test_a_scroll_names_twelve_missions_of_its_own_set(tmp_path):
    missions = "".join(WOLVES.replace("E01", f"E{n:02}").replace("Wolves", f"Wolves {n}") for n in range(1, 13))
    named = [f'"E{n:02}"' for n in range(1, 13)]
    good = HEAD + missions + ADVENTURE.format(missions=", ".join(named))
    assert judge(tmp_path, good, "adventure mine\n").problems == ()
    for bad, code in (
        (["X1", *named[1:]], "DT109"),
        (['"E99"', *named[1:]], "DT205"),
        ([named[1], *named[1:]], "DT302"),
    ):
        folder = tmp_path / code
        folder.mkdir()
        (problem,) = judge(folder, HEAD + missions + ADVENTURE.format(missions=", ".join(bad))).problems
        assert problem.code == code
    folder = tmp_path / "few"
    folder.mkdir()
    (problem,) = judge(folder, HEAD + missions + ADVENTURE.format(missions=", ".join(named[1:]))).problems
    assert (problem.code, problem.pointer) == ("DT203", "/adventures/0/scroll/missions")


def test_a_card_set_that_is_too_large(tmp_path):
    (problem,) = judge(tmp_path, b"#" * 2_000_001).problems
    assert (problem.code, problem.pointer) == ("DT103", "/card_set")


def test_a_path_that_no_system_accepts_is_a_problem(tmp_path):
    (problem,) = judge(tmp_path, None, name='"a\\u0000b.toml"').problems
    assert problem.code == "DT209"
    assert problem.message.isprintable()


@pytest.mark.parametrize("file", ["house.toml", "house-1.toml", "rulebook.toml"])
def test_the_bundled_sets_fit_the_schema(file):
    assert load_cards(DATA / file).problems == ()


@pytest.mark.parametrize("name", BUNDLED)
def test_the_bundled_sets_have_missions(name):
    assert bundled_cards(name).cards.missions


def test_the_bundled_scenarios_fit_the_schema():
    data = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))
    assert shape_problems("scenarios", data) == []
    assert len(scenarios()) == len(data["scenarios"]) == 10


def test_a_hint_shows_no_unprintable_alias(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = "dungeon-time/cards/1"\nid = "x"\ntitle = "x"\n'
        '[[kinds]]\nid = "lamp"\naliases = ["lantern\\u0000"]\n'
        '[[missions]]\nid = "A01"\ndeck = "A"\ntitle = "T"\nneeds = ["LANTERN"]\n',
        encoding="utf-8",
    )
    (problem,) = load_cards(path).problems
    assert problem.hint == r"did you mean lantern\x00?"
