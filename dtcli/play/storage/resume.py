"""A kept replay as a game again: one that was interrupted goes on where it was.

In the five minutes the cards lie where they lay, and the clock stands where it was last known to run (X17). In the
resolution the engine plays the recorded choices once more, so that the game stands at the same card with the same
question. There is no way back from there: leaving a resolution that goes badly does not undo it.
"""

from collections import Counter
from datetime import datetime
from typing import Any

from dtcli.formats.json.text import compact
from dtcli.formats.limits import LONGEST_PAUSE
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.play_log import recorded_play
from dtcli.formats.replay.reading import Document
from dtcli.formats.replay.serialize import card_entry
from dtcli.play.game.clock import Now, Pause, real_time
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.setup import RecordedDeal, Setup
from dtcli.play.game.solo_game import PLAYER, Deed, Done, FiveMinutes, Listener, Phase, SoloGame
from dtcli.play.storage.folders import Calendar, local_time
from dtcli.rules import table as phase
from dtcli.rules.cards import Card
from dtcli.rules.decisions import IllegalChoice
from dtcli.rules.noted_choices import noted_choice
from dtcli.rules.notes import Note, RevealNote, SkillNote
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.table import FIVE_MINUTES, Table


class NotTakenUpError(Exception):
    """A replay that is no game to go on with, and why."""


class BeingPlayedError(NotTakenUpError):
    """Another process has the game on its table."""


def taken_up(
    document: Document, *, now: Now = real_time, calendar: Calendar = local_time, listener: Listener | None = None
) -> SoloGame:
    """Return the game of a kept replay where it was interrupted, or over; raises ``NotTakenUpError``.

    In the five minutes it is paused, and the pause has lasted since the interruption.
    """
    checked = check(document)
    refused = [problem for problem in checked.problems if problem.is_error]
    if refused:
        raise NotTakenUpError(refused[0].message)
    data: Any = document.data
    play = data.get("play")
    if not play or len(play["hands"]) != PLAYER:
        msg = "it is no solo game with a record of its five minutes"
        raise NotTakenUpError(msg)
    if "ended" in play:
        return _in_resolution(checked, data, listener)
    if data.get("_interrupted") != Phase.TABLE.value or play.get("seconds") == 0:
        msg = "it does not say that it was interrupted in its five minutes"
        raise NotTakenUpError(msg)
    minutes, away = _five_minutes(checked, data), _away(data, calendar())
    setup = _setup(checked, data, minutes.dealt)
    return SoloGame.resumed_at_table(setup, minutes, away=away, now=now, listener=listener)


def _in_resolution(checked: Checked, data: Any, listener: Listener | None) -> SoloGame:
    resolved = checked.resolved
    assert resolved is not None
    assert resolved.game is not None
    revealed = data.get("_revealed")
    if type(revealed) is not int:
        msg = "it does not say how many cards were revealed"
        raise NotTakenUpError(msg)
    session = PlayedResolution(resolved.game)
    try:
        _play_again(session, resolved.notes, revealed)
    except IllegalChoice as illegal:
        raise NotTakenUpError(str(illegal)) from None
    minutes = _five_minutes(checked, data)
    return SoloGame.taken_up(_setup(checked, data, minutes.dealt), minutes, session, listener=listener)


def _setup(checked: Checked, data: Any, dealt: Table) -> Setup:
    resolved = checked.resolved
    assert resolved is not None and resolved.names is not None and resolved.game is not None  # noqa: PT018
    what = resolved.game.adventure or resolved.scenario
    if what is None:
        msg = "it names neither scenario nor adventure"
        raise NotTakenUpError(msg)
    return Setup(
        names=resolved.names,
        what=what,
        seed=str(data["play"].get("seed", "")),
        edition=data.get("edition", DEFAULT_EDITION),
        extended=resolved.game.extended,
        seconds=data["play"].get("seconds", FIVE_MINUTES),
        card_set=data.get("card_set", ""),
        heroes=resolved.game.heroes,
        recorded=RecordedDeal(dealt, resolved.game),
    )


