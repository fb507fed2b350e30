"""The resolution screen: reveals, questions, heroes."""

import pytest
from textual.events import Key

from dtcli.play.game.solo_game import Phase
from dtcli.play.tui.widgets.panel import option_areas
from dtcli.play.tui.widgets.resolution import ProgressView, draw_progress
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.rules.cards import Item
from tests.play.good_player import decide_simply
from tests.play.headless import on_screen, resolving, shown
from tests.play.scenes import SIZES, Scene


def test_cards_are_revealed_one_by_one_and_none_is_shown_early() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        assert scene.game.resolution is not None
        titles = [card.id for card in scene.game.table.story if not isinstance(card, Item)]
        assert not any(title in shown(scene) for title in titles)
        for number in (1, 2, 3):
            await scene.press("space")
            assert scene.game.resolution.state.revealed == number
        await scene.press("s")
        state = scene.game.resolution.state
        assert state.pending is not None
        coming = [card.id for card in state.story if not isinstance(card, Item)]
        assert coming
        assert not any(title in shown(scene) for title in coming)

    on_screen(act, scene)


def place_of_answer(scene: Scene, number: int) -> tuple[int, int]:
    """Return a point on an answer of the panel."""
    panel = scene.app.screen.query_one("#panel", ValueWidget)
    area = option_areas(panel.value, *panel.size)[number]
    return area.x + 6, area.y


def test_a_question_is_answered_by_digit_arrows_or_click() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        resolution = scene.game.resolution
        assert resolution is not None
        for way in (["2"], ["down", "enter"], []):
            await scene.press("s")
            decision, tokens = resolution.decision, len(resolution.state.tokens)
            assert "Which reward?" in shown(scene)
            await scene.press("space")
            assert resolution.decision is decision, "turning waits for the answer"
            if way:
                await scene.press(*way)
            else:
                await scene.pilot.click("#panel", offset=place_of_answer(scene, 1))
                await scene.pilot.pause()
            assert resolution.in_gap
            assert len(resolution.state.tokens) == tokens + 1

    on_screen(act, scene)


def test_one_key_updates_the_view_once() -> None:
    scene, start = resolving("zaria-tearleaf")

    async def act(scene: Scene) -> None:
        await start(scene)
        screen, updates = scene.app.screen, []
        update = screen.update_view
        screen.update_view = lambda: (updates.append(1), update())
        for key in ("space", "f1", "down", "3", "s", "1", "S", "1", "escape", "+", "a", "a", "h"):
            updates.clear()
            screen.key_pressed(Key(key, key if len(key) == 1 else None))
            assert updates == [1], key

    on_screen(act, scene)


def test_auto_reveal_stops_at_a_decision() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        resolution = scene.game.resolution
        assert resolution is not None
        await scene.press("+", "+", "+", "+", "+", "a")
        for _ in range(60):
            await scene.pilot.pause(0.1)
            if resolution.state.pending is not None:
                break
        before = resolution.state
        assert before.pending is not None
        await scene.pilot.pause(0.3)
        assert resolution.state is before

    on_screen(act, scene)


def test_skip_to_the_end_continues_after_every_decision() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("S")
        for _ in range(40):
            if scene.game.phase is Phase.OVER:
                break
            assert not scene.game.resolution.in_gap
            await scene.press("1")
        assert scene.game.phase is Phase.OVER
        assert "The story is over" in shown(scene)

    on_screen(act, scene)


@pytest.mark.parametrize("key", ["space", "a", "s", "S"])
def test_a_key_that_races_on_does_nothing_at_a_question(key: str) -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("s")
        before = scene.game.resolution.state
        await scene.press(key, key, key)
        assert "Answer the question first." in shown(scene)
        assert scene.game.resolution.state is before
        await scene.press("1")
        assert scene.game.resolution.in_gap, "it was not kept for later either"
        await scene.pilot.pause(0.2)
        assert scene.game.resolution.state.revealed == before.revealed

    on_screen(act, scene)


@pytest.mark.parametrize("size", SIZES)
def test_the_missions_so_far_are_shown_and_none_to_come(size: tuple[int, int]) -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        resolution = scene.game.resolution
        assert "so far" not in shown(scene)
        while resolution.state.completed + resolution.state.failed < 2 or not resolution.in_gap:
            decide_simply(scene.game)
        await scene.settle()
        panel = shown(scene).split("tokens left")[1]
        quests = [moment.card for moment in resolution.steps if not isinstance(moment.card, Item)]
        assert [quest.title in panel for quest in quests] == [True, True]
        assert "the missions so far: √ completed, × failed" in panel
        to_come = [card.title for card in resolution.state.story if not isinstance(card, Item)]
        assert to_come
        assert not any(title in shown(scene) for title in to_come)

    on_screen(act, scene, size=size)


def test_a_hero_who_cannot_act_says_why() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("f1")
        assert "Alan Ironstar: needs 2 sword." in shown(scene)

    on_screen(act, scene)


def test_a_hero_acts_once_in_a_gap_after_the_questions() -> None:
    scene, start = resolving("zaria-tearleaf", others=("garynor-the-belly",))

    async def act(scene: Scene) -> None:
        await start(scene)
        resolution = scene.game.resolution
        await scene.press("h", "1")
        assert "Which item will the next mission list?" in shown(scene)
        await scene.press("escape")
        assert resolution.in_gap
        assert resolution.can_act("zaria-tearleaf")
        await scene.press("f1", "3")
        assert resolution.state.guesses == {"shield"}
        assert "the skill has been used" in shown(scene)

    on_screen(act, scene)


def test_h2_looking_at_the_next_cards_uses_the_skill() -> None:
    scene, start = resolving("nintrabash")

    async def act(scene: Scene) -> None:
        await start(scene)
        resolution = scene.game.resolution
        fifth = resolution.state.story[4]
        assert not isinstance(fifth, Item)
        await scene.press("f1")
        assert fifth.title not in shown(scene)
        await scene.press("2")
        assert resolution.in_gap
        await scene.press("f1", "1")
        assert fifth.title in shown(scene)
        await scene.press("escape", "space")
        assert fifth.title in shown(scene), "there is no way back"
        assert resolution.state.revealed == 0
        await scene.press("1")
        assert not resolution.state.unused

    on_screen(act, scene)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_what_an_adventure_still_misses_is_always_visible(size: tuple[int, int]) -> None:
    async def act(scene: Scene) -> None:
        await scene.press("enter")
        book = next(n for n, card in enumerate(scene.game.places) if str(card) == "map")
        scene.game.play([book])
        scene.game.finish()
        await scene.settle()
        first = shown(scene).splitlines()[0]
        assert "0 of 7 missions" in first
        assert "still: the adventure, cup, book" in first
        assert "card 0 of 1" in first

    on_screen(act, Scene("the-genies-loose-change", draw_heroes=0), size=size)


def test_the_boxes_of_missions_give_way_to_words() -> None:
    track = ProgressView(9, 9, 10, 40, 15, still="the adventure, cup, book")
    wide = "".join(span if isinstance(span, str) else span[0] for span in draw_progress(track, 120, 1)[0])
    narrow = "".join(span if isinstance(span, str) else span[0] for span in draw_progress(track, 80, 1)[0])
    assert len(wide) == 120
    assert len(narrow) <= 80
    assert "√√√√√√√√√ 9 of 9 missions" in wide
    assert "√" not in narrow
    assert "9 of 9 missions   × 10 failed   still: the adventure, cup, book" in narrow
