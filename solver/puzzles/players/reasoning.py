"""Players who look some missions ahead, try every way up to there, and plan for the last missions of the story.

``forwards`` is how many missions they look ahead, ``backwards`` for how many of the last missions they plan. They take
the way that looks best at that point: a whole backpack, the mission that the goal names, missions of the plan,
missions, unused heroes. Ways that look the same are taken in the order of the rules engine.
"""

from typing import NamedTuple

from dtcli.rules.goals import used_up
from dtcli.rules.state import EventKind
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node, Way
from solver.puzzles.players.plan import expect, missions_to_plan

Look = tuple[bool, bool, int, int, int]
"""How good a node looks: whole, the one mission done, missions of the plan, missions, heroes left."""


class Reach(NamedTuple):
    """How far a player reasons."""

    forwards: int
    backwards: int = 0


class Reasoners:
    """All players of one puzzle; they share what each of them has seen."""

    def __init__(self, lines: AllLines) -> None:
        self.lines = lines
        self._eyes: dict[int, _Eyes] = {}
        self._solved: dict[Reach, bool] = {}

    def solves(self, reach: Reach) -> bool:
        """Return whether the player who reasons this far reaches the goal."""
        found = self._solved.get(reach)
        if found is None:
            found = self._solved[reach] = self.plays(reach)
        return found

    def plays(self, reach: Reach, *, slips_at: int | None = None, every: int = 4) -> bool:
        """Play the puzzle and return whether the goal was reached.

        A careless player takes the second best look at one choice in every few, from number ``slips_at`` on.
        """
        node, choices = self.lines.start, 0
        while not node.state.over:
            ways = self.lines.ways(node)
            slips = slips_at is not None and len(ways) > 1 and choices % every == slips_at
            choices += len(ways) > 1
            node = (self.ranked(node, reach)[1] if slips else self.best(node, reach)).to
        return self.lines.goal.is_reached(node.state, completed=node.completed)

    def best(self, node: Node, reach: Reach) -> Way:
        """Return the way that looks best."""
        looks = self._looks(node, reach)
        return max(self.lines.ways(node), key=lambda way: looks[way.to])

    def ranked(self, node: Node, reach: Reach) -> list[Way]:
        """Return the ways from a node, the one that looks best first."""
        looks = self._looks(node, reach)
        return sorted(self.lines.ways(node), key=lambda way: looks[way.to], reverse=True)

    def sees_difference(self, node: Node, missions: int) -> bool:
        """Return whether each way that loses the goal looks worse, so many missions ahead, than one that keeps it."""
        looks = self._looks(node, Reach(missions))
        kept = max(look for to, look in looks.items() if self.lines.is_open(to))
        return all(look < kept for to, look in looks.items() if not self.lines.is_open(to))

    def _looks(self, node: Node, reach: Reach) -> dict[Node, Look]:
        seen = reach.forwards - 1 if node.in_gap else reach.forwards  # this step reveals the first of them
        eyes = self._eyes.get(reach.backwards)
        if eyes is None:
            eyes = self._eyes[reach.backwards] = _Eyes(self.lines, reach.backwards)
        return {way.to: eyes.through(way, seen) for way in self.lines.ways(node)}


class _Eyes:
    """How nodes look to players who plan for the same missions."""

    def __init__(self, lines: AllLines, backwards: int) -> None:
        self._lines = lines
        self._named = lines.goal.mission
        self._plan = missions_to_plan(lines.start.state.game, backwards, self._named)
        self._ends: dict[Node, Look] = {}
        self._ahead: dict[tuple[Node, int], Look] = {}

    def through(self, way: Way, missions: int) -> Look:
        """Return how a way looks: the best look among the nodes so many missions ahead."""
        look = self._look(way.to, missions)
        done = sum(event.what is EventKind.MISSION_COMPLETED and event.card in self._plan for event in way.events)
        return (*look[:2], look[2] + done, *look[3:]) if done else look

    def _look(self, node: Node, missions: int) -> Look:
        if node.state.over or (missions <= 0 and node.in_gap):
            found = self._ends.get(node)
            if found is None:
                found = self._ends[node] = self._at(node)
            return found
        found = self._ahead.get((node, missions))
        if found is None:
            left = missions - 1 if node.in_gap else missions
            found = max(self.through(way, left) for way in self._lines.ways(node))
            self._ahead[node, missions] = found
        return found

    def _at(self, node: Node) -> Look:
        state = node.state
        if state.over or not self._plan:
            return (not state.broken, node.completed, 0, state.completed, -used_up(state))
        found = expect(state, self._plan, self._named)
        named = node.completed or found.named
        return (found.whole, named, found.planned, state.completed + found.completed, -used_up(state))
