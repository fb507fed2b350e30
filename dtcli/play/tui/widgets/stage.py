"""The widgets of a resolution and their places on the screen: the backpack as large as the terminal allows.

The stage knows a resolution and its open question, but no game, so that every screen with a resolution can use it.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.tui.open_question import DIGITS, OpenQuestion
from dtcli.play.tui.widgets.panel import PanelView, PanelWords, draw_panel, is_readable, panel_height, panel_of
from dtcli.play.tui.widgets.resolution import (
    BackpackView,
    OpenCard,
    ProgressView,
    draw_backpack,
    draw_log,
    draw_open_card,
    draw_progress,
    draw_supply,
)  # fmt: skip
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.pictures.backpack import BackpackSlots
from dtcli.render.pictures.drawn_backpack import SETTLING
from dtcli.rules.state import State

if TYPE_CHECKING:
    from textual.timer import Timer

_SETTLING_STEP = 0.06
"""Seconds between two steps of an item that falls into place."""
AROUND = 4
"""The lines of the progress, the tokens, the notice and the key bar."""
_LOWEST_PANEL, _HIGHEST_PANEL = 7, 12
LOWEST_BACKPACK = 6
_NARROWEST_CARD, _WIDEST_CARD = 24, 36
_NARROWEST_LOG = 32
_NARROWEST_STAGE = 76
"""Below this many columns there is neither an open card nor a log, so that the backpack has room."""


class StageLayout(NamedTuple):
    """The sizes that depend on the terminal and on what the panel shows."""

    card: int
    """The columns of the open card; 0 where it has no room."""
    panel: int
    """The lines of the panel."""
    log: int
    """The columns of the log; 0 where it has no room, or the panel needs the whole width."""


def layout_of(view: PanelView, width: int, height: int) -> StageLayout:
    """Return the sizes for a terminal of this size.

    The panel grows to show a question and its answers in full; the backpack gets the rest.
    """
    is_narrow = width < _NARROWEST_STAGE
    card = 0 if is_narrow else min(_WIDEST_CARD, max(_NARROWEST_CARD, width // 4))
    usual = max(_LOWEST_PANEL, min(_HIGHEST_PANEL, height // 4))
    log = 0 if is_narrow else max(_NARROWEST_LOG, width * 2 // 5)
    if view.options and not is_readable(view, width - log, usual):
        log = 0
        most = max(usual, height - AROUND - LOWEST_BACKPACK)
        usual = min(most, max(usual, panel_height(view, width)))
    return StageLayout(card, usual, log)


class ResolutionStage:
    """The widgets that show a resolution."""

    def __init__(self, resolution: PlayedResolution, *, animates: bool, goal: int | None = None) -> None:
        """``goal``: the number of missions to complete, if the game itself does not know it."""
        self.resolution = resolution
        self._goal = goal
        self._animates = animates
        self._slots = BackpackSlots()
        self._shown: State | None = None
        self._timer: Timer | None = None
        self._widgets: dict[str, ValueWidget[Any]] = {}
        self._below: Horizontal | None = None
        self._layout: StageLayout | None = None
        self._size = (0, 0)

    def compose(self) -> ComposeResult:
        """Yield the progress, the open card beside the backpack, the tokens, and the panel beside the log."""
        self.make_widgets()
        yield self.progress
        yield self.board()
        yield self.supply
        yield self.panel_and_log()

    def make_widgets(self) -> None:
        """Make the widgets, for a screen that composes them itself."""
        state = self.resolution.state
        self._slots.update(state)
        view = BackpackView(tuple(self._slots.update(state)), state.slots, state.limit)
        widgets = (
            ValueWidget(draw_progress, self._progress_of(state), id="progress"),
            ValueWidget(draw_open_card, self._open_card(), id="open-card"),
            ValueWidget(draw_backpack, view, id="backpack"),
            ValueWidget(draw_supply, (), id="supply"),
            ValueWidget(draw_panel, PanelView(), id="panel"),
            ValueWidget(draw_log, (), id="log"),
        )
        self._widgets = {str(widget.id): widget for widget in widgets}

    @property
    def progress(self) -> ValueWidget[ProgressView]:
        """The line of the missions and cards so far."""
        return self._widgets["progress"]

    @property
    def supply(self) -> ValueWidget[Any]:
        """The line of the reward tokens."""
        return self._widgets["supply"]

    def board(self) -> Horizontal:
        """Return the open card beside the backpack."""
        return Horizontal(self._widgets["open-card"], self._widgets["backpack"], id="stage")

    def panel_and_log(self) -> Horizontal:
        """Return the panel beside the log."""
        self._below = Horizontal(self._widgets["panel"], self._widgets["log"], id="below")
        return self._below

    def fit(self, width: int, height: int) -> None:
        """Use the room there is."""
        self._size = (width, height)
        self._lay_out()

    def _progress_of(self, state: State) -> ProgressView:
        view = ProgressView.of(state)
        return view if self._goal is None else view._replace(goal=self._goal)

    def continue_with(self, resolution: PlayedResolution, states: Iterable[State] = ()) -> None:
        """Continue with another resolution; ``states`` are its states so far, which say where its items lie."""
        self.resolution = resolution
        self._slots = BackpackSlots()
        for state in (*states, resolution.state):
            self._slots.update(state)

    def show(self, question: OpenQuestion | None, keys: str = DIGITS, words: PanelWords = ()) -> None:
        """Show the resolution as it is now, and the open question with the keys of its answers.

        Words take the place of the heroes and missions.
        """
        state = self.resolution.state
        if state is not self._shown:
            self._shown = state
            cells = tuple(self._slots.update(state))
            self._widgets["progress"].set_value(self._progress_of(state))
            self._widgets["open-card"].set_value(self._open_card())
            self._widgets["log"].set_value(tuple(self.resolution.steps))
            self._widgets["supply"].set_value(tuple((kind, state.supply[kind]) for kind in state.game.kinds))
            self._settle(BackpackView(cells, state.slots, state.limit))
        view = panel_of(self.resolution, question, keys)._replace(words=words)
        if view != self._widgets["panel"].value:
            self._widgets["panel"].set_value(view)
            self._lay_out()

    def _open_card(self) -> OpenCard:
        resolution = self.resolution
        return OpenCard(resolution.last_step, bool(resolution.steps), len(resolution.state.story))

    def _lay_out(self) -> None:
        """Set the sizes, if they have changed."""
        layout = layout_of(self._widgets["panel"].value, *self._size)
        if layout == self._layout:
            return
        self._layout = layout
        self._widgets["open-card"].display = layout.card > 0
        self._widgets["open-card"].styles.width = layout.card
        assert self._below is not None
        self._below.styles.height = layout.panel
        self._widgets["log"].display = layout.log > 0
        self._widgets["log"].styles.width = layout.log

    # what has arrived falls into place

    def _settle(self, view: BackpackView) -> None:
        """Show the backpack; what has arrived falls into its slot, and a backpack that breaks tears."""
        moves = any(cell.arrived for cell in view.cells) or view.filled > view.limit
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        backpack = self._widgets["backpack"]
        if moves and self._animates and not backpack.app.no_color:
            view = view._replace(settling=SETTLING)
            self._timer = backpack.set_interval(_SETTLING_STEP, self._fall, repeat=SETTLING)
        backpack.set_value(view)

    def _fall(self) -> None:
        backpack = self._widgets["backpack"]
        backpack.set_value(backpack.value._replace(settling=max(0, backpack.value.settling - 1)))
