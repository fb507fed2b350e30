"""The first card of a story that should have stayed in the hand: without it the best resolution ends better.

Better means: the backpack holds instead of breaking in every line; or else the game can be won instead of not; or else
more missions can be completed. Everything else in the story stays where it is. That another card would have come to
the hand later is not considered.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.rules.cards import Adventure, Card
from dtcli.rules.resolution import start
from dtcli.rules.state import Game
from dtcli.rules.table import why_no_reputation
from solver.limits import Limits
from solver.preference import Outcome, most_missions
from solver.search import FoundLine, PriorBounds, Search

PATIENCE = Limits.within(20)
"""The default limits: most stories need a few seconds."""


class CardToKeep(NamedTuple):
    """The first card that should have stayed in the hand."""

    place: int | None
    """Its place in the story, from 0; None if no such card was found."""
    best: FoundLine
    """The best line of the whole story."""
    without: FoundLine | None = None
    """A better line of the story without the card. It need not be the best one."""
    proved: bool = True
    """Whether no card before it, or no card at all, is one."""


def find_card_to_keep(game: Game, best: FoundLine, limits: Limits = PATIENCE) -> CardToKeep:
    """Return the first card that should have stayed in the hand, given the best line of the story.

    If that line is not proved to be the best, a card counts only if its removal beats what no line can exceed.
    """
    if best.outcome.broken and not best.proved:  # another line may hold
        return CardToKeep(None, best, proved=False)
    search = Search(limits)
    floor = _floor(game, best)
    proved = best.proved
    for place, shorter in _shorter_stories(game):
        opening = start(shorter)
        if not best.outcome.broken and not _may_be_better(opening.game, floor, most_missions(opening)):
            continue
        if search.runner.exhausted or search.interrupted:
            return CardToKeep(None, best, proved=False)
        found = search.line(opening, known=PriorBounds(floor=floor))
        if is_better(found.outcome, floor):
            return CardToKeep(place, best, found, proved)
        proved = proved and found.proved
    return CardToKeep(None, best, proved=proved)


def is_better(outcome: Outcome, than: Outcome) -> bool:
    """Return whether an outcome is better at the table; two broken ones are alike."""
    if outcome.broken:
        return False
    return than.broken or (bool(outcome.won), outcome.missions) > (bool(than.won), than.missions)


def _floor(game: Game, best: FoundLine) -> Outcome:
    """Return an outcome that no line of the whole story exceeds."""
    outcome = best.outcome
    if outcome.broken:
        every = most_missions(start(game))  # so that no broken line is searched for
        return outcome._replace(won=False, missions=every, skills=0, tokens=0, discards=0)
    missions = outcome.missions if best.proved else best.bound
    won = outcome.won or (None if outcome.won is None else not best.proved and missions >= (game.goal or 0))
    return outcome._replace(won=won, missions=missions, skills=0, tokens=0, discards=0)


def _may_be_better(game: Game, floor: Outcome, most: int) -> bool:
    """Return whether a story with so many missions may end better than the floor."""
    return most > floor.missions or (floor.won is False and most >= (game.goal or 0))


def _shorter_stories(game: Game) -> Iterator[tuple[int, Game]]:
    """Yield each place and the game without the card there; of stories that are equal only the first."""
    seen: set[tuple[Card, ...]] = set()
    has_begun = not _is_legal(game.story)  # the missions below were revealed before the start
    for place in range(len(game.story)):
        story = (*game.story[:place], *game.story[place + 1 :])
        if story not in seen and (has_begun or _is_legal(story)):
            seen.add(story)
            yield place, game.with_changes(story=story)


def _is_legal(story: tuple[Card, ...]) -> bool:
    """Return whether enough missions lie below each adventure (V1)."""
    return all(
        why_no_reputation(story[:place], card) is None
        for place, card in enumerate(story)
        if isinstance(card, Adventure)
    )
