"""The rewards of completed missions: what is offered, and what may be declined (R3, R4, R5, V3)."""

from collections.abc import Iterator

from dtcli.english import or_list
from dtcli.rules.cards import ANY_REWARD, NO_REWARD, Adventure, Effect, Quest, Reward, RewardRule
from dtcli.rules.decisions import RewardOffer, Take
from dtcli.rules.draft import Draft
from dtcli.rules.items import Kind


def reward_of(quest: Quest) -> Reward:
    """Return the reward of a card; an adventure has one only through its effect (V3, X12)."""
    if isinstance(quest, Adventure):
        return ANY_REWARD if quest.effect is Effect.ANY_REWARD else NO_REWARD
    return quest.reward


def in_supply(draft: Draft, reward: Reward) -> tuple[Kind, ...]:
    """Return the kinds that the reward names and the supply still has (R3)."""
    wanted = reward.kinds
    if len(wanted) == 1:
        return wanted if wanted[0] in draft.supply else ()
    wanted = wanted or tuple(draft.game.kinds)
    return tuple([kind for kind in wanted if kind in draft.supply])


def may_decline(draft: Draft, quest: Quest, reward: Reward) -> bool:
    """Return whether the players may decline the reward (R4, R5, V3)."""
    if draft.effect is not None and (isinstance(quest, Adventure) or draft.effect is Effect.REWARDS_OPTIONAL):
        return True
    if not reward.kinds:  # any kind
        return draft.game.rulings.any_reward_optional
    return reward.is_optional


def is_forced(open_offer: RewardOffer) -> bool:
    """Return whether the offer leaves a single answer: one kind that must be taken, or nothing to take."""
    return not open_offer.kinds or (len(open_offer.kinds) == 1 and not open_offer.may_decline)


def reward_choices(open_offer: RewardOffer) -> Iterator[Take]:
    """Return every legal answer to the offer; declining comes first where it is allowed."""
    if open_offer.may_decline or not open_offer.kinds:
        yield Take(None)
    for kind in open_offer.kinds:
        yield Take(kind)


def why_not_take(open_offer: RewardOffer, kind: Kind | None) -> str | None:
    """Return why this reward cannot be taken, or why it cannot be declined, or None."""
    if kind is None:
        if open_offer.may_decline or not open_offer.kinds:
            return None
        return f"the reward must be taken: {or_list(open_offer.kinds)}"
    if kind in open_offer.kinds:
        return None
    reward = reward_of(open_offer.quest)
    if reward.rule is RewardRule.ANY or kind in reward.kinds:
        return f"no {kind} token is left in the supply"
    return f"the mission does not give {kind}, it gives {reward}"
