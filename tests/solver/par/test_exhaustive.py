"""The exhaustive search for par itself: deals whose par a reader can check, and its two searches against each other."""

from random import Random

import pytest

from dtcli.rules import HEROES, Card, Discard, HeroId, Item, Mission, State, apply, options, start
from dtcli.rules.table import Table, discard, play, refill, why_not_play
from solver.par.open_deal import Aim, OpenDeal
from tests.rules.game_builder import (
    ALA,
    ARVEDUI,
    COPIES,
    GARY,
    NIN,
    RETURN,
    RO,
    TONK,
    TRAG,
    ZARI,
    ZIG,
    adventure,
    cards,
    game,
    mission,
)
from tests.solver.par import exhaustive
from tests.solver.par.exhaustive import (
    WITH_THE_STORY,
    fewest_deeds,
    fewest_while_laying,
    fewest_with_whole_stories,
    is_reached,
    most_missions,
)
from tests.solver.par.random_deals import every_aim, random_aim, random_deal
from tests.solver.small import with_slots

Laid = str | Card
SWORD_MISSION = mission("sword")


def deal(hand: tuple[Laid, ...], deck: tuple[Laid, ...] = (), *, slots: int = 8, **fixed: object) -> OpenDeal:
    """Return a deal; words stand for items, and an adventure card is the adventure of the game."""
    dealt = cards(*hand), cards(*deck)
    board = with_slots(game(*hand, *deck, **fixed).with_changes(story=()), slots)
    return OpenDeal(board, *dealt)


def par(hand: tuple[Laid, ...], deck: tuple[Laid, ...] = (), *, goal: int = 1, win: bool = False, **fixed: object):
    return fewest_deeds(deal(hand, deck, **fixed), Aim(goal, win))


# --- Cards that come into the hand


def test_nothing_to_reach_takes_no_deed():
    assert par(("sword",), goal=0) == 0


def test_an_item_and_its_mission_take_two_deeds():
    assert par(("sword", SWORD_MISSION)) == 2
    assert par(("bow map sword", SWORD_MISSION), ("cup cup",)) == 2


def test_a_mission_at_place_3_can_be_laid_after_three_deeds():
    assert par(("sword",), ("bow bow", SWORD_MISSION)) == 4
    assert par(("sword bow map",), ("bow bow", SWORD_MISSION)) == 4


def test_the_card_that_is_needed_may_have_to_wait_in_the_hand():
    assert par((SWORD_MISSION,), ("bow sword",)) is None, "only the mission itself can make room for the sword"
    assert par((SWORD_MISSION, "map"), ("bow sword",)) == 4


def test_the_deck_may_be_empty():
    assert par(("bow map", SWORD_MISSION, "sword")) == 2
    assert par(("bow map", SWORD_MISSION)) is None


def test_cards_are_discarded_to_reach_another():
    """One bow is laid or discarded for the sword; the sword itself brings the mission."""
    assert par(("bow bow",), ("sword", SWORD_MISSION), slots=1) == 3
    assert par(("bow",), ("bow sword", SWORD_MISSION), slots=1) == 4


def test_a_mission_that_succeeds_in_vain_pays_what_another_needs():
    once = mission("sword", title="one"), mission("sword bow", title="two")
    assert par((*once, "sword bow"), goal=1) == 2
    assert par((*once, "sword bow"), goal=2) is None
    assert par((*once, "sword bow"), ("sword",), goal=2) == 5


# --- Most missions


def test_most_missions_within_some_deeds():
    two = deal(("sword", SWORD_MISSION), ("bow", mission("bow", title="for the bow")))
    assert [most_missions(two, within) for within in range(6)] == [0, 0, 1, 1, 2, 2]


def test_most_missions_without_any():
    assert most_missions(deal(("sword",)), 1) == 0


# --- Rewards, tokens and slots


