"""The five minutes: a game that was really dealt and played is accepted, every kind of cheating is reported."""

from copy import deepcopy
from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.json.writer import to_json
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.rules import table as phase
from dtcli.rules.cards import Adventure, Item
from dtcli.rules.deal import deal

HOUSE = bundled_cards("house")


def entry(card):
    if isinstance(card, Item):
        return str(card.kind)
    return {"adventure" if isinstance(card, Adventure) else "mission": card.id}


def played(seed, players, what, *, plays=18):
    """Return the record of a game that was dealt and played at random."""
    chance = Random(seed)
    table = deal(HOUSE.cards, what, players=players, rng=chance)
    play = {
        "seed": seed,
        "seconds": 300,
        "hands": [[entry(card) for card in hand] for hand in table.hands],
        "deck": [entry(card) for card in table.deck],
        "events": [],
        "ended": 299.5,
    }
    for turn in range(plays):
        player = chance.randint(1, players)
        hand = table.hands[player - 1]
        legal = [card for card in hand if phase.why_not_play(table, player, card) is None]
        if legal and chance.random() < 0.8:
            card = chance.choice(legal)
            table = phase.play(table, player, card)
            deed = {"play": entry(card)}
        else:
            table = phase.discard(table, player, [hand[0]])
            deed = {"discard": [entry(hand[0])]}
        play["events"].append({"t": turn * 10 + 0.5, "player": player, **deed})
        while phase.why_not_draw(table, player) is None:
            play["events"].append({"t": turn * 10 + 1, "player": player, "draw": entry(table.deck[0])})
            table = phase.draw(table, player)
    kind = {"adventure": what.id} if isinstance(what, Adventure) else {"scenario": what.id}
    return {
        "format": "dungeon-time/replay/1",
        **kind,
        "players": players,
        "story": [entry(card) for card in table.story],
        "play": play,
    }


def problems_of(data):
    """Return the errors of the reloaded copy, which must be the same in both spellings."""
    from_json = check(parse(to_json(data).encode(), file="f", suffix=".json")).problems
    from_text = check(parse(to_notation(data).encode(), file="f", suffix=".dt")).problems
    assert sorted(one.message for one in from_json) == sorted(one.message for one in from_text)
    assert all(one.line and one.column for one in (*from_json, *from_text))
    return [one for one in from_json if one.is_error and not one.code.startswith("DT4")]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("what", ["training-grounds", "good-luck", "the-apprentices-book"])
def test_a1_a_game_that_was_really_played_is_accepted(players, what):
    source = scenarios().get(what) or HOUSE.cards.adventures[what]
    data = played(players * 7, players, source)
    assert len(data["story"]) > 5
    assert problems_of(data) == []


@pytest.fixture
def game():
    return played(3, 3, scenarios()["training-grounds"])


def index_of(game, deed):
    return next(index for index, event in enumerate(game["play"]["events"]) if deed in event)


def change_hand_size(game):
    game["play"]["deck"].append(game["play"]["hands"][0].pop(0))


def change_players(game):
    game["players"] = 4


def leave_out_a_card(game):
    game["play"]["deck"].remove(next(card for card in game["play"]["deck"] if isinstance(card, str)))


def deal_a_fifth_card(game):
    card = next(card for card in game["play"]["deck"] if isinstance(card, str))
    other = next(index for index, one in enumerate(game["play"]["deck"]) if isinstance(one, str) and one != card)
    game["play"]["deck"][other] = card


def leave_out_a_mission(game):
    game["play"]["deck"].remove(next(card for card in game["play"]["deck"] if not isinstance(card, str)))


def deal_a_third_mission(game):
    hands, deck = game["play"]["hands"], game["play"]["deck"]
    seat, place = next((s, p) for s, hand in enumerate(hands) for p, card in enumerate(hand) if isinstance(card, str))
    other = next(index for index, card in enumerate(deck) if not isinstance(card, str))
    hands[seat][place], deck[other] = deck[other], hands[seat][place]


def play_what_is_not_in_the_hand(game):
    game["play"]["events"].insert(0, {"t": 0, "player": 1, "play": {"mission": "E12"}})
    held = [card for hand in game["play"]["hands"] for card in hand]
    assert {"mission": "E12"} not in held


def draw_with_a_full_hand(game):
    game["play"]["events"].insert(0, {"t": 0, "player": 1, "draw": game["play"]["deck"][0]})


def draw_another_card(game):
    event = game["play"]["events"][index_of(game, "draw")]
    event["draw"] = "mortar" if event["draw"] != "mortar" else "cup"


def play_by_nobody(game):
    game["play"]["events"][0]["player"] = 5


def change_the_story(game):
    first = next(index for index, card in enumerate(game["story"]) if isinstance(card, str))
    game["story"][first] = "mortar" if game["story"][first] != "mortar" else "cup"


