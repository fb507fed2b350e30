"""Whether a game can start from a position: a position must be possible in a game (X16)."""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.english import only_exist, plural
from dtcli.rules.cards import Item
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Pile
from dtcli.rules.rulings import ALAN, ROS_THANIR, TONK_REDBEER, TRAGURK, ZARIA, Borrowing, HeroId
from dtcli.rules.state import Game, Start, State, opening


class StartViolation(NamedTuple):
    """A part of a start that is impossible, and the reason."""

    part: str
    reason: str


class _Cause(NamedTuple):
    """An effect in force, the hero whose skill causes it, and how often that skill must have been used."""

    part: str
    effect: str
    hero: HeroId
    uses: int


def start_violations(game: Game) -> list[StartViolation]:
    """Return why a game cannot start like this; empty for a game without a start position."""
    if game.start is None:
        return []
    state = opening(game)
    return [*_overfull(game.start, state), *_misplaced(game, game.start), *_uncaused(game.start, state)]


def _overfull(begin: Start, state: State) -> Iterator[StartViolation]:
    """Yield the kinds with more copies than exist, and a backpack with too many slots filled."""
    game = state.game
    laid = Pile.of(*(card.kind for card in game.story if isinstance(card, Item)))
    for kind, info in game.kinds.items():
        if begin.cards[kind] and begin.cards[kind] + laid[kind] > info.cards:
            cards = plural(begin.cards[kind] + laid[kind], f"{kind} card")
            yield StartViolation("cards", f"{cards} in backpack and story, {only_exist(info.cards)}")
        if begin.tokens[kind] + state.supply[kind] > info.tokens:
            tokens = plural(begin.tokens[kind] + state.supply[kind], f"{kind} token")
            yield StartViolation("tokens", f"{tokens} in backpack and supply, {only_exist(info.tokens)}")
    if state.slots > state.limit:
        yield StartViolation("cards", f"the backpack has {plural(state.limit, 'slot')}, {state.slots} are filled")


def _misplaced(game: Game, begin: Start) -> Iterator[StartViolation]:
    """Yield heroes that are not in the game, and missions that are in two places at once."""
    for hero in begin.unused or ():
        if hero not in game.heroes:
            yield StartViolation("heroes", f"{hero} is not in the game")
    adventure = game.adventure
    if begin.adventure_completed and (adventure is None or adventure in game.story or adventure == begin.last_failed):
        reason = "an adventure that has been completed is named, and neither in the story nor the last that failed"
        yield StartViolation("adventure_completed", reason)
    if begin.last_failed is not None and begin.last_failed in game.story:
        yield StartViolation("last_failed", f"{begin.last_failed} is still in the story")


def _uncaused(begin: Start, state: State) -> Iterator[StartViolation]:
    """Yield the effects in force that no skill can have caused.

    A skill is used once, and its hero is then no longer unused; a borrowed one too, unless Ro's Thanir copies it (H1).
    """
    game = state.game
    copied = ROS_THANIR in _used(state) and game.rulings.thanir is Borrowing.COPIES
    for part, effect, hero, uses in _causes(begin, state):
        name = HEROES[hero].name
        if hero not in game.heroes:
            yield StartViolation(part, f"{effect} comes from {name}, who is not in the game")
            continue
        missing = uses - (hero in _used(state))
        if missing <= copied:
            copied = copied and not missing  # X9: Ro's Thanir has copied one skill, no more
        elif hero not in _used(state):
            reason = f"{effect} comes from {name}, whose skill is unused ('heroes' of the start names the unused ones)"
            yield StartViolation(part, reason)
        else:
            yield StartViolation(part, f"{effect} takes {uses} uses of the skill of {name}, more than there were")


def _causes(begin: Start, state: State) -> Iterator[_Cause]:
    """Yield the effects that the start says are in force."""
    if begin.waiver:
        _, most = HEROES[TRAGURK].removes  # H5
        yield _Cause("waiver", f"a waiver of {begin.waiver}", TRAGURK, -(-begin.waiver // most))
    if begin.guesses:
        guess = f"a guess of {' + '.join(sorted(begin.guesses))}"
        yield _Cause("guesses", guess, ZARIA, len(begin.guesses))  # H8
    if begin.solved:
        yield _Cause("solved", "a mission solved in advance", ALAN, 1)  # H10
    if state.extra_slot:
        yield _Cause("extra_slot", "the extra slot", TONK_REDBEER, 1)  # H3


def _used(state: State) -> tuple[HeroId, ...]:
    """Return the heroes whose skills have been used before the start."""
    return tuple(hero for hero in state.game.heroes if hero not in state.unused)
