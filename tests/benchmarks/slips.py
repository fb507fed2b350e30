"""How well damaged records are understood: shipped games with random slips, and the readings that are suggested."""

import random
import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import read
from dtcli.rules.cards import Card, Item, Mission
from dtcli.rules.items import Kind
from dtcli.rules.legality import violations
from dtcli.rules.notes import UNSAID, Note, SkillNote
from dtcli.rules.silent_choices import Fit, TooManyReadings, explore
from solver.studies.nearest_reading.search import nearest_readings
from solver.studies.nearest_reading.slips import Slip, SlipKind, corrected
from solver.studies.nearest_reading.written_record import written_record
from solver.studies.suggestions import claimed_end, slip_weigher

GAMES = ("replays/games", "replays/rulebook")
DAMAGED = 5
"""Damaged copies of each game for each number of slips."""
SLIPS_MADE = ("typed", "typed", "left out", "left out", "doubled", "swapped", "decision", "skill")
"""How a record is damaged; a slip that is not possible at a random place is drawn again."""


class Damaged(NamedTuple):
    """A record with slips."""

    original: Checked
    story: tuple[Card, ...]
    notes: tuple[Note, ...]


def valid_games() -> list[Checked]:
    """Return the shipped games without a record of the five minutes that are valid."""
    found = [check(document) for document in read(GAMES)]
    return [one for one in found if one.is_valid and one.document.data and not one.document.data.get("play")]


def damaged(checked: Checked, slips: int, chance: random.Random) -> Damaged:
    """Return a game with that many random slips."""
    assert checked.resolved is not None
    game, notes = checked.resolved.game, checked.resolved.notes
    assert game is not None
    story = game.story
    for _ in range(slips):
        story, notes = _damaged_once(checked, story, notes, chance)
    return Damaged(checked, story, notes)


def _damaged_once(
    checked: Checked, story: tuple[Card, ...], notes: tuple[Note, ...], chance: random.Random
) -> tuple[tuple[Card, ...], tuple[Note, ...]]:
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    assert checked.resolved.names is not None
    record = written_record(checked.resolved.game.with_changes(story=story), notes)
    kinds = [*checked.resolved.game.kinds]
    while True:
        kind = chance.choice([*SLIPS_MADE])
        place = chance.randrange(len(story))
        card = story[place]
        if kind == "typed" and isinstance(card, Item):
            other: Card = Item(chance.choice([one for one in kinds if one != card.kind]))
            return corrected(record, [Slip(SlipKind.TYPED_AS_ANOTHER, place, other)])
        if kind == "typed" and isinstance(card, Mission) and card.id:
            laid = {*story, *checked.resolved.game.story}
            missions = [one for one in checked.resolved.names.cards.missions.values() if one not in laid]
            return corrected(record, [Slip(SlipKind.TYPED_AS_ANOTHER, place, chance.choice(missions))])
        if kind == "left out" and (isinstance(card, Item) or (isinstance(card, Mission) and card.id)):
            return corrected(record, [Slip(SlipKind.DOUBLED, place)])
        skills = [index for index, note in enumerate(notes) if isinstance(note, SkillNote)]
        if kind == "skill" and skills:
            return corrected(record, [Slip(SlipKind.WRONG_SKILL, chance.choice(skills))])
        if kind == "doubled":
            return corrected(record, [Slip(SlipKind.LEFT_OUT, place, card, len(record.cards[place].skills))])
        if kind == "swapped" and place + 1 < len(story):
            return corrected(record, [Slip(SlipKind.SWAPPED, place)])
        if kind == "decision" and notes:
            index = chance.randrange(len(notes))
            note = _other_note(notes[index], kinds, chance)
            if note is not None:
                return story, (*notes[:index], note, *notes[index + 1 :])


