"""The themes of puzzles: a closed list, each with a test of the solution.

A theme counts only in a step of the solution that can lose the goal.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from dtcli.rules.cards import Item, Quest
from dtcli.rules.decisions import Choice, Discard, Failure, RewardOffer, Take, UseSkill
from dtcli.rules.rulings import (
    ALAN,
    ARVEDUI_MIRIEL,
    FYLEE,
    GARYNOR,
    NINTRABASH,
    ROS_THANIR,
    TEN_HEROES,
    TONK_REDBEER,
    TRAGURK,
    ZARIA,
    ZIGARAT_HO,
    HeroId,
)
from dtcli.rules.state import EventKind, State
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node, Way
from solver.puzzles.players.reasoning import Reasoners
from solver.puzzles.solution import decisions_of, solution_steps


class Theme(NamedTuple):
    """A theme: its name, its description, its test, and the heroes that it needs."""

    name: str
    about: str
    is_in: Callable[[AllLines], bool]
    heroes: frozenset[HeroId] = frozenset()
    """One of these must be in a generated puzzle, which has no adventure; empty if no hero is needed."""


class CriticalChoice(NamedTuple):
    """One choice in a step of the solution that can lose the goal."""

    node: Node
    way: Way
    state: State
    """The position in which the choice is made."""
    choice: Choice

    @property
    def acting(self) -> HeroId | None:
        """The hero whose skill is used, borrowed or not."""
        return (self.choice.borrowed or self.choice.hero) if isinstance(self.choice, UseSkill) else None


def steps(lines: AllLines) -> Iterator[CriticalChoice]:
    """Yield the choices of the solution in steps that can lose the goal."""
    for node, way in solution_steps(lines):
        if lines.matters(node):
            for state, choice in decisions_of(node, way):
                yield CriticalChoice(node, way, state, choice)


def _refuses(lines: AllLines) -> bool:
    return any(step.choice == Take(None) for step in steps(lines))


def _takes(lines: AllLines) -> bool:
    return any(
        isinstance(step.state.pending, RewardOffer) and step.state.pending.may_decline and step.choice != Take(None)
        for step in steps(lines)
    )


def _picks(lines: AllLines) -> bool:
    return any(
        isinstance(step.state.pending, RewardOffer) and len(step.state.pending.kinds) > 1 and step.choice != Take(None)
        for step in steps(lines)
    )


def _sacrifices(lines: AllLines) -> bool:
    return any(isinstance(step.choice, Discard) and bool(step.choice.kinds) for step in steps(lines))


def _holds_on(lines: AllLines) -> bool:
    return any(isinstance(step.state.pending, Failure) and step.choice == Discard() for step in steps(lines))


def _fails_on_purpose(lines: AllLines) -> bool:
    failed = {quest for way in lines.solution for quest in _quests(way, EventKind.MISSION_FAILED)}
    brought_back = {quest for way in lines.solution for quest in _quests(way, EventKind.MISSION_COMPLETED)}
    could_be_done = {
        quest
        for node in lines.nodes()
        for way in lines.ways(node)
        for quest in _quests(way, EventKind.MISSION_COMPLETED)
    }
    return any(quest in could_be_done and _must_fail(lines, quest) for quest in failed - brought_back)


def _quests(way: Way, what: EventKind) -> Iterator[Quest]:
    for event in way.events:
        if event.what is what and event.card is not None and not isinstance(event.card, Item):
            yield event.card


def _must_fail(lines: AllLines, quest: Quest) -> bool:
    """Return whether no line that reaches the goal completes the mission."""
    return not any(
        quest in _quests(way, EventKind.MISSION_COMPLETED)
        for node in lines.nodes()
        if lines.is_open(node)
        for way in lines.good_ways(node)
    )


def _takes_last_token(lines: AllLines) -> bool:
    return any(
        isinstance(step.choice, Take | UseSkill)
        and (kind := step.choice.kind if isinstance(step.choice, Take) else step.choice.take) is not None
        and step.state.supply[kind] == 1
        for step in steps(lines)
    )


def _fills_backpack(lines: AllLines) -> bool:
    end = lines.solution[-1].to.state if lines.solution else lines.start.state
    return end.peak >= end.game.slots and any(node.state.broken for node in lines.nodes())


def _borrows(lines: AllLines) -> bool:
    return any(isinstance(step.choice, UseSkill) and step.choice.borrowed is not None for step in steps(lines))


def _acts_early(lines: AllLines) -> bool:
    players = Reasoners(lines)
    return any(isinstance(step.choice, UseSkill) and not players.sees_difference(step.node, 1) for step in steps(lines))


def _acts_late(lines: AllLines) -> bool:
    """Return whether a skill of the solution could have been used before an earlier mission, and must not be."""
    tempted: set[HeroId] = set()
    for node, way in solution_steps(lines):
        used = {choice.hero for choice in way.choices if isinstance(choice, UseSkill)}
        if used & tempted:
            return True
        tempted |= {
            choice.hero
            for other in lines.ways(node)
            if not lines.is_open(other.to)
            for choice in other.choices
            if isinstance(choice, UseSkill)
        } - used
    return False


def _by(hero: HeroId) -> Callable[[AllLines], bool]:
    return lambda lines: any(step.acting == hero for step in steps(lines))


def _theme_of(hero: HeroId, name: str, about: str, is_in: Callable[[AllLines], bool] | None = None) -> Theme:
    """Return a theme that needs this hero: by default, that the skill must be used."""
    return Theme(name, about, is_in or _by(hero), frozenset({hero}))


def _drops_a_mission(lines: AllLines) -> bool:
    return any(
        step.acting == NINTRABASH
        and isinstance(step.choice, UseSkill)
        and any(not isinstance(step.state.story[place - 1], Item) for place in step.choice.discard or ())
        for step in steps(lines)
    )


def _needs_extra_slot(lines: AllLines) -> bool:
    end = lines.solution[-1].to.state if lines.solution else lines.start.state
    return end.peak > end.game.slots


_ANY_HERO = frozenset(TEN_HEROES)

THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme("refuse-the-bait", "a reward that may be taken must be declined", _refuses),
        Theme("take-the-burden", "a reward that may be declined must be taken", _takes),
        Theme("right-kind", "of several rewards only one will do", _picks),
        Theme("sacrifice", "after a failed mission something must be thrown away", _sacrifices),
        Theme("hold-on", "after a failed mission everything must be kept", _holds_on),
        Theme("fail-on-purpose", "a mission that could be completed must fail", _fails_on_purpose),
        Theme("last-token", "the last token of its kind must be taken", _takes_last_token),
        Theme("full-backpack", "the backpack fills to its last slot, and can break", _fills_backpack),
        _theme_of(ROS_THANIR, "borrowed-skill", "Ro's Thanir must borrow", _borrows),
        Theme("early-skill", "a skill must be used before its need can be seen", _acts_early, _ANY_HERO),
        Theme("late-skill", "a skill must wait, though it could be used earlier", _acts_late, _ANY_HERO),
        _theme_of(ZIGARAT_HO, "reorder", "Zigarat Ho must put the next cards in order"),
        _theme_of(NINTRABASH, "drop-a-mission", "Nintrabash must throw a mission away", _drops_a_mission),
        _theme_of(NINTRABASH, "look-ahead", "Nintrabash must throw cards away"),
        _theme_of(TONK_REDBEER, "extra-slot", "one slot more than the backpack has must be filled", _needs_extra_slot),
        _theme_of(TONK_REDBEER, "one-torch", "Tonk Redbeer must make room"),
        _theme_of(ZARIA, "right-guess", "Zaria Tearleaf must guess the right mission"),
        _theme_of(ARVEDUI_MIRIEL, "second-chance", "Arvedui Miriel must bring a failed mission back"),
        _theme_of(GARYNOR, "trade", "Garynor the Belly must swap items for a token"),
        _theme_of(FYLEE, "clear-out", "Fylee Stepshadow must get rid of tokens"),
        _theme_of(ALAN, "two-swords", "Alan Ironstar must pay a mission with two swords"),
        _theme_of(TRAGURK, "cheaper", "Tragurk must make a mission cheaper"),
    )
}
"""All themes, by name."""


def themes_of(lines: AllLines) -> tuple[str, ...]:
    """Return the themes of a puzzle that can be solved, in the order of the list."""
    return tuple(name for name, theme in THEMES.items() if theme.is_in(lines))
