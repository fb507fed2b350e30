"""A repair in sentences: how many changes the game needs, and what each of them is."""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.english import agree, and_list, capitalised, plural
from dtcli.formats.replay.check import Checked
from dtcli.render.analysis.phrases import moment, quest_of
from dtcli.render.choices import choice_in_words, line_in_words
from dtcli.render.events import card_name
from dtcli.render.terminal import shortened
from dtcli.rules.decisions import Discard, Pay, RewardOffer, Take, UseSkill, reveal_of
from dtcli.rules.follow import follow
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, named
from dtcli.rules.notes import RevealNote, SkillNote
from dtcli.rules.notes import moment as note_moment
from dtcli.rules.resolution import start
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import State
from solver.preference import Outcome, most_missions
from solver.recorded import Change
from solver.studies.rearrangement import EDITORS
from solver.studies.repair import Repair
from solver.studies.repaired_replay import is_open

_LONGEST_NAME = 40


class _RepairGoal(NamedTuple):
    """What a repair is to achieve, in three forms for sentences."""

    does: str
    do: str
    is_done: str


def _goal_of(checked: Checked, repair: Repair) -> _RepairGoal:
    game = repair.question.game
    if game.goal is None and game.adventure is None:
        return _RepairGoal("keeps the backpack whole", "keep the backpack whole", "the backpack is whole")
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    if game.goal == checked.resolved.game.goal:
        return _RepairGoal("wins the game", "win the game", "the game is won")
    return _RepairGoal("reaches the goal", "reach the goal", "the goal is reached")


def _ending(repair: Repair, outcome: Outcome) -> str:
    goal = repair.question.game.goal
    return plural(outcome.missions, "mission") + (f", goal {goal}" if goal is not None else "")


def verdict(checked: Checked, repair: Repair) -> str:
    """Return how many changes the game needs to be won, or why no change helps."""
    line, goal = repair.repaired_line, _goal_of(checked, repair)
    if line.outcome is None:
        return _not_repaired(repair, goal)
    end = _ending(repair, line.outcome)
    changed, moved = len(line.changes), len(repair.rearranged.moved) if repair.rearranged is not None else 0
    if not changed and not moved:
        if not is_open(repair):
            return f"Nothing to repair: {goal.is_done}, {end}."
        if repair.question.recorded is None:
            return f"The recorded choices are not legal; without any decision {goal.is_done}: {end}."
        return f"No decision has to change: the choices that were not recorded can {goal.do}: {end}."
    parts = [f"moving {plural(moved, 'card')}"] if moved else []
    parts += [f"changing {plural(changed, 'decision')}"] if changed else []
    said = and_list(parts)
    return f"{capitalised(said)} {goal.does}: {end}.{_fewer(repair, changed, moved)}"


def _fewer(repair: Repair, changed: int, moved: int) -> str:
    """Return whether a smaller repair exists, as far as that is known."""
    if not repair.proved:
        least = repair.rearranged.fewest if repair.rearranged is not None else repair.repaired_line.fewest
        fewer, what = ("moving fewer cards", "card") if moved else ("changing fewer decisions", "change")
        needed = f"; at least {plural(least, what)} {agree(least, 'is', 'are')} needed" if least else ""
        return f" It is not known whether {fewer} is enough{needed}."
    said = " Moving fewer cards is not enough." if moved > 1 else ""
    if changed > 1 or (changed and moved):
        said += " Changing fewer decisions is not enough."
    return said + _without_editors(repair, moved)


def _without_editors(repair: Repair, moved: int) -> str:
    """Return that heroes who look at coming cards are not used when cards are moved."""
    idle = [HEROES[hero].name for hero in start(repair.question.game).unused if hero in EDITORS]
    if not idle or not (moved or repair.rearranged is not None):
        return ""
    return f" When cards are moved, {and_list(idle)} {agree(len(idle), 'stays', 'stay')} unused."


def _not_repaired(repair: Repair, goal: _RepairGoal) -> str:
    best, rearranged, game = repair.best, repair.rearranged, repair.question.game
    assert best is not None
    missions = most_missions(start(game))
    if best.proved and missions < (game.goal or 0):
        there = f"only {plural(missions, 'mission')}" if missions else "no missions"
        return f"Nothing can {goal.do}: the story has {there}."
    if rearranged is not None:
        if rearranged.proved:
            return f"No order of these cards can {goal.do}.{_without_editors(repair, 0)}"
        least = plural(rearranged.fewest, "card")
        return f"No order that {goal.does} was found; at least {least} would have to move."
    if not best.proved:
        most = plural(best.bound, "mission")
        return f"It is not known whether any decisions {goal.do}; no line completes more than {most}."
    how = "every line breaks" if best.outcome.broken else f"the best line ends with {_ending(repair, best.outcome)}"
    return f"No other decisions {goal.do}: {how}. `dtcli explain` says why; --order also moves cards."


