"""Certificates of answers: the question, the line, its outcome, and what was proved.

The file is self-contained and has exactly one valid spelling, so that any changed byte is noticed. Checking the line
needs only the engine; proving again that no line is better needs the solver.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dtcli import __version__
from dtcli.english import plural
from dtcli.formats.json.text import RepeatedKeyError, compact, decode
from dtcli.formats.limits import LARGEST_CERTIFICATE, MOST_PATH
from dtcli.formats.names import Names
from dtcli.formats.problems import Problem, listed
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.digest import digest, game_digest, record_digest, rules_of
from dtcli.formats.replay.reading import Document, parse
from dtcli.formats.replay.serialize import choice_entry
from dtcli.formats.schema_check import shape_problems
from dtcli.rules.decisions import Discard, Take
from dtcli.rules.follow import Run, follow
from dtcli.rules.notes import SkillNote, moment
from solver.limits import LIMITS, Limits
from solver.preference import Outcome, outcome_of
from solver.question import InvalidReplay, Question, Terms, ask
from solver.recorded import Recorded, changes

if TYPE_CHECKING:
    from solver.search import OnProgress
    from solver.solve import Answer

FORMAT = "dungeon-time/certificate/1"
CHANGED, OTHER_GAME, NOT_SO, REFUTED, RESTRICTED = "DT701", "DT702", "DT703", "DT704", "DT705"


def certify(checked: Checked, answer: "Answer", terms: Terms) -> str:
    """Return the text of a certificate."""
    data = checked.document.data
    assert data is not None
    content = {
        "format": FORMAT,
        "dtcli": __version__,
        "ortools": version("ortools"),
        "file": checked.document.file.encode("utf-8", "replace").decode()[-MOST_PATH:],
        "digest": digest(data),
        "game": game_digest(answer.question.game),
        "rules": rules_of(answer.question.game),
        "terms": {"from": terms.keep, "heroes": terms.heroes, "only_heroes": terms.only_heroes, "goal": terms.goal},
        "status": answer.status.value,
        "outcome": answer.outcome._asdict(),
        "bound": answer.bound,
        "choices": [choice_entry(note) for note in answer.notes],
        "replay": data,
    }
    return _text(content | {"seal": digest(content)})


def _text(content: dict[str, Any]) -> str:
    """Return the only valid spelling of a certificate: a key on each line, a choice on each line."""
    lines = []
    for key, value in content.items():
        text = compact(value)
        if key == "choices" and value:
            text = "[\n" + ",\n".join(f"    {compact(entry)}" for entry in value) + "\n  ]"
        lines.append(f"  {compact(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


class CertificateCheck(NamedTuple):
    """The result of checking a certificate."""

    content: dict[str, Any] | None
    problems: tuple[Problem, ...]
    checked: Checked | None = None
    """Its replay, if it can be read."""
    restrictions: tuple[str, ...] | None = None
    """The terms that restrict its question, in words; empty if all choices are free, None if unknown."""

    @property
    def holds(self) -> bool:
        """Whether the certificate is sound, as far as it was checked."""
        return not any(problem.is_error for problem in self.problems)


def verify(
    text: bytes,
    *,
    file: str = "<certificate>",
    folder: Path | None = None,
    about: Checked | None = None,
    cards: Names | None = None,
) -> CertificateCheck:
    """Check a certificate without the solver.

    With ``about``, a replay with a legal story, it must be about that game, and is judged by that replay's cards.
    Otherwise ``cards`` is used, or the card set that the certificate names, which is looked for in ``folder``.
    """

    def verdict(content: Any, problems: Iterable[Problem], **found: Any) -> CertificateCheck:
        return CertificateCheck(content, tuple(problem._replace(file=file) for problem in problems), **found)

    content = _read(text)
    if isinstance(content, Problem):
        return verdict(None, [content])
    problems = listed(shape_problems("certificate", content)) or list(_seal_problems(content, text))
    if problems:
        return verdict(content, problems)
    if about is not None and about.resolved is not None:
        cards = about.resolved.names
    checked = check(_document(content["replay"], folder), cards=cards)
    if about is not None and _record_digest(about) != _record_digest(checked):
        other = about.document.file
        problems.append(
            Problem(OTHER_GAME, f"it is about another game than {other}, or that file has changed", "/digest")
        )
    where = "/replay"
    try:
        question = ask(checked, terms_of(content), needs_record=False)
        where = "/choices"
        line = ask(check(_document({**content["replay"], "choices": content["choices"]}, folder), cards=cards))
    except InvalidReplay as error:
        refused = Problem(NOT_SO, f"the engine refuses it: {error}", where)
        return verdict(content, [*problems, refused], checked=checked)
    problems += _line_problems(content, question, follow(question.game, line.notes, frames=True))
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    restrictions = tuple(_restrictions(terms_of(content), checked.resolved.game.goal))
    if restrictions:
        message = "its terms restrict the question: without them there may be a better line"
        problems.append(Problem(RESTRICTED, message, "/terms"))
    return verdict(content, problems, checked=checked, restrictions=restrictions)


def _record_digest(checked: Checked) -> str | None:
    """Return the digest of a replay's game and choices; None if it has no game."""
    resolved = checked.resolved
    return None if resolved is None or resolved.game is None else record_digest(resolved.game, resolved.notes)


