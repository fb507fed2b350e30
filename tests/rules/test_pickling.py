"""Cards and piles can be pickled and copied, also where the rules are compiled: worker processes get card sets."""

import pickle
from copy import deepcopy

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.rules.cards import Reward, RewardRule
from dtcli.rules.items import Kind, Pile

CARDS = bundled_cards("house").cards
VALUES = [
    Pile.of(Kind("sword"), Kind("bow"), Kind("sword")),
    Reward(RewardRule.EITHER, (Kind("cup"), Kind("book"))),
    *CARDS.missions.values(),
    *CARDS.adventures.values(),
]


def fields(value: object) -> dict[str, object]:
    names = getattr(value, "__dataclass_fields__", None) or ("_counts",)
    return {name: getattr(value, name, None) for name in names}


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_copy_has_the_same_fields(value):
    for copy in (pickle.loads(pickle.dumps(value)), deepcopy(value)):
        assert type(copy) is type(value)
        assert copy == value
        assert fields(copy) == fields(value)


def test_a_copied_card_set_finds_the_same_names():
    names = bundled_cards("house")
    copy = pickle.loads(pickle.dumps(names))
    assert copy.cards == names.cards
    assert (copy.kinds, copy.items, copy.missions) == (names.kinds, names.items, names.missions)
    assert copy.adventures == names.adventures
