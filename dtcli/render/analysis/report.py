"""An analysis as a page: the summary, the chart, and each decision with what it cost."""

import textwrap
from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING

from dtcli.english import capitalised, plural
from dtcli.formats.replay.check import Checked
from dtcli.render.analysis.chart import chart_of, letters
from dtcli.render.analysis.deeds import deed_lines
from dtcli.render.analysis.lesson import lesson_lines
from dtcli.render.analysis.phrases import (
    KEPT_MEANS,
    afterwards,
    better,
    change,
    decided,
    ending,
    kept_missions,
    kept_words,
    lost,
    moment,
    moment_of,
    quest_of,
    with_quest,
)
from dtcli.render.analysis.terminal_chart import picture
from dtcli.render.choices import choice_in_words
from dtcli.render.colours import CAUTION, ERROR, FAINT, GOOD, LABEL, STRONG
from dtcli.render.layout import Lines, headed, with_bold, wrapped
from dtcli.render.terminal import WIDTH, Printer, Span, safe
from dtcli.rules.resolution import start
from dtcli.rules.score import Status
from solver.preference import most_missions

if TYPE_CHECKING:
    from solver.studies.analysis import Analysis, Judgement

_MOMENT, _WORDS, _MARK, _VALUES = 16, 31, 12, 18
_FOLLOWING = 5
"""How many decisions of a better line are listed."""
_STYLES = {"best": GOOD, "as-good": GOOD, "loss": ERROR, "unknown": CAUTION}


def print_analysis(checked: Checked, analysis: "Analysis", *, every: bool = False) -> None:
    """Print the analysis, with ``every`` decision or only those that are not marked best."""
    printer = Printer()
    for line in analysis_lines(checked, analysis, every=every):
        printer.line(*line)


def analysis_lines(checked: Checked, analysis: "Analysis", *, every: bool = False) -> Lines:
    """Return the analysis in lines, its parts separated by empty ones."""
    parts = (
        _head(checked, analysis),
        _summary(analysis),
        picture(chart_of(analysis)),
        _decisions(analysis, every=every),
        _verdict(analysis),
        _open(analysis),
        _five_minutes(checked, analysis, every=every),
        () if analysis.lesson is None else lesson_lines(analysis.lesson),
    )
    for n, part in enumerate(lines for lines in map(list, parts) if lines):
        if n:
            yield ()
        yield from part


# --- The game as a whole


def _head(checked: Checked, analysis: "Analysis") -> Lines:
    title = safe(checked.title or checked.document.file)
    claim, style = _claim(analysis)
    yield from headed(title, claim, style)
    yield ()
    game, score, best = analysis.question.game, analysis.question.recorded, analysis.best
    assert score is not None
    missions = most_missions(start(game))
    goal = f", goal {game.goal}" if game.goal is not None else ""
    yield ((f"{'':<10}{f'missions of {missions}{goal}':<25} result", FAINT),)
    recorded = "?" if score.missions is None else str(score.missions)
    how = "open: a forgotten choice decides" if score.status is Status.OPEN else score.status.value
    yield (f"{'recorded':<10}{recorded:<26}{how}",)
    most = "" if best.proved else f", at most {best.bound}"
    how = "broken, whatever you choose" if best.outcome.broken else ""
    how = how or {True: "won", False: "lost", None: "completed"}[best.outcome.won]
    yield ((f"{'best':<10}", STRONG), f"{f'{best.outcome.missions}{most}':<26}", (how, STRONG))


def _claim(analysis: "Analysis") -> tuple[str, str]:
    if analysis.proved:
        return "proved: every value is exact", FAINT
    why = "interrupted" if analysis.interrupted else "a limit was reached"
    return f"{why} after {analysis.seconds:.1f} s: some values are only bounds", CAUTION


def _summary(analysis: "Analysis") -> Lines:
    yield from with_bold(kept_words(analysis), f": {KEPT_MEANS}")
    kept = kept_missions(analysis)
    if kept is not None and kept > analysis.reachable:
        yield from wrapped("That is more than the best line completes, which wins with fewer.")


# --- Decision by decision


def _decisions(analysis: "Analysis", *, every: bool) -> Lines:
    if analysis.open is not None and not analysis.judgements:
        return
    shown = [one for one in analysis.judgements if every or one.mark != "best"]
    yield from wrapped(_count(analysis, hidden=len(analysis.judgements) - len(shown)))
    names = letters(len(analysis.mistakes))
    for n, judgement in enumerate(shown):
        if n == 0:
            yield ()
        yield from _decision(analysis, judgement, next(names) if judgement.loss else " ")


