"""The reasons against a goal in the game's words: who needs what, how much of it comes, where the backpack is full."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from dtcli.english import agree, and_list, or_list, ordinal, plural
from dtcli.render.analysis.phrases import ending
from dtcli.render.events import card_name
from dtcli.render.goals import has_conditions
from dtcli.render.terminal import safe
from dtcli.rules.cards import Effect, Item, Mission, Quest
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rewards import reward_of
from dtcli.rules.rulings import ARVEDUI_MIRIEL, GARYNOR, NINTRABASH, ZIGARAT_HO
from dtcli.rules.state import Game, opening
from solver.model.facts import Complete, Hold, Must, Need, Room, Supply
from solver.studies.explanation import Explanation

_BOTH = 2
FROM_BEFORE = -1
"""The place of a mission that failed before the game began, where it begins in the middle."""
_MOVERS = {ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO}
"""Heroes through whom missions come at other places than in the story."""


# --- What cannot be reached


def headline(explanation: Explanation) -> str:
    """Return what cannot be reached: ``At most 8 of 12 missions``."""
    game, goal, best = explanation.question.game, explanation.goal, explanation.best
    if explanation.found.outcome.broken:
        return "The backpack breaks, whatever you choose"
    if has_conditions(game):
        return "The game cannot be won" + ("" if best.outcome.missions >= goal else f" with {plural(goal, 'mission')}")
    if best.proved and goal == best.outcome.missions + 1:
        return f"At most {best.outcome.missions} of {plural(len(missions_of(game)), 'mission')}"
    return f"{plural(goal, 'mission')} cannot be reached"


def too_few(explanation: Explanation) -> str:
    """Return that the story has fewer missions than were asked for."""
    game, best = explanation.question.game, explanation.best
    there = len(missions_of(game))
    if not there:
        return "The story has no missions."
    if best.proved and best.outcome.missions == there and not has_conditions(game):
        every = "The only mission" if there == 1 else f"All {there} missions"
        return f"{every} can be completed, and the story has no more."
    return f"{headline(explanation)}: the story has only {there}."


def beside(explanation: Explanation) -> str:
    """Return the best that can be reached, where the headline does not say it."""
    best = explanation.best
    if not best.proved:
        return f"The best line that was found has {ending(best.outcome)}."
    if best.outcome.broken or explanation.goal == best.outcome.missions + 1:
        return ""
    return f"The best line has {ending(best.outcome)}."


def demand(explanation: Explanation) -> str:
    """Return how many of the missions named would have to succeed."""
    game, reasons, goal = explanation.question.game, explanation.reasons or (), explanation.goal
    every = missions_of(game)
    named = {fact.place for fact in reasons if isinstance(fact, Need)} & every
    wanted = goal - len(every - named)
    if not named or wanted < 1 or explanation.found.outcome.broken:
        return ""
    which = f"{wanted} of these {len(named)}"
    if wanted == len(named):
        which = {1: "this one", 2: "both of these"}.get(wanted, f"all {wanted} of these")
    others = ", even if all others do" if every - named else ""
    return f"For {plural(goal, 'mission')} {which} {agree(wanted, 'has', 'have')} to succeed{others}."


def however(explanation: Explanation) -> str:
    """Return that skills do not help, where there are heroes; a backpack that breaks has said so."""
    if not explanation.question.game.heroes or explanation.found.outcome.broken:
        return ""
    return "That is so however the skills are used."


def needed(explanation: Explanation) -> str:
    """Return that none of the reasons can be left out."""
    facts = len(explanation.reasons or ())
    beyond = f"{plural(explanation.goal, 'mission')} could be reached"
    if explanation.found.outcome.broken:
        beyond = "it would hold"
    elif has_conditions(explanation.question.game):
        beyond = "the game could be won"
    if facts == 1:
        return f"Without that, {beyond}."
    return f"These are {facts} facts, each item of each mission being one. Without any one of them {beyond}."


def missions_of(game: Game) -> set[int]:
    """Return the places of the missions, among them the one from before that can come back."""
    can_come_back = isinstance(opening(game).last_failed, Mission) and ARVEDUI_MIRIEL in opening(game).unused
    laid = {place for place, card in enumerate(game.story) if isinstance(card, Mission)}
    return laid | {FROM_BEFORE} if can_come_back else laid


# --- The reasons


def sentences(explanation: Explanation) -> list[str]:
    """Return the reasons in words: those about the same item, or about the backpack, together."""
    game, reasons = explanation.question.game, explanation.reasons or ()
    needs = [fact for fact in reasons if isinstance(fact, Need)]
    supplies = {fact.kind for fact in reasons if isinstance(fact, Supply)}
    kinds = dict.fromkeys(fact.kind for fact in needs)
    said = [
        _need(game, kind, places, supplies)
        for kind in kinds
        for places in _apart(game, kind, _as_they_come(fact.place for fact in needs if fact.kind == kind))
    ]
    said += [_supply(game, kind) for kind in sorted(supplies - kinds.keys())]
    said += [_must(game, fact.place) for fact in reasons if isinstance(fact, Must)]
    ranks = sorted(fact.rank for fact in reasons if isinstance(fact, Room))
    said += [_room(game, row[0], row[-1]) for row in _in_a_row(ranks)]
    said += [_end(game, fact) for fact in reasons if isinstance(fact, Hold | Complete)]
    return said


def quest_at(game: Game, place: int) -> Quest:
    """Return the mission or adventure at a place of the story, or the one that failed before it began (X16)."""
    quest = opening(game).last_failed if place == FROM_BEFORE else game.story[place]
    assert quest is not None
    assert not isinstance(quest, Item)
    return quest


def to_hold(game: Game, kind: Kind) -> int:
    """Return how many copies have to be held at the end."""
    assert game.adventure is not None
    return Pile.of(*game.adventure.scroll.hold)[kind]


def span(game: Game, first: int, last: int) -> tuple[int | None, int | None]:
    """Return the cards between which the backpack is full; None for the start and the end of the story."""
    quests = [place + 1 for place, card in enumerate(game.story) if not isinstance(card, Item)]
    since = quests[min(first, len(quests)) - 1] if first and quests else None
    return since, quests[last] if last < len(quests) else None


def _named(game: Game, place: int) -> str:
    where = "if it comes back" if place == FROM_BEFORE else f"card {place + 1}"
    return f"{card_name(quest_at(game, place))} ({where})"


def _listed(game: Game, kind: Kind, places: Sequence[int]) -> int:
    return sum(quest_at(game, place).listed[kind] for place in places)


def _there(game: Game, kind: Kind) -> int:
    """Return how many copies the backpack holds before the first card is revealed (X16)."""
    return opening(game).held(kind)


def _cards_before(game: Game, kind: Kind, place: int) -> list[int]:
    laid = game.story if place == FROM_BEFORE else game.story[:place]
    return [at for at, card in enumerate(laid, 1) if isinstance(card, Item) and card.kind == kind]


def _as_they_come(places: Iterable[int]) -> list[int]:
    """Return places in the order of the story; a mission from before comes last, if it comes at all (H4)."""
    return sorted(places, key=lambda place: (place == FROM_BEFORE, place))


def _apart(game: Game, kind: Kind, places: list[int]) -> Iterator[list[int]]:
    """Return the missions that need an item together; apart from them those for which enough comes later."""

    def short(n: int) -> bool:
        return _listed(game, kind, places[:n]) > _there(game, kind) + len(_cards_before(game, kind, places[n - 1]))

    first = next((n for n in range(len(places), 0, -1) if short(n)), len(places))
    yield places[:first]
    if places[first:]:
        yield places[first:]


def _need(game: Game, kind: Kind, places: Sequence[int], supplies: set[Kind]) -> str:
    """Return who needs an item, and how much of it comes in time."""
    last, copies = places[-1], _listed(game, kind, places)
    cards, there = _cards_before(game, kind, last), _there(game, kind)
    tokens = _tokens(game, kind, last, supplies)
    names = and_list([_named(game, place) for place in places])
    who = f"{names} {agree(len(places), 'needs', 'need')} {_copies(copies, kind)}{_once(game, kind, places)}"
    if there + len(cards) >= copies:
        kept = f"the {there} at the start" if there else ""
        also = _cards(cards) if there and cards else _kept(cards, copies) if cards else ""
        return f"{who}, to be kept from {and_list(one for one in (kept, also) if one)}{tokens}"
    if len(places) == _BOTH and 0 < there + len(cards) == copies - 1:
        who = f"{names} both need the {ordinal(copies)} {kind}"
    come = f"only {len(cards)} {agree(len(cards), 'comes', 'come')}" if cards else "none comes"
    which = f" ({_cards(cards)})" if cards else ""
    if there:
        come = f"only {there} {agree(there, 'is', 'are')} there at the start and {come.removeprefix('only ')}"
    until = "" if last == FROM_BEFORE else f" before card {last + 1}"
    return f"{who}, {come}{until}{which}{tokens or ', and no reward gives one'}"


def _once(game: Game, kind: Kind, places: Sequence[int]) -> str:
    """Return that an adventure lets an item be paid once instead of twice."""
    scroll = game.adventure
    if scroll is None or scroll.effect is not Effect.DUPLICATES_ONCE:
        return ""
    twice = any(quest_at(game, place).listed[kind] > 1 for place in places)
    return f" (fewer with {safe(scroll.title)})" if twice else ""


def _kept(cards: list[int], copies: int) -> str:
    if len(cards) == copies:
        return _cards(cards)
    return f"card {or_list(cards)}" if copies == 1 else f"{copies} of cards {and_list(cards)}"


def _tokens(game: Game, kind: Kind, last: int, supplies: set[Kind]) -> str:
    """Return which tokens may come besides the cards."""
    giving = [
        _named(game, place)
        for place, card in enumerate(game.story if last == FROM_BEFORE else game.story[:last])
        if not isinstance(card, Item) and _gives(card, kind)
    ]
    giving += ["Garynor the Belly"] if GARYNOR in game.heroes else []
    if not giving:
        return ""
    there = opening(game).supply[kind]
    limit = f", but there {agree(there, 'is', 'are')} only {there}" if kind in supplies else ""
    return f"; {'tokens' if limit else 'a token'} can come from {or_list(giving)}{limit}"


def _gives(quest: Quest, kind: Kind) -> bool:
    reward = reward_of(quest)
    return not reward.is_nothing and (not reward.kinds or kind in reward.kinds)


def _supply(game: Game, kind: Kind) -> str:
    there = opening(game).supply[kind]
    return f"there {agree(there, 'is', 'are')} only {plural(there, f'{kind} token')}"


def _must(game: Game, place: int) -> str:
    reward = reward_of(quest_at(game, place))
    given = or_list(reward.kinds, none="a token of any kind")
    return f"the reward of {_named(game, place)} must be taken: {given}"


def _room(game: Game, first: int, last: int) -> str:
    """Return where the backpack is full: from one mission to another."""
    since, until = span(game, first, last)
    slots = f"the backpack has only {plural(game.slots, 'slot')}"
    if game.adventure is not None and game.adventure.effect is Effect.EXTRA_SLOT:
        slots += f", one more with {safe(game.adventure.title)}"
    if since is None and until is None:
        return slots
    if _MOVERS & {*game.heroes}:  # the missions are counted as they come
        start_at, end_at = f"mission {first}", "the end" if until is None else f"mission {last + 1}"
    else:
        start_at, end_at = f"card {since}", "the end" if until is None else f"card {until}"
    return f"from {'the start' if since is None else start_at} to {end_at} {slots}"


def _end(game: Game, fact: Hold | Complete) -> str:
    assert game.adventure is not None
    if isinstance(fact, Complete):
        return f"{safe(game.adventure.title)} must be completed"
    return f"{_copies(to_hold(game, fact.kind), fact.kind)} must be held at the end"


def _in_a_row(numbers: Iterable[int]) -> list[list[int]]:
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    return [[number for _, number in group] for _, group in groups]


def _copies(n: int, kind: str) -> str:
    return kind if n == 1 else f"{n} {kind}"


def _cards(numbers: list[int]) -> str:
    return f"{agree(len(numbers), 'card', 'cards')} {and_list(numbers)}"
