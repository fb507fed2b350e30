"""Resumes an interrupted game from its saved replay.

In the five minutes, the cards lie where they lay and the clock shows when it was last known to run (X17). In the
resolution, the engine repeats the recorded choices, so that the game is at the same card with the same question. So
leaving a resolution that goes badly does not undo it.
"""

from collections import Counter
from datetime import datetime
from typing import Any

from dtcli.formats.json.text import compact
from dtcli.formats.limits import LONGEST_PAUSE
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.five_minutes import recorded_play
from dtcli.formats.replay.reading import Document
from dtcli.formats.replay.serialize import card_entry
from dtcli.play.game.clock import Now, Pause, real_time
from dtcli.play.game.places import dealt_places, with_card, without_cards
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.setup import Setup, recorded_setup
from dtcli.play.game.solo_game import PLAYER, Listener, Phase, SoloGame, TableAction, TableEvent, TableRecord
from dtcli.play.storage.folders import Calendar, local_time
from dtcli.rules import table as phase
from dtcli.rules.cards import Card
from dtcli.rules.decisions import IllegalChoice
from dtcli.rules.noted_choices import noted_choice
from dtcli.rules.notes import Note, RevealNote, SkillNote
from dtcli.rules.table import FIVE_MINUTES, Table


class CannotResumeError(Exception):
    """A replay is not a game that can be resumed; the message says why."""


class GameInUseError(CannotResumeError):
    """The game is open in another process."""


def resume_game(
    document: Document, *, now: Now = real_time, calendar: Calendar = local_time, listener: Listener | None = None
) -> SoloGame:
    """Return the game of a saved replay, interrupted or over; raises ``CannotResumeError``.

    In the five minutes it is paused, since the interruption.
    """
    checked = check(document, infer=False)
    refused = [problem for problem in checked.problems if problem.is_error]
    if refused:
        raise CannotResumeError(refused[0].message)
    data: Any = document.data
    play = data.get("play")
    if not play or len(play["hands"]) != PLAYER:
        msg = "it is not a solo game with recorded five minutes"
        raise CannotResumeError(msg)
    if "ended" in play:
        return _in_resolution(checked, data, listener)
    if data.get("_interrupted") != Phase.TABLE.value or play.get("seconds") == 0:
        msg = "it was not interrupted in its five minutes"
        raise CannotResumeError(msg)
    record, away = _table_record(checked, data), _away(data, calendar())
    setup = _setup(checked, data, record.dealt)
    return SoloGame.resume_table(setup, record, away=away, now=now, listener=listener)


def _in_resolution(checked: Checked, data: Any, listener: Listener | None) -> SoloGame:
    resolved = checked.resolved
    assert resolved is not None
    assert resolved.game is not None
    revealed = data.get("_revealed")
    if type(revealed) is not int:
        msg = "it does not say how many cards were revealed"
        raise CannotResumeError(msg)
    resolution = PlayedResolution(resolved.game)
    try:
        _repeat_choices(resolution, resolved.notes, revealed)
    except IllegalChoice as illegal:
        raise CannotResumeError(str(illegal)) from None
    record = _table_record(checked, data)
    return SoloGame.resume_resolution(_setup(checked, data, record.dealt), record, resolution, listener=listener)


def _setup(checked: Checked, data: Any, dealt: Table) -> Setup:
    resolved = checked.resolved
    assert resolved is not None and resolved.names is not None and resolved.game is not None  # noqa: PT018
    if resolved.game.adventure is None and resolved.scenario is None:
        msg = "it names neither scenario nor adventure"
        raise CannotResumeError(msg)
    return recorded_setup(data, resolved, dealt)


def _table_record(checked: Checked, data: Any) -> TableRecord:
    """Return the recorded five minutes; the replay has been checked."""
    assert checked.resolved is not None
    dealt, happened = recorded_play(data, checked.resolved)
    log = [TableEvent(event.t, TableAction(event.deed), event.cards) for event in happened]
    play = data["play"]
    pauses = tuple(Pause(pause["t"], pause["seconds"]) for pause in play.get("pauses", ()))
    table, interrupted = _table_after(dealt, log), data.get("_table")
    interrupted = interrupted if isinstance(interrupted, dict) else {}
    places = _recorded_places(interrupted.get("places"), table, checked) or _likely_places(dealt, log)
    elapsed = play["ended"] if "ended" in play else _elapsed(interrupted.get("clock"), log, pauses, play)
    refills_at_once = interrupted.get("refills_at_once") is not False
    return TableRecord(dealt, table, tuple(places), tuple(log), pauses, elapsed, refills_at_once)


def _elapsed(clock: Any, log: list[TableEvent], pauses: tuple[Pause, ...], play: Any) -> float:
    """Return the time on the clock when the game was last known to run (X17)."""
    known = [0.0, *(event.t for event in log[-1:]), *(pause.t for pause in pauses[-1:])]
    if type(clock) in (int, float):
        known.append(clock)
    seconds: float = play.get("seconds", FIVE_MINUTES)
    return min(max(known), seconds)


def _away(data: Any, now: datetime) -> float:
    """Return for how many seconds the game was interrupted; 0 if the dates are missing or implausible (X17)."""
    try:
        seconds = (now - datetime.fromisoformat(data["_table"]["at"])).total_seconds()
    except (KeyError, TypeError, ValueError, OverflowError):
        return 0.0
    return seconds if 0 <= seconds < LONGEST_PAUSE / 2 else 0.0


def _recorded_places(entries: Any, table: Table, checked: Checked) -> list[Card | None]:
    """Return the cards by place; empty if the places are unknown or do not match the hand."""
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    names, hand = checked.resolved.names, table.hands[0]
    texts = [None if entry is None else compact(entry) for entry in entries] if isinstance(entries, list) else []
    cards = {compact(card_entry(card, names)): card for card in hand}
    held = Counter(compact(card_entry(card, names)) for card in hand)
    if len(texts) != table.hand_size or Counter(text for text in texts if text is not None) != held:
        return []
    return [None if text is None else cards[text] for text in texts]


def _likely_places(dealt: Table, log: list[TableEvent]) -> list[Card | None]:
    """Return the cards by place, assuming that of equal cards the first one was always played."""
    (places,) = dealt_places(dealt)
    for event in log:
        if event.action is TableAction.DRAW:
            places = with_card(places, event.cards[0])
        else:
            places = without_cards(places, event.cards)
    return list(places)


def _table_after(table: Table, log: list[TableEvent]) -> Table:
    for event in log:
        match event.action:
            case TableAction.PLAY:
                table = phase.play(table, PLAYER, event.cards[0])
            case TableAction.DISCARD:
                table = phase.discard(table, PLAYER, event.cards)
            case TableAction.DRAW:
                table = phase.draw(table, PLAYER)
    return table


def _repeat_choices(resolution: PlayedResolution, notes: tuple[Note, ...], revealed: int) -> None:
    """Repeat the recorded choices up to this number of reveals; the last card may be undecided."""
    reveals = {note.at: note for note in notes if isinstance(note, RevealNote)}
    for number in range(1, revealed + 2):
        for note in notes:
            if isinstance(note, SkillNote) and note.before == number:
                resolution.choose(note.use)
        if number > revealed:
            return
        resolution.reveal()
        on_reveal = reveals.get(number, RevealNote(number))
        while (choice := noted_choice(resolution.decision, on_reveal)) is not None:
            resolution.choose(choice)
