"""The lowest and highest result that the forgotten choices of a replay allow, as lines and as a JSON record."""

from typing import TYPE_CHECKING, Any

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.serialize import choice_entry
from dtcli.render.choices import choice_in_words
from dtcli.render.events import card_name
from dtcli.rules.decisions import Choice, Discard, SkillPrice, UseSkill, reveal_of
from dtcli.rules.heroes import HEROES
from dtcli.rules.notes import Writer, tokens_are_open
from dtcli.rules.score import Result
from dtcli.rules.state import State

if TYPE_CHECKING:
    from solver.studies.bounds import Bounds, DecidingChoice, Range, TooManyEndings

MOST_ANSWERS = 5
"""How many answers with the same result are listed."""


def bounds_record(found: "Bounds | TooManyEndings | None") -> dict[str, Any]:
    """Return the bounds as data: null if a limit was reached, with the range seen before it."""
    record: dict[str, Any] = {"bounds": None, "bounds_seen": None}
    if isinstance(found, Exception):
        record["bounds_seen"] = found.seen and _range_record(found.seen)
    elif found is not None:
        decides = found.decides and _deciding_record(found.decides)
        record["bounds"] = {**_range_record(found.range), "decides": decides}
    return record


def _range_record(found: "Range") -> dict[str, Any]:
    return {"lowest": found.lowest._asdict(), "highest": found.highest._asdict()}


def _deciding_record(deciding: "DecidingChoice") -> dict[str, Any]:
    answers = []
    for choice, found in deciding.answers:
        writer = Writer()
        writer.write(deciding.state, choice)
        answers.append({"choice": choice_entry(writer.notes[0]), **_range_record(found)})
    moment = "before" if isinstance(deciding.decision, SkillPrice) else "at"
    return {moment: reveal_of(deciding.decision), "answers": answers}


def bounds_lines(checked: Checked, found: "Bounds | TooManyEndings | None") -> list[str]:
    """Return the bounds in words; empty for a replay without forgotten choices."""
    if checked.score is None or not checked.score.forgotten:
        return []
    if found is None:
        return ["bounds: none, no answers to the forgotten choices agree with the record"]
    if isinstance(found, Exception):
        seen = f"; seen so far: {_said(found.seen)}" if found.seen else ""
        return [f"bounds: not known, a limit was reached{seen}"]
    if found.decides is None:
        return [f"bounds: {_said(found.range)}, whatever the forgotten choices were"]
    deciding = found.decides
    by_range: dict[Range, list[str]] = {}
    for choice, reached in deciding.answers:
        by_range.setdefault(reached, []).append(_answer(deciding.state, choice))
    lines = [f"bounds: {_said(found.range)}", f"{_moment(deciding)}, decides:"]
    for reached, answers in sorted(by_range.items(), key=lambda one: one[0].highest.rank, reverse=True):
        more = f", {len(answers) - MOST_ANSWERS} more" if len(answers) > MOST_ANSWERS else ""
        lines.append(f"  {_said(reached)}: {', '.join(answers[:MOST_ANSWERS])}{more}")
    return lines


def _moment(deciding: "DecidingChoice") -> str:
    decision = deciding.decision
    if isinstance(decision, SkillPrice):
        return f"before card {decision.before}, {HEROES[decision.use.hero].name}"
    return f"card {decision.at}, {card_name(decision.quest)}"


def _answer(state: State, choice: Choice) -> str:
    """Return an answer in words; it names cards if tokens could leave instead."""
    said = choice_in_words(state, choice).removeprefix("fails, ")
    if isinstance(choice, Discard | UseSkill) and not choice.tokens and tokens_are_open(state, choice):
        said += ", cards first"
    return said


def _said(found: "Range") -> str:
    if found.lowest == found.highest:
        return _ending(found.lowest)
    return f"{_ending(found.lowest)} to {_ending(found.highest)}"


def _ending(end: Result) -> str:
    how = "broken" if end.broken else {True: "won", False: "lost", None: "completed"}[end.won]
    return f"{end.missions} {how}"
