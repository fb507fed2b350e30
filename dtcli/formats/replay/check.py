"""Checks a replay: resolves its names, follows it with the rules, and compares the result with the claim.

``validate``, ``score`` and ``replay`` show what ``check`` returns.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from dtcli.english import or_list, plural
from dtcli.formats.names import Names
from dtcli.formats.problems import CLAIM, Problem, pointer
from dtcli.formats.replay.reading import Document
from dtcli.formats.replay.resolver import Resolved, resolve
from dtcli.rules.cards import Quest
from dtcli.rules.decisions import DiscardedCopies, Failure, Forgotten, Payment, RewardOffer, SkillPrice
from dtcli.rules.follow import Run, follow
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, named
from dtcli.rules.refusals import Refusal
from dtcli.rules.score import Score, Status, refusals_of
from dtcli.rules.score import score as score_of
from dtcli.rules.state import Game

if TYPE_CHECKING:
    from dtcli.formats.schema import ReplayFile

_CODES = {"hero": "DT401", "take": "DT402", "discard": "DT403", "before": "DT405", "at": "DT405", "twice": "DT406"}
MOST_NAMED = 3
LAST_FAILED = pointer("start", "last_failed")
_COPIES = "which copies left as tokens"


class Checked(NamedTuple):
    """A checked replay. ``score`` is None if the replay is invalid."""

    document: Document
    resolved: Resolved | None
    run: Run | None
    score: Score | None
    problems: tuple[Problem, ...]
    agrees: bool | None
    """Whether the claimed result agrees; None without a claim, or if the outcome is open."""

    @property
    def is_valid(self) -> bool:
        """Whether the replay follows the rules, whatever it claims."""
        return not any(problem.is_error and problem.code != CLAIM for problem in self.problems)

    @property
    def run_is_open(self) -> bool:
        """Whether a choice without a default was not recorded."""
        return self.run is not None and self.run.open is not None

    @property
    def title(self) -> str | None:
        """The title, if one could be read."""
        read = self.document.data or self.document.valid_part
        return read.get("title") if read else None

    @property
    def claimed(self) -> dict[str, Any] | None:
        """The claimed result, without the user's own keys."""
        result = self.document.data.get("result") if self.document.data else None
        if not result:
            return None
        return {key: value for key, value in result.items() if not key.startswith("_")}


def check(document: Document, *, cards: Names | None = None, frames: bool = False) -> Checked:
    """Return the checked replay of a document; with ``frames`` its run has every step, to be shown."""
    data = document.data
    if data is None:
        problems = list(document.problems)
        if document.valid_part is not None:
            problems += resolve(document.valid_part, document.folder, cards).problems
        return Checked(document, None, None, None, located(document, problems), None)
    resolved = resolve(data, document.folder, cards)
    problems = list(resolved.problems)
    if resolved.game is None:
        return Checked(document, resolved, None, None, located(document, problems), None)
    if data.get("play") is not None:
        from dtcli.formats.replay.play_log import check_play  # noqa: PLC0415  (only where it is used)

        problems += check_play(data, resolved)
        if data.get("start") is not None:
            message = "the five minutes end before the first card is revealed, with an empty backpack"
            problems.append(Problem("DT901", message, "/start"))
    run = follow(resolved.game, resolved.notes, frames=frames)
    problems += _refused(data, refusals_of(run))
    invalid = any(problem.is_error for problem in problems)
    score = None if invalid else score_of(run)
    agrees = None
    if score is not None:
        if score.forgotten:
            problems += [_not_recorded(resolved.game, decision, score) for decision in score.forgotten]
        claims = _disagreements(data, score)
        if claims is not None:
            agrees = not claims
            if claims and score.forgotten:
                agrees, claims = None, [_unsettled(claim) for claim in claims]
            problems += claims
    return Checked(document, resolved, run, score, located(document, problems), agrees)


def located(document: Document, problems: list[Problem]) -> tuple[Problem, ...]:
    """Return the problems with their places, in the order of the file; ``2 swrod`` is one problem, not two."""
    if not problems:
        return ()
    located = dict.fromkeys(document.located(problem) for problem in problems)
    return tuple(sorted(located, key=lambda problem: (problem.line or 0, problem.column or 0)))


