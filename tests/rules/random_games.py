"""Random games and random play, for laws that hold in every game."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from hypothesis import strategies as st

from dtcli.formats.card_sets import bundled_cards
from dtcli.rules import (
    EDITIONS,
    REVEAL,
    Card,
    Discard,
    Game,
    HeroId,
    Item,
    Kind,
    Pay,
    RevealNote,
    SkillNote,
    State,
    Take,
    UseSkill,
    apply,
    options,
    start,
)
from dtcli.rules.cards import Effect
from dtcli.rules.decisions import Choice, Gap
from dtcli.rules.rulings import TEN_HEROES, Borrowing, SpentRewards
from tests.rules.game_builder import ALA, ARVEDUI, KINDS, RO, TONK, TWELVE, Note, adventure, mission

HOUSE = bundled_cards("house").cards
REWARDS = ["-", "?", "sword", "torch", "potion", "gold?", "sword?", "bow/sword", "potion/gold", "cup"]
COSTS = {RO: "potion", TONK: "torch", ARVEDUI: "gold", ALA: "sword"}
MANY = 60
"""How many options of one hero are tried."""


@dataclass(frozen=True)
class PlayedStep:
    before: State
    choice: Choice
    after: State


def random_story(chance: Random, heroes: tuple[HeroId, ...]) -> list[Card]:
    """Return a story in which items, missions and heroes fit together often enough."""
    liked = chance.sample(TWELVE, chance.choice([2, 3, 4, 6, 12])) + [COSTS[hero] for hero in heroes if hero in COSTS]
    story: list[Card] = []
    for _ in range(chance.randint(0, 28)):
        if chance.random() < 0.6:
            story.append(Item(Kind(chance.choice(liked))))
        elif chance.random() < 0.8:
            needs = chance.choices(liked, k=chance.choice([1, 1, 2, 2, 3, 4]))
            story.append(mission(" ".join(needs), chance.choice(REWARDS)))
        else:
            story.append(chance.choice(list(HOUSE.missions.values())))
    return story


def random_game(chance: Random, *, heroes: bool = True, adventures: bool = True) -> Game:
    """Return a game of any edition, with any switches."""
    acting = tuple(chance.sample(TEN_HEROES, chance.choice([0, 1, 2, 3, 4, 5, 5]))) if heroes else ()
    story, scroll = random_story(chance, acting), None
    if adventures and chance.random() < 0.6:
        needs = [card.kind for card in story if isinstance(card, Item)][: chance.randint(1, 2)] or ["cup"]
        scroll = adventure(" ".join(needs), chance.choice(list(Effect)))
        story.insert(chance.randint(0, len(story)), scroll)
    rulings = EDITIONS[chance.choice(list(EDITIONS))]._replace(
        any_reward_optional=chance.random() < 0.5,
        thanir=chance.choice(list(Borrowing)),
        spent_rewards=chance.choice(list(SpentRewards)),
    )
    return Game(
        kinds=KINDS,
        story=tuple(story),
        heroes=acting,
        rulings=rulings,
        goal=chance.choice([None, 0, 1, 2, 3, 4]),
        extended=chance.random() < 0.5,
        adventure=scroll,
    )


def games(*, heroes: bool = True, adventures: bool = True) -> st.SearchStrategy[Game]:
    """Return random games. Whole stories come from one seed: drawn card by card, too few missions would succeed."""
    return st.integers(0, 2**32).map(lambda seed: random_game(Random(seed), heroes=heroes, adventures=adventures))


chances = st.integers(0, 2**32).map(Random)


def some_options(state: State, chance: Random) -> list[Choice]:
    """Return options of the open decision; in a gap those of one hero (or one loan), because all are too many."""
    if not isinstance(state.decision, Gap) or not state.unused:
        return list(islice(options(state), 4 * MANY))
    hero = chance.choice(state.unused)
    asked = (hero,)
    if hero == RO and len(state.unused) > 1:
        asked = (RO, chance.choice([other for other in state.unused if other != RO]))
    return list(islice(options(state._replace(unused=asked)), MANY))


def choose(state: State, chance: Random) -> Choice:
    """Return a random legal choice; heroes act in every second gap, if they can."""
    if isinstance(state.decision, Gap) and chance.random() < 0.5:
        return REVEAL
    found = some_options(state, chance)
    return chance.choice(found[1:] or found) if isinstance(state.decision, Gap) else chance.choice(found)


def random_play(played: Game, chance: Random) -> Iterator[PlayedStep]:
    """Play the game to its end by legal choices."""
    state = start(played)
    while not state.over:
        choice = choose(state, chance)
        after = apply(state, choice)
        yield PlayedStep(state, choice, after)
        state = after


def notes_of(steps: list[PlayedStep]) -> list[Note]:
    """Return the notes of the choices."""
    reveals: dict[int, dict[str, object]] = {}
    notes: list[Note] = []
    for step in steps:
        said = reveals.setdefault(step.before.revealed, {})
        match step.choice:
            case UseSkill():
                notes.append(SkillNote(step.before.revealed + 1, step.choice, tokens_said=True))
            case Pay(waive, in_full, tokens):
                said.update(waive=waive, in_full=in_full, tokens=tokens)
            case Take(kind):
                said.update(take=kind)
            case Discard(kinds, tokens):
                said.update(discard=kinds, tokens=tokens)
    return notes + [RevealNote(at, **said) for at, said in reveals.items() if said]


def any_choice(state: State, chance: Random) -> Choice:
    """Return a choice that may well be illegal."""
    kinds = [Kind(kind) for kind in TWELVE]

    def few(most: int) -> tuple[Kind, ...]:
        return tuple(chance.choices(kinds, k=chance.randint(0, most)))

    def perhaps(value: object) -> object:
        return value if chance.random() < 0.5 else None

    places = tuple(chance.sample(range(7), chance.randint(0, 5)))
    match chance.randrange(6):
        case 0:
            return REVEAL
        case 1:
            return Pay(few(2), few(1), few(1))
        case 2:
            return Take(perhaps(chance.choice(kinds)))
        case 3:
            return Discard(few(2), few(1))
        case _:
            hero = chance.choice(state.game.heroes or TEN_HEROES)
            return UseSkill(
                hero,
                borrowed=chance.choice(state.game.heroes or TEN_HEROES) if hero == RO else None,
                remove=few(2),
                take=perhaps(chance.choice(kinds)),
                guess=perhaps(chance.choice(kinds)),
                discard=perhaps(places),
                order=perhaps(places),
            )
