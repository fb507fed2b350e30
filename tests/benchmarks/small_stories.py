"""How long every study of a small story takes: up to fifteen cards, any heroes, switches and positions to start from.

Times are CPU seconds of the whole process, so that a busy machine matters less.
"""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from dtcli.rules import EDITIONS, Card, Game, HeroId, Item, Kind, Pile
from dtcli.rules.cards import KindInfo
from dtcli.rules.rulings import TEN_HEROES, Borrowing, SpentRewards
from dtcli.rules.start_legality import start_violations
from dtcli.rules.state import Start
from solver.limits import Limits
from solver.question import Question, ask
from solver.search import best_line
from solver.studies.analysis import analyze_question
from solver.studies.explanation import explain_question
from solver.studies.repair import repair_question
from tests.benchmarks.solving import slow_of
from tests.rules.game_builder import TWELVE, mission
from tests.rules.random_games import COSTS, REWARDS
from tests.solver.exhaustive_analysis import question_of, random_notes
from tests.solver.small import small_adventure

GAMES = 100
LIMITS = Limits(work=60)
WANTED = 5.0
"""The most seconds for a study of a small story."""
CARDS = (8, 15)
"""The fewest and the most cards of a small story."""


def small_story(chance: random.Random, heroes: tuple[HeroId, ...] | None = None) -> Game:
    """Return a random game of up to fifteen cards on a real board, usually with a packed backpack at the start."""
    if heroes is None:
        heroes = tuple(chance.sample(TEN_HEROES, chance.choice([1, 2, 3, 3, 4, 5])))
    costs = [COSTS[hero] for hero in heroes if hero in COSTS]
    liked = chance.sample(TWELVE, chance.choice([4, 5, 7])) + costs
    story: list[Card] = []
    for _ in range(chance.randint(*CARDS)):
        if chance.random() < 0.65:
            story.append(Item(Kind(chance.choice(liked))))
        else:
            needs = chance.choices(liked, k=chance.choice([2, 2, 3, 4]))
            story.append(mission(" ".join(needs), chance.choice(REWARDS)))
    scroll = None
    if chance.random() < 0.3:
        scroll = small_adventure(chance, [card.kind for card in story if isinstance(card, Item)])
        story[chance.randrange(len(story))] = scroll
    rulings = EDITIONS["en-2017"]._replace(
        any_reward_optional=chance.random() < 0.5,
        thanir=chance.choice(list(Borrowing)),
        spent_rewards=chance.choice(list(SpentRewards)),
    )
    game = Game(
        kinds={Kind(name): KindInfo(Kind(name)) for name in TWELVE},
        story=tuple(story),
        heroes=heroes,
        rulings=rulings,
        goal=chance.choice([None, 1, 2, 3, 4]),
        extended=chance.random() < 0.5,
        adventure=scroll,
    )
    begun = game.with_changes(start=_start(chance)) if chance.random() < 0.7 else game
    return game if start_violations(begun) else begun


def _start(chance: random.Random) -> Start:
    cards = Pile.of(*map(Kind, chance.choices(TWELVE, k=chance.randint(0, 5))))
    tokens = Pile.of(*map(Kind, chance.sample(TWELVE, chance.randint(0, 3))))
    last_failed = mission(" ".join(chance.choices(TWELVE, k=2)), "shield?") if chance.random() < 0.5 else None
    return Start(cards=cards, tokens=tokens, last_failed=last_failed)


class Study(NamedTuple):
    """A study of a game, as a function that returns whether it was completed within the limits."""

    name: str
    is_proved: Callable[[Question], bool]


STUDIES = (
    Study("solve", lambda question: best_line(question.start, limits=LIMITS).proved),
    Study("analyze", lambda question: analyze_question(question, limits=LIMITS).proved),
    Study("explain", lambda question: explain_question(question, limits=LIMITS).proved),
    Study("repair", lambda question: repair_question(question, limits=LIMITS).proved),
    Study("repair --order", lambda question: repair_question(question, order=True, limits=LIMITS).proved),
)


def question(seed: int, heroes: tuple[HeroId, ...] | None = None) -> Question:
    """Return the question about a random record of a random small game."""
    chance = random.Random(f"small story {seed}")
    game = small_story(chance, heroes)
    return question_of(game, random_notes(game, chance)) if chance.random() < 0.9 else ask(game)


def main(games: int = GAMES, first: int = 0) -> None:
    """Print the times of every study over random small stories, and name the slow ones."""
    print(f"small stories: {games} games of {CARDS[0]} to {CARDS[1]} cards, 1 to 5 heroes; CPU seconds")
    print(f"  {'study':<16}{'median':>8}{'95 %':>8}{'worst':>8}{'proved':>8}   wanted: all in {WANTED:.0f} s")
    for study in STUDIES:
        times: list[float] = []
        proved, slow = 0, list[str]()
        for seed in range(first, first + games):
            asked = question(seed)
            began = time.process_time()
            proved += study.is_proved(asked)
            times.append(time.process_time() - began)
            if times[-1] > WANTED:
                slow.append(f"{seed} ({times[-1]:.0f} s)")
        verdict = "met" if not slow and proved == games else f"MISSED: {', '.join(slow)}"
        print(
            f"  {study.name:<16}{median(times):>8.2f}{slow_of(times):>8.2f}{max(times):>8.2f}{proved:>8}   {verdict}",
            flush=True,
        )
