"""What the widgets of the viewer show at a moment of a replay."""

from dtcli.english import capitalised
from dtcli.play.game.clock import Clock
from dtcli.play.game.played_resolution import ResolutionStep
from dtcli.play.text.watch import event_time, event_words
from dtcli.play.tui.widgets.clock import WORDS, ClockView, Urgency, clock_view
from dtcli.play.tui.widgets.decks import DecksView
from dtcli.play.tui.widgets.hands import HandsView
from dtcli.play.tui.widgets.moment_panel import MomentPanel, moment_panel
from dtcli.play.tui.widgets.resolution import OpenCard, ProgressView
from dtcli.play.tui.widgets.story import StoryRow, StoryView
from dtcli.play.tui.widgets.table import label_of
from dtcli.play.tui.widgets.timeline_bar import TimelineView
from dtcli.play.viewer.five_minutes import PlaybackAction, TableMoment
from dtcli.play.viewer.playback import Playback
from dtcli.play.viewer.resolution import ResolutionMoment, sign_of_step
from dtcli.play.viewer.timeline import Moment, Timeline

NO_DECKS, NO_HANDS, NO_STORY = DecksView(None, 0, 0), HandsView(()), StoryView((), 0)
NO_PROGRESS, NO_CARD = ProgressView(0, None, 0, 0, 0), OpenCard(ResolutionStep(), begun=False, left=0)
_SHORTEST_BAR = 12
_WITH_CARDS = (PlaybackAction.PLAY, PlaybackAction.DRAW, PlaybackAction.DISCARD)


def clock_at(playback: Playback, width: int) -> ClockView:
    """Return the clock of the five minutes at the moment of a playback."""
    timeline, moment = playback.timeline, playback.moment
    if timeline.five_minutes is None or timeline.setup is None:
        return ClockView("", Urgency.NOT_STARTED)
    label = label_of(timeline.setup, room=max(1, width - WORDS - 6 - _SHORTEST_BAR))
    seconds, elapsed = timeline.five_minutes.seconds, playback.clock
    clock = Clock.stopped_at(elapsed, paused_for=0.0, seconds=seconds, now=lambda: 0.0)
    if elapsed == 0 and not playback.is_playing:
        clock = Clock(seconds)
    elif not (isinstance(moment, TableMoment) and moment.is_paused):
        clock.resume()
    return clock_view(clock, label, width)


def decks_of(moment: TableMoment) -> DecksView:
    """Return the draw deck and the top of the story."""
    table = moment.table
    return DecksView(table.next_is_mission, len(table.deck), len(table.story), table.last_laid)


def hands_of(moment: TableMoment) -> HandsView:
    """Return the hands of all players."""
    event = moment.event
    acting = event.player if event is not None and event.action in _WITH_CARDS else 0
    return HandsView(moment.places, acting, moment.fresh)


def laid_story(timeline: Timeline, moment: TableMoment) -> StoryView:
    """Return the story as far as it was laid, with the players who laid the cards if there are several."""
    assert timeline.five_minutes is not None
    laid_by = timeline.five_minutes.laid_by if timeline.five_minutes.players > 1 else [0] * len(moment.table.story)
    rows = (StoryRow(card, player=player) for card, player in zip(moment.table.story, laid_by, strict=False))
    return StoryView(tuple(rows), len(moment.table.story), "the story so far")


def revealed_story(moment: ResolutionMoment) -> StoryView:
    """Return the whole story: the revealed cards, how their missions ended, and the cards to come."""
    revealed = [StoryRow(step.card, sign_of_step(step)) for step in moment.steps if step.card is not None]
    rows = (*revealed, *(StoryRow(card) for card in moment.state.story))
    return StoryView(rows, len(revealed), "the story")


def open_card(moment: ResolutionMoment) -> OpenCard:
    """Return the last revealed card or used skill."""
    begun = bool(moment.steps)
    return OpenCard(moment.steps[-1] if begun else ResolutionStep(), begun, len(moment.state.story))


def progress_of(moment: ResolutionMoment) -> ProgressView:
    """Return the missions and cards so far."""
    return ProgressView.of(moment.state)


def panel_of_moment(moment: ResolutionMoment) -> MomentPanel:
    """Return the texts, the decision or the heroes of a moment."""
    return moment_panel(moment)


def timeline_view(playback: Playback) -> TimelineView:
    """Return the timeline with the moment of a playback."""
    timeline = playback.timeline
    return TimelineView(
        playback.index, timeline.last, timeline.resolution_start, timeline.marks, is_playing=playback.is_playing
    )


def words_of(timeline: Timeline, moment: Moment, *, is_stepping: bool) -> str:
    """Return a moment in words, for the line above the keys; empty where the screen says it."""
    if isinstance(moment, TableMoment):
        if moment.event is None:
            return "the cards are dealt"
        return f"{event_time(moment.event)}: {event_words(moment.event, timeline)}"
    if isinstance(moment, ResolutionMoment):
        return "" if moment.steps else "the story lies before you"
    end = "Space goes on to the next file, or leaves" if is_stepping else "Enter leaves, Space plays it again"
    return f"the end: {capitalised(end)}"
