"""The timed game on a whole terminal, driven by keys and clicks without one; the clock is turned by hand."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import pytest

from dtcli.play.game import Deed, Phase, SoloGame
from dtcli.play.tui.app import GameApp
from dtcli.play.tui.resolution_screen import ResolutionScreen
from dtcli.play.tui.table_screen import TableScreen
from dtcli.rules.cards import Item
from dtcli.rules.rulings import HeroId
from tests.play.good_player import decide_plainly, play_well
from tests.play.regenerate import IN_DOCS, ROOT, path_of
from tests.play.scenes import LESSON, PICTURED, SIZES, Scene, picture

Act = Callable[[Scene], Awaitable[None]]


def on_screen(act: Act, scene: Scene | None = None, *, size: tuple[int, int] = (80, 24)) -> Scene:
    """Run the app headless and do something with it."""
    scene = scene or Scene()

    async def run() -> None:
        async with scene.app.run_test(size=size) as pilot:
            scene.pilot = pilot
            await pilot.pause()
            await act(scene)

    asyncio.run(run())
    return scene


def shown(scene: Scene) -> str:
    """Return all that can be read on the screen."""
    width, height = scene.app.size
    lines = scene.app.screen._compositor.render_strips(scene.app.size)
    assert len(lines) == height
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    assert all(len(line) == width for line in text.splitlines())
    return text


async def begin(scene: Scene) -> None:
    await scene.press("1", "enter")


def story(scene: Scene) -> list[str]:
    return [str(card) for card in scene.game.table.story]


# the heroes


@pytest.mark.parametrize("keys", [["2"], ["down", "enter"]])
def test_one_of_two_heroes_is_kept(keys: list[str]) -> None:
    async def act(scene: Scene) -> None:
        wanted = scene.game.hero_offer[1]
        assert "Remove 2 swords" in shown(scene)
        await scene.press(*keys)
        assert scene.game.heroes == (wanted,)
        assert isinstance(scene.app.screen, TableScreen)

    on_screen(act)


def test_a_hero_is_kept_by_a_click() -> None:
    async def act(scene: Scene) -> None:
        wanted = scene.game.hero_offer[1]
        await scene.pilot.click("#offer", offset=(10, 9))
        await scene.pilot.pause()
        assert scene.game.heroes == (wanted,)

    on_screen(act)


# the five minutes


def test_cards_lie_face_down_until_the_sand_is_turned() -> None:
    async def act(scene: Scene) -> None:
        await scene.press("1")
        assert not any(card.title[:8] in shown(scene) for card in missions(scene))
        await scene.press("q")
        assert not scene.game.table.story
        await scene.press("enter")
        assert scene.game.phase is Phase.TABLE
        assert all(card.title[:8] in shown(scene) for card in missions(scene))

    on_screen(act)


def missions(scene: Scene) -> list:
    return [card for card in scene.game.places if card is not None and not isinstance(card, Item)]


def test_one_key_plays_a_card_and_another_comes() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        for place, key in ((0, "q"), (7, "d"), (14, "b")):
            card = scene.game.places[place]
            await scene.press(key)
            assert scene.game.table.story[-1] is card
        assert None not in scene.game.places
        assert " 3 in story" in shown(scene)

    on_screen(act)


def test_one_click_plays_a_card_and_a_right_click_marks_it() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        card = scene.game.places[6]
        await scene.pilot.click("#place-6")
        await scene.pilot.click("#place-3", button=3)
        await scene.pilot.pause()
        assert scene.game.table.story == (card,)
        assert "[1]" in shown(scene)

    on_screen(act)


def test_marked_cards_are_played_in_the_order_of_their_marks() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        cards = [str(scene.game.places[place]) for place in (7, 2, 11)]
        await scene.press("D", "E", "X", "A", "A")
        assert all(f"[{number}]" in shown(scene) for number in (1, 2, 3))
        assert "[4]" not in shown(scene)
        await scene.press("enter")
        assert story(scene) == cards
        assert "[1]" not in shown(scene)

    on_screen(act)


def test_a_mark_goes_with_its_card_even_if_an_equal_one_comes() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        place = next(n for n, card in enumerate(scene.game.places) if isinstance(card, Item))
        deck = (scene.game.places[place], *scene.game.table.deck)
        scene.game.table = scene.game.table._replace(deck=deck)
        await scene.press("QWERTASDFGZXCVB"[place], "enter")
        assert len(scene.game.table.story) == 1
        assert "[1]" not in shown(scene)

    on_screen(act)


def test_plain_keys_and_clicks_mark_after_m() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("m", "q", "w")
        await scene.pilot.click("#place-4")
        await scene.pilot.pause()
        assert not scene.game.table.story
        assert "[3]" in shown(scene)
        await scene.press("n")
        assert len(scene.game.table.discarded) == 3
        await scene.press("m", "q")
        assert len(scene.game.table.story) == 1

    on_screen(act)


@pytest.mark.parametrize("key", ["n", "backspace", "delete"])
def test_marked_cards_are_discarded(key: str) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("Q", "S", key)
        assert [done.deed for done in scene.game.log][:1] == [Deed.DISCARD]
        assert len(scene.game.table.discarded) == 2

    on_screen(act)


def test_arrows_point_and_enter_plays() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        card = scene.game.places[6]
        await scene.press("right", "right", "down")
        assert "►s◄" in shown(scene)
        await scene.press("enter")
        assert scene.game.table.story == (card,)
        await scene.press(".", "escape", "enter")
        assert len(scene.game.table.story) == 1

    on_screen(act)


def test_a4_places_stay_empty_until_space_refills() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("u", "q", "w")
        assert scene.game.places[:2] == [None, None]
        await scene.press("q")
        assert "There is no card at place 1." in shown(scene)
        await scene.press("space")
        assert None not in scene.game.places
        await scene.press("space")
        assert "The hand is full with 15 cards." in shown(scene)

    on_screen(act)


def test_a_pause_covers_the_cards_and_stops_the_sand() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        scene.clock.wait(10)
        await scene.press("p")
        scene.clock.wait(500)
        await scene.press("q", "Q")
        await scene.settle()
        assert "PAUSED" in shown(scene)
        assert not any(card.title[:8] in shown(scene) for card in missions(scene))
        assert not scene.game.table.story
        await scene.press("p")
        assert scene.game.sand.left == 290
        assert "4▕" not in shown(scene)
        assert "the sand is running" in shown(scene)

    on_screen(act)


@pytest.mark.parametrize(
    ("left", "words"), [(200, "the sand is running"), (60, "LAST MINUTE"), (30, "30 SECONDS"), (9.5, "10 SECONDS")]
)
def test_the_sand_says_in_words_how_short_it_is(left: float, words: str) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        scene.clock.wait(300 - left)
        await scene.settle()
        assert words in shown(scene)

    on_screen(act)


def test_only_the_sand_is_painted_while_nothing_is_done() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.settle()
        painted: list[str | None] = []
        stage = scene.app.screen
        for widget in stage.query("Drawn"):
            widget.refresh = lambda *_, widget=widget, **__: painted.append(widget.id)
        scene.app._tick()
        assert not painted
        scene.clock.wait(1.0)
        scene.app._tick()
        assert set(painted) == {"digits", "bar"}

    on_screen(act)


def test_a3_the_story_cannot_be_looked_at() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        titles = []
        for _ in range(12):
            for place, card in enumerate(scene.game.places):
                if card is not None and not isinstance(card, Item):
                    titles.append(card.title)
                    await scene.press("qwertasdfgzxcvb"[place])
                    break
            else:
                await scene.press("q")
            await scene.press("?")
            assert not any(title[:9] in shown(scene) for title in titles)
            await scene.press("escape")
            assert not any(title[:9] in shown(scene) for title in titles)
        assert titles

    on_screen(act)


def test_a6_the_time_is_up_in_front_of_the_table_and_under_the_help() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "w", "?")
        scene.clock.wait(301)
        await scene.settle()
        assert isinstance(scene.app.screen, ResolutionScreen)
        assert scene.game.ended == 300

    on_screen(act)


def test_keys_meant_for_the_table_do_not_turn_the_story() -> None:
    scene = Scene()
    scene.app.seat.grace = 60

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "w", "e")
        scene.clock.wait(301)
        await scene.press("s", "a", "space", "enter", "S")
        assert scene.game.session is not None
        assert scene.game.session.state.revealed == 0

    on_screen(act, scene)


def test_the_five_minutes_end_early_with_the_second_press_only() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "o")
        assert "o once more" in shown(scene)
        await scene.press("w", "o", "escape", "o")
        assert scene.game.phase is Phase.TABLE
        await scene.press("o")
        assert isinstance(scene.app.screen, ResolutionScreen)

    on_screen(act)


def test_every_key_of_the_bar_can_be_clicked() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        hints = {hint.what.shown: hint for hint in scene.app.screen.query(".hint")}
        await scene.pilot.click(hints["p"])
        assert scene.game.sand.is_paused
        await scene.pilot.click(hints["p"])
        await scene.pilot.click(hints["oo"])
        await scene.pilot.click(hints["oo"])
        await scene.pilot.pause()
        assert scene.game.session is not None

    on_screen(act)


# the resolution


def resolving(hero: str = "alan-ironstar", *, others: tuple[str, ...] = ()) -> tuple[Scene, Act]:
    scene = Scene(draw_heroes=0, heroes=tuple(HeroId(one) for one in (hero, *others)))

    async def start(scene: Scene) -> None:
        await scene.press("enter")
        play_well(scene.game, scene.clock.wait, until=20)
        await scene.press("o", "o")
        assert isinstance(scene.app.screen, ResolutionScreen)

    return scene, start


def test_the_story_turns_card_by_card_and_nothing_is_shown_before_its_time() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        assert scene.game.session is not None
        titles = [card.title for card in scene.game.table.story if not isinstance(card, Item)]
        assert not any(title[:9] in shown(scene) for title in titles)
        for number in (1, 2, 3):
            await scene.press("space")
            assert scene.game.session.state.revealed == number
        await scene.press("s")
        state = scene.game.session.state
        assert state.pending is not None
        coming = [card.title for card in state.story if not isinstance(card, Item)]
        assert coming
        assert not any(title[:9] in shown(scene) for title in coming)

    on_screen(act, scene)


def test_a_question_is_answered_by_digit_arrows_or_click() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        session = scene.game.session
        assert session is not None
        for way in (["2"], ["down", "enter"], []):
            await scene.press("s")
            decision, tokens = session.decision, len(session.state.tokens)
            assert "Which reward?" in shown(scene)
            await scene.press("space")
            assert session.decision is decision, "turning waits for the answer"
            if way:
                await scene.press(*way)
            else:
                await scene.pilot.click("#panel", offset=(6, 3))
                await scene.pilot.pause()
            assert session.in_gap
            assert len(session.state.tokens) == tokens + 1

    on_screen(act, scene)


def test_the_story_turns_by_itself_and_waits_at_a_decision() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        session = scene.game.session
        assert session is not None
        await scene.press("+", "+", "+", "+", "+", "a")
        for _ in range(60):
            await scene.pilot.pause(0.1)
            if session.state.pending is not None:
                break
        before = session.state
        assert before.pending is not None
        await scene.pilot.pause(0.3)
        assert session.state is before

    on_screen(act, scene)


def test_to_the_end_goes_on_after_every_decision() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("S")
        for _ in range(40):
            if scene.game.phase is Phase.OVER:
                break
            assert not scene.game.session.in_gap
            await scene.press("1")
        assert scene.game.phase is Phase.OVER
        assert "The story is told" in shown(scene)

    on_screen(act, scene)


def test_a_hero_who_cannot_act_says_why() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("f1")
        assert "Alan Ironstar: needs 2 sword." in shown(scene)

    on_screen(act, scene)


def test_a_hero_acts_in_a_gap_once_and_after_being_asked() -> None:
    scene, start = resolving("zaria-tearleaf", others=("garynor-the-belly",))

    async def act(scene: Scene) -> None:
        await start(scene)
        session = scene.game.session
        await scene.press("h", "1")
        assert "Which item will the next mission list?" in shown(scene)
        await scene.press("escape")
        assert session.in_gap
        assert session.can_act("zaria-tearleaf")
        await scene.press("f1", "3")
        assert session.state.guesses == {"shield"}
        assert "the skill has been used" in shown(scene)

    on_screen(act, scene)


def test_h2_who_has_looked_at_the_next_cards_has_used_the_skill() -> None:
    scene, start = resolving("nintrabash")

    async def act(scene: Scene) -> None:
        await start(scene)
        session = scene.game.session
        fifth = session.state.story[4]
        assert not isinstance(fifth, Item)
        await scene.press("f1")
        assert fifth.title[:9] not in shown(scene)
        await scene.press("2")
        assert session.in_gap
        await scene.press("f1", "1")
        assert fifth.title[:9] in shown(scene)
        await scene.press("escape", "space")
        assert fifth.title[:9] in shown(scene), "there is no way back"
        assert session.state.revealed == 0
        await scene.press("1")
        assert not session.state.unused

    on_screen(act, scene)


# the end


def test_a_whole_game_ends_with_the_verdict_the_seed_the_path_and_the_lesson() -> None:
    scene, start = resolving()
    may_know = Event()

    def lesson(game: SoloGame) -> list[str]:
        assert game.phase is Phase.OVER
        may_know.wait(20)
        return LESSON

    scene.app._lesson = lesson

    async def act(scene: Scene) -> None:
        await start(scene)
        while scene.game.phase is not Phase.OVER:
            decide_plainly(scene.game)
        await scene.settle()
        assert scene.saved == [scene.game]
        await scene.press("enter")
        text = shown(scene)
        assert "working it out" in text
        assert "--seed 11" in text
        assert "games/2026-11-17-level-1-seed-11.dt" in text
        assert "10 missions completed, 10 were needed" in text
        await scene.press("?", "escape")  # keys work meanwhile
        may_know.set()
        scene.app._thread._thread.join(20)
        await scene.settle()
        assert LESSON[0] in shown(scene)
        await scene.press("enter")
        assert not scene.app.is_running

    assert on_screen(act, scene).saved == [scene.game]


def test_a_story_without_cards_is_lost_at_once() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("o", "o")
        assert "Missed: 0 of 10 missions." in shown(scene)
        assert scene.saved == [scene.game]

    on_screen(act)


def test_b3_a_broken_backpack_says_at_which_card() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        for _ in range(9):
            scene.game.play([14, 13, 12, 11, 10])
        scene.game.finish()
        await scene.settle()
        while scene.game.phase is not Phase.OVER:
            decide_plainly(scene.game)
        await scene.settle()
        assert "THE BACKPACK BREAKS" in shown(scene)
        assert "OVER" in shown(scene)
        await scene.press("enter")
        assert "The backpack broke at card" in shown(scene)

    on_screen(act)


def test_a_game_that_cannot_be_saved_and_a_lesson_that_fails_are_told() -> None:
    scene = Scene()

    def save(_: SoloGame) -> Path:
        message = "no space left"
        raise OSError(message)

    def lesson(_: SoloGame) -> list[str]:
        message = "something"
        raise RuntimeError(message)

    scene.app._save, scene.app._lesson = save, lesson

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("o", "o")
        scene.app._thread._thread.join(20)
        await scene.settle()
        assert "not saved: no space left" in shown(scene)
        assert "could not be worked out: something" in shown(scene)

    on_screen(act, scene)


# leaving, size, watching, colour


def test_leaving_asks_first() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("ctrl+q")
        assert "Leave this game?" in shown(scene)
        await scene.press("n", "q")
        assert len(scene.game.table.story) == 1
        assert scene.app.is_running
        await scene.press("ctrl+c", "y")
        assert not scene.app.is_running

    assert on_screen(act).saved == []


def test_too_small_a_terminal_is_told_and_nothing_is_played() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q")
        assert "This terminal is too small" in shown(scene)
        assert "79×24" in shown(scene)
        assert scene.game.phase is Phase.HEROES
        await scene.pilot.resize_terminal(80, 24)
        await scene.pilot.pause()
        assert "which hero" in shown(scene)

    on_screen(act, size=(79, 24))


@pytest.mark.parametrize("size", [*SIZES, (100, 30), (200, 60)])
def test_every_screen_fills_any_terminal(size: tuple[int, int]) -> None:
    async def act(scene: Scene) -> None:
        assert "which hero" in shown(scene)
        await begin(scene)
        assert "to draw" in shown(scene)
        await scene.press("q", "o", "o")
        assert "tokens left" in shown(scene)
        await scene.press("space", "enter")

    on_screen(act, size=size)


def test_a_recording_is_watched_and_cannot_be_played() -> None:
    scene = Scene(draw_heroes=0)
    steps = iter([*range(3)])
    speeds: list[int] = []

    def watching() -> bool:
        step = next(steps, None)
        if step == 0:
            scene.game.turn_sand()
        elif step == 1:
            scene.game.play([0])
        return step is not None

    scene.app = GameApp(
        scene.game, save=scene.save, lesson=lambda _: [], watching=watching, banner="replay of x, 4×",
        faster=speeds.append,
    )  # fmt: skip

    async def act(scene: Scene) -> None:
        for _ in range(6):
            await scene.settle()
        assert scene.game.phase is Phase.TABLE
        await scene.press("q", "Q", "enter", "o", "o", "n")
        await scene.pilot.click("#place-3")
        assert len(scene.game.table.story) == 1
        assert "replay of x, 4×" in shown(scene)
        assert "the recording is over" in shown(scene)
        await scene.press("+", "-", "p")
        assert speeds == [1, -1, 0]
        await scene.press("ctrl+q")
        assert not scene.app.is_running

    assert on_screen(act, scene).saved == []


def test_without_colour_everything_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("Q")
        svg = scene.app.export_screenshot()
        colours = {part[:7] for part in svg.split("fill: ")[1:] if part.startswith("#")}
        assert colours
        assert all(one[1:3] == one[3:5] == one[5:7] for one in colours)
        assert "[1]" in shown(scene)

    on_screen(act)


# pictures


@pytest.mark.parametrize(("name", "size"), PICTURED, ids=lambda value: str(value))
def test_a_screen_looks_as_in_its_picture(name: str, size: tuple[int, int]) -> None:
    kept = (ROOT / path_of(name, size)).read_text(encoding="utf-8")
    assert picture(name, size) == kept, "look at it, then: python tests/play/regenerate.py"


def test_every_picture_is_of_a_scene_and_the_docs_show_the_same() -> None:
    kept = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/play/pictures").iterdir()}
    assert kept == {path_of(name, size) for name, size in PICTURED}
    for path, (name, size) in IN_DOCS.items():
        assert (ROOT / path).read_bytes() == (ROOT / path_of(name, size)).read_bytes()
        assert "@font-face" not in (ROOT / path).read_text(encoding="utf-8")
