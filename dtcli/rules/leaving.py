"""Copies that leave the backpack: which of them as cards and which as tokens (R6, X6)."""

from collections.abc import Iterable

from dtcli.rules.draft import Position
from dtcli.rules.items import Kind, Pile


def tokens_leaving(backpack: Position, kinds: Iterable[Kind], tokens: Iterable[Kind]) -> dict[Kind, tuple[int, int]]:
    """Return for each leaving kind how many copies leave, and how many of these as tokens (R6)."""
    said = Pile.of(*tokens)
    leaving = {}
    for kind, n in Pile.of(*kinds).items():
        cards = backpack.cards.get(kind, 0)
        leaving[kind] = (n, said[kind] or max(0, n - cards))
    return leaving


def why_cannot_leave(backpack: Position, kinds: Iterable[Kind], tokens: Iterable[Kind], *, verb: str) -> str | None:
    """Return why these copies cannot leave the backpack in this way, or None."""
    kinds, tokens = tuple(kinds), tuple(tokens)
    leaving, said = Pile.of(*kinds), Pile.of(*tokens)
    if not said and all(n <= backpack.held(kind) for kind, n in leaving.items()):
        return None
    for kind in said:
        if said[kind] > leaving[kind]:
            return f"{said[kind]} {kind} cannot leave as tokens where {leaving[kind]} {kind} leave"
    for kind, (n, as_tokens) in tokens_leaving(backpack, kinds, said.copies()).items():
        held = backpack.held(kind)
        cards = backpack.cards.get(kind, 0)
        held_tokens = held - cards
        if held < n:
            return f"{verb} takes {n} {kind}, the backpack holds {held}"
        if as_tokens > held_tokens:
            return f"{as_tokens} {kind} cannot leave as tokens, the backpack holds {held_tokens} {kind} as tokens"
        if n - as_tokens > cards:
            return f"only {cards} {kind} can leave as cards, so {n - cards} must leave as tokens"
    return None


def token_variants(backpack: Position, kinds: Iterable[Kind], *, asked: bool) -> list[tuple[Kind, ...]]:
    """Return every way to say which copies leave as tokens; just the default unless ``asked`` (R6, X6)."""
    variants: list[tuple[Kind, ...]] = [()]
    if not asked:
        return variants
    for kind, (n, fewest) in tokens_leaving(backpack, kinds, ()).items():
        cards = backpack.cards.get(kind, 0)
        most = min(n, backpack.held(kind) - cards)
        more = [(kind,) * t for t in range(fewest + 1, most + 1)]
        variants += [said + named for named in more for said in variants]
    return variants
