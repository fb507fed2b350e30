"""Why a goal is out of reach, or how it can be reached: the page, and the record for scripts."""

from typing import Any

from dtcli.english import capitalised, plural
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.entries import entry_of
from dtcli.render.analysis.phrases import ending
from dtcli.render.choices import line_in_words
from dtcli.render.colours import CAUTION, FAINT
from dtcli.render.explanation.phrases import (
    FROM_BEFORE,
    beside,
    demand,
    headline,
    however,
    needed,
    quest_at,
    sentences,
    span,
    to_hold,
    too_few,
)
from dtcli.render.goals import reaching
from dtcli.render.layout import Lines, headed, listed, wrapped
from dtcli.render.terminal import Printer, safe
from dtcli.rules.resolution import start
from dtcli.rules.rewards import reward_of
from dtcli.rules.state import Game, opening
from solver.model.facts import Complete, Fact, Hold, Must, Need, Room, Supply
from solver.solve import notes_of
from solver.studies.explanation import Explanation

# --- For people


def print_explanation(checked: Checked, explanation: Explanation) -> None:
    """Print the reasons, or the line by which the goal can be reached."""
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
    how = f"this line completes {found.outcome.missions}:" if told else "nothing is to be decided."
    yield from wrapped(f"{_goal(explanation, 'can')}; {how}")
    if told:
        yield ()
    for when, said in told:
        yield from listed(when, said)


def _goal(explanation: Explanation, can: str) -> str:
    """Return that the goal can be reached, or cannot, as the beginning of a sentence."""
    said = reaching(explanation.question.game, explanation.goal, can)
    return capitalised(said)


def _unknown(explanation: Explanation) -> str:
    known = f"The best line that was found has {ending(explanation.best.outcome)}"
    if explanation.reachable is None:
        whether = reaching(explanation.question.game, explanation.goal, "can")
        most = plural(explanation.found.bound, "mission")
        return f"Whether {whether} is not known. {known}; none has more than {most}."
    return f"{_goal(explanation, 'cannot')}, but the reasons were not found in time. {known}."


def _because(explanation: Explanation) -> Lines:
    said, head = sentences(explanation), headline(explanation)
    if not said:
        yield from wrapped(too_few(explanation))
        return
    if len(said) == 1:
        yield from wrapped(f"{head}: {said[0]}.")
    else:
        yield from wrapped(f"{head}, because")
        yield ()
        for sentence in said:
            yield from wrapped(f"  - {sentence}", indent="    ")
    yield ()
    for text in (beside(explanation), demand(explanation), however(explanation), needed(explanation)):
        yield from wrapped(text, FAINT)


# --- For scripts


def explanation_line(checked: Checked, explanation: Explanation | None) -> str:
    """Return the explanation as one line of JSON; without one the replay is invalid."""
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
            "choices": [entry_of(note) for note in notes] if reachable else [],
            "proved": explanation.proved,
            "seconds": round(explanation.seconds, 3),
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return compact(record) + "\n"


def _card(place: int) -> int | None:
    """Return the number of a card; none for the mission that failed before the game began."""
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
            since, until = span(game, rank, rank)
            record |= {"from": since, "to": until, "slots": game.slots}
        case Hold(kind):
            record |= {"item": kind, "copies": to_hold(game, kind)}
        case Complete():
            assert game.adventure is not None
            record["adventure"] = game.adventure.title
    return record
