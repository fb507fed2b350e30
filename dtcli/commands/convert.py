"""``dtcli convert``: write replays in another format, without loss."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from dtcli.commands.inputs import read_card_set, read_replays, recordable_path
from dtcli.commands.one_by_one import judge_replays, without_internal_errors
from dtcli.commands.options import CardSet, Files, Force
from dtcli.commands.output import fail
from dtcli.commands.saving import output_path, refuse_existing, save, save_lines
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.house_printings import printing_to_write
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.render.problems import print_problems

STDOUT = "-"
EXAMPLE = "dtcli convert friday.dt --output friday.json"


class ConvertedReplay(NamedTuple):
    """A replay in its new format."""

    checked: Checked
    text: str
    spelling: Spelling
    fault: Problem | None
    """Why dtcli could not read the text."""


def run(
    files: Files,
    *,
    to: Annotated[Spelling | None, typer.Option("--to", help="Format to write: json, ndjson or dt.")] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PATH", help="File or folder to write to; default: standard output."),
    ] = None,
    force: Force = False,
    card_set: CardSet = None,
) -> None:
    """Convert replays between story notation (.dt), JSON and NDJSON without loss.

    Every name is written as the card set spells it. A replay that cannot be understood is not converted.
    """
    target = _target(output) if output and output != STDOUT else None
    conversion = _Conversion(to, target, card_set)
    if target is not None and not target.is_dir() and conversion.spelling is Spelling.NDJSON:
        refuse_existing(target, force=force)
        with save_lines(target, force=force) as write:
            worst = conversion.run(files, lambda replay: write(replay.text))
        raise typer.Exit(worst)
    converted: list[ConvertedReplay] = []
    worst = conversion.run(files, lambda replay: _print_or_collect(replay, converted, target))
    if target is not None:
        _write(converted, target, force=force)
    elif len(converted) > 1:
        fail(
            f"standard output takes one replay in this format, not {len(converted)}",
            "use --to ndjson, or --output FOLDER",
        )
    else:
        sys.stdout.write("".join(replay.text for replay in converted))
    raise typer.Exit(worst)


class _Conversion:
    """Converts replays one by one, with the options of the command."""

    def __init__(self, to: Spelling | None, target: Path | None, card_set: str | None) -> None:
        self.spelling = to or (spelling_of(target) if target else None)
        self._target = target
        self._card_set = card_set
        self._names = read_card_set(None if card_set is None else recordable_path(card_set))

    def run(self, files: list[str], collect: Callable[[ConvertedReplay], None]) -> int:
        """Convert and ``collect`` every replay, report those that cannot be converted, and return the exit code."""

        def show(checked: Checked, converted: ConvertedReplay | None) -> int:
            if converted is None:
                print_problems(without_internal_errors(checked.problems), file=sys.stderr)
                return exit_code(checked.problems)
            if converted.fault is not None:
                print_problems((converted.fault,), file=sys.stderr)
                return ExitCode.UNREADABLE
            collect(converted)
            return ExitCode.OK

        return judge_replays(read_replays(files), self._names, find=self._converted, show=show)

    def _converted(self, checked: Checked) -> ConvertedReplay | None:
        """Return the converted replay; None if it is not understood."""
        if checked.resolved is None or checked.resolved.game is None:
            return None
        spelling = self.spelling or _other_spelling(checked, self._target)
        text = _spelled(checked, spelling, _card_set_name(checked, self._card_set, self._target))
        fault = None
        if reason := replay_fault(text.encode("utf-8", "surrogatepass")):
            message = f"not converted, since dtcli could not read it as {spelling}: {reason}"
            fault = Problem("DT103", message, file=checked.document.file, line=checked.document.line)
        return ConvertedReplay(checked, text, spelling, fault)


def _print_or_collect(replay: ConvertedReplay, converted: list[ConvertedReplay], target: Path | None) -> None:
    """Print a line of NDJSON at once; append anything else to ``converted``."""
    if target is None and replay.spelling is Spelling.NDJSON:
        sys.stdout.write(replay.text)
    else:
        converted.append(replay)


def _target(output: str) -> Path:
    """Return the path to write to; create the folder if the name ends with a slash."""
    path = output_path(output)
    if output.endswith(("/", "\\")) and not path.exists():
        path.mkdir()
    return path


def _card_set_name(checked: Checked, option: str | None, target: Path | None) -> str | None:
    """Return the name of the card set in the converted replay: a path is relative to the folder it is written to."""
    data = checked.document.data
    name = printing_to_write(option) if option else (data.get("card_set") if data else None)
    if name is None or target is None or not name.endswith(".toml"):
        return name
    folder = Path() if option else checked.document.folder or Path()
    target_folder = target if target.is_dir() else target.parent
    return Path(os.path.relpath(folder / name, target_folder)).as_posix()


def _other_spelling(checked: Checked, target: Path | None) -> Spelling:
    """Return JSON for story notation and the reverse; NDJSON for a line of NDJSON on standard output."""
    if checked.document.line is not None and target is None:
        return Spelling.NDJSON
    return Spelling.JSON if checked.document.file.endswith((".dt", ">")) else Spelling.DT


def _spelled(checked: Checked, spelling: Spelling, card_set_name: str | None) -> str:
    data, resolved = checked.document.data, checked.resolved
    assert data is not None
    assert resolved is not None
    assert resolved.names is not None
    if card_set_name is not None:
        data = {**data, "card_set": card_set_name}
    return replay_text(data, resolved.names, spelling)


def _write(converted: list[ConvertedReplay], target: Path, *, force: bool) -> None:
    """Write all replays to a file, or each to a file of its own in a folder."""
    texts: dict[Path, str] = {}
    if target.is_dir():
        for replay in converted:
            path = target / _file_name(replay)
            if path in texts:
                fail(f"two replays would be written to '{path}'", "convert them one folder at a time")
            texts[path] = replay.text
    elif len(converted) > 1 and any(replay.spelling is not Spelling.NDJSON for replay in converted):
        hint = "name a folder (a new one ends with /), or a file that ends in .ndjson"
        fail(f"{len(converted)} replays do not fit into one file", hint)
    elif converted:
        texts[target] = "".join(replay.text for replay in converted)
    for path in texts:
        refuse_existing(path, force=force)
    for path, text in texts.items():
        save(path, text, force=force)


def _file_name(replay: ConvertedReplay) -> str:
    document = replay.checked.document
    line = "" if document.line is None else f"-{document.line}"
    return f"{Path(document.file).stem.strip('<>')}{line}.{replay.spelling}"
