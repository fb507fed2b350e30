"""Why a goal is out of reach, in the game's words: which missions stand against each other, and for want of what."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from dtcli.files.check import Checked
from dtcli.files.entries import entry_of
from dtcli.files.json_text import compact
from dtcli.render.analysis_words import ending, plural
from dtcli.render.layout import Line, Lines, headed, wrapped
from dtcli.render.paint import Printer, safe
from dtcli.render.solution_view import decisions
from dtcli.render.words import card_name
from dtcli.rules.cards import Item, Mission, Quest
from dtcli.rules.items import Kind, Pile
from dtcli.rules.resolution import start
from dtcli.rules.rewards import reward_of
from dtcli.rules.rulings import GARYNOR
from dtcli.rules.state import Game
from solver.answer import notes_of
from solver.explanation import Explanation
from solver.model.facts import Complete, Fact, Hold, Must, Need, Room, Supply

_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth"}


# --- For people


def print_explanation(checked: Checked, explanation: Explanation) -> None:
    """Print the reasons, or the line by which the goal can be reached."""
    printer = Printer()
    for line in _page(checked, explanation):
        printer.line(*line)


def _page(checked: Checked, explanation: Explanation) -> Lines:
    yield from headed(safe(checked.title or checked.document.file), *_claim(explanation))
    yield ()
    if explanation.reachable:
        yield from _line_to(explanation)
    elif explanation.reasons is None:
        yield from wrapped(_unknown(explanation))
    else:
        yield from _because(explanation)


def _claim(explanation: Explanation) -> tuple[str, str]:
    if explanation.proved:
        return "proved", "dim"
    why = "interrupted" if explanation.interrupted else "a limit was reached"
    return f"{why} after {explanation.seconds:.1f} s", "yellow"


def _line_to(explanation: Explanation) -> Lines:
    found = explanation.found
    yield from wrapped(f"{explanation.goal} can be reached: {ending(found.outcome)}.")
    yield ()
    told = False
    for when, said in decisions(start(explanation.question.game), found.choices):
        told = True
        yield ((f"{when + ':':<15} ", "cyan"), safe(said))
    if not told:
        yield ("Nothing is to be decided.",)


def _unknown(explanation: Explanation) -> str:
    best, found = explanation.best, explanation.found
    most = f"at most {found.bound}" if not found.proved else f"at most {best.outcome.missions}"
    known = f"{ending(best.outcome)} can be reached, {most} missions are possible as far as is known."
    if explanation.reachable is None:
        return f"Whether {explanation.goal} can be reached is not known: {known}"
    return f"{explanation.goal} cannot be reached, but the reasons were not found in time: {known}"


def _because(explanation: Explanation) -> Lines:
    said = sentences(explanation)
    head = headline(explanation)
    if not said:
        yield from wrapped(f"{head}: the story has no more missions.")
        return
    if len(said) == 1:
        yield from wrapped(f"{head}: {said[0]}.")
    else:
        yield from wrapped(f"{head}, because")
        yield ()
        for sentence in said:
            yield from _bullet(sentence)
    yield ()
    for text in (_demand(explanation), _needed(explanation)):
        yield from wrapped(text, "dim")


def _bullet(sentence: str) -> Iterator[Line]:
    yield from wrapped(f"  - {sentence}", indent="    ")


def headline(explanation: Explanation) -> str:
    """Return what cannot be reached: ``At most 8 of 12 missions``."""
    best = explanation.best.outcome
    if best.broken:
        return "The backpack breaks, whatever you choose"
    if best.missions >= explanation.goal:
        return "The game cannot be won"
    return f"At most {best.missions} of {plural(len(_missions(explanation.question.game)), 'mission')}"


def _demand(explanation: Explanation) -> str:
    """Return how many of the missions named would have to succeed."""
    game, reasons = explanation.question.game, explanation.reasons or ()
    every = _missions(game)
    named = {fact.place for fact in reasons if isinstance(fact, Need)} & every
    wanted = explanation.goal - len(every - named)
    if not named or wanted < 1:
        return ""
    if len(named) == 1:
        return f"{explanation.goal} would take this mission too, even if all others succeed."
    which = f"{wanted} of these {len(named)}"
    if wanted == len(named):
        which = "both of these" if wanted == 2 else f"all {wanted} of these"  # noqa: PLR2004  (both)
    return f"{explanation.goal} would take {which} missions, even if all others succeed."


def _needed(explanation: Explanation) -> str:
    reasons = explanation.reasons or ()
    beyond = "the backpack holds" if explanation.best.outcome.broken else f"{explanation.goal} can be reached"
    if explanation.best.outcome.missions >= explanation.goal:
        beyond = "the game can be won" if not explanation.best.outcome.broken else beyond
    if len(reasons) == 1:
        return f"Without that, {beyond}."
    return f"These are {len(reasons)} facts, and each of them is needed: without any one of them {beyond}."


# --- The reasons in words


def sentences(explanation: Explanation) -> list[str]:
    """Return the reasons in words: those about the same item, or about the backpack, together."""
    game, reasons = explanation.question.game, explanation.reasons or ()
    needs = [fact for fact in reasons if isinstance(fact, Need)]
    supplies = {fact.kind for fact in reasons if isinstance(fact, Supply)}
    kinds = dict.fromkeys(fact.kind for fact in needs)
    said = [_need(game, kind, [fact.place for fact in needs if fact.kind == kind], supplies) for kind in kinds]
    said += [_supply(game, kind) for kind in sorted(supplies - kinds.keys())]
    said += [_must(game, fact.place) for fact in reasons if isinstance(fact, Must)]
    ranks = sorted(fact.rank for fact in reasons if isinstance(fact, Room))
    said += [_room(game, row[0], row[-1]) for row in _in_a_row(ranks)]
    said += [_end(game, fact) for fact in reasons if isinstance(fact, Hold | Complete)]
    return said


def _missions(game: Game) -> set[int]:
    return {place for place, card in enumerate(game.story) if isinstance(card, Mission)}


def _quest(game: Game, place: int) -> Quest:
    quest = game.story[place]
    assert not isinstance(quest, Item)
    return quest


def _named(game: Game, place: int) -> str:
    return f"{card_name(_quest(game, place))} (card {place + 1})"


def _need(game: Game, kind: Kind, places: Sequence[int], supplies: set[Kind]) -> str:
    """Return who needs an item, and how much of it comes in time."""
    last = places[-1]
    copies = sum(_quest(game, place).listed[kind] for place in places)
    cards = [place + 1 for place, card in enumerate(game.story[:last]) if isinstance(card, Item) and card.kind == kind]
    names = _and([_named(game, place) for place in places])
    who = f"{names} need{'s' if len(places) == 1 else ''} {_copies(copies, kind)}"
    if len(cards) >= copies:
        return f"{who}, to be kept from card {_or(list(map(str, cards)))}"
    if len(places) == 2 and 0 < len(cards) == copies - 1:  # noqa: PLR2004  (both)
        who = f"{names} both need the {_ORDINALS.get(copies, f'{copies}th')} {kind}"
    come = f"only {len(cards)} come{'s' if len(cards) == 1 else ''}" if cards else "none comes"
    which = f" ({_cards(cards)})" if cards else ""
    return f"{who}, {come} before card {last + 1}{which}{_tokens(game, kind, last, supplies)}"


def _tokens(game: Game, kind: Kind, last: int, supplies: set[Kind]) -> str:
    """Return which tokens may come besides the cards."""
    giving = [
        _named(game, place)
        for place, card in enumerate(game.story[:last])
        if not isinstance(card, Item) and _gives(card, kind)
    ]
    giving += ["Garynor the Belly"] if GARYNOR in game.heroes else []
    if not giving:
        return ", and no reward gives one"
    there = game.kinds[kind].tokens
    limit = f", of which there {'is' if there == 1 else 'are'} only {there}," if kind in supplies else ""
    return f"; a token{limit} can come from {_or(giving)}"


def _gives(quest: Quest, kind: Kind) -> bool:
    reward = reward_of(quest)
    return not reward.is_nothing and (not reward.kinds or kind in reward.kinds)


def _supply(game: Game, kind: Kind) -> str:
    there = game.kinds[kind].tokens
    return f"there {'is' if there == 1 else 'are'} only {plural(there, f'{kind} token')}"


def _must(game: Game, place: int) -> str:
    reward = reward_of(_quest(game, place))
    given = " or ".join(reward.kinds) or "a token of any kind"
    return f"the reward of {_named(game, place)} must be taken: {given}"


def _room(game: Game, first: int, last: int) -> str:
    """Return where the backpack is full: from one mission to another."""
    since, until = _span(game, first, last)
    start_at = "the start" if since is None else f"card {since}"
    end_at = "the end" if until is None else f"card {until}"
    return f"from {start_at} to {end_at} the backpack has only {plural(game.slots, 'slot')}"


def _end(game: Game, fact: Hold | Complete) -> str:
    assert game.adventure is not None
    if isinstance(fact, Complete):
        return f"{safe(game.adventure.title)} must be completed"
    return f"{_copies(_to_hold(game, fact.kind), fact.kind)} must be held at the end"


def _to_hold(game: Game, kind: Kind) -> int:
    assert game.adventure is not None
    return Pile.of(*game.adventure.scroll.hold)[kind]


def _span(game: Game, first: int, last: int) -> tuple[int | None, int | None]:
    """Return the cards between which the backpack is full; None for the start and the end of the story."""
    quests = [place + 1 for place, card in enumerate(game.story) if not isinstance(card, Item)]
    since = quests[first - 1] if 0 < first <= len(quests) else None
    return since, quests[last] if last < len(quests) else None


def _in_a_row(numbers: Iterable[int]) -> list[list[int]]:
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    return [[number for _, number in group] for _, group in groups]


def _copies(n: int, kind: str) -> str:
    return f"a {kind}" if n == 1 else f"{n} {kind}"


def _cards(numbers: list[int]) -> str:
    return f"card{'' if len(numbers) == 1 else 's'} {_and(list(map(str, numbers)))}"


def _and(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _or(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


# --- For scripts


def explanation_line(checked: Checked, explanation: Explanation | None) -> str:
    """Return the explanation as one line of JSON; without one the replay is invalid."""
    record: dict[str, Any] = {"file": checked.document.file, "line": checked.document.line}
    if explanation is None:
        record |= {"status": "invalid", "title": checked.title, "goal": None, "best": None, "reasons": []}
        record |= {"words": [], "choices": [], "proved": False, "seconds": 0.0}
    else:
        best = explanation.best
        reachable = explanation.reachable
        notes = notes_of(start(explanation.question.game), explanation.found.choices)
        record |= {
            "status": {True: "reachable", False: "unreachable", None: "unknown"}[reachable],
            "title": checked.title,
            "goal": explanation.goal,
            "best": {
                "missions": best.outcome.missions,
                "broken": best.outcome.broken,
                "won": best.outcome.won,
                "bound": best.bound,
            },
            "reasons": [_reason(explanation.question.game, fact) for fact in explanation.reasons or ()],
            "words": sentences(explanation),
            "choices": [entry_of(note) for note in notes] if reachable else [],
            "proved": explanation.proved,
            "seconds": round(explanation.seconds, 3),
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return compact(record) + "\n"


def _reason(game: Game, fact: Fact) -> dict[str, Any]:
    record: dict[str, Any] = {"reason": type(fact).__name__.lower()}
    match fact:
        case Need(place, kind):
            quest = _quest(game, place)
            record |= {"card": place + 1, "mission": quest.title, "item": kind, "copies": quest.listed[kind]}
        case Must(place):
            quest = _quest(game, place)
            record |= {"card": place + 1, "mission": quest.title, "reward": str(reward_of(quest))}
        case Supply(kind):
            record |= {"item": kind, "tokens": game.kinds[kind].tokens}
        case Room(rank):
            since, until = _span(game, rank, rank)
            record |= {"from": since, "to": until, "slots": game.slots}
        case Hold(kind):
            record |= {"item": kind, "copies": _to_hold(game, kind)}
        case Complete():
            assert game.adventure is not None
            record["adventure"] = game.adventure.title
    return record
