"""``dtcli puzzle list``: the collection that ships."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.commands.common import EntriesAsJson, fail

if TYPE_CHECKING:
    from dtcli.formats.puzzle.packs import Pack

EXAMPLE = "dtcli puzzle list --grade 3"


def run(
    *,
    pack: Annotated[str | None, typer.Option("--pack", metavar="ID", help="One pack only.")] = None,
    grade: Annotated[int | None, typer.Option("--grade", metavar="N", min=1, max=5, help="This grade only.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="With this theme only.")] = None,
    hero: Annotated[str | None, typer.Option("--hero", metavar="NAME", help="With this hero only.")] = None,
    themes: Annotated[bool, typer.Option("--themes", help="List the themes instead.")] = False,
    as_json: EntriesAsJson = False,
) -> None:
    """List the puzzles that ship, pack by pack; or the themes there are."""
    from dtcli.english import plural  # noqa: PLC0415
    from dtcli.formats.names import hero_named  # noqa: PLC0415
    from dtcli.formats.puzzle.packs import packs  # noqa: PLC0415
    from solver.puzzles.themes import THEMES  # noqa: PLC0415

    if themes:
        _list_themes(as_json=as_json)
        return
    if theme is not None and theme not in THEMES:
        fail(f"there is no theme '{theme}'", "`dtcli puzzle list --themes` lists them")
    wanted = None if hero is None else hero_named(hero)
    if hero is not None and wanted is None:
        fail(f"there is no hero '{hero}'", "`dtcli heroes` lists them")
    chosen = [one for one in packs() if pack in (None, one.id)]
    if not chosen:
        fail(f"there is no pack '{pack}'", f"packs are {', '.join(one.id for one in packs())}")
    found = 0
    for one in chosen:
        rows = [
            (file, data)
            for file, data in _puzzles(one)
            if (grade is None or data["difficulty"]["grade"] == grade)
            and (theme is None or theme in data["themes"])
            and (wanted is None or wanted in data.get("heroes", []))
        ]
        found += len(rows)
        _print_pack(one, rows, as_json=as_json)
    if not as_json:
        typer.echo(plural(found, "puzzle"))


def _puzzles(pack: "Pack") -> Iterator[tuple[str, Any]]:
    for document in pack.puzzles():
        assert document.data is not None, document.problems
        yield document.file, document.data


def _print_pack(pack: "Pack", rows: list[tuple[str, Any]], *, as_json: bool) -> None:
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.formats.puzzle.ids import full_id  # noqa: PLC0415
    from dtcli.render.puzzle.page import pack_lines  # noqa: PLC0415
    from dtcli.render.terminal import Printer  # noqa: PLC0415

    if as_json:
        for file, data in rows:
            kept = {key: data.get(key) for key in ("title", "pack", "goal", "heroes", "difficulty", "themes")}
            sys.stdout.write(compact({"file": file, "id": full_id(data), **kept}) + "\n")
        return
    if rows:
        printer = Printer()
        for line in pack_lines(pack, rows):
            printer.line(*line)
        printer.line()


def _list_themes(*, as_json: bool) -> None:
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from solver.puzzles.themes import THEMES  # noqa: PLC0415

    for theme in THEMES.values():
        line = compact({"theme": theme.name, "about": theme.about}) if as_json else f"{theme.name:<18}{theme.about}"
        typer.echo(line)
