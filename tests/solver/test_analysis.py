"""Analysis: against an exhaustive search, by laws that must hold, within limits, and in hand-written stories."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

import solver
from dtcli.rules import (
    REVEAL,
    Game,
    HeroId,
    RevealNote,
    SkillNote,
    apply,
    follow,
    score,
    start,
)
from dtcli.rules.cards import Effect
from dtcli.rules.decisions import Pay, Payment, RewardOffer
from dtcli.rules.items import Kind
from dtcli.rules.notes import Note
from dtcli.rules.rulings import TEN_HEROES, Borrowing, SpentRewards
from dtcli.rules.state import State
from solver.limits import LIMITS, Limits
from solver.line_notes import notes_of
from solver.model.expressions import NO, Amount
from solver.model.missions import KeptNotes
from solver.model.resolution import Aims
from solver.preference import Outcome, play
from solver.search import NO_BOUNDS, FoundLine, PriorBounds, Search, _highest_not_above, best_line
from solver.studies.analysis import Analysis, AnalysisProgress, Loss, Mark, _RevealFirstSearch, analyze
from tests.rules.game_builder import ALA, TONK, TRAG, ZARI, ZIG, adventure, discard, mission, take, use
from tests.rules.random_games import random_play
from tests.solver.exhaustive import TooManyPositions, best_rank
from tests.solver.exhaustive_analysis import (
    compare,
    judge,
    left_open,
    positions_of,
    random_notes,
    random_record,
)
from tests.solver.hand_written import small_board_game, survived
from tests.solver.small import small_game

FEW = 500
"""Games with more positions are left to the long comparison."""
Recorded = tuple[str, Game, tuple[Note, ...]]
"""A name for the failure message, and what is compared."""
CELLAR = "replays/games/cellar-lights.dt"
SMUDGED = "replays/games/the-smudged-line.dt"


def records(seeds: Iterable[int], heroes: tuple[HeroId, ...] | None = None) -> Iterator[Recorded]:
    """Return small games with a record of random legal choices."""
    for seed in seeds:
        game = small_game(Random(seed), heroes)
        yield f"seed {seed}, {heroes}", game, random_record(game, Random(f"record {seed}"))


def alone(seeds: Iterable[int]) -> Iterator[Recorded]:
    """Return such records with one hero or none: they are the quickest to search."""
    return (one for one in records(seeds) if len(one[1].heroes) <= 1)


def compared(recorded: Iterable[Recorded], *, enough: int, most: int = FEW) -> list[Analysis]:
    """Compare games that are not too large until there are enough."""
    done: list[Analysis] = []
    for name, game, notes in recorded:
        try:
            judged = compare(game, notes, most=most)
        except TooManyPositions:
            continue
        assert not judged.wrong, f"{name}: {'; '.join(judged.wrong)}"
        assert judged.analysis is not None
        done.append(judged.analysis)
        if len(done) == enough:
            return done
    pytest.fail(f"only {len(done)} games were compared, not {enough}")


# Against an exhaustive search


def test_without_heroes():
    done = compared(records(range(100), ()), enough=60)
    assert sum(len(one.mistakes) for one in done) >= 8


@pytest.mark.parametrize("hero", TEN_HEROES)
def test_each_hero(hero: HeroId):
    first = 1_000 + 100 * TEN_HEROES.index(hero)
    compared(records(range(first, first + 100), (hero,)), enough=8)


def test_several_heroes():
    several = (one for one in records(range(2_000, 2_400)) if len(one[1].heroes) > 1)
    done = compared(several, enough=24)
    assert sum(one.is_missed_skill for analysis in done for one in analysis.mistakes) >= 4


@pytest.mark.parametrize("effect", Effect)
def test_each_effect(effect: Effect):
    having = (one for one in records(range(3_000, 3_600)) if one[1].adventure and one[1].adventure.effect is effect)
    compared(having, enough=6)


@pytest.mark.parametrize("spent", SpentRewards)
@pytest.mark.parametrize("thanir", Borrowing)
def test_each_ruling_on_spent_rewards_and_loans(spent: SpentRewards, thanir: Borrowing):
    having = (
        one
        for one in records(range(4_000, 4_400))
        if one[1].heroes and (one[1].rulings.spent_rewards, one[1].rulings.thanir) == (spent, thanir)
    )
    compared(having, enough=8)


def test_records_that_break():
    breaking = (one for one in alone(range(5_000, 5_800)) if follow(*one[1:]).final.broken)
    done = compared(breaking, enough=24)
    losses = Counter(one.loss for analysis in done for one in analysis.mistakes)
    assert losses[Loss.BACKPACK] >= 6
    assert sum(one.best.outcome.broken for one in done) >= 3


def test_games_that_are_lost():
    with_a_goal = (one for one in alone(range(6_000, 6_800)) if one[1].goal or one[1].adventure)
    done = compared(with_a_goal, enough=60)
    losses = Counter(one.loss for analysis in done for one in analysis.mistakes)
    assert losses[Loss.GAME] >= 2
    assert sum(one.decisive is not None for one in done) >= 4


def test_records_in_which_something_was_forgotten():
    forgotten = (one for one in alone(range(7_000, 7_990)) if follow(*one[1:]).assumed)
    done = compared(forgotten, enough=24)
    assert sum(one.assumed for analysis in done for one in analysis.mistakes) >= 2


def test_records_that_a_forgotten_choice_leaves_open():
    done = compared(_open_records(range(8_000, 9_000)), enough=16)
    done += compared(_open_records(range(8_000, 9_000), (TRAG,)), enough=8)
    assert {type(one.open) for one in done} == {RewardOffer, Payment}


def _open_records(seeds: Iterable[int], heroes: tuple[HeroId, ...] | None = None) -> Iterator[Recorded]:
    for seed in seeds:
        game = small_game(Random(seed), heroes)
        notes = left_open(game, random_notes(game, Random(seed)))
        if notes is not None:
            yield f"seed {seed}, left open", game, notes


def test_payments():
    done = compared(_paying_records(range(9_000, 9_900)), enough=16)
    marks = {one.mark for analysis in done for one in analysis.judgements if isinstance(one.choice, Pay)}
    assert marks == {Mark.BEST, Mark.AS_GOOD, Mark.LOSS}


def _paying_records(seeds: Iterable[int]) -> Iterator[Recorded]:
    for seed in seeds:
        game = small_game(Random(seed), (TRAG,))
        notes = random_notes(game, Random(seed), 1.0)
        if any(isinstance(step.choice, Pay) for step in follow(game, notes, frames=True).steps):
            yield f"seed {seed}, with payments", game, notes


# Laws


def test_values_never_rise():
    falls = 0
    for name, game, notes in records(range(10_000, 10_100)):
        for work in (0, 1):
            reachable = [point.reachable.result.rank for point in judge(game, notes, Limits(work=work)).points]
            assert reachable == sorted(reachable, reverse=True), f"{name}, work {work}"
            falls += len(set(reachable)) > 1
    assert falls >= 20


def test_what_is_found_late_could_have_been_reached_from_the_beginning(monkeypatch):
    search = Search.line

    def line(self: Search, state: State, kept: KeptNotes | None = None, known: PriorBounds = NO_BOUNDS) -> FoundLine:
        """Find nothing at the beginning, as if a limit had been reached."""
        return search(self, state, kept, known) if state.revealed else self._plain(state, kept)

    monkeypatch.setattr(Search, "line", line)
    story = small_board_game("sword", mission("sword", "bow?"), mission("bow cup"), mission("bow"))
    analysis = judge(story, [RevealNote(2, take=Kind("bow")), RevealNote(3, discard=(Kind("bow"),))])
    assert [point.proved for point in analysis.points] == [False, False, True, True, True]
    assert reached(analysis) == [2, 2, 2, 1, 1]
    assert (analysis.best.outcome.missions, analysis.best.bound) == (2, 3)
    assert play(start(story), analysis.best.choices) == (analysis.best.final, analysis.best.outcome)


def test_what_was_kept_and_what_was_lost_make_what_could_be_reached():
    lost = 0
    for name, game, notes in records(range(10_000, 10_120)):
        analysis = judge(game, notes)
        ends = [one.reachable for one in analysis.points]
        if analysis.kept is None or any(end.broken for end in ends) or len({end.won for end in ends}) > 1:
            continue
        assert sum(one.missions for one in analysis.mistakes) + analysis.kept == analysis.reachable, name
        lost += bool(analysis.mistakes)
    assert lost >= 12


@pytest.fixture
def searches(monkeypatch) -> list[State]:
    """The positions that are searched from now on, without those whose value is known."""
    searched: list[State] = []
    search = Search._best

    def best(self: Search, state: State, kept: KeptNotes | None, known: PriorBounds) -> FoundLine:
        searched.append(state)
        return search(self, state, kept, known)

    monkeypatch.setattr(Search, "_best", best)
    return searched


def test_the_best_line_has_no_mistake_and_needs_no_second_search(searches):
    decisions = 0
    for seed in range(40):
        game = small_game(Random(seed))
        line = best_line(start(game)).choices
        searches.clear()
        analysis = judge(game, notes_of(start(game), line))
        assert {one.mark for one in analysis.judgements} <= {Mark.BEST}, seed
        assert analysis.recorded == analysis.best.outcome, seed
        assert len(searches) == 1, seed
        decisions += len(analysis.judgements)
    assert decisions >= 25


def test_all_answers_to_a_decision_behind_a_missed_skill_are_searched_at_once(searches):
    story = small_board_game("sword sword bow map", mission("bow map keys"), mission("bow"), heroes=(ALA,))
    missed, discarded = proved(story, RevealNote(5, discard=())).judgements
    assert missed.is_missed_skill
    assert (missed.reveal, missed.missions, discarded.mark) == (5, 1, Mark.BEST)
    assert [state.revealed for state in searches] == [0, 4]


def test_the_rest_of_a_record_can_be_played_from_every_position():
    for name, game, notes in records(range(11_000, 11_150)):
        run = follow(game, notes, frames=True)
        choices = [step.choice for step in run.steps]
        for number, state in enumerate(positions_of(game, notes)):
            assert play(state, choices[number:])[0] == run.final, name


@pytest.mark.parametrize("file", sorted(map(str, Path("replays/rulebook").iterdir())))
def test_the_games_of_the_rulebook_are_judged_as_they_are_scored(file: str):
    analysis = analyze(file)
    assert analysis.proved
    scored = analysis.question.recorded
    assert analysis.recorded is not None
    assert (analysis.recorded.missions, analysis.recorded.broken) == (scored.missions, scored.broken)


# Searches


def test_a_search_that_begins_with_a_reveal():
    compared = used = 0
    for seed in range(14_000, 14_150):
        chance = Random(seed)
        game = small_game(chance, tuple(chance.sample(TEN_HEROES, chance.choice([1, 1, 2]))))
        for gap, behind in _reveals_with_a_decision(game, chance):
            try:
                rank = best_rank(behind, FEW)
            except TooManyPositions:
                continue
            found = _RevealFirstSearch(LIMITS).behind_reveal(gap, behind, NO_BOUNDS)
            assert (found.outcome.rank, found.proved) == (rank, True), f"seed {seed}, after reveal {gap.revealed}"
            assert play(behind, found.choices) == (found.final, found.outcome)
            compared += 1
            used += bool(found.outcome.skills)
    assert compared >= 30
    assert used >= 2


def _reveals_with_a_decision(game: Game, chance: Random) -> Iterator[tuple[State, State]]:
    for step in random_play(game, chance):
        if step.before.pending is None and step.before.unused:
            behind = apply(step.before, REVEAL)
            if behind.pending is not None:
                yield step.before, behind


def test_a_plan_that_comes_too_late_leaves_one_search_for_each_answer(monkeypatch, searches):
    monkeypatch.setattr("solver.studies.analysis._reveal_first", lambda _resolution: None)
    story = small_board_game("sword sword bow map", mission("bow map keys"), mission("bow"), heroes=(ALA,))
    missed, discarded = proved(story, RevealNote(5, discard=())).judgements
    assert (missed.reveal, missed.missions, discarded.mark) == (5, 1, Mark.BEST)
    assert [state.revealed for state in searches] == [0, 4, 5, 5, 5, 5]


def test_what_is_known_changes_nothing_about_the_answer():
    tight = 0
    for seed in range(13_000, 13_100):
        chance = Random(seed)
        state = start(small_game(chance))
        best = best_line(state).outcome
        line = tuple(step.choice for step in random_play(state.game, chance))
        ceiling = _no_worse(best, chance)
        found = best_line(state, known=PriorBounds(line, ceiling))
        assert (found.outcome.rank, found.proved) == (best.rank, True), f"seed {seed}, {ceiling}"
        tight += ceiling.result.rank == best.result.rank
    assert tight >= 10


def _no_worse(best: Outcome, chance: Random) -> Outcome:
    """Return a random outcome that is as good or better."""
    while True:
        broken, won = chance.choice([best.broken, False]), chance.choice([best.won, best.won is not None or None])
        missions = best.missions + chance.choice([-1, 0, 0, 1])
        ceiling = Outcome(broken, won, missions, *(chance.choice([0, 1, 2]) for _ in range(3)))
        if ceiling.rank >= best.rank:
            return ceiling


def test_a_ceiling_does_not_hide_a_line_that_needs_zigarat_ho():
    """Tonk needs the torch early; a rough model ignores the order of items in a run."""
    state = start(small_board_game("bow sword potion torch", slots=3, heroes=(ZIG, TONK)))
    found = best_line(state, known=PriorBounds(ceiling=survived(0, skills=1, discards=1)))
    assert (found.outcome, found.proved) == (survived(0, skills=2), True)


def test_values_that_a_model_cannot_reach_still_part_the_better_lines_from_the_others():
    aims = Aims(NO, *(Amount(0, {}, 0, hi) for hi in (2, 1, 2, 1)))
    lines = list(product(range(2), range(3), range(2), range(3), range(2)))
    for values in product(range(2), range(5), range(4), range(4), range(4)):
        highest = _highest_not_above(aims, values)
        for line in lines:
            assert (aims.total(line) <= highest) is (_preference(line) <= _preference(values)), f"{line}, {values}"


def _preference(values: tuple[int, ...]) -> tuple[int, ...]:
    won, missions, *costs = values
    return won, missions, *(-cost for cost in costs)


# Limits


def test_within_limits_nothing_is_said_that_is_not_proved():
    seen: Counter[Mark] = Counter()
    for name, game, notes in alone(range(12_000, 12_160)):
        try:
            ranks = {state: best_rank(state, FEW) for state in positions_of(game, notes)}
        except TooManyPositions:
            continue
        analysis = judge(game, notes, Limits(work=0))
        for point in analysis.points:
            assert point.reachable.rank <= ranks[point.state], name
            assert not point.proved or point.reachable.rank == ranks[point.state], name
        for one in analysis.judgements:
            assert not one.before.proved or one.before.outcome.rank == ranks[one.state], name
            assert (one.mark is Mark.UNKNOWN) is not (one.before.proved and one.after.proved), name
            assert one.mark is not Mark.UNKNOWN or (one.loss, one.missions) == (None, 0), name
            seen[one.mark] += 1
    assert seen[Mark.UNKNOWN] >= 15


def test_a_value_that_is_not_proved_is_not_hidden_behind_a_reveal(monkeypatch):
    search = Search.line

    def line(self: Search, state: State, kept: KeptNotes | None = None, known: PriorBounds = NO_BOUNDS) -> FoundLine:
        """Reach a limit at the second reveal."""
        return search(self, state, kept, known)._replace(proved=state.revealed != 2)

    monkeypatch.setattr(Search, "line", line)
    analysis = judge(small_board_game("sword", mission("bow"), "map", heroes=(ZARI,)), ())
    assert analysis.best.proved
    assert not analysis.judgements
    assert [point.proved for point in analysis.points] == [True, True, False, True]
    assert not analysis.proved


def test_a_record_that_is_better_than_what_was_found_is_the_best_that_is_known():
    story = small_board_game("sword", mission("sword", "bow?"), mission("bow"))
    analysis = judge(story, [RevealNote(2, take=Kind("bow"))], Limits(work=0))
    assert analysis.best.outcome == analysis.recorded == survived(2, tokens=1)
    assert not analysis.best.proved


def test_the_end_of_a_record_is_certain_even_if_nothing_before_it_is():
    analysis = analyze(CELLAR, limits=Limits(work=0))
    assert [point.proved for point in analysis.points] == [False] * (len(analysis.points) - 1) + [True]
    assert {one.mark for one in analysis.judgements} == {Mark.UNKNOWN}
    assert not analysis.mistakes
    assert not analysis.proved


def test_an_open_record_within_limits():
    analysis = analyze(SMUDGED, limits=Limits(work=0))
    assert not analysis.proved
    assert play(analysis.points[-1].state, analysis.answer)[0].over


@pytest.mark.parametrize("place", ["solver.search.Resolution", "solver.studies.analysis.graft"])
def test_ctrl_c_leaves_what_has_been_found(monkeypatch, place):
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    story = small_board_game("sword", mission("sword", "bow?"), mission("bow"), mission("cup"))
    module, name = place.rsplit(".", 1)
    original = getattr(__import__(module, fromlist=[name]), name)
    calls: list[object] = []

    def once(*given: object, **named: object) -> object:
        calls.append(given)
        return interrupt() if len(calls) == 1 else original(*given, **named)

    monkeypatch.setattr(place, once)
    analysis = judge(story, [RevealNote(2, take=None)])
    assert analysis.interrupted
    assert not analysis.proved
    assert analysis.recorded is not None
    assert analysis.recorded.missions == 1


def test_it_is_told_how_far_the_analysis_has_come(monkeypatch):
    monkeypatch.setattr("solver.cpsat.TICK", 0.001)
    heard: list[AnalysisProgress] = []
    analysis = analyze(CELLAR, on_progress=heard.append)
    steps = follow(analysis.question.game, analysis.question.notes, frames=True).steps
    assert {one.steps for one in heard} == {len(steps)}
    assert [one.step for one in heard] == sorted(one.step for one in heard)
    assert heard[0].step == 0 < heard[-1].step <= len(steps)


def test_an_invalid_replay_is_refused():
    with pytest.raises(solver.InvalidReplay, match="unknown item 'swrod'"):
        analyze({"format": "dungeon-time/replay/1", "story": ["swrod"]})


# Stories


def proved(game: Game, *notes: Note) -> Analysis:
    """Return the analysis of a hand-written game, which must be complete and proved."""
    assert not follow(game, notes).refusals
    analysis = judge(game, notes)
    assert analysis.proved
    return analysis


def reached(analysis: Analysis) -> list[int | None]:
    """Return how many missions could still be completed after each reveal, None if every line breaks."""
    return [None if point.reachable.broken else point.reachable.missions for point in analysis.points]


def test_a_reward_that_should_have_been_taken():
    analysis = proved(
        small_board_game("sword", mission("sword", "bow?"), "map", mission("bow")), RevealNote(2, take=None)
    )
    (mistake,) = analysis.mistakes
    assert (mistake.reveal, mistake.choice) == (2, take(None))
    assert (mistake.loss, mistake.missions, mistake.takes_the_game) == (Loss.MISSIONS, 1, False)
    assert mistake.before.choices[0] == take("bow")
    assert (analysis.kept, analysis.reachable) == (1, 2)
    assert reached(analysis) == [2, 2, 1, 1, 1]
    assert analysis.decisive is None


def test_a_reward_that_breaks_the_backpack():
    story = small_board_game("sword", mission("sword", "cup?"), "bow map", slots=2)
    analysis = proved(story, RevealNote(2, take=Kind("cup")))
    (mistake,) = analysis.mistakes
    assert (mistake.reveal, mistake.choice, mistake.loss) == (2, take("cup"), Loss.BACKPACK)
    assert analysis.decisive == mistake
    assert (analysis.kept, analysis.reachable) == (0, 1)
    assert reached(analysis) == [1, 1, None, None, None]


def test_a_discard_of_something_that_was_needed():
    analysis = proved(
        small_board_game("sword", mission("sword bow"), mission("sword")), RevealNote(2, discard=(Kind("sword"),))
    )
    (mistake,) = analysis.mistakes
    assert (mistake.choice, mistake.loss, mistake.missions) == (discard("sword"), Loss.MISSIONS, 1)
    assert mistake.before.choices[0] == discard()


def test_a_forgotten_discard_is_judged_as_the_default():
    story = small_board_game("sword", mission("sword bow"), "cup", slots=1)
    analysis = proved(story)
    (mistake,) = analysis.mistakes
    assert (mistake.choice, mistake.assumed, mistake.loss) == (discard(), True, Loss.BACKPACK)
    assert mistake.before.choices[0] == discard("sword")
    (written,) = proved(story, RevealNote(2, discard=())).mistakes
    assert written == mistake._replace(assumed=False)


def test_tonk_is_missed_before_the_card_that_breaks_the_backpack():
    analysis = proved(small_board_game("torch sword bow map", mission("sword bow map"), slots=2, heroes=(TONK,)))
    (mistake,) = analysis.judgements
    assert mistake.is_missed_skill
    assert (mistake.reveal, mistake.choice, mistake.loss) == (3, REVEAL, Loss.BACKPACK)
    assert mistake.before.choices[0] == use(TONK)
    assert reached(analysis) == [1, 1, 1, None]


def test_alan_is_missed_before_the_last_mission_that_he_could_have_solved():
    story = small_board_game(
        "sword sword sword", mission("bow"), "map", mission("cup"), mission("sword"), heroes=(ALA,)
    )
    analysis = proved(story)
    (mistake,) = analysis.judgements
    assert mistake.is_missed_skill
    assert (mistake.reveal, mistake.loss, mistake.missions) == (6, Loss.MISSIONS, 1)
    assert mistake.before.choices[0] == use(ALA)
    assert reached(analysis) == [2, 2, 2, 2, 2, 2, 1, 1]


def test_zaria_is_missed_before_the_last_mission_and_not_before_the_item_ahead_of_it():
    analysis = proved(small_board_game(mission("bow"), "cup", mission("map"), "gold", heroes=(ZARI,)))
    (mistake,) = analysis.judgements
    assert mistake.is_missed_skill
    assert (mistake.reveal, mistake.missions) == (3, 1)
    assert mistake.before.choices[0] == use(ZARI, guess="map")


def test_a_mission_that_is_out_of_reach_leaves_the_skills_for_the_others_free():
    """The value before is two missions with two skills; after it one mission is possible with a single skill."""
    story = small_board_game(mission("book"), "bow gold map", mission("bow gold keys"), heroes=(ZARI, TRAG), tokens=0)
    first, second = proved(story).mistakes
    assert (first.before.outcome, first.after.outcome) == (survived(2, skills=2), survived(1, skills=1))
    assert (second.before.outcome, second.after.outcome) == (survived(1, skills=1), survived(0))


def test_a_skill_that_is_not_needed_is_not_missed():
    assert not proved(small_board_game("sword", mission("sword"), heroes=(ZARI,))).judgements


def test_a_skill_that_is_used_too_early():
    story = small_board_game("sword", mission("sword"), mission("bow"), heroes=(ZARI,))
    analysis = proved(story, SkillNote(2, use(ZARI, guess="sword")))
    (mistake,) = analysis.judgements
    assert not mistake.is_missed_skill
    assert (mistake.reveal, mistake.loss, mistake.missions) == (2, Loss.MISSIONS, 1)
    assert (mistake.before.outcome.skills, mistake.after.outcome.skills) == (1, 0)
    assert reached(analysis) == [2, 2, 1, 1]


def test_what_the_adventure_asks_to_hold_is_discarded():
    scroll = adventure("map", hold="cup", complete=False)
    analysis = proved(small_board_game("cup", mission("cup bow"), scroll), RevealNote(2, discard=(Kind("cup"),)))
    (mistake,) = analysis.mistakes
    assert (mistake.choice, mistake.loss, mistake.missions) == (discard("cup"), Loss.GAME, 0)
    assert analysis.decisive == mistake
    assert (analysis.best.outcome.won, analysis.recorded.won) == (True, False)


def test_more_missions_and_yet_the_game_is_lost():
    scroll = adventure("map", hold="cup", complete=False)
    story = small_board_game("sword", mission("sword", "cup/bow"), mission("bow"), scroll)
    (mistake,) = proved(story, RevealNote(2, take=Kind("bow"))).mistakes
    assert (mistake.loss, mistake.missions) == (Loss.GAME, -1)


def test_the_decisive_mistake_is_the_first_that_takes_the_game():
    second = mission("bow map", "gold?")
    story = small_board_game("sword", mission("sword", "bow?"), "map", second, "cup torch", goal=2, slots=2)
    analysis = proved(story, RevealNote(2, take=None), RevealNote(4, discard=()))
    assert [one.loss for one in analysis.mistakes] == [Loss.GAME, Loss.BACKPACK]
    assert analysis.decisive == analysis.mistakes[0]


def test_a_token_for_nothing_is_as_good():
    analysis = proved(small_board_game("sword", mission("sword", "bow?")), RevealNote(2, take=Kind("bow")))
    (judgement,) = analysis.judgements
    assert (judgement.mark, judgement.loss, judgement.missions) == (Mark.AS_GOOD, None, 0)
    assert not analysis.mistakes
    assert (analysis.recorded.tokens, analysis.best.outcome.tokens) == (1, 0)


def test_a_discard_and_a_skill_for_nothing_are_as_good():
    story = small_board_game("sword", mission("sword bow"), heroes=(ZARI,))
    notes = (SkillNote(1, use(ZARI, guess="cup")), RevealNote(2, discard=(Kind("sword"),)))
    judgements = proved(small_board_game("sword", mission("sword bow bow"), goal=0), notes[1]).judgements
    assert [one.mark for one in judgements] == [Mark.AS_GOOD]
    used, discarded = proved(story, *notes).judgements
    assert (used.mark, discarded.mark) == (Mark.LOSS, Mark.AS_GOOD)
    assert used.missions == 1


def test_the_better_of_two_ways_to_the_same_result_is_best():
    story = small_board_game("sword", mission("sword", "bow?"), mission("bow", "cup?"))
    notes = (RevealNote(2, take=Kind("bow")), RevealNote(3, take=None))
    assert [one.mark for one in proved(story, *notes).judgements] == [Mark.BEST, Mark.BEST]


def test_a_story_without_decisions():
    analysis = proved(small_board_game("sword bow", mission("sword")))
    assert not analysis.judgements
    assert analysis.recorded == analysis.best.outcome
    assert reached(analysis) == [1, 1, 1, 1]


def test_an_empty_story():
    analysis = proved(small_board_game())
    assert (analysis.judgements, analysis.kept, analysis.reachable) == ((), 0, 0)
    assert reached(analysis) == [0]


def test_another_goal_makes_another_mistake():
    won, lost = (analyze(CELLAR, solver.Terms(goal=goal)) for goal in (9, 10))
    assert won.decisive is None
    assert lost.decisive is not None
    assert lost.decisive.loss is Loss.GAME


# Open games


def test_a_forgotten_choice_ends_the_record_and_is_answered():
    story = small_board_game("sword", mission("sword", "bow/cup"), "map", mission("cup"))
    analysis = proved(story)
    assert analysis.open == RewardOffer(2, story.story[1], (Kind("bow"), Kind("cup")), may_decline=False)
    assert (analysis.recorded, analysis.kept, analysis.reachable) == (None, None, 2)
    assert analysis.answer[0] == take("cup")
    assert not analysis.judgements
    assert reached(analysis) == [2, 2, 2]


def test_a_mistake_before_the_forgotten_choice_is_judged():
    story = small_board_game("sword", mission("sword", "keys?"), "map", mission("map", "bow/cup"), mission("keys cup"))
    analysis = proved(story, RevealNote(2, take=None))
    (mistake,) = analysis.mistakes
    assert (mistake.reveal, mistake.missions) == (2, 1)
    assert isinstance(analysis.open, RewardOffer)
    assert analysis.points[-1].reachable.missions == 2


def test_a_replay_with_a_smudged_line():
    analysis = analyze(SMUDGED)
    assert analysis.proved
    assert analysis.open is not None
    assert analysis.points[-1].state.pending == analysis.open
    assert analysis.question.recorded == score(follow(analysis.question.game, analysis.question.notes))
