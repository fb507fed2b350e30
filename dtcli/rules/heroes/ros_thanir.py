"""Ro's Thanir borrows the skill of another hero (H1); ``skills`` pays for both and uses the borrowed one."""

from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.items import Kind
from dtcli.rules.rulings import ROS_THANIR


def _do_nothing(_draft: Draft, _use: UseSkill) -> None:
    """Do nothing: the borrowed skill acts instead."""


HERO = Hero(
    id=ROS_THANIR,
    name="Ro's Thanir",
    ruling="H1",
    text="Remove 1 potion and use the unused skill of another hero in the game, paying its cost too.",
    cost=(Kind("potion"),),
    act=_do_nothing,
)