def shorten_the_story(game):
    game["story"].pop()


def write_escapes_as_the_seed(game):
    game["play"]["seed"] = "a\x1b]0;title\x07"


def turn_back_the_clock(game):
    game["play"]["events"][-1]["t"] = 1


def play_after_the_end(game):
    game["play"]["events"][-1]["t"] = 301
    game["play"]["seconds"] = 300
    del game["play"]["ended"]


def end_before_the_last_event(game):
    game["play"]["ended"] = 2


def end_after_the_time_is_up(game):
    game["play"]["ended"] = 400


def pause_after_the_end(game):
    game["play"]["pauses"] = [{"t": 3, "seconds": 9}, {"t": 299.75, "seconds": 1}]


def pause_out_of_order(game):
    game["play"]["pauses"] = [{"t": 30, "seconds": 9}, {"t": 29.5, "seconds": 1}]


CHEATS = {
    change_hand_size: ("DT601", "cards, 5 are right for 3 players"),
    change_players: ("DT601", "3 hands for 4 players"),
    leave_out_a_card: ("DT601", "cards, 4 are in the game"),
    deal_a_fifth_card: ("DT601", "5th"),
    leave_out_a_mission: ("DT601", "11 missions, 12 are in the game"),
    deal_a_third_mission: ("DT601", "3 mission cards, 2 are dealt"),
    play_what_is_not_in_the_hand: ("DT602", "is not in the hand of player 1"),
    draw_with_a_full_hand: ("DT602", "the hand is full"),
    draw_another_card: ("DT602", "on top of the draw deck"),
    play_by_nobody: ("DT602", "there is no player 5"),
    change_the_story: ("DT603", "was played"),
    shorten_the_story: ("DT603", "cards, the story has"),
    write_escapes_as_the_seed: ("DT203", "cannot be printed"),
    turn_back_the_clock: ("DT604", "is recorded after second"),
    play_after_the_end: ("DT604", "is after the end at 300"),
    end_before_the_last_event: ("DT604", "before the last event"),
    end_after_the_time_is_up: ("DT604", "after the time is up"),
    pause_after_the_end: ("DT604", "a pause at second 299.75 is after the end at 299.5"),
    pause_out_of_order: ("DT604", "a pause at second 29.5 is recorded after one at 30"),
}


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_each_kind_of_cheating_is_reported(game, cheat):
    fair = deepcopy(game)
    assert problems_of(fair) == []
    cheat(game)
    code, words = CHEATS[cheat]
    problems = problems_of(game)
    assert any(one.code == code and words in one.message for one in problems), problems
    assert {one.code for one in problems} == {code}


def test_an_event_is_exactly_one_action(game):
    game["play"]["events"][0] = {"t": 0, "player": 1}
    assert [one.code for one in problems_of(game)] == ["DT203"]


def test_unknown_card_in_a_hand_is_found_at_its_place(game):
    game["play"]["hands"][1][2] = "swrod"
    (problem,) = problems_of(game)
    assert (problem.code, problem.pointer, problem.hint) == ("DT204", "/play/hands/1/2", "did you mean sword?")


def test_the_place_of_an_event_in_notation(game):
    draw_another_card(game)
    text = to_notation(game)
    (problem,) = [one for one in check(parse(text.encode(), suffix=".dt")).problems if one.code == "DT602"]
    index = int(problem.pointer.split("/")[3])
    line = text.splitlines()[problem.line - 1]
    event = game["play"]["events"][index]
    assert line.startswith(f"{event['t']}s player {event['player']} draws ")


def test_pauses_are_recorded(game):
    game["play"]["pauses"] = [{"t": 12.5, "seconds": 60}, {"t": 12.5, "seconds": 3.25}, {"t": 299.5, "seconds": 0}]
    assert problems_of(game) == []
    assert "\npauses: 12.5s for 60s, 12.5s for 3.25s, 299.5s for 0s\n" in to_notation(game)


@pytest.mark.parametrize("said", ["12.5s", "for 3s", "3s for", "3s for 4", "xs for 4s", "1s for 2s,", "1..2s for 2s"])
def test_a_pause_that_is_not_understood(game, said):
    text = to_notation(game).replace("\nhand 1:", f"\npauses: {said}\nhand 1:")
    (problem,) = parse(text.encode(), suffix=".dt").problems
    assert problem.code == "DT107"
    assert text.splitlines()[problem.line - 1].startswith("pauses:")


def test_an_unknown_key_of_a_pause_has_a_hint(game):
    game["play"]["pauses"] = [{"t": 3, "seconds": 9, "secnds": 3}]
    (problem,) = parse(to_json(game).encode(), suffix=".json").problems
    assert (problem.code, problem.pointer, problem.hint) == (
        "DT201", "/play/pauses/0/secnds", "did you mean seconds?"
    )  # fmt: skip
