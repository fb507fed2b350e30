"""Whether these cards can lie on one table: supply, missions, scenario, scroll, reputation."""

from collections.abc import Sequence

from dtcli.files.names import Names
from dtcli.files.problems import Problem, pointer
from dtcli.rules.cards import Adventure, Card, Item, Mission
from dtcli.rules.items import Kind
from dtcli.rules.scenarios import ANY_DECK, Scenario
from dtcli.rules.table import why_no_reputation


def check_table(
    story: Sequence[Card | None],
    names: Names,
    scenario: Scenario | None,
    adventure: Adventure | None,
    problems: list[Problem],
) -> None:
    """Check that these cards can lie on one table: supply, missions, scenario, scroll, reputation."""
    counts: dict[Kind, int] = {}
    missions: list[Mission] = []
    for card in story:
        if type(card) is Item:
            counts[card.kind] = counts.get(card.kind, 0) + 1
        elif isinstance(card, Mission):
            missions.append(card)
    kinds = names.cards.kinds
    for kind, n in counts.items():
        if n > kinds[kind].cards:  # C1
            _too_many(story, kind, names, problems)
    if len({mission.id or mission.title for mission in missions}) < len(missions):
        _repeated_missions(story, problems)
    if adventure is not None:
        _check_adventure(story, adventure, problems)
    elif scenario is not None:
        _check_scenario(story, missions, scenario, problems)


def _too_many(story: Sequence[Card | None], kind: Kind, names: Names, problems: list[Problem]) -> None:
    most = names.cards.kinds[kind].cards
    places = [index for index, card in enumerate(story) if isinstance(card, Item) and card.kind == kind]
    for n, index in enumerate(places, 1):
        if n > most:
            message = f"{_ordinal(n)} {kind} card, only {most} exist"
            problems.append(Problem("DT301", message, pointer("story", index)))


def _ordinal(n: int) -> str:
    return {5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth"}.get(n, f"{n}th")


def _repeated_missions(story: Sequence[Card | None], problems: list[Problem]) -> None:
    seen: dict[str, int] = {}
    for index, card in enumerate(story):
        if isinstance(card, Mission):
            name = card.id or card.title
            if name in seen:
                message = f"mission {card} was laid before, as card {seen[name] + 1}"
                problems.append(Problem("DT302", message, pointer("story", index)))
            seen.setdefault(name, index)


def _check_scenario(
    story: Sequence[Card | None], missions: list[Mission], scenario: Scenario, problems: list[Problem]
) -> None:
    takes = scenario.missions
    total = sum(takes.values())
    if len(missions) > total:
        last = max(index for index, card in enumerate(story) if type(card) is Mission)
        message = f"{len(missions)} missions, {scenario.title} takes {total}"
        problems.append(Problem("DT303", message, pointer("story", last)))
    count: dict[str, int] = {}
    for mission in missions:
        if mission.deck:  # one that is written out has none
            count[mission.deck] = count.get(mission.deck, 0) + 1
    if ANY_DECK in takes or all(n <= takes.get(deck, 0) for deck, n in count.items()):
        return
    count.clear()
    for index, card in enumerate(story):
        if isinstance(card, Mission) and card.deck:
            count[card.deck] = count.get(card.deck, 0) + 1
            if count[card.deck] > takes.get(card.deck, 0):
                most = takes.get(card.deck, 0)
                taken = "1 mission" if most == 1 else f"{most or 'no'} missions"
                message = f"{card}: {scenario.title} takes {taken} of deck {card.deck}"
                problems.append(Problem("DT303", message, pointer("story", index)))


def _check_adventure(story: Sequence[Card | None], adventure: Adventure, problems: list[Problem]) -> None:
    for index, card in enumerate(story):
        if isinstance(card, Mission) and card.id and card.id not in adventure.scroll.missions:  # V2
            message = f"{card} is not on the scroll of {adventure.title}"
            problems.append(Problem("DT309", message, pointer("story", index)))
        elif card is adventure:
            below = [one for one in story[:index] if one is not None]
            reason = why_no_reputation(below, adventure) if len(below) == index else None  # V1
            if reason is not None:
                problems.append(Problem("DT307", reason, pointer("story", index)))
