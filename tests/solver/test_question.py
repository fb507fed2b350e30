"""Questions about a replay: from a reveal on, without skills, with skills only, for another goal."""

import json
from collections.abc import Iterator
from random import Random

import pytest

import solver
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load, parse
from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules import Discard, Mission, RevealNote, State, Take, UseSkill, follow, options, start
from dtcli.rules.decisions import Choice, Failure, RewardOffer
from dtcli.rules.items import Kind, Pile
from dtcli.rules.notes import UNSAID
from dtcli.rules.rulings import TEN_HEROES
from solver.limits import Limits
from solver.model.missions import KeptNotes
from solver.preference import outcome_of
from solver.question import InvalidReplay, Terms, ask, merged
from solver.search import Disagreement, best_line
from solver.studies.analysis import analyze
from solver.studies.repair import repair
from tests.solver import exhaustive
from tests.solver.small import small_game

CELLAR = "replays/games/cellar-lights.dt"
LAST = "replays/games/the-last-level.dt"
SMUDGED = "replays/games/the-smudged-line.dt"
NAPKIN = "replays/games/on-a-napkin.dt"


# The library


def test_best_takes_whatever_a_replay_can_be():
    document = load(CELLAR)
    checked = check(document)
    asked = (CELLAR, document, checked, document.data, checked.resolved.game)
    answers = [solver.best(one) for one in asked]
    assert {answer.outcome for answer in answers} == {answers[0].outcome}
    assert answers[0].outcome.missions == 11


def test_an_invalid_replay_is_refused_with_its_problems():
    with pytest.raises(solver.InvalidReplay, match="unknown item 'swrod'") as error:
        solver.best({"format": "dungeon-time/replay/1", "story": ["swrod"]})
    assert [problem.code for problem in error.value.problems] == ["DT204"]


def test_a_name_that_solver_does_not_have():
    with pytest.raises(AttributeError, match="nonsense"):
        _ = solver.nonsense


def test_the_notes_replay_to_the_promised_outcome():
    answer = solver.best(CELLAR)
    run = follow(answer.question.game, answer.notes)
    assert not run.refusals
    assert not run.assumed
    assert (run.final.completed, run.final.broken) == (11, False)


def test_a_disagreement_is_never_an_answer(monkeypatch):
    monkeypatch.setattr("solver.search.execute_plan", lambda _plan, state: [next(iter(options(state)))])
    with pytest.raises(Disagreement, match="the model promised"):
        solver.best(CELLAR)


# Where the search begins


def test_what_was_recorded_up_to_a_reveal_is_kept():
    question = ask(CELLAR, solver.Terms(keep=20))
    assert question.start.revealed == 20
    answer = solver.best(CELLAR, solver.Terms(keep=20))
    assert answer.notes[: len(question.kept)] == question.kept


@pytest.mark.parametrize(("file", "keep"), [(CELLAR, 0), (CELLAR, 20), (NAPKIN, 99), (SMUDGED, 42)])
def test_the_outcome_counts_the_whole_line(file, keep):
    answer = solver.best(file, solver.Terms(keep=keep))
    assert answer.outcome == outcome_of(follow(answer.question.game, answer.notes, frames=True))


def test_what_was_assumed_up_to_there_is_written_out():
    answer = solver.best(NAPKIN, solver.Terms(keep=99))
    assert not answer.choices
    run = follow(answer.question.game, answer.notes)
    assert (run.assumed, run.final.completed) == ((), 9)


def test_a_forgotten_choice_without_default_is_free():
    open_at = follow(*_game_and_notes(SMUDGED)).open.at
    answer = solver.best(SMUDGED, solver.Terms(keep=open_at))
    assert answer.question.start.pending is not None
    run = follow(answer.question.game, answer.notes)
    assert not run.refusals
    assert run.final == answer.final


def _game_and_notes(file):
    resolved = check(load(file)).resolved
    return resolved.game, resolved.notes


def test_notes_on_one_reveal_are_put_together():
    sword = Kind("sword")
    assert merged([RevealNote(3, take=sword), RevealNote(2, discard=()), RevealNote(3, waive=(sword,))]) == (
        RevealNote(2, discard=()),
        RevealNote(3, take=sword, waive=(sword,)),
    )
    assert merged([RevealNote(3, tokens=()), RevealNote(3, take=None)]) == (RevealNote(3, take=None, tokens=()),)


# Who may act


def test_another_goal_changes_what_winning_is():
    assert solver.best(CELLAR, solver.Terms(goal=11)).outcome.won is True
    assert solver.best(CELLAR, solver.Terms(goal=12)).outcome.won is False


