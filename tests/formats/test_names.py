"""Cards and heroes are found by all their names."""

import pytest

from dtcli.formats.card_sets import bundled_cards, scenario_names, scenarios
from dtcli.formats.dt.parser import loads
from dtcli.formats.names import hero_named
from dtcli.formats.replay.canonical import canonical
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.rules.heroes import HEROES

HOUSE = bundled_cards("house")
ITEMS = f"items are {', '.join(HOUSE.cards.kinds)}; `dtcli cards` lists the missions"
ALIASES = [(name, info.kind) for info in HOUSE.cards.kinds.values() for name in (info.kind, *info.aliases)]


def test_every_alias_in_any_case():
    assert len(ALIASES) > 50
    for alias, kind in ALIASES:
        for spelling in (alias, alias.upper(), alias.title(), f" {alias.replace(' ', '   ')} "):
            assert HOUSE.kind(spelling) == kind, spelling


def test_c2_the_names_that_the_sources_use():
    named = {
        "phial": "potion", "keyring": "keys", "bag of gold": "gold", "bag of golds": "gold", "money": "gold",
        "grapple": "grapnel", "rope": "grapnel",
        "spada": "sword", "arco": "bow", "scudo": "shield", "torcia": "torch", "mappa": "map", "pozione": "potion",
        "ampolla": "potion", "chiavi": "keys", "portachiavi": "keys", "oro": "gold", "sacchetto d'oro": "gold",
        "sacchetto d\u2019oro": "gold", "rampino": "grapnel", "coppa": "cup", "libro": "book", "mortaio": "mortar",
    }  # fmt: skip
    assert {alias: HOUSE.kind(alias) for alias in named} == named


def test_missions_and_adventures_by_id_and_title():
    for mission in HOUSE.cards.missions.values():
        for name in (mission.id, mission.id.lower(), mission.title, mission.title.upper()):
            assert HOUSE.mission(name) is mission
    for adventure in HOUSE.cards.adventures.values():
        assert HOUSE.adventure(adventure.id) is adventure
        assert HOUSE.adventure(adventure.title.replace("'", "\u2019").upper()) is adventure


@pytest.mark.parametrize("hero", HEROES.values(), ids=lambda hero: hero.id)
def test_heroes_with_and_without_apostrophe(hero):
    for name in (hero.id, hero.name, hero.name.upper(), hero.name.replace("'", ""), hero.name.replace("'", "\u2019")):
        assert hero_named(name) == hero.id


def test_ros_thanir_as_the_italian_rulebook_spells_him():
    assert hero_named("ROS THANIR") == hero_named("Ros") == hero_named("Ro's") == "ros-thanir"


def test_scenarios_by_id_and_title():
    assert scenario_names()["training grounds"].id == scenario_names()["training-grounds"].id == "training-grounds"
    assert scenario_names()["good luck"].id == scenario_names()["good luck!"].id == "good-luck"


ITALIAN_TITLES = {
    "Livello 1": "level-1", "Livello 2": "level-2", "Livello 3": "level-3", "Livello 4": "level-4",
    "IL MIO PRIMO DUNGEON": "my-first-dungeon", "IL DUNGEON OSCURO": "the-darkest-dungeon",
    "NEMICI INNATURALI": "unnatural-foes", "Campo d'Addestramento": "training-grounds",
    "Campo d\u2019Addestramento": "training-grounds", "Buona fortuna!": "good-luck",
    "Il Tomo del Destino": "the-book-of-fate",
}  # fmt: skip


def test_scenarios_by_the_titles_of_the_italian_rulebook():
    assert set(ITALIAN_TITLES.values()) == set(scenarios())
    for title, scenario in ITALIAN_TITLES.items():
        document = parse(f"scenario: {title}\nspada".encode(), suffix=".dt")
        checked = check(document)
        assert (checked.problems, checked.resolved.scenario) == ((), scenarios()[scenario])
        assert canonical(document.data, HOUSE)["scenario"] == scenario