def test_r1_a_reward_pays_the_next_mission():
    assert par(("sword", mission("sword", "bow"), mission("bow", title="next")), goal=2) == 3
    none = {kind: info._replace(tokens=0) for kind, info in game().kinds.items()}
    assert par(("sword", mission("sword", "bow"), mission("bow", title="next")), goal=2, kinds=none) is None


def test_r4_a_mandatory_reward_breaks_a_full_backpack():
    assert par(("sword sword", mission("sword sword", "bow")), slots=1) == 3
    laid = ("sword sword map", mission("sword", "bow", title="first"), mission("sword", title="second"))
    assert par(laid, slots=1, goal=2) == 4, "the mission without a reward comes first"
    laid = ("sword sword", mission("sword", "bow", title="first"), mission("sword", "bow", title="second"))
    assert par(laid, slots=1, goal=2) is None, "the bow or the second sword is too much"


def test_r4_an_optional_reward_can_be_declined():
    gives = ("bow?", "bow")
    par_of = [
        par(("sword", mission("sword", one), "map", mission("map", one, title="next")), slots=1, goal=2)
        for one in gives
    ]
    assert par_of == [4, None]


def test_r7_a_mission_is_failed_to_make_room():
    """The bow that must be taken fills the only slot, so the map does not fit until a mission that lists it fails."""
    laid = ("sword", mission("sword", "bow"), "map", mission("map", "bow", title="next"))
    assert par(laid, slots=1, goal=2) is None
    assert par((*laid, mission("bow cup", title="to be failed")), slots=1, goal=2) == 5


def test_r6_tokens_that_return_can_be_taken_again():
    one = {kind: info._replace(tokens=1) for kind, info in game().kinds.items()}
    chain = (mission("sword", "bow", title="a"), mission("bow", "bow", title="b"), mission("bow", title="c"))
    assert par(("sword", *chain), goal=3, kinds=one) is None
    assert par(("sword", *chain), goal=3, kinds=one, **RETURN) == 4


# --- Adventures


def test_v1_an_adventure_card_needs_missions_below_it():
    scroll = adventure("cup", reputation=1)
    hand = ("cup", scroll, "sword", SWORD_MISSION)
    assert par(hand, goal=0, win=True) == 3, "a failed mission, the cup and the adventure"
    assert par(hand, goal=1, win=True) == 4
    assert par(hand, goal=1) == 2
    assert par(("cup", adventure("cup", reputation=2), SWORD_MISSION), goal=0, win=True) is None


def test_r9_items_are_held_at_the_end():
    scroll = adventure("cup", hold="sword", complete=False)
    assert par((scroll, "sword", SWORD_MISSION), goal=0, win=True) == 1
    assert par((scroll, "sword", SWORD_MISSION), goal=1, win=True) is None
    assert par((scroll, "sword", SWORD_MISSION), ("map sword",), goal=1, win=True) == 3
    assert par((scroll, "sword", SWORD_MISSION), ("map sword",), goal=1) == 2


def test_v3_an_effect_is_worth_the_deeds():
    paid_once = adventure("cup"), "cup sword", mission("sword sword")
    assert par(paid_once) == 4
    assert par(paid_once[1:]) is None
    assert par(("cup", adventure("cup", "extra-slot"), "sword bow", mission("sword bow")), slots=1) == 5
    assert par(("cup", adventure("cup", "any-reward"), mission("bow"))) == 3


# --- Heroes


def test_h3_tonk_makes_room():
    assert par(("torch sword bow", mission("sword bow")), slots=1, heroes=(TONK,)) == 4
    assert par(("torch sword bow", mission("sword bow")), slots=1) is None


def test_h0_a_skill_is_used_before_a_card_that_is_laid():
    """Garynor changes a sword into the bow that must be held at the end, but not after the last card."""
    scroll = adventure("cup", hold="bow", complete=False)
    fixed = {"goal": 0, "win": True, "heroes": (GARY,), "adventure": scroll}
    assert par(("sword",), **fixed) is None
    assert par(("sword map",), **fixed) == 2


