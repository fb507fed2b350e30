"""The bundled card sets and scenarios: their shape, their balance, and the statements of docs/cards.md about them.

Reads the TOML files directly and knows nothing of dtcli, so that a mistake in the loader cannot hide a
mistake in the data. The promises checked here are explained in docs/cards.md.
"""

import itertools
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "dtcli" / "data"
DOCS = ROOT / "docs" / "cards.md"

Card = dict[str, Any]

KINDS = ["sword", "bow", "shield", "torch", "map", "potion", "keys", "gold", "grapnel", "cup", "book", "mortar"]
DECKS = "EMDH"
SIZES = {"E": (2, 3), "M": (2, 4), "D": (3, 5), "H": (5, 5)}
DECK_GOALS = {"E": 10, "M": 10, "D": 8, "H": 6}
FORMS = ("must", "may", "one of two", "any", "none")
EFFECTS = ["duplicates-once", "extra-slot", "rewards-optional", "any-reward"]
CARDS, TOKENS = 4, 2  # C1: of each kind
BAND = (0.4, 1.7)  # how far a kind may be from the mean over all kinds
SPARE = 2  # missions that fit beyond the goal of a deck or a scroll, at most
UNPAYABLE = {"level-4"}  # asks for more than there is; half of its missions are enough
DRAWS = 200  # seeded draws of a mixed scenario

# The ruling table: missions, goal, campaign, next when won, next when lost.
SCENARIOS: dict[str, tuple[dict[str, int], int, str, list[str], list[str]]] = {
    "level-1": ({"E": 6, "M": 6}, 10, "level", ["my-first-dungeon", "level-2"], ["level-1"]),
    "level-2": ({"M": 12}, 10, "level", ["the-darkest-dungeon", "level-3"], ["level-2"]),
    "level-3": ({"D": 12}, 8, "level", ["unnatural-foes", "level-4"], ["level-3"]),
    "level-4": ({"H": 12}, 6, "level", [], ["level-4", "level-2"]),
    "my-first-dungeon": ({"E": 6, "M": 6}, 10, "bonus", ["level-2"], ["my-first-dungeon", "level-2"]),
    "the-darkest-dungeon": ({"M": 6, "D": 6}, 8, "bonus", ["level-3"], ["the-darkest-dungeon", "level-3"]),
    "unnatural-foes": ({"D": 6, "H": 6}, 7, "bonus", ["level-4"], ["unnatural-foes", "level-4"]),
    "training-grounds": ({"E": 12}, 10, "one-shot", [], []),
    "good-luck": ({"any": 12}, 8, "one-shot", [], []),
    "the-book-of-fate": ({"E": 3, "M": 3, "D": 3, "H": 3}, 7, "one-shot", [], []),
}

# What the rulebooks show (C4): title, needs, reward.
PUBLISHED = [
    ("Important Absence", ["grapnel", "shield"], "potion"),
    ("Visit the Black Market", ["torch", "gold", "potion"], None),
    ("Alfred's Mission", ["bow", "sword", "sword"], "shield?"),
    ("Daniel's Mission", ["shield", "torch", "keys"], "sword?"),
    ("Charles's Mission", ["map", "potion"], None),
]


# Reading


@cache
def read(name: str) -> Card:
    """The content of one data file."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def missions() -> list[Card]:
    """All missions of the house set."""
    return list(read("house")["missions"])


def deck(letter: str) -> list[Card]:
    """The missions of one deck."""
    return [card for card in missions() if card["deck"] == letter]


def scroll_missions(adventure: Card) -> list[Card]:
    """The missions that a scroll names, as cards."""
    by_id = {card["id"]: card for card in missions()}
    return [by_id[name] for name in adventure["scroll"]["missions"] if name in by_id]


def adventures() -> list[Card]:
    """All adventures of the house set."""
    return list(read("house")["adventures"])


def scenarios() -> list[Card]:
    """All scenarios."""
    return list(read("scenarios")["scenarios"])


# Counting


def needs(cards: Iterable[Card]) -> Counter[str]:
    """How many copies of each kind these cards list together."""
    return Counter(kind for card in cards for kind in card["needs"])


def form(card: Card) -> str:
    """Which of the five forms a mission's reward has (R4)."""
    reward = card.get("reward")
    if reward is None:
        return "none"
    if reward == "?":
        return "any"
    if "/" in reward:
        return "one of two"
    return "may" if reward.endswith("?") else "must"


