"""``dtcli convert``: from one spelling of a replay to the other, without loss."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

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
    nameable,
    output_path,
    save,
    save_lines,
    why_not_save,
)
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of

if TYPE_CHECKING:
    from dtcli.formats.problems import Problem
    from dtcli.formats.replay.check import Checked

STDOUT = "-"
EXAMPLE = "dtcli convert friday.dt --output friday.json"


Written = tuple["Checked", str, "Spelling"]


class Converted(NamedTuple):
    """A replay in its new spelling."""

    text: str
    spelling: Spelling
    fault: "Problem | None"
    """Why dtcli could not read the text."""


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
    target = _target(output) if output and output != STDOUT else None
    conversion = _Conversion(to, target, cards)
    if target is not None and not target.is_dir() and conversion.wanted is Spelling.NDJSON:
        why_not_save(target, force=force)
        with save_lines(target, force=force) as write:
            worst = conversion.run(files, lambda _checked, text, _spelling: write(text))
        raise typer.Exit(worst)
    written: list[Written] = []
    worst = conversion.run(files, lambda *converted: _show_or_keep(converted, written, target))
    if target is not None:
        _write(written, target, force=force)
    elif len(written) > 1:
        fail(f"{len(written)} replays cannot be told apart on the screen", "use --to ndjson, or --output FOLDER")
    else:
        sys.stdout.write("".join(text for _, text, _ in written))
    raise typer.Exit(worst)


class _Conversion:
    """Converts replays one by one, as ``batch`` judges them."""

    def __init__(self, to: Spelling | None, target: Path | None, cards: str | None) -> None:
        self.wanted = to or (spelling_of(target) if target else None)
        self._target = target
        self._cards = cards
        self._names = card_set(None if cards is None else nameable(cards))

    def run(self, files: list[str], keep: "Callable[[Checked, str, Spelling], None]") -> int:
        """Convert every replay and ``keep`` the text; report those that cannot be, and return the exit code."""
        from dtcli.render.problems import print_problems  # noqa: PLC0415

        def show(checked: "Checked", converted: Converted | None) -> int:
            if converted is None:
                print_problems(without_bugs(checked.problems), file=sys.stderr)
                return exit_code(checked.problems)
            if converted.fault is not None:
                print_problems((converted.fault,), file=sys.stderr)
                return Exit.UNREADABLE
            keep(checked, converted.text, converted.spelling)
            return Exit.OK

        return judge_replays(documents(files), self._names, find=self._converted, show=show)

    def _converted(self, checked: "Checked") -> Converted | None:
        """Return the converted replay; None if it is not understood."""
        from dtcli.formats.problems import Problem  # noqa: PLC0415
        from dtcli.formats.writing import replay_fault  # noqa: PLC0415

        if checked.resolved is None or checked.resolved.game is None:
            return None
        spelling = self.wanted or _other(checked, self._target)
        text = _spelled(checked, spelling, _named_cards(checked, self._cards, self._target))
        if reason := replay_fault(text.encode("utf-8", "surrogatepass")):
            message = f"not converted, since dtcli could not read it as {spelling}: {reason}"
            problem = Problem("DT103", message, file=checked.document.file, line=checked.document.line)
            return Converted(text, spelling, problem)
        return Converted(text, spelling, None)


def _show_or_keep(converted: "Written", written: "list[Written]", target: Path | None) -> None:
    """Print a line of NDJSON at once; anything else is kept until all have been read."""
    _, text, spelling = converted
    if target is None and spelling is Spelling.NDJSON:
        sys.stdout.write(text)
    else:
        written.append(converted)


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
    return replay_text(data, resolved.names, spelling)


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
