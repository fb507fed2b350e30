"""Builders for games, cards, choices and notes, and checks of choices, for short tests.

``play_story("sword bow", mission("sword bow", "shield?"))`` plays a story up to the first question;
``backpack(state)`` shows what is packed, tokens with a star: ``"bow shield*"``.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from dtcli.rules import (
    EDITIONS,
    REVEAL,
    Adventure,
    Card,
    Discard,
    Game,
    HeroId,
    IllegalChoice,
    Item,
    Kind,
    Mission,
    Pay,
    RevealNote,
    Reward,
    RewardRule,
    Rulings,
    SkillNote,
    State,
    Take,
    UseSkill,
    apply,
    follow,
    options,
    score,
    start,
    why_not,
)
from dtcli.rules.cards import NO_REWARD, Effect, KindInfo, Scroll
from dtcli.rules.decisions import Choice
from dtcli.rules.follow import Run, endings
from dtcli.rules.rulings import (
    ALAN,
    ARVEDUI_MIRIEL,
    FYLEE,
    GARYNOR,
    NINTRABASH,
    ROS_THANIR,
    TONK_REDBEER,
    TRAGURK,
    ZARIA,
    ZIGARAT_HO,
    Borrowing,
    HeroChoice,
    SpentRewards,
)
from dtcli.rules.score import Score

RO, NIN, TONK, ARVEDUI = ROS_THANIR, NINTRABASH, TONK_REDBEER, ARVEDUI_MIRIEL
TRAG, ZIG, GARY, ZARI, FYL, ALA = TRAGURK, ZIGARAT_HO, GARYNOR, ZARIA, FYLEE, ALAN

TWELVE = ["sword", "bow", "shield", "torch", "map", "potion", "keys", "gold", "grapnel", "cup", "book", "mortar"]
KINDS: Mapping[Kind, KindInfo] = {Kind(name): KindInfo(Kind(name)) for name in TWELVE}

RETURN = {"spent_rewards": SpentRewards.RETURN}
COPIES = {"thanir": Borrowing.COPIES}
SPENDS = {"thanir": Borrowing.SPENDS}
FREE = {"hero_choice": HeroChoice.FREE}


def kinds(text: str) -> tuple[Kind, ...]:
    """Return the items that a text names, one word each."""
    return tuple(Kind(word) for word in text.split())


def reward(text: str) -> Reward:
    """Return a reward as a card prints it: shield, shield?, sword/bow, ? or -."""
    if text == "-":
        return NO_REWARD
    if text == "?":
        return Reward(RewardRule.ANY)
    if text.endswith("?"):
        return Reward(RewardRule.MAY, kinds(text[:-1]))
    if "/" in text:
        return Reward(RewardRule.EITHER, kinds(text.replace("/", " ")))
    return Reward(RewardRule.MUST, kinds(text))


def mission(needs: str, gives: str = "-", title: str = "a mission") -> Mission:
    """Return a mission that is written out."""
    return Mission(title, kinds(needs), reward(gives))


def adventure(needs: str, effect: str = "duplicates-once", **scroll: Any) -> Adventure:
    """Return an adventure; by default its scroll has no conditions."""
    hold = kinds(scroll.pop("hold", ""))
    written = {"missions": (), "reputation": 0, "accomplish": 0, "hold": hold, "complete": True} | scroll
    return Adventure("an-adventure", "An Adventure", kinds(needs), Effect(effect), Scroll(**written))


def cards(*laid: str | Card) -> tuple[Card, ...]:
    """Return a story from words, which stand for items, and cards."""
    story: list[Card] = []
    for one in laid:
        story += [Item(kind) for kind in kinds(one)] if isinstance(one, str) else [one]
    return tuple(story)


def game(*laid: str | Card, rulings: Rulings | None = None, **fixed: Any) -> Game:
    """Return a game of the twelve kinds; an adventure in the story is the adventure of the game."""
    story = cards(*laid)
    scroll = next((card for card in story if isinstance(card, Adventure)), None)
    switches = {name: fixed.pop(name) for name in list(fixed) if name in Rulings._fields}
    return Game(
        **{"kinds": KINDS, "story": story, "rulings": rulings or Rulings(**switches), "adventure": scroll} | fixed
    )


def edition_game(edition: str, *laid: str | Card, **fixed: Any) -> Game:
    """Return a game by the rules of an edition."""
    return game(*laid, rulings=EDITIONS[edition], **fixed)


def reveal_on(state: State) -> State:
    """Return the state after revealing cards up to the next decision or the end."""
    while state.pending is None and not state.over:
        state = apply(state, REVEAL)
    return state


def play_story(*laid: str | Card, **fixed: Any) -> State:
    """Return the state of a story played without skills up to the first decision or the end."""
    return reveal_on(start(game(*laid, **fixed)))


def gap(*laid: str | Card, then: str | tuple[str | Card, ...] = "cup", **fixed: Any) -> State:
    """Return the gap after these cards, with ``then`` still unrevealed."""
    rest = (then,) if isinstance(then, str) else then
    state = start(game(*laid, *rest, **fixed))
    for _ in cards(*laid):
        assert state.pending is None, f"the story asks for a decision before the gap: {state.pending}"
        state = apply(state, REVEAL)
    return state


def use(hero: HeroId, borrowed: HeroId | None = None, **said: Any) -> UseSkill:
    """Return the use of a skill; items are words."""
    spelled = {name: kinds(value) if name in ("remove", "tokens") else value for name, value in said.items()}
    return UseSkill(hero, borrowed, **spelled)


def pay(waive: str = "", in_full: str = "", tokens: str = "") -> Pay:
    return Pay(kinds(waive), kinds(in_full), kinds(tokens))


def take(kind: str | None) -> Take:
    return Take(None if kind is None else Kind(kind))


def discard(text: str = "", tokens: str = "") -> Discard:
    return Discard(kinds(text), kinds(tokens))


def after(state: State, *choices: Choice) -> State:
    """Return the state after these choices."""
    for choice in choices:
        state = apply(state, choice)
    return state


def backpack(state: State) -> str:
    """Return what is packed, in alphabetical order, tokens with a star."""
    return " ".join(sorted([*state.cards.copies(), *(f"{kind}*" for kind in state.tokens.copies())]))


def left(state: State) -> tuple[str, ...]:
    """Return the unrevealed cards by name."""
    return tuple(str(card) for card in state.story)


def offered(state: State) -> set[str | None]:
    """Return the rewards that may be taken now; None stands for declining."""
    return {choice.kind for choice in options(state) if isinstance(choice, Take)}


def skills(state: State) -> set[UseSkill]:
    """Return the skills that may be used now."""
    return {choice for choice in options(state) if isinstance(choice, UseSkill)}


def refused(state: State, choice: Choice, word: str) -> None:
    """Check that a choice is refused with a reason, everywhere, and changes nothing."""
    before = repr(state)
    reason = why_not(state, choice)
    assert reason is not None, f"{choice} is allowed"
    assert word in reason, f"{word!r} is not in {reason!r}"
    with pytest.raises(IllegalChoice) as illegal:
        apply(state, choice)
    assert str(illegal.value) == reason
    assert choice not in list(options(state))
    assert repr(state) == before


def allowed(state: State, choice: Choice) -> State:
    """Check that a choice is legal and offered, and return the state after it."""
    assert why_not(state, choice) is None
    assert choice in list(options(state))
    return apply(state, choice)


Note = RevealNote | SkillNote


def read(played: Game, *notes: Note) -> Run:
    """Return the game followed as recorded."""
    return follow(played, notes)


def outcome(played: Game, *notes: Note) -> Score:
    """Return the score of a game with these notes."""
    return score(follow(played, notes))


def ends(played: Game, *notes: Note) -> list[Run] | None:
    """Return how a game that the notes leave open can end."""
    return endings(follow(played, notes))
