"""The search for the nearest legal readings of a record.

All positions that the record without 0, 1, 2, ... slips can reach are followed, equal positions once. So when a
reading is found, it is known that fewer slips explain nothing.
"""

import gc
import time
from collections.abc import Callable, Mapping
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
) -> NearestReadings:
    """Return the readings with the fewest slips.

    ``missions`` are the cards that a mission may have been mistaken for. With ``keep_story`` the cards are right.
    ``prefer`` says of a number of completed missions, and of a whole or broken backpack, whether the record claims it.
    """
    began = time.monotonic()
    search = ReadingSearch(
        written_record(game, notes),
        scenario,
        missions or {},
        keep_story=keep_story,
        deadline=began + seconds,
    )
    search.exploration.positions.count_missions = prefer is not None
    search.exploration.most_slips = most_slips
    slips = len(search.exploration.record.stray)
    collecting = gc.isenabled()
    gc.disable()  # hundreds of thousands of nodes, none of them garbage before the end
    try:
        while slips <= most_slips:
            ends = search.level(slips)
            if ends:
                ranked = ranked_readings(ends, count, weigh or (lambda slip: float(slip.kind)), prefer)
                return NearestReadings(slips, ranked, slips - 1, proved=True, seconds=time.monotonic() - began)
            slips += 1
    except OutOfLimits:
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
        deadline: float,
    ) -> None:
        self.exploration = Exploration(record, scenario, missions, deadline=deadline)
        self.relevance = SlipRelevance(self.exploration)
        self.single_slips = SingleSlips(self.exploration, self.relevance, keep_story=keep_story)
        self.combinations = SlipCombinations(
            self.exploration, self.single_slips.forgotten_skills, keep_story=keep_story
        )

    def level(self, slips: int) -> list[ReadingNode]:
        """Explore every position with exactly this many slips, and return the ends that are legal readings."""
        exploration = self.exploration
        stray = exploration.record.stray
        if slips - 1 in exploration.levels:
            self._explore_irrelevant(slips - 1)
        exploration.begin_level(slips)
        if slips == len(stray):
            wrong = tuple(Slip(SlipKind.WRONG_DECISION, index) for index in stray)
            exploration.reach(None, wrong, RecordPlace(0), exploration.positions.opening, ())
        self.relevance.first_pass = True
        for fewer in range(len(stray), slips):
            for node in [*exploration.levels[fewer].values()]:
                exploration.tick()
                if slips - fewer == 1:
                    self.relevance.find_horizon(node)
                    self.single_slips.explore(node)
                self.combinations.explore(node, slips - fewer)
        exploration.advance_all()
        return [node for node in exploration.ends[slips] if exploration.story_changes.is_legal(node.changes)]

    def _explore_irrelevant(self, slips: int) -> None:
        """Add what slips explain that matter only together with further slips."""
        exploration = self.exploration
        exploration.slips, self.relevance.first_pass = slips, False
        for node in [*exploration.levels.get(slips - 1, {}).values()]:
            exploration.tick()
            self.single_slips.explore(node)
        exploration.advance_all()
