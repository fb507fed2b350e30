"""Where the deeds of a timed game went: each finding, a game that is like it without the finding, and random games."""

from collections import Counter
from collections.abc import Sequence

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.replay.five_minutes import RecordedEvent
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.rules.cards import Adventure, Card, Effect, Item, Mission, Scroll
from dtcli.rules.decisions import UseSkill
from dtcli.rules.follow import follow
from dtcli.rules.items import Kind
from dtcli.rules.notes import Note, RevealNote, SkillNote
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, TONK_REDBEER, ZIGARAT_HO, HeroId
from dtcli.rules.state import Game
from dtcli.rules.table import Table
from solver.studies.card_fates import Fate, fates_of
from solver.studies.deeds import DeedStudy, Nothing, Wait, study_play
from tests.play.recorded_games import random_game

KINDS = bundled_cards("house").cards.kinds
SWORD, BOW, MAP, CUP, GOLD, TORCH = (Item(Kind(kind)) for kind in ("sword", "bow", "map", "cup", "gold", "torch"))
HUNT = Mission("The Hunt", (BOW.kind,))
DUEL = Mission("The Duel", (SWORD.kind, SWORD.kind))
TEA = Mission("Tea", (CUP.kind,))
DEALT = (SWORD, SWORD, BOW, MAP, CUP, GOLD, TORCH, HUNT, DUEL, TEA)
Action = tuple[str, Card] | tuple[str, Card, int]


def studied(
    *actions: Action,
    hands: Sequence[Sequence[Card]] = (DEALT,),
    deck: Sequence[Card] = (),
    notes: Sequence[Note] = (),
    heroes: tuple[HeroId, ...] = (),
    adventure: Adventure | None = None,
) -> DeedStudy:
    """Return the study of these actions, one each second: what, the card, and the player if it is not the first."""
    happened = [
        RecordedEvent(float(n), action[2] if len(action) > 2 else 1, action[0], (action[1],))
        for n, action in enumerate(actions, 1)
    ]
    story = tuple(event.cards[0] for event in happened if event.deed == "play")
    game = Game(kinds=KINDS, story=story, heroes=heroes, adventure=adventure)
    run = follow(game, notes, frames=True)
    assert not run.refusals
    return study_play(Table(tuple(map(tuple, hands)), tuple(deck), 20), happened, run)


def play(*cards: Card) -> list[Action]:
    return [("play", card) for card in cards]


def wasted(study: DeedStudy) -> list[tuple[str, str]]:
    return [(str(one.card.card), one.why.value) for one in study.wasted]


# laid for nothing


def test_nothing_is_wasted_where_every_item_pays_and_every_mission_is_completed():
    study = studied(*play(SWORD, SWORD, DUEL, BOW, HUNT, CUP, TEA))
    assert (study.deeds, study.laid, study.discarded) == (7, 7, 0)
    assert (study.completed, study.paid) == (3, 4)
    assert (study.wasted, study.missed, study.waited) == ((), (), ())


def test_an_item_that_pays_no_mission_is_laid_for_nothing():
    study = studied(*play(MAP, BOW, HUNT))
    assert wasted(study) == [("map", "not-paid")]
    assert (study.wasted[0].card.story_place, study.wasted[0].card.deed, study.wasted[0].card.t) == (1, 1, 1.0)
    assert (study.completed, study.paid) == (1, 1)


def test_of_equal_items_the_one_laid_first_pays():
    study = studied(*play(BOW, BOW, HUNT), hands=[(BOW, BOW, HUNT)])
    assert [one.card.story_place for one in study.wasted] == [2]


def test_a_failed_mission_is_laid_for_nothing_and_says_what_it_missed():
    study = studied(*play(SWORD, DUEL), hands=[(SWORD, DUEL)])
    assert wasted(study) == [("sword", "not-paid"), ("The Duel", "failed")]
    assert study.wasted[1].without == (SWORD.kind,)
    assert (study.missed, study.waited) == ((), ())


def test_an_item_that_is_discarded_after_a_failure_paid_nothing():
    study = studied(*play(SWORD, DUEL), hands=[(SWORD, DUEL)], notes=[RevealNote(2, discard=(SWORD.kind,))])
    assert wasted(study) == [("sword", "not-paid"), ("The Duel", "failed")]


def test_an_item_that_pays_a_skill_is_not_laid_for_nothing():
    use = SkillNote(2, UseSkill(TONK_REDBEER))
    study = studied(*play(TORCH, BOW, HUNT), heroes=(TONK_REDBEER,), notes=[use])
    assert (study.wasted, study.paid) == ((), 2)


def test_h2_a_card_that_a_hero_discards_did_nothing():
    use = SkillNote(1, UseSkill(NINTRABASH, discard=(1,)))
    study = studied(*play(MAP, BOW, HUNT), heroes=(NINTRABASH,), notes=[use])
    assert wasted(study) == [("map", "discarded")]


