"""Problems about choices that were not recorded: what is inferred, what is assumed, what stays open."""

from collections.abc import Collection

from dtcli.english import and_list
from dtcli.formats.dt.entry_text import decision_text
from dtcli.formats.problems import Problem, pointer
from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules.decisions import DiscardedCopies, Failure, Forgotten, Pay, Payment, RewardOffer, SkillPrice, reveal_of
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, named
from dtcli.rules.score import Score, Status
from dtcli.rules.silent_choices import FilledChoice
from dtcli.rules.state import Game

ASSUMED, OPEN, INFERRED = "DT411", "DT412", "DT413"
MOST_NAMED = 3
LAST_FAILED = pointer("start", "last_failed")
_COPIES = "which copies left as tokens"


def inferred_problem(game: Game, filled: FilledChoice, again: Collection[int] = ()) -> Problem:
    """Return the warning that a choice was not recorded, with the answer that follows from a later card.

    ``again`` are the reveals of missions that were brought back, which have no line of their own in the story.
    """
    assert filled.because is not None
    answer = answer_text(filled)
    what, _ = _what_is_missing(filled.decision, has_default=filled.has_default)
    proof = f"any other answer contradicts the record by card {filled.because}"
    message = f"{_where(filled.decision)}: no word on {what}; inferred: {answer} ({proof})"
    place = _place(game, filled.decision)
    return Problem(INFERRED, message, place, _where_to_write(place, filled.decision, [answer], again))


def assumed_problem(
    game: Game, decision: Forgotten, score: Score, *, filled: FilledChoice | None = None, again: Collection[int] = ()
) -> Problem:
    """Return the warning that a choice was not recorded, with what was assumed, or that it leaves the outcome open.

    The hint has only answers that fit the rest of the record; ``filled`` is None where that is not known.
    """
    answer = answer_text(filled) if filled is not None and filled.has_default and not filled.is_default else None
    has_default = decision not in score.undecided
    what, default = _what_is_missing(decision, has_default=has_default)
    code, assumed = ASSUMED, f"assumed: {answer or default}"
    if not score.is_known and (answer or not has_default):
        code, assumed = OPEN, "the outcome is open" if score.status is Status.OPEN else "the number of missions is open"
    elif not has_default:
        assumed = "it makes no difference to the outcome"
    place = _place(game, decision)
    answers = _answers(filled) if filled is not None else _default_answers(decision, has_default=has_default)
    hint = _where_to_write(place, decision, answers, again) if answers else "record what was decided"
    return Problem(code, f"{_where(decision)}: no word on {what}; {assumed}", place, hint)


def _answers(filled: FilledChoice) -> list[str]:
    """Return the answer that is taken, and another one that fits; taking something comes before taking nothing."""
    texts = [answer_text(filled)]
    if filled.other is not None and filled.other_note is not None:
        texts.append(answer_text(filled._replace(choice=filled.other, note=filled.other_note)))
    if isinstance(filled.decision, Failure):
        return texts
    return sorted(texts, key=lambda text: text in ("decline", "tokens nothing"))


def _default_answers(decision: Forgotten, *, has_default: bool) -> list[str]:
    """Return the answer that is assumed; none if there is no default."""
    match decision:
        case _ if not has_default:
            return []
        case RewardOffer():
            return ["decline"]
        case Failure():
            return ["fail"]
        case _:
            return ["tokens nothing"]


def _where_to_write(place: str, decision: Forgotten, answers: list[str], again: Collection[int]) -> str:
    """Return the hint that names answers, and where they are written if that is not beside the card."""
    number = reveal_of(decision)
    if not isinstance(decision, SkillPrice) and (place == LAST_FAILED or number in again):
        return f"write at the end: at {number}: {answers[0]}"
    return f"write: {', or: '.join(answers)}"


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
    if isinstance(filled.choice, Pay) and filled.choice.waive:  # the record may say the rest
        return f"waive {named(filled.choice.waive)}"
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


def _alternatives(kinds: tuple[Kind, ...], *, optional: bool) -> str:
    shown = " or ".join(kinds) if len(kinds) <= MOST_NAMED else "any"
    return shown + (", or none" if optional else "")
