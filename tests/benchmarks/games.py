"""Recorded games for the benchmarks: believable stories of about fifty cards, played with random legal choices."""

import json
import random
from typing import Any

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules import REVEAL, Game, Item, apply, options, start
from dtcli.rules.cards import Card, Mission
from dtcli.rules.deal import choose_missions
from dtcli.rules.decisions import Gap
from dtcli.rules.notes import Writer
from dtcli.rules.rulings import TEN_HEROES

CARDS = bundled_cards("house").cards


def story(chance: random.Random, scenario: str, items: int = 38) -> list[Card]:
    """Return a believable story: most missions come after their items, with extra items between."""
    missions: list[Mission] = choose_missions(scenarios()[scenario], CARDS, chance)
    supply = [kind for kind, info in CARDS.kinds.items() for _ in range(info.cards)]
    chance.shuffle(supply)
    laid: list[Card] = []
    for mission in missions:
        for kind in mission.needs:
            if kind in supply and items and chance.random() < 0.93:
                supply.remove(kind)
                laid.append(Item(kind))
                items -= 1
        laid.append(mission)
    while items and supply:
        laid.insert(chance.randrange(len(laid)), Item(supply.pop()))
        items -= 1
    return laid


def _entry(card: Card, *, written_out: bool) -> Any:
    """Return a card as an entry of a story; ``written_out`` as owners of the published box do."""
    if isinstance(card, Item):
        return card.kind
    assert isinstance(card, Mission)
    if written_out:
        return {"mission": card.title, "needs": list(card.needs), "reward": str(card.reward)}
    return {"mission": card.id}


def replay(chance: random.Random, number: int) -> dict[str, Any]:
    """Return a recorded game as a replay document, every decision written down.

    One in two has heroes, one in two has its missions written out.
    """
    scenario = chance.choice(["training-grounds", "level-1", "level-2", "the-book-of-fate"])
    heroes = tuple(chance.sample(TEN_HEROES, 3)) if number % 2 else ()
    game = Game(CARDS.kinds, tuple(story(chance, scenario)), heroes, goal=scenarios()[scenario].goal)
    state, writer = start(game), Writer()
    while not state.over:
        choice = REVEAL
        if not isinstance(state.decision, Gap) or (heroes and chance.random() < 0.06):
            choice = chance.choice(list(options(state)))
        writer.write(state, choice)
        state = apply(state, choice)
    return {
        "format": "dungeon-time/replay/1",
        "title": f"Table {number}",
        "date": "2026-11-16",
        "edition": "en-2017",
        "scenario": scenario,
        "players": 3,
        "heroes": list(heroes),
        "story": [_entry(card, written_out=number % 4 >= 2) for card in game.story],
        "choices": [choice_entry(note) for note in writer.notes],
        "result": {"missions": state.completed, "broken": state.broken},
    }


def lines(n: int, seed: int = 1) -> list[bytes]:
    """Return n replays as NDJSON lines."""
    chance = random.Random(seed)
    return [json.dumps(replay(chance, number)).encode() + b"\n" for number in range(n)]