def test_h4_a_mission_that_is_brought_back_and_completed_did_not_fail():
    story = play(GOLD, HUNT, BOW)
    assert wasted(studied(*story)) == [("gold", "not-paid"), ("The Hunt", "failed"), ("bow", "not-paid")]
    use = SkillNote(3, UseSkill(ARVEDUI_MIRIEL))
    assert studied(*story, heroes=(ARVEDUI_MIRIEL,), notes=[use]).wasted == ()


def test_h6_rearranged_cards_keep_their_places():
    use = SkillNote(1, UseSkill(ZIGARAT_HO, order=(3, 2, 1)))
    study = studied(*play(HUNT, BOW, MAP), heroes=(ZIGARAT_HO,), notes=[use])
    assert [(str(one.card.card), one.card.story_place) for one in study.wasted] == [("map", 3)]


def test_b3_cards_above_a_broken_backpack_are_not_revealed():
    items = [Item(kind) for kind in KINDS][:10]
    study = studied(*play(*items), hands=[items])
    assert Counter(one.why for one in study.wasted) == {Nothing.NOT_PAID: 9, Nothing.NOT_REVEALED: 1}


ADVENTURE = Adventure(
    "far", "The Far Shore", (BOW.kind,), Effect.EXTRA_SLOT, Scroll((), reputation=1, accomplish=0, hold=(MAP.kind,))
)


def test_r9_an_item_that_the_adventure_wants_at_the_end_is_used():
    hand = (BOW, MAP, MAP, TEA, CUP, ADVENTURE)
    study = studied(*play(CUP, TEA, BOW, MAP, MAP, ADVENTURE), hands=[hand], adventure=ADVENTURE)
    assert [(str(one.card.card), one.card.story_place) for one in study.wasted] == [("map", 5)]


def test_v1_a_failed_mission_that_gives_reputation_is_not_laid_for_nothing():
    hand = (BOW, TEA, MAP, CUP, HUNT, BOW, ADVENTURE)
    needed = studied(*play(TEA, BOW, MAP, ADVENTURE), hands=[hand], adventure=ADVENTURE)
    assert needed.wasted == ()
    idle = studied(*play(TEA, BOW, HUNT, BOW, MAP, ADVENTURE), hands=[hand], adventure=ADVENTURE)
    assert wasted(idle) == [("Tea", "failed")]


# discarded and missed


def test_an_item_that_a_later_failed_mission_missed_was_discarded_and_missed():
    study = studied(("discard", BOW), *play(HUNT), hands=[(BOW, HUNT)])
    (missed,) = study.missed
    assert (missed.card.card, missed.card.deed) == (BOW, 1)
    assert missed.by is not None
    assert missed.by.card is HUNT
    assert (study.laid, study.discarded, study.waited) == (1, 1, ())


def test_an_item_that_no_failed_mission_missed_was_not_missed():
    assert studied(("discard", MAP), *play(BOW, HUNT)).missed == ()
    assert studied(("discard", MAP), *play(HUNT)).missed == ()
    after = studied(*play(HUNT), ("discard", BOW), hands=[(BOW, HUNT)])
    assert after.missed == ()
    assert [(one.card.card, one.how) for one in after.waited] == [(BOW, Wait.NEVER_LAID)]


def test_an_item_is_missed_by_one_mission_only():
    hunts = (HUNT, Mission("Another Hunt", (BOW.kind,)))
    study = studied(("discard", BOW), *play(*hunts), hands=[(BOW, *hunts)])
    assert [one.by and one.by.card for one in study.missed] == [HUNT]


def test_a_mission_whose_items_were_in_the_hand_and_paid_nothing_was_discarded_and_missed():
    study = studied(("discard", DUEL), *play(BOW, HUNT))
    assert [(one.card.card, one.by) for one in study.missed] == [(DUEL, None)]


def test_a_mission_was_not_missed_if_its_items_paid_another_one_or_came_later():
    other = Mission("Another Hunt", (BOW.kind,))
    assert studied(("discard", HUNT), *play(BOW, other), hands=[(BOW, HUNT, other)]).missed == ()
    later = studied(("discard", HUNT), ("draw", BOW), hands=[(HUNT,)], deck=[BOW])
    assert later.missed == ()
    laid_later = studied(("discard", HUNT), ("draw", BOW), ("play", BOW), hands=[(HUNT,)], deck=[BOW])
    assert laid_later.missed == ()
    one_sword = studied(("discard", DUEL), hands=[(SWORD, DUEL)])
    assert one_sword.missed == ()


