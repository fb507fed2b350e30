"""Which lines of play a model covers: all of them, fewer for speed, or more for a bound."""

from typing import NamedTuple

from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ROS_THANIR, ZIGARAT_HO, Borrowing, HeroId
from solver.par.open_deal import Aim, OpenDeal


class SkillSource(NamedTuple):
    """A skill that can be used once: a hero's own, or borrowed by Ro's Thanir (H1)."""

    hero: HeroId
    borrowed: bool = False


class Scope(NamedTuple):
    """The lines of play that a model covers."""

    completions: int
    """The most missions and adventures that are completed."""
    failures: int
    """The most missions and adventures that are laid and not completed."""
    rewards_are_free: bool = False
    """Every reward may be declined, and a failed mission needs to miss nothing: covers more lines than there are."""
    with_borrowing: bool = False
    """Ro's Thanir can borrow skills."""
    with_hand_limit: bool = False
    """Every deed that lays nothing discards a card that the story does not need."""


def narrow(deal: OpenDeal, aim: Aim) -> Scope:
    """Return the scope without missions that fail on purpose."""
    return Scope(_fewest_completions(deal, aim), _failures_to_bring_back(deal), with_borrowing=_copies(deal))


def wide(deal: OpenDeal, aim: Aim) -> Scope:
    """Return a scope that covers every line of play, and more."""
    reputation = deal.adventure.scroll.reputation if deal.adventure is not None else 0
    failures = min(len(deal.quests), _failures_to_bring_back(deal) + reputation)
    return Scope(_most_completions(deal, aim), failures, rewards_are_free=True, with_borrowing=_copies(deal))


def full(deal: OpenDeal, aim: Aim) -> Scope:
    """Return the scope of every line of play, unless there is a reason in ``why_not_exact``."""
    most = _most_completions(deal, aim)
    return Scope(most, len(deal.quests) - min(aim.missions, len(deal.quests)), with_borrowing=True)


def why_not_exact(deal: OpenDeal) -> str | None:
    """Return why the model leaves out some lines of play, so that it proves no bound; None if it covers all."""
    heroes = deal.game.heroes
    if NINTRABASH in heroes and deal.adventure is not None:
        return "a mission that Nintrabash discards counts for the reputation of an adventure"
    if ZIGARAT_HO in heroes and ARVEDUI_MIRIEL in heroes:
        return "Zigarat Ho may rearrange a mission that Arvedui has brought back"
    if _copies(deal) and (ZIGARAT_HO in heroes or ARVEDUI_MIRIEL in heroes):
        return "Ro's Thanir may use Zigarat Ho's or Arvedui's skill a second time"
    return None


def skill_sources(deal: OpenDeal, scope: Scope) -> tuple[SkillSource, ...]:
    """Return the skills that lines of this scope use.

    Nintrabash is of no use to players who know all cards: what he discards can be discarded from the hand.
    """
    others = [hero for hero in deal.game.heroes if hero not in (ROS_THANIR, NINTRABASH)]
    sources = [SkillSource(hero) for hero in others]
    if scope.with_borrowing and ROS_THANIR in deal.game.heroes:
        sources += [SkillSource(hero, borrowed=True) for hero in others if hero not in (ZIGARAT_HO, ARVEDUI_MIRIEL)]
    return tuple(sources)


def _copies(deal: OpenDeal) -> bool:
    """Return whether Ro's Thanir makes a second use of a skill possible, so that he is worth his potion."""
    return ROS_THANIR in deal.game.heroes and deal.game.rulings.thanir is Borrowing.COPIES


def _failures_to_bring_back(deal: OpenDeal) -> int:
    return int(ARVEDUI_MIRIEL in deal.game.heroes)


def _fewest_completions(deal: OpenDeal, aim: Aim) -> int:
    return aim.missions + (deal.adventure is not None)


def _most_completions(deal: OpenDeal, aim: Aim) -> int:
    """Return how many completions are enough.

    Without an adventure a line can end with the completion that reaches the aim. With one, more missions may have to be
    completed before its conditions hold.
    """
    return len(deal.quests) if deal.adventure is not None and aim.win else _fewest_completions(deal, aim)