def named(card: Card) -> list[str]:
    """The kinds that a reward names; none for "any" and for no reward."""
    return [kind for kind in re.split("[/?]", card.get("reward", "")) if kind]


def offered(card: Card) -> list[str]:
    """The kinds that a reward can bring."""
    return KINDS if form(card) == "any" else named(card)


def fits(cards: Sequence[Card], copies: int, aside: Iterable[str] = ()) -> int:
    """The largest number of these missions that `copies` of each kind can pay, with `aside` paid first.

    Exact: leaves out no mission, then every single one, then every pair, until the rest can be paid.
    """
    wanted = needs(cards) + Counter(aside)
    for left_out in range(len(cards) + 1):
        for out in itertools.combinations(cards, left_out):
            freed = needs(out)
            if all(wanted[kind] - freed[kind] <= copies for kind in KINDS):
                return len(cards) - left_out
    return -1


def rewards_cover(missing: Sequence[str], givers: Sequence[Card]) -> bool:
    """Whether each missing item can come from the reward of a different mission."""
    if not missing:
        return True
    return any(
        missing[0] in offered(giver) and rewards_cover(missing[1:], [g for g in givers if g is not giver])
        for giver in givers
    )


def fits_with_rewards(cards: Sequence[Card]) -> int:
    """As `fits` with the item cards and the missions' own rewards, in any order."""
    for left_out in range(len(cards) + 1):
        for out in itertools.combinations(cards, left_out):
            rest = [card for card in cards if card not in out]
            short = needs(rest) - Counter(dict.fromkeys(KINDS, CARDS))
            if max(short.values(), default=0) <= TOKENS and rewards_cover(list(short.elements()), rest):
                return len(rest)
    return -1


def sources(mix: dict[str, int]) -> list[tuple[list[Card], int]]:
    """From which cards a scenario draws, and how many."""
    return [(missions() if letter == "any" else deck(letter), count) for letter, count in mix.items()]


def expected_needs(mix: dict[str, int]) -> dict[str, float]:
    """The expected need of each kind in a random selection for a scenario."""
    return {kind: sum(needs(cards)[kind] * count / len(cards) for cards, count in sources(mix)) for kind in KINDS}


def expected_rewards(mix: dict[str, int]) -> float:
    """The expected number of missions with a reward in a random selection for a scenario."""
    return sum(sum(form(card) != "none" for card in cards) * count / len(cards) for cards, count in sources(mix))


def draws(scenario: str) -> list[list[Card]]:
    """Seeded draws of a scenario's missions; one draw, if nothing is random."""
    chance = random.Random(scenario)
    mix = sources(SCENARIOS[scenario][0])
    certain = all(count == len(cards) for cards, count in mix)
    # Sorting by random() gives the same draws in every version of Python; sample() does not promise that.
    return [
        [card for cards, n in mix for card in sorted(cards, key=lambda _: chance.random())[:n]]
        for _ in range(1 if certain else DRAWS)
    ]


@cache
def average_fit(scenario: str, copies: int) -> float:
    """How many missions `copies` of each kind pay for, over the draws of a scenario."""
    counts = [fits(drawn, copies) for drawn in draws(scenario)]
    return sum(counts) / len(counts)


@cache
def worst_fit_with_rewards(scenario: str) -> int:
    """How many missions cards and own rewards pay for, in the worst of the seeded draws of a scenario."""
    return min(fits_with_rewards(drawn) for drawn in draws(scenario))


def scroll_fits(card: Card) -> int:
    """How many missions of a scroll fit beside the adventure card and the items to hold."""
    return fits(scroll_missions(card), CARDS, card["needs"] + card["scroll"]["hold"])


def outside_band(counts: dict[str, float]) -> dict[str, float]:
    """The kinds that are needed far more or far less than the mean."""
    mean = sum(counts.values()) / len(KINDS)
    return {k: n for k, n in counts.items() if not BAND[0] * mean <= n <= BAND[1] * mean}


# Shape of the house set


def test_the_house_set_says_that_it_is_not_the_published_one() -> None:
    """C4: the house cards are not the published ones, and the set says so."""
    house = read("house")
    assert (house["format"], house["id"]) == ("dungeon-time/cards/1", "house")
    for word in ("Original", "balanced", "NOT", "published", "belongs to its owners"):
        assert word in house["notes"], f"notes do not say {word!r}"


