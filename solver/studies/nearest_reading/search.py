"""The search for the nearest legal readings of a record.

All positions that the record without 0, 1, 2, ... slips can reach are followed, equal positions once. So when a
reading is found, it is known that fewer slips explain nothing.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain
from math import inf
from typing import NamedTuple

from dtcli.rules.cards import Mission
from dtcli.rules.notes import Note
from dtcli.rules.scenarios import Scenario
from dtcli.rules.state import Game
from solver.limits import OutOfLimits
from solver.studies.nearest_reading.exploration import Exploration, ReadingNode
from solver.studies.nearest_reading.ranking import NearReading, ranked_readings
from solver.studies.nearest_reading.record_places import RecordPlace
from solver.studies.nearest_reading.single_slips import SingleSlips
from solver.studies.nearest_reading.slip_combinations import SlipCombinations
from solver.studies.nearest_reading.slip_relevance import SlipRelevance
from solver.studies.nearest_reading.slips import Slip, SlipKind
from solver.studies.nearest_reading.written_record import WrittenRecord, written_record

MOST_SLIPS = 3
MOST_SECONDS = 10.0
SLIPS_AT_ONCE = 500
"""How many slips are added before the next slip is tried after them."""
ENOUGH_WORK = 10_000
"""After how many positions no further readings of the same size are looked for; counted, so that machines agree."""
WORK_FOR_CLAIM = 40_000
"""The same while no reading gives the claimed result."""


class NearestReadings(NamedTuple):
    """What the search found."""

    slips: int | None
    """The fewest slips; None if more than ``at_most`` are needed."""
    readings: tuple[NearReading, ...]
    """The readings with that many slips, the most plausible first; not all of them."""
    at_most: int
    """All readings with fewer slips than ``slips``, or with up to this many, are ruled out."""
    proved: bool
    seconds: float


def nearest_readings(  # noqa: PLR0913
    game: Game,
    notes: tuple[Note, ...],
    *,
    scenario: Scenario | None = None,
    missions: Mapping[str, Mission] | None = None,
    keep_story: bool = False,
    most_slips: int = MOST_SLIPS,
    seconds: float = MOST_SECONDS,
    count: int = 3,
    weigh: Callable[[Slip], float] | None = None,
    prefer: Callable[[int, bool], bool] | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> NearestReadings:
    """Return the readings with the fewest slips.

    ``missions`` are the cards that a mission may have been mistaken for. With ``keep_story`` the cards are right.
    ``prefer`` says of a number of completed missions, and of a whole or broken backpack, whether the record claims it.
    ``on_progress`` gets the seconds so far, from time to time. An interrupt ends the search like a limit.
    """
    began = time.monotonic()
    search = ReadingSearch(
        written_record(game, notes),
        scenario,
        missions or {},
        keep_story=keep_story,
        prefer=prefer,
        deadline=began + seconds,
    )
    search.exploration.positions.count_missions = prefer is not None
    search.exploration.most_slips, search.exploration.on_progress = most_slips, on_progress
    search.exploration.weigh = weigh = weigh or (lambda slip: float(slip.kind))
    slips = len(search.exploration.record.stray)
    collecting = gc.isenabled()
    gc.disable()  # hundreds of thousands of nodes, none of them garbage before the end
    try:
        while slips <= most_slips:
            ends = search.level(slips)
            if ends:
                ranked = ranked_readings(ends, count, weigh, prefer)
                return NearestReadings(slips, ranked, slips - 1, proved=True, seconds=time.monotonic() - began)
            slips += 1
    except (OutOfLimits, KeyboardInterrupt):
        return NearestReadings(None, (), slips - 1, proved=False, seconds=time.monotonic() - began)
    finally:
        if collecting:
            gc.enable()
    return NearestReadings(None, (), most_slips, proved=True, seconds=time.monotonic() - began)


class ReadingSearch:
    """The search, level by level: a level has all positions with that many slips."""

    def __init__(
        self,
        record: WrittenRecord,
        scenario: Scenario | None,
        missions: Mapping[str, Mission],
        *,
        keep_story: bool,
        prefer: Callable[[int, bool], bool] | None,
        deadline: float,
    ) -> None:
        self.prefer = prefer
        self.exploration = Exploration(record, scenario, missions, deadline=deadline)
        self.relevance = SlipRelevance(self.exploration)
        self.single_slips = SingleSlips(self.exploration, self.relevance, keep_story=keep_story)
        self.combinations = SlipCombinations(
            self.exploration, self.single_slips.forgotten_skills, keep_story=keep_story
        )

    def level(self, slips: int) -> list[ReadingNode]:
        """Explore the positions with exactly this many slips, and return the ends that are legal readings.

        If there is none, all positions have been explored.
        """
        exploration = self.exploration
        exploration.begin_level(slips)
        checked = 0
        enough = inf
        for explore in self._sweeps(slips, len(exploration.record.stray)):
            explore()
            exploration.tick()
            exploration.advance_all()
            if exploration.work > ENOUGH_WORK:
                for end in self._legal_ends(slips, checked):
                    enough = min(enough, ENOUGH_WORK if self._is_claimed(end) else WORK_FOR_CLAIM)
                checked = len(exploration.ends[slips])
                if exploration.work > enough:
                    break
        return self._legal_ends(slips)

    def _sweeps(self, slips: int, fewest: int) -> Iterator[Callable[[], None]]:
        """Yield what is to be explored for a level, the more plausible first."""
        levels = self.exploration.levels
        if slips == fewest:
            yield self._open
        done: set[int] = set()
        steps = self._further_steps(slips - 1) if slips > fewest else ()
        for step in chain((None,), steps):
            if step is not None:
                yield step
            for node in sorted(levels.get(slips - 1, {}).values(), key=lambda node: node.weight):
                if id(node) not in done:
                    done.add(id(node))
                    self.relevance.find_horizon(node)
                    yield partial(self.single_slips.explore, node)
        for fewer in range(slips - 1, fewest - 1, -1):
            for node in [*levels[fewer].values()]:
                yield partial(self.combinations.explore, node, slips - fewer)
        for node in sorted(levels.get(slips - 1, {}).values(), key=lambda node: node.weight):
            yield partial(self.single_slips.explore_rare, node)

    def _open(self) -> None:
        """Reach the opening; what is wrong in any case has been taken out."""
        wrong = tuple(Slip(SlipKind.WRONG_DECISION, index) for index in self.exploration.record.stray)
        self.exploration.reach(None, wrong, RecordPlace(0), self.exploration.positions.opening, ())

    def _legal_ends(self, slips: int, first: int = 0) -> list[ReadingNode]:
        exploration = self.exploration
        return [node for node in exploration.ends[slips][first:] if exploration.story_changes.is_legal(node.changes)]

    def _is_claimed(self, end: ReadingNode) -> bool:
        """Whether this reading gives the claimed result, or none is claimed."""
        return self.prefer is None or self.prefer(end.position.completed, end.broken)

    def _further_steps(self, slips: int) -> Iterator[Callable[[], None]]:
        """Yield what adds to an earlier level the slips that matter only together with further slips."""
        while self.exploration.has_put_off(slips):
            yield partial(self._add_put_off, slips)
        yield partial(self._add_irrelevant, slips, self.single_slips.explore)
        yield partial(self._add_irrelevant, slips, self.single_slips.explore_rare)

    def _add_put_off(self, slips: int) -> None:
        """Add some of the slips that do not get past the contradiction alone, the more plausible first."""
        with self._further_slips(slips):
            self.exploration.reach_put_off(SLIPS_AT_ONCE)

    def _add_irrelevant(self, slips: int, explore: Callable[[ReadingNode], None]) -> None:
        """Add the slips that cannot make a difference alone."""
        with self._further_slips(slips):
            for node in [*self.exploration.levels.get(slips - 1, {}).values()]:
                self.exploration.tick()
                explore(node)

    @contextmanager
    def _further_slips(self, slips: int) -> Iterator[None]:
        """Explore an earlier level: slips that need not get past the contradiction alone."""
        exploration, relevance = self.exploration, self.relevance
        level = exploration.slips
        exploration.slips, relevance.first_pass, exploration.last_slip = slips, False, False
        yield
        exploration.advance_all()
        exploration.slips, relevance.first_pass, exploration.last_slip = level, True, True
