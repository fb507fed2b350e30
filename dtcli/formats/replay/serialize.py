"""Serialises values of the rules as entries of a file: choices, cards, start positions, rulings."""

from typing import TYPE_CHECKING, Any, cast

from dtcli.formats.names import Names
from dtcli.rules.cards import Adventure, Card, Item
from dtcli.rules.items import Pile
from dtcli.rules.notes import UNSAID, Note, SkillNote
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS, Rulings
from dtcli.rules.state import Game, Start, opening

if TYPE_CHECKING:
    from dtcli.formats.schema import ChoiceEntry  # checking a plain JSON replay does not need it at run time


def choice_entry(note: Note) -> "ChoiceEntry":
    """Return the entry of a choice; what was not noted is left out."""
    entry: dict[str, Any]
    if isinstance(note, SkillNote):
        use = note.use
        entry = {"before": note.before, "hero": use.hero}
        if use.borrowed is not None:
            entry["as"] = use.borrowed
        lists = {"discard": use.discard, "order": use.order, "remove": use.remove or None}
        lists["tokens"] = use.tokens if note.says_tokens else None
        entry |= {key: value for key, value in (("guess", use.guess), ("take", use.take)) if value is not None}
    else:
        entry = {"at": note.at}
        if note.take is not UNSAID:
            entry["take"] = note.take
        lists = {"discard": note.discard, "waive": note.waive, "in_full": note.in_full, "tokens": note.tokens}
    entry |= {key: list(value) for key, value in lists.items() if value is not None}
    return cast("ChoiceEntry", entry)


def card_entry(card: Card, names: Names) -> Any:
    """Return the entry of a card: by id if the card set has it, otherwise written out."""
    if isinstance(card, Item):
        return str(card.kind)
    if isinstance(card, Adventure):
        return {"adventure": card.id}
    if names.cards.missions.get(card.id) == card:
        return {"mission": card.id}
    entry: dict[str, Any] = {"mission": card.title, "needs": list(card.needs)}
    return entry if card.reward.is_nothing else {**entry, "reward": str(card.reward)}


def start_entry(game: Game, names: Names) -> dict[str, Any] | None:
    """Return the entry of a game's start position; None if it starts at the beginning."""
    start = game.start
    if start is None:
        return None
    usual = opening(game.with_changes(start=Start(tokens=start.tokens))).supply
    supply = usual if start.supply is None else start.supply
    parts: dict[str, Any] = {
        "cards": _copies(start.cards, game),
        "tokens": _copies(start.tokens, game),
        "supply": {str(kind): supply[kind] for kind in game.kinds if supply[kind] != usual[kind]},
        "extra_slot": start.extra_slot,
        "adventure_completed": start.adventure_completed,
        "last_failed": None if start.last_failed is None else card_entry(start.last_failed, names),
        "waiver": start.waiver,
        "guesses": sorted(start.guesses),
        "solved": start.solved,
    }
    entry = {key: value for key, value in parts.items() if value}
    return entry if start.unused is None else {**entry, "heroes": list(start.unused)}


def _copies(pile: Pile, game: Game) -> list[str]:
    """Return the copies of a pile in the order of the card set."""
    return [str(kind) for kind in game.kinds for _ in range(pile[kind])]


def rulings_entry(rulings: Rulings) -> dict[str, Any]:
    """Return the keys ``edition`` and ``rulings`` for these rulings; defaults are left out."""
    edition = next((name for name, preset in EDITIONS.items() if preset == rulings), DEFAULT_EDITION)
    preset = EDITIONS[edition]._asdict()
    switches = {key: value for key, value in rulings._asdict().items() if value != preset[key]}
    entry = {"edition": edition} if edition != DEFAULT_EDITION else {}
    return {**entry, "rulings": switches} if switches else entry