def test_c1_twelve_kinds_of_four_cards_and_two_tokens() -> None:
    """C1, C2: the kinds stand in their order with the right numbers."""
    kinds = read("house")["kinds"]
    assert [kind["id"] for kind in kinds] == KINDS
    for kind in kinds:
        assert set(kind) == {"id", "aliases", "cards", "tokens"}, f"{kind['id']}: keys {sorted(kind)}"
        assert (kind["cards"], kind["tokens"]) == (CARDS, TOKENS), f"{kind['id']}: wrong number of pieces"


def test_c2_every_alias_names_one_kind() -> None:
    """C2: lower case, unique, and no alias is another kind's id."""
    names = [name for kind in read("house")["kinds"] for name in (kind["id"], *kind["aliases"])]
    assert not [name for name in names if name != name.lower() or name != name.strip()], "not lower case"
    assert not [name for name, n in Counter(names).items() if n > 1], "alias used twice"


@pytest.mark.parametrize(
    ("kind", "alias"),
    [
        ("sword", "spada"), ("bow", "arco"), ("shield", "scudo"), ("torch", "torcia"), ("map", "mappa"),
        ("potion", "phial"), ("potion", "pozione"), ("potion", "ampolla"), ("keys", "keyring"),
        ("keys", "chiavi"), ("keys", "portachiavi"), ("gold", "bag of gold"), ("gold", "money"),
        ("gold", "oro"), ("gold", "sacchetto d'oro"), ("grapnel", "grapple"), ("grapnel", "rope"),
        ("grapnel", "rampino"), ("cup", "coppa"), ("book", "libro"), ("mortar", "mortaio"),
    ],
)  # fmt: skip
def test_c2_the_names_of_the_sources_are_aliases(kind: str, alias: str) -> None:
    """C2: each name that a rulebook uses is understood."""
    aliases = {entry["id"]: entry["aliases"] for entry in read("house")["kinds"]}
    assert alias in aliases[kind], f"{kind} is not called {alias}"


def test_c3_four_decks_of_twelve_in_order() -> None:
    """C3: E01 to H12, the deck is the letter of the id."""
    assert [card["id"] for card in missions()] == [f"{d}{n:02}" for d in DECKS for n in range(1, 13)]
    assert not [card["id"] for card in missions() if card["deck"] != card["id"][0]], "wrong deck"


@pytest.mark.parametrize("name", ["house", "rulebook"])
def test_missions_have_the_right_keys_and_known_kinds(name: str) -> None:
    """A mission lists kinds that exist; a reward is one of the five forms."""
    for card in read(name)["missions"]:
        assert set(card) - {"reward", "aliases"} == {"id", "deck", "title", "text", "needs"}, card["id"]
        assert set(card["needs"]) <= set(KINDS), f"{card['id']} needs an unknown kind: {card['needs']}"
        if "reward" in card:
            option = "|".join(KINDS)
            pattern = rf"\?|({option})\??|({option})/({option})"
            assert re.fullmatch(pattern, card["reward"]), f"{card['id']}: reward {card['reward']!r}"
            assert len(set(named(card))) == len(named(card)), f"{card['id']}: no choice in {card['reward']}"


@pytest.mark.parametrize("name", ["house", "rulebook"])
def test_texts_are_one_short_line(name: str) -> None:
    """A card's text fits on the card."""
    data = read(name)
    for card in data["missions"] + data.get("adventures", []):
        text = card["text"]
        assert 0 < len(text) <= 90, f"{card['id']}: {len(text)} characters"
        assert "\n" not in text, f"{card['id']}: more than one line"
        assert text == text.strip(), f"{card['id']}: blanks around the text"


def test_titles_can_be_typed_in_a_story() -> None:
    """A title is short, unique, and cannot be mistaken for notation, an item or an id."""
    sets = (read("house"), read("rulebook"))
    titles = [card["title"] for data in sets for card in data["missions"] + data.get("adventures", [])]
    assert len(titles) == 48 + 4 + len(PUBLISHED)
    items = {name for kind in read("house")["kinds"] for name in (kind["id"], *kind["aliases"])}
    for title in titles:
        assert 0 < len(title) <= 30, f"{title!r} has {len(title)} characters"
        assert not set(title) & set(':|#"+/'), f"{title!r} has a character of the notation"
        assert " -> " not in title, f"{title!r} has an arrow"
        assert title.casefold() not in items, f"{title!r} is the name of an item"
        assert not re.fullmatch(r"[A-Za-z]\d+", title), f"{title!r} looks like an id"
    assert not [t for t, n in Counter(t.casefold() for t in titles).items() if n > 1], "title used twice"


