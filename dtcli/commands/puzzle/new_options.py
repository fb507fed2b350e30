"""What was asked for on the command line of ``puzzle new``; or what is wrong with it."""

from pathlib import Path
from typing import TYPE_CHECKING

from dtcli.commands.common import card_set, fail

if TYPE_CHECKING:
    from dtcli.rules.rulings import HeroId
    from solver.puzzles.candidates import Wishes

USUAL_GRADE = 2


def wishes_of(
    grade: int | None,
    theme: str | None,
    heroes: str | None,
    missions: int | None,
    most_cards: int | None,
    goal_kind: str,
) -> "Wishes":
    """Return what the options ask for; end with an error where a name is unknown or the options exclude each other."""
    from dtcli.english import plural  # noqa: PLC0415
    from dtcli.formats.suggest import did_you_mean  # noqa: PLC0415
    from dtcli.rules.goals import GoalKind  # noqa: PLC0415
    from solver.puzzles.candidates import Wishes  # noqa: PLC0415
    from solver.puzzles.themes import THEMES  # noqa: PLC0415

    if theme is not None and theme not in THEMES:
        fail(f"there is no theme '{theme}'", did_you_mean(theme, THEMES) or "`dtcli puzzle list --themes` lists them")
    kinds = [kind.value for kind in GoalKind]
    if goal_kind not in kinds:
        fail(f"there is no goal '{goal_kind}'", did_you_mean(goal_kind, kinds) or f"goals are {', '.join(kinds)}")
    chosen = _heroes(heroes)
    if GoalKind(goal_kind) is GoalKind.FEWEST_SKILLS and len(chosen) < 2:  # noqa: PLR2004
        fail("fewest-skills needs at least two heroes", "name two heroes with --heroes")
    if missions is not None and most_cards is not None and missions > most_cards:
        story = f"a story of {plural(most_cards, 'card')}"
        fail(f"{plural(missions, 'mission')} cannot be in {story}", f"say --cards {missions} or more")
    wishes = Wishes(
        grade=USUAL_GRADE if grade is None else grade,
        theme=theme,
        heroes=chosen,
        missions=missions,
        cards=most_cards,
        goal=GoalKind(goal_kind),
    )
    _refuse_missing_hero(wishes)
    return wishes


def _refuse_missing_hero(wishes: "Wishes") -> None:
    """End with an error if the theme needs a hero that no position can have."""
    from dtcli.rules.heroes import HEROES  # noqa: PLC0415
    from solver.puzzles.generation import missing_heroes  # noqa: PLC0415

    missing = sorted(missing_heroes(wishes))
    if len(missing) == 1:
        heroes = ",".join((*wishes.heroes, *missing))
        fail(f"theme '{wishes.theme}' needs {HEROES[missing[0]].name}", f"add --heroes {heroes}")
    if missing:
        fail(f"theme '{wishes.theme}' needs a hero", "name one with --heroes")


def _heroes(names: str | None) -> "tuple[HeroId, ...]":
    from dtcli.formats.names import hero_named, unknown_hero  # noqa: PLC0415
    from dtcli.rules.legality import why_too_many_heroes  # noqa: PLC0415

    found = []
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


def card_set_of(path: str | None, wishes: "Wishes") -> str:
    """Return the card set by a name that workers find too; end with an error if it cannot give what is asked for."""
    from dtcli.formats.card_sets import DEFAULT_CARD_SET, bundled_cards  # noqa: PLC0415
    from solver.puzzles.generation import FEWEST_MISSIONS  # noqa: PLC0415

    names = card_set(path) or bundled_cards(DEFAULT_CARD_SET)
    there = len(names.cards.missions)
    if there < (wishes.missions or FEWEST_MISSIONS):
        fail(f"the card set has {there} missions", f"ask for no more with --missions, at least {FEWEST_MISSIONS}")
    return DEFAULT_CARD_SET if path is None else str(Path(path).resolve()) if path.endswith(".toml") else path


def checked_seed(seed: str) -> str:
    """Return the seed if it can be part of an id; else end with an error."""
    from dtcli.formats.problems import Problem  # noqa: PLC0415
    from dtcli.formats.puzzle.ids import short_id  # noqa: PLC0415

    if isinstance(short_id(f"grade1#{seed}"), Problem):
        fail(f"--seed {seed!r} cannot be part of an id", "use a word without spaces")
    return seed
