"""A clock that the test sets, and a calendar that advances with it."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 16, 20, 31, tzinfo=UTC)


class ManualClock:
    """Returns the time it was set to; waiting takes no real time."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def date(self) -> datetime:
        """Return the date and time, which advance with the clock."""
        return START + timedelta(seconds=self.now - 1000.0)
