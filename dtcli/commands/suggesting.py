"""Saving what ``dtcli validate --suggest`` has found."""

from pathlib import Path

from dtcli.commands.saving import save
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.spelling import replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.render.messages import print_message
from solver.studies.suggestions import Suggestions


def save_first(checked: Checked, found: Suggestions, path: Path, *, force: bool) -> None:
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
