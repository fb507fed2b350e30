"""Par of the deal of a recorded timed game: what the replay keeps, or a search."""

from typing import Any, NamedTuple, cast

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.five_minutes import recorded_play
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.rules.score import Status
from dtcli.rules.state import Game
from solver.limits import Limits
from solver.par.open_deal import Aim, OpenDeal
from solver.par.search import OnProgress, find_par


class RecordedPar(NamedTuple):
    """Par of the deal of a recorded game."""

    par: KeptPar
    interrupted: bool = False


def par_of_recorded(
    checked: Checked, game: Game, limits: Limits, on_progress: OnProgress | None = None
) -> RecordedPar | None:
    """Return par of the deal of a valid replay; None without a record of the five minutes, or without a goal.

    What the replay keeps is enough if it is proved. ``game`` may have another goal than the replay.
    """
    data = checked.document.data
    if data is None or not data.get("play") or checked.resolved is None or game.goal is None:
        return None
    kept = KeptPar.of(cast("Any", data), game.goal)
    if kept is not None and kept.is_proved:
        return RecordedPar(kept)
    table, happened = recorded_play(data, checked.resolved)
    found = find_par(OpenDeal.of(table, game), Aim(game.goal, win=True), limits, on_progress)
    par = KeptPar(found.par, found.bound, game.goal)
    score = checked.score
    if score is not None and score.status is Status.WON and score.goal == game.goal and not par.is_impossible:
        par = par.or_fewer(sum(len(event.cards) for event in happened if event.deed != "draw"))
    return RecordedPar(par, found.interrupted)
