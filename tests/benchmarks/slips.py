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
from dtcli.rules.notes import UNSAID, Note, RevealNote, SkillNote
from dtcli.rules.silent_choices import Fit, TooManyReadings, explore
from dtcli.rules.legality import violations
from solver.studies.nearest_reading import nearest_readings
from solver.studies.slips import Slip, SlipKind, corrected
from solver.studies.written_record import written_record

GAMES = ("replays/games", "replays/rulebook")
DAMAGED = 12
"""Damaged copies of each game for each number of slips."""


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
        kind = chance.choice(["typed", "typed", "left out", "left out", "doubled", "swapped", "decision"])
        place = chance.randrange(len(story))
        card = story[place]
        if kind == "typed" and isinstance(card, Item):
            other: Card = Item(chance.choice([one for one in kinds if one != card.kind]))
            return corrected(record, [Slip(SlipKind.TYPED_AS_ANOTHER, place, other)])
        if kind == "typed" and isinstance(card, Mission) and card.id:
            missions = [one for one in checked.resolved.names.cards.missions.values() if one not in story]
            return corrected(record, [Slip(SlipKind.TYPED_AS_ANOTHER, place, chance.choice(missions))])
        if kind == "left out" and isinstance(card, Item):
            return corrected(record, [Slip(SlipKind.DOUBLED, place)])
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


def main(copies: int = DAMAGED, most: int = 3) -> None:
    """Print the table."""
    games = valid_games()
    print(f"{len(games)} games, {copies} damaged copies of each\n")
    print(f"{'slips':>5} {'invalid':>12} {'as few or fewer':>16} {'limit':>6} {'median':>8} {'95 %':>8} {'worst':>8}")
    for slips in range(1, most + 1):
        chance = random.Random(f"slips {slips}")
        invalid = explained = limit = among = 0
        total = 0
        seconds = []
        for checked in games:
            for _ in range(copies):
                one = damaged(checked, slips, chance)
                total += 1
                if is_possible(one):
                    continue
                invalid += 1
                resolved = checked.resolved
                assert resolved is not None and resolved.game is not None and resolved.names is not None
                began = time.perf_counter()
                found = nearest_readings(
                    resolved.game.with_changes(story=one.story), one.notes,
                    scenario=resolved.scenario, missions=resolved.names.cards.missions, seconds=30,
                )
                took = time.perf_counter() - began
                seconds.append(took)
                limit += not found.proved
                explained += found.slips is not None and found.slips <= slips
                if found.proved and (found.slips is None or found.slips > slips):
                    print("!!", checked.document.file, found.slips, slips)
                record = written_record(resolved.game.with_changes(story=one.story), one.notes)
                for reading in found.readings:
                    story, notes = corrected(record, reading.slips)
                    fixed = Damaged(checked, story, notes)
                    if not is_possible(fixed):
                        print("??", checked.document.file, reading)
                    elif _same_game(story, resolved.game.story):
                        among += 1
                        break
        seconds.sort()
        print(f"{slips:>5} {invalid:>5}/{total:<6} {explained:>16} {among:>5} {limit:>6} {statistics.median(seconds):>8.2f} {seconds[int(len(seconds) * 0.95)]:>8.2f} {seconds[-1]:>8.2f}", flush=True)
