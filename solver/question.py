"""The question about a replay: which decisions stay as recorded, which skills are allowed, where the search begins."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dtcli.formats.json.text import compact
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import Document, load, parse
from dtcli.rules.decisions import Choice, DiscardedCopies, Failure, Forgotten, Payment, RewardOffer, SkillPrice
from dtcli.rules.follow import follow
from dtcli.rules.notes import UNSAID, Note, RevealNote, SkillNote, moment
from dtcli.rules.score import Score
from dtcli.rules.score import score as score_of
from dtcli.rules.state import Game, State, opening
from solver.recorded import Noted, recorded

Replay = str | Path | Mapping[str, Any] | Document | Checked | Game
"""The forms of a replay: a path, data, a document that was read or checked, or a game without a record."""


class InvalidReplay(ValueError):  # noqa: N818  (it is what it says)
    """The replay cannot be solved, because it does not follow the rules."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(problem.message for problem in problems if problem.is_error))
        self.problems = problems


class Terms(NamedTuple):
    """Which decisions are free."""

    keep: int = 0
    """Everything decided up to this reveal stays as recorded."""
    heroes: bool = True
    """Skills may be used."""
    only_heroes: bool = False
    """Rewards and discards stay as recorded wherever they are asked for; only skills are chosen."""
    goal: int | None = None
    """The goal, instead of the replay's own."""


ALL_FREE = Terms()


class Question(NamedTuple):
    """A game, its record, the state where the search begins, and the decisions that stay."""

    game: Game
    notes: tuple[Note, ...]
    """All that was recorded."""
    kept: tuple[Note, ...]
    """The notes that stay, with the defaults up to there written out."""
    start: State
    decided: Noted | None
    """The notes that bind the decisions at missions, if only skills are free."""
    recorded: Score | None
    """The score of the record; None if its choices are not legal."""


def ask(replay: Replay, terms: Terms = ALL_FREE, *, needs_record: bool = True) -> Question:
    """Return the question about a replay; raises ``InvalidReplay`` if it does not follow the rules.

    Unless the question ``needs_record``, only the story has to be legal: illegal choices are left out. Terms that keep
    some of what was recorded always need it.
    """
    needs_record = needs_record or terms.keep > 0 or terms.only_heroes
    game, notes, unknown_score = _game_of(replay, needs_record=needs_record)
    if terms.goal is not None:
        game = with_goal(game, terms.goal)
    if notes is None:
        begin = opening(game)
        return Question(game, (), (), begin if terms.heroes else begin._replace(unused=()), None, None)
    kept = tuple(note for note in notes if moment(note)[0] <= terms.keep)
    run = follow(game, kept, until=terms.keep)
    start = run.final if terms.heroes else run.final._replace(unused=())
    decided = recorded(start, notes).notes if terms.only_heroes else None
    written = _written_out(kept, run.assumed)
    return Question(game, notes, written, start, decided, unknown_score or score_of(follow(game, notes)))


def played(question: Question) -> tuple[Choice, ...] | None:
    """Return the recorded line with its defaults; None if it is not legal, or a forgotten choice leaves it open."""
    if question.recorded is None:
        return None
    run = follow(question.game, question.notes, frames=True)
    return None if run.open is not None else tuple(step.choice for step in run.steps)


def with_goal(game: Game, goal: int) -> Game:
    """Return the same game, with the same board, and another goal."""
    return game.with_changes(goal=goal)


def _game_of(replay: Replay, *, needs_record: bool) -> tuple[Game, tuple[Note, ...] | None, Score | None]:
    """Return the game, what was recorded (None for choices that are not legal), and its score if that is not known."""
    if isinstance(replay, Game):
        return replay, (), None
    if isinstance(replay, str | Path):
        replay = load(replay)
    elif isinstance(replay, Mapping):
        replay = parse(compact(replay), suffix=".json")
    checked = check(replay) if isinstance(replay, Document) else replay
    usable = checked.is_valid if needs_record else checked.has_legal_story
    if not usable or checked.resolved is None or checked.resolved.game is None:
        raise InvalidReplay(checked.problems)
    notes = checked.notes if checked.is_valid else None
    score = checked.score
    return checked.resolved.game, notes, score if score is not None and not score.is_known else None


def _written_out(notes: tuple[Note, ...], assumed: Iterable[Forgotten]) -> tuple[Note, ...]:
    """Return the notes with the defaults for what they do not mention."""
    written, added = list(notes), list[Note]()
    for forgotten in assumed:
        match forgotten:
            case RewardOffer(at=at):
                added.append(RevealNote(at, take=None))
            case Failure(at=at):
                added.append(RevealNote(at, discard=()))
            case Payment(at=at) | DiscardedCopies(at=at):
                added.append(RevealNote(at, tokens=()))
            case SkillPrice(before, use, index, _):
                written[index] = SkillNote(before, use, tokens_said=True)
    return merged((*written, *added))


def merged(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes in order, with those on the same reveal merged."""
    skills: list[Note] = []
    reveals: dict[int, RevealNote] = {}
    for note in notes:
        if isinstance(note, SkillNote):
            skills.append(note)
            continue
        known = reveals.setdefault(note.at, note)
        said = {key: value for key, value in note._asdict().items() if value is not None and value is not UNSAID}
        if note.take is None:
            said["take"] = None
        reveals[note.at] = known._replace(**said)
    return tuple(sorted((*skills, *reveals.values()), key=moment))