def test_limits_are_told_apart_from_proofs():
    answer = solver.best(LAST, limits=Limits(work=0.001))
    assert answer.status == "feasible"
    assert answer.outcome.missions <= answer.bound


def _decided(state: State, kept: dict[Mission, RevealNote]) -> Iterator[Choice]:
    """Return the options if only skills are free: as noted, or else by default."""
    decision = state.decision
    if not isinstance(decision, RewardOffer | Failure):
        yield from options(state)
        return
    note = kept.get(decision.quest, RevealNote(0))
    if isinstance(decision, Failure):
        wanted = Pile.of(*(note.discard or ()))
        held = Pile({kind: min(n, decision.present[kind]) for kind, n in wanted.items()})
        yield from (
            choice for choice in options(state) if isinstance(choice, Discard) and Pile.of(*choice.kinds) == held
        )
    elif note.take is not UNSAID and note.take in decision.kinds:
        yield Take(note.take)
    elif decision.may_decline or not decision.kinds:
        yield Take(None)
    else:
        yield from options(state)


def test_with_skills_only_the_rest_is_as_noted(monkeypatch):
    compared = used = 0
    for seed in range(70):
        chance = Random(seed)
        game = small_game(chance, (chance.choice(TEN_HEROES),))
        kinds = list(game.kinds)
        kept = {
            card: RevealNote(
                0,
                take=chance.choice([UNSAID, None, *kinds[:3]]),
                discard=tuple(chance.sample(card.needs, chance.randint(0, len(card.needs)))),
            )
            for card in game.story
            if isinstance(card, Mission) and chance.random() < 0.7
        }
        monkeypatch.setattr(exhaustive, "options", lambda state, kept=kept: _decided(state, kept))
        try:
            rank = exhaustive.best_rank(start(game), 4000)
        except exhaustive.TooManyPositions:
            continue
        by_place = {place: kept[card] for place, card in enumerate(game.story) if card in kept}
        found = best_line(start(game), kept=KeptNotes(by_place))
        assert found.outcome.rank == rank, seed
        compared += 1
        used += any(isinstance(choice, UseSkill) for choice in found.choices)
    assert compared > 40
    assert used > 8


def test_the_answer_can_be_put_into_the_replay():
    data = load(CELLAR).data
    terms = solver.Terms(goal=9)
    answer = solver.best(data, terms)
    whole = solver.solved_replay(data, answer, terms)
    assert json.loads(json.dumps(whole["choices"])) == [
        json.loads(json.dumps(choice_entry(note))) for note in answer.notes
    ]
    assert whole["goal"] == 9
    again = check(load(CELLAR)._replace(data=whole))
    assert (again.agrees, again.score.missions, again.score.assumed) == (True, 11, 0)


ILLEGAL = "goal: 2\n\nbow\n2 sword\nmission A: bow + 2 sword -> shield?  | fail\nmission B: shield  | take cup\n"


def test_a_legal_story_can_be_solved_whatever_is_wrong_with_its_choices():
    document = parse(ILLEGAL, suffix=".dt")
    answer = solver.best(check(document))
    assert (answer.outcome.missions, answer.outcome.won, answer.question.recorded) == (2, True, None)
    repaired = repair(check(document))
    assert (repaired.recorded, repaired.repaired_line.outcome.won) == (None, True)
    with pytest.raises(InvalidReplay):
        analyze(check(document))


@pytest.mark.parametrize("terms", [Terms(keep=1), Terms(only_heroes=True)])
def test_terms_that_keep_a_record_need_a_legal_one(terms):
    with pytest.raises(InvalidReplay):
        ask(check(parse(ILLEGAL, suffix=".dt")), terms, needs_record=False)


def test_an_illegal_story_is_never_solved():
    with pytest.raises(InvalidReplay):
        solver.best(check(parse("5 sword\nmission A: sword", suffix=".dt")))


@pytest.mark.parametrize("goal", ["", "goal: 1\n", "goal: 4\n"], ids=["no goal", "always won", "open"])
def test_a_record_with_unknown_missions_that_the_default_contradicts_is_kept_in_a_legal_reading(goal):
    two_shields = "bow\nsword\nmission A: bow -> shield?\nmission B: sword -> shield?\nmission C: shield -> cup"
    document = parse(f"{goal}{two_shields}  | take cup\nmission D: shield\n", suffix=".dt")
    terms = Terms(keep=5)
    answer = solver.best(check(document), terms)
    assert (answer.question.recorded.missions, answer.outcome.missions) == (None, 3)
    again = check(document._replace(data=solver.solved_replay(document.data, answer, terms)))
    assert again.is_valid
    assert again.score.missions == 3
