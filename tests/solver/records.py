"""Random records of small games, with mistakes, gaps and redundant notes."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from dtcli.rules import (
    REVEAL,
    EventKind,
    Game,
    HeroId,
    Item,
    State,
    Writer,
    apply,
    follow,
    options,
    score,
    start,
    why_not,
)
from dtcli.rules.decisions import Choice, Gap
from dtcli.rules.notes import UNSAID, Note, RevealNote, SkillNote, moment
from dtcli.rules.rulings import NINTRABASH, ZIGARAT_HO
from dtcli.rules.score import Status, status_of
from solver.question import Question, ask, with_goal
from tests.rules.random_games import choose
from tests.solver.exhaustive import TooManyPositions, best_rank
from tests.solver.small import small_game

Record = tuple[Note, ...]


def recorded_game(chance: Random, heroes: tuple[HeroId, ...] | None, most: int) -> tuple[Game, Record]:
    """Return a small game and a record of it, usually a lost game that could be won; raises ``TooManyPositions``."""
    return with_record(game_to_record(chance, heroes), chance, most)


def game_to_record(chance: Random, heroes: tuple[HeroId, ...] | None) -> Game:
    """Return a small game with some decisions."""
    while not _has_something_to_decide(game := small_game(chance, heroes)):
        pass
    return game


def _has_something_to_decide(game: Game) -> bool:
    """Return whether there are two missions and some cards, but not too many for heroes who change the story."""
    editors = len({NINTRABASH, ZIGARAT_HO} & {*game.heroes})
    return 3 < len(game.story) <= 11 - 3 * editors and sum(not isinstance(card, Item) for card in game.story) > 1


def with_record(game: Game, chance: Random, most: int) -> tuple[Game, Record]:
    """Return the game, as a rule with the highest goal that can be reached, and a record of it with mistakes."""
    whole, _, missions, *_ = best_rank(start(game), most)
    if whole and chance.random() < 0.9:
        game = with_goal(game, max(0, missions - chance.choice([0, 0, 0, 1])))
    wins, notes = _Wins(most), Record()
    for _ in range(8):
        line = random_line(game, chance)
        if wins.can(start(game)) and chance.random() < 0.8:
            line = spoiled(game, wins.line(start(game), chance), chance)
        notes = written(game, line, chance)
        run = follow(game, notes)
        if run.open is not None or not is_good(run.final):
            break
    return game, notes


def is_good(end: State) -> bool:
    """Return whether a game that is over is won, or whole if there is nothing to win."""
    return status_of(end) in (Status.WON, Status.COMPLETED)


# --- Lines


def random_line(game: Game, chance: Random) -> list[Choice]:
    """Return legal choices from the first card to the end."""
    eager = chance.choice([0.0, 0.2, 0.5, 1.0])
    state, line = start(game), list[Choice]()
    while not state.over:
        line.append(choose(state, chance) if state.pending is not None or chance.random() < eager else REVEAL)
        state = apply(state, line[-1])
    return line


class _Wins:
    """Finds by exhaustive search whether a game can be won from a position."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.known: dict[State, bool] = {}

    def can(self, state: State) -> bool:
        if state.over:
            return is_good(state)
        if state not in self.known:
            if len(self.known) > self.most:
                raise TooManyPositions
            self.known[state] = any(self.can(apply(state, choice)) for choice in options(state))
        return self.known[state]

    def line(self, state: State, chance: Random) -> list[Choice]:
        """Return a random winning line, sometimes with useless skills."""
        line: list[Choice] = []
        while not state.over:
            found = list(options(state))
            chance.shuffle(found)
            if isinstance(state.decision, Gap) and chance.random() < 0.8:
                found.insert(0, REVEAL)
            line.append(next(choice for choice in found if self.can(apply(state, choice))))
            state = apply(state, line[-1])
        return line


def spoiled(game: Game, line: Sequence[Choice], chance: Random) -> list[Choice]:
    """Return a line like another one, with some random mistakes."""
    wanted: dict[tuple[int, type], list[Choice]] = {}
    state = start(game)
    for choice in line:
        wanted.setdefault((state.revealed, type(state.decision)), []).append(choice)
        state = apply(state, choice)
    slips = chance.choice([0.1, 0.2, 0.3])
    state, changed = start(game), list[Choice]()
    while not state.over:
        planned = wanted.get((state.revealed, type(state.decision)), [])
        choice = planned.pop(0) if planned else next(iter(options(state)))
        if chance.random() < slips or why_not(state, choice) is not None:
            choice = choose(state, chance)
        changed.append(choice)
        state = apply(state, choice)
    return changed


# --- Notes


def written(game: Game, line: Iterable[Choice], chance: Random) -> Record:
    """Return random notes of a line: some choices forgotten, some noted that were forced."""
    state, writer = start(game), Writer()
    for choice in line:
        writer.write(state, choice)
        state = apply(state, choice)
    notes = spelled_out(game, writer.notes) if chance.random() < 0.3 else writer.notes
    forgetful = chance.choice([0.0, 0.0, 0.2, 0.5])
    return legal(game, [less for note in notes for less in _remembered(note, chance, forgetful)])


def spelled_out(game: Game, notes: Sequence[Note]) -> Record:
    """Return the notes with everything that happened at missions, including what was forced."""
    said = {note.at: note for note in notes if isinstance(note, RevealNote)}
    for frame in follow(game, notes, frames=True).frames:
        if frame.card is not None and not isinstance(frame.card, Item):
            note = said.get(frame.number, RevealNote(frame.number))
            for event in frame.events:
                if event.what is EventKind.REWARD_TAKEN and note.take is UNSAID:
                    note = note._replace(take=event.kinds[0])
                elif event.what is EventKind.REWARD_RUN_OUT and note.take is UNSAID:
                    note = note._replace(take=None)
                elif event.what is EventKind.MISSION_FAILED and note.discard is None:
                    note = note._replace(discard=())
                elif event.what is EventKind.ITEMS_PAID and note.tokens is None:
                    note = note._replace(tokens=())
            said[frame.number] = note
    skills = [note for note in notes if isinstance(note, SkillNote)]
    return tuple(sorted((*skills, *said.values()), key=moment))


def _remembered(note: Note, chance: Random, forgetful: float) -> Iterator[Note]:
    if chance.random() >= forgetful:
        yield note
    elif isinstance(note, RevealNote) and chance.random() < 0.5:
        parts = {"take": UNSAID, "discard": None, "waive": None, "in_full": None, "tokens": None}
        part = chance.choice(list(parts))
        yield note._replace(**{part: parts[part]})


def legal(game: Game, notes: Iterable[Note]) -> Record:
    """Return the notes without empty ones, and without those that are illegal because another was forgotten."""
    kept = tuple(note for note in notes if isinstance(note, SkillNote) or note != RevealNote(note.at))
    while refusals := follow(game, kept).refusals:
        refused = {refusal.note for refusal in refusals}
        kept = tuple(note for index, note in enumerate(kept) if index not in refused)
    return kept


def question_of(game: Game, notes: Sequence[Note]) -> Question:
    """Return the question about a game with these notes."""
    return ask(game)._replace(notes=tuple(notes), recorded=score(follow(game, notes)))
