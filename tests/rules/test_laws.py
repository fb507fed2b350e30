"""Laws that hold in every game, tried on random stories with random legal choices."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from dtcli.rules import (
    REVEAL,
    Discard,
    Game,
    IllegalChoice,
    Item,
    Mission,
    Pay,
    Reveal,
    RewardRule,
    Score,
    State,
    Status,
    Take,
    UseSkill,
    advance,
    apply,
    follow,
    options,
    start,
    why_not,
)
from dtcli.rules.cards import Effect
from dtcli.rules.decisions import Failure, Gap, Payment, RewardOffer
from dtcli.rules.notes import Writer, moment
from dtcli.rules.rulings import TEN_HEROES, Borrowing, SpentRewards
from dtcli.rules.state import EventKind
from tests.rules.game_builder import FYL, KINDS, outcome
from tests.rules.random_games import any_choice, chances, games, notes_of, random_game, random_play, some_options

law = settings(
    derandomize=True,
    max_examples=150,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


# Options


@law
@given(games(), chances)
def test_law_every_option_is_legal_and_can_be_applied(played: Game, chance: Random):
    for step in random_play(played, chance):
        found = some_options(step.before, chance)
        assert found
        for choice in found:
            assert why_not(step.before, choice) is None
        for choice in chance.sample(found, min(4, len(found))):
            assert apply(step.before, choice) != step.before


@law
@given(games(), chances)
def test_law_no_option_is_offered_twice(played: Game, chance: Random):
    for step in random_play(played, chance):
        found = some_options(step.before, chance)
        assert len(found) == len(set(found))


@law
@given(games(), chances)
def test_law_options_of_one_question_lead_to_different_states(played: Game, chance: Random):
    for step in random_play(played, chance):
        if not isinstance(step.before.decision, Gap):
            results = [apply(step.before, choice) for choice in options(step.before)]
            assert len(results) > 1
            assert len(set(results)) == len(results)


@law
@given(games(), chances)
def test_law_nothing_legal_is_missing_from_the_options(played: Game, chance: Random):
    for step in random_play(played, chance):
        choice = any_choice(step.before, chance)
        tokens_said = getattr(choice, "tokens", ())
        if why_not(step.before, choice) is None and not tokens_said:
            found = list(islice(options(step.before), 500))
            if len(found) < 500:
                assert apply(step.before, choice) in {apply(step.before, option) for option in found}


@law
@given(games(), chances)
def test_law_an_illegal_choice_is_refused_and_changes_nothing(played: Game, chance: Random):
    for step in random_play(played, chance):
        for _ in range(4):
            choice = any_choice(step.before, chance)
            before, reason = repr(step.before), why_not(step.before, choice)
            if reason is None:
                apply(step.before, choice)
            else:
                assert reason[-1] != "."
                with pytest.raises(IllegalChoice) as illegal:
                    apply(step.before, choice)
                assert str(illegal.value) == reason
            assert repr(step.before) == before


# Items and tokens


def moved(step_events: tuple[object, ...], *what: EventKind) -> Counter[str]:
    return Counter(kind for event in step_events if event.what in what for kind in event.kinds)


@law
@given(games(), chances)
def test_law_items_are_neither_made_nor_lost(played: Game, chance: Random):
    for step in random_play(played, chance):
        before, after, events = step.before, step.after, step.after.events
        came = moved(events, EventKind.ITEM_PLACED, EventKind.REWARD_TAKEN)
        left = moved(events, EventKind.ITEMS_PAID, EventKind.ITEMS_DISCARDED, EventKind.ITEMS_REMOVED)
        for kind in KINDS:
            assert after.held(kind) == before.held(kind) + came[kind] - left[kind]
            taken = moved(events, EventKind.REWARD_TAKEN)[kind]
            placed = moved(events, EventKind.ITEM_PLACED)[kind]
            assert after.cards[kind] <= before.cards[kind] + placed
            assert after.tokens[kind] <= before.tokens[kind] + taken


@law
@given(games(), chances)
def test_law_two_tokens_of_each_kind_in_supply_backpack_or_gone(played: Game, chance: Random):
    returning = played.rulings.spent_rewards is SpentRewards.RETURN
    gone: Counter[str] = Counter()
    for step in random_play(played, chance):
        if isinstance(step.choice, UseSkill) and FYL in (step.choice.hero, step.choice.borrowed):
            gone.update(step.choice.remove)
        for kind in KINDS:
            missing = 2 - step.after.supply[kind] - step.after.tokens[kind]
            was_missing = 2 - step.before.supply[kind] - step.before.tokens[kind]
            if returning:
                assert missing == gone[kind]
            else:
                assert missing >= max(was_missing, gone[kind])
            assert step.after.supply[kind] >= 0


@law
@given(games(), chances)
def test_law_cards_leave_first_unless_tokens_are_named(played: Game, chance: Random):
    for step in random_play(played, chance):
        before, after = step.before, step.after
        if isinstance(step.choice, UseSkill) and FYL in (step.choice.hero, step.choice.borrowed):
            continue
        left = moved(after.events, EventKind.ITEMS_PAID, EventKind.ITEMS_DISCARDED, EventKind.ITEMS_REMOVED)
        said = Counter(getattr(step.choice, "tokens", ()))
        for kind, n in left.items():
            as_tokens = said[kind] or max(0, n - before.cards[kind])
            came = moved(after.events, EventKind.REWARD_TAKEN)[kind]
            assert after.tokens[kind] == before.tokens[kind] - as_tokens + came
            assert after.cards[kind] == before.cards[kind] - (n - as_tokens)


# The backpack


@law
@given(games(), chances)
def test_law_slots_are_a_third_of_the_copies_of_each_kind_rounded_up(played: Game, chance: Random):
    fullest = 0
    for step in random_play(played, chance):
        state = step.after
        copies = [state.cards[kind] + state.tokens[kind] for kind in KINDS]
        assert state.slots == sum((n + 2) // 3 for n in copies)
        fullest = max(fullest, state.slots)
        assert state.peak >= fullest


@law
@given(games(), chances)
def test_law_the_backpack_breaks_when_and_only_when_it_is_overfull(played: Game, chance: Random):
    board = 7 if played.extended else 8
    for step in random_play(played, chance):
        state = step.after
        assert state.limit in (board, board + 1)
        assert state.broken is (state.slots > state.limit)
        if state.broken:
            assert state.over
            assert state.pending is None


# Heroes and counts


@law
@given(games(), chances)
def test_law_a_skill_is_used_at_most_once_or_twice_where_it_is_copied(played: Game, chance: Random):
    acted: Counter[str] = Counter()
    for step in random_play(played, chance):
        if isinstance(step.choice, UseSkill):
            acted[step.choice.hero] += 1
            if step.choice.borrowed and played.rulings.thanir is Borrowing.SPENDS:
                acted[step.choice.borrowed] += 1
        assert set(step.after.unused) == set(played.heroes) - set(acted)
    assert set(acted.values()) <= {1}


@law
@given(games(), chances)
def test_law_every_card_is_revealed_once_discarded_or_still_to_come(played: Game, chance: Random):
    discarded = brought_back = quests = 0
    for step in random_play(played, chance):
        state = step.after
        if isinstance(step.choice, Reveal):
            assert state.revealed == step.before.revealed + 1
            assert state.story == step.before.story[1:]
            quests += isinstance(step.before.story[0], Mission)
        else:
            assert state.revealed == step.before.revealed
        discarded += sum(len(event.cards) for event in state.events if event.what is EventKind.CARDS_DISCARDED)
        back = [event.card for event in state.events if event.what is EventKind.MISSION_BROUGHT_BACK]
        brought_back += len(back)
        quests -= sum(isinstance(card, Mission) for card in back)
        assert state.revealed + len(state.story) + discarded == len(played.story) + brought_back
        waiting = isinstance(state.pending, Payment) and isinstance(state.pending.quest, Mission)
        assert state.completed + state.failed + waiting == quests


# States as values


@law
@given(games(), chances)
def test_law_a_choice_never_changes_the_state_it_is_made_in(played: Game, chance: Random):
    kept = [(step.after, repr(step.after), hash(step.after)) for step in random_play(played, chance)]
    for state, shown, hashed in kept:
        assert repr(state) == shown
        assert hash(state) == hashed


@law
@given(games(), chances)
def test_law_the_same_choices_lead_to_equal_states(played: Game, chance: Random):
    state = start(played)
    for step in random_play(played, chance):
        assert state == step.before
        state = apply(state, step.choice)
        assert state == step.after
        assert hash(state) == hash(step.after)
        assert {state, step.after} == {state}
        assert state.events == step.after.events


# Two ways to the same place


def one_by_one(state: State, before: int | None) -> State:
    while state.pending is None and not state.over and (before is None or state.revealed + 1 < before):
        state = apply(state, REVEAL)
    return state


@law
@given(games(), chances)
def test_law_advance_is_reveal_after_reveal(played: Game, chance: Random):
    for step in random_play(played, chance):
        before = chance.choice([None, chance.randint(0, len(played.story) + 2)])
        ahead, walked = advance(step.before, before=before), one_by_one(step.before, before)
        assert ahead == walked
        assert ahead.peak == walked.peak


@law
@given(games(), chances)
def test_law_a_record_of_the_play_leads_to_the_same_end(played: Game, chance: Random):
    steps = list(random_play(played, chance))
    notes = notes_of(steps)
    final = steps[-1].after if steps else start(played)
    run = follow(played, notes)
    assert run.refusals == ()
    assert run.open is None
    assert run.assumed == ()
    assert run.final == final
    assert run.final.peak == final.peak
    assert run.heroes_used == tuple(step.choice.hero for step in steps if isinstance(step.choice, UseSkill))


@law
@given(games(), chances)
def test_law_what_the_writer_writes_leads_to_the_same_end(played: Game, chance: Random):
    writer, final = Writer(), start(played)
    for step in random_play(played, chance):
        writer.write(step.before, step.choice)
        final = step.after
    run = follow(played, writer.notes)
    assert (run.final, run.refusals, run.assumed, run.open) == (final, (), (), None)
    assert list(writer.notes) == sorted(writer.notes, key=moment)


@law
@given(games(), chances)
def test_law_frames_do_not_change_the_run(played: Game, chance: Random):
    notes = notes_of(list(random_play(played, chance)))
    silent = notes[: chance.randint(0, len(notes))]
    shown, plain = follow(played, silent, frames=True), follow(played, silent)
    assert (shown.final, shown.refusals, shown.assumed, shown.open) == (
        plain.final,
        plain.refusals,
        plain.assumed,
        plain.open,
    )
    reveals = [frame.number for frame in shown.frames if frame.card is not None]
    assert reveals == list(range(1, len(reveals) + 1))


@law
@given(games(), chances)
def test_law_the_score_says_what_the_last_state_says(played: Game, chance: Random):
    steps = list(random_play(played, chance))
    final = steps[-1].after if steps else start(played)
    result: Score = outcome(played, *notes_of(steps))
    assert (result.missions, result.failed, result.revealed, result.slots) == (
        final.completed,
        final.failed,
        final.revealed,
        final.slots,
    )
    enough = played.goal is None or final.completed >= played.goal
    card_done = played.adventure is None or final.adventure_completed
    if final.broken:
        assert result.status is Status.BROKEN
    elif played.goal is None and played.adventure is None:
        assert result.status is Status.COMPLETED
    else:
        assert result.status is (Status.WON if enough and card_done else Status.LOST)


# A second opinion


class SecondOpinion:
    """The resolution without heroes and adventures, as plainly as the rulebook describes it."""

    def __init__(self, played: Game, answers: Iterator[object]) -> None:
        self.played, self.answers = played, answers
        self.cards: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.supply = Counter(dict.fromkeys(KINDS, 2))
        self.completed = self.failed = self.revealed = 0
        self.broken = False
        self.returning = played.rulings.spent_rewards is SpentRewards.RETURN

    def held(self, kind: str) -> int:
        return self.cards[kind] + self.tokens[kind]

    def check_slots(self) -> None:
        filled = sum(-(-self.held(kind) // 3) for kind in KINDS)
        self.broken = filled > (7 if self.played.extended else 8)

    def leave(self, kind: str, as_token: bool) -> None:
        if as_token or not self.cards[kind]:
            self.tokens[kind] -= 1
            self.supply[kind] += self.returning
        else:
            self.cards[kind] -= 1

    def leave_all(self, kinds: tuple[str, ...], tokens: tuple[str, ...]) -> None:
        said = list(tokens)
        for kind in kinds:
            as_token = kind in said
            if as_token:
                said.remove(kind)
            self.leave(kind, as_token)

    def resolve(self) -> None:
        for card in self.played.story:
            self.revealed += 1
            if isinstance(card, Item):
                self.cards[card.kind] += 1
            else:
                self.solve(card)
            self.check_slots()
            if self.broken:
                return

    def solve(self, card: Mission) -> None:
        needs = Counter(card.needs)
        if any(self.held(kind) < n for kind, n in needs.items()):
            self.failed += 1
            if any(self.held(kind) for kind in needs):
                answer = next(self.answers)
                assert isinstance(answer, Discard)
                self.leave_all(answer.kinds, answer.tokens)
            return
        tokens: tuple[str, ...] = ()
        free = any(min(n, self.tokens[kind]) > max(0, n - self.cards[kind]) for kind, n in needs.items())
        if self.returning and free:
            answer = next(self.answers)
            assert isinstance(answer, Pay)
            tokens = answer.tokens
        self.leave_all(card.needs, tokens)
        self.completed += 1
        self.reward(card)

    def reward(self, card: Mission) -> None:
        rule = card.reward.rule
        wanted = list(KINDS) if rule is RewardRule.ANY else list(card.reward.kinds)
        choices: list[str | None] = [kind for kind in wanted if self.supply[kind]]
        optional = rule is RewardRule.MAY or (rule is RewardRule.ANY and self.played.rulings.any_reward_optional)
        if not choices:
            return
        if optional:
            choices.append(None)
        taken = choices[0]
        if len(choices) > 1:
            answer = next(self.answers)
            assert isinstance(answer, Take)
            assert answer.kind in choices
            taken = answer.kind
        if taken is not None:
            self.supply[taken] -= 1
            self.tokens[taken] += 1


@law
@given(games(heroes=False, adventures=False), chances)
def test_law_a_second_opinion_agrees(played: Game, chance: Random):
    steps = list(random_play(played, chance))
    answers = [step.choice for step in steps if not isinstance(step.choice, Reveal)]
    opinion = SecondOpinion(played, iter(answers))
    opinion.resolve()
    final = steps[-1].after if steps else start(played)
    assert next(opinion.answers, None) is None
    assert (final.completed, final.failed, final.revealed, final.broken) == (
        opinion.completed,
        opinion.failed,
        opinion.revealed,
        opinion.broken,
    )
    for kind in KINDS:
        assert (final.cards[kind], final.tokens[kind], final.supply[kind]) == (
            opinion.cards[kind],
            opinion.tokens[kind],
            opinion.supply[kind],
        )


# The random play is worth something


def test_the_random_games_reach_everything():
    """Among the games tried there are broken ones, every question, every hero, and every effect."""
    met: set[object] = set()

    @settings(law, max_examples=600)  # hypothesis draws on all modules that are loaded: a new one must not matter here
    @given(games(), chances)
    def look(played: Game, chance: Random) -> None:
        for step in random_play(played, chance):
            met.add(type(step.before.decision))
            met.update(event.what for event in step.after.events)
            if isinstance(step.choice, UseSkill):
                met.add(step.choice.hero)
                met.add(("borrowed", step.choice.borrowed))
            if step.after.effect:
                met.add(step.after.effect)

    look()
    assert {Gap, Payment, RewardOffer, Failure} <= met
    assert set(EventKind) <= met
    assert set(TEN_HEROES) <= met
    assert set(Effect) <= met
    assert len({("borrowed", hero) for hero in TEN_HEROES[1:]} & met) >= 5


def test_states_that_are_equal_are_not_different():
    state = start(random_game(Random(1)))
    same = state._replace(peak=5)
    assert state == same
    assert not state != same  # noqa: SIM202  (both operators are asked)
    assert state != state._replace(revealed=5)
