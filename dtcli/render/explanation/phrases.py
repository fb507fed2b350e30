"""An explanation in sentences: what cannot be reached, and the reasons."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from dtcli.english import agree, and_list, or_list, ordinal, plural
from dtcli.render.analysis.phrases import ending
from dtcli.render.events import card_name
from dtcli.render.goals import has_conditions
from dtcli.render.terminal import safe
from dtcli.rules.cards import Effect
from dtcli.rules.items import Kind
from dtcli.rules.rewards import reward_of
from dtcli.rules.rulings import ARVEDUI_MIRIEL, GARYNOR, NINTRABASH, ZIGARAT_HO
from dtcli.rules.state import Game, opening
from solver.model.facts import FROM_BEFORE, Complete, Hold, Must, Need, Room, Supply
from solver.studies.explanation import Explanation
from solver.studies.reasons import (
    copies_at_start,
    copies_needed,
    copies_to_hold,
    full_between,
    grouped_by_shortage,
    in_story_order,
    item_cards_before,
    mission_places,
    missions_required,
    quest_at,
    rewards_before,
)

_TWO = 2
_MOVERS = {ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO}
"""Heroes who change the order in which missions come."""


# --- What cannot be reached


def headline(explanation: Explanation) -> str:
    """Return what cannot be reached: ``At most 8 of 12 missions can be reached``."""
    game, goal, best = explanation.question.game, explanation.goal, explanation.best
    if explanation.found.outcome.broken:
        return "The backpack breaks, whatever you choose"
    if has_conditions(game):
        return "The game cannot be won" + ("" if best.outcome.missions >= goal else f" with {plural(goal, 'mission')}")
    if best.proved and goal == best.outcome.missions + 1:
        if not best.outcome.missions:
            return "No mission can be completed"
        return f"At most {best.outcome.missions} of {plural(len(mission_places(game)), 'mission')} can be reached"
    return f"{plural(goal, 'mission')} cannot be reached"


def too_few_missions(explanation: Explanation) -> str:
    """Return that the story has fewer missions than the goal."""
    game, best = explanation.question.game, explanation.best
    there = len(mission_places(game))
    if not there:
        return "The story has no missions."
    if best.proved and best.outcome.missions == there and not has_conditions(game):
        every = "The only mission" if there == 1 else f"All {there} missions"
        return f"{every} can be completed; the story has no more."
    return f"{headline(explanation)}: the story has only {there}."


def best_line(explanation: Explanation) -> str:
    """Return what the best line reaches; empty if the headline says it."""
    best = explanation.best
    if not best.proved:
        return f"The best line found ends with {ending(best.outcome)}."
    if best.outcome.broken or explanation.goal == best.outcome.missions + 1:
        return ""
    return f"The best line ends with {ending(best.outcome)}."


def required(explanation: Explanation) -> str:
    """Return how many of the missions that the reasons name would have to succeed."""
    wanted, named, has_others = missions_required(explanation)
    if not named or wanted < 1 or explanation.found.outcome.broken:
        return ""
    which = f"{wanted} of these {named}"
    if wanted == named:
        which = {1: "this one", 2: "both of these"}.get(wanted, f"all {wanted} of these")
    others = ", even if all the others do" if has_others else ""
    return f"To reach {plural(explanation.goal, 'mission')}, {which} must succeed{others}."


def skills_do_not_help(explanation: Explanation) -> str:
    """Return that no skill changes the verdict; empty without heroes, and where the headline says it."""
    if not explanation.question.game.heroes or explanation.found.outcome.broken:
        return ""
    return "No use of the skills changes that."


def all_needed(explanation: Explanation) -> str:
    """Return that none of the reasons can be left out."""
    facts = len(explanation.reasons or ())
    otherwise = f"{plural(explanation.goal, 'mission')} could be reached"
    if explanation.found.outcome.broken:
        otherwise = "the backpack would hold"
    elif has_conditions(explanation.question.game):
        otherwise = "the game could be won"
    if facts == 1:
        return f"Without that, {otherwise}."
    return f"These are {facts} facts, counting each item of each mission. Without any one of them, {otherwise}."


# --- The reasons


def sentences(explanation: Explanation) -> list[str]:
    """Return the reasons as sentences; those about the same item, or about the backpack, share one."""
    game, reasons = explanation.question.game, explanation.reasons or ()
    needs = [fact for fact in reasons if isinstance(fact, Need)]
    supplies = {fact.kind for fact in reasons if isinstance(fact, Supply)}
    kinds = dict.fromkeys(fact.kind for fact in needs)
    said = [
        _need(game, kind, places, supplies)
        for kind in kinds
        for places in grouped_by_shortage(game, kind, in_story_order(fact.place for fact in needs if fact.kind == kind))
    ]
    said += [_supply(game, kind) for kind in sorted(supplies - kinds.keys())]
    said += [_must(game, fact.place) for fact in reasons if isinstance(fact, Must)]
    ranks = sorted(fact.rank for fact in reasons if isinstance(fact, Room))
    said += [_room(game, row[0], row[-1]) for row in _consecutive(ranks)]
    said += [_end(game, fact) for fact in reasons if isinstance(fact, Hold | Complete)]
    return said


def _named(game: Game, place: int) -> str:
    where = "if it comes back" if place == FROM_BEFORE else f"card {place + 1}"
    return f"{card_name(quest_at(game, place))} ({where})"


def _need(game: Game, kind: Kind, places: Sequence[int], supplies: set[Kind]) -> str:
    """Return which missions need an item, and how many copies come in time."""
    last, copies = places[-1], copies_needed(game, kind, places)
    cards, there = item_cards_before(game, kind, last), copies_at_start(game, kind)
    tokens = _tokens(game, kind, last, supplies)
    names = and_list(_named(game, place) for place in places)
    who = f"{names} {agree(len(places), 'needs', 'need')} {_copies(copies, kind)}{_once(game, kind, places)}"
    if there + len(cards) >= copies:
        kept = f"the {there} at the start" if there else ""
        also = _cards(cards) if there and cards else _kept(cards, copies) if cards else ""
        return f"{who}, which must be kept from {and_list(one for one in (kept, also) if one)}{tokens}"
    if len(places) == _TWO and 0 < there + len(cards) == copies - 1:
        who = f"{names} both need the {ordinal(copies)} {kind}"
    come = f"only {len(cards)} {agree(len(cards), 'comes', 'come')}" if cards else "none comes"
    which = f" ({_cards(cards)})" if cards else ""
    if there:
        come = f"only {there} {agree(there, 'is', 'are')} there at the start and {come.removeprefix('only ')}"
    until = "" if last == FROM_BEFORE else f" before card {last + 1}"
    return f"{who}, but {come}{until}{which}{tokens or ', and no reward gives one'}"


def _once(game: Game, kind: Kind, places: Sequence[int]) -> str:
    """Return that an adventure lets an item be paid once instead of twice."""
    adventure = game.adventure
    if adventure is None or adventure.effect is not Effect.DUPLICATES_ONCE:
        return ""
    twice = any(quest_at(game, place).listed[kind] > 1 for place in places)
    return f" (fewer with {safe(adventure.title)})" if twice else ""


def _kept(cards: list[int], copies: int) -> str:
    if len(cards) == copies:
        return _cards(cards)
    return f"card {or_list(cards)}" if copies == 1 else f"{copies} of cards {and_list(cards)}"


def _tokens(game: Game, kind: Kind, last: int, supplies: set[Kind]) -> str:
    """Return where tokens can come from besides the cards."""
    giving = [_named(game, place) for place in rewards_before(game, kind, last)]
    giving += ["Garynor the Belly"] if GARYNOR in game.heroes else []
    if not giving:
        return ""
    there = opening(game).supply[kind]
    limit = f", but there {agree(there, 'is', 'are')} only {there}" if kind in supplies else ""
    return f"; {'tokens' if limit else 'a token'} can come from {or_list(giving)}{limit}"


def _supply(game: Game, kind: Kind) -> str:
    there = opening(game).supply[kind]
    return f"there {agree(there, 'is', 'are')} only {plural(there, f'{kind} token')}"


def _must(game: Game, place: int) -> str:
    reward = reward_of(quest_at(game, place))
    given = or_list(reward.kinds, none="a token of any kind")
    return f"the reward of {_named(game, place)} must be taken: {given}"


def _room(game: Game, first: int, last: int) -> str:
    """Return from which card to which the backpack is full."""
    since, until = full_between(game, first, last)
    slots = f"the backpack has only {plural(game.slots, 'slot')}"
    if game.adventure is not None and game.adventure.effect is Effect.EXTRA_SLOT:
        slots += f", one more with {safe(game.adventure.title)}"
    if since is None and until is None:
        return slots
    if _MOVERS & {*game.heroes}:  # the order of the cards may change
        start_at, end_at = f"mission {first}", "the end" if until is None else f"mission {last + 1}"
    else:
        start_at, end_at = f"card {since}", "the end" if until is None else f"card {until}"
    return f"from {'the start' if since is None else start_at} to {end_at} {slots}"


def _end(game: Game, fact: Hold | Complete) -> str:
    assert game.adventure is not None
    if isinstance(fact, Complete):
        return f"{safe(game.adventure.title)} must be completed"
    return f"{_copies(copies_to_hold(game, fact.kind), fact.kind)} must be held at the end"


def _consecutive(numbers: Iterable[int]) -> list[list[int]]:
    """Return numbers in groups without gaps."""
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    return [[number for _, number in group] for _, group in groups]


def _copies(n: int, kind: str) -> str:
    return kind if n == 1 else f"{n} {kind}"


def _cards(numbers: list[int]) -> str:
    return f"{agree(len(numbers), 'card', 'cards')} {and_list(numbers)}"
