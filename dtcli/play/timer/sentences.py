"""What the timer says in sentences: its announcements, its marks, its end, and what to do next."""

from collections.abc import Iterator

from dtcli.english import and_list, capitalised, plural
from dtcli.play.game.clock import clock_text
from dtcli.play.timer.announcements import Announcement, spoken_time
from dtcli.play.timer.session import TimerSession


def announced(due: Announcement) -> str:
    """Return an announcement as a sentence; the last seconds are numbers alone."""
    text = capitalised(due.text)
    if due.unseen:
        return f"The timer was asleep for {clock_text(due.unseen)}, but the clock ran on. {text}."
    return text if text.isdigit() else f"{text}."


def times_of_missions(session: TimerSession) -> str:
    """Return how many missions were marked, and with how much time left."""
    times = session.timer.mission_times
    if not times:
        return "no mission marked yet"
    seconds = session.timer.clock.seconds
    laid = " ".join(clock_text(seconds - time) for time in times)
    return f"{plural(len(times), 'mission')} laid, with {laid} left"


def ending(session: TimerSession) -> Iterator[str]:
    """Yield how the five minutes ended, and what to do next."""
    timer = session.timer
    if not timer.is_time_up:
        yield f"Ended with {clock_text(timer.clock.remaining)} left."
    if timer.mission_times:
        yield f"{capitalised(times_of_missions(session))}."
    if timer.pauses:
        lengths = and_list(spoken_time(pause.seconds) for pause in timer.pauses)
        yield f"{plural(len(timer.pauses), 'pause')}: {lengths}."
    if session.output is not None and session.save_error is None:
        yield f"The times are saved as {session.output}"
    if session.save_error is not None:
        yield f"The times could not be saved: {session.save_error}"
    yield "Put down your cards, turn the story over, and reveal it card by card. This records the game:"
    yield session.next_command
