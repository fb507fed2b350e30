"""Fylee Stepshadow removes tokens from the game (H9); ``skills`` removes them with the price."""

from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.rulings import FYLEE


def _do_nothing(_draft: Draft, _use: UseSkill) -> None:
    """Do nothing: removing the tokens is the whole skill."""


HERO = Hero(
    id=FYLEE,
    name="Fylee Stepshadow",
    ruling="H9",
    text="Remove 1 to 5 reward tokens from the backpack, out of the game.",
    removes=(1, 5),
    tokens_only=True,
    act=_do_nothing,
)
