"""The end of a recorded game: the result, the replay, and what would have been possible."""

from collections.abc import Callable

from textual.app import ComposeResult

from dtcli.english import plural
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import SavedRecord
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.review_thread import ReviewThread
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand
from dtcli.play.tui.screens.end import (
    GameEnding,
    ReviewView,
    draw_review,
    draw_verdict,
    reasons_of,
    verdict_height,
)  # fmt: skip
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.terminal import safe
from dtcli.rules.score import status_of
from dtcli.rules.state import EventKind

_PER_STEP = 3
"""Ticks between two positions of the spinner."""


class RecordEndScreen(CommandScreen):
    """The end of a recorded game; the review appears when it is ready."""

    def __init__(
        self,
        recorder: TableRecorder,
        saved: SavedRecord,
        thread: ReviewThread[str],
        *,
        undo: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        self._recorder = recorder
        self._saved = saved
        self._thread = thread
        self._undo = undo
        self._leave = leave
        self._ticks = 0
        super().__init__()

    def screen_commands(self) -> list[KeyCommand]:
        """Return leaving, and going back to the game."""
        return [
            KeyCommand(("enter", "q", "escape", LEAVING[0]), self._leave, "leave", "Enter", "leave"),
            KeyCommand(("backspace", "u", "ctrl+z"), self._undo, "undo and go on", "Backsp", "undo"),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the result above the review."""
        yield ValueWidget(draw_verdict, self.ending(), id="verdict")
        yield ValueWidget(draw_review, ReviewView(None), id="review")

    def fit_widgets(self, width: int, height: int) -> None:
        """Use big letters where there is room."""
        self.widget("#verdict").styles.height = verdict_height(self.ending(), width, height)

    def ending(self) -> GameEnding:
        """Return the result, the reasons and the facts of the game."""
        recorder, state = self._recorder, self._recorder.session.state
        setup, status = recorder.setup, status_of(state)
        broke = tuple(
            event.detail
            for event in recorder.session.last_step.events
            if event.what is EventKind.BACKPACK_BROKE
        )  # fmt: skip
        who = f", {plural(setup.players, 'player')}" if setup.players else ""
        typed = len(recorder.record.story)
        facts = [
            ("played", f"{safe(setup.what)}{who}: {plural(typed, 'card')} typed, {state.revealed} revealed"),
            ("backpack", f"{state.slots} of {state.limit} slots filled at the end, {state.peak} at most"),
        ]
        if setup.campaign is not None:
            facts.append(("campaign", f"{safe(setup.campaign)}: entered when you leave"))
        saved = str(self._saved.path) if self._saved.path is not None else f"NOT SAVED: {self._saved.error}"
        facts.append(("replay", safe(saved)))
        return GameEnding(status, reasons_of(state, status, broke), tuple(facts))

    def update_view(self) -> None:
        """Advance the spinner, or show the review."""
        self._ticks += 1
        lines = self._thread.lines
        self.widget("#review").set_value(ReviewView(lines, 0 if lines else self._ticks // _PER_STEP))
        self.show_notice("Enter leaves. Backspace takes the last input back.")
