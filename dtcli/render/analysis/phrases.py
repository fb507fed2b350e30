"""The judgements of an analysis in words: what was decided, what it cost, what would have been better."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dtcli.english import plural
from dtcli.render.choices import choice_in_words, line_in_words
from dtcli.render.events import card_name
from dtcli.render.terminal import safe, shortened
from dtcli.rules.decisions import REVEAL, Choice, Decision, Forgotten, Gap, Pay, Reveal, SkillPrice, UseSkill, reveal_of
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import apply
from dtcli.rules.score import Result
from dtcli.rules.state import State

if TYPE_CHECKING:
    from dtcli.rules.rulings import HeroId
    from dtcli.rules.score import Result
    from solver import Outcome
    from solver.search import FoundLine
    from solver.studies.analysis import Analysis, Judgement

KEPT_MEANS = "missions completed with the backpack whole, of those that the best line completes"
_LONGEST_NAME = 40


def kept_missions(analysis: "Analysis") -> int | None:
    """Return the missions that were completed with the backpack whole; None where a forgotten choice decides."""
    result = analysis.result
    return None if result is None else 0 if result.broken else result.missions


def kept_words(analysis: "Analysis") -> str:
    """Return the summary of an analysis: ``kept 9 of 10``."""
    kept = kept_missions(analysis)
    least = "" if analysis.best.proved else "at least "
    return f"kept {'?' if kept is None else kept} of {least}{analysis.reachable}"


def moment(decision: Decision | Forgotten) -> str:
    """Return the moment of a decision: ``card 17``, ``before card 23``."""
    return f"{'before ' if isinstance(decision, Gap | SkillPrice) else ''}card {reveal_of(decision)}"


def moment_of(judgement: "Judgement") -> str:
    """Return the moment of a judged decision: ``card 17``, ``before card 23``."""
    assert judgement.state.decision is not None
    return moment(judgement.state.decision)


def quest_of(state: State) -> str | None:
    """Return the mission at which a decision is made; None between two cards."""
    decision = state.decision
    return None if decision is None or isinstance(decision, Gap) else card_name(decision.quest)


def with_quest(text: str, state: State) -> str:
    """Return a choice with its mission, if it has one."""
    quest = quest_of(state)
    return safe(text) if quest is None else f"{safe(text)} ({shortened(quest, _LONGEST_NAME)})"


def missed_hero(judgement: "Judgement") -> "HeroId | None":
    """Return the hero whose skill should have been used; None if none was missed."""
    best = judgement.before.choices[0] if judgement.is_missed_skill else None
    return best.hero if isinstance(best, UseSkill) else None


def decided(analysis: "Analysis", judgement: "Judgement") -> str:
    """Return what was decided: ``take gold``, or that a hero was not used."""
    hero = missed_hero(judgement)
    if hero is None:
        return choice_in_words(judgement.state, judgement.choice)
    used = any(isinstance(one.choice, UseSkill) and one.choice.hero == hero for one in analysis.judgements)
    return f"{HEROES[hero].name} was {'used too late' if used else 'not used'}"


def better(judgement: "Judgement") -> str:
    """Return the better choice: ``take shield``, or to use, keep or not use a skill."""
    first = judgement.before.choices[0]
    if isinstance(first, UseSkill):
        return f"use {choice_in_words(judgement.state, first)}"
    if not isinstance(first, Reveal):
        return choice_in_words(judgement.state, first)
    assert isinstance(judgement.choice, UseSkill)
    hero, state = judgement.choice.hero, judgement.state
    for choice in judgement.before.choices:
        if isinstance(choice, UseSkill) and choice.hero == hero:
            return f"keep {HEROES[hero].name} until before card {state.revealed + 1}"
        state = apply(state, choice)
    return f"leave {HEROES[hero].name} unused"


def lost(judgement: "Judgement") -> str:
    """Return what a decision cost compared with the best one, in a word or two."""
    if judgement.loss is None:
        return {"best": "best", "as-good": "as good", "unknown": "not known"}[judgement.mark]
    if judgement.loss == "missions":
        return f"-{plural(judgement.missions, 'mission')}"
    return "game lost" if judgement.loss == "game" else "breaks"


def result(outcome: "Outcome | Result") -> str:
    """Return an outcome in one word: ``won``, ``lost``, ``broken``; empty if there was nothing to win."""
    return "broken" if outcome.broken else {True: "won", False: "lost", None: ""}[outcome.won]


def ending(outcome: "Outcome | Result") -> str:
    """Return an outcome: ``9 missions, won``."""
    return ", ".join(filter(None, (plural(outcome.missions, "mission"), result(outcome))))


def change(judgement: "Judgement") -> list[str]:
    """Return what could be reached before a decision and after it: ``9 won``, ``→ 8 lost``."""
    first, then = judgement.before, judgement.after
    before, after = (f"{_missions(found)} {result(found.outcome)}".strip() for found in (first, then))
    if before == after:
        return [before]
    return [_missions(first) if result(first.outcome) == result(then.outcome) else before, f"→ {after}"]


def _missions(found: "FoundLine") -> str:
    """Return how many missions could be completed, or the range if it is not proved."""
    least, most = found.outcome.missions, found.bound
    return str(least) if found.proved or least == most else f"{least}-{most}"


def afterwards(state: State, choices: tuple[Choice, ...]) -> Iterator[tuple[str, str]]:
    """Return the decisions of a line after its first choice, each with its moment."""
    told = line_in_words(state, choices)
    if choices and choices[0] not in (REVEAL, Pay()):
        next(told)
    return told
