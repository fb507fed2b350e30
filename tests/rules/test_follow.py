"""Following a record: what is written, what is refused, what is assumed, what stays open."""

import pytest

from dtcli.rules import Kind, RevealNote, SkillNote, Status, follow
from dtcli.rules.decisions import Failure, Payment, RewardOffer
from dtcli.rules.noted_choices import default_choice
from dtcli.rules.notes import moment
from dtcli.rules.state import EventKind
from tests.rules.game_builder import (
    ALA,
    NIN,
    RETURN,
    TONK,
    TRAG,
    TWELVE,
    ZARI,
    backpack,
    discard,
    ends,
    game,
    kinds,
    mission,
    outcome,
    pay,
    play_story,
    read,
    take,
    use,
)


def refusals(run: object) -> list[tuple[int, str]]:
    return [(refusal.note, refusal.part) for refusal in run.refusals]


# What is written is done


def test_a_recorded_reward_is_taken():
    run = read(game("sword", mission("sword", "cup?")), RevealNote(2, take=Kind("cup")))
    assert (backpack(run.final), run.assumed, run.refusals) == ("cup*", (), ())


def test_a_recorded_discard_is_done():
    run = read(game("sword", mission("sword bow")), RevealNote(2, discard=kinds("sword")))
    assert (backpack(run.final), run.assumed) == ("", ())


def test_a_recorded_discard_may_say_tokens():
    played = game("cup sword", mission("cup", "sword"), mission("sword bow"))
    run = read(played, RevealNote(4, discard=kinds("sword"), tokens=kinds("sword")))
    assert (backpack(run.final), run.refusals) == ("sword", ())


def test_recorded_skills_are_used_in_the_order_of_the_record():
    played = game("torch sword sword", mission("cup"), heroes=(TONK, ALA))
    run = read(played, SkillNote(4, use(ALA)), SkillNote(4, use(TONK)))
    assert run.heroes_used == (ALA, TONK)
    assert run.final.completed == 1


def test_a_recorded_waiver_is_used():
    played = game("book sword bow", mission("sword bow"), heroes=(TRAG,))
    run = read(played, SkillNote(4, use(TRAG, remove="book")), RevealNote(4, waive=kinds("bow")))
    assert (backpack(run.final), run.open) == ("bow", None)


def test_h5_a_list_that_is_waived_as_a_whole_may_be_written():
    played = game("book book sword", mission("sword"), heroes=(TRAG,))
    skill = SkillNote(4, use(TRAG, remove="book book"))
    run = read(played, skill, RevealNote(4, waive=kinds("sword")))
    assert (backpack(run.final), run.refusals) == ("sword", ())
    assert refusals(read(played, skill, RevealNote(4, waive=kinds("sword sword")))) == [(1, "waive")]


def test_reward_and_waiver_in_one_note():
    played = game("book sword bow", mission("sword bow", "cup?"), heroes=(TRAG,))
    notes = SkillNote(4, use(TRAG, remove="book")), RevealNote(4, waive=kinds("bow"), take=Kind("cup"))
    assert backpack(read(played, *notes).final) == "bow cup*"


def test_what_is_forced_may_be_written_too():
    played = game("sword", mission("sword", "cup"), mission("map"))
    run = read(played, RevealNote(2, take=Kind("cup")), RevealNote(3, discard=()))
    assert (backpack(run.final), run.refusals, run.assumed) == ("cup*", (), ())


def test_a_reward_that_has_run_out_may_be_noted_as_none():
    gone = ("cup cup map", mission("cup", "sword"), mission("cup", "sword"), mission("map", "sword"))
    assert read(game(*gone), RevealNote(6, take=None)).refusals == ()
    assert refusals(read(game(*gone), RevealNote(6, take=Kind("sword")))) == [(0, "take")]


# What is illegal is refused and not done


def test_an_illegal_skill_is_refused():
    run = read(game("sword bow", heroes=(TONK,)), SkillNote(2, use(TONK)))
    assert refusals(run) == [(0, "hero")]
    assert "torch" in run.refusals[0].reason
    assert (run.heroes_used, run.final.unused) == ((), (TONK,))


def test_an_illegal_discard_is_refused_and_nothing_is_discarded():
    run = read(game("sword cup", mission("sword bow")), RevealNote(3, discard=kinds("cup")))
    assert refusals(run) == [(0, "discard")]
    assert backpack(run.final) == "cup sword"


def test_an_illegal_reward_is_refused_and_the_default_steps_in():
    run = read(game("sword", mission("sword", "cup?")), RevealNote(2, take=Kind("map")))
    assert refusals(run) == [(0, "take")]
    assert backpack(run.final) == ""


def test_an_illegal_choice_without_default_leaves_the_game_open():
    run = read(game("sword", mission("sword", "cup/map")), RevealNote(2, take=Kind("bow")))
    assert refusals(run) == [(0, "take")]
    assert isinstance(run.open, RewardOffer)


