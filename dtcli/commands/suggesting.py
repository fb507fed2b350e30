"""``dtcli validate --suggest``: the nearest readings of records that cannot have happened."""

from collections.abc import Callable, Iterable
from pathlib import Path

from dtcli.commands.batch import judge_replays
from dtcli.commands.exit_codes import ExitCode, exit_code
from dtcli.commands.output import json_line, print_message, result_printer
from dtcli.commands.saving import save
from dtcli.formats.names import Names
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.reading import Document
from dtcli.formats.replay.spelling import replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.render.problems import validation_record
from dtcli.render.suggestions import print_suggestions, suggestion_record
from solver.studies.suggestions import Suggestions, SuggestionStatus, suggestions


def suggest_readings(  # noqa: PLR0913  (keywords for each step)
    replays: Iterable[Document],
    card_set: Names | None,
    *,
    print_text: Callable[[Checked], None],
    as_json: bool,
    seconds: float | None,
    target: Path | None,
    force: bool,
) -> int:
    """Check every replay, show the nearest readings of the invalid ones, and return the worst exit code.

    The first reading is saved as ``target``, if there is one.
    """

    def print_all(checked: Checked, found: Suggestions | None) -> None:
        print_text(checked)
        if found is not None:
            print_suggestions(found)

    def json_text(checked: Checked, found: Suggestions | None) -> str:
        record = None if found is None else suggestion_record(found)
        return json_line({**validation_record(checked), "suggestions": record})

    show = result_printer(as_json=as_json, text=print_all, json=json_text)

    def show_row(checked: Checked, found: Suggestions | None) -> int:
        show(checked, found)
        if found is None:
            return exit_code(checked.problems)
        if target is not None:
            _save_first(checked, found, target, force=force)
        limited = found.status is SuggestionStatus.UNKNOWN
        return ExitCode.LIMIT if limited else exit_code(checked.problems)

    def find(checked: Checked) -> Suggestions:
        return suggestions(checked, seconds=seconds)

    return judge_replays(replays, card_set, find=find, show=show_row)


def _save_first(checked: Checked, found: Suggestions, path: Path, *, force: bool) -> None:
    """Save the first reading; print a message if there is none."""
    if not found.readings:
        print_message(f"'{path}' is not written: there is no reading to save")
        return
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    first = found.readings[0]
    spelling = spelling_of(path)
    text = first.text
    if spelling is not None and spelling != spelling_of(Path(checked.document.file)):
        text = replay_text(first.data, checked.resolved.names, spelling)
    save(path, text, force=force, fault=replay_fault)
