"""How skills are used in a gap and how their effects end: what all heroes have in common (H0, H1, H11)."""

from collections.abc import Iterator

from dtcli.english import plural
from dtcli.rules.backpack import token_variants, why_cannot_leave
from dtcli.rules.cards import Quest
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft, Position
from dtcli.rules.heroes.hero import NO_HELP, Hero, MissionHelp
from dtcli.rules.heroes.registry import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import ROS_THANIR, Borrowing, HeroId
from dtcli.rules.state import EventKind

_END_ON_REVEAL = [hero.end_on_reveal for hero in HEROES.values() if hero.end_on_reveal is not None]
_END_ON_COMPLETION = [hero.end_on_completion for hero in HEROES.values() if hero.end_on_completion is not None]

_ARGUMENTS = {
    "take": "which token is taken",
    "guess": "which item is guessed",
    "discard": "which of the next cards are discarded, by place",
    "order": "in which order the next cards come",
}


def why_not_use(state: Position, choice: UseSkill) -> str | None:
    """Return why this skill cannot be used like this in this gap, or None (H0)."""
    return (
        _why_not_available(state, choice)
        or _why_wrong_arguments(choice)
        or _why_not_paid(state, choice)
        or _why_no_effect(state, choice)
    )


def why_never_used(heroes: tuple[HeroId, ...], hero: HeroId) -> str | None:
    """Return why one of these heroes can never act in a game that has no others, or None (H1)."""
    if hero == ROS_THANIR and all(other == ROS_THANIR for other in heroes):
        return "can never act, because there is no other hero whose skill could be borrowed"
    return None


def use(draft: Draft, choice: UseSkill) -> None:
    """Pay for the skill and use it; the caller has checked that it is legal."""
    hero = _acting(choice)
    spent = {choice.hero}
    if choice.borrowed is not None and draft.game.rulings.thanir is Borrowing.SPENDS:  # H1
        spent.add(choice.borrowed)
    draft.unused = tuple(one for one in draft.unused if one not in spent)
    if draft.record_events:
        draft.add_event(EventKind.SKILL_USED, hero=choice.hero, borrowed=choice.borrowed, detail=choice.guess or "")
    _pay(draft, choice)
    hero.act(draft, choice)


def end_on_reveal(draft: Draft, quest: Quest) -> MissionHelp:
    """End the effects that wait for the next mission, and return what they do for this one together (H11)."""
    game, total = draft.game, NO_HELP
    if draft.unused is game.heroes and game.start is None:  # quick: no skill has been used, so none has an effect
        return total
    for end in _END_ON_REVEAL:
        one = end(draft, quest)
        if one is not NO_HELP:
            total = MissionHelp(total.waiver + one.waiver, total.solved or one.solved)
    return total


def end_on_completion(draft: Draft) -> None:
    """End the effects that last until a mission is completed; the backpack may break (H3)."""
    game = draft.game
    if draft.unused is game.heroes and game.start is None:  # as above
        return
    for end in _END_ON_COMPLETION:
        end(draft)


def uses(state: Position) -> Iterator[UseSkill]:
    """Return every legal use of every skill in this gap, in the order of the game's heroes."""
    for hero in state.unused:
        yield from uses_of(state, hero)


def uses_of(state: Position, hero: HeroId) -> Iterator[UseSkill]:
    """Return every legal use of this hero's skill in this gap; none if it has been used."""
    if hero not in state.unused:
        return
    if hero != ROS_THANIR:
        yield from _ways(state, UseSkill(hero))
        return
    for other in state.unused:
        if other != ROS_THANIR:
            yield from _ways(state, UseSkill(hero, borrowed=other))


def token_uses(state: Position, choice: UseSkill) -> list[UseSkill]:
    """Return the legal uses that differ from this one at most in the copies that leave as tokens, fewest first (R6)."""
    variants = token_variants(state, _price(choice), asked=state.game.tokens_matter)
    ways = [choice._replace(tokens=tokens) for tokens in variants]
    return [way for way in ways if why_not_use(state, way) is None]


def _ways(state: Position, bare: UseSkill) -> Iterator[UseSkill]:
    hero = _acting(bare)
    for remove in _removals(state, hero):
        leaving = _price(bare._replace(remove=remove))
        if why_cannot_leave(state, leaving, (), verb=hero.name) is not None:
            continue
        for tokens in token_variants(state, leaving, asked=state.game.tokens_matter):
            paid = bare._replace(remove=remove, tokens=tokens)
            if _why_not_paid(state, paid) is None:
                yield from (
                    choice
                    for choice in hero.arguments(_after_paying(state, paid), paid)
                    if why_not_use(state, choice) is None
                )


