"""``dtcli puzzle new``: puzzles that nobody has seen, with proof of what they are."""

import signal
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.commands.common import Exit, Force, card_set, fail, new_file, save, say

if TYPE_CHECKING:
    from dtcli.rules.rulings import HeroId
    from solver.puzzles.batch import Delivery, Order
    from solver.puzzles.candidates import Wishes
    from solver.puzzles.making import Refusal

EXAMPLE = "dtcli puzzle new --grade 1 --seed cellar"
EXIT_INTERRUPTED = 130
USUAL_GRADE = 2
MOST_PUZZLES, MOST_JOBS = 10_000, 64


def run(  # noqa: PLR0913  (one for each option)
    *,
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="N", min=1, max=5, help="How hard, 1 to 5; 2 if not said.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="The same puzzle everywhere; by chance if not said.")
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, max=MOST_PUZZLES, help="How many.")] = 1,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="What it must be about.")] = None,
    heroes: Annotated[
        str | None, typer.Option("--heroes", metavar="NAMES", help="Heroes that are needed, with commas.")
    ] = None,
    missions: Annotated[
        int | None, typer.Option("--missions", metavar="N", min=2, max=12, help="How many missions it has.")
    ] = None,
    most_cards: Annotated[
        int | None, typer.Option("--cards", metavar="N", min=2, max=60, help="How many cards its story has at most.")
    ] = None,
    goal_kind: Annotated[
        str, typer.Option("--goal-kind", metavar="KIND", help="most, missions, whole, mission or fewest-skills.")
    ] = "most",
    card_set_path: Annotated[
        str | None, typer.Option("--card-set", metavar="SET", help="Missions of another card set.")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, max=MOST_JOBS, help="How many are made at a time.")
    ] = 1,
    why: Annotated[bool, typer.Option("--why", help="Tell how many positions were refused, and why.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per puzzle.")] = False,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save as .json, or several as .ndjson.")
    ] = None,
    force: Force = False,
) -> None:
    """Make puzzles: solvable, with one answer, no card too many, as hard as asked for.

    The same seed gives the same puzzle on every machine. Ctrl-C keeps what was found.
    """
    wishes = _wishes(grade, theme, heroes, missions, most_cards, goal_kind)
    cards = _cards(card_set_path)
    target = None if write is None else _target(write, count, force=force)
    from dtcli.commands.play_options import new_seed  # noqa: PLC0415
    from solver.puzzles.batch import Order  # noqa: PLC0415

    word = new_seed() if seed is None else _checked(seed)
    words = [word] if count == 1 else [f"{word}-{n}" for n in range(1, count + 1)]
    plain = _is_plain(wishes, cards)
    orders = [Order(wishes, f"grade{wishes.grade}#{one}" if plain else one, cards) for one in words]
    found, refused, interrupted = _make(orders, jobs=jobs, as_json=as_json, plain=plain)
    if target is not None and found:
        _save(target, found, force=force)
    if why:
        _tell_why(refused, len(found))
    if interrupted:
        say(f"interrupted: {len(found)} of {count} found")
        raise typer.Exit(EXIT_INTERRUPTED)
    if len(found) < count:
        fail(f"{count - len(found)} of {count} not found", "wish for less, or for another seed", Exit.LIMIT)


def _wishes(
    grade: int | None,
    theme: str | None,
    heroes: str | None,
    missions: int | None,
    most_cards: int | None,
    goal_kind: str,
) -> "Wishes":
    from dtcli.files.problems import did_you_mean  # noqa: PLC0415
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
        fail("few skills can be counted only among several", "name two heroes with --heroes")
    return Wishes(
        grade=USUAL_GRADE if grade is None else grade,
        theme=theme,
        heroes=chosen,
        missions=missions,
        cards=most_cards,
        goal=GoalKind(goal_kind),
    )


def _heroes(names: str | None) -> "tuple[HeroId, ...]":
    from dtcli.files.names import hero_named, unknown_hero  # noqa: PLC0415

    found = []
    for name in names.split(",") if names else ():
        hero = hero_named(name.strip())
        if hero is None:
            problem = unknown_hero(name.strip(), "")
            fail(problem.message, problem.hint or "`dtcli heroes` lists them")
        if hero in found:
            fail(f"{name.strip()} is named twice")
        found.append(hero)
    return tuple(found)


