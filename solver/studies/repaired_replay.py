"""The replay of a repaired game, as data, as text and as a diff of the original."""

from typing import Any, cast

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.editing import edited_text
from dtcli.formats.replay.patch import unified_patch
from dtcli.formats.replay.serialize import choice_entry
from dtcli.formats.schema import ReplayFile
from dtcli.rules.resolution import start
from dtcli.rules.score import Status
from solver.preference import play, won
from solver.studies.repair import Repair


def status_of(repair: Repair) -> str:
    """Return ``repaired``, ``good`` (nothing to repair), ``impossible`` or ``unknown``."""
    if repair.possible is None:
        return "unknown"
    if not repair.possible:
        return "impossible"
    return "repaired" if repair.repaired_line.changes or repair.rearranged is not None or is_open(repair) else "good"


def is_open(repair: Repair) -> bool:
    """Return whether it is unknown how the recorded game ends: a forgotten choice decides, or choices are illegal."""
    recorded = repair.question.recorded
    return recorded is None or recorded.status is Status.OPEN


def repaired_replay(checked: Checked, repair: Repair) -> ReplayFile:
    """Return the replay with the repaired choices, the result they lead to, and the new order if cards were moved."""
    data: Any = checked.document.data
    assert data is not None
    new = {**data, "choices": [choice_entry(note) for note in repair.notes]}
    rearranged = repair.rearranged
    if rearranged is not None and rearranged.order is not None:
        new["story"] = [data["story"][place] for place in rearranged.order]
        new.pop("play", None)  # it records how the old order was laid
    claim = data.get("result")
    if claim:
        found = _result(checked, repair)
        new["result"] = {key: found[key] for key in claim if found[key] is not None}
    return cast("ReplayFile", new)


def _result(checked: Checked, repair: Repair) -> dict[str, Any]:
    """Return the result of the repaired game by the goal of the replay, which may differ from the repair's."""
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    assert repair.repaired_line.choices is not None
    rearranged = repair.rearranged
    opening = rearranged.start if rearranged is not None else None
    final, outcome = play(opening or start(repair.question.game), repair.repaired_line.choices)
    by_own_goal = won(final._replace(game=checked.resolved.game))
    return {"missions": outcome.missions, "broken": outcome.broken, "won": by_own_goal}


def repaired_text(checked: Checked, repair: Repair) -> str:
    """Return the text of the repaired replay, with as little of the original changed as possible."""
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    return edited_text(checked.document, repaired_replay(checked, repair), checked.resolved.names)


def repaired_difference(checked: Checked, repair: Repair) -> str:
    """Return the repair as a diff that `patch` can apply; empty if there is none."""
    if status_of(repair) != "repaired":
        return ""
    return unified_patch(checked.document, repaired_text(checked, repair))
