"""Skills that wait for the next mission: Tragurk, Zaria Tearleaf, Alan Ironstar (H11)."""

from collections.abc import Iterator

from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.items import Kind
from dtcli.rules.rulings import ALAN, TRAGURK, ZARIA


def _waive(draft: Draft, use: UseSkill) -> None:
    draft.waiver += len(use.remove)


WAIVER = Hero(
    id=TRAGURK,
    name="Tragurk",
    ruling="H5",
    text="Remove 1 or 2 items: the next mission needs that many fewer.",
    removes=(1, 2),
    act=_waive,
)


def _guess(draft: Draft, use: UseSkill) -> None:
    assert use.guess is not None
    draft.guesses |= {use.guess}


def _why_no_guess(draft: Draft, use: UseSkill) -> str | None:
    if use.guess not in draft.game.kinds:
        return f"{use.guess} is not an item of this game"
    return None


def _every_guess(draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    for kind in draft.game.kinds:
        yield use._replace(guess=kind)


SEER = Hero(
    id=ZARIA,
    name="Zaria Tearleaf",
    ruling="H8",
    text="Name an item: if the next mission lists it, that mission is completed and nothing is paid.",
    argument="guess",
    act=_guess,
    why_not=_why_no_guess,
    arguments=_every_guess,
)


def _solve(draft: Draft, _use: UseSkill) -> None:
    draft.solved = True


IRONSTAR = Hero(
    id=ALAN,
    name="Alan Ironstar",
    ruling="H10",
    text="Remove 2 swords: the next mission is completed and nothing is paid.",
    cost=(Kind("sword"), Kind("sword")),
    act=_solve,
)
