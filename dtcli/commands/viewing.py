"""How a recorded game is shown on the whole terminal."""

from dtcli.commands.terminals import exit_if_interrupted, restore_terminal_name
from dtcli.formats.replay.check import Checked
from dtcli.play.viewer.timeline import Timeline


def play_on_screen(timeline: Timeline, speed: float) -> None:
    """Play a replay from its first moment on."""
    _show(timeline, speed=speed, is_stepping=False)


def step_on_screen(checked: Checked, *, brief: bool) -> bool:
    """Let the user step through the resolution of a replay; return whether the user went on from its end."""
    return _show(Timeline(checked, brief=brief), speed=1.0, is_stepping=True)


def _show(timeline: Timeline, *, speed: float, is_stepping: bool) -> bool:
    restore_terminal_name()
    from dtcli.play.tui.viewer_app import run_viewer  # noqa: PLC0415  (Textual reads the environment when it is loaded)

    with exit_if_interrupted():
        return run_viewer(timeline, speed=speed, is_stepping=is_stepping)
