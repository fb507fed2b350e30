"""Sorting and swapping the cards on the table, pointing before the clock starts, and other key layouts."""

import pytest

from dtcli.play.game.key_layout import LAYOUTS, layout_of
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage.journal import GameLabel, saved_replay
from dtcli.play.storage.settings import PlaySettings
from dtcli.play.tui.app import GameApp
from dtcli.rules.cards import Item
from tests.play.headless import begin, on_screen, shown, story
from tests.play.scenes import Scene


def with_settings(scene: Scene, settings: PlaySettings) -> Scene:
    """Return the scene with an app that has these settings."""
    scene.app = GameApp(
        scene.game, save=scene.save, review=lambda _: [], find_par=scene.find_par, settings=settings, now=scene.clock,
        grace=0, curtain=0,
    )  # fmt: skip
    return scene


def test_arrows_show_a_card_and_its_text_before_the_clock_starts() -> None:
    async def act(scene: Scene) -> None:
        await scene.press("1", "right", "right", "down")
        assert scene.game.phase is Phase.READY
        card = scene.game.places[6]
        assert not isinstance(card, Item)
        words = " ".join(shown(scene).split())
        assert card.title in words
        assert f"needs torch + keys + grapnel + map, gives {card.reward}" in words
        assert all(word in words for word in card.text.split())
        assert "Remove 2 swords" not in words
        await scene.press("escape")
        assert "Remove 2 swords" in shown(scene)
        assert "turns the sand over" in shown(scene)
        await scene.press("right", "enter")
        assert scene.game.phase is Phase.TABLE

    on_screen(act)


def test_a_key_sorts_the_cards_before_and_after_the_clock_starts() -> None:
    kinds = ["sword", "bow", "shield", "torch", "map", "potion", "keys", "gold", "grapnel", "cup", "book", "mortar"]

    async def act(scene: Scene) -> None:
        def lies_sorted() -> bool:
            ranks = [
                kinds.index(card.kind) if isinstance(card, Item) else 50 if card is None else 99
                for card in scene.game.places
            ]
            return ranks == sorted(ranks)

        await scene.press("1")
        held = list(scene.game.places)
        await scene.press("k")
        assert lies_sorted()
        assert sorted(map(str, scene.game.places)) == sorted(map(str, held))
        await scene.press("enter")
        scene.clock.wait(1)
        await scene.press("u", "w", "r")
        assert None in scene.game.places
        assert not lies_sorted()
        await scene.press("k")
        assert lies_sorted()

    on_screen(act)


def test_marks_and_new_cards_move_when_the_cards_are_sorted() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        marked = next(n for n, card in enumerate(scene.game.places[:5]) if not isinstance(card, Item))
        cards = [str(scene.game.places[marked]), str(scene.game.places[10])]
        await scene.press("QWERT"[marked], "Z", "k", "enter")
        assert story(scene) == []  # they lie elsewhere now, and have not been seen there
        scene.clock.wait(1)
        await scene.press("enter")
        assert story(scene) == cards

    on_screen(act)


@pytest.mark.parametrize("keys", [["Q", "B", "j"], ["Q", "down", "down", "down", *["right"] * 4, "j"]])
def test_a_key_swaps_two_marked_cards_or_one_with_the_place_pointed_at(keys: list[str]) -> None:
    async def act(scene: Scene) -> None:
        await scene.press("1")
        first, *middle, last = scene.game.places
        await scene.press(*keys)
        assert scene.game.places == [last, *middle, first]
        assert "[1]" not in shown(scene)

    on_screen(act)


def test_swapping_needs_two_places() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        before = list(scene.game.places)
        for keys in (["j"], ["Q", "j"], ["W", "E", "j"]):
            await scene.press(*keys)
            assert scene.game.places == before
            assert "Mark two cards, or mark one and point at another place; then j swaps them." in shown(scene)

    on_screen(act)


def test_a_card_can_be_moved_to_an_empty_place() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("u", "q", "W", "right", "j")
        card = scene.game.places[0]
        assert card is not None
        assert scene.game.places[1] is None
        scene.clock.wait(1)
        await scene.press("q")
        assert story(scene)[-1] == str(card)

    on_screen(act)


def test_the_cards_are_not_moved_while_they_are_covered() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        before = list(scene.game.places)
        await scene.press("p", "k")
        assert scene.game.places == before
        assert "The game is paused." in shown(scene)

    on_screen(act)


def test_a_resumed_game_shows_the_cards_where_they_were_put() -> None:
    kept = []

    async def leave(scene: Scene) -> None:
        await begin(scene)
        await scene.press("k", "Q", "B", "j")
        scene.clock.wait(5)
        await scene.press("d")
        kept.append(saved_replay(scene.game, GameLabel("ab12", ""), at=scene.clock.date()))

    before = on_screen(leave)

    async def act(scene: Scene) -> None:
        await scene.press("p")
        assert scene.game.places == before.game.places

    on_screen(act, Scene.resumed(kept[0], before.clock))


# other keyboards


@pytest.mark.parametrize("name", [*LAYOUTS, "йцукефівапячсми", "nmupohkjabcdefg", "uiopéjklmönbvcx"])
def test_every_place_and_every_command_has_a_key_in_any_layout(name: str) -> None:
    layout = layout_of(name)

    async def act(scene: Scene) -> None:
        await begin(scene)
        commands = scene.app.screen.commands
        assert all(command.keys for command in commands)
        assert not {key for command in commands for key in command.keys} & set(layout.letters)
        assert {command.label for command in commands} >= {"discard", "mark", "auto", "pause", "end", "sort", "swap"}
        cards = [str(card) for card in scene.game.places]
        await scene.press(layout.letters[14], *layout.letters[:14].upper(), "enter")
        assert story(scene) == [cards[14], *cards[:14]]
        scene.clock.wait(1)
        await scene.press("f4")
        assert scene.game.clock.is_paused
        await scene.press("f4", "f2", layout.letters[0], layout.letters[14], "f6", "f5", "f3", "f2", "end", "end")
        assert scene.game.phase is Phase.RESOLUTION

    on_screen(act, with_settings(Scene(), PlaySettings(layout)))


def test_the_table_its_key_bar_and_the_help_show_the_letters_of_the_layout() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        text = shown(scene)
        for letters in ("nmupo", "hkjab", "cdefg"):
            row = next(line for line in text.splitlines() if all(f" {letter} " in line for letter in letters))
            assert "─" in row
        assert "Backspace discard" in text
        assert "F2 mark" in text
        assert "F4 pause" in text
        assert "End End end" in text
        assert text.splitlines()[-1].rstrip().endswith("? help")
        await scene.press("end")
        assert "Press End again" in shown(scene)
        await scene.press("f4")
        assert " F4 " in shown(scene)
        await scene.press("f4", "?")
        assert "n m u p o" in shown(scene)
        assert "q w e r t" not in shown(scene)

    on_screen(act, with_settings(Scene(), PlaySettings(layout_of("nmupohkjabcdefg"))), size=(100, 50))


def test_the_key_bar_keeps_help_however_narrow_the_terminal_is() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        assert shown(scene).splitlines()[-1].rstrip().endswith("? help")
        await scene.pilot.resize_terminal(120, 40)
        await scene.pilot.pause()
        assert "j swap" in shown(scene)

    on_screen(act)
    wide = PlaySettings(layout_of("nmupohkjabcdefg"))

    async def act_narrow(scene: Scene) -> None:
        await begin(scene)
        bar = shown(scene).splitlines()[-1]
        assert bar.rstrip().endswith("? help")
        assert "j" not in bar

    on_screen(act_narrow, with_settings(Scene(), wide))
