"""A solver's answer for people and for scripts: the best outcome beside the recorded one, and the line to it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dtcli.english import agree, plural
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.entries import entry_of
from dtcli.render.colours import CAUTION, FAINT, LABEL, STRONG
from dtcli.render.events import card_name
from dtcli.render.terminal import Printer, safe, shortened
from dtcli.rules.decisions import REVEAL, Choice, Discard, Gap, Pay, RewardOffer, Take, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.heroes.nintrabash import without
from dtcli.rules.items import named
from dtcli.rules.resolution import apply, start
from dtcli.rules.rulings import ARVEDUI_MIRIEL
from dtcli.rules.score import Score, Status
from dtcli.rules.state import State
from solver.outcome import most_missions, play

if TYPE_CHECKING:
    from solver import Answer, Outcome

_WIDTH_OF_MOMENT = 15


def solution_line(checked: Checked, answer: "Answer | None") -> str:
    """Return the answer as one line of JSON, in the shape of the contract; without one the replay is invalid."""
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
            "choices": [entry_of(note) for note in answer.notes],
            "recorded": {"missions": recorded.missions, "broken": recorded.broken},
            "seconds": round(answer.seconds, 3),
            "goal": answer.question.game.goal,
            "skills": outcome.skills,
            "tokens": outcome.tokens,
            "discards": outcome.discards,
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return compact(record) + "\n"


def print_solution(checked: Checked, answer: "Answer") -> None:
    """Print the answer: two rows to compare, then the decisions one by one."""
    printer = Printer()
    title = safe(checked.title or checked.document.file)
    printer.line((title, STRONG), ("  " + _claim(answer), FAINT if answer.status == "optimal" else CAUTION))
    printer.line()
    game = answer.question.game
    missions = most_missions(start(game))
    goal = f", goal {game.goal}" if game.goal is not None else ""
    printer.line((f"{'':<10}{f'missions of {missions}{goal}':<26}result", FAINT))
    recorded = answer.question.recorded
    printer.line(f"{'recorded':<10}{_or_open(recorded.missions):<26}{_recorded(recorded)}")
    printer.line((f"{'best':<10}", STRONG), f"{answer.outcome.missions:<26}", (_result(answer.outcome), STRONG))
    printer.line()
    told = False
    for moment, words in decisions(answer.question.start, answer.choices):
        printer.line((f"{moment + ':':<{_WIDTH_OF_MOMENT}}", LABEL), " ", words)
        told = True
    if not told:
        printer.line("Nothing is to be decided.")
    printer.line()
    printer.line((_costs(answer), FAINT))


def _claim(answer: "Answer") -> str:
    if answer.status == "optimal":
        return "proved: no other choices are better"
    why = "interrupted" if answer.interrupted else "a limit was reached"
    return (
        f"{why} after {answer.seconds:.1f} s: a better line may exist, with at most {plural(answer.bound, 'mission')}"
    )


def _recorded(score: Score) -> str:
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
    """Return what the listed decisions cost: those after the reveals that stay as recorded."""
    kept = answer.question.start.revealed
    _, outcome = play(answer.question.start, answer.choices)
    skills, tokens, items = (
        plural(n, word, none="no")
        for n, word in ((outcome.skills, "skill"), (outcome.tokens, "token"), (outcome.discards, "item"))
    )
    return f"{f'after card {kept}: ' if kept else ''}{skills} used, {tokens} taken, {items} discarded"


def decisions(start: State, choices: tuple[Choice, ...]) -> Iterator[tuple[str, str]]:
    """Return what is to be decided, and when, in words: ``card 17``, ``decline the shield``."""
    state = start
    for choice in choices:
        if choice not in (REVEAL, Pay()):  # to pay what is listed, cards first, goes without saying
            moment = f"before card {state.revealed + 1}" if isinstance(choice, UseSkill) else f"card {state.revealed}"
            yield moment, words(state, choice) + _where(state, choice)
        state = apply(state, choice)


def words(state: State, choice: Choice) -> str:
    """Return a choice that is about to be made, as an order: ``decline the shield``."""
    if isinstance(choice, UseSkill):
        return _skill(state, choice)
    decision = state.decision
    match choice:
        case Take(None):
            assert isinstance(decision, RewardOffer)
            kinds = decision.kinds
            said = f"decline the {kinds[0]}" if len(kinds) == 1 else "decline the reward"
        case Take(kind):
            said = f"take {kind}"
        case Discard(kinds, tokens):
            said = f"fails, discard {named(kinds)}{_tokens(tokens)}"
        case Pay(waive, in_full, tokens):
            parts = [f"waive {named(waive)}"] if waive else []
            parts += [f"pay {named(in_full)} in full"] if in_full else []
            said = ", ".join(parts or ["pay, cards first" if not tokens else "pay"]) + _tokens(tokens)
        case _:
            raise AssertionError(choice)
    return said


def _where(state: State, choice: Choice) -> str:
    """Return at which mission a choice is made."""
    decision = state.decision
    if isinstance(choice, UseSkill) or decision is None or isinstance(decision, Gap):
        return ""
    return f"  ({shortened(card_name(decision.quest), 40)})"


def _tokens(tokens: tuple[str, ...]) -> str:
    return f", {named(tokens)} as {agree(len(tokens), 'a token', 'tokens')}" if tokens else ""  # type: ignore[arg-type]


def _skill(state: State, use: UseSkill) -> str:
    hero = HEROES[use.borrowed or use.hero]
    name = f"{HEROES[use.hero].name} as {hero.name}" if use.borrowed else hero.name
    cost = HEROES[use.hero].cost + (hero.cost if use.borrowed else ())
    parts = [name]
    if cost + use.remove:
        parts.append(f"remove {named(cost + use.remove)}{_tokens(use.tokens)}")
    if use.take is not None:
        parts.append(f"take {use.take}")
    if use.guess is not None:
        parts.append(f"guess {use.guess}")
    if use.discard is not None:
        kept = without(range(len(state.story)), use.discard)
        thrown = [card for place, card in enumerate(state.story) if place not in kept]
        parts.append("discard " + (", ".join(map(card_name, thrown)) or "nothing"))
    if use.order is not None:
        parts.append("then come " + ", ".join(card_name(state.story[place - 1]) for place in use.order))
    if hero.id == ARVEDUI_MIRIEL:
        parts.append(f"{card_name(state.last_failed)} comes back")
    return ", ".join(parts)
