"""What the forgotten choices of a replay allow, for people and for scripts."""

from typing import TYPE_CHECKING, Any

from dtcli.files.check import Checked
from dtcli.files.entries import entry_of
from dtcli.render.solution_view import words
from dtcli.render.words import card_name
from dtcli.rules.choices import Gap, reveal_of
from dtcli.rules.notes import Writer

if TYPE_CHECKING:
    from solver.bounds import Bounds, Deciding, Ending, Range

MOST_ANSWERS = 5
"""How many answers that come to the same are told."""


def bounds_record(bounds: "Bounds | None") -> dict[str, Any] | None:
    """Return the bounds as data; None where they are not known."""
    if bounds is None:
        return None
    return {**_range_record(bounds.range), "decides": bounds.decides and _deciding_record(bounds.decides)}


def _range_record(found: "Range") -> dict[str, Any]:
    return {"lowest": found.lowest._asdict(), "highest": found.highest._asdict()}


def _deciding_record(deciding: "Deciding") -> dict[str, Any]:
    answers = []
    for choice, found in deciding.answers:
        writer = Writer()
        writer.write(deciding.state, choice)
        answers.append({"choice": entry_of(writer.notes[0]), **_range_record(found)})
    return {"at": reveal_of(deciding.decision), "answers": answers}


def bounds_lines(checked: Checked, bounds: "Bounds | None") -> list[str]:
    """Return the bounds in words; nothing for a replay in which nothing was forgotten."""
    if checked.score is None or not checked.score.forgotten:
        return []
    if bounds is None:
        return ["bounds: not known, there are too many ways to fill in what was forgotten"]
    if bounds.decides is None:
        return [f"bounds: {_said(bounds.range)}, whatever was forgotten"]
    deciding = bounds.decides
    assert not isinstance(deciding.decision, Gap)
    by_range: dict[Range, list[str]] = {}
    for choice, found in deciding.answers:
        by_range.setdefault(found, []).append(words(deciding.state, choice).removeprefix("fails, "))
    lines = [f"bounds: {_said(bounds.range)}"]
    lines.append(f"card {deciding.decision.at}, {card_name(deciding.decision.quest)}, decides:")
    for found, answers in sorted(by_range.items(), key=lambda one: one[0].highest.rank, reverse=True):
        more = f", {len(answers) - MOST_ANSWERS} more" if len(answers) > MOST_ANSWERS else ""
        lines.append(f"  {_said(found)}: {', '.join(answers[:MOST_ANSWERS])}{more}")
    return lines


def _said(found: "Range") -> str:
    if found.lowest == found.highest:
        return _ending(found.lowest)
    return f"{_ending(found.lowest)} to {_ending(found.highest)}"


def _ending(end: "Ending") -> str:
    how = "broken" if end.broken else {True: "won", False: "lost", None: "completed"}[end.won]
    return f"{end.missions} {how}"