def _removals(state: Position, hero: Hero) -> Iterator[tuple[Kind, ...]]:
    """Return every selection of items that the skill may remove from this backpack."""
    held = Pile(
        {kind: state.tokens.get(kind, 0) if hero.tokens_only else state.held(kind) for kind in state.game.kinds}
    )
    return held.selections(*hero.removes)


def _acting(choice: UseSkill) -> Hero:
    """Return the hero whose skill is used: the borrowed one, where one is borrowed."""
    return HEROES[choice.borrowed or choice.hero]


def _cost(choice: UseSkill) -> tuple[Kind, ...]:
    cost = HEROES[choice.hero].cost
    return cost + HEROES[choice.borrowed].cost if choice.borrowed else cost  # H1: its own cost too


def _price(choice: UseSkill) -> tuple[Kind, ...]:
    """Return the copies that may leave as cards or as tokens; what Fylee removes is always a token (H9)."""
    return _cost(choice) if _acting(choice).tokens_only else _cost(choice) + choice.remove


def _why_not_available(state: Position, choice: UseSkill) -> str | None:
    for hero in (choice.hero, choice.borrowed):
        if hero is None:
            continue
        if hero not in HEROES or hero not in state.game.heroes:
            return f"{HEROES[hero].name if hero in HEROES else hero} is not in the game"
        if hero not in state.unused:
            return f"the skill of {HEROES[hero].name} has been used"
    if not state.story:
        return "no card is left to be revealed"
    if choice.hero == ROS_THANIR:
        if choice.borrowed is None:
            return "Ro's Thanir must say whose skill is borrowed"
        if choice.borrowed == ROS_THANIR:
            return "Ro's Thanir cannot borrow from himself"
    elif choice.borrowed is not None:
        return f"{HEROES[choice.hero].name} cannot borrow a skill, only Ro's Thanir can"
    return None


def _why_wrong_arguments(choice: UseSkill) -> str | None:
    hero = _acting(choice)
    for argument, meaning in _ARGUMENTS.items():
        given = getattr(choice, argument) is not None
        if given and argument != hero.argument:
            return f"the skill of {hero.name} has no '{argument}': {meaning}"
        if not given and argument == hero.argument:
            return f"the skill of {hero.name} must say {meaning} ('{argument}')"
    fewest, most = hero.removes
    if not fewest <= len(choice.remove) <= most:
        if not most:
            return f"{hero.name} removes no items of your choice ('remove'), only the price of the skill"
        return f"{hero.name} removes {fewest} to {most} items, not {len(choice.remove)}"
    return None


def _why_not_paid(state: Position, choice: UseSkill) -> str | None:
    hero = _acting(choice)
    if not hero.tokens_only:
        return why_cannot_leave(state, _cost(choice) + choice.remove, choice.tokens, verb=hero.name)
    cost, said = _cost(choice), Pile.of(*choice.tokens)
    if not cost:  # Fylee removes only tokens: a choice may name them as tokens too
        for kind in said:
            if said[kind] > choice.remove.count(kind):
                return f"{kind} is named as a token, but not removed"
        return _why_no_tokens(state, choice.remove)
    reason = why_cannot_leave(state, cost, choice.tokens, verb=hero.name)
    if reason is not None:
        return reason
    left = Draft(state, record_events=False)
    left.leave(Pile.of(*cost), choice.tokens)
    return _why_no_tokens(left, choice.remove)


def _why_no_tokens(backpack: Position, remove: tuple[Kind, ...]) -> str | None:
    for kind, n in Pile.of(*remove).items():
        held = backpack.tokens.get(kind, 0)
        if held < n:
            return f"Fylee Stepshadow removes {plural(n, f'{kind} token')}, the backpack holds {held}"
    return None


def _why_no_effect(state: Position, choice: UseSkill) -> str | None:
    """Return why the skill itself is illegal once its price is paid, or None (X9)."""
    objection = _acting(choice).why_not
    return None if objection is None else objection(_after_paying(state, choice), choice)


def _pay(draft: Draft, choice: UseSkill) -> None:
    hero, cost = _acting(choice), _cost(choice)
    if hero.tokens_only:
        draft.leave(Pile.of(*cost), choice.tokens if cost else ())
        draft.remove_from_game(choice.remove)
    else:
        draft.leave(Pile.of(*cost, *choice.remove), choice.tokens)
    if draft.record_events and cost + choice.remove:
        draft.add_event(EventKind.ITEMS_REMOVED, kinds=cost + choice.remove)


def _after_paying(state: Position, choice: UseSkill) -> Draft:
    draft = Draft(state, record_events=False)
    _pay(draft, choice)
    return draft
