"""``dtcli puzzle list``: the puzzles that ship with dtcli."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from dtcli.commands.options import EntriesAsJson
from dtcli.commands.output import fail, json_line, result_printer
from dtcli.english import plural
from dtcli.formats.names import hero_named
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.puzzle.packs import Pack, packs
from dtcli.render.puzzle.page import pack_lines
from dtcli.render.terminal import Printer
from solver.puzzles.themes import THEMES

EXAMPLE = "dtcli puzzle list --grade 3"

PackRow = tuple[str, Any]
"""The file and the data of a puzzle."""


def run(
    *,
    pack: Annotated[str | None, typer.Option("--pack", metavar="ID", help="One pack only.")] = None,
    grade: Annotated[int | None, typer.Option("--grade", metavar="N", min=1, max=5, help="This grade only.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="With this theme only.")] = None,
    hero: Annotated[str | None, typer.Option("--hero", metavar="NAME", help="With this hero only.")] = None,
    themes: Annotated[bool, typer.Option("--themes", help="List the themes instead.")] = False,
    as_json: EntriesAsJson = False,
) -> None:
    """List the bundled puzzles, pack by pack; or the themes."""
    if themes:
        _list_themes(as_json=as_json)
        return
    if theme is not None and theme not in THEMES:
        fail(f"there is no theme '{theme}'", "`dtcli puzzle list --themes` lists them")
    hero_id = None if hero is None else hero_named(hero)
    if hero is not None and hero_id is None:
        fail(f"there is no hero '{hero}'", "`dtcli heroes` lists them")
    chosen = [one for one in packs() if pack in (None, one.id)]
    if not chosen:
        fail(f"there is no pack '{pack}'", f"packs are {', '.join(one.id for one in packs())}")
    show = result_printer(as_json=as_json, text=_print_pack, json=_json_lines)
    found = 0
    for one in chosen:
        rows = [
            (file, data)
            for file, data in _puzzles(one)
            if (grade is None or data["difficulty"]["grade"] == grade)
            and (theme is None or theme in data["themes"])
            and (hero_id is None or hero_id in data.get("heroes", []))
        ]
        found += len(rows)
        show(one, rows)
    if not as_json:
        typer.echo(plural(found, "puzzle"))


def _puzzles(pack: Pack) -> Iterator[PackRow]:
    for document in pack.puzzles():
        assert document.data is not None, document.problems
        yield document.file, document.data


def _json_lines(_pack: Pack, rows: list[PackRow]) -> str:
    keys = ("title", "pack", "goal", "heroes", "difficulty", "themes")
    return "".join(
        json_line({"file": file, "id": full_id(data), **{key: data.get(key) for key in keys}}) for file, data in rows
    )


def _print_pack(pack: Pack, rows: list[PackRow]) -> None:
    if rows:
        printer = Printer()
        for line in pack_lines(pack, rows):
            printer.line(*line)
        printer.line()


def _list_themes(*, as_json: bool) -> None:
    show = result_printer(
        as_json=as_json,
        text=lambda theme: typer.echo(f"{theme.name:<18}{theme.about}"),
        json=lambda theme: json_line({"theme": theme.name, "about": theme.about}),
    )
    for theme in THEMES.values():
        show(theme)
