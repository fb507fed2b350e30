"""The hero screen and the table, by keys and clicks, with a manual clock."""

import pytest
from textual.events import Key

from dtcli.play.game.solo_game import Phase, TableAction
from dtcli.play.storage.journal import GameLabel, saved_replay
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.play.tui.screens.table import TableScreen
from dtcli.play.tui.widgets.table import draw_about
from dtcli.rules.cards import Item
from dtcli.rules.heroes import HEROES
from tests.play.headless import begin, missions, on_screen, shown, story
from tests.play.scenes import SIZES, Scene


@pytest.mark.parametrize("keys", [["2"], ["down", "enter"]])
def test_one_of_two_heroes_is_kept(keys: list[str]) -> None:
    async def act(scene: Scene) -> None:
        wanted = scene.game.hero_offer[1]
        assert "Remove 2 swords" in shown(scene)
        await scene.press(*keys)
        assert scene.game.heroes == (wanted,)
        assert isinstance(scene.app.screen, TableScreen)

    on_screen(act)


def test_a_click_keeps_a_hero() -> None:
    async def act(scene: Scene) -> None:
        wanted = scene.game.hero_offer[1]
        line = next(n for n, line in enumerate(shown(scene).splitlines()) if HEROES[wanted].name in line)
        await scene.pilot.click("#offer", offset=(10, line))
        await scene.pilot.pause()
        assert scene.game.heroes == (wanted,)

    for size in SIZES:
        on_screen(act, size=size)
    on_screen(act, Scene(edition="demo-2016"))


def test_with_many_heroes_the_skill_of_one_is_shown_in_full() -> None:
    async def act(scene: Scene) -> None:
        for hero in scene.game.hero_offer:
            words = " ".join(shown(scene).split())
            assert HEROES[hero].text in words
            await scene.press("down")

    scene = Scene(edition="demo-2016")
    assert len(scene.game.hero_offer) == 7
    on_screen(act, scene)


def test_cards_are_visible_but_cannot_be_played_before_the_clock_starts() -> None:
    async def act(scene: Scene) -> None:
        await scene.press("1")
        assert all(card.id in shown(scene) for card in missions(scene))
        await scene.press("q")
        assert not scene.game.table.story
        assert "sand has not been turned" in shown(scene)
        await scene.press("enter")
        assert scene.game.phase is Phase.TABLE
        assert all(card.id in shown(scene) for card in missions(scene))

    on_screen(act)


def test_one_key_plays_a_card_and_another_is_drawn() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        for place, key in ((0, "q"), (7, "d"), (14, "b")):
            card = scene.game.places[place]
            await scene.press(key)
            assert scene.game.table.story[-1] is card
        assert None not in scene.game.places
        assert "story 3" in shown(scene)

    on_screen(act)


def test_a3_only_the_card_laid_last_is_shown() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        decks = scene.app.screen.query_one("#decks")
        quest, below = next((n, card) for n, card in enumerate(scene.game.places) if not isinstance(card, Item))
        await scene.press("qwertasdfgzxcvb"[quest])
        assert decks.value.top is below
        assert str(below)[:10] in shown(scene)
        item = next(n for n, card in enumerate(scene.game.places) if isinstance(card, Item))
        top = scene.game.places[item]
        await scene.press("qwertasdfgzxcvb"[item])
        lines = shown(scene).splitlines()[:5]
        assert sum(str(top) in line for line in lines) == 1
        assert not any(str(below)[:10] in line for line in lines)
        await scene.press("p")
        assert decks.value.top is None

    for size in SIZES:
        on_screen(act, size=size)


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


def test_a_mark_leaves_with_its_card_even_if_an_equal_card_is_drawn() -> None:
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
        scene.clock.wait(1)
        await scene.press("m", "q")
        assert len(scene.game.table.story) == 1

    on_screen(act)


@pytest.mark.parametrize("key", ["n", "backspace", "delete"])
def test_marked_cards_are_discarded(key: str) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("Q", "S", key)
        assert [done.action for done in scene.game.log][:1] == [TableAction.DISCARD]
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


