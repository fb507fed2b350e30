"""Digests of games: the same game has the same digest, however it is spelled.

The digest covers the resolved game, as the rules see it. Aliases, formatting, the order of keys, titles, notes, the
claimed result and the path of the card set make no difference.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from dtcli.formats.json.text import compact
from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules.cards import Adventure, Card, Item
from dtcli.rules.notes import Note, moment
from dtcli.rules.state import Game, State, opening
from dtcli.rules.table import Table

_UNORDERED = ("discard", "remove", "waive", "in_full", "tokens")
"""The lists of a choice whose order makes no difference."""


def digest(content: Any) -> str:
    """Return the SHA-256 of data written as one line of JSON with sorted keys."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def game_digest(game: Game) -> str:
    """Return the digest of everything that affects how a game can go."""
    scroll = game.adventure.scroll if game.adventure else None
    content = {
        "story": [_card(card) for card in game.story],
        "tokens": {kind: info.tokens for kind, info in game.kinds.items()},
        "heroes": sorted(game.heroes),
        "rules": rules_of(game),
        "scroll": [scroll.complete, *scroll.hold] if scroll else None,
    }
    return digest(content if game.start is None else {**content, "start": _position(opening(game))})


def deal_digest(table: Table) -> str:
    """Return the digest of a deal: the hands, each in any order, and the draw deck."""
    hands = [sorted((_card(card) for card in hand), key=compact) for hand in table.hands]
    return digest({"hands": hands, "deck": [_card(card) for card in table.deck]})


def record_digest(game: Game, notes: Iterable[Note]) -> str:
    """Return the digest of a game and its recorded choices."""
    return digest({"game": game_digest(game), "choices": [_choice(note) for note in sorted(notes, key=moment)]})


def rules_of(game: Game) -> dict[str, Any]:
    """Return the rulings, the slots and the goal of a game as a certificate writes them."""
    rulings = game.rulings
    return {
        "any_reward_optional": rulings.any_reward_optional,
        "thanir": rulings.thanir.value,
        "spent_rewards": rulings.spent_rewards.value,
        "slots": game.slots,
        "goal": game.goal,
    }


def _position(state: State) -> dict[str, Any]:
    """Return a start position (X16)."""
    return {
        "cards": dict(sorted(state.cards.items())),
        "tokens": dict(sorted(state.tokens.items())),
        "supply": dict(sorted(state.supply.items())),
        "heroes": sorted(state.unused),
        "extra_slot": state.extra_slot,
        "adventure_completed": state.adventure_completed,
        "effect": state.effect,
        "last_failed": None if state.last_failed is None else _card(state.last_failed),
        "waiver": state.waiver,
        "guesses": sorted(state.guesses),
        "solved": state.solved,
    }


def _card(card: Card) -> Any:
    if isinstance(card, Item):
        return card.kind
    if isinstance(card, Adventure):
        return {"adventure": card.title, "needs": sorted(card.needs), "effect": card.effect.value}
    return {"mission": card.title, "needs": sorted(card.needs), "reward": str(card.reward)}


def _choice(note: Note) -> dict[str, Any]:
    choice: dict[str, Any] = {**choice_entry(note)}
    for key in _UNORDERED:
        if key in choice:
            choice[key] = sorted(choice[key])
    return choice