def _refused(data: "ReplayFile", refusals: tuple[Refusal, ...]) -> list[Problem]:
    """Return the choices that the rules refused as problems; later ones may follow from the first."""
    problems = []
    for n, refusal in enumerate(refusals):
        entry: Any = data["choices"][refusal.note]
        code = _CODES.get(refusal.part, "DT404")
        when = f"before card {entry['before']}" if "before" in entry else f"card {entry['at']}"
        part = refusal.part if refusal.part in entry else None
        place = pointer("choices", refusal.note, *([part] if part else []))
        hint = "later problems may follow from this one" if n == 0 and len(refusals) > 1 else None
        if code == "DT405":
            hint = "`dtcli replay` shows what happens before"
        elif code == "DT401" and refusal.reason.endswith("is not in the game"):
            hint = "name all heroes of the table in the header: heroes"
        problems.append(Problem(code, f"{when}: {refusal.reason}", place, hint))
    return problems


def _not_recorded(game: Game, decision: Forgotten, score: Score) -> Problem:
    """Return the warning that a choice was not recorded, with what was assumed instead."""
    if isinstance(decision, SkillPrice):
        hero = HEROES[decision.use.hero].name
        message = f"before card {decision.before}, {hero}: no word on {_COPIES}; assumed: cards first"
        return Problem("DT411", message, pointer("choices", decision.note), _tokens_hint(decision.kinds))
    place = _place_of(game, decision.quest)
    has_default = decision not in score.undecided
    match decision:
        case RewardOffer(kinds=kinds, may_decline=optional):
            what, assumed = f"the reward ({_alternatives(kinds, optional=optional)})", "assumed: decline"
            hint = f"write: take {kinds[0]}" + (", or: decline" if optional else "")
        case Failure(present=present):
            what, assumed = f"what was discarded of {named(present.copies())}", "assumed: nothing"
            hint = f"write: fail, or: fail, discard {next(iter(present))}"
        case DiscardedCopies(kinds=kinds):
            what, assumed, hint = _COPIES, "assumed: cards first", _tokens_hint(kinds)
        case Payment(quest=quest):
            what, verb = (_COPIES, "tokens") if has_default else ("what was waived", "waive")
            assumed, hint = "assumed: cards first", f"write: {verb} {quest.needs[0]}"
    code = "DT411"
    if not has_default:
        is_open = score.status is Status.OPEN
        code = "DT412" if is_open else "DT411"
        assumed = "the outcome is open" if is_open else "it makes no difference to the outcome"
    if place == LAST_FAILED:  # the story has no line for it
        hint = f"write at the end: at {decision.at}: " + hint.removeprefix("write: ").partition(", or: ")[0]
    return Problem(code, f"card {decision.at}, {decision.quest}: no word on {what}; {assumed}", place, hint)


def _place_of(game: Game, quest: Quest) -> str:
    """Return the pointer to a mission that was revealed: in the story, or the last failed one of the start (X16)."""
    if game.start is not None and quest == game.start.last_failed:
        return LAST_FAILED
    return pointer("story", game.story.index(quest))


def _tokens_hint(kinds: tuple[Kind, ...]) -> str:
    return f"write: tokens {kinds[0]}, or: tokens nothing"


def _alternatives(kinds: tuple[str, ...], *, optional: bool) -> str:
    shown = or_list(kinds) if len(kinds) <= MOST_NAMED else "any"
    return shown + (", or none" if optional else "")


def _unsettled(claim: Problem) -> Problem:
    """Return a disagreement as a warning: with choices not recorded, the claim may still be true."""
    return claim._replace(code="DT502", hint="choices that were not recorded may explain the difference")


def _disagreements(data: "ReplayFile", score: Score) -> list[Problem] | None:
    """Return where the claim differs from the replayed game; None if nothing can be compared."""
    claim: Any = data.get("result")
    if not claim or score.status is Status.OPEN:
        return None
    found = {"missions": score.missions, "broken": score.broken, "won": score.won}
    problems = []
    for key, actual in found.items():
        if key in claim and actual is not None and claim[key] != actual:
            message = f"the claim says {_in_words(key, claim[key])}, the replay gives {_in_words(key, actual)}"
            problems.append(Problem(CLAIM, message, pointer("result", key)))
    if claim.get("won") is not None and score.won is None:
        message = "the claim says won or lost, but the game had no goal"
        problems.append(Problem(CLAIM, message, "/result/won", "name a scenario or a goal"))
    return problems


def _in_words(key: str, value: Any) -> str:
    if key == "missions":
        return plural(value, "mission")
    if key == "broken":
        return "broken" if value else "not broken"
    return "won" if value else "lost"
