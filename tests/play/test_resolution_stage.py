"""The resolution as a whole: keys that race on do no harm, every answer has a key, and everything fits."""

import asyncio
import random

import pytest
from textual.app import ComposeResult
from textual.events import Key

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.tui.open_question import OpenQuestion
from dtcli.play.tui.racing_keys import RacingKeys
from dtcli.play.tui.screens.command_screen import CommandScreen
from dtcli.play.tui.screens.end import EndScreen
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.play.tui.terminal_app import TerminalApp
from dtcli.play.tui.widgets.panel import draw_panel, option_areas, panel_of
from dtcli.play.tui.widgets.resolution import (
    BackpackView,
    OpenCard,
    ProgressView,
    draw_backpack,
    draw_log,
    draw_open_card,
    draw_progress,
)  # fmt: skip
from dtcli.play.tui.widgets.stage import AROUND, LOWEST_BACKPACK, ResolutionStage, layout_of
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.layout import Line
from dtcli.render.pictures.backpack import BackpackSlots
from dtcli.render.pictures.drawn_backpack import SETTLING
from dtcli.rules.cards import Item, KindInfo, Mission, Reward, RewardRule
from dtcli.rules.decisions import REVEAL
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Game
from tests.play.headless import on_screen, resolving, shown
from tests.play.manual_clock import ManualClock
from tests.play.scenes import Scene, broken, full, twelve_answers

REST = 0.25
REPEAT = 0.04
"""Seconds between two repeats of a key that is held down."""


def text_of(lines: list[Line]) -> str:
    return "\n".join("".join(span if isinstance(span, str) else span[0] for span in line) for line in lines)


# --- Keys that race on


@pytest.mark.parametrize("before", [0.5, 0.3, 0.1])
def test_an_enter_held_down_never_answers(before: float) -> None:
    """A held key pauses once, for up to 0.66 s, and then repeats quickly."""
    clock = ManualClock()
    keys = RacingKeys(REST, clock)
    keys.press(enter=True)
    keys.open()
    clock.wait(before)
    for _ in range(100):
        assert not keys.press(enter=True)
        clock.wait(REPEAT)
    clock.wait(REST)
    assert keys.press(enter=True)


def test_a_question_takes_answers_after_a_quarter_of_a_second() -> None:
    clock = ManualClock()
    keys = RacingKeys(REST, clock)
    keys.open()
    assert not keys.press()
    clock.wait(0.2)
    assert not keys.press(), "the first key began the rest anew"
    clock.wait(REST)
    assert keys.press()
    assert keys.press(), "a second answer needs no rest"


def test_enter_after_another_key_needs_the_short_rest_only() -> None:
    clock = ManualClock()
    keys = RacingKeys(REST, clock)
    keys.open()
    clock.wait(REST)
    assert keys.press(enter=True)
    clock.wait(0.2)
    assert not keys.press(enter=True), "a repeat does not answer the next part either"
    clock.wait(REST)
    assert keys.press(enter=True)


def with_rest(scene: Scene) -> ManualClock:
    clock = ManualClock()
    scene.app.controls.rest, scene.app.controls.now = REST, clock
    return clock


def test_no_key_answers_a_question_that_has_just_opened() -> None:
    scene, start = resolving()
    clock = with_rest(scene)

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("s")
        opened = scene.game.resolution.state
        assert opened.pending is not None
        for key in ("1", "2", "b", "enter", "space", "a", "s", "down"):
            await scene.press(key)
            clock.wait(REPEAT)
        assert scene.game.resolution.state is opened
        assert scene.app.screen.question.pointed == 0
        clock.wait(REST)
        await scene.press("1")
        assert scene.game.resolution.in_gap

    on_screen(act, scene)


