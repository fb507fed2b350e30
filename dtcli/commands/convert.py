"""``dtcli convert``: from one spelling of a replay to the other, without loss."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.batch import judge_replays, without_bugs
from dtcli.commands.common import (
    CardSetPath,
    Exit,
    Files,
    Force,
    card_set,
    documents,
    exit_code,
    fail,
    output_path,
    save,
    why_not_save,
)
from dtcli.files.spelling import Spelling, spelled, spelling_of

if TYPE_CHECKING:
    from dtcli.files.check import Checked

STDOUT = "-"
EXAMPLE = "dtcli convert friday.dt --output friday.json"


Written = tuple["Checked", str, "Spelling"]


def run(
    files: Files,
    *,
    to: Annotated[Spelling | None, typer.Option("--to", help="Format to write: json, ndjson or dt.")] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="PATH", help="File or folder to write to, not the screen.")
    ] = None,
    force: Force = False,
    cards: CardSetPath = None,
) -> None:
    """Convert replays between story notation (.dt), JSON and NDJSON without loss.

    Every name is written as the card set spells it. A replay that cannot be understood is not converted.
    """
    from dtcli.render.report import print_problems  # noqa: PLC0415

    names = card_set(cards)
    target = _target(output) if output and output != STDOUT else None
    written: list[Written] = []

    def find(checked: "Checked") -> tuple[str, Spelling] | None:
        if checked.resolved is None or checked.resolved.game is None:
            return None
        spelling = to or (spelling_of(target) if target else None) or _other(checked, target)
        return _spelled(checked, spelling, _named_cards(checked, cards, target)), spelling

    def show(checked: "Checked", converted: tuple[str, Spelling] | None) -> int:
        if converted is None:
            print_problems(without_bugs(checked.problems), file=sys.stderr)
            return exit_code(checked.problems)
        text, spelling = converted
        if target is None and spelling is Spelling.NDJSON:
            sys.stdout.write(text)
        else:
            written.append((checked, text, spelling))
        return Exit.OK

    worst = judge_replays(documents(files), names, find=find, show=show)
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


def _other(checked: "Checked", target: Path | None) -> Spelling:
    """Return the spelling that is not the one of the input; on the screen one line among many stays that."""
    if checked.document.line is not None and target is None:
        return Spelling.NDJSON
    return Spelling.JSON if checked.document.file.endswith((".dt", ">")) else Spelling.DT


def _spelled(checked: "Checked", spelling: "Spelling", named_cards: str | None) -> str:
    data, resolved = checked.document.data, checked.resolved
    assert data is not None
    assert resolved is not None
    assert resolved.names is not None
    if named_cards is not None:
        data = {**data, "card_set": named_cards}
    return spelled(data, resolved.names, spelling)


def _write(written: "list[Written]", target: Path, *, force: bool) -> None:
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
        why_not_save(path, force=force)
    for path, text in texts.items():
        save(path, text, force=force)


def _line_mark(checked: "Checked") -> str:
    return f"-{checked.document.line}" if checked.document.line is not None else ""
