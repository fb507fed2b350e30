"""The viewer on the screen: keys, clicks, typed card numbers, both parts and the end, at every size."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from dtcli.formats.replay.kept_par import KeptPar
from dtcli.play.tui.screens.command_screen import help_lines
from dtcli.play.tui.screens.overlay import Overlay
from dtcli.play.tui.widgets import viewer_values as values
from dtcli.play.tui.widgets.hands import HandsView, draw_hands
from dtcli.play.tui.widgets.moment_panel import draw_moment_panel, moment_panel
from dtcli.play.tui.widgets.outcome import draw_outcome
from dtcli.play.tui.widgets.story import StoryRow, StoryView, draw_story, row_at
from dtcli.play.tui.widgets.timeline_bar import TimelineView, draw_timeline, moment_at
from dtcli.play.viewer.five_minutes import TableMoment
from dtcli.play.viewer.outcome import outcome_of
from dtcli.play.viewer.playback import Playback
from dtcli.play.viewer.resolution import ResolutionMoment
from dtcli.play.viewer.timeline import Timeline
from dtcli.render.layout import Line
from dtcli.render.pictures.signs import COMPLETED, FAILED, LAID
from dtcli.rules.cards import Item
from dtcli.rules.items import Kind
from tests.play import viewer_scenes
from tests.play.headless import shown
from tests.play.recorded_games import REFUSED, ROOT, SHIPPED, checked_file, of_players, reloaded, timeline_of
from tests.play.regenerate import VIEWER_IN_DOCS, path_of
from tests.play.test_game import started
from tests.play.test_par import WON, won
from tests.play.viewer_scenes import FIVE, RAIN, THREE, ViewerScene

Act = Callable[[ViewerScene], Awaitable[None]]
SIZES = ((80, 24), (120, 40), (200, 60))


def on_screen(
    act: Act, timeline: Timeline | Path, *, size: tuple[int, int] = (80, 24), is_stepping: bool = False
) -> ViewerScene:
    """Run the viewer without a terminal, and act on it."""
    if isinstance(timeline, Path):
        timeline = Timeline(checked_file(timeline))
    scene = ViewerScene(timeline, is_stepping=is_stepping)

    async def run() -> None:
        async with scene.app.run_test(size=size) as pilot:
            scene.pilot = pilot
            await pilot.pause()
            await act(scene)

    asyncio.run(run())
    return scene


def part(scene: ViewerScene) -> type:
    return type(scene.app.playback.moment)


# keys


def test_stepping_begins_before_the_first_reveal_and_goes_on_and_back() -> None:
    async def act(scene: ViewerScene) -> None:
        start = scene.timeline.resolution_start
        assert start is not None
        assert scene.index == start > 50
        assert "the story lies before you" in shown(scene)
        steps = [("space", 1), ("right", 1), ("n", 1), ("j", 1), ("enter", 1), ("left", -1), ("b", -1), ("k", -1),
                 ("backspace", -1)]  # fmt: skip
        for key, by in steps:
            before = scene.index
            await scene.press(key)
            assert scene.index == before + by, key
        await scene.wait(100)
        assert scene.index == start + 1
        assert "► 1" in shown(scene).replace("►  ", "► ")

    on_screen(act, THREE, is_stepping=True)


def test_missions_and_both_ends_have_keys() -> None:
    async def act(scene: ViewerScene) -> None:
        timeline = scene.timeline
        for key, other in (("down", "up"), ("pagedown", "pageup")):
            await scene.press("home", "p" if scene.app.playback.is_playing else "g")
            await scene.press(key)
            assert scene.index == timeline.marks[0][0]
            await scene.press(key)
            assert scene.index == timeline.marks[1][0]
            await scene.press(other)
            assert scene.index == timeline.marks[0][0]
        for key in ("end", "G", "$"):
            await scene.press(key)
            assert scene.index == timeline.last
            await scene.press("g")
            assert scene.index == 0

    on_screen(act, RAIN)


def test_a_typed_number_goes_to_a_card_of_the_part_that_is_shown() -> None:
    async def act(scene: ViewerScene) -> None:
        for keys in (("1", "2"), ("/", "1", "2"), (":", "3", "backspace", "1", "2")):
            await scene.press("r" if part(scene) is TableMoment else "g", *keys)
            assert f"Go to card {'12'}" in shown(scene)
            await scene.press("enter")
            moment = scene.app.playback.moment
            number = moment.state.revealed if isinstance(moment, ResolutionMoment) else len(moment.table.story)
            assert number == 12
        await scene.press("9", "9", "9", "enter")
        last = len(scene.timeline.game.story)
        assert f"the last one is card {last}." in shown(scene)
        at = scene.index
        await scene.press("5", "escape")
        assert "Go to card" not in shown(scene)
        await scene.press("/", "enter")
        await scene.press("4", "right")
        assert "Go to card" not in shown(scene)
        assert scene.index == at + 1
        assert scene.app.is_running

    on_screen(act, RAIN)


def test_tab_goes_from_one_part_to_the_other() -> None:
    async def act(scene: ViewerScene) -> None:
        await scene.press("tab")
        assert scene.index == scene.timeline.resolution_start
        assert "the missions so far" not in shown(scene)
        await scene.press("7", "enter", "tab")
        moment = scene.app.playback.moment
        assert isinstance(moment, TableMoment)
        assert len(moment.table.story) == 7
        await scene.press("r")
        assert scene.index == scene.timeline.resolution_start

    on_screen(act, RAIN)

    async def one_part(scene: ViewerScene) -> None:
        await scene.press("tab")
        assert "The five minutes of this game are not recorded." in shown(scene)
        assert "Tab" not in shown(scene).splitlines()[-1]
        await scene.press("left")
        assert "not recorded" not in shown(scene)

    on_screen(one_part, FIVE, is_stepping=True)


def test_playing_goes_on_by_itself_and_stops_at_the_end() -> None:
    async def act(scene: ViewerScene) -> None:
        assert "1× · the cards are dealt" in shown(scene)
        events = scene.timeline.five_minutes.events
        await scene.wait(events[0].t + 0.01)
        assert scene.index >= 1
        assert " s: plays " in shown(scene)
        await scene.press("+", "+", "+", "-")
        assert "4× · " in shown(scene)
        await scene.press("space")
        at = scene.index
        await scene.wait(1000)
        assert scene.index == at
        assert "paused · " in shown(scene)
        await scene.press("p")
        assert "4× · " in shown(scene)
        await scene.wait(1000)
        assert scene.index == scene.timeline.last
        assert "paused · the end: Enter leaves" in shown(scene)
        await scene.press("space")
        assert scene.index == 0
        assert scene.app.playback.is_playing
        await scene.press("right")
        assert not scene.app.playback.is_playing

    on_screen(act, RAIN)


def test_the_clock_runs_between_two_actions() -> None:
    async def act(scene: ViewerScene) -> None:
        events = scene.timeline.five_minutes.events
        assert events[0].t > 2
        digits = scene.app.viewer.widget("#digits")
        assert digits.value.digits == "5:00"
        await scene.wait(2)
        assert digits.value.digits == "4:58"
        assert scene.index == 0
        await scene.press("space")
        await scene.wait(20)
        assert digits.value.digits == "4:58"

    on_screen(act, RAIN)


@pytest.mark.parametrize(("key", "goes_on"), [("space", True), ("enter", True), ("q", False), ("escape", False)])
def test_the_end_goes_on_to_the_next_file_or_leaves(key: str, goes_on: bool) -> None:
    async def act(scene: ViewerScene) -> None:
        await scene.press("end")
        await scene.press("right")
        assert scene.app.is_running
        await scene.press(key)
        assert not scene.app.is_running

    scene = on_screen(act, FIVE, is_stepping=True)
    assert scene.app.goes_on is goes_on
    assert not scene.app.was_stopped


def test_ctrl_c_interrupts_and_ctrl_q_leaves() -> None:
    for key, stopped in (("ctrl+c", True), ("ctrl+q", False)):

        async def act(scene: ViewerScene, key: str = key) -> None:
            await scene.press("?")
            assert isinstance(scene.app.screen, Overlay)
            await scene.press(key)
            assert not scene.app.is_running

        assert on_screen(act, FIVE).app.was_stopped is stopped


def test_the_help_names_the_keys_and_the_skills() -> None:
    async def act(scene: ViewerScene) -> None:
        await scene.press("h")
        assert isinstance(scene.app.screen, Overlay)
        lines = "\n".join(str(line) for line in scene.app.screen._lines)
        assert "Ro's Thanir" in lines
        for command in scene.app.viewer.commands:
            assert command.words
            assert command.words.split()[-1] in lines
        await scene.press("x")
        assert not isinstance(scene.app.screen, Overlay)

    on_screen(act, FIVE)


def test_the_guide_names_the_keys_and_shows_the_pictures() -> None:
    guide = (ROOT / "docs/play.md").read_text(encoding="utf-8").partition("\n## Watch a recorded game\n")[2]
    rows = re.findall(r"^\| `(.+)` \| (.+) \|$", guide, re.MULTILINE)
    commands = ViewerScene(Timeline(checked_file(RAIN))).app.viewer.commands
    assert [(keys.replace("` `", " "), words) for keys, words in rows] == help_lines(commands)
    assert all(f"]({path.removeprefix('docs/')})" in guide for path in VIEWER_IN_DOCS)


# the mouse


def test_a_click_on_the_timeline_goes_there() -> None:
    async def act(scene: ViewerScene) -> None:
        last = scene.timeline.last
        width = scene.app.size.width
        bar = scene.app.viewer.widget("#timeline").value
        wanted = {moment_at(bar, x, width): x for x in range(width)}
        assert wanted.keys() >= {None, 0, last}
        for index, x in list(wanted.items())[1::9]:
            await scene.pilot.click("#timeline", offset=(x, 0))
            await scene.pilot.pause()
            assert scene.index == (scene.index if index is None else index)

    on_screen(act, RAIN)


@pytest.mark.parametrize("story", ["laid", "revealed"])
def test_a_click_on_a_card_of_the_story_goes_there(story: str) -> None:
    async def act(scene: ViewerScene) -> None:
        await scene.press(*(("r",) if story == "revealed" else ()), "2", "0", "enter")
        widget = scene.app.viewer.widget(f"#{story}")
        y = next(y for y in range(widget.size.height) if row_at(widget.value, y, widget.size.height) == 18)
        await scene.pilot.click(f"#{story}", offset=(5, y))
        await scene.pilot.pause()
        moment = scene.app.playback.moment
        assert (moment.state.revealed if isinstance(moment, ResolutionMoment) else len(moment.table.story)) == 18

    on_screen(act, RAIN)


# what is shown


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", range(1, 6))
def test_all_hands_and_the_story_are_shown(players: int, size: tuple[int, int]) -> None:
    async def act(scene: ViewerScene) -> None:
        await scene.press("8", "enter")
        moment = scene.app.playback.moment
        assert isinstance(moment, TableMoment)
        hands = scene.app.viewer.widget("#hands")
        text = words(draw_hands(hands.value, *hands.size))
        for player, hand in enumerate(moment.places, 1):
            assert (f"P{player}" in text) == (players > 1)
            for card in hand:
                if card is not None:
                    assert (card.kind if isinstance(card, Item) else card.title.split()[0][:6]) in text
        assert text.count("\n") < hands.size.height
        assert f"►{8:>3}" in shown(scene)
        story = scene.app.viewer.widget("#laid")
        assert [row.card for row in story.value.rows] == list(moment.table.story)

    on_screen(act, of_players(players, players), size=size)


def words(lines: list[Line]) -> str:
    return "\n".join("".join(span if isinstance(span, str) else span[0] for span in line) for line in lines)


def test_the_decision_is_shown_before_its_effect() -> None:
    async def act(scene: ViewerScene) -> None:
        await scene.press("1", "3", "enter", "left")
        text = shown(scene)
        assert "── the decision at card 13 " in text
        assert "Fencing for Beginners is completed. Which reward?" in text
        assert "►1  decline" in text
        assert "declines the reward" not in text
        await scene.press("right")
        text = shown(scene)
        assert "decision" not in text
        assert "declines the" in " ".join(text.split())

    on_screen(act, THREE, is_stepping=True)


def test_the_backpack_is_the_one_of_the_moment() -> None:
    async def act(scene: ViewerScene) -> None:
        for _ in range(12):
            await scene.press("down")
            moment = scene.app.playback.moment
            assert isinstance(moment, ResolutionMoment)
            backpack = scene.app.viewer.widget("#backpack").value
            assert backpack.cells == moment.cells
            assert (backpack.filled, backpack.limit) == (moment.state.slots, moment.state.limit)

    on_screen(act, FIVE, is_stepping=True)


@pytest.mark.parametrize("path", [RAIN, THREE], ids=lambda path: path.stem)
def test_seeking_shows_the_same_as_stepping(path: Path) -> None:
    async def show(scene: ViewerScene) -> str:
        scene.app.viewer.update_view()
        await scene.pilot.pause()
        return shown(scene)

    async def act(scene: ViewerScene) -> None:
        playback, start = scene.app.playback, scene.timeline.resolution_start
        assert start is not None
        playback.pause()
        stepped = {}
        for first in (0, start - 8, scene.timeline.last - 8):
            playback.go_to(first)
            for _ in range(16):
                stepped[playback.index] = await show(scene)
                playback.step(1)
        chance = Random(7)
        for index in chance.sample(sorted(stepped), 15):
            playback.go_to(index)
            assert await show(scene) == stepped[index]

    on_screen(act, path)


def test_the_end_shows_the_result_and_the_par_that_the_replay_keeps() -> None:
    async def act(scene: ViewerScene) -> None:
        await scene.press("end")
        text = shown(scene)
        assert "Par of this deal: 30 deeds; you: " in text
        assert "of 3 stars: goal reached" in text
        assert "race      dtcli play" in text
        assert "claim     the claimed result agrees" in text

    on_screen(act, timeline_of(won(), _par=WON.as_json()))


def test_par_of_another_goal_is_not_shown() -> None:
    checked = reloaded(won(), _par=KeptPar(30, 30, goal=3).as_json())

    async def act(scene: ViewerScene) -> None:
        await scene.press("end")
        assert "Par of" not in shown(scene)

    on_screen(act, Timeline(checked))


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_a_refused_record_is_marked_and_its_problems_are_at_the_end(path: Path) -> None:
    async def act(scene: ViewerScene) -> None:
        texts = []
        while not scene.app.playback.is_over:
            texts.append(shown(scene))
            await scene.press("space")
        assert any("! refused " in text for text in texts) or path.stem in ("DT405", "DT406")
        assert "This cannot have happened" in shown(scene)
        assert f"{path.stem}: " in shown(scene)

    on_screen(act, path, is_stepping=True)


def test_a_game_left_in_its_five_minutes() -> None:
    game, clock = started()
    clock.wait(10)
    game.play([3])

    async def act(scene: ViewerScene) -> None:
        await scene.press("end")
        assert "the player left the game here" in shown(scene)
        await scene.press("tab")
        assert "This game was left in its five minutes." in shown(scene)

    on_screen(act, timeline_of(game))


@pytest.mark.parametrize("path", [*SHIPPED, *REFUSED], ids=lambda path: path.stem)
def test_every_moment_of_every_shipped_replay_can_be_drawn(path: Path) -> None:
    timeline = Timeline(checked_file(path))
    for index, moment in enumerate(timeline.moments):
        playback = Playback(timeline, at=index)
        for width, height in SIZES[:: 2 if index % 4 else 1]:
            drawn = [(draw_timeline(values.timeline_view(playback), width, 1), 1)]
            if isinstance(moment, TableMoment):
                drawn.append((draw_hands(values.hands_of(moment), width - 26, height - 8), height - 8))
                drawn.append((draw_story(values.laid_story(timeline, moment), 26, height - 8), height - 8))
            elif isinstance(moment, ResolutionMoment):
                drawn.append((draw_story(values.revealed_story(moment), 26, height - 16), height - 16))
                drawn.append((draw_moment_panel(moment_panel(moment), width, 6), 6))
            else:
                drawn.append((draw_outcome(outcome_of(timeline), width, height - 3), height - 3))
            for lines, most in drawn:
                assert len(lines) <= most
                assert all(len(line) <= width for line in words(lines).splitlines())


def test_a_small_terminal_asks_for_a_larger_one() -> None:
    async def act(scene: ViewerScene) -> None:
        assert "too small" in shown(scene)
        await scene.press("q")
        assert not scene.app.is_running

    on_screen(act, RAIN, size=(70, 20))


# what is drawn


def test_the_story_scrolls_so_that_the_marked_card_is_in_the_middle() -> None:
    rows = tuple(StoryRow(Item(Kind(f"k{number}"))) for number in range(1, 61))
    for current in (0, 1, 20, 59, 60):
        lines = words(draw_story(StoryView(rows, current), 26, 11)).splitlines()
        assert len(lines) == 11
        marked = [line for line in lines if "►" in line]
        assert len(marked) == (current > 0)
        assert all(f"k{current}" in line for line in marked)
    view = StoryView(rows[:3], 2)
    assert [row_at(view, y, 11) for y in range(6)] == [None, 1, 2, 3, None, None]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_timeline_fits_and_its_columns_lead_to_all_parts(width: int) -> None:
    view = TimelineView(30, 153, 68, ((12, LAID), (70, COMPLETED), (71, FAILED)), is_playing=True)
    (line,) = draw_timeline(view, width, 1)
    text = words([line])
    assert len(text) == width
    assert {LAID, "┃", "●", "►"} <= set(text)
    assert text.index("●") < text.index("┃")
    assert moment_at(view, text.index("●"), width) == pytest.approx(30, abs=153 / width)
    assert [moment_at(view, x, width) for x in (0, 2, width - 1)] == [None] * 3
    assert moment_at(view, 3, width) == 0


def test_a_hand_is_drawn_with_pictures_where_there_is_room() -> None:
    hand = (Item(Kind("sword")), None, Item(Kind("bow")))
    small, large = (words(draw_hands(HandsView((hand,) * 5), *size)) for size in ((54, 12), (100, 40)))
    assert "╭" in large
    assert "╭" not in small
    assert small.count("sword") == large.count("sword") == 5


@pytest.mark.parametrize(("name", "size"), viewer_scenes.PICTURED, ids=str)
def test_the_viewer_looks_as_in_its_picture(name: str, size: tuple[int, int]) -> None:
    kept = (ROOT / path_of(name, size)).read_text(encoding="utf-8")
    assert viewer_scenes.picture(name, size) == kept, "look at it, then: python tests/play/regenerate.py"