def _other_note(note: Note, kinds: list[Kind], chance: random.Random) -> Note | None:
    """Return a note that says something else; None if there is nothing to change."""
    if isinstance(note, SkillNote):
        if note.use.guess is not None:
            return note._replace(use=note.use._replace(guess=chance.choice(kinds)))
        if note.use.remove:
            return note._replace(use=note.use._replace(remove=(chance.choice(kinds), *note.use.remove[1:])))
        return None
    if note.take is not UNSAID:
        return note._replace(take=chance.choice([one for one in (*kinds, None) if one != note.take]))
    if note.discard is not None:
        return note._replace(discard=note.discard[1:] if note.discard else (chance.choice(kinds),))
    return None


def is_possible(one: Damaged) -> bool:
    """Return whether a damaged record is still legal."""
    resolved = one.original.resolved
    assert resolved is not None
    assert resolved.game is not None
    game = resolved.game
    if violations(one.story, game.kinds, resolved.scenario, game.adventure, begun=game.start is not None):
        return False
    try:
        return explore(game.with_changes(story=one.story), one.notes).fit is not Fit.NONE
    except TooManyReadings:
        return True


def _same_game(one: tuple[Card, ...], other: tuple[Card, ...]) -> bool:
    """Return whether two stories differ at most in the order of items between missions."""
    return [*_runs(one)] == [*_runs(other)]


def _runs(story: tuple[Card, ...]) -> Iterator[object]:
    run: list[str] = []
    for card in story:
        if isinstance(card, Item):
            run.append(card.kind)
        else:
            yield sorted(run)
            yield card
            run = []
    yield sorted(run)


class _Row:
    """The damaged copies with one number of slips."""

    def __init__(self) -> None:
        self.copies = self.invalid = self.shown = self.smallest = self.fewer = self.limit = 0
        self.seconds: list[float] = []

    def add(self, one: Damaged, slips: int) -> None:
        """Look for the nearest readings of a damaged record."""
        self.copies += 1
        if is_possible(one):
            return
        self.invalid += 1
        resolved, data = one.original.resolved, one.original.document.data
        assert resolved is not None
        assert resolved.game is not None
        assert resolved.names is not None
        assert data is not None
        game = resolved.game.with_changes(story=one.story)
        began = time.process_time()
        found = nearest_readings(
            game,
            one.notes,
            scenario=resolved.scenario,
            missions=resolved.names.cards.missions,
            weigh=slip_weigher(one.story, resolved.names),
            prefer=claimed_end(data),
        )
        self.seconds.append(time.process_time() - began)
        if not found.proved:
            self.limit += 1
            return
        assert found.slips is not None, "the slips that damaged the record explain it"
        assert found.slips <= slips
        self.smallest += found.slips == slips
        self.fewer += found.slips < slips
        readings = [corrected(written_record(game, one.notes), reading.slips) for reading in found.readings]
        assert all(is_possible(one._replace(story=story, notes=notes)) for story, notes in readings)
        self.shown += any(_same_game(story, resolved.game.story) for story, _ in readings)

    def text(self, slips: int) -> str:
        """Return the row of the table."""
        seconds = sorted(self.seconds)
        median, most = statistics.median(seconds), seconds[int(len(seconds) * 0.95)]
        cells = (slips, self.copies, self.invalid, self.shown, self.smallest, self.fewer, self.limit)
        return "| " + " | ".join([*map(str, cells), f"{median:.2f}", f"{most:.2f}", f"{seconds[-1]:.2f}"]) + " |"


def main(copies: int = DAMAGED, most: int = 3) -> None:
    """Print the table."""
    games = valid_games()
    print(f"{len(games)} games, {copies} damaged copies of each for every number of slips\n")
    head = ("slips", "copies", "invalid", "original shown", "of the smallest size", "fewer explain it", "limit")
    print("| " + " | ".join((*head, "median s", "95 % s", "most s")) + " |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for slips in range(1, most + 1):
        chance, row = random.Random(f"slips {slips}"), _Row()
        for checked in games:
            for _ in range(copies):
                row.add(damaged(checked, slips, chance), slips)
        print(row.text(slips), flush=True)
