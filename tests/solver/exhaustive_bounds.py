"""An exhaustive search of all complete games that agree with an incomplete record, to check ``score --bounds``.

Uses neither ``follow`` nor ``noted_choices`` of the rules: which choices agree with a note is defined here a second
time, and the copies that leave are chosen among all selections. The engine says which of them are legal, not which it
would offer.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from dtcli.rules import (
    REVEAL,
    Card,
    Discard,
    Failure,
    Game,
    HeroId,
    Item,
    Kind,
    KindInfo,
    Pay,
    Payment,
    Pile,
    RevealNote,
    RewardOffer,
    Rulings,
    SkillNote,
    State,
    Take,
    UseSkill,
    apply,
    follow,
    options,
    start,
    why_not,
)
from dtcli.rules.backpack import tokens_leaving
from dtcli.rules.cards import Effect
from dtcli.rules.decisions import Choice
from dtcli.rules.heroes import HEROES
from dtcli.rules.missions import price
from dtcli.rules.notes import UNSAID, Note
from dtcli.rules.rulings import FYLEE, TEN_HEROES, Borrowing, SpentRewards
from dtcli.rules.score import result_of
from dtcli.rules.state import Start
from solver.studies.bounds import Bounds, bounds
from tests.rules.game_builder import TWELVE, mission
from tests.rules.random_games import PlayedStep, random_play
from tests.solver.exhaustive import TooManyPositions
from tests.solver.small import small_adventure, with_slots

Record = tuple[Note, ...]
QUESTIONS = (Payment, RewardOffer, Failure)


# --- Every completion


def completions(game: Game, notes: Record, most: int) -> list[State]:
    """Return the end of every game that agrees with the record; raises ``TooManyPositions`` above so many steps."""
    return list(_Completions(game, notes, most).ends(start(game), 0))


class _Completions:
    def __init__(self, game: Game, notes: Record, most: int) -> None:
        self.copies_matter = game.rulings.spent_rewards is SpentRewards.RETURN or FYLEE in game.heroes  # X6
        self.skills = sorted((note for note in notes if isinstance(note, SkillNote)), key=lambda note: note.before)
        self.reveals = {note.at: note for note in notes if isinstance(note, RevealNote)}
        self.steps_left = most

    def ends(self, state: State, used: int) -> Iterator[State]:
        """Return the ends that can be reached from a gap; ``used`` of the noted skills have been used."""
        if state.over:
            if used == len(self.skills) and all(1 <= at <= state.revealed for at in self.reveals):
                yield state
        elif used < len(self.skills) and self.skills[used].before == state.revealed + 1:
            for after in self._after(state, self._uses(self.skills[used])):
                yield from self.ends(after, used + 1)
        else:
            note = self.reveals.get(state.revealed + 1, RevealNote(state.revealed + 1))
            yield from self._asked(apply(state, REVEAL, ask=QUESTIONS), note, (), used)

    def _asked(self, state: State, note: RevealNote, asked: tuple[type, ...], used: int) -> Iterator[State]:
        """Return the ends after a reveal, with these of its questions answered."""
        if state.pending is None:
            if self._all_said_was_asked(note, asked):
                yield from self.ends(state, used)
            return
        for after in self._after(state, self._answers(state, note)):
            yield from self._asked(after, note, (*asked, type(state.pending)), used)

    def _after(self, state: State, choices: Iterable[Choice]) -> set[State]:
        """Return the states after the legal ones among these choices."""
        after = {apply(state, choice, ask=QUESTIONS) for choice in choices if why_not(state, choice) is None}
        self.steps_left -= len(after)
        if self.steps_left < 0:
            raise TooManyPositions
        return after

    def _answers(self, state: State, note: RevealNote) -> Iterator[Choice]:
        match state.pending:
            case RewardOffer():
                yield from (choice for choice in options(state) if note.take is UNSAID or choice == Take(note.take))
            case Failure(quest=quest):
                for kinds in _selections(quest.needs) if note.discard is None else [note.discard]:
                    yield from (Discard(kinds, tokens) for tokens in self._tokens(kinds, note.tokens))
            case Payment(quest=quest):
                for waive in _selections(quest.needs) if note.waive is None else [note.waive]:
                    for tokens in self._tokens(quest.needs, note.tokens):
                        yield Pay(waive, note.in_full or (), tokens)

    def _uses(self, note: SkillNote) -> Iterator[UseSkill]:
        heroes = [HEROES[hero] for hero in (note.use.hero, note.use.borrowed) if hero is not None]
        leaving = (*(kind for hero in heroes for kind in hero.cost), *note.use.remove)
        said = note.use.tokens if note.tokens_said else None
        yield from (note.use._replace(tokens=tokens) for tokens in self._tokens(leaving, said))

    def _tokens(self, leaving: tuple[Kind, ...], said: tuple[Kind, ...] | None) -> list[tuple[Kind, ...]]:
        if said is not None:
            return [said]
        return _selections(leaving) if self.copies_matter else [()]

    @staticmethod
    def _all_said_was_asked(note: RevealNote, asked: tuple[type, ...]) -> bool:
        """Return whether every part of a note answers a question; tokens alone are the tokens of a payment."""
        failed, paid = Failure in asked and note.discard is not None, Payment in asked
        return (
            (note.take is UNSAID or RewardOffer in asked)
            and (note.discard is None or failed)
            and (note.waive is None or paid)
            and (note.in_full is None or paid)
            and (note.tokens is None or paid or failed)
        )


def _selections(kinds: tuple[Kind, ...]) -> list[tuple[Kind, ...]]:
    return list(Pile.of(*kinds).selections())


# --- Records in which something was forgotten


def packed_game(chance: Random, heroes: tuple[HeroId, ...] | None = None) -> Game:
    """Return a small game of few kinds, most of them held as card and as token, with few tokens in supply.

    As a rule there is a kind that can leave the backpack, is a reward after that, and is needed twice in the end: the
    reward is there only if the token left.
    """
    if heroes is None:
        heroes = tuple(chance.sample(TEN_HEROES, chance.choice([0, 1, 1, 2, 2])))
        if chance.random() < 0.3 and FYLEE not in heroes:
            heroes = (*heroes, FYLEE)
    costs = [kind for hero in heroes for kind in HEROES[hero].cost]
    liked = [*dict.fromkeys([*costs, *chance.sample(TWELVE, 4)])][:4]
    scarce, usual, missing, *_ = liked
    plot = [mission(f"{scarce} {missing}"), mission(usual, scarce), mission(f"{scarce} {scarce}")]
    story: list[Card] = [*plot[chance.choice([0, 0, 0, 1, 3]) :]]
    for _ in range(chance.randint(0 if story else 3, 4)):
        needs = chance.choices(liked, k=chance.choice([1, 2, 2, 3]))
        card = mission(" ".join(needs), _reward(liked, chance)) if chance.random() < 0.6 else Item(Kind(needs[0]))
        story.insert(chance.randint(0, len(story)), card)
    scroll = None
    if chance.random() < 0.3:
        scroll = small_adventure(chance, [Kind(kind) for kind in liked])
        story.insert(chance.randint(0, len(story)), scroll)
    rulings = Rulings(
        any_reward_optional=chance.random() < 0.5,
        thanir=chance.choice(list(Borrowing)),
        spent_rewards=chance.choice([SpentRewards.RETURN, SpentRewards.RETURN, SpentRewards.DISCARD]),
    )
    held = [Kind(kind) for kind in liked]
    game = Game(
        kinds={kind: KindInfo(kind) for kind in held},
        story=tuple(story),
        heroes=heroes,
        rulings=rulings,
        goal=chance.choice([None, 0, 1, 2, 3]),
        adventure=scroll,
        start=Start(
            cards=Pile({kind: chance.choice([0, 1, 1, 2]) for kind in held if kind != missing}),
            tokens=Pile({kind: chance.choice([0, 1, 1, 1]) for kind in held if kind != missing}),
            supply=Pile({kind: chance.choice([0, 0, 0, 0, 1]) for kind in held}),
            waiver=chance.choice([0, 0, 0, 1]),
        ),
    )
    return with_slots(game, chance.randint(len(held), len(held) + 2))


def _reward(liked: list[str], chance: Random) -> str:
    one, other = chance.sample(liked, 2)
    return chance.choice(["-", "?", one, one, f"{one}?", f"{one}/{other}"])


def full_record(game: Game, chance: Random) -> Record:
    """Return all decisions of a random game; sometimes tokens are named that had to leave anyway."""
    skills: list[SkillNote] = []
    reveals: dict[int, RevealNote] = {}
    wordy = chance.random() < 0.5
    for step in max((list(random_play(game, chance)) for _ in range(3)), key=_departures):
        state, choice = step.before, step.choice
        note = reveals.get(state.revealed, RevealNote(state.revealed))
        match choice:
            case UseSkill(tokens=tokens):
                skills.append(SkillNote(state.revealed + 1, choice, tokens_said=True))
            case Pay(waive, in_full, tokens):
                assert isinstance(state.pending, Payment)
                paid = price(state.pending.quest, choice, once=state.effect is Effect.DUPLICATES_ONCE)
                said = _named(state, paid, tokens) if wordy else tokens
                reveals[state.revealed] = note._replace(waive=waive, in_full=in_full or None, tokens=said)
            case Take(kind):
                reveals[state.revealed] = note._replace(take=kind)
            case Discard(kinds, tokens):
                said = _named(state, kinds, tokens) if wordy else tokens
                reveals[state.revealed] = note._replace(discard=kinds, tokens=said)
    return (*skills, *reveals.values())


def _departures(steps: list[PlayedStep]) -> int:
    """Return how often items leave by a choice."""
    leaving = [step.choice for step in steps if isinstance(step.choice, UseSkill | Pay | Discard)]
    return sum(choice != Discard() for choice in leaving)


def _named(state: State, leaving: Iterable[Kind], tokens: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return all tokens that leave, including those that leave by default."""
    return tuple(kind for kind, (_, n) in tokens_leaving(state, leaving, tokens).items() for _ in range(n))


