"""Times in words and digits."""

_MINUTE = _HOUR = 60


def clock(seconds: float) -> str:
    """Return a time in minutes and seconds, with hours if there are any.

    >>> clock(83.4), clock(3725)
    ('1:23', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), _MINUTE)
    hours, minutes = divmod(minutes, _HOUR)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
