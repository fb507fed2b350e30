"""``dtcli convert``: from one spelling of a replay to the other, without loss."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import CardSetPath, Exit, Files, card_set, documents, exit_code, fail, output_path, say

if TYPE_CHECKING:
    from dtcli.files.check import Checked

STDOUT = "-"
EXAMPLE = "dtcli convert friday.dt --output friday.json"


Written = tuple["Checked", str, "Spelling"]


class Spelling(StrEnum):
    """How a replay can be written."""

    JSON = "json"
    NDJSON = "ndjson"
    DT = "dt"


def run(
    files: Files,
    *,
    to: Annotated[Spelling | None, typer.Option("--to", help="Format to write: json, ndjson or dt.")] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="PATH", help="File or folder to write to, not the screen.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Overwrite files that exist.")] = False,
    cards: CardSetPath = None,
) -> None:
    """Convert replays between story notation (.dt), JSON and NDJSON without loss.

    Every name is written as the card set spells it. A replay that cannot be understood is not converted.
    """
    from dtcli.files.check import check  # noqa: PLC0415
    from dtcli.render.report import print_problems  # noqa: PLC0415

    names = card_set(cards)
    target = _target(output) if output and output != STDOUT else None
    worst = Exit.OK
    written: list[Written] = []
    for document in documents(files):
        checked = check(document, cards=names)
        if checked.resolved is None or checked.resolved.game is None:
            print_problems(checked.problems, file=sys.stderr)
            worst = max(worst, exit_code(checked.problems))
            continue
        spelling = to or _wanted(target) or _other(checked, target)
        text = _spelled(checked, spelling, _named_cards(checked, cards, target))
        if target is None and spelling is Spelling.NDJSON:
            sys.stdout.write(text)
        else:
            written.append((checked, text, spelling))
    if target is not None:
        _write(written, target, force=force)
    elif len(written) > 1:
        fail(f"{len(written)} replays cannot be told apart on the screen", "use --to ndjson, or --output FOLDER")
    else:
        sys.stdout.write("".join(text for _, text, _ in written))
    raise typer.Exit(worst)


def _target(output: str) -> Path:
    """Return where to write; a name that ends like a folder's is made one."""
    path = output_path(output)
    if output.endswith(("/", "\\")) and not path.exists():
        path.mkdir()
    return path


def _named_cards(checked: "Checked", given: str | None, target: Path | None) -> str | None:
    """Return how the converted replay must name its card set, so that it is found from where it will lie."""
    data = checked.document.data
    name = given or (data.get("card_set") if data else None)
    if name is None or target is None or not name.endswith(".toml"):
        return name
    folder = Path() if given else checked.document.folder or Path()
    home = target if target.is_dir() else target.parent
    return Path(os.path.relpath(folder / name, home)).as_posix()


def _wanted(target: Path | None) -> Spelling | None:
    suffixes = {".json": Spelling.JSON, ".dt": Spelling.DT, ".ndjson": Spelling.NDJSON, ".jsonl": Spelling.NDJSON}
    return suffixes.get(target.suffix) if target else None


def _other(checked: "Checked", target: Path | None) -> Spelling:
    """Return the spelling that is not the one of the input; on the screen one line among many stays that."""
    if checked.document.line is not None and target is None:
        return Spelling.NDJSON
    return Spelling.JSON if checked.document.file.endswith((".dt", ">")) else Spelling.DT


def _spelled(checked: "Checked", spelling: Spelling, named_cards: str | None) -> str:
    from dtcli.files.canonical import canonical  # noqa: PLC0415
    from dtcli.files.notation_writer import to_notation  # noqa: PLC0415
    from dtcli.files.writing import to_json, to_json_line  # noqa: PLC0415

    data, resolved = checked.document.data, checked.resolved
    assert data is not None
    assert resolved is not None
    assert resolved.names is not None
    if named_cards is not None:
        data = {**data, "card_set": named_cards}
    plain = canonical(data, resolved.names)
    writers = {Spelling.JSON: to_json, Spelling.NDJSON: to_json_line, Spelling.DT: to_notation}
    return writers[spelling](plain)


def _write(written: "list[Written]", target: Path, *, force: bool) -> None:
    from dtcli.files.writing import write_whole  # noqa: PLC0415

    texts: dict[Path, str] = {}
    if target.is_dir():
        for checked, text, spelling in written:
            name = Path(checked.document.file).stem.strip("<>")
            path = target / f"{name}{_line_mark(checked)}.{spelling}"
            if path in texts:
                fail(f"two replays would be written to '{path}'", "convert them one folder at a time")
            texts[path] = text
    elif len(written) > 1 and any(spelling is not Spelling.NDJSON for _, _, spelling in written):
        hint = "name a folder (a new one ends with /), or a file that ends in .ndjson"
        fail(f"{len(written)} replays do not fit into one file", hint)
    else:
        texts = {target: "".join(text for _, text, _ in written)} if written else {}
    for path in texts:
        if os.path.lexists(path) and not force:
            fail(f"'{path}' exists", "use --force to overwrite it")
        if path.exists() and not path.is_file():
            fail(f"'{path}' is not a file")
    for path, text in texts.items():
        try:
            write_whole(path, text)
        except OSError as error:
            fail(f"'{path}' cannot be written: {error.strerror}", code=Exit.UNREADABLE)
        say(f"wrote {path}")


def _line_mark(checked: "Checked") -> str:
    return f"-{checked.document.line}" if checked.document.line is not None else ""
