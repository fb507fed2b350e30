"""From key to screen: how long a player of the timed game waits for a key to show, in a real pseudo-terminal.

A small script plays a fixed game; the sand runs. Keys are written as bytes at uneven times, and the clock is stopped
when the bytes that show the change have arrived.
"""

import fcntl
import os
import pty
import random
import re
import select
import statistics
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

MARKS, PLAYS = 200, 40
KEYS = "qwertasdfgzxcvb"
SIZES = ((80, 24), (120, 40), (200, 60))
PATIENCE = 10.0
WANTED = 50
DRIVER = """
from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.game.setup import Setup
from dtcli.play.tui.app import run_game
setup = Setup(names=bundled_cards("house"), what=scenarios()["training-grounds"], seed="7", seconds=3000)
run_game(SoloGame(setup), save=lambda game: None, review=lambda game: [], find_par=lambda *_: None)
"""


class GameTerminal:
    """The game in its own pseudo-terminal."""

    def __init__(self, columns: int, lines: int) -> None:
        self._own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor", PYTHONPATH=os.getcwd())  # noqa: PTH109
        environment.pop("NO_COLOR", None)
        self._game = subprocess.Popen(
            [sys.executable, "-c", DRIVER], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
        )
        os.close(theirs)

    def wait_for(self, pattern: bytes) -> None:
        """Read until the pattern is found."""
        came = b""
        end = time.perf_counter() + PATIENCE
        while not re.search(pattern, came):
            ready, _, _ = select.select([self._own], [], [], max(0.0, end - time.perf_counter()))
            if not ready:
                message = f"{pattern!r} did not come; the end of what came: {came[-400:]!r}"
                raise TimeoutError(message)
            came += os.read(self._own, 65536)

    def seconds_until(self, key: str, pattern: bytes) -> float:
        """Press a key and return the seconds until its effect is on the screen."""
        while select.select([self._own], [], [], 0)[0]:
            os.read(self._own, 65536)
        start = time.perf_counter()
        os.write(self._own, key.encode())
        self.wait_for(pattern)
        return time.perf_counter() - start

    def close(self) -> None:
        """End the game."""
        self._game.terminate()
        self._game.wait()
        os.close(self._own)


def measured(terminal: GameTerminal) -> Iterator[tuple[str, float]]:
    """Mark and play cards at uneven times."""
    chance = random.Random(5)
    terminal.wait_for(b"Enter turns the sand")
    terminal.seconds_until("\r", b"Press a card")
    for number in range(MARKS):
        time.sleep(chance.uniform(0.01, 0.09))
        yield "mark", terminal.seconds_until("Q", b"Press a card" if number % 2 else b"1 marked")
    for number in range(1, PLAYS + 1):
        time.sleep(chance.uniform(0.01, 0.09))
        key = KEYS[number % len(KEYS)]  # a new card ignores its key for a moment
        yield "play", terminal.seconds_until(key, rb"story %d\D" % number)


def main() -> None:
    """Measure and print median and 95th percentile."""
    print("key to screen in a pseudo-terminal while the sand runs")
    worst = 0.0
    for columns, lines in SIZES:
        terminal = GameTerminal(columns, lines)
        try:
            times: dict[str, list[float]] = {}
            for what, seconds in measured(terminal):
                times.setdefault(what, []).append(seconds * 1000)
        finally:
            terminal.close()
        for what, values in times.items():
            late = statistics.quantiles(values, n=20)[-1]
            worst = max(worst, late)
            size = f"{columns}×{lines}"
            median = statistics.median(values)
            print(f"  {size:<8}{what:<6}{len(values):>4} keys   median {median:>5.1f} ms   p95 {late:>5.1f} ms")
    print(f"p95 of the slowest: {worst:.1f} ms  (wanted: at most {WANTED})")


if __name__ == "__main__":
    main()
