"""Which tokens are gained: by rewards, and by Garynor (R3 to R5, V3, H7)."""

from dtcli.rules.cards import Adventure, Effect, Quest, RewardRule
from dtcli.rules.items import Kind
from dtcli.rules.rewards import reward_of
from dtcli.rules.rulings import GARYNOR
from solver.model.expressions import MANY, NO, YES, Lit, opposite
from solver.par.model.backpack_counts import BackpackCounts, effect_on
from solver.par.scope import SkillSource


def open_gains(counts: BackpackCounts) -> None:
    """Let tokens be gained where a completed quest or Garynor gives them."""
    m, events = counts.m, counts.events
    for step in events.steps:
        for kind in counts.kinds:
            givers = [lit for quest, lit in events.completions(step) if kind in _offered(counts, quest.card)]
            givers += [
                events.uses[source, step]
                for source in (SkillSource(GARYNOR), SkillSource(GARYNOR, borrowed=True))
                if source in events.sources
            ]
            if not givers or not events.deal.game.kinds[kind].tokens:
                continue
            gained = counts.gained[kind, step] = m.choice()
            m.some(*givers, opposite(gained))
        m.at_most_one([counts.gained[kind, step] for kind in counts.kinds])


def add_rewards(counts: BackpackCounts) -> None:
    """Require that rewards that must be taken are taken while there are tokens, and none without."""
    m, events = counts.m, counts.events
    for step in events.steps:
        run_out = {kind: _limit(counts, kind, step) for kind in counts.kinds}
        if events.scope.rewards_are_free:
            continue
        optional = effect_on(events, Effect.REWARDS_OPTIONAL, step)
        for quest, completed in events.completions(step):
            if _is_optional(counts, quest.card):
                continue
            kinds = _offered(counts, quest.card)
            taken = [counts.gained[kind, step] for kind in kinds]
            for kind in kinds:  # unless all have run out
                if run_out[kind] != YES:
                    m.some(opposite(completed), optional, *taken, run_out[kind])
    if not counts.tokens_return:
        for kind in counts.kinds:
            m.between(counts.gained_by(kind, events.count - 1), 0, events.deal.game.kinds[kind].tokens)


def _limit(counts: BackpackCounts, kind: Kind, step: int) -> Lit:
    """Return a literal that is true only if no token of a kind is left in a step, and require one for a gain."""
    m, events = counts.m, counts.events
    if not events.deal.game.kinds[kind].tokens:
        return YES
    supply = counts.supply(kind, step)
    gained = counts.gained[kind, step]
    if gained == NO:
        return NO
    if counts.tokens_return:
        m.between(supply, 1, MANY, gained)
    if events.scope.rewards_are_free:
        return NO
    run_out = m.choice()
    m.between(supply, -MANY, 0, run_out)
    return run_out


def _offered(counts: BackpackCounts, quest: Quest) -> tuple[Kind, ...]:
    """Return the kinds that the reward names."""
    reward = reward_of(quest)
    return counts.kinds if reward.rule is RewardRule.ANY else reward.kinds


def _is_optional(counts: BackpackCounts, quest: Quest) -> bool:
    """Return whether the reward may always be declined (R4, R5, V3)."""
    reward = reward_of(quest)
    if isinstance(quest, Adventure) or reward.rule in (RewardRule.NONE, RewardRule.MAY):
        return True
    return reward.rule is RewardRule.ANY and counts.events.deal.game.rulings.any_reward_optional
