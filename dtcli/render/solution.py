"""The answer of ``dtcli solve`` as a page and as JSON: the best outcome, the recorded one, and the best line."""

from typing import TYPE_CHECKING, Any

from dtcli.english import plural
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.serialize import choice_entry
from dtcli.render.choices import line_in_words
from dtcli.render.colours import CAUTION, FAINT, LABEL, STRONG
from dtcli.render.terminal import Printer, safe
from dtcli.rules.resolution import start
from dtcli.rules.score import Score, Status
from solver.preference import most_missions, play

if TYPE_CHECKING:
    from solver import Answer, Outcome

_WIDTH_OF_MOMENT = 15


def solution_record(checked: Checked, answer: "Answer | None") -> dict[str, Any]:
    """Return the answer as JSON has it; None stands for an invalid replay."""
    record: dict[str, Any] = {"file": checked.document.file, "line": checked.document.line}
    if answer is None:
        nothing = dict.fromkeys(("missions", "bound", "broken", "won"))
        record |= {"status": "invalid", **nothing, "choices": [], "recorded": None, "seconds": 0.0}
    else:
        outcome, recorded = answer.outcome, answer.question.recorded
        record |= {
            "status": answer.status.value,
            "missions": outcome.missions,
            "bound": answer.bound,
            "broken": outcome.broken,
            "won": outcome.won,
            "choices": [choice_entry(note) for note in answer.notes],
            "recorded": None if recorded is None else {"missions": recorded.missions, "broken": recorded.broken},
            "seconds": round(answer.seconds, 3),
            "goal": answer.question.game.goal,
            "skills": outcome.skills,
            "tokens": outcome.tokens,
            "discards": outcome.discards,
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return record


def print_solution(checked: Checked, answer: "Answer") -> None:
    """Print the recorded and the best outcome, then the decisions of the best line."""
    printer = Printer()
    title = safe(checked.title or checked.document.file)
    printer.line((title, STRONG), ("  " + _claim(answer), FAINT if answer.status == "optimal" else CAUTION))
    printer.line()
    game = answer.question.game
    missions = most_missions(start(game))
    goal = f", goal {game.goal}" if game.goal is not None else ""
    printer.line((f"{'':<10}{f'missions of {missions}{goal}':<26}result", FAINT))
    recorded = answer.question.recorded
    missions_recorded = "-" if recorded is None else _or_open(recorded.missions)
    printer.line(f"{'recorded':<10}{missions_recorded:<26}{_recorded(recorded)}")
    printer.line((f"{'best':<10}", STRONG), f"{answer.outcome.missions:<26}", (_result(answer.outcome), STRONG))
    printer.line()
    told = False
    for moment, words in line_in_words(answer.question.start, answer.choices):
        printer.line((f"{moment + ':':<{_WIDTH_OF_MOMENT}}", LABEL), " ", words)
        told = True
    if not told:
        printer.line("There is nothing to decide.")
    printer.line()
    printer.line((_costs(answer), FAINT))


def _claim(answer: "Answer") -> str:
    if answer.status == "optimal":
        return "proved: no other choices are better"
    why = "interrupted" if answer.interrupted else "a limit was reached"
    return (
        f"{why} after {answer.seconds:.1f} s: a better line may exist, with at most {plural(answer.bound, 'mission')}"
    )


def _recorded(score: Score | None) -> str:
    if score is None:
        return "not legal: `dtcli validate` says why"
    if score.status is Status.OPEN:
        return "open: a forgotten choice decides"
    return score.status.value


def _or_open(value: int | None) -> str:
    return "?" if value is None else str(value)


def _result(outcome: "Outcome") -> str:
    if outcome.broken:
        return "broken, whatever you choose"
    return {True: "won", False: "lost", None: "completed"}[outcome.won]


def _costs(answer: "Answer") -> str:
    """Return the cost of the listed decisions; those before them stay as recorded."""
    kept = answer.question.start.revealed
    _, outcome = play(answer.question.start, answer.choices)
    skills, tokens, items = (
        plural(n, word, none="no")
        for n, word in ((outcome.skills, "skill"), (outcome.tokens, "token"), (outcome.discards, "item"))
    )
    return f"{f'after card {kept}: ' if kept else ''}{skills} used, {tokens} taken, {items} discarded"
