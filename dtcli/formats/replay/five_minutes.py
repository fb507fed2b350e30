"""Checks the record of the five minutes against the story: the deal, every play, draw and discard (A1 to A6)."""

from typing import Any, NamedTuple

from dtcli.english import plural
from dtcli.formats.problems import Problem, listed, pointer, quoted
from dtcli.formats.replay.resolver import Resolved, Resolver
from dtcli.formats.schema import ReplayFile
from dtcli.rules import table as phase
from dtcli.rules.cards import Card
from dtcli.rules.deal import DEAL_SIZES, deal_violations
from dtcli.rules.decisions import IllegalChoice
from dtcli.rules.table import FIVE_MINUTES, Table

_DEAL_PLACES = {"hands": "/play/hands", "deck": "/play/deck", "cards": "/play"}


class RecordedEvent(NamedTuple):
    """One action of a player in the five minutes."""

    t: float
    player: int
    deed: str
    """``play``, ``draw`` or ``discard``."""
    cards: tuple[Card, ...]


def recorded_play(data: ReplayFile, resolved: Resolved) -> tuple[Table, list[RecordedEvent]]:
    """Return the deal of a replay that has no problems, and what the players did."""
    play: Any = data["play"]
    reader = _reader(data, resolved)
    hands, deck = _dealt(reader, play)
    happened = []
    for index, event in enumerate(play["events"]):
        deed = _deeds(event)[0]
        cards = _event_cards(reader, deed, event, index)
        happened.append(RecordedEvent(event["t"], event.get("player", 1), deed, tuple(cards)))
    return _table(hands, deck), happened


def check_play(data: ReplayFile, resolved: Resolved) -> list[Problem]:
    """Return what is wrong with the record of the five minutes."""
    play: Any = data["play"]
    assert resolved.game is not None
    seed = play.get("seed")
    if isinstance(seed, str) and not seed.isprintable():
        return [Problem("DT203", f"the seed {quoted(seed)} has characters that cannot be printed", "/play/seed")]
    reader = _reader(data, resolved)
    hands, deck = _dealt(reader, play)
    if reader.problems:
        return listed(reader.problems)
    players, game = data.get("players") or len(hands), resolved.game
    if players != len(hands):
        return [Problem("DT601", f"{plural(len(hands), 'hand')} for {plural(players, 'player')}", "/play/hands")]
    what = game.adventure or resolved.scenario
    faults = deal_violations(game.kinds, what, hands, deck)
    problems = [Problem("DT601", reason, _DEAL_PLACES[part]) for part, reason in faults]
    if problems:
        return problems
    table, problems = _follow(reader, _table(hands, deck), play)
    if not problems and table.story != resolved.game.story:
        problems.append(_first_difference(table.story, resolved.game.story))
    return problems


def _reader(data: ReplayFile, resolved: Resolved) -> Resolver:
    assert resolved.names is not None
    reader = Resolver(data)
    reader.names = resolved.names
    return reader


def _dealt(reader: Resolver, play: Any) -> tuple[list[list[Card]], list[Card]]:
    hands = [_cards(reader, hand, ("play", "hands", seat)) for seat, hand in enumerate(play["hands"])]
    return hands, _cards(reader, play["deck"], ("play", "deck"))


def _table(hands: list[list[Card]], deck: list[Card]) -> Table:
    return Table(tuple(tuple(hand) for hand in hands), tuple(deck), DEAL_SIZES[len(hands)].hand)


def _deeds(event: Any) -> list[str]:
    return [deed for deed in ("play", "draw", "discard") if deed in event]


def _cards(reader: Resolver, entries: list[Any], at: tuple[str | int, ...]) -> list[Card]:
    cards = (reader.card(entry, (*at, index)) for index, entry in enumerate(entries))
    return [card for card in cards if card is not None]


def _follow(reader: Resolver, table: Table, play: Any) -> tuple[Table, list[Problem]]:
    problems: list[Problem] = []
    now, end = 0.0, play.get("seconds", FIVE_MINUTES)
    for index, event in enumerate(play["events"]):
        at = pointer("play", "events", index)
        deeds = _deeds(event)
        if len(deeds) != 1:
            problems.append(Problem("DT203", "an event is one of play, draw and discard", at))
            return table, problems
        if event["t"] < now:
            problems.append(Problem("DT604", f"second {event['t']} is recorded after second {now}", at))
        elif event["t"] > end:
            problems.append(Problem("DT604", f"second {event['t']} is after the end at {end}", at))
        now = max(now, event["t"])
        player = event.get("player", 1)
        try:
            table = _do(reader, table, deeds[0], event, player, index)
        except IllegalChoice as illegal:
            problems.append(Problem("DT602", f"second {event['t']}, player {player}: {illegal}", at))
            return table, problems
        if reader.problems:
            return table, [*problems, *reader.problems]
    if "ended" in play and not now <= play["ended"] <= end:
        when = f"before the last event at {now}" if play["ended"] < now else f"after the time is up at {end}"
        problems.append(Problem("DT604", f"the end at {play['ended']} is {when}", "/play/ended"))
    return table, problems + _misplaced_pauses(play, play.get("ended", end))


def _misplaced_pauses(play: Any, end: float) -> list[Problem]:
    """Return the problems of pauses after the end, or out of order."""
    problems, before = [], 0.0
    for index, pause in enumerate(play.get("pauses", ())):
        at = pointer("play", "pauses", index)
        if pause["t"] < before:
            problems.append(Problem("DT604", f"a pause at second {pause['t']} is recorded after one at {before}", at))
        elif pause["t"] > end:
            problems.append(Problem("DT604", f"a pause at second {pause['t']} is after the end at {end}", at))
        before = max(before, pause["t"])
    return problems


def _event_cards(reader: Resolver, deed: str, event: Any, index: int) -> list[Card]:
    entries = event[deed] if deed == "discard" else [event[deed]]
    return _cards(reader, entries, ("play", "events", index, deed))


def _do(reader: Resolver, table: Table, deed: str, event: Any, player: int, index: int) -> Table:
    cards = _event_cards(reader, deed, event, index)
    if reader.problems:
        return table
    if deed == "play":
        return phase.play(table, player, cards[0])
    if deed == "discard":
        return phase.discard(table, player, cards)
    if table.deck and table.deck[0] != cards[0]:
        msg = f"{cards[0]} is drawn, but {table.deck[0]} lies on top of the draw deck"
        raise IllegalChoice(msg)
    return phase.draw(table, player)


def _first_difference(played: tuple[Card, ...], story: tuple[Card, ...]) -> Problem:
    for index, (one, other) in enumerate(zip(played, story, strict=False)):
        if one != other:
            message = f"card {index + 1} of the story is {quoted(other)}, but {quoted(one)} was played"
            return Problem("DT603", message, pointer("story", index))
    index = min(len(played), len(story))
    message = f"the players laid {plural(len(played), 'card')}, the story has {len(story)}"
    return Problem("DT603", message, pointer("story", max(0, index - 1)))
