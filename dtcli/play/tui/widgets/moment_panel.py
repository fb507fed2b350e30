"""Draws the panel below the backpack of a replay: comments, the recorded decision, or the heroes and the missions."""

import textwrap
from typing import NamedTuple

from dtcli.play.tui.widgets.panel import OUTCOMES_SO_FAR, PanelView, draw_panel, outcomes_of
from dtcli.play.viewer.resolution import ResolutionMoment
from dtcli.render.colours import BLOOD, FLAME, SAND
from dtcli.render.layout import Line
from dtcli.render.replay.annotations import Annotation
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import HeroId

_LEAST_BELOW = 2
"""Lines that texts beside a card leave to what is below them."""
_DECISION_BELOW = 4


class MomentPanel(NamedTuple):
    """The texts beside a card, and what is below them."""

    annotation: Annotation = Annotation()
    below: PanelView = PanelView()


def moment_panel(moment: ResolutionMoment) -> MomentPanel:
    """Return the panel of a moment of the resolution."""
    decision, state = moment.decision, moment.state
    if decision is not None:
        how = ", which was not recorded" if decision.assumed else ""
        title = f"the decision at card {state.revealed}{how}"
        below = PanelView(title, decision.question, decision.answers, decision.recorded)
        return MomentPanel(moment.annotation, below=below)
    used = {step.hero: step.number for step in moment.steps if step.hero is not None}
    heroes = tuple(_hero(hero, used, is_unused=hero in state.unused) for hero in state.game.heroes)
    outcomes = outcomes_of(moment.steps)
    title = OUTCOMES_SO_FAR if outcomes else ""
    if state.pending is not None:
        title = "the decision here is not recorded"
    elif state.over:
        title = "the story is over"
    return MomentPanel(moment.annotation, PanelView(title, heroes=heroes, outcomes=outcomes))


def _hero(hero: HeroId, used: dict[HeroId, int], *, is_unused: bool) -> tuple[str, str, str]:
    name, text = HEROES[hero].name, HEROES[hero].text
    if is_unused:
        return "*", name, text
    return "·", name, f"(used before card {used[hero] + 1})" if hero in used else "(already used)"


def draw_moment_panel(panel: MomentPanel, width: int, height: int) -> list[Line]:
    """Return the texts beside the card, as many as there is room for, above the panel of the game."""
    lines: list[Line] = []
    annotation = panel.annotation
    for texts, sign, style in (
        (annotation.comments, "# ", f"italic {SAND}"),
        (annotation.refused, "! ", f"bold {BLOOD}"),
        (annotation.silent, "? ", FLAME),
    ):
        for text in texts:
            wrapped = textwrap.wrap(text, width - 4, initial_indent=f" {sign}", subsequent_indent="   ")
            lines += [((line, style),) for line in wrapped]
    most = height - (_DECISION_BELOW if panel.below.options else _LEAST_BELOW)
    lines = lines[: max(0, most)]
    return [*lines, *draw_panel(panel.below, width, height - len(lines))][:height]
