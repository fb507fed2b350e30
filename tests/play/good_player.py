"""A player that lays the items of a mission, then the mission; for pictures and whole games."""

from collections.abc import Callable

from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.rules.cards import Item
from dtcli.rules.decisions import REVEAL, Take


def places_for_next_mission(game: SoloGame) -> list[int]:
    """Return the places of the items of a mission, then of the mission; empty if no mission has all its items."""
    for place, card in enumerate(game.places):
        if card is None or isinstance(card, Item):
            continue
        free = {n: one.kind for n, one in enumerate(game.places) if isinstance(one, Item)}
        chosen: list[int] = []
        for kind in card.needs:
            found = next((n for n, have in free.items() if have == kind and n not in chosen), None)
            if found is None:
                break
            chosen.append(found)
        else:
            return [*chosen, place]
    return []


def useless_items(game: SoloGame) -> list[int]:
    """Return the places of items that no visible mission needs, or else of the first item."""
    wanted = {kind for card in game.places if card is not None and not isinstance(card, Item) for kind in card.needs}
    items = [(n, card) for n, card in enumerate(game.places) if isinstance(card, Item)]
    return [n for n, card in items if card.kind not in wanted][:2] or [n for n, _ in items][:1]


def play_well(game: SoloGame, wait: Callable[[float], None], *, until: float = 60.0, pause: float = 4.0) -> None:
    """Play until this many seconds are left or the draw deck is empty."""
    while game.phase is Phase.TABLE and game.clock.remaining > until:
        wait(pause)
        places = places_for_next_mission(game)
        if places:
            game.play(places)
        elif game.table.deck:
            game.discard(useless_items(game))
        else:
            return


def decide_simply(game: SoloGame) -> None:
    """Reveal the next card, or give the first answer; a reward is declined if possible."""
    resolution = game.resolution
    assert resolution is not None
    if resolution.in_gap:
        game.choose(REVEAL)
        return
    options = resolution.options()
    game.choose(Take(None) if Take(None) in options else options[0])
