"""A kept replay as a game again: one that was interrupted in its resolution goes on where it was.

The engine plays the recorded choices once more, so that the game stands at the same card with the same question. There
is no way back from there: whoever leaves a resolution that goes badly finds it again.
"""

from typing import Any

from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.play_log import recorded_play
from dtcli.formats.replay.reading import Document
from dtcli.play.game.clock import Pause
from dtcli.play.game.session import Session
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import PLAYER, Deed, Done, FiveMinutes, Listener, SoloGame
from dtcli.rules import table as phase
from dtcli.rules.decisions import IllegalChoice
from dtcli.rules.noted_choices import noted_choice
from dtcli.rules.notes import Note, RevealNote, SkillNote
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.table import FIVE_MINUTES, Table


class NotTakenUpError(Exception):
    """A replay that is no game to go on with, and why."""


class BeingPlayedError(NotTakenUpError):
    """Another process has the game on its table."""


def taken_up(document: Document, *, listener: Listener | None = None) -> SoloGame:
    """Return the game of a kept replay, in its resolution where it was interrupted, or over."""
    checked = check(document)
    refused = [problem for problem in checked.problems if problem.is_error]
    if refused:
        raise NotTakenUpError(refused[0].message)
    data: Any = document.data
    play = data.get("play")
    if not play or "ended" not in play or len(play["hands"]) != PLAYER:
        msg = "it is no solo game whose five minutes are over"
        raise NotTakenUpError(msg)
    resolved = checked.resolved
    assert resolved is not None
    assert resolved.game is not None
    revealed = data.get("_revealed")
    if type(revealed) is not int:
        msg = "it does not say how many cards were revealed"
        raise NotTakenUpError(msg)
    session = Session(resolved.game)
    try:
        _play_again(session, resolved.notes, revealed)
    except IllegalChoice as illegal:
        raise NotTakenUpError(str(illegal)) from None
    return SoloGame.taken_up(_setup(checked, data), _five_minutes(checked, data), session, listener=listener)


def _setup(checked: Checked, data: Any) -> Setup:
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
    )


def _five_minutes(checked: Checked, data: Any) -> FiveMinutes:
    """Return the first part of the game; the check has found it in order."""
    assert checked.resolved is not None
    dealt, happened = recorded_play(data, checked.resolved)
    log = [Done(one.t, Deed(one.deed), one.cards) for one in happened]
    play = data["play"]
    pauses = tuple(Pause(pause["t"], pause["seconds"]) for pause in play.get("pauses", ()))
    return FiveMinutes(dealt, _after(dealt, log), tuple(log), pauses, play["ended"])


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


def _play_again(session: Session, notes: tuple[Note, ...], revealed: int) -> None:
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
