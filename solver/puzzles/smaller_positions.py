"""Simpler variants of a position: without a card, without a mission and what it needs, with the usual tokens."""

from collections.abc import Iterator

from dtcli.rules.cards import Card, Item, Mission
from dtcli.rules.items import Kind, Pile
from dtcli.rules.state import Game, Start, opening


def smaller(game: Game) -> Iterator[Game]:
    """Yield the position with fewer cards, with the most removed first."""
    yield from _without_errands(game)
    yield from (left for _, left in each_left_out(game))


def more_usual(game: Game) -> Iterator[Game]:
    """Yield the position closer to the beginning of a game: with all tokens of a kind, with all slots."""
    yield from _with_usual_tokens(game)
    if game.extended:
        yield _rebuilt(game, extended=False)


def each_left_out(game: Game) -> Iterator[tuple[Card | Kind, Game]]:
    """Yield the game without each card of the story and without each kind in the backpack; equal neighbours once."""
    for place, card in enumerate(game.story):
        if not place or game.story[place - 1] != card:
            yield card, game.with_changes(story=(*game.story[:place], *game.story[place + 1 :]))
    for kind in _begin(game).cards:
        yield kind, _without_copies(game, Pile.of(kind))


def _begin(game: Game) -> Start:
    return game.start or Start()


def _without_copies(game: Game, copies: Pile) -> Game:
    """Return the game without these copies in the backpack, as far as they are there."""
    begin = _begin(game)
    left = Pile({kind: max(0, n - copies[kind]) for kind, n in begin.cards.items()})
    return game.with_changes(start=begin._replace(cards=left))


def _without_errands(game: Game) -> Iterator[Game]:
    """Yield the game without each mission and the copies that it needs, the last ones before it."""
    for place, card in enumerate(game.story):
        if not isinstance(card, Mission):
            continue
        missing, kept = card.listed.counts(), list(game.story[:place])
        for at in range(place - 1, -1, -1):
            item = kept[at]
            if isinstance(item, Item) and missing.get(item.kind):
                missing[item.kind] -= 1
                del kept[at]
        yield _without_copies(game.with_changes(story=(*kept, *game.story[place + 1 :])), Pile(missing))


def _with_usual_tokens(game: Game) -> Iterator[Game]:
    """Yield the game with all tokens of each kind of which some are missing."""
    begin, supply = _begin(game), opening(game).supply
    for kind, info in game.kinds.items():
        usual = info.tokens - begin.tokens[kind]
        if supply[kind] != usual:
            yield game.with_changes(start=begin._replace(supply=Pile({**supply.counts(), kind: usual})))


def _rebuilt(game: Game, *, extended: bool) -> Game:
    """Return the game on the standard or the extended board."""
    return Game(
        kinds=game.kinds,
        story=game.story,
        heroes=game.heroes,
        rulings=game.rulings,
        goal=game.goal,
        extended=extended,
        adventure=game.adventure,
        start=game.start,
    )
