"""Answers that can be checked again: the question, the line, what it comes to, and what was proved.

The file holds all that is needed, and is written in one way only, so that any changed byte shows. Checking the line
needs nothing but the engine; only proving again that none is better needs the solver.
"""

import hashlib
import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dtcli import __version__
from dtcli.files.check import Checked, check
from dtcli.files.diagnosis import shape_problems
from dtcli.files.entries import entry_of
from dtcli.files.json_text import RepeatedKeyError, compact, decode
from dtcli.files.names import Names
from dtcli.files.problems import Problem, listed
from dtcli.files.reading import Document, parse
from dtcli.rules.cards import Adventure, Card, Item
from dtcli.rules.english import plural
from dtcli.rules.notes import SkillNote, moment
from dtcli.rules.record import Run, follow
from dtcli.rules.state import Game, State, opening
from solver.outcome import Outcome, outcome_of
from solver.question import InvalidReplay, Question, Terms, ask

if TYPE_CHECKING:
    from solver.answer import Answer

FORMAT = "dungeon-time/certificate/1"
LARGEST = 2_000_000
"""Bytes of one certificate; a real one has some thousands."""
CHANGED, OTHER_GAME, NOT_SO, REFUTED = "DT701", "DT702", "DT703", "DT704"


def certify(checked: Checked, answer: "Answer", terms: Terms) -> str:
    """Return the text of a certificate."""
    data = checked.document.data
    assert data is not None
    content = {
        "format": FORMAT,
        "dtcli": __version__,
        "ortools": version("ortools"),
        "file": checked.document.file,
        "digest": digest(data),
        "game": digest(_spelled_out(answer.question.game)),
        "rules": _rules(answer.question.game),
        "terms": {"from": terms.keep, "heroes": terms.heroes, "only_heroes": terms.only_heroes, "goal": terms.goal},
        "status": answer.status.value,
        "outcome": answer.outcome._asdict(),
        "bound": answer.bound,
        "choices": [entry_of(note) for note in answer.notes],
        "replay": data,
    }
    return _text(content | {"seal": digest(content)})


def digest(content: Any) -> str:
    """Return the SHA-256 of data, as one line of JSON with sorted keys."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(content: dict[str, Any]) -> str:
    """Return the one way to write a certificate: a key on each line, a choice on each line."""
    lines = []
    for key, value in content.items():
        text = compact(value)
        if key == "choices" and value:
            text = "[\n" + ",\n".join(f"    {compact(entry)}" for entry in value) + "\n  ]"
        lines.append(f"  {compact(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _rules(game: Game) -> dict[str, Any]:
    rulings = game.rulings
    return {
        "any_reward_optional": rulings.any_reward_optional,
        "thanir": rulings.thanir.value,
        "spent_rewards": rulings.spent_rewards.value,
        "slots": game.slots,
        "goal": game.goal,
    }


def _spelled_out(game: Game) -> dict[str, Any]:
    """Return everything about a game that decides how it can go, whatever card set it came from."""
    scroll = game.adventure.scroll if game.adventure else None
    spelled = {
        "story": [_card(card) for card in game.story],
        "tokens": {kind: info.tokens for kind, info in game.kinds.items()},
        "heroes": list(game.heroes),
        "rules": _rules(game),
        "scroll": [scroll.complete, *scroll.hold] if scroll else None,
    }
    return spelled if game.start is None else {**spelled, "start": _position(opening(game))}


def _position(state: State) -> dict[str, Any]:
    """Return a position from which a game goes on (X16)."""
    return {
        "cards": dict(sorted(state.cards.items())),
        "tokens": dict(sorted(state.tokens.items())),
        "supply": dict(sorted(state.supply.items())),
        "heroes": list(state.unused),
        "extra_slot": state.extra_slot,
        "adventure_completed": state.adventure_completed,
        "effect": state.effect,
        "last_failed": None if state.last_failed is None else _card(state.last_failed),
        "waiver": state.waiver,
        "guesses": sorted(state.guesses),
        "solved": state.solved,
    }


def _card(card: Card) -> Any:
    if isinstance(card, Item):
        return card.kind
    if isinstance(card, Adventure):
        return {"adventure": card.title, "needs": list(card.needs), "effect": card.effect.value}
    return {"mission": card.title, "needs": list(card.needs), "reward": str(card.reward)}


class Verdict(NamedTuple):
    """What checking a certificate brought to light."""

    content: dict[str, Any] | None
    problems: tuple[Problem, ...]
    checked: Checked | None = None
    """Its replay, if it can be read."""

    @property
    def holds(self) -> bool:
        """Whether the certificate is sound, as far as it was checked."""
        return not self.problems


def verify(
    text: bytes,
    *,
    file: str = "<certificate>",
    folder: Path | None = None,
    about: Document | None = None,
    cards: Names | None = None,
) -> Verdict:
    """Check a certificate without the solver.

    With ``about`` it must be about that replay; a card set that it names by path is looked for in ``folder``, and
    ``cards`` is used instead of any that it names.
    """

    def verdict(content: Any, problems: list[Problem], checked: Checked | None = None) -> Verdict:
        return Verdict(content, tuple(problem._replace(file=file) for problem in problems), checked)

    content = _read(text)
    if isinstance(content, Problem):
        return verdict(None, [content])
    problems = listed(shape_problems("certificate", content)) or list(_seal_problems(content, text))
    if problems:
        return verdict(content, problems)
    if about is not None and (about.data is None or digest(about.data) != content["digest"]):
        problems.append(Problem(OTHER_GAME, f"it is not about {about.file}, or that has been changed since", "/digest"))
    checked = check(_document(content["replay"], folder), cards=cards)
    try:
        question = ask(checked, terms_of(content))
        line = ask(check(_document({**content["replay"], "choices": content["choices"]}, folder), cards=cards))
    except InvalidReplay as error:
        where = "/choices" if checked.is_valid else "/replay"
        return verdict(content, [*problems, Problem(NOT_SO, f"the engine refuses it: {error}", where)], checked)
    problems += _line_problems(content, question, follow(question.game, line.notes, frames=True))
    return verdict(content, problems, checked)


def prove(verdict: Verdict) -> Problem | bool:
    """Search again: True if nothing better is found, False if a limit was reached, or what is wrong."""
    from solver.answer import Status, best  # noqa: PLC0415  (OR-Tools, only for the proof)

    content = verdict.content
    assert content is not None
    assert verdict.checked is not None
    answer = best(verdict.checked, terms_of(content))
    promised = _promised(content)
    found = answer.outcome
    if found.rank > promised.rank and (content["status"] == "optimal" or found.missions > content["bound"]):
        counts = {"mission": found.missions, "skill": found.skills, "token": found.tokens, "discard": found.discards}
        better = ", ".join(plural(n, word) for word, n in counts.items())
        return Problem(REFUTED, f"there is a better line: {better}", "/outcome")
    return answer.status is Status.OPTIMAL


def terms_of(content: dict[str, Any]) -> Terms:
    """Return what a certificate answers."""
    terms = content["terms"]
    return Terms(terms["from"], terms["heroes"], terms["only_heroes"], terms["goal"])


def _promised(content: dict[str, Any]) -> Outcome:
    """Return what a certificate says that its line comes to, without keys of the user's own."""
    return Outcome(*(content["outcome"][key] for key in Outcome._fields))


