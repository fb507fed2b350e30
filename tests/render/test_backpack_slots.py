"""The slots of the backpack: kinds keep their slot, a new one takes the first free slot, excess is shown."""

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.render.pictures.backpack import BackpackSlots, SlotContent
from tests.commands.shell import GAMES


def boards(story: str) -> list[list[SlotContent]]:
    """Return the slots after each step of a story."""
    checked = check(parse(story.encode(), suffix=".dt"), frames=True)
    assert checked.run is not None, checked.problems
    board = BackpackSlots()
    return [board.update(frame.state) for frame in checked.run.frames]


def shown(cells: list[SlotContent]) -> str:
    return " ".join(f"{cell.kind}{cell.pips}" if cell.kind else "·" for cell in cells)


def test_cards_fill_the_first_free_slot():
    first, second, third = boards("sword\nbow\ntorch")
    assert shown(first) == "sword■ · · · · · · ·"
    assert shown(second) == "sword■ bow■ · · · · · ·"
    assert shown(third) == "sword■ bow■ torch■ · · · · ·"


def test_kinds_keep_their_slot_and_a_free_one_is_filled_first():
    steps = boards("sword\nbow\ntorch\nmission X: bow\nmap\ncup")
    assert shown(steps[3]) == "sword■ · torch■ · · · · ·"
    assert shown(steps[4]) == "sword■ map■ torch■ · · · · ·"
    assert shown(steps[5]) == "sword■ map■ torch■ cup■ · · · ·"


def test_three_copies_share_a_slot_and_the_fourth_opens_another():
    steps = boards("3 sword\nbow\nsword")
    assert shown(steps[3]) == "sword■■■ bow■ · · · · · ·"
    assert shown(steps[4]) == "sword■■■ bow■ sword■ · · · · ·"


def test_tokens_are_drawn_after_cards():
    *_, last = boards("2 sword\nmission X: sword -> sword | take sword")
    assert shown(last) == "sword■○ · · · · · · ·"


def test_excess_is_shown_after_the_last_slot():
    kinds = ["sword", "bow", "torch", "map", "keys", "cup", "gold", "book", "mortar"]
    *before, last = boards("\n".join(kinds))
    assert {len(cells) for cells in before} == {8}
    assert [cell.kind for cell in last] == kinds


def test_an_extended_game_has_seven_slots():
    (cells,) = boards("extended: yes\nsword")
    assert len(cells) == 7


def test_a_ninth_slot_appears_and_disappears():
    steps = boards("heroes: Tonk Redbeer\ntorch\nsword\nhero Tonk Redbeer\nbow\nmission X: gold\nmap")
    assert [len(cells) for cells in steps] == [8, 8, 9, 9, 9, 9]
    assert shown(steps[3]).startswith("bow■ sword■")


def test_only_changed_slots_are_marked():
    steps = boards("sword\nbow\nmission X: sword")
    assert [[cell.changed for cell in cells[:3]] for cells in steps] == [
        [True, False, False],
        [False, True, False],
        [True, False, False],
    ]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_slots_always_hold_what_the_backpack_holds(path):
    checked = check(parse(path.read_bytes(), suffix=path.suffix), frames=True)
    board, before = BackpackSlots(), None
    assert checked.run.frames
    for frame in checked.run.frames:
        cells, state = board.update(frame.state), frame.state
        for kind in state.game.kinds:
            mine = [cell for cell in cells if cell.kind == kind]
            assert sum(cell.cards for cell in mine) == state.cards[kind]
            assert sum(cell.tokens for cell in mine) == state.tokens[kind]
        assert sum(cell.kind is not None for cell in cells) == state.slots
        assert len(cells) == max(state.limit, state.slots)
        if before and len(before) == len(cells):
            for old, new in zip(before, cells, strict=True):
                assert new.kind in (old.kind, None) or old.kind is None or old.kind not in {c.kind for c in cells}
        before = cells