def test_a_pause_covers_the_cards_and_stops_the_clock() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        scene.clock.wait(10)
        await scene.press("p")
        scene.clock.wait(500)
        await scene.press("q", "Q")
        await scene.settle()
        assert "PAUSED" in shown(scene)
        assert not any(card.id in shown(scene) for card in missions(scene))
        assert not scene.game.table.story
        await scene.press("p")
        assert scene.game.clock.remaining == 290
        assert "4▕" not in shown(scene)
        assert "the sand is running" in shown(scene)

    on_screen(act)


def test_resumed_five_minutes_begin_paused_with_the_cards_covered() -> None:
    kept = []

    async def leave(scene: Scene) -> None:
        await begin(scene)
        scene.clock.wait(10)
        await scene.press("q", "w")
        kept.append(saved_replay(scene.game, GameLabel("ab12", ""), at=scene.clock.date()))

    before = on_screen(leave)
    before.clock.wait(400)

    async def act(scene: Scene) -> None:
        assert isinstance(scene.app.screen, TableScreen)
        assert "PAUSED" in shown(scene)
        assert not any(card.id in shown(scene) for card in missions(scene))
        await scene.press("q", "enter", "o", "o")
        assert "PAUSED" in shown(scene)
        assert len(scene.game.table.story) == 2
        await scene.press("p")
        assert scene.game.clock.remaining == 290
        assert scene.game.clock.pauses == [(10, 400)]
        assert scene.game.places == before.game.places
        assert any(card.id in shown(scene) for card in missions(scene))
        await scene.press("e")
        assert len(scene.game.table.story) == 3

    on_screen(act, Scene.resumed(kept[0], before.clock))


@pytest.mark.parametrize(
    ("left", "words"), [(200, "the sand is running"), (60, "LAST MINUTE"), (30, "30 SECONDS"), (9.5, "10 SECONDS")]
)
def test_the_clock_says_in_words_how_little_time_is_left(left: float, words: str) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        scene.clock.wait(300 - left)
        await scene.settle()
        assert words in shown(scene)

    on_screen(act)


def test_only_the_clock_is_repainted_while_nothing_is_done() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.settle()
        painted: list[str | None] = []
        screen = scene.app.screen
        for widget in screen.query("ValueWidget"):
            widget.refresh = lambda *_, widget=widget, **__: painted.append(widget.id)
        scene.app._tick()
        assert not painted
        scene.clock.wait(1.0)
        scene.app._tick()
        assert set(painted) == {"digits", "bar"}

    on_screen(act)


@pytest.mark.parametrize("key", [*"qQnpumoz.", "enter", "space", "right", "escape"])
def test_one_key_updates_the_view_once(key: str) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        screen, updates = scene.app.screen, []
        update = screen.update_view
        screen.update_view = lambda: (updates.append(key), update())
        screen.key_pressed(Key(key, key if len(key) == 1 else None))
        assert updates == [key]

    on_screen(act)


def test_a3_the_story_below_its_top_card_is_hidden() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        titles = []
        for _ in range(5):
            scene.clock.wait(0.6)
            for place, card in enumerate(scene.game.places):
                if card is not None and not isinstance(card, Item):
                    titles += [card.id, card.title[:9]]
                    await scene.press("qwertasdfgzxcvb"[place])
                    break
            scene.clock.wait(0.6)
            item = next(n for n, card in enumerate(scene.game.places) if isinstance(card, Item))
            await scene.press("qwertasdfgzxcvb"[item])
            await scene.press("?")
            assert not any(title in shown(scene) for title in titles)
            await scene.press("escape")
            assert not any(title in shown(scene) for title in titles)
        assert titles

    on_screen(act)


def test_a6_the_time_runs_out_while_the_help_is_open() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "w", "?")
        scene.clock.wait(301)
        await scene.settle()
        assert isinstance(scene.app.screen, ResolutionScreen)
        assert scene.game.ended == 300

    on_screen(act)