def _restrictions(terms: Terms, own_goal: int | None) -> Iterator[str]:
    """Yield in words the terms that restrict the question, compared with the best line of the whole game."""
    if terms.keep:
        yield f"all choices up to reveal {terms.keep} stay as recorded"
    if not terms.heroes:
        yield "no skills are used"
    if terms.only_heroes:
        yield "rewards and discards stay as recorded"
    if terms.goal is not None and terms.goal != own_goal:
        instead = "where the replay has none" if own_goal is None else f"instead of {own_goal}"
        yield f"the goal is {plural(terms.goal, 'mission')} {instead}"


class ProofResult(StrEnum):
    """How the search for a better line ended, if it found none."""

    PROVED = "proved"
    LIMIT = "limit"
    """A limit was reached first."""
    INTERRUPTED = "interrupted"
    """Ctrl-C was pressed first."""


def prove(
    verdict: CertificateCheck, *, limits: Limits = LIMITS, on_progress: "OnProgress | None" = None
) -> Problem | ProofResult:
    """Search again for a better line within the limits; return how that ended, or the problem if there is one."""
    from solver.solve import AnswerStatus, best  # noqa: PLC0415  (OR-Tools, only for the proof)

    content = verdict.content
    assert content is not None
    assert verdict.checked is not None
    answer = best(verdict.checked, terms_of(content), limits=limits, on_progress=on_progress)
    promised = _promised(content)
    found = answer.outcome
    if found.rank > promised.rank and (content["status"] == "optimal" or found.missions > content["bound"]):
        counts = {"mission": found.missions, "skill": found.skills, "token": found.tokens, "discard": found.discards}
        better = ", ".join(plural(n, word) for word, n in counts.items())
        return Problem(REFUTED, f"there is a better line: {better}", "/outcome")
    if answer.status is AnswerStatus.OPTIMAL:
        return ProofResult.PROVED
    return ProofResult.INTERRUPTED if answer.interrupted else ProofResult.LIMIT


def certificate_fault(content: bytes) -> str | None:
    """Return why a certificate cannot be read; None if it can, whether or not it holds."""
    found = _read(content)
    if isinstance(found, Problem):
        return found.message
    problems = shape_problems("certificate", found) or list(_seal_problems(found, content))
    return problems[0].message if problems else None


def terms_of(content: dict[str, Any]) -> Terms:
    """Return the terms of a certificate."""
    terms = content["terms"]
    return Terms(terms["from"], terms["heroes"], terms["only_heroes"], terms["goal"])


def _promised(content: dict[str, Any]) -> Outcome:
    """Return the outcome that a certificate claims, without unknown keys."""
    return Outcome(*(content["outcome"][key] for key in Outcome._fields))


def _document(data: Any, folder: Path | None) -> Document:
    return parse(compact(data), suffix=".json")._replace(folder=folder)


def _read(text: bytes) -> Any:
    """Return the content of a certificate, or the problem if it cannot be read."""
    if len(text) > LARGEST_CERTIFICATE:
        return Problem("DT103", f"more than {LARGEST_CERTIFICATE:,} bytes for one certificate")
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
        yield Problem(CHANGED, "the seal is broken: the content has been changed", "/seal")
    elif _text(content).encode("utf-8", "surrogatepass") != text:
        yield Problem(CHANGED, "the seal is broken: the spelling has been changed", "/seal")
    elif digest(content["replay"]) != content["digest"]:
        yield Problem(CHANGED, "the replay in it is not the one that was solved", "/digest")


def _line_problems(content: dict[str, Any], question: Question, run: Run) -> Iterator[Problem]:
    """Yield a problem for each claim of the certificate that its line does not keep."""
    game, final, terms = question.game, run.final, terms_of(content)
    if game_digest(game) != content["game"] or rules_of(game) != content["rules"]:
        yield Problem(OTHER_GAME, "cards or rules are not those it was made with", "/game")
    if run.assumed or run.open is not None:
        yield Problem(NOT_SO, "the line leaves choices open", "/choices")
    if tuple(note for note in run.notes if moment(note)[0] <= terms.keep) != question.kept:
        yield Problem(NOT_SO, f"the line does not keep what was recorded up to reveal {terms.keep}", "/choices")
    elif terms.only_heroes and terms.heroes and _changes_missions(question, run, terms.keep):
        yield Problem(
            NOT_SO, "the line changes rewards or discards, but its terms allow only skills to change", "/choices"
        )
    if not terms.heroes and any(isinstance(note, SkillNote) and note.before > terms.keep for note in run.notes):
        yield Problem(NOT_SO, "the line uses skills, but its terms allow none", "/choices")
    played = outcome_of(run)._asdict()
    for key, promised in _promised(content)._asdict().items():
        if played[key] != promised:
            message = f"it promises {key}: {compact(promised)}, the line gives {compact(played[key])}"
            yield Problem(NOT_SO, message, f"/outcome/{key}")
    if content["bound"] < final.completed or (content["status"] == "optimal" and content["bound"] != final.completed):
        yield Problem(NOT_SO, f"a bound of {content['bound']} does not fit a line with {final.completed}", "/bound")


def _changes_missions(question: Question, run: Run, keep: int) -> bool:
    """Return whether a line changes a recorded reward or discard after the part that it keeps."""
    assert question.decided is not None
    kept = follow(question.game, question.kept, frames=True, until=keep)
    choices = [step.choice for step in run.steps[len(kept.steps) :]]
    changed = changes(Recorded(question.decided, {}), question.start, choices)
    return any(isinstance(change.choice, Take | Discard) for change in changed)
