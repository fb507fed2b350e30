"""Watching a recorded game in text mode."""

from collections.abc import Callable, Iterator

from dtcli.english import and_list
from dtcli.play.text import sentences
from dtcli.play.viewer.five_minutes import PlaybackAction, PlaybackEvent, TableMoment
from dtcli.play.viewer.resolution import ResolutionMoment
from dtcli.play.viewer.timeline import Timeline
from dtcli.render.replay.page import verdict_of
from dtcli.render.terminal import safe
from dtcli.rules.table import Table


def watch_plain(timeline: Timeline, say: Callable[[str], None], wait: Callable[[float], None], *, speed: float) -> None:
    """Print a recorded game of any number of players as it happened."""
    if timeline.title:
        say(safe(timeline.title))
    for moment in timeline.moments:
        if isinstance(moment, TableMoment):
            wait(moment.wait / speed)
            for text in _deal(moment.table) if moment.event is None else [_event_text(moment.event, timeline)]:
                say(text)
        elif isinstance(moment, ResolutionMoment) and moment.frame is not None:
            wait(moment.wait / speed)
            say(_step_text(moment))
    if timeline.has_resolution:
        say(_ending(timeline))


def _deal(table: Table) -> Iterator[str]:
    for player, hand in enumerate(table.hands, 1):
        cards = "; ".join(sentences.card(card) for card in hand)
        yield f"{f'Player {player} holds' if len(table.hands) > 1 else 'Face up lie'}: {cards}."


def _event_text(event: PlaybackEvent, timeline: Timeline) -> str:
    """Return an event as a line, such as ``12.5 s: player 2 plays sword``."""
    if event.action is PlaybackAction.LEAVE:
        return "The player left the game here."
    return f"{event_time(event)}: {event_words(event, timeline)}."


def event_time(event: PlaybackEvent) -> str:
    """Return the time of an event on the clock: ``12.5 s``."""
    return f"{round(event.t, 3):g} s"


def event_words(event: PlaybackEvent, timeline: Timeline) -> str:
    """Return what happened in the five minutes, such as ``player 2 plays sword``."""
    five = timeline.five_minutes
    assert five is not None
    match event.action:
        case PlaybackAction.PAUSE:
            return f"the sand is stopped for {sentences.time(event.seconds)}"
        case PlaybackAction.GO_ON:
            return "the sand is running again"
        case PlaybackAction.END:
            return "time is up" if event.t >= five.seconds else "the five minutes are ended early"
        case PlaybackAction.LEAVE:
            return "the player left the game here"
        case action:
            who = f"player {event.player} " if five.players > 1 else ""
            return f"{who}{action}s {and_list(safe(str(card)) for card in event.cards)}"


def _step_text(moment: ResolutionMoment) -> str:
    """Return what a card or a skill did, and how choices that were not recorded are read."""
    step = moment.steps[-1]
    said = sentences.step(step.number, step.card, step.events, moment.state)
    return " ".join([said, *(sentences.sentence(text) for text in moment.annotation.silent)])


def _ending(timeline: Timeline) -> str:
    """Return the result of the game, or why it is not known."""
    checked = timeline.checked
    assert checked.run is not None
    if checked.run.open is not None:
        return "The decision here is not recorded."
    if checked.score is not None and checked.run_is_open:
        return f"What was not recorded leaves the result open: {verdict_of(checked.score, checked.results)}."
    return sentences.ending(checked.run.final)
