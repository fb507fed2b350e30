"""Silent choices against every reading of the record, one by one."""

from random import Random

import pytest

from dtcli.rules.notes import RevealNote
from dtcli.rules.silent_choices import Readings, TooManyReadings, read
from tests.rules.game_builder import TRAG, mission
from tests.rules.game_builder import game as game_of
from tests.solver.exhaustive_bounds import forget, full_record, packed_game
from tests.solver.exhaustive_readings import every_reading, wrong


@pytest.mark.parametrize(("seeds", "heroes"), [(range(1000, 1250), None), (range(150), (TRAG,))])
def test_inferred_is_what_all_readings_agree_on(seeds, heroes):
    inferred = assumed = several = 0
    for seed in seeds:
        chance = Random(seed)
        game = packed_game(chance, heroes)
        notes = forget(full_record(game, chance), chance)
        assert not list(wrong(game, notes)), seed
        found = read(game, notes)
        if not isinstance(found, Readings):  # tokens alone beside a failure are refused
            continue
        inferred += sum(filled.because is not None for filled in found.filled)
        assumed += sum(filled.because is None for filled in found.filled)
        several += len(every_reading(game, notes)) > 1
    assert min(inferred, assumed, several) > 5


def test_a_limit_is_a_limit():
    chance = Random(1003)
    game = packed_game(chance, None)
    while not (found := read(game, notes := forget(full_record(game, chance), chance))).filled:
        assert isinstance(found, Readings)
    with pytest.raises(TooManyReadings):
        read(game, notes, work=1)


def test_recorded_choices_count_as_work():
    game = game_of("sword", mission("sword bow"), *[mission("torch") for _ in range(50)])
    assert isinstance(read(game, (), work=200), Readings)
    with pytest.raises(TooManyReadings):  # each takes five times as long as a card without a note
        read(game, tuple(RevealNote(at, discard=()) for at in range(3, 53)), work=200)
