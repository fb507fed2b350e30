"""Choices in words: ``card 17: decline the shield``."""

from collections.abc import Iterator

from dtcli.english import agree
from dtcli.render.events import card_name
from dtcli.render.terminal import shortened
from dtcli.rules.decisions import REVEAL, Choice, Discard, Gap, Pay, RewardOffer, Take, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.heroes.nintrabash import without
from dtcli.rules.items import named
from dtcli.rules.resolution import apply
from dtcli.rules.rulings import ARVEDUI_MIRIEL
from dtcli.rules.state import State


def line_in_words(start: State, choices: tuple[Choice, ...]) -> Iterator[tuple[str, str]]:
    """Return the decisions of a line, each as a moment and a choice: ``card 17``, ``decline the shield``."""
    state = start
    for choice in choices:
        if choice not in (REVEAL, Pay()):  # paying what is listed, cards first, is the default
            moment = f"before card {state.revealed + 1}" if isinstance(choice, UseSkill) else f"card {state.revealed}"
            yield moment, choice_in_words(state, choice) + _where(state, choice)
        state = apply(state, choice)


def choice_in_words(state: State, choice: Choice) -> str:
    """Return a choice as an instruction: ``decline the shield``."""
    if isinstance(choice, UseSkill):
        return _skill(state, choice)
    decision = state.decision
    match choice:
        case Take(None):
            assert isinstance(decision, RewardOffer)
            kinds = decision.kinds
            said = f"decline the {kinds[0]}" if len(kinds) == 1 else "decline the reward"
        case Take(kind):
            said = f"take {kind}"
        case Discard(kinds, tokens):
            said = f"fails, discard {named(kinds)}{_tokens(tokens)}"
        case Pay(waive, in_full, tokens):
            parts = [f"waive {named(waive)}"] if waive else []
            parts += [f"pay {named(in_full)} in full"] if in_full else []
            said = ", ".join(parts or ["pay, cards first" if not tokens else "pay"]) + _tokens(tokens)
        case _:
            raise AssertionError(choice)
    return said


def _where(state: State, choice: Choice) -> str:
    """Return the mission of a choice, in brackets; empty for a skill."""
    decision = state.decision
    if isinstance(choice, UseSkill) or decision is None or isinstance(decision, Gap):
        return ""
    return f"  ({shortened(card_name(decision.quest), 40)})"


def _tokens(tokens: tuple[str, ...]) -> str:
    return f", {named(tokens)} as {agree(len(tokens), 'a token', 'tokens')}" if tokens else ""  # type: ignore[arg-type]


def _skill(state: State, use: UseSkill) -> str:
    hero = HEROES[use.borrowed or use.hero]
    name = f"{HEROES[use.hero].name} as {hero.name}" if use.borrowed else hero.name
    cost = HEROES[use.hero].cost + (hero.cost if use.borrowed else ())
    parts = [name]
    if cost + use.remove:
        parts.append(f"remove {named(cost + use.remove)}{_tokens(use.tokens)}")
    if use.take is not None:
        parts.append(f"take {use.take}")
    if use.guess is not None:
        parts.append(f"guess {use.guess}")
    if use.discard is not None:
        kept = without(range(len(state.story)), use.discard)
        thrown = [card for place, card in enumerate(state.story) if place not in kept]
        parts.append("discard " + (", ".join(map(card_name, thrown)) or "nothing"))
    if use.order is not None:
        parts.append("then come " + ", ".join(card_name(state.story[place - 1]) for place in use.order))
    if hero.id == ARVEDUI_MIRIEL:
        parts.append(f"{card_name(state.last_failed)} comes back")
    return ", ".join(parts)
