"""Editions and the switches on which the rulebooks disagree.

An edition is a preset; a replay may override any switch, because tables differ.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, NewType

HeroId = NewType("HeroId", str)

ROS_THANIR = HeroId("ros-thanir")
NINTRABASH = HeroId("nintrabash")
TONK_REDBEER = HeroId("tonk-redbeer")
ARVEDUI_MIRIEL = HeroId("arvedui-miriel")
TRAGURK = HeroId("tragurk")
ZIGARAT_HO = HeroId("zigarat-ho")
GARYNOR = HeroId("garynor-the-belly")
ZARIA = HeroId("zaria-tearleaf")
FYLEE = HeroId("fylee-stepshadow")
ALAN = HeroId("alan-ironstar")

TEN_HEROES = (
    ROS_THANIR, NINTRABASH, TONK_REDBEER, ARVEDUI_MIRIEL, TRAGURK,
    ZIGARAT_HO, GARYNOR, ZARIA, FYLEE, ALAN,
)  # fmt: skip
EIGHT_HEROES = tuple(hero for hero in TEN_HEROES if hero not in (TRAGURK, ZIGARAT_HO))


class Borrowing(StrEnum):
    """What Ro's Thanir does to the skill he borrows (H1)."""

    SPENDS = "spends"
    COPIES = "copies"


class SpentRewards(StrEnum):
    """Where tokens go that leave the backpack (R6)."""

    DISCARD = "discard"
    RETURN = "return"


class HeroChoice(StrEnum):
    """How players get their heroes at set-up."""

    DRAW_TWO = "draw-two"
    FREE = "free"


class Rulings(NamedTuple):
    """The switches in force in one game."""

    any_reward_optional: bool = False
    thanir: Borrowing = Borrowing.SPENDS
    spent_rewards: SpentRewards = SpentRewards.DISCARD
    heroes_in_box: int = 10
    hero_choice: HeroChoice = HeroChoice.DRAW_TWO
    default_goal: int | None = None

    @property
    def box(self) -> tuple[HeroId, ...]:
        """The heroes in this edition's box."""
        return EIGHT_HEROES if self.heroes_in_box == len(EIGHT_HEROES) else TEN_HEROES


DEFAULT_EDITION = "en-2017"
EDITIONS: Mapping[str, Rulings] = {
    "en-2017": Rulings(),
    "it-2018": Rulings(),
    "demo-2016": Rulings(
        any_reward_optional=True,
        thanir=Borrowing.COPIES,
        heroes_in_box=8,
        hero_choice=HeroChoice.FREE,
        default_goal=10,
    ),
}
