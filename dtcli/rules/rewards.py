"""What a completed mission gives (R3, R4, R5, V3)."""

from collections.abc import Iterator

from dtcli.rules.cards import ANY_REWARD, NO_REWARD, Adventure, Effect, Quest, Reward, RewardRule
from dtcli.rules.choices import RewardOffer, Take
from dtcli.rules.items import Kind
from dtcli.rules.state import Draft


def reward_of(quest: Quest) -> Reward:
    """Return what the card gives; an adventure gives something only by its effect (V3, X12)."""
    if isinstance(quest, Adventure):
        return ANY_REWARD if quest.effect is Effect.ANY_REWARD else NO_REWARD
    return quest.reward


def offer(draft: Draft, quest: Quest) -> RewardOffer | None:
    """Return what may be taken now, or None for a mission without reward."""
    reward = reward_of(quest)
    if reward.rule is RewardRule.NONE:
        return None
    wanted = tuple(draft.game.kinds) if reward.rule is RewardRule.ANY else reward.kinds
    in_supply = tuple(kind for kind in wanted if draft.supply.get(kind, 0))  # R3
    return RewardOffer(draft.revealed, quest, in_supply, may_decline(draft, quest, reward))


def may_decline(draft: Draft, quest: Quest, reward: Reward) -> bool:
    """Return whether the players may go without the reward (R4, R5, V3)."""
    if isinstance(quest, Adventure) or draft.effect is Effect.REWARDS_OPTIONAL:
        return True
    if reward.rule is RewardRule.ANY:
        return draft.game.rulings.any_reward_optional
    return reward.rule is RewardRule.MAY


def takings(open_offer: RewardOffer) -> Iterator[Take]:
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
        return f"the reward must be taken: {' or '.join(open_offer.kinds)}"
    if kind in open_offer.kinds:
        return None
    reward = reward_of(open_offer.quest)
    if reward.rule is RewardRule.ANY or kind in reward.kinds:
        return f"no {kind} token is left in the supply"
    return f"the mission does not give {kind}, it gives {reward}"