def test_no_two_missions_ask_for_the_same_items() -> None:
    """Every mission of the house set is a different list."""
    lists = Counter(tuple(sorted(card["needs"])) for card in missions())
    assert not [items for items, n in lists.items() if n > 1], "two missions with the same list"


# Balance of a deck


@pytest.mark.parametrize("letter", DECKS)
def test_missions_of_a_deck_have_the_right_length(letter: str) -> None:
    """C3: harder decks list more items."""
    low, high = SIZES[letter]
    wrong = {card["id"]: len(card["needs"]) for card in deck(letter) if not low <= len(card["needs"]) <= high}
    assert not wrong, f"deck {letter} wants {low} to {high} items: {wrong}"


@pytest.mark.parametrize(("letter", "items"), [("M", 3), ("D", 4)])
def test_most_missions_of_a_deck_have_the_same_length(letter: str, items: int) -> None:
    """More than half of the medium missions have three items, of the difficult ones four."""
    assert sum(len(card["needs"]) == items for card in deck(letter)) > 6


def test_decks_grow_from_easy_to_hard() -> None:
    """Each deck lists more items than the one before."""
    totals = [needs(deck(letter)).total() for letter in DECKS]
    assert totals == sorted(set(totals)), f"items listed by {DECKS}: {totals}"


@pytest.mark.parametrize("letter", DECKS)
def test_a_deck_uses_every_kind_evenly_and_never_more_than_exist(letter: str) -> None:
    """No kind is listed more often than there are pieces, none is forgotten, none is far from the mean."""
    counts = {kind: needs(deck(letter))[kind] for kind in KINDS}
    assert min(counts.values()) > 0, f"deck {letter} never needs {min(counts, key=counts.__getitem__)}"
    assert max(counts.values()) <= CARDS + TOKENS, f"deck {letter} needs too many: {counts}"
    assert not outside_band(dict(counts)), f"deck {letter} is uneven: {outside_band(dict(counts))}"


@pytest.mark.parametrize("letter", DECKS)
def test_some_missions_list_an_item_twice(letter: str) -> None:
    """At least two missions in each deck, and never three of a kind."""
    most = [max(Counter(card["needs"]).values()) for card in deck(letter)]
    assert most.count(2) >= 2, f"deck {letter} has {most.count(2)} missions with a double item"
    assert max(most) == 2, f"deck {letter} lists an item {max(most)} times in one mission"


@pytest.mark.parametrize("letter", DECKS)
def test_r4_every_form_of_reward_occurs(letter: str) -> None:
    """R4: must, may, one of two, any, none."""
    assert {form(card) for card in deck(letter)} == set(FORMS)


@pytest.mark.parametrize("letter", DECKS)
def test_most_rewards_are_worth_having(letter: str) -> None:
    """At least two thirds of the kinds on rewards are listed by two other missions of the deck, or more."""
    given = [(card, kind) for card in deck(letter) for kind in named(card)]
    useful = [
        kind for card, kind in given if sum(kind in other["needs"] for other in deck(letter) if other != card) >= 2
    ]
    assert given, f"deck {letter} gives nothing"
    assert 3 * len(useful) >= 2 * len(given), f"deck {letter}: only {len(useful)} of {len(given)} are useful"


@pytest.mark.parametrize("letter", DECKS)
def test_some_rewards_are_a_burden(letter: str) -> None:
    """One or two rewards that must be taken are of a kind that the deck needs least."""
    counts = needs(deck(letter))
    least = {kind for kind in KINDS if counts[kind] == min(counts.values())}
    burdens = [card["id"] for card in deck(letter) if form(card) == "must" and set(named(card)) <= least]
    assert 1 <= len(burdens) <= 2, f"deck {letter} has burdens {burdens} among {sorted(least)}"


@pytest.mark.parametrize("letter", DECKS)
def test_r3_rewards_that_must_be_taken_do_not_run_out(letter: str) -> None:
    """R3: no deck has more rewards of a kind that must be taken than there are tokens."""
    forced = Counter(kind for card in deck(letter) if form(card) == "must" for kind in named(card))
    assert max(forced.values()) <= TOKENS, f"deck {letter}: {forced}"


