"""Writes a line of play as a replay with its five minutes: the deeds at even times, then the choices."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from dtcli.formats.names import Names
from dtcli.formats.replay.serialize import card_entry, choice_entry
from dtcli.formats.schema import ReplayFile
from dtcli.rules.cards import Card
from dtcli.rules.table import FIVE_MINUTES
from solver.par.playing import ParLine
from solver.par.schedule import Deed

_DECIMALS = 3


def line_replay(  # noqa: PLR0913  (one for each part of the file)
    header: Mapping[str, Any],
    names: Names,
    *,
    hands: Sequence[Sequence[Card]],
    deck: Sequence[Card],
    line: ParLine,
    goal: int | None,
    play: Mapping[str, Any] | None = None,
) -> ReplayFile:
    """Return the replay of a line; ``header`` has its format, card set and rulings, ``play`` other keys of the deal."""
    state = line.played.state
    replay: dict[str, Any] = {
        **header,
        "goal": goal,
        "story": [card_entry(card, names) for card in line.played.story],
        "choices": [choice_entry(note) for note in line.played.notes],
        "result": {"missions": state.completed, "broken": state.broken},
        "play": {
            **(play or {}),
            "seconds": FIVE_MINUTES,
            "hands": [[card_entry(card, names) for card in hand] for hand in hands],
            "deck": [card_entry(card, names) for card in deck],
            "events": list(deed_entries(line.deeds, names, hands=hands, deck=deck, with_draws=True)),
            "ended": FIVE_MINUTES,
        },
    }
    return cast("ReplayFile", replay)


def deed_entries(
    deeds: Sequence[Deed],
    names: Names,
    *,
    hands: Sequence[Sequence[Card]],
    deck: Sequence[Card],
    with_draws: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the deeds as a replay records them, spread evenly over the five minutes."""
    held, left = [list(hand) for hand in hands], list(deck)
    for number, deed in enumerate(deeds, 1):
        seat = next(seat for seat, hand in enumerate(held) if deed.card in hand)
        held[seat].remove(deed.card)
        when: dict[str, Any] = {"t": round(FIVE_MINUTES * number / (len(deeds) + 1), _DECIMALS)}
        if len(hands) > 1:
            when["player"] = seat + 1
        card = card_entry(deed.card, names)
        yield {**when, "play": card} if deed.laid else {**when, "discard": [card]}
        if left:
            drawn = left.pop(0)
            held[seat].append(drawn)
            if with_draws:
                yield {**when, "draw": card_entry(drawn, names)}
