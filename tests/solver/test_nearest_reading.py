"""The nearest readings of a record: against every single slip and every pair, tried one after the other."""

import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import pytest

from dtcli.rules import REVEAL, Game, Item, apply, options, start
from dtcli.rules.cards import Card, KindInfo, Mission, Reward, RewardRule
from dtcli.rules.decisions import Gap, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.legality import violations
from dtcli.rules.notes import UNSAID, Note, RevealNote, Writer
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ROS_THANIR, ZIGARAT_HO, HeroId
from dtcli.rules.silent_choices import Fit, explore
from solver.studies.nearest_reading.search import nearest_readings
from solver.studies.nearest_reading.slips import Slip, SlipKind, corrected
from solver.studies.nearest_reading.written_record import Laid, WrittenRecord, written_record
from tests.benchmarks.slips import damaged, valid_games
from tests.benchmarks.slips import is_possible as fits

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
    items = [Item(kind) for kind in KINDS]
    for place, laid in enumerate(record.cards):
        same = [Item(kind) for kind in KINDS if Item(kind) != laid.card] if isinstance(laid.card, Item) else others
        yield from (Slip(SlipKind.TYPED_AS_ANOTHER, place, card) for card in same)
        if place and story[place - 1] == laid.card:
            yield Slip(SlipKind.DOUBLED, place)
        if place + 1 < len(story):
            yield Slip(SlipKind.SWAPPED, place)
        for skills in range(len(laid.skills) + 1):
            yield from (Slip(SlipKind.LEFT_OUT, place, card, skills) for card in (*items, *others))
    yield from (Slip(SlipKind.LEFT_OUT, len(story), card) for card in (*items, *others))
    for index, note in enumerate(record.notes):
        if isinstance(note, RevealNote):
            yield Slip(SlipKind.WRONG_DECISION, index)
        else:
            uses = [use for use in _uses(note.use.hero, record.game.heroes) if use != note.use]
            yield from (Slip(SlipKind.WRONG_SKILL, index, use=use) for use in (None, *uses))
    yield from _forgotten(record)


def _forgotten(record: WrittenRecord) -> Iterator[Slip]:
    """Yield every skill that may have been forgotten, legal or not."""
    heroes = record.game.heroes
    slots = [*record.cards, *record.again]
    if ARVEDUI_MIRIEL in heroes:
        slots += [Laid(record.cards[0].card)]
    for hero in heroes:
        uses = [*_uses(hero, heroes)]
        for place, laid in enumerate(slots):
            for skills in range(len(laid.skills) + 1):
                yield from (Slip(SlipKind.FORGOTTEN_SKILL, place, None, skills, use) for use in uses)


def _uses(hero: HeroId, heroes: tuple[HeroId, ...]) -> Iterator[UseSkill]:
    """Yield every use of a skill, legal or not."""
    if hero == ROS_THANIR:
        for other in heroes:
            if other != ROS_THANIR:
                yield from (use._replace(hero=hero, borrowed=other) for use in _uses(other, heroes))
        return
    fewest, most = HEROES[hero].removes
    for size in range(fewest, min(most, 3) + 1):
        for remove in combinations_with_replacement(KINDS, size):
            yield from (UseSkill(hero, remove=remove, **said) for said in _arguments(HEROES[hero].argument))


def _arguments(argument: str) -> Iterator[dict[str, Any]]:
    """Yield every value of the argument of a skill."""
    values: list[Any] = [*KINDS]
    if argument == "discard":
        values = [one for size in range(6) for one in combinations(range(1, 6), size)]
    elif argument == "order":
        values = [one for size in range(1, 6) for one in permutations(range(1, size + 1))]
    yield from ({argument: value} for value in values) if argument else ({},)