def test_the_published_cards_by_their_other_names():
    rulebook = bundled_cards("rulebook")
    assert rulebook.mission("assenza importante") is rulebook.mission("Important Absence")
    assert rulebook.mission("Visita il Mercato Nero") is rulebook.mission("Visit the Black Market")
    assert HOUSE.adventure("1/a") is HOUSE.adventure("The Apprentice's Book")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("swrod", "did you mean sword?"),
        ("mission Ee07", "did you mean E07?"),
        ("mission lost in the turnip", "did you mean Lost in the Turnips?"),
        ("adventure the aprentices book", "did you mean The Apprentice's Book?"),
        ("heroes: Tragruk\nsword", "did you mean Tragurk?"),
        ("scenario: traning-grounds\nsword", "did you mean training-grounds?"),
        ("edition: en-2018\nsword", "did you mean en-2017?"),
        ("cards: hause\nsword", "did you mean house?"),
        ("zzzzz", ITEMS),
        ("arrow", ITEMS),
        ("none", ITEMS),
        ("spadda", "did you mean spada?"),
        ("bok", "did you mean book?"),
        ("heroes: Garinor\nsword", "did you mean Garynor?"),
        ("mission turnips", "did you mean Lost in the Turnips?"),
        ("scenario: campo\nsword", "did you mean Campo d'Addestramento?"),
    ],
)
def test_hints(text, hint):
    (problem,) = check(parse(text.encode(), suffix=".dt")).problems
    assert problem.hint == hint


@pytest.mark.parametrize(
    ("typed", "written"),
    [("any", "?"), ("ANY", "?"), ("none", "-"), ("nothing", "-"), ("no reward", "-"), (" None ", "-"), ("?", "?")],
)
def test_rewards_that_name_no_item_in_words(typed, written):
    text = f"mission Wolves: bow -> {typed}"
    assert check(parse(text.encode(), suffix=".dt")).problems == ()
    (card,) = canonical(loads(text).data, HOUSE)["story"]
    assert card == {"mission": "Wolves", "needs": ["bow"], "reward": written}


TYPED = """\
scenario: Training Grounds
adventure: the apprentice\u2019s book
heroes: ROS THANIR, Somebody

SPADA
2x phial
mission lost in the turnips  | take BAG OF GOLD
mission Wolves: arco + 2 spada -> scudo?  | fail, discard SPADA
mission Wolves: arco -> nonsense?
mission Nowhere
adventure The Apprentice's Book
hero ro's thanir as TRAGURK: mappa  | tokens oro
sword
"""


def test_canonical_names_every_card_as_the_card_set_does():
    document = canonical(loads(TYPED).data, HOUSE)
    assert document["scenario"] == "training-grounds"
    assert document["adventure"] == "the-apprentices-book"
    assert document["heroes"] == ["ros-thanir", "Somebody"]
    assert document["story"] == [
        "sword", "potion", "potion", {"mission": "Lost in the Turnips"},
        {"mission": "Wolves", "needs": ["bow", "sword", "sword"], "reward": "shield?"},
        {"mission": "Wolves", "needs": ["bow"], "reward": "nonsense?"},
        {"mission": "Nowhere"}, {"adventure": "the-apprentices-book"}, "sword",
    ]  # fmt: skip
    assert document["choices"] == [
        {"at": 4, "take": "gold"},
        {"at": 5, "discard": ["sword"]},
        {"before": 9, "hero": "ros-thanir", "as": "tragurk", "remove": ["map"], "tokens": ["gold"]},
    ]


def test_canonical_orders_keys_and_drops_an_empty_list_of_choices():
    document = canonical({"_b": 1, "choices": [], "story": [{"reward": "-", "needs": ["oro"], "mission": "x"}],
                          "title": "t", "format": "dungeon-time/replay/1", "_a": 2}, HOUSE)  # fmt: skip
    assert list(document) == ["format", "title", "story", "_b", "_a"]
    assert list(document["story"][0]) == ["mission", "needs", "reward"]
