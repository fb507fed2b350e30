"""The clock of the five minutes: it runs while the machine sleeps, and a pause stops it."""

from types import SimpleNamespace

import pytest

from dtcli.play.game import clock as module
from dtcli.play.game.clock import Clock, Pause, real_time
from tests.play.manual_clock import ManualClock

BOOT, MONOTONIC = 7, 1


class Machine:
    """The clocks of a machine, of which only some run while it sleeps."""

    def __init__(self, platform: str) -> None:
        self.awake = self.asleep = 0.0
        self._runs_asleep = {"linux": {BOOT}, "darwin": {MONOTONIC}, "win32": {None}}[platform]

    def read(self, clock: int | None) -> float:
        return 1000 + self.awake + (self.asleep if clock in self._runs_asleep else 0)

    @property
    def time(self) -> SimpleNamespace:
        return SimpleNamespace(
            CLOCK_BOOTTIME=BOOT, CLOCK_MONOTONIC=MONOTONIC, clock_gettime=self.read, monotonic=lambda: self.read(None)
        )


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_clock_runs_while_the_machine_sleeps(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(platform)
    monkeypatch.setattr(module, "time", machine.time)
    monkeypatch.setattr(module, "sys", SimpleNamespace(platform=platform))
    clock = Clock(300, real_time)
    clock.start()
    machine.awake += 60
    assert clock.remaining == 240
    machine.asleep += 60
    assert clock.remaining == 180
    machine.asleep += 3600
    assert clock.is_up


def test_the_system_clock_of_this_machine_does_not_go_back() -> None:
    readings = [real_time() for _ in range(100)]
    assert readings == sorted(readings)
    assert readings[0] > 0


def test_a_pause_stops_the_clock_and_is_recorded() -> None:
    now = ManualClock()
    clock = Clock(300, now)
    assert (clock.is_started, clock.elapsed, clock.remaining) == (False, 0, 300)
    clock.start()
    now.wait(10)
    clock.pause()
    now.wait(500)
    assert (clock.is_paused, clock.elapsed, clock.paused_for) == (True, 10, 500)
    clock.resume()
    now.wait(5)
    assert (clock.is_paused, clock.elapsed, clock.paused_for) == (False, 15, 0)
    assert clock.pauses == [Pause(10, 500)]


def test_x17_a_stopped_clock_continues_where_it_was() -> None:
    now = ManualClock()
    clock = Clock.stopped_at(120, paused_for=60, seconds=300, now=now)
    assert (clock.elapsed, clock.paused_for) == (120, 60)
    now.wait(30)
    clock.resume()
    now.wait(10)
    assert clock.elapsed == 130
    assert clock.pauses == [Pause(120, 90)]
