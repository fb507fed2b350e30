"""The bundled replays: each has the documented result, and together they cover the features."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from dtcli.commands.app import app
from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.rules.cards import Card, Item, Mission
from dtcli.rules.deal import deal
from dtcli.rules.rulings import TEN_HEROES
from tests.golden.regenerate import ROOT, replay_files, run

REPLAYS = [path.relative_to("replays").as_posix() for path in replay_files()]

STATUS = {
    "games/alone-with-zaria.dt": "lost",
    "games/cellar-lights.dt": "won",
    "games/demo-day.dt": "won",
    "games/five-at-the-cabin.dt": "lost",
    "games/friday-night.dt": "won",
    "games/loose-change.dt": "lost",
    "games/on-a-napkin.dt": "won",
    "games/one-map-too-many.dt": "broken",
    "games/rain-on-the-window.dt": "won",
    "games/seven-slots.dt": "won",
    "games/the-apprentice-blinked.dt": "won",
    "games/the-last-level.dt": "won",
    "games/the-smudged-line.dt": "open",
    "games/three-and-a-stopwatch.json": "won",
    "games/tokens-go-back.json": "won",
    "games/trattoria-table.dt": "lost",
    "games/we-were-sure.json": "lost",
    "regressions/brought-back-in-silence.dt": "completed",
    "regressions/failed-before.dt": "completed",
    "regressions/only-the-book-is-missing.dt": "lost",
    "regressions/room-for-one-mission.dt": "broken",
    "regressions/thrown-away-then-shuffled.dt": "lost",
    "regressions/two-swords-short.dt": "lost",
    "regressions/discarded-copy-unsaid.dt": "lost",
    "regressions/forced-token-named.dt": "open",
    "regressions/skill-price-unsaid.dt": "lost",
    "regressions/names-of-the-rulebooks.dt": "lost",
    "rulebook/example-of-play.dt": "completed",
    "rulebook/important-absence.dt": "completed",
    "rulebook/shield-placed.dt": "completed",
    "rulebook/the-backpack-breaks.dt": "broken",
    "rulebook/visit-the-black-market.dt": "completed",
    "rulebook/what-if-cup.dt": "broken",
    "rulebook/what-if-keys.dt": "broken",
    "rulebook/what-if-shield.dt": "completed",
    "rulebook/what-if-torch.dt": "completed",
}
PROBLEMS = {  # all the others have none
    "games/on-a-napkin.dt": {"DT411", "DT413"},
    "games/the-smudged-line.dt": {"DT411", "DT412"},
    "games/we-were-sure.json": {"DT501"},
    "regressions/brought-back-in-silence.dt": {"DT411"},
    "regressions/discarded-copy-unsaid.dt": {"DT411", "DT502"},
    "regressions/forced-token-named.dt": {"DT412"},
    "regressions/skill-price-unsaid.dt": {"DT411", "DT502"},
}
AGREES = {  # all the others: True
    "games/the-smudged-line.dt": None,
    "games/we-were-sure.json": False,
    "regressions/discarded-copy-unsaid.dt": None,
    "regressions/forced-token-named.dt": None,
    "regressions/skill-price-unsaid.dt": None,
}


def by_name(lines: str) -> dict[str, Any]:
    """Return the records of NDJSON by the replays they come from, which are in the same order."""
    return dict(zip(REPLAYS, map(json.loads, lines.splitlines()), strict=True))


@pytest.fixture(scope="module")
def scores() -> dict[str, Any]:
    return by_name(run("score", "--json", "replays"))


@pytest.fixture(scope="module")
def documents() -> dict[str, Any]:
    return by_name(run("convert", "--to", "ndjson", "replays"))


@pytest.fixture(scope="module")
def games(documents: dict[str, Any]) -> dict[str, Any]:
    return {name: document for name, document in documents.items() if name.startswith("games/")}


# Each replay by itself


def test_the_table_names_every_replay() -> None:
    assert sorted(STATUS) == REPLAYS


@pytest.mark.parametrize("name", REPLAYS)
def test_a_replay_has_the_intended_verdict(name: str, scores: dict[str, Any]) -> None:
    score = scores[name]
    assert score["file"] == f"replays/{name}"
    assert score["status"] == STATUS[name]
    assert {problem["code"] for problem in score["problems"]} == PROBLEMS.get(name, set())
    assert score["agrees"] is AGREES.get(name, True)


@pytest.mark.parametrize("name", REPLAYS)
def test_a_replay_survives_both_spellings(name: str, tmp_path: Path, scores: dict[str, Any]) -> None:
    """Converting a replay through every spelling and back gives the same document and the same game."""
    copies = [ROOT / "replays" / name]
    for step, spelling in enumerate(("json", "dt", "ndjson", "dt", "json")):
        copy = tmp_path / f"{step}.{spelling}"
        run("convert", str(copies[-1]), "--to", spelling, "--output", str(copy))
        copies.append(copy)
    first, last = (json.loads(copies[index].read_text(encoding="utf-8")) for index in (1, -1))
    assert first == last
    assert copies[2].read_text(encoding="utf-8") == copies[4].read_text(encoding="utf-8")
    if name.endswith(".json"):
        assert json.loads(copies[0].read_text(encoding="utf-8")) == first
    verdict = verdict_of(scores[name])
    for copy in copies[1:]:
        assert verdict_of(json.loads(run("score", "--json", str(copy)))) == verdict, copy.suffix


def verdict_of(score: dict[str, Any]) -> dict[str, Any]:
    """Return a score without what depends on the file and its spelling, such as the order of its lines."""
    problems = sorted((one["code"], one["message"], one["pointer"]) for one in score["problems"])
    return {key: value for key, value in score.items() if key not in ("file", "line")} | {"problems": problems}


@pytest.mark.parametrize("name", REPLAYS)
def test_a_replay_tells_what_it_is(name: str, documents: dict[str, Any]) -> None:
    document = documents[name]
    assert document["title"]
    assert document["notes"].endswith(".")
    assert document["result"].keys() >= {"missions"}
    assert len(document["_comments"]) >= 1
    text = (ROOT / "replays" / "README.md").read_text(encoding="utf-8")
    assert text.count(f"]({name})") == 1, f"replays/README.md should link {name} once"


def test_the_readme_names_no_other_replay() -> None:
    text = (ROOT / "replays" / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(((?:games|regressions|rulebook)/[^)]+)\)", text)) == REPLAYS


def test_validate_finds_only_the_wrong_claim() -> None:
    result = CliRunner().invoke(app, ["validate", "--quiet", *(str(ROOT / "replays" / name) for name in REPLAYS)])
    assert result.exit_code == 1
    errors = [line for line in result.stdout.splitlines() if ": error " in line]
    assert errors
    assert all("we-were-sure" in line and "DT501" in line for line in errors)


# Regressions


@pytest.mark.parametrize("name", ["discarded-copy-unsaid", "forced-token-named", "skill-price-unsaid"])
def test_x6_bounds_follow_every_copy_that_may_have_left(name: str) -> None:
    found = json.loads(run("score", "--bounds", "--json", f"replays/regressions/{name}.dt"))["bounds"]
    assert (found["lowest"]["missions"], found["highest"]["missions"]) == (1, 2)
    assert (found["lowest"]["won"], found["highest"]["won"]) == (False, True)
    assert len(found["decides"]["answers"]) == 2


# The rulebook's examples


@pytest.mark.parametrize("name", [name for name in REPLAYS if name.startswith("rulebook/")])
def test_rulebook_examples_use_the_rulebook_cards(name: str, documents: dict[str, Any]) -> None:
    assert documents[name]["card_set"] == "rulebook"


@pytest.mark.parametrize("alias", ["phial", "bag of gold", "keyring", "grapple"])
def test_c2_rulebook_examples_use_the_rulebooks_names(alias: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "replays" / "rulebook").glob("*.dt")]
    assert any(re.search(rf"^{alias}\b", text, flags=re.MULTILINE) for text in texts)


def test_b1_the_what_ifs_differ_in_the_last_card_only(documents: dict[str, Any]) -> None:
    what_ifs = [name for name in REPLAYS if "what-if" in name] + ["rulebook/the-backpack-breaks.dt"]
    stories = [documents[name]["story"] for name in what_ifs]
    packed = stories[0][:-1]
    assert all(story[:-1] == packed for story in stories)
    assert sorted(story[-1] for story in stories) == ["bow", "cup", "keys", "shield", "torch"]
    counts = Counter(packed)
    assert (len(counts), counts["cup"], counts["keys"], counts["bow"]) == (8, 3, 3, 0)


# Fixed bugs


def test_a_warning_about_a_mission_from_before_stands_where_it_is_named(scores: dict[str, Any]) -> None:
    (problem,) = scores["regressions/brought-back-in-silence.dt"]["problems"]
    assert (problem["pointer"], problem["line"]) == ("/start/last_failed", 4)


def test_x8_a_failure_from_before_is_not_subtracted(scores: dict[str, Any]) -> None:
    assert scores["regressions/failed-before.dt"]["failed"] == 0


def test_r9_a_goal_may_be_reached_and_the_game_not_won() -> None:
    said = CliRunner().invoke(
        app, ["solve", "--goal", "2", str(ROOT / "replays/regressions/only-the-book-is-missing.dt")]
    )
    assert said.stdout.splitlines()[-1].startswith("2 missions can be reached, but the game cannot be won: ")


# The collection of games


def test_games_are_as_long_as_five_minutes_allow(games: dict[str, Any]) -> None:
    for name, game in games.items():
        fewest = 40 if game["players"] == 1 else 45
        assert fewest <= len(game["story"]) <= 60, name
        assert game["date"].startswith("2026-"), name


def test_every_number_of_players_occurs(games: dict[str, Any]) -> None:
    assert {game["players"] for game in games.values()} == {1, 2, 3, 4, 5}


def test_games_are_won_lost_broken_and_open(games: dict[str, Any]) -> None:
    count = Counter(STATUS[name] for name in games)
    assert count.keys() == {"won", "lost", "broken", "open"}
    assert min(count["won"], count["lost"]) >= 4


def test_all_heroes_appear_and_most_act(games: dict[str, Any], scores: dict[str, Any]) -> None:
    assert {hero for game in games.values() for hero in game.get("heroes", [])} == set(TEN_HEROES)
    used = {hero for name in games for hero in scores[name]["heroes_used"]}
    assert used >= {"ros-thanir", "nintrabash", "zigarat-ho", "arvedui-miriel"}
    assert len(used) >= 8


def test_h1_a_skill_is_borrowed_in_both_ways(games: dict[str, Any]) -> None:
    editions = {
        game.get("edition", "en-2017")
        for game in games.values()
        if any("as" in choice for choice in game.get("choices", []))
    }
    assert editions >= {"en-2017", "demo-2016"}


def test_adventures_are_won_and_lost(games: dict[str, Any]) -> None:
    adventures = {STATUS[name]: game["adventure"] for name, game in games.items() if "adventure" in game}
    assert adventures.keys() >= {"won", "lost"}
    assert len(set(adventures.values())) >= 2


def test_every_kind_of_scenario_occurs(games: dict[str, Any]) -> None:
    played = {scenarios()[game["scenario"]].kind.value for game in games.values() if "scenario" in game}
    assert played == {"level", "bonus", "one-shot"}


def test_every_edition_occurs(games: dict[str, Any]) -> None:
    assert {game.get("edition", "en-2017") for game in games.values()} == {"en-2017", "it-2018", "demo-2016"}


def test_b2_one_game_is_in_extended_play(games: dict[str, Any], scores: dict[str, Any]) -> None:
    extended = [name for name, game in games.items() if game.get("extended")]
    assert extended
    assert all(scores[name]["peak_slots"] <= 8 for name in extended)


def test_r6_returned_tokens_decide_a_game(games: dict[str, Any], tmp_path: Path) -> None:
    """With the printed rule the same record would not be possible."""
    (name,) = [name for name, game in games.items() if game.get("rulings", {}).get("spent_rewards") == "return"]
    copy = tmp_path / "printed-rule.json"
    copy.write_text(json.dumps({**games[name], "rulings": {}}), encoding="utf-8")
    assert json.loads(run("score", "--json", str(copy)))["status"] == "invalid"


def test_forgotten_choices_are_counted(scores: dict[str, Any]) -> None:
    assert scores["games/on-a-napkin.dt"]["assumed"] >= 3
    assert scores["games/the-smudged-line.dt"]["missions"] is None


def test_one_backpack_breaks_with_the_goal_reached(scores: dict[str, Any]) -> None:
    score = scores["games/one-map-too-many.dt"]
    assert score["missions"] >= score["goal"]
    assert score["revealed"] < score["cards"]


def test_friday_night_shows_the_product(games: dict[str, Any], scores: dict[str, Any]) -> None:
    game, score = games["games/friday-night.dt"], scores["games/friday-night.dt"]
    assert (game["players"], len(game["heroes"])) == (3, 3)
    assert score["heroes_used"]
    assert score["failed"] >= 1
    takes = [choice["take"] for choice in game["choices"] if "at" in choice and "take" in choice]
    assert None in takes
    assert any(takes)


def test_three_games_are_written_in_json(games: dict[str, Any]) -> None:
    assert sum(name.endswith(".json") for name in games) == 3


def test_a1_two_games_have_their_five_minutes_and_the_deal_of_their_seed(games: dict[str, Any]) -> None:
    recorded = [game for game in games.values() if game.get("play")]
    assert sorted(game["players"] for game in recorded) == [1, 3]
    for game in recorded:
        play = game["play"]
        scenario, cards = scenarios()[game["scenario"]], bundled_cards("house-1").cards
        table = deal(cards, scenario, players=game["players"], rng=Random(play["seed"]))
        assert [[entry(card) for card in hand] for hand in table.hands] == play["hands"]
        assert [entry(card) for card in table.deck] == play["deck"]
        deeds = Counter(deed for event in play["events"] for deed in ("play", "draw", "discard") if deed in event)
        assert deeds["play"] == len(game["story"])
        assert deeds["draw"] > 0
        assert deeds["discard"] > 0


def entry(card: Card) -> Any:
    """Return a card as a replay writes it."""
    if isinstance(card, Item):
        return card.kind
    assert isinstance(card, Mission)
    return {"mission": card.id}
