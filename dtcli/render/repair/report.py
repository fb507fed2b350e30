"""A repaired game: what has to be changed, in words, as a diff of the replay, and as data."""

import sys
from typing import Any, cast

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.editing import edited_text
from dtcli.formats.replay.entries import entry_of
from dtcli.formats.replay.patch import unified_patch
from dtcli.formats.schema import ReplayFile
from dtcli.render.colours import BAD, CAUTION, FAINT, GOOD, LABEL
from dtcli.render.layout import Lines, headed, listed, wrapped
from dtcli.render.repair.phrases import (
    answered,
    change_words,
    changes_of,
    has_consequences,
    is_open,
    moves,
    noted,
    verdict,
)
from dtcli.render.terminal import Printer, Span, safe
from dtcli.rules.decisions import Gap, UseSkill, reveal_of
from dtcli.rules.notes import SkillNote
from dtcli.rules.resolution import start
from solver.outcome import play, won
from solver.recorded import Change
from solver.solve import notes_of
from solver.studies.repair import Repair

# --- For people


def summary(checked: Checked, repair: Repair) -> Lines:
    """Return what has to be changed, and what is proved about it."""
    yield from headed(safe(checked.title or checked.document.file), *_claim(repair))
    yield ()
    yield from wrapped(verdict(checked, repair))
    changes = [*moves(repair), *(change_words(repair, one) for one in changes_of(repair)), *answered(repair)]
    if changes:
        yield ()
    for when, said in changes:
        yield from listed(when, said, "  ")
    if changes and has_consequences(repair):
        yield ()
        yield from wrapped("What else the diff shows follows from that.", FAINT)


def _claim(repair: Repair) -> tuple[str, str]:
    if repair.proved:
        return "proved", FAINT
    why = "interrupted" if repair.interrupted else "a limit was reached"
    return f"{why} after {repair.seconds:.1f} s", CAUTION


def print_difference(text: str) -> None:
    """Print a diff: harmless and in colour on a terminal, elsewhere as it is, so that it can be applied."""
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    printer = Printer()
    styles = {"+": GOOD, "-": BAD, "@": LABEL}
    for line in text.splitlines():
        span: Span = (safe(line), styles.get(line[:1], ""))
        printer.line(span)


# --- The replay


def repaired_replay(checked: Checked, repair: Repair) -> ReplayFile:
    """Return the replay with its changes: other choices, perhaps another order, and the result that comes of it."""
    data: Any = checked.document.data
    assert data is not None
    new = {**data, "choices": [entry_of(note) for note in repair.notes]}
    rearranged = repair.rearranged
    if rearranged is not None and rearranged.order is not None:
        new["story"] = [data["story"][place] for place in rearranged.order]
        new.pop("play", None)  # the five minutes would have gone another way
    claim = data.get("result")
    if claim:
        found = _result(checked, repair)
        new["result"] = {key: found[key] for key in claim if found[key] is not None}
    return cast("ReplayFile", new)


def _result(checked: Checked, repair: Repair) -> dict[str, Any]:
    """Return what the repaired game comes to by its own goal, whatever goal was asked for."""
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    assert repair.repaired_line.choices is not None
    rearranged = repair.rearranged
    opening = rearranged.start if rearranged is not None else None
    final, outcome = play(opening or start(repair.question.game), repair.repaired_line.choices)
    by_own_goal = won(final._replace(game=checked.resolved.game))
    return {"missions": outcome.missions, "broken": outcome.broken, "won": by_own_goal}


def repaired_text(checked: Checked, repair: Repair) -> str:
    """Return the text of the repaired replay; what stays the same is not touched."""
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    return edited_text(checked.document, repaired_replay(checked, repair), checked.resolved.names)


def repaired_difference(checked: Checked, repair: Repair) -> str:
    """Return the changes as a diff that can be applied; empty if nothing is changed, or nothing helps."""
    if _status(repair) != "repaired":
        return ""
    return unified_patch(checked.document, repaired_text(checked, repair))


# --- For scripts


def repair_line(checked: Checked, repair: Repair | None) -> str:
    """Return the repair as one line of JSON; without one the replay is invalid."""
    record: dict[str, Any] = {"file": checked.document.file, "line": checked.document.line}
    nothing: dict[str, Any] = {
        "goal": None,
        "changes": None,
        "at_least": None,
        "decisions": [],
        "moves": [],
        "outcome": None,
    }
    if repair is None:
        record |= {"status": "invalid", "title": checked.title, **nothing, "choices": [], "diff": "", "proved": False}
        record["seconds"] = 0.0
    else:
        record |= {"status": _status(repair), "title": checked.title, **nothing, "goal": repair.question.game.goal}
        if repair.repaired_line.outcome is not None:
            record |= _mended(repair)
        record |= {
            "choices": [entry_of(note) for note in repair.notes],
            "diff": repaired_difference(checked, repair),
            "proved": repair.proved,
            "seconds": round(repair.seconds, 3),
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return compact(record) + "\n"


def _status(repair: Repair) -> str:
    if repair.possible is None:
        return "unknown"
    if not repair.possible:
        return "impossible"
    return "repaired" if repair.repaired_line.changes or repair.rearranged is not None or is_open(repair) else "good"


def _mended(repair: Repair) -> dict[str, Any]:
    mended, rearranged = repair.repaired_line, repair.rearranged
    outcome = mended.outcome
    assert outcome is not None
    order = rearranged.order if rearranged is not None else None
    moved = rearranged.moved if rearranged is not None else ()
    return {
        "changes": len(mended.changes),
        "at_least": mended.fewest,
        "decisions": [_decision(repair, change) for change in changes_of(repair)],
        "moves": [{"card": place + 1, "to": order.index(place) + 1} for place in moved if order is not None],
        "outcome": {"missions": outcome.missions, "broken": outcome.broken, "won": outcome.won},
    }


def _decision(repair: Repair, change: Change) -> dict[str, Any]:
    state, recorded = change.state, change.recorded
    decision = state.decision
    assert decision is not None
    note = noted(repair, recorded.hero) if isinstance(recorded, UseSkill) else recorded
    when: dict[str, Any] = {"before": reveal_of(decision), "card": None}
    if not isinstance(decision, Gap):
        when = {"at": decision.at, "card": decision.quest.title}
    elif change.choice is None and isinstance(note, SkillNote):
        when["before"] = note.before
    notes = notes_of(state, [change.choice]) if change.choice is not None else ()
    return {
        **when,
        "choice": entry_of(notes[0]) if notes else None,
        "recorded": None if note is None else entry_of(note),
        "words": change_words(repair, change)[1],
    }