def test_an_illegal_waiver_is_refused():
    played = game("book sword bow", mission("sword bow"), heroes=(TRAG,))
    run = read(played, SkillNote(4, use(TRAG, remove="book")), RevealNote(4, waive=kinds("map")))
    assert refusals(run) == [(1, "waive")]
    assert isinstance(run.open, Payment)


def test_two_entries_for_one_reveal_are_refused():
    played = game("sword", mission("sword", "cup?"))
    run = read(played, RevealNote(2, take=Kind("cup")), RevealNote(2, take=None))
    assert refusals(run) == [(1, "twice")]
    assert backpack(run.final) == "cup*"


@pytest.mark.parametrize(
    ("note", "story", "part", "word"),
    [
        (RevealNote(1, take=Kind("cup")), ("sword",), "take", "an item"),
        (RevealNote(2, take=Kind("cup")), ("sword", mission("sword bow", "cup")), "take", "bow is missing"),
        (RevealNote(2, take=Kind("cup")), ("sword", mission("sword")), "take", "no reward"),
        (RevealNote(2, discard=kinds("sword")), ("sword", mission("sword")), "discard", "does not fail"),
        (RevealNote(2, waive=kinds("sword")), ("sword", mission("sword")), "waive", "Tragurk"),
        (RevealNote(2, in_full=kinds("sword")), ("sword", mission("sword bow")), "in_full", "bow is missing"),
    ],
)
def test_what_was_never_asked_is_refused(note: RevealNote, story: tuple[object, ...], part: str, word: str):
    run = read(game(*story), note)
    assert refusals(run) == [(0, part)]
    assert word in run.refusals[0].reason


def test_a_payment_for_a_solved_mission_is_refused():
    played = game("cup", mission("sword"), heroes=(ZARI,))
    run = read(played, SkillNote(1, use(ZARI, guess=Kind("sword"))), RevealNote(2, tokens=kinds("sword")))
    assert refusals(run) == [(1, "tokens")]
    assert "by a skill" in run.refusals[0].reason


def test_a_reward_after_the_break_is_refused():
    eight = " ".join(TWELVE[:8])
    played = game(eight, "bow cup book", mission("bow", "sword?"), heroes=(TONK,))
    run = read(played, SkillNote(9, use(TONK)), RevealNote(12, take=Kind("sword")))
    assert run.final.broken
    assert refusals(run) == [(1, "take")]
    assert "breaks before the reward" in run.refusals[0].reason


@pytest.mark.parametrize("note", [RevealNote(3, take=None), SkillNote(4, use(TONK)), SkillNote(3, use(TONK))])
def test_what_comes_after_the_last_reveal_is_refused(note: RevealNote | SkillNote):
    run = read(game("torch sword", heroes=(TONK,)), note)
    assert refusals(run) == [(0, "at" if isinstance(note, RevealNote) else "before")]
    assert "the story ends with reveal 2" in run.refusals[0].reason


def test_what_comes_after_the_break_is_refused():
    run = read(game(" ".join(TWELVE), heroes=(TONK,)), RevealNote(11, take=None), SkillNote(10, use(TONK)))
    assert refusals(run) == [(0, "at"), (1, "before")]
    assert "the backpack breaks with reveal 9" in run.refusals[0].reason


def test_h0_a_second_use_after_the_last_reveal_is_refused_too():
    played = game("torch sword", heroes=(TONK,))
    run = read(played, SkillNote(2, use(TONK)), SkillNote(3, use(TONK)))
    assert refusals(run) == [(1, "before")]


def test_h0_a_skill_after_the_last_reveal_is_refused_with_every_hero_noted_there():
    played = game("torch sword", heroes=(TONK, NIN))
    run = read(played, SkillNote(2, use(TONK)), SkillNote(3, use(TONK)), SkillNote(3, use(NIN, discard=())))
    assert refusals(run) == [(1, "before"), (2, "before")]


def test_h0_a_second_use_is_refused_with_its_reason():
    played = game("torch torch sword", heroes=(TONK,))
    run = read(played, SkillNote(2, use(TONK)), SkillNote(3, use(TONK)))
    assert refusals(run) == [(1, "hero")]
    assert "used" in run.refusals[0].reason


def test_x10_a_skill_after_nintrabash_has_emptied_the_story_is_refused():
    played = game("torch sword", heroes=(NIN, TONK))
    run = read(played, SkillNote(2, use(NIN, discard=(1,))), SkillNote(2, use(TONK)))
    assert len(run.refusals) == 1
    assert (run.refusals[0].note, run.final.revealed) == (1, 1)


@pytest.mark.parametrize("gives", ["cup", "-"])
def test_r4_an_illegal_reward_is_refused_even_where_the_waiver_was_forgotten(gives: str):
    played = game("book sword bow", mission("sword bow", gives), heroes=(TRAG,))
    notes = SkillNote(4, use(TRAG, remove="book")), RevealNote(4, take=None)
    assert isinstance(read(played, *notes).open, Payment)
    assert [refusals(run) for run in ends(played, *notes)] == [[(1, "take")], [(1, "take")]]


