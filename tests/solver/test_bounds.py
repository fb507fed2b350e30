"""``score --bounds``: what forgotten choices allow, against following every complete record there is."""

from itertools import islice
from random import Random

import pytest

from dtcli.rules import Discard, Game, Item, Kind, Take, apply, follow, start
from dtcli.rules.choices import Choice, Failure, Gap, Payment, RewardOffer
from dtcli.rules.notes import Note, Writer
from dtcli.rules.resolution import options
from dtcli.rules.state import State
from solver.bounds import Bounds, Ending, TooMany, bounds
from solver.outcome import won
from tests.rules.stories import random_play
from tests.rules.table_talk import KINDS, mission
from tests.solver.small import small_game


def ending(state: State) -> Ending:
    return Ending(state.broken, won(state), state.completed)


def every_record(game: Game, notes: tuple[Note, ...], most: int = 4000) -> list[Ending]:
    """Return the endings of all complete records that contain these notes, by trying every choice there is."""
    found: list[Ending] = []

    def go(state: State, path: list[tuple[State, Choice]]) -> None:
        if len(found) >= most:
            raise TooMany
        if state.over:
            writer = Writer()
            for before, choice in path:
                writer.write(before, choice)
            if _contains(writer.notes, notes) and not follow(game, notes_of(path)).refusals:
                found.append(ending(state))
            return
        for choice in options(state):
            if isinstance(state.decision, Gap) and _too_many_skills(state, choice, notes):
                continue
            go(apply(state, choice), [*path, (state, choice)])

    go(start(game), [])
    return found


def notes_of(path: list[tuple[State, Choice]]) -> tuple[Note, ...]:
    writer = Writer()
    for before, choice in path:
        writer.write(before, choice)
    return writer.notes


def _too_many_skills(state: State, choice: Choice, notes: tuple[Note, ...]) -> bool:
    from dtcli.rules import SkillNote, UseSkill

    return isinstance(choice, UseSkill) and SkillNote(state.revealed + 1, choice) not in notes


def _contains(whole: tuple[Note, ...], notes: tuple[Note, ...]) -> bool:
    return set(notes) <= set(whole)


def forget(notes: tuple[Note, ...], chance: Random) -> tuple[Note, ...]:
    """Return the notes without some of those on missions; skills are always written down."""
    return tuple(note for note in notes if hasattr(note, "use") or chance.random() < 0.4)


def test_the_bounds_are_those_of_all_complete_records():
    compared = open_ones = 0
    for seed in range(160):
        chance = Random(seed)
        game = small_game(chance, ())
        path = [(step.before, step.choice) for step in random_play(game, chance)]
        if any(isinstance(before.decision, Payment) for before, _ in path):
            continue  # a payment says several things at once, and only some of them may be forgotten
        kept = forget(notes_of(path), chance)
        try:
            endings = every_record(game, kept)
        except TooMany:
            continue
        found = bounds(game, kept)
        assert found is not None
        assert found.range.lowest.rank == min(end.rank for end in endings)
        assert found.range.highest.rank == max(end.rank for end in endings)
        assert (found.decides is None) == (found.range.lowest == found.range.highest)
        compared += 1
        open_ones += found.decides is not None
    assert compared > 60
    assert open_ones > 5


def story(*cards: object) -> Game:
    return Game(KINDS, tuple(Item(Kind(card)) if isinstance(card, str) else card for card in cards))


def test_the_forgotten_choice_that_decides_is_named():
    game = story("bow", mission("bow", "sword?"), mission("sword"))
    found = bounds(game, ())
    assert isinstance(found, Bounds)
    assert found.range == ((False, None, 1), (False, None, 2))
    assert found.decides is not None
    assert isinstance(found.decides.decision, RewardOffer)
    assert {choice: reached.highest.missions for choice, reached in found.decides.answers} == {
        Take(None): 1,
        Take(Kind("sword")): 2,
    }


def test_one_that_makes_no_difference_is_passed_over():
    game = story("bow", mission("bow", "cup?"), "sword", mission("sword map"), mission("sword"))
    found = bounds(game, ())
    assert found is not None
    assert found.decides is not None
    assert isinstance(found.decides.decision, Failure)
    assert dict(found.decides.answers)[Discard((Kind("sword"),))].highest.missions == 1


def test_answers_that_the_record_rules_out_do_not_count():
    game = story("bow", mission("bow", "sword?"), mission("sword", "cup?"))
    later = Writer()
    state = start(game)
    for choice in islice(_taking_all(state), 20):
        if state.revealed == 3 and not isinstance(state.decision, Gap):
            later.write(state, choice)
        state = apply(state, choice)
        if state.over:
            break
    found = bounds(game, later.notes)  # the cup was taken, so the sword must have been
    assert found is not None
    assert found.range.lowest == found.range.highest == Ending(broken=False, won=None, missions=2)


def _taking_all(state: State):
    while True:
        *_, last = options(state) if not isinstance(state.decision, Gap) else [next(iter(options(state)))]
        yield last
        state = apply(state, last)
        if state.over:
            return


def test_too_many_ways_are_said_to_be_too_many(monkeypatch):
    monkeypatch.setattr("solver.bounds.MOST_POSITIONS", 1)
    with pytest.raises(TooMany):
        bounds(story("bow", mission("bow", "sword?"), "map", mission("map", "cup?")), ())
