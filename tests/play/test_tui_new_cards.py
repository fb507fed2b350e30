"""The table says what has just happened: new cards ignore their keys for a moment, laid cards are confirmed."""

from time import monotonic

import pytest
from textual.events import Key

from dtcli.play.game.solo_game import TableAction
from dtcli.play.tui.recent_changes import LAID, LOOK_FIRST, SHOWN_FOR, RecentChanges
from dtcli.rules.cards import Item
from dtcli.rules.items import Kind
from tests.play.headless import begin, missions, on_screen, shown, story
from tests.play.manual_clock import ManualClock
from tests.play.scenes import SIZES, Scene

SWORD, CUP, MAP = (Item(Kind(kind)) for kind in ("sword", "cup", "map"))


async def type_late(scene: Scene, key: str, *, age: float) -> None:
    """Handle a key that arrived some seconds ago, as after a paste or a delay."""
    event = Key(key, key)
    event.time = monotonic() - age
    scene.app.post_message(event)
    for _ in range(3):
        await scene.pilot.pause()


def test_a_new_card_ignores_its_key_for_a_quarter_of_a_second() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        first = str(scene.game.places[0])
        await scene.press("q", "q", "q")
        assert story(scene) == [first]
        assert "q: a new card, look first." in shown(scene)
        second, other = str(scene.game.places[0]), str(scene.game.places[1])
        await scene.press("w")
        scene.clock.wait(LOOK_FIRST + 0.2)
        await scene.press("q")
        assert story(scene) == [first, other, second]

    on_screen(act)


def test_the_reason_why_a_key_was_ignored_goes_away() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "q")
        scene.clock.wait(1.4)
        await scene.settle()
        assert "look first" in shown(scene)
        scene.clock.wait(0.2)
        await scene.settle()
        assert "look first" not in shown(scene)

    on_screen(act)


def test_a_key_that_waited_in_a_queue_counts_from_when_it_was_typed() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q")
        scene.clock.wait(1)
        await type_late(scene, "q", age=0.9)
        assert len(story(scene)) == 1
        assert "look first" in shown(scene)
        await type_late(scene, "q", age=0.1)
        assert len(story(scene)) == 2

    on_screen(act)


@pytest.mark.parametrize("keys", [["Q", "enter"], ["m", "q", "enter"], ["enter"], ["n"]])
def test_marks_and_the_pointer_ignore_a_new_card_too(keys: list[str]) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("right", "enter")
        assert len(story(scene)) == 1
        await scene.press(*keys)
        assert len(story(scene)) == 1
        assert not scene.game.table.discarded
        scene.clock.wait(1)
        await scene.press(*keys[-2:])
        assert len(story(scene)) + len(scene.game.table.discarded) == 2

    on_screen(act)


def test_a_click_on_a_new_card_is_ignored() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.pilot.click("#place-6")
        await scene.pilot.click("#place-6")
        await scene.pilot.click("#place-6", button=3)
        await scene.pilot.pause()
        assert len(story(scene)) == 1
        assert "s: a new card, look first." in shown(scene)
        assert "[1]" not in shown(scene)
        scene.clock.wait(1)
        await scene.pilot.click("#place-6")
        await scene.pilot.pause()
        assert len(story(scene)) == 2

    on_screen(act)


def test_places_filled_with_space_ignore_their_keys() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("u", "q", "w")
        scene.clock.wait(1)
        await scene.press("space", "w")
        assert len(story(scene)) == 2
        assert "w: a new card, look first." in shown(scene)
        await scene.press("e")
        assert len(story(scene)) == 3

    on_screen(act)


@pytest.mark.parametrize("size", [*SIZES, (200, 60)])
def test_a_place_says_for_a_moment_which_card_was_laid(size: tuple[int, int]) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        card = next(n for n, card in enumerate(scene.game.places) if isinstance(card, Item))
        kind = scene.game.places[card]
        await scene.press("qwertasdfgzxcvb"[card])
        assert f" laid {kind} " in shown(scene)
        scene.clock.wait(SHOWN_FOR)
        await scene.settle()
        assert "laid" not in shown(scene)

    on_screen(act, size=size)


def test_a_place_says_for_a_moment_which_card_was_discarded() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("u", "Z", "n")
        assert scene.game.log[-1].action is TableAction.DISCARD
        assert "discarded mortar" in shown(scene)
        assert scene.game.places[10] is None

    on_screen(act, size=(120, 40))


def test_a3_of_several_laid_cards_only_the_last_is_named() -> None:
    changes = RecentChanges(ManualClock())
    changes.follow([SWORD, CUP, MAP], LAID)
    changes.note([MAP, SWORD, MAP], [0, 1], LAID)
    assert [changes.words(place) for place in range(3)] == ["laid", "laid cup", ""]
    changes.note([MAP, SWORD, None], [2], LAID)
    assert [changes.words(place) for place in range(3)] == ["laid", "laid", "laid map"]


def test_a_card_is_new_for_exactly_a_quarter_of_a_second() -> None:
    clock = ManualClock()
    changes = RecentChanges(clock)
    assert not changes.follow([SWORD, CUP], LAID)
    assert changes.follow([MAP, CUP], LAID)
    assert changes.fresh == {0}
    came = clock.now
    assert changes.is_unseen(0, came - 5)
    assert changes.is_unseen(0, came + LOOK_FIRST - 0.001)
    assert not changes.is_unseen(0, came + LOOK_FIRST)
    assert not changes.is_unseen(1, came)


def test_the_card_laid_last_is_a_card_where_there_is_room() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        quest = next(n for n, card in enumerate(scene.game.places) if card in missions(scene))
        card = scene.game.places[quest]
        await scene.press("qwertasdfgzxcvb"[quest])
        scene.clock.wait(1)
        await scene.settle()
        top = "\n".join(shown(scene).splitlines()[: scene.app.screen.query_one("#top").size.height])
        assert "story 1" in top
        assert card.title[:6] in top
        if scene.app.size.height >= 40:
            assert all(kind in top for kind in card.needs)

    for size in (*SIZES, (200, 60), (80, 40)):
        on_screen(act, size=size)


def test_a_slow_key_is_never_older_than_the_clock() -> None:
    """A key whose time lies ahead, as after a clock was set, counts as typed now."""

    async def act(scene: Scene) -> None:
        await begin(scene)
        await type_late(scene, "q", age=-5)
        await type_late(scene, "q", age=-5)
        assert len(story(scene)) == 1

    on_screen(act)
