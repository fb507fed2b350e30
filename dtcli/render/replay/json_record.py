"""A replay and its score as JSON records."""

from collections.abc import Iterable
from typing import Any

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules.cards import Adventure, Card, Item
from dtcli.rules.follow import Frame
from dtcli.rules.items import Pile
from dtcli.rules.score import Score
from dtcli.rules.state import Event, State, opening

DUNGEON_TIME = "dungeon-time"


def score_line(checked: Checked) -> str:
    """Return the score of a replay as one line of JSON."""
    return compact(score_record(checked)) + "\n"


def score_record(checked: Checked) -> dict[str, Any]:
    """Return the score of a replay as data; unknown values are None."""
    score = checked.score
    return {
        "file": checked.document.file,
        "line": checked.document.line,
        "game": DUNGEON_TIME,
        "title": checked.title,
        **(_UNSCORED if score is None else _scored(score)),
        "inferred": [{**choice_entry(filled.note), "because": filled.because} for filled in checked.inferred],
        "claimed": checked.claimed,
        "agrees": checked.agrees,
        "problems": [problem.as_json() for problem in checked.problems],
    }


_UNSCORED: dict[str, Any] = {
    "status": "invalid",
    "missions": None,
    "failed": None,
    "goal": None,
    "revealed": None,
    "cards": None,
    "slots": None,
    "peak_slots": None,
    "heroes_used": [],
    "missed": [],
    "assumed": 0,
}


def _scored(score: Score) -> dict[str, Any]:
    return {
        "status": score.status.value,
        "missions": score.missions,
        "failed": score.failed,
        "goal": score.goal,
        "revealed": score.revealed,
        "cards": score.cards,
        "slots": score.slots,
        "peak_slots": score.peak_slots,
        "heroes_used": list(score.heroes_used),
        "missed": list(score.missed),
        "assumed": score.assumed,
    }


def replay_line(checked: Checked, at: int | None = None) -> str:
    """Return the score and the steps of a replay as one line of JSON; with ``at`` only the steps of one reveal."""
    run = checked.run.frames if checked.run else ()
    frames = [frame_record(frame) for frame in run if at in (None, frame.number)]
    game = checked.resolved.game if checked.resolved else None
    begin = table_record(opening(game)) if game is not None and game.start is not None else None
    return compact({**score_record(checked), "start": begin, "frames": frames}) + "\n"


def frame_record(frame: Frame) -> dict[str, Any]:
    """Return one step: the card or the skill, the events, and the position after it."""
    state = frame.state
    moment = {"before": frame.number} if frame.card is None else {"at": frame.number, "card": card_record(frame.card)}
    return {
        **moment,
        "events": [event_record(event) for event in frame.events],
        **table_record(state),
    }


def table_record(state: State) -> dict[str, Any]:
    """Return a position."""
    return {
        "backpack": {"cards": _counts(state.cards), "tokens": _counts(state.tokens)},
        "supply": _counts(state.supply),
        "slots": state.slots,
        "limit": state.limit,
        "missions": state.completed,
        "failed": state.failed,
        "unused": list(state.unused),
        "broken": state.broken,
    }


def card_record(card: Card) -> Any:
    """Return a card, with the needs and the reward of a mission."""
    if isinstance(card, Item):
        return card.kind
    if isinstance(card, Adventure):
        return {"adventure": card.id, "title": card.title, "needs": list(card.needs)}
    record: dict[str, Any] = {"mission": card.id or card.title, "title": card.title, "needs": list(card.needs)}
    return record | {"reward": str(card.reward)}


def event_record(event: Event) -> dict[str, Any]:
    """Return one event, without empty fields."""
    record: dict[str, Any] = {"what": event.what.value}
    if event.kinds:
        record["items"] = list(event.kinds)
    if event.cards:
        record["cards"] = [card_record(card) for card in event.cards]
    if event.hero:
        record["hero"] = event.hero
    if event.borrowed:
        record["as"] = event.borrowed
    if event.detail:
        record["detail"] = event.detail
    return record


def _counts(pile: Pile) -> dict[str, int]:
    return dict(sorted(_pairs(pile.items())))


def _pairs(items: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return list(items)
