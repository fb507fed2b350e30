"""The requirements for a new puzzle from the options of ``dtcli puzzle new``."""

from pathlib import Path

from dtcli.commands.inputs import card_set_or_default
from dtcli.commands.output import fail
from dtcli.english import plural
from dtcli.formats.card_sets import DEFAULT_CARD_SET
from dtcli.formats.names import hero_named, unknown_hero
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.ids import short_id
from dtcli.formats.suggest import did_you_mean
from dtcli.rules.goals import GoalKind
from dtcli.rules.heroes import HEROES
from dtcli.rules.legality import why_too_many_heroes
from dtcli.rules.rulings import HeroId
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.generation import missing_heroes
from solver.puzzles.judging import FEWEST_MISSIONS
from solver.puzzles.themes import THEMES

DEFAULT_GRADE = 2


def requirements_from_options(
    *,
    grade: int | None,
    theme: str | None,
    heroes: str | None,
    missions: int | None,
    max_cards: int | None,
    goal_kind: str,
) -> PuzzleRequirements:
    """Return the requirements; exit with an error if a name is unknown or options exclude each other."""
    if theme is not None and theme not in THEMES:
        fail(f"there is no theme '{theme}'", did_you_mean(theme, THEMES) or "`dtcli puzzle themes` lists them")
    kinds = [kind.value for kind in GoalKind]
    if goal_kind not in kinds:
        fail(f"there is no goal '{goal_kind}'", did_you_mean(goal_kind, kinds) or f"goals are {', '.join(kinds)}")
    hero_ids = _heroes(heroes)
    if GoalKind(goal_kind) is GoalKind.FEWEST_SKILLS and len(hero_ids) < 2:  # noqa: PLR2004
        fail("fewest-skills needs at least two heroes", "name two heroes with --heroes")
    if missions is not None and max_cards is not None and missions > max_cards:
        story = f"a story of {plural(max_cards, 'card')}"
        fail(f"{plural(missions, 'mission')} do not fit into {story}", f"use --max-cards {missions} or more")
    requirements = PuzzleRequirements(
        grade=DEFAULT_GRADE if grade is None else grade,
        theme=theme,
        heroes=hero_ids,
        missions=missions,
        cards=max_cards,
        goal=GoalKind(goal_kind),
    )
    _refuse_missing_hero(requirements)
    return requirements


def _refuse_missing_hero(requirements: PuzzleRequirements) -> None:
    """Exit with an error if the theme needs another hero than those that were named; without any, it brings its own."""
    missing = sorted(missing_heroes(requirements)) if requirements.heroes else []
    if len(missing) == 1:
        heroes = ",".join((*requirements.heroes, *missing))
        fail(f"theme '{requirements.theme}' needs {HEROES[missing[0]].name}", f"use --heroes {heroes}, or leave it out")
    if missing:
        fail(f"theme '{requirements.theme}' needs another hero", "leave out --heroes")


def _heroes(names: str | None) -> tuple[HeroId, ...]:
    found: list[HeroId] = []
    for name in names.split(",") if names else ():
        hero = hero_named(name.strip())
        if hero is None:
            problem = unknown_hero(name.strip(), "")
            fail(problem.message, problem.hint or "`dtcli heroes` lists them")
        if hero in found:
            fail(f"{name.strip()} is named twice")
        found.append(hero)
    if reason := why_too_many_heroes(len(found), None):
        fail(reason, "name fewer heroes with --heroes")
    return tuple(found)


def findable_card_set(path: str | None, requirements: PuzzleRequirements) -> str:
    """Return the card set by a name that worker processes find; exit with an error if it has too few missions."""
    missions = len(card_set_or_default(path).cards.missions)
    if missions < (requirements.missions or FEWEST_MISSIONS):
        fail(
            f"the card set has {plural(missions, 'mission')}",
            f"request fewer with --missions, at least {FEWEST_MISSIONS}",
        )
    return DEFAULT_CARD_SET if path is None else str(Path(path).resolve()) if path.endswith(".toml") else path


def checked_seed(seed: str) -> str:
    """Return the seed; exit with an error if it cannot be part of a short id."""
    if isinstance(short_id(f"grade1#{seed}"), Problem):
        fail(f"--seed {seed!r} cannot be part of an id", "use a word without spaces")
    return seed
