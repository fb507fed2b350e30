"""A whole game of a bot: it lays a story, then resolves it as it meant to."""

from random import Random
from typing import NamedTuple

from dtcli.rules.backpack import opens_slot
from dtcli.rules.cards import Mission
from dtcli.rules.decisions import REVEAL, Choice, Discard, Failure, Gap, RewardOffer, Take
from dtcli.rules.items import Kind
from dtcli.rules.resolution import apply, options, start
from dtcli.rules.state import Game, State
from dtcli.rules.table import Table
from solver.bots.five_minutes import Bot, LaidStory, lay_story


class BotGame(NamedTuple):
    """A game that a bot has played."""

    laid: LaidStory
    state: State
    """The end of the resolution."""


def play_game(bot: Bot, table: Table, game: Game, seed: str) -> BotGame:
    """Return the game that a bot plays on this deal; the seed decides what it forgets."""
    laid = lay_story(bot, table, game, Random(f"{bot.name} {seed}"))  # noqa: S311
    state = start(game.with_changes(story=laid.story))
    while not state.over:
        state = apply(state, _choice(state, laid))
    return BotGame(laid, state)


def _choice(state: State, laid: LaidStory) -> Choice:
    """Return what the bot does: no skills, the reward that it meant to take, and no item kept if slots run out."""
    match state.decision:
        case Gap():
            return REVEAL
        case RewardOffer() as offer:
            return Take(_taken(state, offer, laid))
        case Failure(present=present):
            return Discard(tuple(present.copies()) if state.slots >= state.limit else ())
    return next(options(state))


def _taken(state: State, offer: RewardOffer, laid: LaidStory) -> Kind | None:
    meant = laid.rewards.get(offer.quest) if isinstance(offer.quest, Mission) else None
    if meant in offer.kinds:
        return meant
    if offer.may_decline or not offer.kinds:
        return None
    return min(offer.kinds, key=lambda kind: opens_slot(state.held(kind) + 1))
