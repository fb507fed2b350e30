"""The heroes: one module for each, what they have in common, and how their skills are used (H0 to H11)."""

from dtcli.rules.heroes.hero import Hero
from dtcli.rules.heroes.registry import HEROES
from dtcli.rules.heroes.skills import (
    end_on_completion,
    end_on_reveal,
    token_uses,
    use,
    uses,
    uses_of,
    why_never_used,
    why_not_use,
)

__all__ = [
    "HEROES", "Hero", "end_on_completion", "end_on_reveal", "token_uses", "use", "uses", "uses_of", "why_never_used",
    "why_not_use",
]  # fmt: skip
