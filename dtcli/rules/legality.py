"""Whether a story is possible: supply, missions, scenario, scroll, reputation, heroes (C1, S1, V1, V2, H00)."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from dtcli.english import only_exist, ordinal, plural
from dtcli.rules.cards import Adventure, Card, Item, KindInfo, Mission
from dtcli.rules.items import Kind
from dtcli.rules.scenarios import ANY_DECK, Scenario
from dtcli.rules.table import why_no_reputation

MOST_PLAYERS = 5


class StoryRule(StrEnum):
    """The rules that a laid card can break."""

    SUPPLY = "supply"
    MISSION_TWICE = "mission-twice"
    SCENARIO = "scenario"
    SCROLL = "scroll"
    REPUTATION = "reputation"


class Violation(NamedTuple):
    """A card of the story that breaks a rule: which rule, its index in the story, and the reason."""

    rule: StoryRule
    place: int
    reason: str


def why_too_many_heroes(heroes: int, players: int | None) -> str | None:
    """Return why a game cannot have this many heroes, or None; the number of players may be unknown (H00)."""
    said = plural(heroes, "hero", many="heroes")
    if players is None:
        return f"{said}, but at most {MOST_PLAYERS} can play" if heroes > MOST_PLAYERS else None
    return f"{said} for {plural(players, 'player')}" if heroes > players else None


def violations(
    story: Sequence[Card | None],
    kinds: Mapping[Kind, KindInfo],
    scenario: Scenario | None,
    adventure: Adventure | None,
    *,
    begun: bool = False,
) -> list[Violation]:
    """Return the rules that a story breaks; None in the story stands for an unknown card.

    In a game that has ``begun`` some missions may have been revealed already, so reputation is not checked (X16).
    """
    found: list[Violation] = []
    counts: dict[Kind, int] = {}
    missions: list[Mission] = []
    for card in story:
        if type(card) is Item:
            counts[card.kind] = counts.get(card.kind, 0) + 1
        elif isinstance(card, Mission):
            missions.append(card)
    for kind, n in counts.items():
        if n > kinds[kind].cards:  # C1
            found += _too_many(story, kinds[kind])
    if len({mission.id or mission.title for mission in missions}) < len(missions):
        found += _repeated_missions(story)
    if adventure is not None:
        found += (one for one in _off_the_scroll(story, adventure) if not begun or one.rule is StoryRule.SCROLL)  # X16
    elif scenario is not None:
        found += _beyond_the_scenario(story, missions, scenario)
    return found


def _too_many(story: Sequence[Card | None], info: KindInfo) -> Iterator[Violation]:
    places = [index for index, card in enumerate(story) if isinstance(card, Item) and card.kind == info.kind]
    for n, index in enumerate(places, 1):
        if n > info.cards:
            yield Violation(StoryRule.SUPPLY, index, f"{ordinal(n)} {info.kind} card, {only_exist(info.cards)}")


def _repeated_missions(story: Sequence[Card | None]) -> Iterator[Violation]:
    seen: dict[str, int] = {}
    for index, card in enumerate(story):
        if isinstance(card, Mission):
            name = card.id or card.title
            if name in seen:
                reason = f"mission {card} was laid before, as card {seen[name] + 1}"
                yield Violation(StoryRule.MISSION_TWICE, index, reason)
            seen.setdefault(name, index)


def _beyond_the_scenario(
    story: Sequence[Card | None], missions: list[Mission], scenario: Scenario
) -> Iterator[Violation]:
    takes = scenario.missions
    total = sum(takes.values())
    if len(missions) > total:
        last = max(index for index, card in enumerate(story) if type(card) is Mission)
        yield Violation(StoryRule.SCENARIO, last, f"{plural(len(missions), 'mission')}, {scenario.title} takes {total}")
    count: dict[str, int] = {}
    for mission in missions:
        if mission.deck:  # a mission written out in a replay has no deck
            count[mission.deck] = count.get(mission.deck, 0) + 1
    if ANY_DECK in takes or all(n <= takes.get(deck, 0) for deck, n in count.items()):
        return
    count.clear()
    for index, card in enumerate(story):
        if isinstance(card, Mission) and card.deck:
            count[card.deck] = count.get(card.deck, 0) + 1
            if count[card.deck] > takes.get(card.deck, 0):
                taken = plural(takes.get(card.deck, 0), "mission", none="no")
                reason = f"{card}: {scenario.title} takes {taken} of deck {card.deck}"
                yield Violation(StoryRule.SCENARIO, index, reason)


def _off_the_scroll(story: Sequence[Card | None], adventure: Adventure) -> Iterator[Violation]:
    for index, card in enumerate(story):
        if isinstance(card, Mission) and card.id and card.id not in adventure.scroll.missions:  # V2
            yield Violation(StoryRule.SCROLL, index, f"{card} is not on the scroll of {adventure.title}")
        elif card is adventure:
            below = [one for one in story[:index] if one is not None]
            reason = why_no_reputation(below, adventure) if len(below) == index else None  # V1
            if reason is not None:
                yield Violation(StoryRule.REPUTATION, index, reason)
