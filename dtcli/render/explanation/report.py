"""An explanation as a page and as a JSON record: why a goal cannot be reached, or the line that reaches it."""

from typing import Any

from dtcli.english import capitalised, plural
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.serialize import choice_entry
from dtcli.render.analysis.phrases import ending
from dtcli.render.choices import line_in_words
from dtcli.render.colours import CAUTION, FAINT
from dtcli.render.explanation.phrases import (
    all_needed,
    best_line,
    headline,
    required,
    sentences,
    skills_do_not_help,
    too_few_missions,
)
from dtcli.render.goals import reaching
from dtcli.render.layout import Lines, decision_lines, headed, wrapped
from dtcli.render.terminal import Printer, safe
from dtcli.rules.resolution import start
from dtcli.rules.rewards import reward_of
from dtcli.rules.state import Game, opening
from solver.line_notes import notes_of
from solver.model.facts import FROM_BEFORE, Complete, Fact, Hold, Must, Need, Room, Supply
from solver.studies.explanation import Explanation
from solver.studies.reasons import copies_to_hold, full_between, quest_at

# --- The page


def print_explanation(checked: Checked, explanation: Explanation) -> None:
    """Print the reasons, or the line that reaches the goal."""
    printer = Printer()
    for line in _page(checked, explanation):
        printer.line(*line)


def _page(checked: Checked, explanation: Explanation) -> Lines:
    yield from headed(safe(checked.title or checked.document.file), *_claim(explanation))
    yield ()
    if explanation.reachable:
        yield from _line_to(explanation)
    elif explanation.reasons is None:
        yield from wrapped(_unknown(explanation))
    else:
        yield from _because(explanation)


def _claim(explanation: Explanation) -> tuple[str, str]:
    if explanation.proved:
        return "proved", FAINT
    why = "interrupted" if explanation.interrupted else "a limit was reached"
    return f"{why} after {explanation.seconds:.1f} s", CAUTION


def _line_to(explanation: Explanation) -> Lines:
    found = explanation.found
    told = list(line_in_words(start(explanation.question.game), found.choices))
    how = f"this line completes {found.outcome.missions}:" if told else "there is nothing to decide."
    yield from wrapped(f"{_goal(explanation, 'can')}; {how}")
    if told:
        yield ()
    for when, said in told:
        yield from decision_lines(when, said)


def _goal(explanation: Explanation, can: str) -> str:
    """Return that the goal can or cannot be reached, as the start of a sentence."""
    said = reaching(explanation.question.game, explanation.goal, can)
    return capitalised(said)


def _unknown(explanation: Explanation) -> str:
    known = f"The best line found ends with {ending(explanation.best.outcome)}"
    if explanation.reachable is None:
        whether = reaching(explanation.question.game, explanation.goal, "can")
        most = plural(explanation.found.bound, "mission")
        return f"It is not known whether {whether}. {known}; no line completes more than {most}."
    return f"{_goal(explanation, 'cannot')}, but the reasons were not found within the limits. {known}."


def _because(explanation: Explanation) -> Lines:
    said, head = sentences(explanation), headline(explanation)
    if not said:
        yield from wrapped(too_few_missions(explanation))
        return
    if len(said) == 1:
        yield from wrapped(f"{head}: {said[0]}.")
    else:
        yield from wrapped(f"{head}, because")
        yield ()
        for sentence in said:
            yield from wrapped(f"  - {sentence}", indent="    ")
    yield ()
    for text in (
        best_line(explanation),
        required(explanation),
        skills_do_not_help(explanation),
        all_needed(explanation),
    ):
        yield from wrapped(text, FAINT)


# --- The JSON record


def explanation_line(checked: Checked, explanation: Explanation | None) -> str:
    """Return the explanation as one line of JSON; None stands for an invalid replay."""
    record: dict[str, Any] = {"file": checked.document.file, "line": checked.document.line}
    if explanation is None:
        record |= {"status": "invalid", "title": checked.title, "goal": None, "best": None, "reasons": []}
        record |= {"words": [], "choices": [], "proved": False, "seconds": 0.0}
    else:
        best = explanation.best
        reachable = explanation.reachable
        notes = notes_of(start(explanation.question.game), explanation.found.choices)
        record |= {
            "status": {True: "reachable", False: "unreachable", None: "unknown"}[reachable],
            "title": checked.title,
            "goal": explanation.goal,
            "best": {
                "missions": best.outcome.missions,
                "broken": best.outcome.broken,
                "won": best.outcome.won,
                "bound": best.bound,
            },
            "reasons": [_reason(explanation.question.game, fact) for fact in explanation.reasons or ()],
            "words": sentences(explanation),
            "choices": [choice_entry(note) for note in notes] if reachable else [],
            "proved": explanation.proved,
            "seconds": round(explanation.seconds, 3),
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return compact(record) + "\n"


def _card(place: int) -> int | None:
    """Return the number of a card; None for a mission that failed before the start."""
    return None if place == FROM_BEFORE else place + 1


def _reason(game: Game, fact: Fact) -> dict[str, Any]:
    record: dict[str, Any] = {"reason": type(fact).__name__.lower()}
    match fact:
        case Need(place, kind):
            quest = quest_at(game, place)
            record |= {"card": _card(place), "mission": quest.title, "item": kind, "copies": quest.listed[kind]}
        case Must(place):
            quest = quest_at(game, place)
            record |= {"card": _card(place), "mission": quest.title, "reward": str(reward_of(quest))}
        case Supply(kind):
            record |= {"item": kind, "tokens": opening(game).supply[kind]}
        case Room(rank):
            since, until = full_between(game, rank, rank)
            record |= {"from": since, "to": until, "slots": game.slots}
        case Hold(kind):
            record |= {"item": kind, "copies": copies_to_hold(game, kind)}
        case Complete():
            assert game.adventure is not None
            record["adventure"] = game.adventure.title
    return record
