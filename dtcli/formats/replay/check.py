"""Checks a replay: resolves its names, follows it with the rules, and compares the result with the claim.

``validate``, ``score`` and ``replay`` show what ``check`` returns.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from dtcli.english import agree, and_list, or_list, plural
from dtcli.formats.dt.numbering import Reveals
from dtcli.formats.names import Names
from dtcli.formats.problems import CLAIM, Problem, pointer
from dtcli.formats.replay.reading import Document
from dtcli.formats.replay.refused_record import follow_allowed
from dtcli.formats.replay.resolver import Resolved, resolve
from dtcli.formats.replay.serialize import choice_entry
from dtcli.formats.replay.silent_problems import assumed_problem, inferred_problem, silent_list
from dtcli.rules.decisions import Forgotten, reveal_of
from dtcli.rules.follow import Run, follow
from dtcli.rules.notes import Note, RevealNote, SkillNote, moment
from dtcli.rules.score import Result, Score, Status, common_score, refusals_of
from dtcli.rules.score import score as score_of
from dtcli.rules.silent_choices import Contradiction, FilledChoice, Readings, TooManyReadings, read
from dtcli.rules.state import Game

if TYPE_CHECKING:
    from dtcli.formats.schema import ReplayFile

_CODES = {"hero": "DT401", "take": "DT402", "discard": "DT403", "before": "DT405", "at": "DT405", "twice": "DT406"}
_ABOUT_CHOICES = frozenset({*_CODES.values(), "DT404"})
"""The codes of choices that the rules refuse."""
PLAYED_ON = "DT414"


class Checked(NamedTuple):
    """A checked replay. ``score`` is None if the replay is invalid."""

    document: Document
    resolved: Resolved | None
    run: Run | None
    score: Score | None
    problems: tuple[Problem, ...]
    agrees: bool | None
    """Whether the claimed result agrees; None without a claim, or while it is unsettled."""
    filled: tuple[FilledChoice, ...] = ()
    """The choices that were not recorded, as they were read; empty if there are too many readings to follow.

    In an invalid replay, how they were filled to show the rest of it.
    """
    notes: tuple[Note, ...] = ()
    """The record as it was read: with what was inferred, without skills recorded after the backpack broke."""
    results: frozenset[Result] | None = None
    """The results of all readings of choices that were not recorded; None if there are too many to follow, or none."""

    @property
    def is_valid(self) -> bool:
        """Whether the replay follows the rules, whatever it claims."""
        return not any(problem.is_error and problem.code != CLAIM for problem in self.problems)

    @property
    def has_legal_story(self) -> bool:
        """Whether the cards can lie on a table, whatever is wrong with the choices or the claim."""
        errors = {problem.code for problem in self.problems if problem.is_error}
        return self.resolved is not None and self.resolved.game is not None and errors <= {*_ABOUT_CHOICES, CLAIM}

    @property
    def run_is_open(self) -> bool:
        """Whether a choice that was not recorded leaves the status or the number of missions open."""
        return self.score is not None and not self.score.is_known

    @property
    def inferred(self) -> tuple[FilledChoice, ...]:
        """The choices that were not recorded but follow from later cards; none in an invalid replay."""
        if self.score is None:
            return ()
        return tuple(filled for filled in self.filled if filled.because is not None)

    @property
    def rests_on_assumptions(self) -> bool:
        """Whether other answers to choices that were not recorded may give another result."""
        silent = self.score is not None and bool(self.score.forgotten)
        return silent and (self.results is None or len(self.results) > 1)

    @property
    def is_unsettled(self) -> bool:
        """Whether there is a claim that choices that were not recorded may make true or false."""
        return self.agrees is None and self.claimed is not None and self.score is not None

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


def check(document: Document, *, cards: Names | None = None, frames: bool = False, infer: bool = True) -> Checked:
    """Return the checked replay of a document; with ``frames`` its run has every step, to be shown.

    Without ``infer``, choices that were not recorded are not inferred from later ones: in an interrupted game they are
    still to come, and following all of them takes half a second.
    """
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
        from dtcli.formats.replay.five_minutes import check_play  # noqa: PLC0415  (pydantic, which most replays do without)

        problems += check_play(data, resolved)
        if data.get("start") is not None:
            message = "the five minutes end before the first card is revealed, with an empty backpack"
            problems.append(Problem("DT901", message, "/start"))
    referee = _Referee(resolved.game, resolved.notes, frames=frames, infer=infer)
    problems += _refused(data, referee)
    if any(problem.is_error for problem in problems):
        run, shown = follow_allowed(resolved.game, resolved.notes) if frames else (referee.run, ())
        return Checked(document, resolved, run, None, located(document, problems), None, shown)
    problems += referee.silent_problems()
    if referee.played_on:
        problems.append(_played_on(data, referee))
    agrees, claims = _judge_claim(data, referee)
    problems += claims
    return Checked(
        document,
        resolved,
        referee.run,
        referee.score,
        located(document, problems),
        agrees,
        referee.filled,
        referee.notes,
        referee.results,
    )


class _Referee:
    """Follows a record, reads its silent choices, and keeps what came of it."""

    def __init__(self, game: Game, notes: tuple[Note, ...], *, frames: bool, infer: bool) -> None:
        self.game = game
        self.is_limited = False
        """Whether there are too many readings to follow, and not even one was found."""
        self.contradicted: tuple[Forgotten, ...] = ()
        """The silent choices before a contradiction that no answer to them avoids."""
        self.filled: tuple[FilledChoice, ...] = ()
        self.results: frozenset[Result] | None = None
        """The results of all readings; None if they are not known."""
        self.run = follow(game, notes, frames=frames)
        has_silent = bool(self.run.assumed) or self.run.open is not None
        reading = self._read(notes) if infer and has_silent else None
        refusals = self.run.refusals
        if isinstance(reading, Readings):
            notes, self.filled = reading.notes, reading.filled
            self.results = reading.results if reading.complete else None
            self.run = follow(game, notes, frames=frames)
            refusals = self.run.refusals
        elif isinstance(reading, Contradiction):
            refusals = follow(game, reading.notes).refusals
            if all(refusal.after_break for refusal in refusals):  # an answer has taken the place of what was refused
                refusals = self.run.refusals or refusals_of(self.run)
            first, _ = moment(notes[refusals[0].note])
            self.contradicted = tuple(decision for decision in reading.silent if reveal_of(decision) < first)
        elif self.run.open is not None:
            refusals = refusals_of(self.run)
        self.played_on = tuple(refusal for refusal in refusals if refusal.after_break)
        """What was recorded after the backpack broke."""
        self.refusals = tuple(refusal for refusal in refusals if not refusal.after_break)
        self.score = self._score(reading)
        if isinstance(reading, Readings) and not (self.score.is_known and reading.has_unusual):
            notes = reading.settled_notes
        self.notes = _without_late_skills(notes, {refusal.note for refusal in self.played_on})
        """The record as it was read, with the inferred choices.

        Rewards and discards that were recorded after a break are kept, for a line that does not break; skills are not,
        since nothing has checked them.
        """

    def silent_problems(self) -> list[Problem]:
        """Return a warning for each choice that was not recorded."""
        if not self.filled:
            return [assumed_problem(self.game, one, self.score, again=self._again()) for one in self.score.forgotten]
        again = self._again()
        return [
            inferred_problem(self.game, filled, again)
            if filled.because is not None
            else assumed_problem(self.game, filled.decision, self.score, filled=filled, again=again)
            for filled in self.filled
        ]

    def _again(self) -> Collection[int]:
        """Return the reveals of missions that were brought back."""
        reveals = Reveals(len(self.game.story))
        for note in sorted(self.notes, key=moment):
            if isinstance(note, SkillNote):
                reveals.follow(choice_entry(note))
        return {number for number, listed in enumerate(reveals.order, 1) if listed is None}

    def _read(self, notes: tuple[Note, ...]) -> Readings | Contradiction | None:
        """Return the readings of the record; None if there are too many to follow."""
        try:
            return read(self.game, notes)
        except TooManyReadings:
            self.is_limited = True
            return None

    def _score(self, reading: Readings | Contradiction | None) -> Score:
        if not isinstance(reading, Readings):
            return score_of(self.run)
        assumed = [filled for filled in self.filled if filled.because is None]
        undecided = tuple(filled.decision for filled in assumed if not filled.has_default)
        return common_score(
            reading.ends,
            assumed=tuple(filled.decision for filled in assumed),
            undecided=undecided,
            decided=reading.complete or not undecided,
        )


def _without_late_skills(notes: tuple[Note, ...], late: Collection[int]) -> tuple[Note, ...]:
    """Return the notes without the skills among those with these indices."""
    if not late:
        return notes
    return tuple(note for index, note in enumerate(notes) if index not in late or isinstance(note, RevealNote))


def located(document: Document, problems: list[Problem]) -> tuple[Problem, ...]:
    """Return the problems with their places, in the order of the file; ``2 swrod`` is one problem, not two."""
    if not problems:
        return ()
    located = dict.fromkeys(document.located(problem) for problem in problems)
    return tuple(sorted(located, key=lambda problem: (problem.line or 0, problem.column or 0)))


def _refused(data: "ReplayFile", referee: _Referee) -> list[Problem]:
    """Return what the rules refused; later refusals may follow from the first."""
    problems = []
    refusals = referee.refusals
    for n, refusal in enumerate(refusals):
        entry: Any = data["choices"][refusal.note]
        code = _CODES.get(refusal.part, "DT404")
        part = refusal.part if refusal.part in entry else None
        place = pointer("choices", refusal.note, *([part] if part else []))
        hint = "later problems may follow from this one" if n == 0 and len(refusals) > 1 else None
        if code == "DT405":
            hint = "`dtcli replay` shows what happens before"
        elif code == "DT401" and refusal.reason.endswith("is not in the game"):
            hint = "name all heroes of the table in the header: heroes"
        elif n == 0 and referee.is_limited:
            hint = "too many choices were not recorded to try all answers: with others this may be legal"
        message = f"{_when(entry)}: {refusal.reason}"
        if n == 0 and referee.contradicted:
            message += f"; what was not recorded cannot explain it: {silent_list(referee.contradicted)}"
        problems.append(Problem(code, message, place, hint))
    return problems


def _when(entry: Any) -> str:
    return f"before card {entry['before']}" if "before" in entry else f"card {entry['at']}"


def _played_on(data: "ReplayFile", referee: _Referee) -> Problem:
    """Return the warning that decisions were recorded after the backpack broke."""
    final, indices = referee.run.final, [refusal.note for refusal in referee.played_on]
    first = min(indices)
    entry: Any = data["choices"][first]
    count = plural(len({*indices}), "decision")
    message = f"the backpack breaks at card {final.revealed}; {count} from {_when(entry)} on came too late"
    return Problem(PLAYED_ON, message, pointer("choices", first), "the game ended there: the rest is not counted")


def _judge_claim(data: "ReplayFile", referee: _Referee) -> tuple[bool | None, list[Problem]]:
    """Return whether the claim agrees, and how it differs; None without a claim, or while it is unsettled."""
    claim: Any = data.get("result")
    score = referee.score
    if not claim:
        return None, []
    results = referee.results
    if results is not None and not any(_agrees(claim, result) for result in results):
        if differences := _disagreements(claim, score):
            return False, differences
        return False, [_impossible_claim(claim, results)]
    if score.status is Status.OPEN:
        return (True if results is not None and all(_agrees(claim, result) for result in results) else None), []
    differences = _disagreements(claim, score)
    if differences and score.forgotten:
        return None, [_unsettled(problem) for problem in differences]
    if score.missions is None and claim.get("missions") is not None:
        return None, []
    return not differences, differences


def _impossible_claim(claim: Any, results: frozenset[Result]) -> Problem:
    """Return the problem that no answer to the choices that were not recorded gives the claimed result."""
    possible = sorted(results, key=lambda result: result.rank)
    said = and_list(_in_words(key, claim[key]) for key in Result._fields if claim.get(key) is not None)
    if any(one.broken for one in possible):
        shown = or_list(f"{plural(one.missions, 'mission')}{', broken' if one.broken else ''}" for one in possible)
    else:
        numbers = [one.missions for one in possible]
        shown = f"{or_list(map(str, numbers))} {agree(numbers[-1], 'mission', 'missions')}"
    return Problem(CLAIM, f"the claim says {said}; the recorded choices allow only {shown}", pointer("result"))


def _agrees(claim: Any, result: Result) -> bool:
    found = {**result._asdict(), "won": False if result.broken else result.won}  # B3, also without a goal
    return all(claim[key] == found[key] for key in found if claim.get(key) is not None)


def _unsettled(claim: Problem) -> Problem:
    """Return a disagreement as a warning: other answers to the silent choices agree with the claim."""
    return claim._replace(code="DT502", hint="choices that were not recorded may explain the difference")


def _disagreements(claim: Any, score: Score) -> list[Problem]:
    """Return where the claim differs from the replayed game."""
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
