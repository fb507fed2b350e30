"""The nearest readings of a record: against every single slip and every pair, tried one after the other."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from dtcli.rules import REVEAL, Game, Item, apply, options, start
from dtcli.rules.cards import Card, KindInfo, Mission, Reward, RewardRule
from dtcli.rules.decisions import Gap, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.legality import violations
from dtcli.rules.notes import UNSAID, Note, RevealNote, SkillNote, Writer
from dtcli.rules.silent_choices import Fit, explore
from solver.studies.nearest_reading.search import nearest_readings
from solver.studies.nearest_reading.slips import Slip, SlipKind, corrected
from solver.studies.nearest_reading.written_record import WrittenRecord, written_record

A, B, C = Kind("sword"), Kind("torch"), Kind("gold")
KINDS = {kind: KindInfo(kind, cards=4, tokens=1) for kind in (A, B, C)}
MISSIONS = {
    one.id: one
    for one in (
        Mission("One", (A, B), Reward(RewardRule.MAY, (C,)), id="E01", deck="E"),
        Mission("Two", (A, A), Reward(RewardRule.MUST, (B,)), id="E02", deck="E"),
        Mission("Three", (B, C), Reward(RewardRule.EITHER, (A, B)), id="E03", deck="E"),
        Mission("Four", (C,), id="E04", deck="E"),
    )
}


def is_possible(game: Game, story: tuple[Card, ...], notes: tuple[Note, ...]) -> bool:
    """Return whether a record fits whole, judged by the engine alone."""
    if violations(story, game.kinds, None, None):
        return False
    return explore(game.with_changes(story=story), notes).fit is Fit.WHOLE


def single_slips(record: WrittenRecord) -> Iterator[Slip]:
    """Yield every slip that the definition allows; of equal uses of a skill each."""
    story = record.game.story
    others = [one for one in MISSIONS.values() if one not in story]
    for place, laid in enumerate(record.cards):
        same = [Item(kind) for kind in KINDS if Item(kind) != laid.card] if isinstance(laid.card, Item) else others
        yield from (Slip(SlipKind.TYPED_AS_ANOTHER, place, card) for card in same)
        if place and story[place - 1] == laid.card:
            yield Slip(SlipKind.DOUBLED, place)
        if place + 1 < len(story):
            yield Slip(SlipKind.SWAPPED, place)
        for skills in range(len(laid.skills) + 1):
            yield from (Slip(SlipKind.LEFT_OUT, place, Item(kind), skills) for kind in KINDS)
    yield from (Slip(SlipKind.LEFT_OUT, len(story), Item(kind)) for kind in KINDS)
    for index, note in enumerate(record.notes):
        if isinstance(note, RevealNote):
            yield Slip(SlipKind.WRONG_DECISION, index)
        else:
            yield from (Slip(SlipKind.WRONG_SKILL, index, use=use) for use in (None, *_uses(note)))


def _uses(note: SkillNote) -> Iterator[UseSkill]:
    """Yield every use of a skill, legal or not, but for the one recorded."""
    use = note.use
    hero = HEROES[use.hero]
    if hero.id == "zaria-tearleaf":
        yield from (use._replace(guess=kind) for kind in KINDS if kind != use.guess)
    elif hero.id == "tragurk":
        for size in (1, 2):
            for kinds in combinations(sorted([*KINDS, *KINDS]), size):
                if kinds != use.remove:
                    yield use._replace(remove=kinds)
    elif hero.id == "nintrabash":
        for size in range(6):
            yield from (use._replace(discard=one) for one in combinations(range(1, 6), size) if one != use.discard)


def _touch_the_same(one: Slip, other: Slip) -> bool:
    """Return whether two slips concern the same card or the same note."""
    notes = (SlipKind.WRONG_DECISION, SlipKind.WRONG_SKILL)
    if (one.kind in notes) != (other.kind in notes):
        return False
    if one.kind in notes:
        return one.place == other.place
    if SlipKind.LEFT_OUT in (one.kind, other.kind):
        return False
    return bool(_places(one) & _places(other))


def _places(slip: Slip) -> set[int]:
    return {slip.place, slip.place + 1} if slip.kind is SlipKind.SWAPPED else {slip.place}


def fewest(record: WrittenRecord, most: int) -> int | None:
    """Return the fewest slips up to ``most``, found by trying all of them."""
    every = [*single_slips(record)]
    for size in range(most + 1):
        for slips in combinations(every, size):
            if any(_touch_the_same(one, other) for one, other in combinations(slips, 2)):
                continue
            if is_possible(record.game, *corrected(record, slips)):
                return size
    return None


def recorded(chance: random.Random, heroes: tuple[str, ...]) -> tuple[Game, tuple[Note, ...]]:
    """Return a tiny game, played with random choices, with some words of the record changed or left out."""
    items: list[Card] = [Item(chance.choice([*KINDS])) for _ in range(chance.randint(2, 4))]
    story = [*items, *chance.sample([*MISSIONS.values()], chance.randint(1, 2))]
    chance.shuffle(story)
    game = Game(KINDS, tuple(story), heroes)  # type: ignore[arg-type]
    state, writer = start(game), Writer()
    while not state.over:
        choice = REVEAL
        if not isinstance(state.decision, Gap) or chance.random() < 0.3:
            choice = chance.choice([*options(state)])
        writer.write(state, choice)
        state = apply(state, choice)
    notes = [note for note in writer.notes if chance.random() < 0.8]
    for index, note in enumerate(notes):
        if isinstance(note, RevealNote) and chance.random() < 0.4:
            notes[index] = note._replace(take=chance.choice([A, B, C, None, UNSAID]))
    story = [Item(chance.choice([*KINDS])) if isinstance(one, Item) and chance.random() < 0.2 else one for one in story]
    if chance.random() < 0.4:
        place = chance.randrange(len(story))
        story.insert(place, story[place])
    return game.with_changes(story=tuple(story)), tuple(notes)


HEROES_OF_A_ROUND = ((), ("zaria-tearleaf",), ("tragurk",), ("nintrabash",), ("arvedui-miriel", "alan-ironstar"))


@pytest.mark.parametrize("heroes", HEROES_OF_A_ROUND, ids=lambda heroes: "+".join(heroes) or "none")
def test_single_slips_agree_with_trying_all(heroes: tuple[str, ...]) -> None:
    chance = random.Random(f"single {heroes}")
    sizes = []
    for _ in range(60):
        game, notes = recorded(chance, heroes)
        record = written_record(game, notes)
        expected = fewest(record, 1)
        found = nearest_readings(game, notes, missions=MISSIONS, most_slips=1, seconds=60)
        assert found.proved
        assert found.slips == expected, (game.story, notes)
        for reading in found.readings:
            assert is_possible(game, *corrected(record, reading.slips))
        sizes.append(expected)
    assert {0, 1} <= {*sizes}


@pytest.mark.parametrize("heroes", HEROES_OF_A_ROUND[:3], ids=lambda heroes: "+".join(heroes) or "none")
def test_pairs_of_slips_agree_with_trying_all(heroes: tuple[str, ...]) -> None:
    chance = random.Random(f"pairs {heroes}")
    sizes = []
    while len(sizes) < 6:
        game, notes = recorded(chance, heroes)
        record = written_record(game, notes)
        if fewest(record, 1) is not None or len(game.story) > 6:
            continue
        expected = fewest(record, 2)
        found = nearest_readings(game, notes, missions=MISSIONS, most_slips=2, seconds=60)
        assert found.proved
        assert found.slips == expected, (game.story, notes)
        for reading in found.readings:
            assert is_possible(game, *corrected(record, reading.slips))
        sizes.append(expected)
    assert 2 in sizes
