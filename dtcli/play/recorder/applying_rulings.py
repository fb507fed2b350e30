"""Which rulings apply to what is being decided or has just happened, and their texts."""

from collections.abc import Iterable, Iterator

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.render.lookup.entries import rulings
from dtcli.rules.cards import Adventure, Item, RewardRule
from dtcli.rules.decisions import Failure, Payment, RewardOffer
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import EventKind

_EVENTS = {
    EventKind.BACKPACK_BROKE: ("B3",),
    EventKind.EXTRA_SLOT_GONE: ("H3",),
    EventKind.REWARD_RUN_OUT: ("R3",),
    EventKind.EFFECT_ON: ("V3",),
    EventKind.MISSION_FAILED: ("R7",),
    EventKind.MISSION_COMPLETED: ("R2",),
    EventKind.ITEM_PLACED: ("R1", "B1"),
}
"""The rulings behind an event, the most telling event first."""

_MOST_ANSWERS = 2


def rulings_for(session: PlayedResolution, hero: HeroId | None = None) -> tuple[str, ...]:
    """Return the numbers of the rulings that apply now: to a hero's skill, the open decision, or the last step."""
    if hero is not None:
        return (HEROES[hero].ruling, "H0")
    match session.decision:
        case RewardOffer(quest=quest):
            if isinstance(quest, Adventure):
                return ("V3", "R3")
            return ("R5", "R3") if quest.reward.rule is RewardRule.ANY else ("R4", "R3")
        case Failure():
            return ("R7", "R6")
        case Payment(waiver=waiver):
            return ("H5", "R6") if waiver else ("R2", "R6", "V3") if session.state.effect else ("R2", "R6")
    step = session.last_step
    if step.hero is not None:
        return (HEROES[step.hero].ruling, "H0")
    happened = {event.what for event in step.events}
    for event, numbers in _EVENTS.items():
        if event in happened:
            return numbers
    return ("R8",) if session.state.over else ("R1", "H0") if isinstance(step.card, Item) else ("R1", "B1")


def ruling_texts(numbers: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield heading and text of rulings, each by its number."""
    for entry in (entry for number in numbers for entry in rulings([number])):
        yield f"{entry.key} {entry.title}", " ".join(entry.lines)


def asked_rulings(typed: str) -> str | None:
    """Return the number or the words after ``?`` or ``rules``, perhaps none; None if no ruling is asked for."""
    if typed.startswith("?"):
        return typed[1:].strip()
    first, _, rest = typed.partition(" ")
    return rest.strip() if first.casefold() == "rules" else None


def answering_rulings(asked: str) -> tuple[str, ...]:
    """Return the number of the ruling that is asked for, or of those that answer a question best."""
    return tuple(entry.key for entry in rulings([asked])[:_MOST_ANSWERS])
