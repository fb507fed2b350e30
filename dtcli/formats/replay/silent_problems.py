"""Problems about choices that were not recorded: what is inferred, what is assumed, what stays open."""

from dtcli.english import and_list
from dtcli.formats.dt.entry_text import decision_text
from dtcli.formats.problems import Problem, pointer
from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules.decisions import DiscardedCopies, Failure, Forgotten, Payment, RewardOffer, SkillPrice, reveal_of
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, named
from dtcli.rules.score import Score, Status
from dtcli.rules.silent_choices import FilledChoice
from dtcli.rules.state import Game

ASSUMED, OPEN, INFERRED = "DT411", "DT412", "DT413"
MOST_NAMED = 3
LAST_FAILED = pointer("start", "last_failed")
_COPIES = "which copies left as tokens"


def inferred_problem(game: Game, filled: FilledChoice) -> Problem:
    """Return the warning that a choice was not recorded, with the answer that follows from a later card."""
    assert filled.because is not None
    answer = answer_text(filled)
    what, _ = _what_is_missing(filled.decision, has_default=filled.has_default)
    proof = f"any other answer contradicts the record by card {filled.because}"
    message = f"{_where(filled.decision)}: no word on {what}; inferred: {answer} ({proof})"
    return Problem(INFERRED, message, _place(game, filled.decision), f"write: {answer}")


def assumed_problem(game: Game, decision: Forgotten, score: Score, *, answer: str | None = None) -> Problem:
    """Return the warning that a choice was not recorded, with what was assumed, or that it leaves the outcome open.

    ``answer`` is what was assumed instead of the default.
    """
    has_default = decision not in score.undecided
    what, default = _what_is_missing(decision, has_default=has_default)
    code, assumed = ASSUMED, f"assumed: {answer or default}"
    if score.status is Status.OPEN and (answer or not has_default):
        code, assumed = OPEN, "the outcome is open"
    elif not has_default:
        assumed = "it makes no difference to the outcome"
    place = _place(game, decision)
    hint = _hint(decision, has_default=has_default)
    if place == LAST_FAILED:  # no line of the story to write it beside
        hint = f"write at the end: at {reveal_of(decision)}: " + hint.partition(", or: ")[0].rpartition(": ")[2]
    return Problem(code, f"{_where(decision)}: no word on {what}; {assumed}", place, hint)


def silent_list(decisions: tuple[Forgotten, ...]) -> str:
    """Return silent choices in words: what is missing and at which card."""
    return and_list(f"{_short(decision)} {_number(decision)}" for decision in decisions)


def _short(decision: Forgotten) -> str:
    match decision:
        case RewardOffer():
            return "the reward at"
        case Failure():
            return "the discard at"
        case SkillPrice():
            return "the tokens that left before"
        case _:
            return "the payment at"


def _number(decision: Forgotten) -> str:
    return f"card {reveal_of(decision)}"


def answer_text(filled: FilledChoice) -> str:
    """Return the answer to a silent choice as story notation says it."""
    if isinstance(filled.decision, SkillPrice | DiscardedCopies) or _only_tokens(filled):
        tokens = getattr(filled.choice, "tokens", ())
        return f"tokens {' + '.join(tokens) or 'nothing'}"
    return decision_text({**choice_entry(filled.note)}) or str(filled.choice)


def _only_tokens(filled: FilledChoice) -> bool:
    return isinstance(filled.decision, Payment) and filled.has_default


def _where(decision: Forgotten) -> str:
    if isinstance(decision, SkillPrice):
        return f"before card {decision.before}, {HEROES[decision.use.hero].name}"
    return f"card {decision.at}, {decision.quest}"


def _place(game: Game, decision: Forgotten) -> str:
    """Return where the file names what a choice is about (X16: perhaps a mission that failed before the start)."""
    if isinstance(decision, SkillPrice):
        return pointer("choices", decision.note)
    if game.start is not None and decision.quest == game.start.last_failed:
        return LAST_FAILED
    return pointer("story", game.story.index(decision.quest))


def _what_is_missing(decision: Forgotten, *, has_default: bool) -> tuple[str, str]:
    """Return what was not recorded, and what is assumed by default."""
    match decision:
        case RewardOffer(kinds=kinds, may_decline=optional):
            return f"the reward ({_alternatives(kinds, optional=optional)})", "decline"
        case Failure(present=present):
            return f"what was discarded of {named(present.copies())}", "nothing"
        case Payment() if not has_default:
            return "what was waived", "cards first"
        case _:
            return _COPIES, "cards first"


def _hint(decision: Forgotten, *, has_default: bool) -> str:
    match decision:
        case RewardOffer(kinds=kinds, may_decline=optional):
            if len(kinds) > MOST_NAMED:
                return f"write what was taken, such as: take {kinds[0]}"
            return f"write: take {kinds[0]}" + (", or: decline" if optional else "")
        case Failure(present=present):
            return f"write: fail, or: fail, discard {next(iter(present))}"
        case Payment(quest=quest):
            return f"write: {'tokens' if has_default else 'waive'} {quest.needs[0]}"
        case DiscardedCopies(kinds=kinds) | SkillPrice(kinds=kinds):
            return f"write: tokens {kinds[0]}, or: tokens nothing"


def _alternatives(kinds: tuple[Kind, ...], *, optional: bool) -> str:
    shown = " or ".join(kinds) if len(kinds) <= MOST_NAMED else "any"
    return shown + (", or none" if optional else "")
