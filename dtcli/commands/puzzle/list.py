"""``dtcli puzzle list``: the puzzles that ship with dtcli."""

from collections.abc import Iterator
from typing import Annotated

import typer

from dtcli.commands.options import EntriesAsJson
from dtcli.commands.output import fail, json_line, result_printer
from dtcli.commands.puzzle.names import pack_named
from dtcli.commands.puzzle.results import stored_results
from dtcli.commands.puzzle.show import WithThemes
from dtcli.english import plural
from dtcli.formats.names import hero_named
from dtcli.formats.puzzle.file import check_puzzle
from dtcli.formats.puzzle.identity import digest_of
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.puzzle.packs import Pack, packs
from dtcli.formats.suggest import did_you_mean
from dtcli.render.puzzle.page import PackRow, pack_lines
from dtcli.render.terminal import Printer
from solver.puzzles.themes import THEMES

EXAMPLE = "dtcli puzzle list --grade 3"


def run(  # noqa: PLR0913  (one for each option)
    *,
    pack: Annotated[str | None, typer.Option("--pack", metavar="ID", help="One pack only.")] = None,
    grade: Annotated[int | None, typer.Option("--grade", metavar="N", min=1, max=5, help="This grade only.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="With this theme only.")] = None,
    hero: Annotated[str | None, typer.Option("--hero", metavar="NAME", help="With this hero only.")] = None,
    unsolved: Annotated[bool, typer.Option("--unsolved", help="Without the puzzles that you solved.")] = False,
    themes: WithThemes = False,
    as_json: EntriesAsJson = False,
) -> None:
    """List the bundled puzzles, pack by pack, with a mark at those that you solved."""
    if theme is not None and theme not in THEMES:
        fail(f"there is no theme '{theme}'", did_you_mean(theme, THEMES) or "`dtcli puzzle themes` lists them")
    hero_id = None if hero is None else hero_named(hero)
    if hero is not None and hero_id is None:
        fail(f"there is no hero '{hero}'", "`dtcli heroes` lists them")
    chosen = packs() if pack is None else (pack_named(pack),)
    solved = stored_results().solved
    show = result_printer(as_json=as_json, text=_print_pack, json=_json_lines)
    found = 0
    for one in chosen:
        rows = [
            row
            for row in _puzzles(one, solved, themes=themes)
            if (grade is None or row.data["difficulty"]["grade"] == grade)
            and (theme is None or theme in row.data["themes"])
            and (hero_id is None or hero_id in row.data.get("heroes", []))
            and not (unsolved and row.solved)
        ]
        found += len(rows)
        show(one, rows)
    if not as_json:
        typer.echo(plural(found, "puzzle"))


def _puzzles(pack: Pack, solved: frozenset[str], *, themes: bool) -> Iterator[PackRow]:
    """Yield the puzzles of a pack; those that are solved have their themes."""
    for document in pack.puzzles():
        assert document.data is not None, document.problems
        is_solved = bool(solved) and digest_of(check_puzzle(document)) in solved
        yield PackRow(document.file, document.data, is_solved, themes or is_solved)


def _json_lines(_pack: Pack, rows: list[PackRow]) -> str:
    keys = ("title", "pack", "goal", "heroes", "difficulty", "themes")
    return "".join(
        json_line(
            {
                "file": row.file,
                "id": full_id(row.data),
                **{key: row.data.get(key) for key in keys},
                "solved": row.solved,
            }
        )
        for row in rows
    )


def _print_pack(pack: Pack, rows: list[PackRow]) -> None:
    if rows:
        printer = Printer()
        for line in pack_lines(pack, rows):
            printer.line(*line)
        printer.line()
