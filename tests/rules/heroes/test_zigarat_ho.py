"""Zigarat Ho (H6)."""

import pytest

from tests.rules.game_builder import (
    ZIG,
    allowed,
    gap,
    left,
    refused,
    skills,
    use,
)


def test_h6_the_next_five_cards_in_any_order():
    state = gap("sword", then="bow cup map keys gold book", heroes=(ZIG,))
    state = allowed(state, use(ZIG, order=(5, 3, 1, 2, 4)))
    assert left(state) == ("gold", "map", "bow", "cup", "keys", "book")


def test_h6_fewer_if_fewer_are_left():
    state = gap("sword", then="bow cup", heroes=(ZIG,))
    assert left(allowed(state, use(ZIG, order=(2, 1)))) == ("cup", "bow")
    refused(state, use(ZIG, order=(2, 1, 3)), "from 1 to 2")


@pytest.mark.parametrize("order", [(), (1, 2, 3, 4), (1, 1, 2, 3, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)])
def test_h6_the_order_names_each_place_once(order: tuple[int, ...]):
    state = gap("sword", then="bow cup map keys gold book", heroes=(ZIG,))
    refused(state, use(ZIG, order=order), "each place from 1 to 5 once")


def test_h6_every_order_is_offered_equal_cards_counting_as_one():
    assert len(skills(gap("sword", then="bow cup map keys gold book", heroes=(ZIG,)))) == 120
    assert len(skills(gap("sword", then="bow bow bow cup", heroes=(ZIG,)))) == 4
