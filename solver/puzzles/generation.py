"""Generates puzzles: a random position that passes every check, and random changes until it has the requested grade.

The result depends on the cards, the requirements and the seed alone, not on the machine or its speed.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from dtcli.formats.limits import USUAL_TRIES
from dtcli.rules.cards import Adventure, CardSet, Mission, RewardRule
from dtcli.rules.rulings import EDITIONS, NINTRABASH, ROS_THANIR, HeroId
from dtcli.rules.state import Game
from solver.puzzles.candidates import COMPANIONS, Candidate, PuzzleRequirements, candidate, possible_heroes
from solver.puzzles.grades import Difficulty
from solver.puzzles.judging import (
    GeneratedPuzzle,
    JudgedPosition,
    Rejection,
    Watch,
    ignore,
    judge,
    same_puzzle,
    spare_cards,
)
from solver.puzzles.smaller_positions import more_usual, smaller
from solver.puzzles.themes import THEMES, themes_of
from solver.puzzles.variations import vary, with_adventure, with_blocker, with_scarce_tokens

MOST_CHANGES = 40
"""After this many changes in a row that do not bring the grade closer, the search begins with another position."""
_WITH_BLOCKER = 3
"""The missions of a position in which one blocks others."""
NOT_ABOUT_IT = 10
"""A position without the requested theme, adventure or edition is as far from what was requested as these points."""
SMALL, LARGE = 4_000, 12_000
"""Positions with more choices than this are rejected: at the beginning, or where heroes have many ways to act."""

Keeps = Callable[[Candidate, JudgedPosition], bool]
"""Whether a simpler position is still about what was requested."""


def missing_heroes(requirements: PuzzleRequirements) -> frozenset[HeroId]:
    """Return the heroes of which the requested theme needs one that the requirements lack; empty if none is missing."""
    needed = THEMES[requirements.theme].heroes if requirements.theme is not None else frozenset()
    return frozenset() if needed & possible_heroes(requirements) else needed


def make(
    cards: CardSet, requirements: PuzzleRequirements, seed: str, *, tries: int = USUAL_TRIES, watch: Watch = ignore
) -> GeneratedPuzzle | Counter[Rejection]:
    """Return the puzzle of this seed, or the rejections if there are ``tries`` of them."""
    return _Search(cards, requirements, seed, tries=tries, watch=watch).run()


class _Search:
    """The search for one puzzle."""

    def __init__(
        self, cards: CardSet, requirements: PuzzleRequirements, seed: str, *, tries: int, watch: Watch
    ) -> None:
        self.cards, self.tries, self.watch = cards, tries, watch
        self.rng = Random(f"puzzle {seed}")  # noqa: S311
        self.requirements = self._with_hero(requirements)
        self.rejected: Counter[Rejection] = Counter()
        self.most = LARGE if self.requirements.heroes else SMALL

    def _with_hero(self, requirements: PuzzleRequirements) -> PuzzleRequirements:
        """Return the requirements with a hero that the theme needs, if none was requested."""
        needed = missing_heroes(requirements)
        if not needed or requirements.heroes:
            return requirements
        heroes = sorted(needed) if len(needed) == 1 else sorted(needed & {*COMPANIONS})
        return requirements._replace(heroes=(self.rng.choice(heroes),))

    def run(self) -> GeneratedPuzzle | Counter[Rejection]:
        """Return the puzzle, or the rejections."""
        while self.rejected.total() < self.tries:
            found = self._random()
            made = self._judged(found)
            if found is not None and made is not None:
                climbed = self._climb(found, made)
                if climbed is not None:
                    return climbed
        return self.rejected

    def _reject(self, reason: Rejection) -> None:
        self.rejected[reason] += 1
        self.watch(reason)

    def _random(self) -> Candidate | None:
        """Return a random position for the requirements, with the adventure and the edition among them."""
        wanted = self.requirements
        cards = self.cards
        adventure = cards.adventures[wanted.adventure] if wanted.adventure is not None else None
        if adventure is not None:
            on_scroll = {name: one for name, one in cards.missions.items() if name in adventure.scroll.missions}
            cards = cards._replace(missions=on_scroll)
        found = candidate(cards, wanted._replace(grade=None), self.rng)
        if found is not None and NINTRABASH in found.game.heroes and wanted.missions in (None, _WITH_BLOCKER):
            found = with_blocker(found, list(cards.missions.values()), self.rng)
        if found is not None and adventure is not None:
            found = with_adventure(found, adventure, self.rng)
        if found is not None and wanted.edition is not None:
            found = with_scarce_tokens(found, self.rng)
            found = found._replace(game=found.game.with_changes(rulings=EDITIONS[wanted.edition]))
        return found

    def _judged(self, found: Candidate | None) -> JudgedPosition | None:
        """Judge a position; return None, and count the reason, if it is no puzzle."""
        if found is None:
            judged: JudgedPosition | Rejection = Rejection.TABLE
        elif self.requirements.edition is not None and not _can_differ(found):
            judged = Rejection.EDITION
        else:
            judged = judge(found.game, found.goal, most=self.most)
        if isinstance(judged, Rejection):
            self._reject(judged)
            return None
        return judged

    def _climb(self, found: Candidate, judged: JudgedPosition) -> GeneratedPuzzle | None:
        """Change a puzzle until it is what was requested; return None if it comes no closer to that."""
        missing = self._missing(found, judged)
        stale = 0
        while stale < MOST_CHANGES and self.rejected.total() < self.tries:
            if missing == 0:
                made = self._finished(found, judged)
                if isinstance(made, GeneratedPuzzle):
                    return made
                self._reject(made)
            else:
                self._reject(Rejection.GRADE)
            stale += 1
            closer = None
            while closer is None and stale < MOST_CHANGES and self.rejected.total() < self.tries:
                changed = vary(found, self.cards, self.requirements, self.rng)
                other = self._judged(changed)
                stale += 1
                if changed is None or other is None:
                    continue
                now = self._missing(changed, other)
                if now > missing:
                    self._reject(Rejection.GRADE)
                    continue
                closer = changed, other
                if now < missing:
                    stale = 0
                missing = now
            if closer is None:
                return None
            found, judged = closer
        return None

    def _missing(self, found: Candidate, judged: JudgedPosition) -> int:
        """Return how far a position is from what was requested: in points, and in what it is not about."""
        assert isinstance(judged.difficulty, Difficulty)
        wanted = self.requirements
        missing = 0 if wanted.grade is None else judged.difficulty.missing_to(wanted.grade)
        if wanted.theme is not None and not THEMES[wanted.theme].is_in(judged.lines):
            missing += NOT_ABOUT_IT
        return missing if self._matters(found, judged) else missing + NOT_ABOUT_IT

    def _matters(self, found: Candidate, judged: JudgedPosition) -> bool:
        """Return whether the requested adventure and edition matter in a position; if none was requested, they do."""
        wanted = self.requirements
        return (wanted.adventure is None or adventure_matters(found, judged)) and (
            wanted.edition is None or edition_matters(found, judged)
        )

    def _finished(self, found: Candidate, judged: JudgedPosition) -> GeneratedPuzzle | Rejection:
        """Return the puzzle without superfluous cards, or why it is not what was requested."""
        wanted = self.requirements
        simple, judged = without_padding(found, judged, self._matters)  # the grade stays, a theme may go
        missions = sum(isinstance(card, Mission) for card in simple.game.story)
        if wanted.missions not in (None, missions):
            return Rejection.PADDED
        if wanted.edition is not None and spare_cards(simple.game, simple.goal, judged):
            return Rejection.PADDED  # a card is there only because the edition would not matter without it
        themes = themes_of(judged.lines)
        if wanted.theme is not None and wanted.theme not in themes:
            return Rejection.THEME
        lines = judged.lines
        return GeneratedPuzzle(
            simple.game, lines.goal, lines, judged.difficulty, themes, judged.answer, self.rejected, wanted.edition
        )


def without_padding(found: Candidate, judged: JudgedPosition, keeps: Keeps) -> tuple[Candidate, JudgedPosition]:
    """Simplify a position as long as the puzzle is the same; only the removal of a card may lose a theme."""
    found, judged = _simplified(found, judged, smaller, keeps)
    usual, judged = _simplified(found, judged, more_usual, keeps)
    return (found, judged) if usual is found else _simplified(usual, judged, smaller, keeps)


def _simplified(
    found: Candidate, judged: JudgedPosition, variants_of: Callable[[Game], Iterator[Game]], keeps: Keeps
) -> tuple[Candidate, JudgedPosition]:
    """Replace a position by variants that are the same puzzle until no variant is; go on after each, not back."""
    variants, at, refused = [*variants_of(found.game)], 0, 0
    while refused < len(variants):
        plainer = found._replace(game=variants[at % len(variants)])
        other = same_puzzle(judged, plainer.game, found.goal)
        loses_theme = variants_of is more_usual and other and themes_of(other.lines) != themes_of(judged.lines)
        if other is None or loses_theme or not keeps(plainer, other):
            at, refused = at + 1, refused + 1
        else:
            found, judged = plainer, other
            variants, refused = [*variants_of(plainer.game)], 0
    return found, judged


def _can_differ(found: Candidate) -> bool:
    """Return whether editions can differ about a position: about a reward of any kind, or Ro's Thanir."""
    rules = {card.reward.rule for card in found.game.story if isinstance(card, Mission)}
    return RewardRule.ANY in rules or ROS_THANIR in found.game.heroes


def adventure_matters(found: Candidate, judged: JudgedPosition) -> bool:
    """Return whether the position has another answer, or is no puzzle, without its adventure."""
    story = tuple(card for card in found.game.story if not isinstance(card, Adventure))
    return story != found.game.story and same_puzzle(judged, found.game.with_changes(story=story), found.goal) is None


def edition_matters(found: Candidate, judged: JudgedPosition) -> bool:
    """Return whether the position has another answer, or is no puzzle, under another edition."""
    others = (rulings for rulings in EDITIONS.values() if rulings != found.game.rulings)
    return any(same_puzzle(judged, found.game.with_changes(rulings=one), found.goal) is None for one in others)