def test_an_enter_that_reveals_does_not_answer_while_it_is_held() -> None:
    scene, start = resolving()
    clock = with_rest(scene)

    async def act(scene: Scene) -> None:
        await start(scene)
        resolution = scene.game.resolution
        while resolution.in_gap:
            await scene.press("enter")
            clock.wait(REPEAT)
        opened = resolution.state
        for _ in range(5):
            await scene.press("enter")
            clock.wait(REPEAT)
        assert resolution.state is opened
        clock.wait(1)
        await scene.press("enter")
        assert resolution.state is not opened

    on_screen(act, scene)


def test_a_break_stays_until_enter_is_pressed_on_purpose() -> None:
    scene = Scene()
    clock = with_rest(scene)

    async def act(scene: Scene) -> None:
        await broken(scene)
        for key in ("space", "s", "S", "a", "enter", "space"):
            await scene.press(key)
            clock.wait(REPEAT)
        assert isinstance(scene.app.screen, ResolutionScreen)
        assert "The backpack is broken. Enter shows how it ended." in shown(scene)
        clock.wait(5)
        await scene.press("space", "s", "S", "a")
        assert isinstance(scene.app.screen, ResolutionScreen), "Space never leaves"
        clock.wait(1)
        await scene.press("enter")
        assert isinstance(scene.app.screen, EndScreen)

    on_screen(act, scene)


def test_the_end_of_a_story_can_be_left_by_a_click() -> None:
    scene = Scene()

    async def act(scene: Scene) -> None:
        await broken(scene)
        await scene.pilot.click("#backpack")
        await scene.pilot.pause()
        assert isinstance(scene.app.screen, EndScreen)

    on_screen(act, scene)


# --- Answers


def test_twelve_answers_have_twelve_keys() -> None:
    scene = Scene(what="training-grounds")

    async def act(scene: Scene) -> None:
        await twelve_answers(scene)
        resolution = scene.game.resolution
        for key, answer in zip("1234567890bc", resolution.state.game.kinds, strict=True):
            assert f"{key}  take {answer}" in shown(scene).replace("► ", " "), answer
        await scene.press("c")
        assert resolution.in_gap
        assert resolution.state.tokens["mortar"] == 1

    on_screen(act, scene)


def test_no_answer_has_the_key_of_a_command() -> None:
    scene, start = resolving("zigarat-ho", others=("nintrabash",))

    async def act(scene: Scene) -> None:
        await start(scene)
        screen = scene.app.screen
        commands = {key for command in screen.commands for key in command.keys}
        assert not commands & set(screen.answer_keys)
        assert len(screen.answer_keys) > 50, "a card set can have fifty kinds"
        assert screen.answer_keys.startswith("1234567890bcdefg")

    on_screen(act, scene)


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 2), ((120, 40), 1), ((200, 60), 1)])
def test_h6_the_next_cards_are_shown_in_full_first_card_first(size: tuple[int, int], rows: int) -> None:
    scene, start = resolving("zigarat-ho")

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("f1", "1")
        panel = scene.app.screen.query_one("#panel", ValueWidget)
        areas = option_areas(panel.value, *panel.size)
        assert [area.number for area in areas] == [0, None, 1, 2, 3], "both shields are shown, one is an answer"
        assert max(area.height for area in areas) <= rows
        drawn = " ".join(text_of(draw_panel(panel.value, *panel.size)).split())
        places = [drawn.index(f"{place}: {name}") for place, name in in_full(scene.game.resolution)]
        assert places == sorted(places)
        assert "2nd: shield (like the 1st)" in drawn
        await scene.press("2")
        assert "3rd: bow (chosen)" in " ".join(shown(scene).split())

    on_screen(act, scene, size=size)


def in_full(resolution: PlayedResolution) -> list[tuple[str, str]]:
    """Return the place of each of the next five cards, and what stands beside it."""
    told = []
    for place, card in zip(("1st", "2nd", "3rd", "4th", "5th"), resolution.state.story[:5], strict=True):
        if isinstance(card, Item):
            told.append((place, str(card.kind)))
        else:
            needs = " + ".join(f"{n} {kind}" if n > 1 else kind for kind, n in card.listed.items())
            told.append((place, f"{card.id} {card.title}: needs {needs}, "))
    assert any("needs" in name for _, name in told)
    return told


