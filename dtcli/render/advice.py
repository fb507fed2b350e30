"""Advice as a page and as a JSON record: the options before a reveal, and what each would cost."""

import textwrap
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from dtcli.english import plural
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.serialize import choice_entry
from dtcli.render.analysis.phrases import ending
from dtcli.render.choices import choice_in_words, line_in_words
from dtcli.render.colours import BAD, CAUTION, FAINT, GOOD
from dtcli.render.events import card_name
from dtcli.render.layout import Lines, decision_lines, headed, wrapped
from dtcli.render.terminal import Printer, safe
from dtcli.rules.decisions import REVEAL, Choice, Gap, reveal_of
from dtcli.rules.state import State
from solver.line_notes import notes_of
from solver.search import FoundLine
from solver.studies.advice import Advice, AdvisedDecision, Option
from solver.studies.analysis import ChoiceVerdict, Loss, Mark

_WORDS, _ENDING = 46, 20
_MOST_OPTIONS = 12
_FOLLOWING = 5
_STYLES = {Mark.BEST: GOOD, Mark.AS_GOOD: GOOD, Mark.LOSS: BAD, Mark.UNKNOWN: CAUTION}


# --- The page


def print_advice(checked: Checked, advice: Advice) -> None:
    """Print the options, the best first, and the decisions of the best line."""
    printer = Printer()
    for line in _page(checked, advice):
        printer.line(*line)


def _page(checked: Checked, advice: Advice) -> Lines:
    now = advice.moments[0].state
    claim = ("proved", FAINT)
    if not advice.proved:
        why = "interrupted" if advice.interrupted else "a limit was reached"
        claim = (f"{why} after {advice.seconds:.1f} s: some values are only bounds", CAUTION)
    yield from headed(safe(checked.title or checked.document.file), *claim)
    yield ()
    coming = f"before card {now.revealed + 1}, {card_name(now.story[0])}"
    yield from wrapped(f"{coming}: {plural(now.completed, 'mission')} so far, slots {now.slots} of {now.limit}")
    first, *then = advice.moments
    yield ()
    if len(first.options) > 1:
        yield from _options(first, "now")
        yield ()
    for moment in then:
        unless = ", if no skill is used before it" if len(first.options) > 1 else ""
        yield from _options(moment, f"at card {moment.state.revealed}{unless}")
        yield ()
    if len(first.options) == 1 and not then:
        yield from wrapped("There is nothing to decide now.")
    yield from _best_line(now, advice.best)


def _best_line(now: State, best: FoundLine) -> Lines:
    following = list(line_in_words(now, best.choices))
    leads = "The best line leads to" if best.proved else "The best line found leads to"
    yield from wrapped(f"{leads} {ending(best.outcome)}{':' if following else '.'}")
    for when, said in following[:_FOLLOWING]:
        yield from decision_lines(when, said, "  ")
    if len(following) > _FOLLOWING:
        yield (f"  and {plural(len(following) - _FOLLOWING, 'more decision')}",)


def _options(moment: AdvisedDecision, when: str) -> Lines:
    yield ((f"{when:<{_WORDS}}{'leads to':<{_ENDING}}cost", FAINT),)
    for option in moment.options[:_MOST_OPTIONS]:
        style = _STYLES[option.verdict.mark]
        lines = textwrap.wrap(_words(moment.state, option.choice), _WORDS - 2)
        for n, (line, outcome) in enumerate(zip_longest(lines, [_reached(option.found)], fillvalue="")):
            cost = (cost_of(option.verdict), style) if not n else ""
            yield (f"{line:<{_WORDS}}", f"{outcome:<{_ENDING}}", cost)
    if len(moment.options) > _MOST_OPTIONS:
        yield ((f"and {plural(len(moment.options) - _MOST_OPTIONS, 'more option')}, none of them better", FAINT),)


def _words(state: State, choice: Choice) -> str:
    if choice == REVEAL:
        return "reveal the card, use no skill now" if state.unused else "reveal the card"
    return choice_in_words(state, choice)


def _reached(found: FoundLine) -> str:
    """Return the outcome of an option, or its bounds if it is not proved."""
    if found.proved:
        return ending(found.outcome)
    least, most = found.outcome.missions, found.bound
    if found.outcome.broken:
        return f"at most {most}"
    return ", ".join(filter(None, (f"{least} to {most}", "won" if found.outcome.won else "")))


def cost_of(verdict: ChoiceVerdict) -> str:
    """Return what an option costs, compared with the best."""
    match verdict:
        case ChoiceVerdict(Mark.BEST):
            return "none, best"
        case ChoiceVerdict(Mark.AS_GOOD):
            return "none"
        case ChoiceVerdict(Mark.UNKNOWN):
            return "not known"
        case ChoiceVerdict(_, Loss.BACKPACK):
            return "breaks"
        case ChoiceVerdict(_, Loss.GAME):
            return "the game"
    return plural(verdict.missions, "mission")


# --- The JSON record

_NOTHING: Mapping[str, Any] = {"best": None, "moments": [], "choices": [], "seconds": 0.0}


def advice_line(checked: Checked, advice: Advice | None, at: int) -> str:
    """Return the advice as one line of JSON; None stands for an invalid replay."""
    if advice is None:
        return _line(checked, "invalid", at, _NOTHING)
    notes = notes_of(advice.moments[0].state, advice.best.choices)
    said = {
        "best": _outcome(advice.best),
        "moments": [_moment(moment) for moment in advice.moments],
        "choices": [choice_entry(note) for note in notes],
        "seconds": round(advice.seconds, 3),
    }
    return _line(checked, "optimal" if advice.proved else "feasible", at, said)


def refusal_line(checked: Checked, at: int) -> str:
    """Return one line of JSON which says that the game has no such reveal."""
    return _line(checked, "no-such-reveal", at, _NOTHING)


def _line(checked: Checked, status: str, at: int, said: Mapping[str, Any]) -> str:
    record: dict[str, Any] = {"file": checked.document.file, "line": checked.document.line, "status": status}
    record |= {"title": checked.title, "at": at, **said}
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return compact(record) + "\n"


def _outcome(found: FoundLine) -> dict[str, Any]:
    outcome = found.outcome
    return {"missions": outcome.missions, "broken": outcome.broken, "won": outcome.won, "bound": found.bound}


def _moment(moment: AdvisedDecision) -> dict[str, Any]:
    decision = moment.state.decision
    assert decision is not None
    when: dict[str, Any] = {"before": reveal_of(decision)}
    if not isinstance(decision, Gap):
        when = {"at": decision.at, "card": decision.quest.title}
    return {**when, "options": [_option(moment.state, option) for option in moment.options]}


def _option(state: State, option: Option) -> dict[str, Any]:
    notes = notes_of(state, [option.choice])
    return {
        "choice": choice_entry(notes[0]) if notes else None,
        "words": _words(state, option.choice),
        "reachable": _outcome(option.found),
        "mark": option.verdict.mark.value,
        "loss": option.verdict.loss and option.verdict.loss.value,
        "missions_lost": option.verdict.missions,
    }