def _cards(path: str | None) -> str:
    from dtcli.files.library import DEFAULT_CARD_SET  # noqa: PLC0415

    card_set(path)
    return DEFAULT_CARD_SET if path is None else str(Path(path).resolve()) if path.endswith(".toml") else path


def _checked(seed: str) -> str:
    from dtcli.files.problems import Problem  # noqa: PLC0415
    from dtcli.files.puzzle_ids import short_id  # noqa: PLC0415

    if isinstance(short_id(f"grade1#{seed}"), Problem):
        fail(f"--seed {seed!r} cannot be part of an id", "take a word without spaces")
    return seed


def _is_plain(wishes: "Wishes", cards: str) -> bool:
    """Return whether grade and seed tell all there is to tell, so that the short id gives the same puzzle."""
    from dtcli.files.library import DEFAULT_CARD_SET  # noqa: PLC0415

    return wishes == type(wishes)(grade=wishes.grade) and cards == DEFAULT_CARD_SET


def _target(name: str, count: int, *, force: bool) -> Path:
    path = new_file(name, force=force)
    if path.suffix not in (".json", ".ndjson", ".jsonl"):
        fail(f"'{name}' is no name for a puzzle", "end it with .json, or with .ndjson for several")
    if count > 1 and path.suffix == ".json":
        fail("a .json file holds one puzzle", "end the name with .ndjson")
    return path


def _make(
    orders: "list[Order]", *, jobs: int, as_json: bool, plain: bool
) -> "tuple[list[Any], Counter[Refusal], bool]":
    """Make the puzzles and print each as it is found; Ctrl-C ends the making."""
    from solver.puzzles.batch import deliveries  # noqa: PLC0415

    found: list[Any] = []
    refused: Counter[Refusal] = Counter()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for delivery in deliveries(orders, jobs=jobs):
            refused += delivery.refused
            if delivery.puzzle is None:
                say(f"nothing found for {delivery.order.seed}")
                continue
            found.append(delivery.puzzle)
            _print(delivery, as_json=as_json, plain=plain, alone=len(orders) == 1)
    except KeyboardInterrupt:
        return found, refused, True
    finally:
        signal.signal(signal.SIGINT, before)
    return found, refused, False


def _print(delivery: "Delivery", *, as_json: bool, plain: bool, alone: bool) -> None:
    from dtcli.files.json_text import compact  # noqa: PLC0415
    from dtcli.files.puzzle_ids import full_id  # noqa: PLC0415

    puzzle: Any = delivery.puzzle
    short, full = delivery.order.seed if plain else None, full_id(puzzle)
    if as_json:
        refused = {reason.name.lower(): n for reason, n in sorted(delivery.refused.items())}
        sys.stdout.write(compact({"id": full, "short_id": short, "puzzle": puzzle, "refused": refused}) + "\n")
    elif alone:
        from dtcli.commands.puzzle_show import show  # noqa: PLC0415
        from dtcli.files.puzzles import check_puzzle, parse_puzzle  # noqa: PLC0415

        show(check_puzzle(parse_puzzle(compact(puzzle))), solution=False)
        if short:
            typer.echo(f"short id: {short}")
    else:
        typer.echo(f"grade {puzzle['difficulty']['grade']}  {puzzle['title']:<30}  {short or ''}")
        typer.echo(f"  {full}")
    sys.stdout.flush()


def _save(path: Path, found: list[Any], *, force: bool) -> None:
    from dtcli.files.json_text import compact  # noqa: PLC0415
    from dtcli.files.writing import to_json  # noqa: PLC0415

    one = path.suffix == ".json"
    text = to_json(found[0]) if one else "".join(compact(puzzle) + "\n" for puzzle in found)
    save(path, text, force=force)


def _tell_why(refused: "Counter[Refusal]", found: int) -> None:
    from solver.puzzles.making import Refusal  # noqa: PLC0415

    looked_at = sum(refused.values()) + found
    say(f"{looked_at} positions, {found} puzzle{'' if found == 1 else 's'}; refused:")
    for reason in Refusal:
        if refused[reason]:
            say(f"{refused[reason]:>6}  {reason.value}")
