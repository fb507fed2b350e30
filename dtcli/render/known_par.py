"""Par of a deal in words: a number, or the range in which it lies."""

from dtcli.english import plural
from dtcli.formats.replay.kept_par import KeptPar


def par_words(par: KeptPar) -> str:
    """Return what is known about par.

    >>> par_words(KeptPar(37, 37, goal=10)), par_words(KeptPar(38, 36, goal=10))
    ('37 deeds', 'between 36 and 38 deeds')
    >>> par_words(KeptPar(None, 36, goal=10)), par_words(KeptPar(None, None, goal=10))
    ('at least 36 deeds', 'none, the goal cannot be reached even with all cards known')
    """
    if par.bound is None:
        return "none, the goal cannot be reached even with all cards known"
    if par.deeds is None:
        return f"at least {plural(par.bound, 'deed')}"
    if par.deeds == par.bound:
        return plural(par.deeds, "deed")
    return f"between {par.bound} and {plural(par.deeds, 'deed')}"