def test_no_mission_gives_back_what_it_took() -> None:
    """A reward brings something new."""
    assert not [card["id"] for card in missions() if set(named(card)) & set(card["needs"])]


@pytest.mark.parametrize("letter", DECKS)
def test_the_goal_is_within_reach_but_not_a_present(letter: str) -> None:
    """The cards alone pay for the goal and at most two missions more; a copy of each lost, for one more."""
    goal = DECK_GOALS[letter]
    with_all, with_three = fits(deck(letter), CARDS), fits(deck(letter), CARDS - 1)
    assert goal <= with_all <= goal + SPARE, f"deck {letter}: {with_all} fit, the goal is {goal}"
    assert with_three <= goal + 1, f"deck {letter}: {with_three} fit with three copies, the goal is {goal}"
    assert fits(deck(letter), CARDS + TOKENS) == 12, f"deck {letter}: tokens do not pay for all"


# Balance of a scenario


def test_the_scenarios_are_those_of_the_rules() -> None:
    """All ten scenarios, with the published goals and counts and this project's decks."""
    found = {s["id"]: (s["missions"], s["goal"], s["campaign"], s["won"], s["lost"]) for s in scenarios()}
    assert len(scenarios()) == len(SCENARIOS)
    assert found == SCENARIOS
    assert [s["id"] for s in scenarios() if "ends_campaign" in s] == ["level-4"]
    assert next(s for s in scenarios() if s["id"] == "level-4")["ends_campaign"] is True


def test_scenarios_say_what_is_published() -> None:
    """The notes tell the published numbers from the reading."""
    data = read("scenarios")
    assert data["format"] == "dungeon-time/scenarios/1"
    assert "published" in data["notes"]
    assert "reading" in data["notes"]
    required = {"id", "title", "aliases", "text", "missions", "goal", "campaign", "won", "lost"}
    for entry in scenarios():
        assert set(entry) - {"ends_campaign"} == required, entry["id"]
        assert 0 < len(entry["text"]) <= 90, f"{entry['id']}: text of {len(entry['text'])} characters"
        assert "\n" not in entry["text"], f"{entry['id']}: more than one line"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_needs_every_kind_about_equally(scenario: str) -> None:
    """The expected need of each kind stays within 40 % and 170 % of the mean."""
    far = outside_band(expected_needs(SCENARIOS[scenario][0]))
    assert not far, f"{scenario}: {far}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_can_be_paid_with_cards_and_rewards(scenario: str) -> None:
    """All needs together are no more than the 48 cards and the expected rewards, except in level 4."""
    mix = SCENARIOS[scenario][0]
    total, budget = sum(expected_needs(mix).values()), CARDS * len(KINDS) + expected_rewards(mix)
    assert (total <= budget) == (scenario not in UNPAYABLE), f"{scenario}: {total:.1f} needed, {budget:.1f} to be had"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_can_be_won_but_not_asleep(scenario: str) -> None:
    """Cards pay for the goal on average, cards and rewards in every seeded draw; a copy of each lost leaves little."""
    goal = SCENARIOS[scenario][1]
    four, three = (average_fit(scenario, copies) for copies in (CARDS, CARDS - 1))
    worst = worst_fit_with_rewards(scenario)
    assert four >= goal, f"{scenario}: {four:.1f} missions fit on average, the goal is {goal}"
    assert worst >= goal, f"{scenario}: a draw with {worst} missions that fit, the goal is {goal}"
    assert three <= goal + 1, f"{scenario}: {three:.1f} fit with three copies, the goal is {goal}"


def test_a_draw_of_level_1_that_cannot_reach_its_goal() -> None:
    """The seeded draws do not hold the worst one: docs/cards.md names a draw that cannot be won without heroes."""
    text = " ".join(DOCS.read_text(encoding="utf-8").split())
    found = re.search(r"Level 1 with ((?:[EM]\d\d )+)cannot reach 10 without heroes", text)
    assert found is not None
    names = found[1].split()
    drawn = [card for card in missions() if card["id"] in names]
    assert Counter(card["deck"] for card in drawn) == SCENARIOS["level-1"][0]
    assert fits_with_rewards(drawn) == 9 < SCENARIOS["level-1"][1]
    wanted = needs(drawn)
    assert (wanted["shield"], wanted["gold"]) == (7, 5)
    assert not {"shield", "gold"} & {kind for card in drawn for kind in offered(card)}


