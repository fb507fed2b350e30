"""A repaired game: what has to be changed, in words, as a diff of the replay, and as data."""

import sys
from collections.abc import Iterator
from typing import Any, cast

from dtcli.files.amend import amended, difference
from dtcli.files.check import Checked
from dtcli.files.entries import entry_of
from dtcli.files.json_text import compact
from dtcli.files.shapes import ReplayFile
from dtcli.render.analysis_words import ending, moment, plural, quest_of
from dtcli.render.layout import Lines, headed, wrapped
from dtcli.render.paint import Printer, Span, safe, shortened
from dtcli.render.solution_view import words
from dtcli.render.words import card_name
from dtcli.rules.choices import Take, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import named
from dtcli.rules.notes import UNSAID, RevealNote
from solver.recorded import Change
from solver.repair import Repair

# --- For people


def summary(checked: Checked, repair: Repair) -> Lines:
    """Return what has to be changed, and what is proved about it."""
    yield from headed(safe(checked.title or checked.document.file), *_claim(repair))
    yield ()
    yield from wrapped(verdict(repair))
    changes = [*_moves(repair), *map(_change, repair.mended.changes)]
    if changes:
        yield ()
    for when, said in changes:
        yield ("  ", (f"{when + ':':<16}", "cyan"), safe(said))


def _claim(repair: Repair) -> tuple[str, str]:
    if repair.proved:
        return "proved", "dim"
    why = "interrupted" if repair.interrupted else "a limit was reached"
    return f"{why} after {repair.seconds:.1f} s", "yellow"


def verdict(repair: Repair) -> str:
    """Return in a sentence how far the game is from being won."""
    mended, goal = repair.mended, _goal(repair)
    if mended.outcome is None:
        return _hopeless(repair)
    changed, moved = len(mended.changes), len(repair.rearranged.moved) if repair.rearranged is not None else 0
    if not changed and not moved:
        return f"Nothing is to be repaired: {ending(mended.outcome)}."
    parts = [f"{plural(moved, 'card')} moved"] if moved else []
    parts += [plural(changed, "changed decision")] if changed else []
    enough = f"{'is' if changed + moved == 1 else 'are'} enough {goal}"
    said = f"{' and '.join(parts)} {enough}: {ending(mended.outcome)}."
    if repair.proved:
        return f"{said} Fewer are not enough."
    least = repair.rearranged.fewest if repair.rearranged is not None else mended.fewest
    return f"{said} Whether fewer are enough is not known; at least {least} {'is' if least == 1 else 'are'} needed."


def _goal(repair: Repair) -> str:
    game = repair.question.game
    if game.goal is None and game.adventure is None:
        return "to keep the backpack whole"
    return "to win" if game.goal is None else f"to win with {plural(game.goal, 'mission')}"


def _hopeless(repair: Repair) -> str:
    best, rearranged = repair.best, repair.rearranged
    if rearranged is not None:
        if rearranged.proved:
            return "In no order of these cards can the game be won."
        return f"No order that wins was found; at least {plural(rearranged.fewest, 'card')} would have to be moved."
    assert best is not None
    if not best.proved:
        return f"Whether the game can be won is not known: at most {best.bound} missions, as far as is known."
    how = "every line breaks" if best.outcome.broken else f"the best line has {ending(best.outcome)}"
    return f"No decisions win this story: {how}. `dtcli explain` says why, --order moves cards."


def _moves(repair: Repair) -> Iterator[tuple[str, str]]:
    rearranged = repair.rearranged
    if rearranged is None or rearranged.order is None:
        return
    for place in rearranged.moved:
        at = rearranged.order.index(place)
        behind = next((other for other in reversed(rearranged.order[:at]) if other not in rearranged.moved), None)
        where = "to the start" if behind is None else f"behind card {behind + 1}"
        yield f"card {place + 1}", f"{card_name(repair.question.game.story[place])} comes {where}"


def _change(change: Change) -> tuple[str, str]:
    """Return when something is changed, and what is done instead of what."""
    state, choice = change.state, change.choice
    assert state.decision is not None
    if choice is None:
        assert isinstance(change.recorded, UseSkill)
        return "not used", HEROES[change.recorded.hero].name
    said = words(state, choice)
    quest = quest_of(state)
    return moment(state.decision), said + _instead(change) + (f"  ({shortened(quest, 40)})" if quest else "")


def _instead(change: Change) -> str:
    recorded = change.recorded
    if isinstance(recorded, UseSkill):
        return ", otherwise than recorded"
    if isinstance(recorded, RevealNote) and isinstance(change.choice, Take) and recorded.take is not UNSAID:
        return f" instead of {recorded.take or 'none'}"
    if isinstance(recorded, RevealNote) and recorded.discard:
        return f" instead of {named(recorded.discard)}"
    return ""


def print_difference(text: str) -> None:
    """Print a diff: harmless and in colour on a terminal, elsewhere as it is, so that it can be applied."""
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    printer = Printer()
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for line in text.splitlines():
        span: Span = (safe(line), styles.get(line[:1], ""))
        printer.line(span)


# --- The replay


def repaired_replay(checked: Checked, repair: Repair) -> ReplayFile:
    """Return the replay with its changes: other choices, perhaps another order, and the result that comes of it."""
    data: Any = checked.document.data
    outcome = repair.mended.outcome
    assert data is not None
    assert outcome is not None
    new = {**data, "choices": [entry_of(note) for note in repair.notes]}
    rearranged = repair.rearranged
    if rearranged is not None and rearranged.order is not None:
        new["story"] = [data["story"][place] for place in rearranged.order]
        new.pop("play", None)  # the five minutes would have gone another way
    claim = data.get("result")
    if claim:
        found = {"missions": outcome.missions, "broken": outcome.broken, "won": outcome.won}
        new["result"] = {key: found.get(key, value) for key, value in claim.items()}
    return cast("ReplayFile", new)


def repaired_text(checked: Checked, repair: Repair) -> str:
    """Return the text of the repaired replay; what stays the same is not touched."""
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    return amended(checked.document, repaired_replay(checked, repair), checked.resolved.names)


def repaired_difference(checked: Checked, repair: Repair) -> str:
    """Return the changes as a diff that can be applied; empty if nothing is changed, or nothing helps."""
    if repair.mended.choices is None or (not repair.mended.changes and repair.rearranged is None):
        return ""
    return difference(checked.document, repaired_text(checked, repair))


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
        if repair.mended.outcome is not None:
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
    return "repaired" if repair.mended.changes or repair.rearranged is not None else "good"


def _mended(repair: Repair) -> dict[str, Any]:
    mended, rearranged = repair.mended, repair.rearranged
    outcome = mended.outcome
    assert outcome is not None
    order = rearranged.order if rearranged is not None else None
    moved = rearranged.moved if rearranged is not None else ()
    return {
        "changes": len(mended.changes),
        "at_least": mended.fewest,
        "decisions": [{"when": when, "words": said} for when, said in map(_change, mended.changes)],
        "moves": [{"card": place + 1, "to": order.index(place) + 1} for place in moved if order is not None],
        "outcome": {"missions": outcome.missions, "broken": outcome.broken, "won": outcome.won},
    }