def test_h4_arvedui_brings_a_mission_back_that_came_too_early():
    """With a hand of one, the mission is laid before the sword; it fails, and comes back after the sword."""
    assert par((SWORD_MISSION,), ("gold sword",)) is None
    assert par((SWORD_MISSION,), ("gold sword",), heroes=(ARVEDUI,)) == 3
    assert par((SWORD_MISSION,), ("sword gold",), heroes=(ARVEDUI,)) is None, "no card is left after the gold"
    assert par((SWORD_MISSION,), ("sword gold map",), heroes=(ARVEDUI,)) == 4


def test_h5_h8_h10_missions_are_completed_without_their_items():
    assert par((mission("sword bow"), "cup sword"), heroes=(TRAG,)) == 3
    assert par((mission("sword bow"), "cup sword")) is None
    assert par((mission("sword bow"),), heroes=(ZARI,)) == 1
    assert par((mission("cup"), "sword sword"), heroes=(ALA,)) == 3


def test_h1_thanir_borrows():
    assert par((mission("sword bow"), "potion"), heroes=(RO, ZARI)) == 1
    assert par((mission("map map map"), "potion cup"), heroes=(RO, TRAG)) is None
    two = (mission("sword", title="one"), mission("bow", title="two"), "potion")
    assert par(two, goal=2, heroes=(RO, ZARI)) is None
    assert par(two, goal=2, heroes=(RO, ZARI), **COPIES) == 3


def test_h6_zigarat_lays_a_card_that_comes_late_below_others():
    """With a hand of one, the mission must be laid before the sword."""
    assert par((SWORD_MISSION,), ("sword",)) is None
    assert par((SWORD_MISSION,), ("sword",), heroes=(ZIG,)) == 2


def test_h6_zigarat_can_put_the_adventure_first_after_it_was_laid_on_a_mission():
    """V1 is about the story as it is laid."""
    doubled = mission("sword sword")
    hand = ("cup sword", doubled, adventure("cup", reputation=1))
    assert par(hand) is None
    assert par(hand, heroes=(ZIG,)) == 4


def test_h2_nintrabash_discards_at_no_deed_more_or_less():
    assert par((SWORD_MISSION, "sword"), heroes=(NIN,)) == 2


# --- The two searches, and the table


def deal_and_aim(seed: int, heroes: tuple[HeroId, ...], *, tiny: bool = False) -> tuple[OpenDeal, Aim]:
    chance = Random(seed)
    dealt = random_deal(chance, heroes, tiny=tiny)
    return dealt, random_aim(chance, dealt)


def test_both_searches_agree_without_heroes():
    solved = 0
    for seed in range(60):
        dealt, aim = deal_and_aim(seed, (), tiny=True)
        found = fewest_while_laying(dealt, aim, dealt.size)
        assert fewest_with_whole_stories(dealt, aim, dealt.size) == found, f"random_deal(Random({seed})), {aim}"
        solved += found is not None
    assert solved >= 5


@pytest.mark.parametrize("hero", [hero for hero in HEROES if hero not in WITH_THE_STORY])
def test_both_searches_agree_with_heroes_who_do_not_look_ahead(hero: HeroId):
    heroes, solved = (hero, ZARI) if hero == RO else (hero,), 0
    for seed in range(15):
        dealt, aim = deal_and_aim(seed, heroes, tiny=True)
        found = fewest_while_laying(dealt, aim, dealt.size)
        assert fewest_with_whole_stories(dealt, aim, dealt.size) == found, f"random_deal(Random({seed}), {heroes})"
        solved += found is not None
    assert solved >= 2