# Balance of an adventure


def test_the_four_adventures() -> None:
    """V3: one for each effect, in order; one requires items to be held, one need not be completed."""
    assert [card["effect"] for card in adventures()] == EFFECTS
    first = adventures()[0]
    assert (first["id"], first["title"]) == ("the-apprentices-book", "The Apprentice's Book")
    assert [len(card["scroll"]["hold"]) in (1, 2) for card in adventures()].count(True) == 1
    assert sum(len(card["scroll"]["hold"]) for card in adventures()) <= 2
    assert [card["scroll"]["complete"] for card in adventures()].count(False) == 1
    for card in adventures():
        assert set(card) - {"aliases"} == {"id", "title", "text", "needs", "effect", "scroll"}, card["id"]
        scroll = {"missions", "reputation", "accomplish", "hold", "complete"}
        assert set(card["scroll"]) == scroll, f"{card['id']}: scroll has {sorted(card['scroll'])}"
        assert re.fullmatch("[a-z]+(-[a-z]+)*", card["id"]), card["id"]
        assert set(card["needs"]) | set(card["scroll"]["hold"]) <= set(KINDS), f"{card['id']}: unknown kind"


@pytest.mark.parametrize("effect", EFFECTS)
def test_v2_a_scroll_names_twelve_missions(effect: str) -> None:
    """V1, V2: twelve different missions that exist, and few enough of them before the adventure."""
    card = next(entry for entry in adventures() if entry["effect"] == effect)
    ids = card["scroll"]["missions"]
    assert len(ids) == len(set(ids)) == 12, f"{card['id']}: {len(set(ids))} different missions"
    assert len(scroll_missions(card)) == 12, f"{card['id']} names a mission that does not exist"
    assert 1 <= card["scroll"]["reputation"] <= card["scroll"]["accomplish"] <= 12


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_scroll_is_as_even_as_a_deck(effect: str) -> None:
    """Needs per kind within the band, and within the pieces even with the adventure and the held items."""
    card = next(entry for entry in adventures() if entry["effect"] == effect)
    counts = {kind: needs(scroll_missions(card))[kind] for kind in KINDS}
    assert not outside_band(dict(counts)), f"{card['id']} is uneven: {outside_band(dict(counts))}"
    with_all = Counter(counts) + Counter(card["needs"]) + Counter(card["scroll"]["hold"])
    assert max(with_all.values()) <= CARDS + TOKENS, f"{card['id']} needs too many: {with_all}"
    rewards = sum(form(mission) != "none" for mission in scroll_missions(card))
    assert with_all.total() <= CARDS * len(KINDS) + rewards, f"{card['id']} needs {with_all.total()} items"


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_scroll_can_be_won_but_is_not_a_present(effect: str) -> None:
    """With the adventure paid and the held items kept, the goal fits and at most two missions more."""
    card = next(entry for entry in adventures() if entry["effect"] == effect)
    count, goal = scroll_fits(card), card["scroll"]["accomplish"]
    assert goal <= count <= goal + SPARE, f"{card['id']}: {count} missions fit, {goal} to accomplish"


def test_scrolls_suit_their_effects() -> None:
    """Missions with doubles where doubles get cheaper; rewards that must be taken where rewards become optional."""
    doubles, _, gifts, _ = adventures()
    twice = [k for card in scroll_missions(doubles) for k, n in Counter(card["needs"]).items() if n == 2]
    assert sorted(twice) == sorted(KINDS), f"kinds listed twice: {sorted(twice)}"
    assert {form(card) for card in scroll_missions(gifts)} <= {"must", "one of two", "any"}


# The rulebook's examples


def test_c4_the_rulebook_set_holds_the_published_examples() -> None:
    """C4: five missions, with nothing invented but the texts."""
    data = read("rulebook")
    assert (data["format"], data["id"]) == ("dungeon-time/cards/1", "rulebook")
    assert "kinds" not in data
    assert "adventures" not in data
    assert [(card["title"], card["needs"], card.get("reward")) for card in data["missions"]] == PUBLISHED
    assert [card["id"] for card in data["missions"]] == [f"B{n:02}" for n in range(1, len(PUBLISHED) + 1)]
    assert {card["deck"] for card in data["missions"]} == {"B"}
    assert "not known" in data["missions"][1]["text"]