def test_keys_meant_for_the_table_do_not_reveal_cards() -> None:
    scene = Scene()
    scene.app.controls.grace = 60

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "w", "e")
        scene.clock.wait(301)
        await scene.press("s", "a", "space", "enter", "S")
        assert scene.game.resolution is not None
        assert scene.game.resolution.state.revealed == 0

    on_screen(act, scene)


def test_the_key_bar_names_what_keys_do_now() -> None:
    async def act(scene: Scene) -> None:
        await scene.press("1")
        assert "Enter begin" in shown(scene)
        await scene.press("enter")
        assert "Enter play" in shown(scene)
        assert "p pause" in shown(scene)
        await scene.press("p")
        assert "p go on" in shown(scene)

    on_screen(act)


def test_a_terminal_that_is_too_small_shows_the_time() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.pilot.resize_terminal(60, 20)
        await scene.pilot.pause()
        scene.clock.wait(28)
        await scene.settle()
        assert "The sand is running: 4:32" in shown(scene)
        await scene.press("q")
        assert not scene.game.table.story
        await scene.pilot.resize_terminal(80, 24)
        await scene.press("q")
        assert len(scene.game.table.story) == 1

    on_screen(act)


def test_the_five_minutes_end_early_with_the_second_press_only() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "o")
        assert "Press o again" in shown(scene)
        await scene.press("w", "o", "escape", "o")
        assert scene.game.phase is Phase.TABLE
        await scene.press("o")
        assert isinstance(scene.app.screen, ResolutionScreen)

    on_screen(act)


def test_every_key_of_the_bar_can_be_clicked() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        hints = {hint.value.shown: hint for hint in scene.app.screen.query(".hint")}
        await scene.pilot.click(hints["p"])
        assert scene.game.clock.is_paused
        await scene.pilot.click(hints["p"])
        await scene.pilot.click(hints["oo"])
        await scene.pilot.click(hints["oo"])
        await scene.pilot.pause()
        assert scene.game.resolution is not None

    on_screen(act)


def about(scene: Scene) -> str:
    """Return the words beside the clock, which must fit."""
    widget = scene.app.screen.query_one("#about")
    lines = draw_about(widget.value, widget.size.width, widget.size.height)
    texts = ["".join(span if isinstance(span, str) else span[0] for span in line) for line in lines]
    assert len(texts) <= widget.size.height
    assert all(len(text) <= widget.size.width and text in shown(scene) for text in texts)
    return " ".join(texts)


@pytest.mark.parametrize("size", [*SIZES, (200, 60)])
def test_an_adventure_says_how_it_is_won_at_every_size(size: tuple[int, int]) -> None:
    async def act(scene: Scene) -> None:
        for _ in range(2):  # before the sand is turned, and while it runs
            words = about(scene)
            assert "To win: 7 missions and the adventure; end with cup and book" in words
            assert HEROES[scene.game.heroes[0]].name in words
            assert "after 5 " in shown(scene)
            await scene.press("enter")
        await scene.press("h")
        words = " ".join(shown(scene).split())
        assert "can be played once 5 missions have been played" in words
        assert "at once, one token of any kind may be taken" in words
        assert "H03 H04 H11" in words

    on_screen(act, Scene("the-genies-loose-change", draw_heroes=0, heroes=("tonk-redbeer",)), size=size)


def test_an_adventure_without_heroes_shows_the_key_of_its_scroll() -> None:
    async def act(scene: Scene) -> None:
        assert about(scene) == "To win: 7 missions; the adventure is optional ? shows the scroll"

    on_screen(act, Scene("the-tailors-third-pocket", draw_heroes=0))


def test_a_hero_who_can_never_act_says_so() -> None:
    async def act(scene: Scene) -> None:
        assert "Ro's Thanir can never act" in about(scene)
        await scene.press("enter")
        scene.game.play([0])
        scene.game.finish()
        await scene.settle()
        assert "can never act" in " ".join(shown(scene).split())

    on_screen(act, Scene(draw_heroes=0, heroes=("ros-thanir",)))
