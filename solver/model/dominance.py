"""The dominance arguments of ``docs/solver.md``: lines that need not be looked at, because others are as good.

Each argument is a flag of ``Dominance``. With a flag off the optimum is the same, only the search takes longer: tests
compare both, and ``python -m tests.benchmarks dominance`` measures the difference.
"""

from typing import NamedTuple


class Dominance(NamedTuple):
    """Which arguments are used; all of them, except in tests and benchmarks."""

    run_is_one_moment: bool = True
    """Skills are used at the end of a run, until the engine finds no gap for them; see ``Exactness``."""
    nintrabash_waits: bool = True
    """Nintrabash is used right before the first card that he discards."""
    widest_window_is_enough: bool = True
    """Of the windows that Nintrabash may see after Zigarat Ho only the widest is modelled; it contains the others."""
    zigarat_ho_needs_a_mission: bool = True
    """Zigarat Ho is used only where there is a mission among his cards: the order of items alone changes nothing."""
    zigarat_ho_is_not_late: bool = True
    """Zigarat Ho is used while five cards are left: whatever he does to the last few he can do a little earlier."""
    discarded_missions_keep_their_rank: bool = True
    """A mission that Nintrabash discards keeps its own rank: it is never revealed, so no other rank can matter."""
    no_skill_in_a_run_that_breaks: bool = True
    """No skill is used in the run in which the backpack breaks: it would be one skill more and no mission more."""
    zaria_guesses_right: bool = True
    """Zaria does not guess wrong, unless it is to pay for a loan: a wrong guess does nothing (H8)."""
    first_without_skills: bool = True
    """The best line without skills is found first: it may be perfect, and otherwise a line with skills must beat it."""

    def without(self, name: str) -> "Dominance":
        """Return these arguments without one of them."""
        return self._replace(**{name: False})


EVERY_ARGUMENT = Dominance()
