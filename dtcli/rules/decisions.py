"""The decisions a resolution asks for, and the choices that answer them.

A decision is a question that is open now; a choice is one answer. ``resolution.why_not`` says whether a choice is
legal. Both are named tuples, which are cheap to create: a search makes thousands of them.
"""

from typing import NamedTuple

from dtcli.rules.cards import Quest
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import HeroId


class Gap(NamedTuple):
    """Between two reveals: reveal the next card, or use a skill first (H0)."""

    before: int


class Payment(NamedTuple):
    """A mission succeeds: choose what is waived and paid in full, and which copies leave as tokens (R2, R6, H5, V3)."""

    at: int
    quest: Quest
    waiver: int = 0


class RewardOffer(NamedTuple):
    """A mission was completed: choose the reward, if any (R3, R4). ``kinds`` are those in supply."""

    at: int
    quest: Quest
    kinds: tuple[Kind, ...]
    may_decline: bool


class Failure(NamedTuple):
    """A mission failed: choose which of the listed items that are present to discard (R7)."""

    at: int
    quest: Quest
    present: Pile


Decision = Gap | Payment | RewardOffer | Failure


class Reveal:
    """Reveal the next card. All instances are equal. Not a named tuple, because an empty one would be falsy."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reveal)

    def __hash__(self) -> int:
        return hash(Reveal)

    def __repr__(self) -> str:
        return "Reveal()"


class UseSkill(NamedTuple):
    """Use a hero's skill in a gap; arguments that the skill does not have stay empty."""

    hero: HeroId
    borrowed: HeroId | None = None
    remove: tuple[Kind, ...] = ()
    tokens: tuple[Kind, ...] = ()
    take: Kind | None = None
    guess: Kind | None = None
    discard: tuple[int, ...] | None = None
    order: tuple[int, ...] | None = None


class Pay(NamedTuple):
    """Pay a mission. ``tokens`` leave as tokens; of kinds not named there, cards leave first (R6)."""

    waive: tuple[Kind, ...] = ()
    in_full: tuple[Kind, ...] = ()
    tokens: tuple[Kind, ...] = ()


class Take(NamedTuple):
    """Take this reward, or none."""

    kind: Kind | None


class Discard(NamedTuple):
    """Discard these copies after a failed mission."""

    kinds: tuple[Kind, ...] = ()
    tokens: tuple[Kind, ...] = ()


Choice = Reveal | UseSkill | Pay | Take | Discard
REVEAL = Reveal()


class DiscardedCopies(NamedTuple):
    """A record names the items discarded after a failure, but not which copies leave as tokens (R6, X6)."""

    at: int
    quest: Quest
    kinds: tuple[Kind, ...]
    """The items that may have left as cards or as tokens."""


class SkillPrice(NamedTuple):
    """A record names a skill, but not which of the copies that leave for it are tokens (R6, X6)."""

    before: int
    use: UseSkill
    """The skill as it is assumed to have been used."""
    note: int
    """The index of the note that names the skill."""
    kinds: tuple[Kind, ...]
    """The items that may have left as cards or as tokens."""


Forgotten = Payment | RewardOffer | Failure | DiscardedCopies | SkillPrice
"""A choice, or a part of one, that is missing in a record."""


def reveal_of(decision: Decision | Forgotten) -> int:
    """Return the number of the reveal that a decision belongs to; a gap belongs to the reveal after it."""
    return decision.before if isinstance(decision, Gap | SkillPrice) else decision.at


class IllegalChoice(ValueError):  # noqa: N818  (not always an error)
    """A choice that the rules do not allow now; the message says why."""
