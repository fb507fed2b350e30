"""A clock whose hands are turned by the test."""


class ManualClock:
    """Reads what it was set to; waiting takes no time."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds
