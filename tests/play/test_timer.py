"""The timer without a screen: what it announces, records, speaks and writes."""

import sys
import time
from pathlib import Path

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.timer import read_timer
from dtcli.play.timer.announcements import MOMENTS, Announcement
from dtcli.play.timer.session import TimerSession
from dtcli.play.timer.setup import TimerSetup
from dtcli.play.timer.sound import SoundCommand
from dtcli.play.timer.timer import Timer, TimerPhase
from dtcli.rules.rulings import HeroId
from tests.play.manual_clock import ManualClock

LIMIT = 20


class Bench:
    """A timer with a clock that the test turns."""

    def __init__(self, seconds: float = 300.0, output: Path | None = None, **setup: object) -> None:
        self.clock = ManualClock()
        self.timer = Timer(seconds, now=self.clock, calendar=self.clock.date)
        self.session = TimerSession(
            self.timer, TimerSetup(seconds=seconds, **setup), sound=SoundCommand(()), output=output
        )

    def run(self, seconds: float, *, step: float = 0.1) -> list[Announcement]:
        """Let time pass in steps, and return what was announced."""
        found = []
        for _ in range(round(seconds / step)):
            self.clock.wait(step)
            due = self.session.look()
            if due is not None:
                found.append(due)
        return found


def test_each_moment_is_announced_once():
    bench = Bench()
    bench.timer.toggle()
    found = bench.run(310)
    assert [due.left for due in found] == list(MOMENTS)
    assert [due.left for due in found] == [240, 180, 120, 60, 30, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert [due.text for due in found][:7] == [
        "4 minutes left", "3 minutes left", "2 minutes left", "1 minute left", "30 seconds left", "10 seconds left",
        "9",
    ]  # fmt: skip
    assert found[-1].text == "time is up"
    assert found[-1].is_end
    assert not any(due.unseen for due in found)
    assert bench.timer.phase is TimerPhase.ENDED


def test_announcements_come_when_their_time_has_come():
    bench = Bench()
    bench.timer.toggle()
    assert bench.run(59.9) == []
    assert bench.run(0.2) == [Announcement(240, "4 minutes left")]


def test_nothing_is_announced_before_the_start_and_at_the_start():
    bench = Bench(60)
    assert bench.run(70) == []
    bench.timer.toggle()
    assert bench.run(20) == []
    assert bench.timer.phase is TimerPhase.RUNNING


def test_announcements_that_were_slept_through_become_one_with_the_actual_time():
    bench = Bench()
    bench.timer.toggle()
    assert [due.left for due in bench.run(70)] == [240]
    bench.clock.wait(210.2)  # 3, 2 and 1 minutes and 30 seconds are over
    due = bench.session.look()
    assert due is not None
    assert (due.left, due.text) == (20, "20 seconds left")
    assert due.unseen == pytest.approx(210.2)
    assert [due.left for due in bench.run(30)] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_a_sleep_between_two_moments_is_announced_too():
    bench = Bench()
    bench.timer.toggle()
    bench.run(65)
    bench.clock.wait(40.5)
    due = bench.session.look()
    assert due is not None
    assert due.text == "3 minutes 15 seconds left"


def test_a_sleep_over_the_end_announces_the_end_alone():
    bench = Bench()
    bench.timer.toggle()
    bench.run(10)
    bench.clock.wait(100_000)
    assert [due.left for due in bench.run(5)] == [0]


def test_a_slow_look_announces_the_latest_moment_alone():
    bench = Bench()
    bench.timer.toggle()
    bench.run(289.5)
    bench.clock.wait(3.0)  # 10, 9 and 8 seconds have come; 7.5 are left
    due = bench.session.look()
    assert due is not None
    assert (due.left, due.unseen) == (8, 0)


def test_a_pause_stops_the_announcements_and_is_recorded():
    bench = Bench()
    bench.timer.toggle()
    bench.run(50)
    bench.timer.toggle()
    assert bench.timer.phase is TimerPhase.PAUSED
    assert bench.run(500, step=10) == []  # also a sleep in a pause is not one of the clock
    bench.timer.toggle()
    assert [due.left for due in bench.run(11)] == [240]
    ((at, length),) = bench.timer.pauses
    assert (at, length) == (pytest.approx(50), pytest.approx(500))


def test_missions_are_marked_with_the_time_of_the_clock():
    bench = Bench()
    assert not bench.timer.mark_mission()
    bench.timer.toggle()
    bench.run(20)
    assert bench.timer.mark_mission()
    bench.timer.toggle()
    bench.run(100, step=1)
    bench.timer.toggle()
    bench.run(5)
    assert bench.timer.mark_mission()
    assert bench.timer.mission_times == [pytest.approx(20), pytest.approx(25)]
    assert bench.timer.remove_mark()
    assert len(bench.timer.mission_times) == 1
    assert bench.timer.remove_mark()
    assert not bench.timer.remove_mark()


def test_after_the_end_nothing_changes():
    bench = Bench(10)
    bench.timer.toggle()
    bench.clock.wait(11)  # nobody has looked yet
    assert not bench.timer.mark_mission()
    bench.timer.toggle()
    bench.timer.end()
    assert bench.timer.phase is TimerPhase.ENDED
    assert bench.timer.is_time_up
    assert bench.timer.ended == 10
    assert bench.timer.pauses == []


@pytest.mark.parametrize("paused", [False, True])
def test_ending_early_keeps_the_time_and_announces_nothing_more(paused):
    bench = Bench()
    bench.timer.toggle()
    bench.run(100)
    if paused:
        bench.timer.toggle()
        bench.clock.wait(9)
    bench.timer.end()
    assert bench.timer.ended == pytest.approx(100)
    assert not bench.timer.is_time_up
    assert [round(pause.seconds) for pause in bench.timer.pauses] == [9] * paused
    assert bench.run(300, step=1) == []
    assert bench.timer.ended == pytest.approx(100)


# the file


def test_the_file_is_written_at_every_change(tmp_path):
    path = tmp_path / "times.json"
    bench = Bench(output=path, scenario=scenarios()["level-1"], players=3, heroes=(HeroId("alan-ironstar"),))
    bench.session.look()
    assert not path.exists()
    bench.session.toggle()
    assert read_timer(path).times["ended"] is None
    bench.run(12.34, step=0.01)
    bench.session.mark_mission()
    assert read_timer(path).times["mission_times"] == [12.3]
    bench.session.toggle()
    bench.clock.wait(7)
    bench.session.toggle()
    assert read_timer(path).times["pauses"] == [{"t": 12.3, "seconds": 7.0}]
    bench.run(300, step=1)
    assert read_timer(path).problems == ()
    assert read_timer(path).times == {
        "format": "dungeon-time/timer/1",
        "scenario": "level-1",
        "adventure": None,
        "extended": False,
        "players": 3,
        "heroes": ["alan-ironstar"],
        "started": "2026-01-16T20:31:00+00:00",
        "seconds": 300.0,
        "pauses": [{"t": 12.3, "seconds": 7.0}],
        "mission_times": [12.3],
        "ended": 300.0,
    }


def test_a_time_limit_with_fractions_can_be_read_again(tmp_path):
    bench = Bench(7.38, output=tmp_path / "times.json")
    bench.session.toggle()
    bench.run(7.36, step=0.01)
    bench.session.mark_mission()
    bench.run(1)
    assert bench.session.save_error is None
    assert read_timer(tmp_path / "times.json").times["ended"] == 7.4


def test_a_file_that_cannot_be_written_is_reported_and_tried_again(tmp_path):
    folder = tmp_path / "folder"
    bench = Bench(output=folder / "times.json")
    bench.session.toggle()
    assert bench.session.save_error == "No such file or directory"
    bench.session.mark_mission()
    assert bench.session.save_error is not None
    folder.mkdir()
    bench.session.close()
    assert bench.session.save_error is None
    assert len(read_timer(folder / "times.json").times["mission_times"]) == 1


def test_the_next_command_has_the_options_of_the_timer():
    adventure = next(iter(bundled_cards("house").cards.adventures.values()))
    assert Bench().session.next_command == "dtcli table"
    assert (
        Bench(adventure=adventure, players=2, extended=True, card_set="my cards.toml").session.next_command
        == f"dtcli table --adventure {adventure.id} --players 2 --card-set 'my cards.toml' --extended"
    )


# sound


def wait_for(what):
    deadline = time.monotonic() + LIMIT
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


WRITE = "import os, sys; open('{path}', 'a').write(sys.argv[1] + '|' + os.environ['DTCLI_TEXT'] + chr(10))"


def test_the_sound_command_gets_each_text_as_argument_and_in_the_environment(tmp_path):
    path = tmp_path / "said"
    sound = SoundCommand(python(WRITE.format(path=path)))
    for text in ("2 minutes left; echo $HOME", "9"):
        sound.say(text)
        sound.close(wait=LIMIT)
    assert path.read_text() == "2 minutes left; echo $HOME|2 minutes left; echo $HOME\n9|9\n"
    assert sound.failure is None


def test_a_sound_that_hangs_neither_blocks_nor_stays(tmp_path):
    sound = SoundCommand(python(f"import os, time; open('{tmp_path}/' + str(os.getpid()), 'w'); time.sleep(100)"))
    begun = time.monotonic()
    sound.say("9")
    sound.say("8")
    first = time.monotonic() - begun
    wait_for(lambda: list(tmp_path.iterdir()))
    process = sound._process
    sound.close(wait=0)
    assert first < 5
    assert process.poll() is not None
    assert sound.failure is None  # it was ended, it did not fail


def test_the_first_failure_of_the_sound_is_kept():
    sound = SoundCommand(python("raise SystemExit(3)"))
    sound.say("9")
    sound.close(wait=LIMIT)
    assert sound.failure == f"{sys.executable}: exit code 3"
    sound._command = ("/nowhere/at/all",)
    sound.say("8")
    assert sound.failure == f"{sys.executable}: exit code 3"


def test_a_sound_command_that_does_not_exist_is_known_before_the_start():
    sound = SoundCommand(("no-such-program", "-v"))
    assert sound.failure == "no-such-program: it is not a program"
    sound.say("9")


def test_no_sound_command_runs_nothing():
    sound = SoundCommand(())
    sound.say("9")
    assert sound._process is None
    assert sound.failure is None