def test_h2_every_card_looked_at_is_one_answer_even_if_few_are_left() -> None:
    story = (Item(Kind("bow")), Mission("Two Bows", (Kind("bow"),) * 2, Reward(RewardRule.ANY)), Item(Kind("cup")))
    kinds = {Kind(name): KindInfo(Kind(name)) for name in ("bow", "cup")}
    game = Game(kinds=kinds, story=story, heroes=(HeroId("nintrabash"),))
    question = OpenQuestion(PlayedResolution(game), HeroId("nintrabash"))
    question.answer(0)
    assert question.options == (
        "discard nothing", "1st: bow", "2nd: Two Bows: needs 2 bow, gives any one token", "3rd: cup",
    )  # fmt: skip
    question.answer(2)
    assert question.options == ("that is all: Two Bows (2nd)", "1st: bow", "3rd: cup")


# --- The backpack


def test_an_item_falls_into_its_slot_and_keys_do_not_wait_for_it() -> None:
    scene, start = resolving()
    scene.app.controls.animates = True
    seen: list[int] = []

    async def act(scene: Scene) -> None:
        await start(scene)
        backpack = scene.app.screen.query_one("#backpack", ValueWidget)
        assert backpack.value.settling == 0, "nothing has come yet"
        show = backpack.set_value
        backpack.set_value = lambda view: (seen.append(view.settling), show(view))
        for key in ("space", "space", "space"):
            scene.app.screen.key_pressed(Key(key, " "))
        assert scene.game.resolution.state.revealed == 3
        assert seen == [SETTLING] * 3, "no key waited until the item before it lay in its slot"
        for _ in range(200):
            await scene.pilot.pause(0.02)
            if not seen[-1]:
                break
        assert seen == [SETTLING] * 3 + list(range(SETTLING - 1, -1, -1))
        assert shown(scene).count(" new ") == 1

    on_screen(act, scene)


def test_without_colour_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    scene, start = resolving()
    scene.app.controls.animates = True

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("space")
        assert scene.app.screen.query_one("#backpack", ValueWidget).value.settling == 0
        assert " new " in shown(scene)

    on_screen(act, scene)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_a_full_backpack_says_so_and_a_broken_one_too(size: tuple[int, int]) -> None:
    async def strains(scene: Scene) -> None:
        await full(scene)
        assert "8 of 8 slots · FULL to the last slot" in shown(scene)
        assert "┃" in shown(scene)

    async def breaks(scene: Scene) -> None:
        await broken(scene)
        text = shown(scene)
        assert "BROKEN: 9 of 8" in text
        assert "◄ torch" in text
        assert "one too many" in text

    on_screen(strains, size=size)
    on_screen(breaks, size=size)


# --- Every size, and unknown cards

SIZES_TRIED = 60
LONG = "abcdefghijklmnopqrstuvwxyzabcd"


def long_game(chance: random.Random) -> Game:
    """Return a game whose kinds and titles are long, and of which no picture exists."""
    names = [Kind(f"{chance.choice('äqx?9')}{n}{LONG}"[:30]) for n in range(14)]
    kinds = {name: KindInfo(name) for name in names}
    title = " ".join(["Antidisestablishmentarianism"] * 6)
    cards = [
        Mission(title, tuple(chance.choices(names, k=5)), Reward(RewardRule.ANY), id=f"X{n}", text=title)
        if n % 4 == 3
        else Item(chance.choice(names))
        for n in range(40)
    ]
    heroes = (HeroId("zigarat-ho"), HeroId("nintrabash"), HeroId("tonk-redbeer"))
    return Game(kinds=kinds, story=tuple(cards), heroes=heroes, extended=chance.random() < 0.3)


