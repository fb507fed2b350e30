"""Converts a game to a replay: the deal, the five minutes with their times, the story, the choices, the result."""

from datetime import datetime
from typing import Any, cast

from dtcli.formats.names import Names
from dtcli.formats.replay.serialize import card_entry, choice_entry
from dtcli.formats.schema import ReplayFile
from dtcli.play.game.clock import Pause
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.solo_game import Phase, SoloGame, TableAction, TableEvent
from dtcli.rules.score import Status

FORMAT = "dungeon-time/replay/1"
DECIMALS = 3


def replay_of(game: SoloGame, *, date: str) -> ReplayFile:
    """Return the replay of a game in its current state."""
    setup = game.setup
    replay: dict[str, Any] = {"format": FORMAT, "title": title_of(game), "date": date, "edition": setup.edition}
    replay["card_set"] = setup.card_set
    if setup.adventure is not None:
        replay["adventure"] = setup.adventure.id
    elif setup.scenario is not None:
        replay["scenario"] = setup.scenario.id
    replay["extended"] = setup.extended
    if len(game.heroes) <= 1:  # several are for practice; the rules give one player one hero
        replay["players"] = 1
    replay["heroes"] = list(game.heroes)
    replay["story"] = [card_entry(card, setup.names) for card in game.table.story]
    if game.resolution is not None:
        replay["choices"] = [choice_entry(note) for note in game.resolution.notes]
        if game.phase is Phase.OVER:
            replay["result"] = _result(game.resolution, game.status)
    replay["play"] = _play(game)
    return cast("ReplayFile", replay)


def title_of(game: SoloGame) -> str:
    """Return the title of a game: the scenario and the seed."""
    return f"{game.setup.what.title}, alone against the sand (seed {game.setup.seed})"


def _play(game: SoloGame) -> dict[str, Any]:
    names = game.setup.names
    play: dict[str, Any] = {
        "seconds": game.setup.seconds,
        "seed": game.setup.seed,
        "hands": [[card_entry(card, names) for card in hand] for hand in game.dealt.hands],
        "deck": [card_entry(card, names) for card in game.dealt.deck],
        "events": [event_entry(event, names) for event in game.log],
    }
    if game.clock.pauses:
        play["pauses"] = [pause_entry(pause) for pause in game.clock.pauses]
    if game.ended is not None:
        play["ended"] = round(game.ended, DECIMALS)
    return play


def table_entry(game: SoloGame, at: datetime | None) -> dict[str, Any]:
    """Return what is needed to resume the five minutes besides the replay: clock, date and time, places (X17)."""
    names = game.setup.names
    entry: dict[str, Any] = {"clock": round(game.clock.elapsed, DECIMALS)}
    if at is not None:
        entry["at"] = at.isoformat(timespec="milliseconds")
    entry["refills_at_once"] = game.refills_at_once
    entry["places"] = [None if card is None else card_entry(card, names) for card in game.places]
    return entry


def pause_entry(pause: Pause) -> dict[str, Any]:
    """Return a pause as a replay entry."""
    return {"t": round(pause.t, DECIMALS), "seconds": round(pause.seconds, DECIMALS)}


def event_entry(event: TableEvent, names: Names) -> dict[str, Any]:
    """Return a table event as a replay entry."""
    cards = [card_entry(card, names) for card in event.cards]
    return {
        "t": round(event.t, DECIMALS),
        event.action.value: cards if event.action is TableAction.DISCARD else cards[0],
    }


def _result(resolution: PlayedResolution, status: Status | None) -> dict[str, Any]:
    result: dict[str, Any] = {"missions": resolution.state.completed, "broken": resolution.state.broken}
    if status is not Status.COMPLETED:
        result["won"] = status is Status.WON
    return result
