"""An analysis as a JSON record."""

from typing import TYPE_CHECKING, Any

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.serialize import choice_entry
from dtcli.render.analysis.deeds import five_minutes_record
from dtcli.render.analysis.lesson import lesson_record
from dtcli.render.analysis.phrases import KEPT_MEANS, better, decided, kept_missions, missed_hero
from dtcli.render.choices import choice_in_words
from dtcli.rules.decisions import Choice, Gap, reveal_of
from dtcli.rules.notes import Writer
from dtcli.rules.score import Result
from dtcli.rules.state import State

if TYPE_CHECKING:
    from dtcli.rules.score import Result
    from solver import Outcome
    from solver.search import FoundLine
    from solver.studies.analysis import Analysis, Judgement, Point


def analysis_record(checked: Checked, analysis: "Analysis | None") -> dict[str, Any]:
    """Return the analysis as JSON has it; None stands for an invalid replay."""
    record: dict[str, Any] = {"file": checked.document.file, "line": checked.document.line}
    if analysis is None:
        nothing = dict.fromkeys(("recorded", "best", "kept", "reachable"))
        record |= {"status": "invalid", "title": checked.title, **nothing, "kept_means": KEPT_MEANS, "decisions": []}
        record |= {"decisive": None, "first_mistake": None, "open": None, "points": [], "five_minutes": None}
        record |= {"lesson": None, "seconds": 0.0}
    else:
        recorded = analysis.result
        record |= {
            "status": "optimal" if analysis.proved else "feasible",
            "title": checked.title,
            "recorded": recorded and _outcome(recorded),
            "best": _found(analysis.best),
            "kept": kept_missions(analysis),
            "reachable": analysis.reachable,
            "kept_means": KEPT_MEANS,
            "decisions": [_decision(analysis, one) for one in analysis.judgements],
            "decisive": _place(analysis, analysis.decisive),
            "first_mistake": _place(analysis, next(iter(analysis.mistakes), None)),
            "open": _open(analysis),
            "points": [_point(one) for one in analysis.points],
            "five_minutes": five_minutes_record(analysis.deeds, checked.resolved and checked.resolved.names),
            "lesson": lesson_record(analysis.lesson, checked.resolved and checked.resolved.names),
            "seconds": round(analysis.seconds, 3),
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return record


def _outcome(outcome: "Outcome | Result") -> dict[str, Any]:
    return {"missions": outcome.missions, "broken": outcome.broken, "won": outcome.won}


def _found(found: "FoundLine") -> dict[str, Any]:
    return {**_outcome(found.outcome), "bound": found.bound}


def _entry(state: State, choice: Choice) -> Any:
    """Return a choice as a replay records it; None if it needs no entry."""
    writer = Writer()
    writer.write(state, choice)
    return choice_entry(writer.notes[0]) if writer.notes else None


def _decision(analysis: "Analysis", judgement: "Judgement") -> dict[str, Any]:
    decision = judgement.state.decision
    is_gap = decision is None or isinstance(decision, Gap)
    return {
        "before" if is_gap else "at": judgement.reveal,
        "card": None if decision is None or isinstance(decision, Gap) else decision.quest.title,
        "choice": _entry(judgement.state, judgement.choice),
        "words": decided(analysis, judgement),
        "assumed": judgement.assumed,
        "reachable_before": _found(judgement.before),
        "reachable_after": _found(judgement.after),
        "mark": judgement.mark.value,
        "loss": judgement.loss and judgement.loss.value,
        "missions_lost": judgement.missions,
        "missed_skill": missed_hero(judgement),
        "better": _better(judgement) if judgement.loss else None,
    }


def _better(judgement: "Judgement") -> dict[str, Any]:
    found = judgement.before
    return {
        "choice": _entry(judgement.state, found.choices[0]),
        "words": better(judgement),
        "leads_to": _outcome(found.outcome),
    }


def _place(analysis: "Analysis", judgement: "Judgement | None") -> int | None:
    return next((n for n, one in enumerate(analysis.judgements) if one is judgement), None)


def _open(analysis: "Analysis") -> dict[str, Any] | None:
    if analysis.open is None:
        return None
    state, best = analysis.points[-1].state, analysis.answer[0]
    return {"at": reveal_of(analysis.open), "best": _entry(state, best), "words": choice_in_words(state, best)}


def _point(point: "Point") -> dict[str, Any]:
    state = point.state
    return {
        "reveal": point.reveal,
        "reachable": _outcome(point.reachable),
        "proved": point.proved,
        "completed": state.completed,
        "slots": state.slots,
        "limit": state.limit,
        "broken": state.broken,
    }