def drawings(resolution: PlayedResolution, question: OpenQuestion | None, size: tuple[int, int]) -> list[str]:
    """Return everything that is drawn; each must fit into its widget."""
    width, height = size
    state, steps = resolution.state, tuple(resolution.steps)
    slots = BackpackSlots()
    slots.update(state)
    view = BackpackView(tuple(slots.update(state)), state.slots, state.limit)
    panel = panel_of(resolution, question)
    layout = layout_of(panel, width, height)
    stage = height - AROUND - layout.panel
    assert stage >= LOWEST_BACKPACK
    beside = width - layout.card - 1
    drawn = []
    for draw, value, across, tall in (
        (draw_progress, ProgressView.of(state), width, 1),
        (draw_open_card, OpenCard(resolution.last_step, bool(steps), len(state.story)), layout.card, stage),
        *[(draw_backpack, view._replace(settling=n), beside, stage) for n in range(SETTLING + 1)],
        (draw_log, steps, layout.log or width, layout.panel),
        (draw_panel, panel, width - layout.log - (1 if layout.log else 0), layout.panel),
    ):
        lines = draw(value, across, tall)
        text = text_of(lines)
        assert len(lines) <= tall, draw
        assert max(map(len, text.splitlines()), default=0) <= across, draw
        drawn.append(text)
    return drawn


@pytest.mark.parametrize("seed", range(4))
def test_everything_fits_whatever_the_size_and_the_cards(seed: int) -> None:
    chance = random.Random(seed)
    drawn = ""
    for _ in range(SIZES_TRIED):
        resolution = PlayedResolution(long_game(chance))
        for _ in range(chance.randrange(40)):
            if resolution.state.over:
                break
            resolution.choose(REVEAL if resolution.in_gap else chance.choice(resolution.options()))
        able = [hero for hero in resolution.state.game.heroes if resolution.can_act(hero)]
        question = None
        if resolution.options():
            question = OpenQuestion(resolution)
        elif able and chance.random() < 0.7:
            question = OpenQuestion(resolution, chance.choice(able))
            question.answer(0)
            question = question if question.choice is None else None
        drawn += "".join(drawings(resolution, question, (chance.randint(80, 220), chance.randint(24, 70))))
    words = " ".join(drawn.split())
    for expected in ("BROKEN", "slots free", "one too many", "gives any one token"):
        assert expected in words, expected


class StageOnlyScreen(CommandScreen):
    """A screen that has nothing but the stage."""

    def __init__(self, resolution: PlayedResolution, question: OpenQuestion) -> None:
        self.stage = ResolutionStage(resolution, animates=False)
        self.question = question
        super().__init__()

    def compose_body(self) -> ComposeResult:
        yield from self.stage.compose()

    def fit_widgets(self, width: int, height: int) -> None:
        self.stage.fit(width, height)

    def update_view(self) -> None:
        self.stage.show(self.question)


def test_the_stage_needs_no_game_and_follows_the_size_of_the_terminal() -> None:
    resolution = PlayedResolution(long_game(random.Random(5)))
    question = OpenQuestion(resolution, HeroId("zigarat-ho"))
    question.answer(0)
    heights = []

    async def run() -> None:
        app = TerminalApp()
        async with app.run_test(size=(80, 24)) as pilot:
            app.push_screen(StageOnlyScreen(resolution, question))
            for size in ((80, 24), (220, 24), (80, 70), (133, 41), (220, 70)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                boxes = {name: app.screen.query_one(f"#{name}").region for name in ("backpack", "panel", "keys")}
                assert boxes["keys"].bottom == size[1]
                assert boxes["panel"].bottom <= boxes["keys"].y
                heights.append(boxes["backpack"].height)

    asyncio.run(run())
    assert heights[0] >= LOWEST_BACKPACK
    assert heights[-1] > 30