# docs/cards.md


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table, the first column left, the others right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def by_kind(head: str, counts: Sequence[Counter[str]]) -> str:
    """A table with a row per kind, a column per deck, and sums."""
    rows = [[kind, *[c[kind] for c in counts], sum(c[kind] for c in counts)] for kind in KINDS]
    sums = [c.total() for c in counts]
    return table([head, *DECKS, "all"], [*rows, ["**sum**", *sums, sum(sums)]])


def needs_table() -> str:
    """Items that the missions list."""
    return by_kind("listed", [needs(deck(letter)) for letter in DECKS])


def rewards_table() -> str:
    """Kinds that the rewards name."""
    given = [Counter(kind for card in deck(letter) for kind in named(card)) for letter in DECKS]
    return by_kind("on rewards", given)


def forms_table() -> str:
    """How many missions have which form of reward."""
    counts = [Counter(form(card) for card in deck(letter)) for letter in DECKS]
    return table(["reward", *DECKS], [[name, *[c[name] for c in counts]] for name in FORMS])


def fits_table() -> str:
    """How many missions of a whole deck can be paid."""
    head = ["deck", "goal", "3 of each", "4 of each", "4 and own rewards", "4 + 2 of each"]
    rows = []
    for letter in DECKS:
        cards = deck(letter)
        three, four, six = (fits(cards, copies) for copies in (CARDS - 1, CARDS, CARDS + TOKENS))
        rows.append([letter, DECK_GOALS[letter], three, four, fits_with_rewards(cards), six])
    return table(head, rows)


def scenarios_table() -> str:
    """What a scenario needs on average, and how many missions fit."""
    head = ["scenario", "goal", "needed", "to be had", "least", "most"]
    head += ["3 of each", "4 of each", "worst draw"]
    rows = []
    for entry in scenarios():
        kinds = expected_needs(entry["missions"])
        budget = CARDS * len(KINDS) + expected_rewards(entry["missions"])
        expected = (sum(kinds.values()), budget, min(kinds.values()), max(kinds.values()))
        fit = (average_fit(entry["id"], copies) for copies in (CARDS - 1, CARDS))
        numbers = [*(f"{n:.2f}" for n in expected), *(f"{n:.1f}" for n in fit)]
        rows.append([entry["title"], entry["goal"], *numbers, worst_fit_with_rewards(entry["id"])])
    return table(head, rows)


def scrolls_table() -> str:
    """What a scroll needs, with the adventure card and the items to hold."""
    rows = []
    for card in adventures():
        scroll = card["scroll"]
        total = needs(scroll_missions(card)).total() + len(card["needs"]) + len(scroll["hold"])
        rows.append([card["title"], total, scroll["reputation"], scroll["accomplish"], scroll_fits(card)])
    return table(["adventure", "items needed", "reputation", "to accomplish", "fit"], rows)


TABLES = [needs_table, rewards_table, forms_table, fits_table, scenarios_table, scrolls_table]


@pytest.mark.parametrize("make", TABLES, ids=lambda make: make.__name__)
def test_the_tables_in_the_docs_are_the_data(make: Any) -> None:
    """Every number in a table of docs/cards.md is what the cards give."""
    expected, text = make(), DOCS.read_text(encoding="utf-8")
    assert f"\n\n{expected}\n\n" in text, f"docs/cards.md should have\n\n{expected}"


def test_the_docs_have_no_other_table() -> None:
    """A table that no check knows could go stale; tests/balance checks the one of the bots."""
    heads = re.findall(r"^\| ?---", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(heads) == len(TABLES) + 1


def test_the_example_in_the_docs_is_a_card_set() -> None:
    """The TOML blocks can be read, have only keys of the format, and show every part of it."""
    text = DOCS.read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3
    example, house = tomllib.loads("\n".join(blocks)), read("house")
    assert set(example) == {*house, "heroes"}
    for part in ("kinds", "missions", "adventures"):
        keys = {key for entry in example[part] for key in entry}
        assert keys == {key for entry in house[part] for key in entry}, f"{part}: {sorted(keys)}"
    assert set(example["adventures"][0]["scroll"]) == set(house["adventures"][0]["scroll"])
    kinds = {kind["id"] for kind in example["kinds"]}
    assert needs(example["missions"] + example["adventures"]).keys() <= kinds
    assert len(set(example["adventures"][0]["scroll"]["missions"])) == 12
