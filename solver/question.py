"""What is asked about a replay: which decisions stay as recorded, who may act, and where the search begins."""

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
from dtcli.rules.state import Game, State
from solver.recorded import Noted, recorded

Replay = str | Path | Mapping[str, Any] | Document | Checked | Game
"""What a question can be about: a file, a replay as data, one that was read or checked, or a bare game."""


class InvalidReplay(ValueError):  # noqa: N818  (it is what it says)
    """The replay cannot be solved, because it does not follow the rules."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(problem.message for problem in problems if problem.is_error))
        self.problems = problems


class Terms(NamedTuple):
    """What is free and what is not."""

    keep: int = 0
    """Everything decided up to this reveal stays as recorded."""
    heroes: bool = True
    """Skills may be used."""
    only_heroes: bool = False
    """Rewards and discards stay as recorded, wherever they come up; only skills are chosen."""
    goal: int | None = None
    """The goal, instead of the replay's own."""


ALL_FREE = Terms()


class Question(NamedTuple):
    """A game, where the search begins in it, and what stays as it is."""

    game: Game
    notes: tuple[Note, ...]
    """All that was recorded."""
    kept: tuple[Note, ...]
    """Those of the notes that stay, with what was assumed up to there written out."""
    start: State
    decided: Noted | None
    """What stays as noted at each mission, where only skills are free."""
    recorded: Score


def ask(replay: Replay, terms: Terms = ALL_FREE) -> Question:
    """Return the question; raises ``InvalidReplay`` where the replay does not follow the rules."""
    game, notes = _game_of(replay)
    if terms.goal is not None:
        game = with_goal(game, terms.goal)
    kept = tuple(note for note in notes if moment(note)[0] <= terms.keep)
    run = follow(game, kept, until=terms.keep)
    start = run.final if terms.heroes else run.final._replace(unused=())
    decided = recorded(start, notes).notes if terms.only_heroes else None
    written = _written_out(kept, run.assumed)
    return Question(game, notes, written, start, decided, score_of(follow(game, notes)))


def played(question: Question) -> tuple[Choice, ...] | None:
    """Return the line that was recorded, with its defaults; None where a forgotten choice leaves it open."""
    run = follow(question.game, question.notes, frames=True)
    return None if run.open is not None else tuple(step.choice for step in run.steps)


def with_goal(game: Game, goal: int) -> Game:
    """Return the game with another goal, and otherwise as it is, its board included."""
    return game.with_changes(goal=goal)


def _game_of(replay: Replay) -> tuple[Game, tuple[Note, ...]]:
    if isinstance(replay, Game):
        return replay, ()
    if isinstance(replay, str | Path):
        replay = load(replay)
    elif isinstance(replay, Mapping):
        replay = parse(compact(replay), suffix=".json")
    checked = check(replay) if isinstance(replay, Document) else replay
    if not checked.is_valid or checked.resolved is None or checked.resolved.game is None:
        raise InvalidReplay(checked.problems)
    return checked.resolved.game, checked.notes


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
    """Return the notes in order, those on the same reveal put together."""
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
