"""The timer on a whole terminal and in plain text: its keys, its bell, its curtain, and how it looks."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dtcli.formats.timer import read_timer
from dtcli.play.text.timer import TimerConsole
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.play.timer.setup import Paragraph
from dtcli.play.timer.timer import TimerPhase
from dtcli.play.tui.screens.command_screen import help_lines
from dtcli.play.tui.widgets.timer import draw_texts, face_width, layout_for
from dtcli.render.pictures.big_letters import scaled_letters, size_of
from dtcli.render.pictures.hourglass import SandLevel, draw_hourglass, hourglass_width
from tests.play.regenerate import ROOT, TIMER_IN_DOCS, path_of
from tests.play.timer_scenes import PICTURED, TimerScene, picture, run_marked

Act = Callable[[TimerScene], Awaitable[None]]


def on_screen(act: Act, *, size: tuple[int, int] = (80, 24), **options: object) -> TimerScene:
    """Run the app headless and do something with it."""
    scene = TimerScene(**options)

    async def run() -> None:
        async with scene.app.run_test(size=size) as pilot:
            scene.pilot = pilot
            await pilot.pause()
            await act(scene)

    asyncio.run(run())
    return scene


def shown(scene: TimerScene) -> str:
    """Return all that can be read on the screen."""
    lines = scene.app.screen._compositor.render_strips(scene.app.size)
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def test_one_key_starts_pauses_and_continues() -> None:
    async def act(scene: TimerScene) -> None:
        assert "Space start" in shown(scene)
        await scene.press("space")
        await scene.wait(20)
        assert "the sand is running" in shown(scene)
        assert "Space pause" in shown(scene)
        await scene.press("space")
        await scene.sleep(1000)
        assert "PAUSED" in shown(scene)
        assert "Paused. Space continues." in shown(scene)
        await scene.press("space")
        assert scene.session.timer.clock.remaining == pytest.approx(280)

    on_screen(act)


def test_a_key_marks_missions_and_another_takes_a_mark_back(tmp_path: Path) -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("m")
        assert "The clock does not run yet." in shown(scene)
        assert "no mission marked yet" in shown(scene)
        await run_marked(scene)
        assert "3 missions laid, with 4:39  4:06  3:47 left" in shown(scene)
        await scene.press("u")
        assert "2 missions laid, with 4:39  4:06 left" in shown(scene)
        assert "The last mark is removed." in shown(scene)

    on_screen(act, output=tmp_path / "times.json")
    assert read_timer(tmp_path / "times.json").times["mission_times"] == [21.0, 54.5]


def test_the_end_needs_its_key_twice() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        await scene.wait(42)
        await scene.press("q")
        assert "Press q again" in shown(scene)
        await scene.press("x", "q")
        assert scene.session.timer.phase is TimerPhase.RUNNING
        await scene.press("q")
        await scene.settle()
        assert scene.session.timer.ended == pytest.approx(42)
        assert "Ended with 4:18 left." in shown(scene)
        assert "dtcli table --scenario level-1 --players 3" in shown(scene)
        await scene.press("q")
        assert not scene.app.is_running

    on_screen(act)


def test_before_the_start_the_same_key_leaves() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("q")
        assert not scene.app.is_running

    assert on_screen(act).session.timer.started is None


def test_leaving_asks_while_the_clock_runs() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space", "ctrl+q")
        assert "Leave the timer?" in shown(scene)
        await scene.press("n")
        assert scene.app.is_running
        await scene.press("ctrl+c", "y")
        assert not scene.app.is_running

    on_screen(act)


def test_the_bell_rings_once_for_each_announcement_and_longer_at_the_end() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        await scene.wait(299)
        assert scene.app.ringing.rings == 15
        await scene.wait(1)
        for _ in range(20):
            scene.app._tick()
        assert scene.app.ringing.rings == 15 + 3
        assert scene.app.end_screen is not None

    on_screen(act)


def test_no_bell_is_silent() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        await scene.wait(300)
        assert "Put down your cards" in shown(scene)

    assert on_screen(act, bell=False).app.ringing.rings == 0


def test_after_a_sleep_the_bell_rings_once_and_the_screen_says_so() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        await scene.wait(10)
        await scene.sleep(230)
        assert scene.app.ringing.rings == 1
        assert "The timer was asleep for 3:50, but the clock ran on. 1 minute left." in shown(scene)

    on_screen(act)


def test_announcements_are_shown_as_words_and_then_leave() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        await scene.wait(60)
        assert "▶▶ 4 MINUTES LEFT ◀◀" in shown(scene)
        await scene.wait(3)
        assert "MINUTES LEFT" not in shown(scene)
        await scene.wait(180)
        assert "! LAST MINUTE" in shown(scene)

    on_screen(act)


def test_a_key_for_the_clock_does_not_close_the_curtain() -> None:
    async def act(scene: TimerScene) -> None:
        scene.app._grace = 1000
        await scene.press("space")
        await scene.wait(300)
        await scene.press("enter", "q", "m", "space")
        assert scene.app.is_running
        scene.app._grace = 0
        await scene.press("enter")
        assert not scene.app.is_running

    on_screen(act)


def test_the_help_shows_the_whole_texts() -> None:
    async def act(scene: TimerScene) -> None:
        assert "nothing is paid" in shown(scene)
        await scene.press("?")
        assert "Alan Ironstar" in shown(scene)
        assert "mark that a mission was laid" in shown(scene)
        await scene.press("escape", "h")
        assert "Alan Ironstar" not in shown(scene)

    on_screen(act, size=(80, 40))


def test_the_end_closes_an_overlay() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space", "?")
        await scene.wait(300)
        assert scene.app.screen is scene.app.end_screen

    on_screen(act)


def test_a_sound_that_fails_is_shown_until_the_next_key() -> None:
    async def act(scene: TimerScene) -> None:
        assert "The sound command failed: no-such-program: it is not a program" in shown(scene)
        await scene.press("space")
        await scene.wait(70)
        assert "sound" not in shown(scene)
        assert scene.session.timer.phase is TimerPhase.RUNNING

    on_screen(act, sound=("no-such-program",))


def test_times_that_cannot_be_saved_are_shown(tmp_path: Path) -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        assert "NOT SAVED: No such file or directory" in shown(scene)

    on_screen(act, output=tmp_path / "none" / "times.json")


def test_a_small_terminal_still_tells_the_time() -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        await scene.wait(9)
        await scene.pilot.resize_terminal(60, 20)
        await scene.settle()
        assert "The sand is running: 4:51" in shown(scene)

    on_screen(act)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60), (80, 60), (300, 90), (240, 24)])
@pytest.mark.parametrize("seconds", [300.0, 3600.0])
def test_digits_use_the_room_there_is(size: tuple[int, int], seconds: float) -> None:
    async def act(scene: TimerScene) -> None:
        await scene.press("space")
        await scene.wait(1)
        text = shown(scene)
        widest = max(len(run) for run in re.findall("█+", "\n".join(text.splitlines()[1:-9])))
        assert widest >= 3 * min((size[0] - 50) // 17, (size[1] - 11) * 2 // 5)
        assert "Alan Ironstar" in text
        assert "━" in text

    on_screen(act, size=size, seconds=seconds)


def test_without_colours_everything_is_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(scene: TimerScene) -> None:
        assert scene.app.no_color
        await scene.press("space")
        await scene.wait(292)
        lines = scene.app.screen._compositor.render_strips(scene.app.size)
        colours = {
            (segment.style.color, segment.style.bgcolor)
            for line in lines
            for segment in line
            if segment.style is not None and segment.text.strip()
        }
        assert all(colour is None or colour.triplet is None or len({*colour.triplet}) == 1
                   for pair in colours for colour in pair)  # fmt: skip
        assert "!!! LAST 10 SECONDS" in shown(scene)

    on_screen(act)


@pytest.mark.parametrize(("name", "size"), PICTURED)
def test_the_timer_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    expected = (ROOT / path_of(name, size)).read_text(encoding="utf-8")
    assert picture(name, size) == expected, "look at the picture; `python tests/play/regenerate.py` accepts it"


def test_the_guide_names_the_keys_and_shows_the_pictures() -> None:
    found: list[tuple[str, str]] = []

    async def act(scene: TimerScene) -> None:
        found.extend(help_lines(scene.app._clock_screen.commands))

    on_screen(act)
    guide = (ROOT / "docs/table.md").read_text(encoding="utf-8")
    section = guide.partition("\n## The timer\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(.+)` \| (.+) \|$", section, re.MULTILINE)
    assert [(keys.replace("` `", " "), words) for keys, words in rows] == found
    assert all(f"]({path.removeprefix('docs/')})" in section for path in TIMER_IN_DOCS)


# the pictures themselves


@pytest.mark.parametrize("height", [7, 9, 13, 27, 51])
def test_no_sand_is_lost(height: int) -> None:
    assert all(len(_text(line)) == hourglass_width(height) for line in draw_hourglass(SandLevel(0.4, 1), height))
    assert len(draw_hourglass(SandLevel(0.4, 1), height)) == height
    counts = {_sand(part / 10, height) for part in range(11)}
    assert len({upper + lower for upper, lower in counts}) == 1
    assert _sand(0, height)[1] == _sand(1, height)[0] == 0


def _text(line: tuple[object, ...]) -> str:
    return "".join(span if isinstance(span, str) else span[0] for span in line)  # type: ignore[index]


def _sand(fallen: float, height: int) -> tuple[int, int]:
    lines = [_text(line) for line in draw_hourglass(SandLevel(fallen), height)]
    middle = len(lines) // 2
    return sum(line.count("▓") for line in lines[:middle]), sum(line.count("▓") for line in lines[middle:])


@pytest.mark.parametrize("scale", range(1, 12))
def test_scaled_letters_have_the_size_they_say(scale: int) -> None:
    rows = scaled_letters("4:07", scale)
    assert (len(rows[0]), len(rows)) == size_of("4:07", scale)
    assert len({len(row) for row in rows}) == 1


def test_the_face_of_80_by_24_fills_the_width() -> None:
    assert face_width("5:00", layout_for("5:00", (), 80, 19).scale) == 80


def test_texts_are_shortened_only_where_they_must_be() -> None:
    texts = tuple(Paragraph(f"Hero {n}", "word " * 12) for n in range(4))
    whole = [_text(line) for line in draw_texts(texts, 40, 20)]
    tight = [_text(line) for line in draw_texts(texts, 40, 6)]
    few = [_text(line) for line in draw_texts(texts, 40, 3)]
    assert sum(not line.strip() for line in whole) == 3
    assert (len(tight), sum(line.endswith("…") for line in tight)) == (6, 2)
    assert few[-1] == " and 2 more: press ?"


# plain text


class TypedScript:
    """Lines with the seconds that pass before each of them."""

    def __init__(self, scene: TimerScene, script: list[tuple[float, str]], *, then_ends: bool = True) -> None:
        self._clock = scene.clock
        self._script = list(script)
        self._then_ends = then_ends

    def next(self, timeout: float | None) -> str | None:
        if not self._script and self._then_ends:
            raise EndOfInput
        step = timeout or 0.2
        if self._script and self._script[0][0] <= step:
            seconds, line = self._script.pop(0)
            self._clock.wait(seconds)
            return line
        self._clock.wait(step)
        if self._script:
            self._script[0] = (self._script[0][0] - step, self._script[0][1])
        return None


def plain(script: list[tuple[float, str]], **options: object) -> tuple[list[str], int, bool]:
    """Run a timer in plain text; return its lines, how often it rang, and whether it was started."""
    scene = TimerScene(**options)
    said: list[str] = []
    rings: list[None] = []
    console = TimerConsole(
        scene.session, TypedScript(scene, script), said.append, ring=lambda: rings.append(None), wait=scene.clock.wait
    )
    is_started = console.run()
    return said, len(rings), is_started


KEYS = "Enter pauses or continues, m marks a mission, u removes the last mark, t tells the time, q ends."


HEROES_KEPT = "tonk-redbeer,zaria-tearleaf,alan-ironstar"


def test_the_plain_timer_prints_every_announcement_as_a_line(tmp_path: Path) -> None:
    path = tmp_path / "times.json"
    said, rings, is_started = plain(
        [(3, ""), (21.5, "m"), (2, "t"), (1, ""), (500, "x"), (0.5, ""), (30, "m"), (1, "u"), (0, "M")], output=path
    )
    assert is_started
    assert rings == 16
    assert said == [
        "Level 1, goal 10 missions, 3 players with 5 cards each.",
        "Level 1. The missions are 6 of deck E and 6 of deck M; complete 10 to win.",
        "Tonk Redbeer. Remove 1 torch: the backpack has one slot more until a mission is completed.",
        "Zaria Tearleaf. Name an item: if the next mission lists it, that mission is completed and nothing is paid.",
        "Alan Ironstar. Remove 2 swords: the next mission is completed and nothing is paid.",
        f"5 minutes on the clock. Press Enter to start. Then {KEYS}",
        "The clock is running.",
        "1 mission laid, with 4:39 left.",
        "4 minutes 37 seconds left.",
        "Paused with 4:36 left. Press Enter to continue.",
        KEYS,
        "The clock runs again, with 4:36 left.",
        "2 missions laid, with 4:39 4:06 left.",
        "The last mark is removed.",
        "2 missions laid, with 4:39 4:05 left.",
        "4 minutes left.", "3 minutes left.", "2 minutes left.", "1 minute left.", "30 seconds left.",
        "10 seconds left.", "9", "8", "7", "6", "5", "4", "3", "2", "1", "Time is up.",
        "2 missions laid, with 4:39 4:05 left.",
        "1 pause: 8 minutes 21 seconds.",
        f"The times are saved as {path}",
        "Put down your cards, turn the story over, and reveal it card by card. This records the game:",
        f"dtcli table --scenario level-1 --players 3 --heroes {HEROES_KEPT} --timer {path}",
    ]  # fmt: skip


def test_the_plain_timer_ends_when_asked() -> None:
    said, rings, _ = plain([(0, ""), (42.5, "q")])
    assert said[-3:-1] == [
        "Ended with 4:18 left.",
        "Put down your cards, turn the story over, and reveal it card by card. This records the game:",
    ]
    assert rings == 0


@pytest.mark.parametrize("script", [[], [(1, "q")], [(1, "m"), (1, "quit")]])
def test_the_plain_timer_can_be_left_before_its_start(script: list[tuple[float, str]]) -> None:
    said, _, is_started = plain(script)
    assert not is_started
    assert said[-1].startswith(("5 minutes on the clock.", "The clock does not run yet."))


def test_the_plain_timer_ends_a_pause_that_nothing_can_end() -> None:
    said, _, is_started = plain([(0, ""), (5.5, "")])
    assert is_started
    assert "Ended with 4:55 left." in said


def test_the_plain_timer_warns_once() -> None:
    said, _, _ = plain([(0, ""), (1, "m"), (1, "m")], sound=("no-such-program",))
    assert [line for line in said if "Warning" in line] == [
        "Warning: the sound command failed: no-such-program: it is not a program."
    ]