def test_items_are_there_for_one_mission_only():
    twin = Mission("The Other Duel", (SWORD.kind, SWORD.kind))
    study = studied(("discard", DUEL), ("discard", twin), hands=[(SWORD, SWORD, DUEL, twin)])
    assert [one.card.card for one in study.missed] == [DUEL]


# waited too long


def test_an_item_laid_after_the_mission_that_missed_it_waited_too_long():
    study = studied(*play(HUNT, BOW), hands=[(BOW, HUNT)])
    (waited,) = study.waited
    assert (waited.card.card, waited.how, waited.by and waited.by.card) == (BOW, Wait.LAID_LATE, HUNT)
    drawn_later = studied(("play", HUNT), ("draw", BOW), ("play", BOW), hands=[(HUNT,)], deck=[BOW])
    assert drawn_later.waited == ()


def test_an_item_that_paid_a_later_mission_did_not_wait():
    other = Mission("Another Hunt", (BOW.kind,))
    study = studied(*play(HUNT, BOW, other), hands=[(BOW, HUNT, other)])
    assert (study.waited, wasted(study)) == ((), [("The Hunt", "failed")])


def test_a_mission_that_was_never_laid_though_its_items_were_there_waited_too_long():
    in_hand = studied(hands=[(BOW, HUNT)])
    assert [(one.card.card, one.how, one.by) for one in in_hand.waited] == [(HUNT, Wait.NEVER_LAID, None)]
    in_backpack = studied(*play(BOW), hands=[(BOW, HUNT)])
    assert [one.card.card for one in in_backpack.waited] == [HUNT]
    assert studied(*play(BOW, HUNT), hands=[(BOW, HUNT, DUEL)]).waited == ()


def test_an_item_of_another_player_counts():
    study = studied(("play", HUNT), ("play", BOW, 2), hands=[(HUNT,), (BOW,)])
    assert [(one.card.player, one.how) for one in study.waited] == [(2, Wait.LAID_LATE)]


def test_v1_an_adventure_without_reputation_could_not_be_laid():
    assert studied(hands=[(BOW, ADVENTURE)], adventure=ADVENTURE).waited == ()
    ready = studied(*play(TEA), hands=[(BOW, TEA, ADVENTURE)], adventure=ADVENTURE)
    assert ADVENTURE in [one.card.card for one in ready.waited]


# records and random games


def test_a_choice_that_is_not_recorded_leaves_the_study_open():
    either = bundled_cards("house").cards.missions["E02"]
    needs = [Item(kind) for kind in either.needs]
    study = studied(*play(*needs, either), hands=[(*needs, either)])
    assert study.is_open
    assert (study.deeds, study.wasted) == (len(needs) + 1, ())


GAMES = range(60)


@pytest.mark.parametrize("seed", GAMES)
def test_what_is_left_and_what_was_completed_agrees_with_the_engine(seed: int) -> None:
    game = random_game(seed)
    assert game.resolution is not None
    run = follow(game.setup.game(game.table.story, game.heroes), game.resolution.notes, frames=True)
    final, story = run.final, game.table.story
    fates = fates_of(run, story).cards
    there = Counter(card.kind for card, fate in zip(story, fates, strict=True) if fate in (Fate.LEFT, Fate.HELD))  # type: ignore[union-attr]
    assert there == Counter(dict(final.cards.items()))
    done = [card for card, fate in zip(story, fates, strict=True) if fate is Fate.COMPLETED]
    assert sum(isinstance(card, Mission) for card in done) == final.completed
    failed = [card for card, fate in zip(story, fates, strict=True) if fate is Fate.FAILED]
    assert sum(isinstance(card, Mission) for card in failed) == final.failed
    assert (Fate.NOT_REVEALED in fates) <= final.broken
    happened = [RecordedEvent(one.t, 1, one.action.value, one.cards) for one in game.log]
    study = study_play(game.dealt, happened, run, KeptPar(30, 30, 10))
    assert study.deeds == game.deeds
    assert study.completed + study.paid + len(study.wasted) in (study.laid, study.laid - final.failed)
    assert {id(one.card) for one in study.missed}.isdisjoint(id(one.card) for one in study.waited)


def test_the_random_games_have_every_fate_and_every_finding():
    fates, findings = Counter[Fate](), Counter[str]()
    for seed in GAMES:
        game = random_game(seed)
        assert game.resolution is not None
        run = follow(game.setup.game(game.table.story, game.heroes), game.resolution.notes, frames=True)
        fates.update(fates_of(run, game.table.story).cards)
        study = study_play(game.dealt, [RecordedEvent(e.t, 1, e.action.value, e.cards) for e in game.log], run)
        findings.update(missed=len(study.missed), waited=len(study.waited))
    assert {*Fate} - {*fates} <= {Fate.HELD}
    assert findings["missed"] > 5
    assert findings["waited"] > 5