@pytest.mark.parametrize(("hero", "seeds"), [(ARVEDUI, 15), (NIN, 3), (ZIG, 3)])
def test_a_skill_that_need_not_be_used_makes_par_no_worse(hero: HeroId, seeds: int):
    better = 0
    for seed in range(100, 100 + seeds):
        dealt, aim = deal_and_aim(seed, (hero,))
        alone = dealt._replace(game=dealt.game.with_changes(heroes=()))
        without, found = fewest_deeds(alone, aim), fewest_deeds(dealt, aim)
        assert without is None or (found is not None and found <= without)
        better += found != without
    assert better or hero == NIN


def random_line(dealt: OpenDeal, chance: Random) -> tuple[int, State]:
    """Return how many deeds a random player made at the table, and the end of a random resolution."""
    table, deeds = Table((dealt.hand,), dealt.deck, len(dealt.hand)), 0
    while table.hands[0] and chance.random() < 0.92:
        card = chance.choice(table.hands[0])
        lays = chance.random() < 0.85 and why_not_play(table, 1, card) is None
        table, deeds = refill(play(table, 1, card) if lays else discard(table, 1, [card]), 1), deeds + 1
    state = start(dealt.game.with_changes(story=table.story))
    while not state.over:
        state = apply(state, chance.choice(list(options(state))))
    return deeds, state


def test_no_random_line_at_the_table_beats_par_and_some_reach_it():
    par_reached = 0
    for seed in range(25):
        dealt = random_deal(Random(seed))
        pars = {aim: fewest_deeds(dealt, aim) for aim in every_aim(dealt) if aim.missions}
        chance = Random(f"lines {seed}")
        for _ in range(150):
            deeds, end = random_line(dealt, chance)
            for aim, fewest in pars.items():
                judged = end._replace(game=dealt.game.with_changes(goal=aim.missions))
                if is_reached(judged, aim):
                    assert fewest is not None, f"random_deal(Random({seed})), {aim}"
                    assert fewest <= deeds, f"random_deal(Random({seed})), {aim}"
                    par_reached += deeds == fewest
    assert par_reached >= 20


# --- The random deals


def test_random_deals_ask_for_what_matters(monkeypatch: pytest.MonkeyPatch):
    """In some of them the deck, the slots, the tokens, failing, and the victory conditions decide."""
    asked = []
    for seed in range(100):
        chance = Random(seed)
        dealt = random_deal(chance)
        aim = random_aim(chance, dealt)
        asked.append((dealt, aim, fewest_deeds(dealt, aim)))
    assert 40 <= sum(found is not None for *_, found in asked) <= 80

    def differing(change) -> int:
        return sum(fewest_deeds(*change(dealt, aim)) != found for dealt, aim, found in asked)

    def no_tokens(dealt: OpenDeal, aim: Aim) -> tuple[OpenDeal, Aim]:
        kinds = {kind: info._replace(tokens=0) for kind, info in dealt.game.kinds.items()}
        return dealt._replace(game=dealt.game.with_changes(kinds=kinds)), aim

    assert differing(lambda dealt, aim: (dealt._replace(hand=dealt.hand + dealt.deck, deck=()), aim)) >= 15
    roomy = differing(lambda dealt, aim: (dealt._replace(game=with_slots(dealt.game.with_changes(), 20)), aim))
    assert roomy >= 5
    assert differing(no_tokens) >= 5
    assert differing(lambda dealt, aim: (dealt, aim._replace(win=False))) >= 3

    def without_discards(state: State):
        return (choice for choice in options(state) if not (isinstance(choice, Discard) and choice.kinds))

    monkeypatch.setattr(exhaustive, "options", without_discards)
    assert differing(lambda dealt, aim: (dealt, aim)) >= 1


def test_the_same_seed_deals_the_same_cards():
    one, other = random_deal(Random(7)), random_deal(Random(7))
    assert (one.hand, one.deck, one.game.slots) == (other.hand, other.deck, other.game.slots)
    assert any(isinstance(card, Item) for card in one.hand + one.deck)
    assert any(isinstance(card, Mission) for card in one.hand + one.deck)