def moves(repair: Repair) -> Iterator[tuple[str, str]]:
    """Return the recorded skills that stay unused, then the cards that move and where to, in their new order."""
    rearranged = repair.rearranged
    if rearranged is None or rearranged.order is None:
        return
    for note in repair.question.notes:
        if isinstance(note, SkillNote) and (note.use.borrowed or note.use.hero) in EDITORS:
            yield f"before card {note.before}", f"leave {HEROES[note.use.hero].name} unused"
    for place in sorted(rearranged.moved, key=rearranged.order.index):
        at = rearranged.order.index(place)
        previous = next((other for other in reversed(rearranged.order[:at]) if other not in rearranged.moved), None)
        where = "to the start" if previous is None else f"after card {previous + 1}"
        yield (
            f"card {place + 1}",
            f"move {shortened(card_name(repair.question.game.story[place]), _LONGEST_NAME)} {where}",
        )


def changes_of(repair: Repair) -> list[Change]:
    """Return the changes in the order of the game."""

    def number(change: Change) -> int:
        if change.choice is None and isinstance(change.recorded, UseSkill):
            return noted(repair, change.recorded.hero).before
        assert change.state.decision is not None
        return reveal_of(change.state.decision)

    return sorted(repair.repaired_line.changes, key=number)


def change_words(repair: Repair, change: Change) -> tuple[str, str]:
    """Return the moment of a change, and the new choice with the recorded one."""
    state, choice = change.state, change.choice
    assert state.decision is not None
    if choice is None:
        assert isinstance(change.recorded, UseSkill)
        before = noted(repair, change.recorded.hero).before
        return f"before card {before}", f"leave {HEROES[change.recorded.hero].name} unused"
    quest = quest_of(state)
    said = choice_in_words(state, choice) + _instead(repair, change)
    return moment(state.decision), said + (f"  ({shortened(quest, _LONGEST_NAME)})" if quest else "")


def noted(repair: Repair, hero: HeroId) -> SkillNote:
    """Return the recorded use of a hero's skill."""
    return next(note for note in repair.question.notes if isinstance(note, SkillNote) and note.use.hero == hero)


def _instead(repair: Repair, change: Change) -> str:
    """Return the recorded choice, if it answers the same decision."""
    match change.recorded, change.choice:
        case UseSkill(hero=hero), _:
            return f"  (recorded: {_use(repair, hero)}before card {noted(repair, hero).before})"
        case RevealNote(take=str() as kind), Take(None):
            return f" instead of taking {kind if len(_offered(change.state)) > 1 else 'it'}"
        case RevealNote(take=None), Take():
            return " instead of declining"
        case RevealNote(take=str() as kind), Take():
            return f" instead of {kind}"
        case RevealNote(discard=tuple() as kinds), Discard():
            return f" instead of {named(kinds)}"
        case RevealNote(waive=tuple() as kinds), Pay(waive=waived) if waived:
            return f" instead of {named(kinds)}"
    return ""


def _offered(state: State) -> tuple[Kind, ...]:
    assert isinstance(state.decision, RewardOffer)
    return state.decision.kinds


def _use(repair: Repair, hero: HeroId) -> str:
    """Return how a recorded skill was used; empty if there is only one way, or the game ended before it."""
    question = repair.question
    for step in follow(question.game, question.notes, frames=True).steps:
        if isinstance(step.choice, UseSkill) and step.choice.hero == hero:
            _, _, way = choice_in_words(step.state, step.choice).partition(", ")
            return f"{way}, " if way else ""
    return ""


def answered(repair: Repair) -> Iterator[tuple[str, str]]:
    """Return the choices for decisions that the record leaves open, if nothing else has to change."""
    if (
        repair.repaired_line.choices is None
        or repair.repaired_line.changes
        or repair.rearranged is not None
        or not is_open(repair)
    ):
        return
    question = repair.question
    if question.recorded is None:
        return
    unrecorded = {reveal_of(decision) for decision in question.recorded.undecided}
    told = line_in_words(start(question.game), repair.repaired_line.choices)
    yield from ((when, said) for when, said in told if when in {f"card {number}" for number in unrecorded})


def has_consequences(repair: Repair) -> bool:
    """Return whether the repaired record differs at other moments than the listed changes."""
    if repair.rearranged is not None or not repair.repaired_line.changes:
        return False
    listed = {
        reveal_of(change.state.decision) for change in repair.repaired_line.changes if change.state.decision is not None
    }
    differing = {note_moment(note)[0] for note in {*repair.notes} ^ {*repair.question.notes}}
    return bool(differing - listed)