# What is not written


def test_silence_declines_what_may_be_declined():
    run = read(game("sword", mission("sword", "cup?")))
    assert (backpack(run.final), [type(one) for one in run.assumed]) == ("", [RewardOffer])


def test_silence_discards_nothing():
    run = read(game("sword", mission("sword bow")))
    assert (backpack(run.final), [type(one) for one in run.assumed]) == ("sword", [Failure])


def test_silence_about_what_leaves_no_choice_is_no_assumption():
    run = read(game("sword", mission("sword", "cup"), mission("map")))
    assert (run.assumed, run.open) == ((), None)


def test_the_defaults():
    assert default_choice(play_story("sword", mission("sword", "cup?"))) == take(None)
    assert default_choice(play_story("sword", mission("sword bow"))) == discard()
    assert default_choice(play_story("sword", mission("sword", "cup/map"))) is None
    assert default_choice(play_story("cup sword", mission("cup", "sword"), mission("sword"), **RETURN)) == pay()
    assert default_choice(play_story("sword")) is None


# What stays open


def test_a_choice_between_kinds_that_must_be_made_leaves_the_game_open():
    run = read(game("sword", mission("sword", "cup/map"), "bow"))
    assert isinstance(run.open, RewardOffer)
    assert run.final.revealed == 2


def test_an_open_game_is_scored_over_all_its_endings():
    same = outcome(game("sword", mission("sword", "cup/map"), "bow", goal=1))
    assert (same.status, same.missions, same.assumed) == (Status.WON, 1, 1)
    differs = outcome(game("sword", mission("sword", "cup/map"), mission("cup"), goal=2))
    assert (differs.status, differs.missions, differs.failed, differs.won) == (Status.OPEN, None, None, None)
    assert (differs.revealed, differs.goal) == (3, 2)


def test_endings_that_differ_only_in_the_break_leave_the_status_open():
    full = game(" ".join(TWELVE[:8]), "bow", mission("bow", "cup/sword"), goal=1)
    assert {run.final.broken for run in ends(full)} == {True, False}
    result = outcome(full)
    assert (result.status, result.missions, result.broken, result.won) == (Status.OPEN, 1, None, None)


def test_the_endings_of_an_open_game():
    played = game("sword", mission("sword", "cup/map"), mission("cup"), goal=2)
    assert sorted(run.final.completed for run in ends(played)) == [1, 2]


def test_an_answer_that_makes_a_later_note_illegal_was_not_given():
    played = game("sword", mission("sword", "cup/map"), mission("cup", "bow?"), goal=2)
    result = outcome(played, RevealNote(3, take=Kind("bow")))
    assert (result.status, result.missions) == (Status.WON, 2)


def test_a_forgotten_waiver_leaves_the_game_open():
    played = game("book sword bow", mission("sword bow"), mission("sword"), heroes=(TRAG,), goal=2)
    note = SkillNote(4, use(TRAG, remove="book"))
    assert isinstance(read(played, note).open, Payment)
    assert outcome(played, note).status is Status.OPEN


def test_what_was_written_about_the_payment_holds_where_the_reward_was_forgotten():
    played = game("sword", mission("sword", "sword"), "sword", mission("sword", "bow/torch"))
    endings = ends(played, RevealNote(4, tokens=kinds("sword")))
    assert [(run.final.completed, refusals(run)) for run in endings] == [(2, []), (2, [])]


def test_too_many_endings_are_not_followed():
    laid = [card for _ in range(3) for card in ("sword", mission("sword", "?"))]
    played = game(*laid, "map", goal=3)
    assert ends(played) is None
    result = outcome(played)
    assert (result.status, result.missions) == (Status.OPEN, None)


# Notes in order


def test_a_gap_comes_before_its_reveal():
    notes = [RevealNote(2), SkillNote(2, use(TONK)), RevealNote(1), SkillNote(3, use(ALA))]
    assert [moment(note) for note in sorted(notes, key=moment)] == [(1, True), (2, False), (2, True), (3, False)]


# Frames


def test_frames_show_every_step():
    played = game("torch sword", mission("sword", "cup?"), heroes=(TONK,))
    notes = SkillNote(2, use(TONK)), RevealNote(3, take=Kind("cup"))
    run = follow(played, notes, frames=True)
    assert [(frame.number, frame.card is None) for frame in run.frames] == [
        (1, False),
        (2, True),
        (2, False),
        (3, False),
    ]
    assert [event.what for event in run.frames[-1].events] == [
        EventKind.ITEMS_PAID,
        EventKind.MISSION_COMPLETED,
        EventKind.EXTRA_SLOT_GONE,
        EventKind.REWARD_TAKEN,
    ]
    assert run.final == read(played, *notes).final
