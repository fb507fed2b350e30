"""The set-up of a game from the options of ``dtcli play``."""

from pathlib import Path
from secrets import choice
from typing import NoReturn

from dtcli.commands.inputs import card_set_or_default, recordable_path
from dtcli.commands.output import fail
from dtcli.formats.card_sets import BUNDLED, DEFAULT_CARD_SET, scenario_names, unknown_scenario_hint
from dtcli.formats.house_printings import printing_to_write
from dtcli.formats.names import Names, folded, hero_named, unknown_hero
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.suggest import did_you_mean
from dtcli.play.game.setup import Setup
from dtcli.render.messages import print_message
from dtcli.rules.cards import Adventure
from dtcli.rules.deal import deal_violations
from dtcli.rules.heroes import HEROES, why_never_used
from dtcli.rules.legality import MOST_PLAYERS, why_too_many_heroes
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS, HeroId, Rulings
from dtcli.rules.scenarios import Scenario

DEFAULT_SCENARIO = "training-grounds"
DEFAULT_MINUTES = 5.0
LONGEST = 60
"""The most minutes on the clock."""
LONGEST_SEED = 40
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


def setup_of(  # noqa: PLR0913, PLR0917  (one for each option)
    scenario: str | None,
    adventure: str | None,
    edition: str | None,
    heroes: str | None,
    seed: str | None,
    minutes: float | None,
    card_set: str | None,
    *,
    extended: bool = False,
    players: int = 1,
) -> Setup:
    """Return the set-up for these options; exit with an error if an option is wrong or the card set is too small."""
    names = card_set_or_default(card_set)
    edition = DEFAULT_EDITION if edition is None else edition
    named, drawn = heroes_of("none" if heroes is None else heroes, rulings_of(edition))
    setup = Setup(
        names=names,
        what=scenario_or_adventure(scenario, adventure, names),
        seed=new_seed() if seed is None else checked_seed(seed),
        edition=edition,
        extended=extended,
        seconds=60 * checked_minutes(DEFAULT_MINUTES if minutes is None else minutes),
        card_set=recorded_card_set(DEFAULT_CARD_SET if card_set is None else card_set),
        draw_heroes=drawn,
        heroes=named,
        players=players,
    )
    _refuse_short_deal(setup)
    return setup


def new_seed() -> str:
    """Return a random seed that is easy to say."""
    return "".join(choice(letters) for letters in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS))


def checked_seed(seed: str) -> str:
    """Return the seed; exit with an error if it is empty, too long or not printable."""
    if not seed.strip() or not seed.isprintable() or len(seed) > LONGEST_SEED:
        fail(f"--seed is a word of up to {LONGEST_SEED} characters")
    return seed


def checked_minutes(minutes: float) -> float:
    """Return the minutes on the clock; exit with an error if they are out of range."""
    if not 0 < minutes <= LONGEST:
        fail(f"--minutes is a number above 0 and up to {LONGEST}")
    return minutes


def scenario_or_adventure(scenario: str | None, adventure: str | None, names: Names) -> Scenario | Adventure:
    """Return the scenario or adventure of these options; exit with an error if it is unknown or there are both."""
    if adventure is not None:
        if scenario is not None:
            fail("a game has a scenario or an adventure, not both")
        found = names.adventure(adventure)
        return found if found is not None else _fail_with_problem(names.unknown_adventure(adventure, ""))
    name = DEFAULT_SCENARIO if scenario is None else scenario
    known = scenario_names().get(folded(name))
    if known is None:
        fail(f"unknown scenario {quoted(name)}", unknown_scenario_hint(name))
    return known


def rulings_of(edition: str) -> Rulings:
    """Return the rulings of an edition; exit with an error if it is unknown."""
    if edition not in EDITIONS:
        hint = did_you_mean(edition, EDITIONS) or f"editions are {', '.join(EDITIONS)}"
        fail(f"unknown edition {quoted(edition)}", hint)
    return EDITIONS[edition]


def heroes_of(option: str, rulings: Rulings) -> tuple[tuple[HeroId, ...], int]:
    """Return the heroes that the option names and the number of heroes to draw; one of them is empty or 0."""
    word = option.strip().casefold()
    if word in ("none", "draw"):
        return (), int(word == "draw")
    if word.isascii() and word.isdigit():
        if word not in map(str, range(1, MOST_PLAYERS + 1)):
            fail(f"1 to {MOST_PLAYERS} heroes can be drawn, not {word[:9]}")
        return (), int(word)
    found: list[HeroId] = []
    for name in option.split(","):
        hero = hero_named(name.strip())
        if hero is None:
            _fail_with_problem(unknown_hero(name.strip(), ""))
        if hero in found:
            fail(f"{HEROES[hero].name} is named twice")
        if hero not in rulings.box:
            fail(f"{HEROES[hero].name} is not in the box of this edition", "`dtcli heroes` lists the editions")
        found.append(hero)
    if reason := why_too_many_heroes(len(found), None):
        fail(reason, "name fewer heroes")
    return tuple(found), 0


def _fail_with_problem(problem: Problem) -> NoReturn:
    fail(problem.message, problem.hint or "")


def warn_of_idle_heroes(heroes: tuple[HeroId, ...]) -> None:
    """Warn of named heroes who can never act (X18)."""
    for hero in heroes:
        if reason := why_never_used(heroes, hero):
            print_message(f"warning: {HEROES[hero].name} {reason}")


def _refuse_short_deal(setup: Setup) -> None:
    """Exit with an error if the card set is too small for this game."""
    try:
        table = setup.table()
    except ValueError as error:
        fail(str(error), "choose another scenario, or another card set")
    faults = deal_violations(setup.names.cards.kinds, setup.what, table.hands, table.deck)
    if faults:
        fail(f"this card set cannot be dealt: {faults[0][1]}", "a solo game needs 15 cards, 13 of them items")


def recorded_card_set(name: str) -> str:
    """Return the card set as the replay names it: a bundled set with its printing, or an absolute path."""
    return printing_to_write(name) if name in BUNDLED else recordable_path(str(Path(name).resolve()))
