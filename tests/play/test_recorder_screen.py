"""The recorder in full screen, headless: keys, the board, decisions, rulings, the end."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.play.recorder.record import Record
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import SavedRecord, recorded_replay
from dtcli.play.recorder.table_setup import TableSetup
from dtcli.play.tui.recorder_app import RecorderApp
from dtcli.play.tui.screens.command_screen import help_lines
from dtcli.play.tui.screens.record_end import RecordEndScreen
from dtcli.play.tui.screens.recorder import RecorderScreen
from dtcli.rules.rulings import HeroId
from tests.commands.shell import GAMES, ROOT
from tests.play.recorder_scenes import PICTURES
from tests.play.table_typist import ENTER, Typist

HOUSE = bundled_cards("house")
SIZES = ((80, 24), (120, 40), (200, 60))
KEYS = {ENTER: "enter", " ": "space", "'": "apostrophe"}
REVIEW = ["The best that this story allowed: 11 missions, won; you kept 10 of 11."]


class Board:
    """A recorder on a screen that only the test sees."""

    def __init__(self, recorder: TableRecorder | None = None) -> None:
        if recorder is None:
            heroes = tuple(map(HeroId, ("tonk-redbeer", "zaria-tearleaf", "nintrabash")))
            recorder = TableRecorder(Record(TableSetup(HOUSE, scenarios()["training-grounds"], heroes=heroes)))
        self.recorder = recorder
        self.saved: list[SavedRecord] = []
        self.app = RecorderApp(recorder, save=self._save, review=lambda _: REVIEW)

    def _save(self, recorder: TableRecorder) -> SavedRecord:
        self.saved.append(SavedRecord(Path("games/friday.dt"), recorded_replay(recorder)))
        return self.saved[-1]

    async def type(self, text: str) -> None:
        await self.press(*(KEYS.get(letter, letter) for letter in text))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def text(self) -> str:
        lines = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join("".join(segment.text for segment in line) for line in lines)

    @property
    def story(self) -> list[str]:
        return [str(card) for card in self.recorder.record.story]


def on_board(act: Callable[[Board], Awaitable[None]], board: Board | None = None, size=(80, 24)) -> Board:
    board = board or Board()

    async def run() -> None:
        async with board.app.run_test(size=size) as board.pilot:
            await board.pilot.pause()
            await act(board)

    asyncio.run(run())
    return board


@pytest.mark.parametrize("size", SIZES)
def test_the_board_shows_backpack_missions_tokens_and_heroes(size):
    async def act(board):
        await board.type("t s sh e1\r")
        assert "a decision" in board.text
        assert "take bow" in board.text
        await board.type("2")
        shown = board.text
        for words in ("1 of 10 missions", "2 of 8 slots", "6 slots free", "tokens left", "Tonk Redbeer", "takes bow"):
            assert words in shown, words
        assert all(len(line) == size[0] for line in shown.splitlines())

    on_board(act, size=size)


def test_letters_are_completed_and_tab_picks():
    async def act(board):
        await board.type("ni")
        assert "Ninety Years Overdue" in board.text
        await board.press("enter")
        assert "pick one with Tab" in board.text
        assert board.story == []
        await board.press("tab", "tab")
        assert "►E09" in board.text
        await board.press("enter")
        assert board.story == ["E09 Ninety Years Overdue"]

    on_board(act)


def test_a_slip_keeps_the_line_and_says_what_was_meant():
    async def act(board):
        await board.type("swrod\r")
        assert "did you mean sword?" in board.text
        assert "swrod" in board.text
        await board.press(*["backspace"] * 3, "enter")
        assert board.story == ["sword"]

    on_board(act)


def test_backspace_without_letters_takes_cards_back():
    async def act(board):
        await board.type("s b ")
        await board.press("backspace")
        assert board.story == ["sword"]
        assert "Undone: bow" in board.text
        await board.press("ctrl+z", "ctrl+z")
        assert "nothing to undo" in board.text.lower()

    on_board(act)


def test_the_ruling_is_an_overlay_that_any_key_closes():
    async def act(board):
        await board.type("s e1\r")
        assert "discard sword" in board.text
        await board.press("?")
        assert "R7" in board.text
        await board.press("escape")
        await board.type("1")
        assert board.recorder.question is None
        await board.type("mission X: b -> s?\r")
        assert board.story[-1] == "X"

    on_board(act)


def test_help_backpack_and_heroes_are_overlays():
    async def act(board):
        for word, words in (("help", "What to type"), ("backpack", "Slots filled"), ("heroes", "Zaria Tearleaf:")):
            await board.type(f"{word}\r")
            assert words in board.text
            await board.press("escape")
        await board.press("f12")
        assert "What to type" in board.text

    on_board(act)


def test_a_hero_by_key_and_a_guess_by_letters():
    async def act(board):
        await board.type("s ")
        await board.press("f1")
        assert "needs torch" in board.text
        await board.press("f2")
        assert "a skill" in board.text
        await board.type("torch\r")
        assert "guessed: torch" in board.text
        await board.press("f3")
        assert "not revealed" in board.text
        await board.press("escape")
        assert board.recorder.looking is None

    on_board(act)


def test_all_answers_are_shown_even_where_they_need_the_whole_width():
    async def act(board):
        await board.type("s ")
        await board.press("f3")
        await board.type("s b c g rats\r")
        fifth = "5th: E01 Rats With Demands: needs torch + sword, may give bow"
        for answer in ("discard nothing", "1st: sword", "2nd: bow", "3rd: cup", "4th: gold", fifth):
            assert answer in board.text, answer
        await board.press("space")
        assert board.recorder.question is not None
        await board.type("21")
        assert "discards sword" in board.text

    on_board(act)


def test_a_broken_backpack_is_loud_and_can_be_undone():
    async def act(board):
        await board.type("s b t m p k g ")
        assert "ONE SLOT FREE" in board.text
        await board.type("c ")
        assert "FULL" in board.text
        await board.type("l ")
        assert "BROKEN" in board.text
        assert "one too many" in board.text
        await board.press("enter")
        assert isinstance(board.app.screen, RecordEndScreen)
        await board.press("backspace")
        assert isinstance(board.app.screen, RecorderScreen)
        assert not board.recorder.is_over

    on_board(act)


def test_the_end_shows_result_replay_and_review():
    async def act(board):
        await board.type("s b ")
        await board.press("f10")
        await board.pilot.pause(0.4)
        for words in ("Missed: 0 of 10 missions", "games/friday.dt", "What was possible", "you kept 10 of 11"):
            assert words in board.text, words
        await board.press("enter")
        assert board.app.is_leaving

    board = on_board(act)
    assert board.saved[0].replay["story"] == ["sword", "bow"]


def test_leaving_needs_no_question_since_everything_is_saved():
    async def act(board):
        await board.type("s ")
        await board.press("ctrl+q")
        assert board.app.is_leaving

    assert not on_board(act).saved


def test_a_small_terminal_asks_for_room():
    async def act(board):
        assert "This terminal is too small" in board.text

    on_board(act, size=(79, 24))


@pytest.mark.parametrize("name", ["friday-night", "the-last-level"])
def test_a_shipped_game_is_typed_on_the_screen(name):
    (path,) = [path for path in GAMES if path.stem == name]
    shipped = check(load(path))
    typist = Typist(shipped)

    async def act(board):
        for typing in typist:
            await board.pilot.press(*(KEYS.get(key, key) for key in typing.keys))
        await board.pilot.pause()

    board = on_board(act, Board(TableRecorder(Record(typist.recorder.setup))))
    assert board.saved[-1].replay == recorded_replay(typist.recorder)


GUIDE = (ROOT / "docs/table.md").read_text(encoding="utf-8")


def test_the_guide_names_every_key_in_the_words_of_the_help():
    section = GUIDE.partition("\n## The keys\n")[2].partition("\n#")[0]
    named = re.findall(r"^\| `(.+)` \| (.+) \|$", section, re.MULTILINE)
    screen = RecorderScreen(Board().recorder, finish=list, leave=list)
    keys = [row for row in help_lines(screen.commands) if not re.fullmatch(r"F[1-5]", row[0])]
    assert [(keys.replace("` `", " "), words) for keys, words in named] == keys


@pytest.mark.parametrize("path", PICTURES)
def test_the_guide_shows_pictures_of_this_program(path):
    assert f"]({path.removeprefix('docs/')})" in GUIDE
    assert PICTURES[path]() == (ROOT / path).read_text(encoding="utf-8"), "run python tests/play/regenerate.py"


def test_letters_of_the_next_card_end_an_item_and_a_whole_id_ends_itself():
    async def act(board):
        await board.type("bkst")
        assert board.story == ["bow", "keys"]
        assert board.app.screen.typed == "st"  # a title begins so: a space is needed
        await board.press("backspace", "space")
        await board.type("tse7")
        assert board.story[2:] == ["sword", "torch", "sword", "E07 Lost in the Turnips"]

    on_board(act)


def test_enter_after_an_id_that_ended_itself_does_not_answer_its_question():
    async def act(board):
        await board.type("m t e7")
        question = board.recorder.question
        assert question is not None
        await board.press("enter")
        assert board.recorder.question is question
        await board.press("enter")
        assert board.recorder.question is not question

    on_board(act)


def test_a_card_that_is_refused_in_a_run_stays_on_the_line():
    async def act(board):
        await board.type("4b ")
        await board.type("bk")
        assert board.story == ["bow"] * 4
        assert board.app.screen.typed == "bk"
        assert "bow" in board.app.screen.notice

    on_board(act)


def test_the_end_takes_the_letters_before_it():
    async def act(board):
        await board.type("s")
        await board.press("f10")
        assert board.story == ["sword"]
        assert isinstance(board.app.screen, RecordEndScreen)

    on_board(act)