def _document(data: Any, folder: Path | None) -> Document:
    return parse(compact(data), suffix=".json")._replace(folder=folder)


def _read(text: bytes) -> Any:
    """Return the content of a certificate, or the problem that keeps it from being read."""
    if len(text) > LARGEST:
        return Problem("DT103", f"more than {LARGEST:,} bytes for one certificate")
    try:
        return decode(text.decode())
    except UnicodeDecodeError:
        return Problem("DT102", "not UTF-8 text")
    except RepeatedKeyError:
        return Problem("DT105", "a key is given twice", "")
    except (ValueError, RecursionError) as error:
        return Problem("DT104", f"not JSON: {error}" if isinstance(error, ValueError) else "nested too deeply", "")


def _seal_problems(content: dict[str, Any], text: bytes) -> Iterator[Problem]:
    if content["seal"] != digest({key: value for key, value in content.items() if key != "seal"}):
        yield Problem(CHANGED, "the seal is broken: what it says has been changed", "/seal")
    elif _text(content).encode("utf-8", "surrogatepass") != text:
        yield Problem(CHANGED, "the seal is broken: it is not written as it was", "/seal")
    elif digest(content["replay"]) != content["digest"]:
        yield Problem(CHANGED, "the replay in it is not the one that was solved", "/digest")


def _line_problems(content: dict[str, Any], question: Question, run: Run) -> Iterator[Problem]:
    """Return where the line does not keep what the certificate promises."""
    game, final, terms = question.game, run.final, terms_of(content)
    if digest(_spelled_out(game)) != content["game"] or _rules(game) != content["rules"]:
        yield Problem(OTHER_GAME, "cards or rules are not those it was made with", "/game")
    if run.assumed or run.open is not None:
        yield Problem(NOT_SO, "the line leaves choices open", "/choices")
    if tuple(note for note in run.notes if moment(note)[0] <= terms.keep) != question.kept:
        yield Problem(NOT_SO, f"the line does not keep what was recorded up to reveal {terms.keep}", "/choices")
    if not terms.heroes and any(isinstance(note, SkillNote) and note.before > terms.keep for note in run.notes):
        yield Problem(NOT_SO, "the line uses skills, and none were to be used", "/choices")
    played = outcome_of(run)._asdict()
    for key, promised in _promised(content)._asdict().items():
        if played[key] != promised:
            message = f"it promises {key}: {compact(promised)}, the line gives {compact(played[key])}"
            yield Problem(NOT_SO, message, f"/outcome/{key}")
    if content["bound"] < final.completed or (content["status"] == "optimal" and content["bound"] != final.completed):
        yield Problem(NOT_SO, f"a bound of {content['bound']} does not fit a line with {final.completed}", "/bound")
