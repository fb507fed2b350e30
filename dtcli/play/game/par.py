"""Par of the deal of a finished game: the search for it, and the sentence that compares the game with it."""

from threading import Event
from typing import NamedTuple

from dtcli.english import plural
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.play.game.finished_game import FinishedGame
from dtcli.play.game.solo_game import SoloGame
from dtcli.render.known_par import par_words
from dtcli.rules.score import Status
from solver.limits import Limits

PAR_PATIENCE = Limits.within(30)
"""How long the search may take; after that par is a range."""


class FoundPar(NamedTuple):
    """Par of the deal of a game."""

    par: KeptPar
    unsaved: str = ""
    """Why it could not be saved with the game."""


def search_par(game: SoloGame, stop: Event, *, limits: Limits = PAR_PATIENCE) -> KeptPar | None:
    """Return par of the deal of a finished game; None without a goal, or if ``stop`` is set first.

    Slow: it loads OR-Tools and searches for a proof. It ends within a fraction of a second after ``stop`` is set.
    """
    from solver.par.open_deal import Aim, OpenDeal  # noqa: PLC0415  (half a second)
    from solver.par.search import ParProgress, find_par  # noqa: PLC0415  (as above)

    goal = game.setup.goal
    if goal is None or stop.is_set():
        return None

    def check_stop(_progress: ParProgress) -> None:
        if stop.is_set():
            raise KeyboardInterrupt  # the search takes it as Ctrl-C, and ends its threads

    deal = OpenDeal.of(game.dealt, game.setup.game((), game.heroes))
    found = find_par(deal, Aim(goal, win=True), limits, check_stop)
    if found.interrupted or stop.is_set():
        return None
    par = KeptPar(found.par, found.bound, goal)
    return par.or_fewer(game.deeds) if game.status is Status.WON and not par.is_impossible else par


def par_sentence(game: FinishedGame, par: KeptPar) -> str:
    """Return par and the deeds of a finished game in a sentence, without a capital letter and full stop."""
    state = game.state
    ended = "the backpack broke" if state.broken else plural(state.completed, "mission")
    return f"par of this deal: {par_words(par)}; you: {plural(game.deeds, 'deed')}, {ended}"
