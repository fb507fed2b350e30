"""The transcript of one game in text mode with a manual clock, to review every change of wording.

``tests/golden/regenerate.py`` writes it.
"""

from pathlib import Path

from dtcli.formats.replay.kept_par import KeptPar
from dtcli.play.game.par import FoundPar
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.text.game import play_plain
from tests.play.manual_clock import ManualClock
from tests.play.test_game import setup
from tests.play.text_players import ScriptedLines

SCRIPT = (
    "3", "1", "help", "", "help", 31.5, "play 10 15 2", "p 3 4 13", 30, "pause", "cards", 60, "go on", "tme",
    "refill off", "d 1", "story", "refill", "refill on", "d 1", "99", "play 1 5 2", 100, "time", "7, 9, 10, 2", "d 1",
    "d 1", "1 14 4", 75, "deck", "2 7 12 1", "d 3", "d 3", "d 4", "4 9 13 1", "cards", "6 8 10 11 1", 40, "d 1", "d 7",
    "d 8", "d 10", "d 13", "12 13 8", 12, "2 7 8 14", 60, "help", "", "", "hero", "hero zig", "4", "again", "back",
    "hero zig", "4", "2", "2", "2", "hero zig", "backpack", "on", "4", "on", "help", "13", "1", "on", "8", "on", "1",
    "backpack", "on", "1", "on", "1", "on", "1",
)  # fmt: skip


class TranscribedLines(ScriptedLines):
    """Scripted lines that are added to the transcript."""

    transcript: list[str]

    def next(self, timeout: float | None) -> str | None:
        line = super().next(timeout)
        if line is not None:
            self.transcript.append(f"> {line}".rstrip())
        return line


def transcript() -> str:
    """Return the input and output of the scripted game."""
    clock = ManualClock()
    lines = TranscribedLines(clock, SCRIPT)
    lines.transcript = []
    game = SoloGame(setup(what="level-1", seed="elm", draw_heroes=1), now=clock)
    play_plain(
        game, lines, lines.transcript.append,
        save=lambda _: Path("elm.dt"), review=lambda _: ["A review."],
        find_par=lambda *_: FoundPar(KeptPar(34, 34, 10)),
    )  # fmt: skip
    return "\n".join(lines.transcript) + "\n"
