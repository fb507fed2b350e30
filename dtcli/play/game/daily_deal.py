"""The deal of the day, the same for everyone: its seed follows from the date, its scenario from the weekday."""

from datetime import date

SCENARIOS = (
    "training-grounds", "level-1", "my-first-dungeon", "level-2", "the-darkest-dungeon", "level-3", "level-4",
)  # fmt: skip
"""The scenarios of the week, from Monday on."""


def daily_scenario(day: date) -> str:
    """Return the id of the scenario of a day.

    >>> daily_scenario(date(2026, 11, 22))
    'level-4'
    """
    return SCENARIOS[day.weekday()]


def daily_seed(day: date) -> str:
    """Return the seed of a day.

    >>> daily_seed(date(2026, 11, 22))
    'daily-2026-11-22'
    """
    return f"daily-{day.isoformat()}"