def _five_minutes(checked: Checked, data: Any) -> FiveMinutes:
    """Return the five minutes as far as they came; the check has found them in order."""
    assert checked.resolved is not None
    dealt, happened = recorded_play(data, checked.resolved)
    log = [Done(one.t, Deed(one.deed), one.cards) for one in happened]
    play = data["play"]
    pauses = tuple(Pause(pause["t"], pause["seconds"]) for pause in play.get("pauses", ()))
    table, standing = _after(dealt, log), data.get("_table")
    standing = standing if isinstance(standing, dict) else {}
    places = _recorded_places(standing.get("places"), table, checked) or _likely_places(dealt, log)
    clock = play["ended"] if "ended" in play else _clock(standing.get("clock"), log, pauses, play)
    refills_at_once = standing.get("refills_at_once") is not False
    return FiveMinutes(dealt, table, tuple(places), tuple(log), pauses, clock, refills_at_once)


def _clock(clock: Any, log: list[Done], pauses: tuple[Pause, ...], play: Any) -> float:
    """Return the second at which the game was last known to run (X17)."""
    known = [0.0, *(done.t for done in log[-1:]), *(pause.t for pause in pauses[-1:])]
    if type(clock) in (int, float):
        known.append(clock)
    seconds: float = play.get("seconds", FIVE_MINUTES)
    return min(max(known), seconds)


def _away(data: Any, now: datetime) -> float:
    """Return for how many seconds the game was interrupted; 0 if the dates do not tell, or make no sense (X17)."""
    try:
        seconds = (now - datetime.fromisoformat(data["_table"]["at"])).total_seconds()
    except (KeyError, TypeError, ValueError, OverflowError):
        return 0.0
    return seconds if 0 <= seconds < LONGEST_PAUSE / 2 else 0.0


def _recorded_places(entries: Any, table: Table, checked: Checked) -> list[Card | None]:
    """Return the cards where they lay; empty if that is not known, or if other cards are in the hand."""
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    names, hand = checked.resolved.names, table.hands[0]
    texts = [None if entry is None else compact(entry) for entry in entries] if isinstance(entries, list) else []
    cards = {compact(card_entry(card, names)): card for card in hand}
    held = Counter(compact(card_entry(card, names)) for card in hand)
    if len(texts) != table.hand_size or Counter(text for text in texts if text is not None) != held:
        return []
    return [None if text is None else cards[text] for text in texts]


def _likely_places(dealt: Table, log: list[Done]) -> list[Card | None]:
    """Return the cards where they lay, if of equal cards the first one was always played."""
    places: list[Card | None] = list(dealt.hands[0])
    for done in log:
        for card in done.cards:
            if done.deed is Deed.DRAW:
                places[places.index(None)] = card
            else:
                places[places.index(card)] = None
    return places


def _after(table: Table, log: list[Done]) -> Table:
    for done in log:
        match done.deed:
            case Deed.PLAY:
                table = phase.play(table, PLAYER, done.cards[0])
            case Deed.DISCARD:
                table = phase.discard(table, PLAYER, done.cards)
            case Deed.DRAW:
                table = phase.draw(table, PLAYER)
    return table


def _play_again(session: PlayedResolution, notes: tuple[Note, ...], revealed: int) -> None:
    """Play a resolution up to where so many cards were revealed, the last of them perhaps not decided yet."""
    reveals = {note.at: note for note in notes if isinstance(note, RevealNote)}
    for number in range(1, revealed + 2):
        for note in notes:
            if isinstance(note, SkillNote) and note.before == number:
                session.choose(note.use)
        if number > revealed:
            return
        session.reveal()
        on_reveal = reveals.get(number, RevealNote(number))
        while (choice := noted_choice(session.decision, on_reveal)) is not None:
            session.choose(choice)
