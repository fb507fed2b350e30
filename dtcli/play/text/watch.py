"""Watching a recorded game in text mode."""

from collections.abc import Callable, Iterator

from dtcli.english import and_list
from dtcli.play.game.recording import LONGEST_PAUSE, PACE, PlaybackAction, PlaybackEvent, Recording
from dtcli.play.text import sentences
from dtcli.render.terminal import safe
from dtcli.rules.table import Table


def watch_plain(recording: Recording, say: Callable[[str], None], wait: Callable[[float], None]) -> None:
    """Print a recorded game of any number of players as it happened."""
    speed = recording.speed
    if recording.title:
        say(safe(recording.title))
    for text in _deal(recording.dealt):
        say(text)
    for event in recording.events:
        wait(min(event.after, LONGEST_PAUSE if event.action is PlaybackAction.GO_ON else event.after) / speed)
        say(_event_text(event, recording))
    if not recording.has_resolution:
        say("The player left the game here.")
        return
    run = recording.run
    for frame in run.frames:
        wait(PACE / speed)
        say(sentences.step(frame.number, frame.card, frame.events, frame.state))
    say(sentences.ending(run.final) if run.open is None else "The decision here is not recorded.")


def _deal(table: Table) -> Iterator[str]:
    for player, hand in enumerate(table.hands, 1):
        cards = "; ".join(sentences.card(card) for card in hand)
        yield f"{f'Player {player} holds' if len(table.hands) > 1 else 'Face up lie'}: {cards}."


def _event_text(event: PlaybackEvent, recording: Recording) -> str:
    """Return an event as a line, such as ``12.5 s: player 2 plays sword``."""
    match event.action:
        case PlaybackAction.PAUSE:
            text = f"the sand is stopped for {sentences.time(event.seconds)}"
        case PlaybackAction.GO_ON:
            text = "the sand is running again"
        case PlaybackAction.END:
            text = "time is up" if event.t >= recording.seconds else "the five minutes are ended early"
        case action:
            who = f"player {event.player} " if recording.players > 1 else ""
            text = f"{who}{action}s {and_list(safe(str(card)) for card in event.cards)}"
    return f"{round(event.t, 3):g} s: {text}."