def _count(analysis: "Analysis", *, hidden: int) -> str:
    if not analysis.judgements:
        return "There was nothing to decide."
    marks = Counter(str(one.mark) for one in analysis.judgements)
    said = {"best": "best", "as-good": "as good as best", "loss": "lost something", "unknown": "not known"}
    parts = [f"{marks[mark]} {words}" for mark, words in said.items() if marks[mark]]
    more = "; --all lists them" if hidden else ""
    return f"{plural(len(analysis.judgements), 'decision')}: {', '.join(parts)}{more}"


def _decision(analysis: "Analysis", judgement: "Judgement", letter: str) -> Lines:
    text = with_quest(decided(analysis, judgement), judgement.state)
    if judgement.assumed:
        text += " (not recorded)"
    style = _STYLES[judgement.mark]
    values = change(judgement)
    if len(" ".join(values)) <= _VALUES:
        values = [" ".join(values)]
    left: list[Span] = [(f"{letter}  ", style), (f"{moment_of(judgement):<{_MOMENT}}", LABEL)]
    mark: Span = (f"{lost(judgement):<{_MARK}}", style)
    for n, (line, value) in enumerate(zip_longest(textwrap.wrap(text, _WORDS - 2), values, fillvalue="")):
        if n:
            left, mark = [" " * (_MOMENT + 3)], " " * _MARK
        yield (*left, f"{line:<{_WORDS}}", mark, value)


# --- What decided the game


def _verdict(analysis: "Analysis") -> Lines:
    yield from wrapped(_said(analysis))
    first = analysis.decisive or next(iter(analysis.mistakes), None)
    if first is not None:
        name = "The decisive mistake" if analysis.decisive else "The first mistake"
        letter = list(letters(len(analysis.mistakes)))[analysis.mistakes.index(first)]
        yield from _better_line(analysis, first, f"{name} is {letter}")


def _said(analysis: "Analysis") -> str:
    """Return why no mistake was decisive; empty if one was."""
    best, recorded, mistakes = analysis.best.outcome, analysis.recorded, analysis.mistakes
    if analysis.decisive is not None:
        return ""
    if not analysis.proved:
        unknown = sum(one.mark == "unknown" for one in analysis.judgements)
        what = f"{plural(unknown, 'decision')} could not be judged" if unknown else "a skill may have been missed"
        return f"No {'decisive ' if mistakes else ''}mistake is known; {what}."
    if best.broken:
        why = "every line breaks"
    elif best.won is False:
        why = "the game could not be won at all"
    else:
        why = "the game was won" + (" anyway" if mistakes else "") if recorded is not None and recorded.won else ""
    none = "No mistake was decisive" if mistakes else "No decision lost anything" if analysis.judgements else ""
    said = ": ".join(filter(None, (none, why)))
    return f"{capitalised(said)}." if said else ""


def _better_line(analysis: "Analysis", judgement: "Judgement", name: str) -> Lines:
    done = with_quest(decided(analysis, judgement), judgement.state)
    when = moment_of(judgement)
    said = f": {done}; {when} was the last moment." if judgement.is_missed_skill else f", {when}: {done}."
    yield from with_bold(name, said)
    found = judgement.before
    text = f"Better: {safe(better(judgement))}, which leads to {ending(found.outcome)}."
    yield from _leading(text, list(afterwards(judgement.state, found.choices)))


def _leading(text: str, following: list[tuple[str, str]]) -> Lines:
    """Return a choice with its outcome, then the decisions that follow it."""
    yield from wrapped(text + (" Then:" if following else ""))
    for when, said in following[:_FOLLOWING]:
        lines = textwrap.wrap(safe(said), WIDTH - _MOMENT - 2)
        for beside, line in zip_longest([f"{when}:"], lines, fillvalue=""):
            yield ("  ", (f"{beside:<{_MOMENT}}", LABEL), line)
    if len(following) > _FOLLOWING:
        yield (f"  and {plural(len(following) - _FOLLOWING, 'more decision')}",)


def _five_minutes(checked: Checked, analysis: "Analysis", *, every: bool) -> Lines:
    play = None if checked.document.data is None else checked.document.data.get("play")
    if analysis.deeds is None or play is None:
        return
    has_goal = analysis.question.game.goal is not None
    yield from deed_lines(analysis.deeds, players=len(play["hands"]), has_goal=has_goal, every=every)


def _open(analysis: "Analysis") -> Lines:
    if analysis.open is None:
        return
    last = analysis.points[-1]
    quest = quest_of(last.state)
    where = moment(analysis.open) + (f" ({quest})" if quest else "")
    yield from wrapped(f"The choice at {where} is not recorded. Later decisions are not judged.")
    text = (
        f"Best there: {safe(choice_in_words(last.state, analysis.answer[0]))}, which leads to {ending(last.reachable)}."
    )
    yield from _leading(text, list(afterwards(last.state, analysis.answer)))
