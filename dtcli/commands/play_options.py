"""What was asked for on the command line, as the set-up of a game; or what is wrong with it."""

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from dtcli.commands.common import card_set, fail, nameable

if TYPE_CHECKING:
    from dtcli.formats.names import Names
    from dtcli.formats.problems import Problem
    from dtcli.play.game.setup import Setup
    from dtcli.rules.cards import Adventure
    from dtcli.rules.rulings import HeroId, Rulings
    from dtcli.rules.scenarios import Scenario

DEFAULT_SCENARIO = "training-grounds"
DEFAULT_MINUTES = 5.0
LONGEST = 60
"""Minutes that the sand may run."""
LONGEST_SEED = 40
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


def setup_of(  # noqa: PLR0913, PLR0917  (one for each option)
    scenario: str | None,
    adventure: str | None,
    edition: str | None,
    heroes: str | None,
    seed: str | None,
    minutes: float | None,
    cards: str | None,
    *,
    extended: bool = False,
) -> "Setup":
    """Return the set-up that the options ask for, dealt once to see that its cards are enough."""
    from dtcli.formats.card_sets import DEFAULT_CARD_SET, bundled_cards  # noqa: PLC0415
    from dtcli.play.game.setup import Setup  # noqa: PLC0415
    from dtcli.rules.rulings import DEFAULT_EDITION  # noqa: PLC0415

    names = card_set(cards) or bundled_cards(DEFAULT_CARD_SET)
    edition = DEFAULT_EDITION if edition is None else edition
    rulings = _rulings(edition)
    named, drawn = heroes_of("none" if heroes is None else heroes, rulings)
    setup = Setup(
        names=names,
        what=_what(scenario, adventure, names),
        seed=new_seed() if seed is None else checked_seed(seed),
        edition=edition,
        extended=extended,
        seconds=60 * _checked_minutes(DEFAULT_MINUTES if minutes is None else minutes),
        card_set=_named(DEFAULT_CARD_SET if cards is None else cards),
        draw_heroes=drawn,
        heroes=named,
    )
    _refuse_short_deal(setup)
    return setup


def new_seed() -> str:
    """Return a seed that can be read out to a friend across the table."""
    from secrets import choice  # noqa: PLC0415  (so that nobody plays the same deal by accident)

    return "".join(choice(letters) for letters in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS))


def checked_seed(seed: str) -> str:
    """Return the seed, if it can be read aloud and written into a title; else end with what is wrong with it."""
    if not seed.strip() or not seed.isprintable() or len(seed) > LONGEST_SEED:
        fail(f"--seed is a word of up to {LONGEST_SEED} characters")
    return seed


def _checked_minutes(minutes: float) -> float:
    if not 0 < minutes <= LONGEST:
        fail(f"--minutes is a number above 0 and up to {LONGEST}")
    return minutes


def _what(scenario: str | None, adventure: str | None, names: "Names") -> "Scenario | Adventure":
    from dtcli.formats.card_sets import scenario_names, unknown_scenario_hint  # noqa: PLC0415
    from dtcli.formats.names import folded  # noqa: PLC0415
    from dtcli.formats.problems import quoted  # noqa: PLC0415

    if adventure is not None:
        if scenario is not None:
            fail("a game has a scenario or an adventure, not both")
        found = names.adventure(adventure)
        return found if found is not None else _refuse(names.unknown_adventure(adventure, ""))
    name = DEFAULT_SCENARIO if scenario is None else scenario
    known = scenario_names().get(folded(name))
    if known is None:
        fail(f"unknown scenario {quoted(name)}", unknown_scenario_hint(name))
    return known


def _rulings(edition: str) -> "Rulings":
    from dtcli.formats.problems import quoted  # noqa: PLC0415
    from dtcli.formats.suggest import did_you_mean  # noqa: PLC0415
    from dtcli.rules.rulings import EDITIONS  # noqa: PLC0415

    if edition not in EDITIONS:
        hint = did_you_mean(edition, EDITIONS) or f"editions are {', '.join(EDITIONS)}"
        fail(f"unknown edition {quoted(edition)}", hint)
    return EDITIONS[edition]


def heroes_of(who: str, rulings: "Rulings") -> "tuple[tuple[HeroId, ...], int]":
    """Return the heroes that were named, or how many are to be drawn."""
    from dtcli.formats.names import hero_named, unknown_hero  # noqa: PLC0415
    from dtcli.rules.heroes import HEROES  # noqa: PLC0415
    from dtcli.rules.legality import MOST_PLAYERS, why_too_many_heroes  # noqa: PLC0415

    said = who.strip().casefold()
    if said in ("none", "draw"):
        return (), int(said == "draw")
    if said.isascii() and said.isdigit():
        if said not in map(str, range(1, MOST_PLAYERS + 1)):
            fail(f"1 to {MOST_PLAYERS} heroes can be drawn, not {said[:9]}")
        return (), int(said)
    found: list[HeroId] = []
    for name in who.split(","):
        hero = hero_named(name.strip())
        if hero is None:
            _refuse(unknown_hero(name.strip(), ""))
        if hero in found:
            fail(f"{HEROES[hero].name} is named twice")
        if hero not in rulings.box:
            fail(f"{HEROES[hero].name} is not in the box of this edition", "`dtcli heroes` tells who is in which box")
        found.append(hero)
    if reason := why_too_many_heroes(len(found), None):
        fail(reason, "name fewer heroes")
    return tuple(found), 0


def _refuse(problem: "Problem") -> NoReturn:
    fail(problem.message, problem.hint or "")


def _refuse_short_deal(setup: "Setup") -> None:
    """End with what is missing where the card set is too small for this game."""
    from dtcli.rules.deal import deal_violations  # noqa: PLC0415

    try:
        table = setup.table()
    except ValueError as error:
        fail(str(error), "choose another scenario, or another card set")
    faults = deal_violations(setup.names.cards.kinds, setup.what, table.hands, table.deck)
    if faults:
        fail(f"this card set cannot be dealt: {faults[0][1]}", "a game alone takes 15 cards, 13 of them items")


def _named(cards: str) -> str:
    """Return how the replay names its card set, which is not beside it: a bundled set, or a whole path."""
    from dtcli.formats.card_sets import BUNDLED  # noqa: PLC0415

    return cards if cards in BUNDLED else nameable(str(Path(cards).resolve()))