def _touch_the_same(one: Slip, other: Slip) -> bool:
    """Return whether two slips concern the same card or the same note."""
    if SlipKind.FORGOTTEN_SKILL in (one.kind, other.kind):
        return _window_with_slips(one, other) or _window_with_slips(other, one)
    notes = (SlipKind.WRONG_DECISION, SlipKind.WRONG_SKILL)
    if (one.kind in notes) != (other.kind in notes):
        return False
    if one.kind in notes:
        return one.place == other.place
    if SlipKind.LEFT_OUT in (one.kind, other.kind):
        return False
    return bool(_places(one) & _places(other))


def _window_with_slips(one: Slip, other: Slip) -> bool:
    """Return whether a forgotten skill looks at cards that the other slip changes: the definition excludes that."""
    if one.use is None or one.kind is not SlipKind.FORGOTTEN_SKILL:
        return False
    if (one.use.borrowed or one.use.hero) not in (NINTRABASH, ZIGARAT_HO):
        return False
    return other.kind not in (SlipKind.WRONG_DECISION, SlipKind.WRONG_SKILL, SlipKind.FORGOTTEN_SKILL)


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
    object.__setattr__(game, "slots", chance.choice([2, 3, 8]))  # a small backpack breaks in a tiny story
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


HEROES_OF_A_ROUND: tuple[tuple[str, ...], ...] = (
    (),
    ("zaria-tearleaf", "tonk-redbeer"),
    ("tragurk",),
    ("nintrabash",),
    ("zigarat-ho",),
    ("garynor-the-belly",),
    ("ros-thanir", "fylee-stepshadow"),
    ("arvedui-miriel", "alan-ironstar"),
)


def _agree(chance: random.Random, heroes: tuple[str, ...], most: int) -> int | None:
    """Compare the search with trying all slips on a random record, and return the fewest slips."""
    while True:
        game, notes = recorded(chance, heroes)
        record = written_record(game, notes)
        if most == 1 or (len(game.story) <= 5 and fewest(record, 1) is None):
            break
    expected = fewest(record, most)
    found = nearest_readings(game, notes, missions=MISSIONS, most_slips=most, seconds=60)
    assert found.proved
    assert found.slips == expected, (game.story, notes, game.heroes)
    for reading in found.readings:
        assert is_possible(game, *corrected(record, reading.slips)), (game.story, notes, reading)
    return expected


@pytest.mark.parametrize("heroes", HEROES_OF_A_ROUND, ids=lambda heroes: "+".join(heroes) or "none")
def test_single_slips_agree_with_trying_all(heroes: tuple[str, ...]) -> None:
    chance = random.Random(f"single {heroes}")
    sizes = [_agree(chance, heroes, 1) for _ in range(40)]
    assert {0, 1} <= {*sizes}


PAIRS = [heroes for heroes in HEROES_OF_A_ROUND if ZIGARAT_HO not in heroes]
"""Trying all pairs with the orders of Zigarat Ho takes too long here."""


@pytest.mark.parametrize("heroes", PAIRS, ids=lambda heroes: "+".join(heroes) or "none")
def test_pairs_of_slips_agree_with_trying_all(heroes: tuple[str, ...]) -> None:
    chance = random.Random(f"pairs {heroes}")
    sizes = [_agree(chance, heroes, 2) for _ in range(4)]
    assert 2 in sizes


def test_no_more_slips_are_found_than_were_made() -> None:
    chance = random.Random("made")
    tried = 0
    for checked in [one for one in valid_games() if one.resolved and one.resolved.game and one.resolved.game.story]:
        made = damaged(checked, 2, chance)
        resolved = checked.resolved
        assert resolved is not None
        assert resolved.game is not None
        assert resolved.names is not None
        if fits(made) or len(made.story) < 30:
            continue
        game = resolved.game.with_changes(story=made.story)
        missions = resolved.names.cards.missions
        found = nearest_readings(game, made.notes, scenario=resolved.scenario, missions=missions, seconds=60)
        assert found.proved
        assert found.slips is not None
        assert found.slips <= 2
        tried += 1
    assert tried > 3
