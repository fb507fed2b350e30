"""The reward of a completed mission (R3, R4, R5, V3)."""

from typing import NamedTuple

from dtcli.rules.cards import Adventure, Effect, Quest
from dtcli.rules.items import Kind
from dtcli.rules.notes import UNSAID, RevealNote
from dtcli.rules.rewards import reward_of
from solver.model.expressions import NO, YES, Lit, opposite
from solver.model.facts import Must
from solver.model.state import ModelState


class BindingNote(NamedTuple):
    """The note about a mission. It is binding unless ``changed`` is true."""

    note: RevealNote
    changed: Lit


class OfferedReward(NamedTuple):
    """A reward that is offered if ``when`` is true, and what is taken."""

    when: Lit
    takes: dict[Kind, Lit]


def offer(now: ModelState, quest: Quest, when: Lit, bond: BindingNote | None, *, place: int) -> OfferedReward:
    """Return the options for the reward of the mission at ``place``, completed if ``when`` is true.

    With ``bond`` it is taken as noted, or by default if nothing was noted.
    """
    reward = reward_of(quest)
    if reward.is_nothing or when == NO:
        return OfferedReward(when, {})
    model = now.model
    in_supply = {kind: model.at_least(now.supply[kind], 1) for kind in reward.kinds or now.game.kinds}  # R3
    in_supply = {kind: lit for kind, lit in in_supply.items() if lit != NO}
    must = opposite(_may_decline(now, quest))
    if must != NO:
        must = model.all_of(must, opposite(now.facts.left_out(Must(place))))
    if len(in_supply) == 1 and must == YES:
        ((kind, lit),) = in_supply.items()
        return OfferedReward(when, {kind: model.all_of(when, lit)})
    takes = {kind: model.choice() for kind in in_supply}
    for kind, take in takes.items():
        model.implies(take, when, in_supply[kind])
    model.at_most_one(takes.values())
    if must != NO:
        for lit in {*in_supply.values()}:  # R4: one of those in supply must be taken
            model.some(*takes.values(), opposite(when), opposite(must), opposite(lit))
    if bond is not None:
        _bind(now, takes, in_supply, must=must, bond=bond, when=when)
    return OfferedReward(when, takes)


def _bind(
    now: ModelState, takes: dict[Kind, Lit], in_supply: dict[Kind, Lit], *, must: Lit, bond: BindingNote, when: Lit
) -> None:
    """Require the noted reward if it is in supply, otherwise none if that is allowed."""
    model, changed = now.model, bond.changed
    noted = None if bond.note.take is UNSAID else bond.note.take
    wanted = in_supply.get(noted, NO) if noted is not None else NO
    for kind, take in takes.items():
        if kind == noted:
            model.some(take, opposite(when), opposite(wanted), changed)
        else:
            model.some(opposite(take), must, changed)
            model.some(opposite(take), opposite(wanted), changed)


def _may_decline(now: ModelState, quest: Quest) -> Lit:
    if isinstance(quest, Adventure):
        return YES  # V3
    reward = quest.reward
    if reward.is_optional or (not reward.kinds and now.game.rulings.any_reward_optional):  # R4, R5
        return YES
    return now.effects[Effect.REWARDS_OPTIONAL]
