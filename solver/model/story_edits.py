"""Uses of the skills of Nintrabash and Zigarat Ho, and the run in which a loan is paid (H1, H2, H6).

``order`` models what they do to the story. Their owners pay nothing, so it does not matter when they use them.
"""

from typing import NamedTuple

from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.rulings import NINTRABASH
from solver.model.expressions import Lit, opposite
from solver.model.order import CardWindow, StoryOrder
from solver.model.skills import Skill


class StoryEdit(NamedTuple):
    """A use of a skill that changes the story: whether it is made, in which run it is borrowed, and its windows."""

    skill: Skill
    used: Lit
    borrowed: dict[int, Lit]
    windows: list[CardWindow]

    def gap_of(self, window: CardWindow) -> int | None:
        """Return the place before which the skill is used for this window; None if there are several."""
        if self.skill.hero == NINTRABASH and window.width > CARDS_SEEN:
            return None
        return window.start


def edit(order: StoryOrder, skill: Skill, windows: list[CardWindow]) -> StoryEdit:
    """Return the use of a skill on one of these windows."""
    model = order.model
    used = model.any_of(*(window.chosen for window in windows))
    made = StoryEdit(skill, used, {}, windows)
    if not skill.on_loan:
        return made
    on_loan = used
    if skill.by_owner:
        on_loan = model.choice()
        model.implies(on_loan, used)
    runs: dict[int, list[Lit]] = {}
    for window in windows:
        gap = made.gap_of(window)
        for run in {order.run_of(place) for place in (range(window.start, window.end) if gap is None else (gap,))}:
            runs.setdefault(run, []).append(window.chosen)
    for run, lits in runs.items():
        borrowed = made.borrowed[run] = model.choice()
        model.implies(borrowed, on_loan)
        model.some(opposite(borrowed), *lits)
    model.between(model.total(made.borrowed.values()) - model.amount(on_loan), 0, 0)
    return made
