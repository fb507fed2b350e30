"""Zaria Tearleaf's guess: the next mission is completed if it lists the named item (H8)."""

from collections.abc import Iterator

from dtcli.rules.cards import Quest
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import NO_HELP, Hero, MissionHelp
from dtcli.rules.rulings import ZARIA
from dtcli.rules.state import EventKind


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


def _end_guess(draft: Draft, quest: Quest) -> MissionHelp:
    """Return whether a guess was right; right or wrong, it ends with this mission (H8, H11)."""
    if not draft.guesses:
        return NO_HELP
    guesses, draft.guesses = draft.guesses, frozenset()
    if any(kind in quest.listed for kind in guesses):
        return MissionHelp(solved=True)
    if draft.record_events:
        draft.add_event(EventKind.GUESS_WRONG, quest, tuple(sorted(guesses)))
    return NO_HELP


HERO = Hero(
    id=ZARIA,
    name="Zaria Tearleaf",
    ruling="H8",
    text="Name an item: if the next mission lists it, that mission is completed and nothing is paid.",
    argument="guess",
    act=_guess,
    why_not=_why_no_guess,
    arguments=_every_guess,
    end_on_reveal=_end_guess,
)