def forget(notes: Record, chance: Random) -> Record:
    """Return the notes without some of their parts; that a skill was used is always written down."""
    forgetful = chance.choice([0.2, 0.5, 0.8, 1.0])
    copies, rest = {"tokens": None}, {"take": UNSAID, "discard": None, "waive": None, "in_full": None}
    parts = chance.choice([copies, rest, copies | rest])
    kept: list[Note] = []
    for note in notes:
        if isinstance(note, SkillNote):
            gone = "tokens" in parts and chance.random() < forgetful
            kept.append(SkillNote(note.before, note.use._replace(tokens=())) if gone else note)
            continue
        less = note._replace(**{part: unsaid for part, unsaid in parts.items() if chance.random() < forgetful})
        if note.discard is not None and less.discard is None and chance.random() < 0.9:
            less = less._replace(tokens=None)  # beside a failure, tokens alone are refused
        if less != RevealNote(note.at):
            kept.append(less)
    return tuple(kept)


# --- The comparison


class ComparedBounds(NamedTuple):
    """The result of a comparison; ``wrong`` is empty if both agree."""

    wrong: tuple[str, ...]
    ends: int
    """How many completions there are."""
    bounds: Bounds | None


def compare(game: Game, notes: Record, most: int) -> ComparedBounds:
    """Compare the bounds of a record with all its completions; raises ``TooManyPositions`` if there are too many."""
    ends = completions(game, notes, most)
    found = bounds(game, notes)
    return ComparedBounds(tuple(_wrong(game, notes, ends, found)), len(ends), found)


def _wrong(game: Game, notes: Record, ends: list[State], found: Bounds | None) -> Iterator[str]:
    endings = [result_of(end) for end in ends]
    run = follow(game, notes)
    if (found is None) is not (not endings):
        yield f"bounds {found}, but there are {len(endings)} completions"
    elif found is not None:
        lowest, highest = min(end.rank for end in endings), max(end.rank for end in endings)
        if (found.range.lowest.rank, found.range.highest.rank) != (lowest, highest):
            yield f"bounds {found.range}, but all completions give {lowest} to {highest}"
        if (found.decides is None) is not (lowest == highest):
            yield f"decides: {found.decides}"
    if run.refusals or run.open is not None:
        return
    if run.final not in ends:
        yield f"what is assumed is no completion: {run.final}"
    if not run.assumed and len(ends) > 1:
        yield f"nothing is assumed, but there are {len(ends)} completions"
