"""All heroes, in the order of the rulings H1 to H10."""

from collections.abc import Mapping

from dtcli.rules.heroes import (
    alan_ironstar,
    arvedui_miriel,
    fylee_stepshadow,
    garynor_the_belly,
    nintrabash,
    ros_thanir,
    tonk_redbeer,
    tragurk,
    zaria_tearleaf,
    zigarat_ho,
)
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.rulings import HeroId

HEROES: Mapping[HeroId, Hero] = {
    module.HERO.id: module.HERO
    for module in (
        ros_thanir,
        nintrabash,
        tonk_redbeer,
        arvedui_miriel,
        tragurk,
        zigarat_ho,
        garynor_the_belly,
        zaria_tearleaf,
        fylee_stepshadow,
        alan_ironstar,
    )
}
