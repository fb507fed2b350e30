"""Checking replays: the table, refused choices with reasons, choices not recorded, the claimed result."""

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load, parse
from dtcli.rules.notes import RevealNote
from dtcli.rules.score import Status


def judge(text):
    return check(parse(text.encode(), file="f", suffix=".dt"))


def found(text):
    return [(problem.code, problem.line) for problem in judge(text).problems]


def only(text):
    (problem,) = judge(text).problems
    return problem


# all problems together


def test_eight_mistakes_give_eight_problems():
    text = (
        "scenario: traning\nedition: en-1999\nheroes: Nobody\n\nswrod\nmission Nowhere\nmission W: boow -> ??\n"
        "mission E07  | take bwo\nhero Tonk Redbeer  | tokens toch\n"
    )
    assert found(text) == [
        ("DT208", 1), ("DT210", 2), ("DT207", 3), ("DT204", 5), ("DT205", 6), ("DT204", 7), ("DT204", 7),
        ("DT204", 8), ("DT204", 9),
    ]  # fmt: skip


def test_mistakes_of_shape_and_of_notation_are_reported_together():
    assert found("players: 9\ndate: soon\ntitel: x\nmission\nsword\n") == [
        ("DT203", 1), ("DT203", 2), ("DT201", 3), ("DT107", 4),
    ]  # fmt: skip


def test_problems_of_the_table_and_of_the_choices_are_reported_together():
    text = (
        "players: 1\nheroes: Tonk Redbeer, Tragurk\n5 sword\nhero Tonk Redbeer\nmission E07  | take bow\nmission E07\n"
    )
    codes = [code for code, _ in found(text)]
    assert codes == ["DT305", "DT301", "DT401", "DT402", "DT302"]


# the table


def test_c1_the_fifth_card_of_an_item():
    problem = only("2 sword\nbow\nspada\nSWORDS\nsword\n")
    assert (problem.code, problem.line, problem.message) == ("DT301", 5, "5th sword card, only 4 exist")
    assert [line for _, line in found("4 sword\n2 sword\n4 bow\n")] == [2, 2]


def test_a_mission_written_out_is_not_checked_against_the_card_set_but_exists_once():
    assert found("mission Mine: gold\nmission Yours: gold") == []
    assert found("mission Mine: gold\nmission Mine: gold") == [("DT302", 2)]


def test_scenario_takes_so_many_missions_of_each_deck():
    assert found("scenario: level-1\nmission E01\nmission M01\n") == []
    problem = only("scenario: level-1\nmission E01\nmission D01\n")
    assert (problem.code, problem.line) == ("DT303", 3)
    assert "takes no missions of deck D" in problem.message
    seven = "".join(f"mission E0{n}\n" for n in range(1, 8))
    assert found(f"scenario: level-1\n{seven}") == [("DT303", 8)]
    thirteen = "".join(f"mission {n}: gold\n" for n in range(13))
    assert found(f"scenario: good-luck\n{thirteen}") == [("DT303", 14)]
    assert found(f"scenario: good-luck\n{seven}mission H01\nmission D01\n") == []


def test_heroes_of_the_game():
    assert found("edition: demo-2016\nheroes: Zigarat Ho\nsword") == [("DT304", 2)]
    assert found("edition: demo-2016\nrulings: heroes_in_box = 10\nheroes: Zigarat Ho\nsword") == []
    assert found("players: 2\nheroes: Tragurk, Nintrabash, Tonk Redbeer\nsword") == [("DT305", 2)]
    assert found("players: 3\nheroes: Tragurk, Nintrabash, Tonk Redbeer\nsword") == []
    assert found("heroes: Tragurk, TRAGURK\nsword") == [("DT306", 1)]


def test_v1_reputation():
    missions = ["mission E03", "mission E04", "mission E05", "mission E06"]
    card = "adventure The Apprentice's Book"
    assert found("\n".join([*missions, card])) == []
    problem = only("\n".join([*missions[:3], card, missions[3]]))
    assert (problem.code, problem.line) == ("DT307", 4)
    assert problem.message == "The Apprentice's Book needs 4 missions below it, there are 3"


def test_v2_missions_of_the_scroll():
    assert found("adventure: the-apprentices-book\nmission E01\nmission E03\nmission Own: gold") == [("DT309", 2)]


def test_one_adventure():
    assert [code for code, _ in found("adventure: the-apprentices-book\nadventure The Art of Saying No")] == ["DT310"]


def test_goal_of_the_scenario():
    problem = only("scenario: training-grounds\ngoal: 9\nsword")
    assert (problem.code, problem.severity, problem.line) == ("DT308", "warning", 2)
    assert found("scenario: training-grounds\ngoal: 10\nsword") == []
    assert judge("scenario: training-grounds\ngoal: 0\nsword").score.status is Status.WON


# choices that the rules refuse

REFUSED = [
    ("DT401", "heroes: Tonk Redbeer\nhero Tonk Redbeer\nsword", "before card 1: Tonk Redbeer"),
    ("DT401", "hero Tonk Redbeer\nsword", "Tonk Redbeer is not in the game"),
    ("DT401", "heroes: Nintrabash\nhero Nintrabash: 3\nsword\nbow", "place 3 is not among the 2 cards looked at"),
    ("DT401", "heroes: Nintrabash\nhero Nintrabash\nsword", "('discard')"),
    ("DT401", "heroes: Nintrabash\nhero Nintrabash: nothing\nhero Nintrabash: nothing\nsword", "has been used"),
    ("DT401", "heroes: Zigarat Ho\nhero Zigarat Ho: 1 1\nsword\nbow", "must name each place from 1 to 2 once"),
    ("DT401", "heroes: Arvedui Miriel\ngold\nhero Arvedui Miriel\nsword", "no failed mission"),
    ("DT401", "heroes: Ro's Thanir, Tonk Redbeer\npotion\nhero Ro's Thanir\ntorch", "must say whose skill is borrowed"),
    ("DT401", "heroes: Ro's Thanir, Tonk Redbeer\npotion\nhero Ro's Thanir as Tonk Redbeer\ntorch", "torch"),
    ("DT402", "torch\nsword\nmission E01  | take cup", "card 3: "),
    ("DT402", "map\ntorch\nmission E07  | decline", "card 3: "),
    ("DT402", "torch\nmission E01  | decline", "the mission fails, sword is missing"),
    ("DT402", "2 gold\nmission E04  | take bow", "the mission gives no reward"),
    ("DT403", "torch\nmission E01  | discard sword", "card 2: "),
    ("DT403", "torch\nsword\nmission E01  | fail, decline", "does not fail"),
    ("DT403", "torch  | discard torch", "an item: nothing is decided"),
    ("DT404", "torch\nsword\nmission E01  | decline, tokens sword", "card 3: "),
    ("DT404", "torch\nsword\nmission E01  | decline, waive sword", "card 3: "),
    ("DT405", "sword\nat 3: decline", "never comes: the story ends with reveal 1"),
    ("DT405", "heroes: Nintrabash\nsword\nhero Nintrabash: nothing", "never comes"),
    ("DT406", "torch\nsword\nmission E01  | decline\nat 3: decline", "has been decided in another entry"),
]


@pytest.mark.parametrize(("code", "text", "reason"), REFUSED)
def test_what_the_rules_refuse_is_refused_with_a_reason(code, text, reason):
    checked = judge(text)
    (problem,) = [one for one in checked.problems if one.is_error]
    assert (problem.code, checked.score, checked.agrees) == (code, None, None)
    assert reason in problem.message
    assert problem.pointer.startswith("/choices/")
    assert problem.line > 0


def test_all_codes_of_refusals_have_a_case():
    assert {code for code, _, _ in REFUSED} == {"DT401", "DT402", "DT403", "DT404", "DT405", "DT406"}


NINE_KINDS = "sword\nbow\nshield\ntorch\nmap\npotion\nkeys\ngold\ngrapnel\n"


def test_b3_decisions_after_the_break_are_one_warning():
    checked = judge(
        f"heroes: Tonk Redbeer\n\n{NINE_KINDS}mission E04  | decline\nmission E01  | fail\nhero Tonk Redbeer\nbow"
    )
    assert checked.is_valid
    assert (checked.score.status, checked.score.revealed) == (Status.BROKEN, 9)
    assert [one.code for one in checked.problems] == ["DT414"]
    assert "the backpack breaks at card 9; 3 decisions from card 10 on came too late" in checked.problems[0].message
    assert checked.notes == (RevealNote(10, take=None), RevealNote(11, discard=()))  # no skill


def test_b3_a_reward_recorded_where_the_extra_slot_ends_came_too_late():
    before = "heroes: Tonk Redbeer\n\ntorch\n2 sword\nbow\nshield\nmap\npotion\nkeys\ngold\n"
    checked = judge(f"{before}hero Tonk Redbeer\ngrapnel\ncup\nbook\nmission A: 1 sword -> bow?  | take bow")
    assert [one.code for one in checked.problems] == ["DT414"]
    assert checked.score.status is Status.BROKEN


def test_a_choice_without_its_card_is_still_invalid_where_the_story_just_ends():
    checked = judge("sword\nat 3: decline")
    assert [one.code for one in checked.problems] == ["DT405"]


# choices that were not recorded

FORGOTTEN_SHIELD = (
    "goal: 2\n\nbow\n2 sword\nmission A: bow + 2 sword -> shield?\ntorch\nmission B: shield + torch -> cup  | {}\n"
)


def test_a_forgotten_reward_is_inferred_from_the_card_that_needs_it():
    checked = judge(FORGOTTEN_SHIELD.format("take cup"))
    assert [one.code for one in checked.problems] == ["DT413"]
    assert "inferred: take shield (any other answer contradicts the record by card 6)" in checked.problems[0].message
    assert (checked.score.status, checked.score.missions, checked.score.assumed) == (Status.WON, 2, 0)
    (inferred,) = checked.inferred
    assert (inferred.note, inferred.because) == (RevealNote(4, take="shield"), 6)


def test_a_forgotten_reward_is_inferred_to_be_declined_where_a_mission_failed_without_it():
    checked = judge(FORGOTTEN_SHIELD.format("fail"))
    assert [one.code for one in checked.problems] == ["DT413"]
    assert checked.inferred[0].note == RevealNote(4, take=None)
    assert checked.score.missions == 1


def test_the_default_is_assumed_where_several_answers_fit():
    checked = judge("bow\nmission A: bow -> shield?\ntorch\nmission B: torch -> cup  | take cup")
    assert [one.code for one in checked.problems] == ["DT411"]
    assert checked.inferred == ()
    assert checked.score.assumed == 1


TWO_SHIELDS = (
    "bow\nsword\nmission A: bow -> shield?\nmission B: sword -> shield?\n{}mission C: shield -> cup  | take cup\n"
)


def test_answers_of_which_one_must_be_unusual_are_assumed_if_the_outcome_is_the_same():
    checked = judge(TWO_SHIELDS.format(""))
    assert [one.code for one in checked.problems] == ["DT411", "DT411"]
    assert (checked.score.status, checked.score.missions) == (Status.COMPLETED, 3)
    assert "assumed: take shield" in checked.problems[1].message


def test_a_status_that_every_reading_shares_is_not_open():
    story = "goal: 3\n\n" + TWO_SHIELDS.format("") + "mission D: shield\nmission E: torch\n"
    checked = judge("result: 4 missions\n" + story.replace("goal: 3", "goal: 5"))
    assert (checked.score.status, checked.score.missions) == (Status.LOST, None)
    assert checked.agrees is None
    wrong = judge("result: 6 missions\n" + story.replace("goal: 3", "goal: 5"))
    assert wrong.agrees is False
    assert "the recorded choices allow only 3 or 4 missions" in wrong.problems[0].message


def test_with_too_many_readings_one_is_taken_and_every_silent_choice_is_named(monkeypatch):
    monkeypatch.setattr("dtcli.rules.silent_choices.read.__kwdefaults__", {"work": 200})
    story = "\n".join(f"{kind}\nmission {kind} card: {kind} -> ?" for kind in ("bow", "map", "torch", "cup", "book"))
    checked = judge(story + "\nmission Last: 2 gold")
    assert checked.score.status is Status.OPEN
    assert [one.code for one in checked.problems] == ["DT412"] * 5
    assert checked.run.final.over
    assert checked.inferred == ()


def test_answers_of_which_one_must_be_unusual_leave_the_outcome_open_if_it_depends_on_them():
    checked = judge(TWO_SHIELDS.format("") + "mission D: shield\n")
    assert checked.score.status is Status.OPEN
    assert {one.code for one in checked.problems} == {"DT411", "DT412"}


def test_a_contradiction_names_the_choices_that_were_not_recorded():
    checked = judge("bow\nmission A: bow -> shield?\nmission B: shield + torch -> cup  | take cup")
    assert not checked.is_valid
    message = checked.problems[0].message
    assert "torch is missing" in message
    assert "what was not recorded cannot explain it: the reward at card 2" in message


def test_a_choice_that_other_readings_do_not_meet_is_not_inferred():
    # with the shield, B succeeds and gives a torch; without it B fails, and the torch must have been kept for C
    missions = "mission A: bow -> shield?\nmission B: torch + shield -> torch\nmission C: torch -> cup  | take cup\n"
    story = f"bow\ntorch\n{missions}"
    checked = judge(story)
    assert [one.code for one in checked.problems] == ["DT411", "DT411"]
    assert checked.inferred == ()
    (inferred,) = judge(story.replace("-> shield?", "-> shield?  | decline")).inferred
    assert inferred.because == 5


def test_a_claim_can_be_decided_by_an_inference():
    story = FORGOTTEN_SHIELD.format("take cup")
    assert judge("result: 2 missions, won\n" + story).agrees is True
    wrong = judge("result: 1 mission\n" + story)
    assert wrong.agrees is False
    assert [one.code for one in wrong.problems if one.is_error] == ["DT501"]


def test_a_claim_that_no_reading_allows_is_wrong_although_choices_are_assumed():
    story = "bow\nmission A: bow -> shield?\nmission B: torch\n"
    assert judge("result: 1 mission\n" + story).agrees is True
    assert judge("result: 2 missions\n" + story).agrees is False
    unsettled = judge("result: 2 missions\n" + story.replace("B: torch", "B: shield"))
    assert unsettled.agrees is None
    assert unsettled.is_unsettled


def test_r4_a_reward_that_may_be_declined_is_declined_by_default():
    checked = judge("torch\nsword\nmission E01")
    assert [one.code for one in checked.problems] == ["DT411"]
    assert (checked.score.assumed, checked.score.status, checked.score.missions) == (1, Status.COMPLETED, 1)
    assert judge("torch\nsword\nmission E01  | decline").score.assumed == 0


def test_r7_nothing_is_discarded_by_default():
    checked = judge("torch\nmission E01\nmission T: torch")
    assert (checked.score.assumed, checked.score.missions) == (1, 1)
    assert "what was discarded of torch" in checked.problems[0].message
    assert judge("sword\nmission T: torch").score.assumed == 0  # nothing listed is present


def test_nothing_need_be_written_where_only_one_option_is_legal():
    checked = judge("keys\npotion\nmission E08")
    assert (checked.problems, checked.score.assumed) == ((), 0)


def test_a_mandatory_choice_between_kinds_leaves_the_outcome_open_where_it_decides():
    checked = judge("result: 2 missions, won\ngoal: 2\nmap\ntorch\nmission E07\nmission B: bow")
    assert [one.code for one in checked.problems] == ["DT412"]
    assert (checked.score.status, checked.score.missions, checked.agrees) == (Status.OPEN, None, None)
    assert checked.is_valid


def test_it_is_not_open_where_all_endings_agree():
    checked = judge("result: 1 mission, lost\ngoal: 5\nmap\ntorch\nmission E07")
    assert [one.code for one in checked.problems] == ["DT411"]
    assert (checked.score.status, checked.score.missions, checked.score.assumed) == (Status.LOST, 1, 1)
    assert checked.agrees is True


def test_later_choices_settle_one_that_was_not_recorded():
    checked = judge("torch\nmap\nmission E07\nmission B: bow -> cup?  | take cup")
    assert (checked.score.status, checked.score.missions) == (Status.COMPLETED, 2)


@pytest.mark.parametrize("after", ["", NINE_KINDS + "mission C: 2 cup  | fail"])
def test_tokens_beside_a_failure_are_refused_unless_the_entry_says_what_is_discarded(after):
    start = "rulings: spent_rewards = return\nstart: cards bow, tokens bow\n"
    checked = judge(start + "mission B: bow + shield  | tokens bow\n" + after)
    assert [one.code for one in checked.problems if one.is_error][:1] == ["DT404"]
    assert "does not say what is discarded" in checked.problems[0].message


def test_a_refused_payment_without_a_default_is_refused_once():
    checked = judge("heroes: Tragurk\ncup\ntorch\nmap\nhero Tragurk: cup\nmission A: torch + map  | tokens bow\n")
    assert [one.code for one in checked.problems] == ["DT404"]
    assert checked.score is None


def forgetful(name, *kept):
    """Return a shipped game, checked with only these of its recorded choices."""
    document = load(f"replays/games/{name}")
    choices = [document.data["choices"][index] for index in kept]
    return check(document._replace(data={**document.data, "choices": choices}))


@pytest.mark.parametrize(
    ("name", "kept"),
    [("the-last-level.dt", (0, 1, 3, 6, 8, 11)), ("tokens-go-back.json", (3, 7))],
    ids=["the default is refused", "the default breaks the backpack before"],
)
def test_a_record_with_too_many_readings_is_open_if_the_default_contradicts_it(name, kept):
    checked = forgetful(name, *kept)
    assert checked.is_valid
    assert (checked.score.status, checked.results, checked.agrees) == (Status.OPEN, None, None)
    assert not checked.run.refusals
    assert {one.code for one in checked.problems} == {"DT411", "DT412"}


def test_a_record_with_too_many_readings_is_refused_with_a_hint_if_none_is_found():
    checked = forgetful("five-at-the-cabin.dt", 0, 1, 3, 10, 11)
    assert not checked.is_valid
    assert "with others this may be legal" in checked.problems[0].hint


# the claim


def test_a_claim_agrees_if_every_outcome_agrees():
    story = "goal: {}\nmap\ntorch\nmission E07\nmission B: bow\n"
    checked = judge("result: won\n" + story.format(1))
    assert (checked.score.status, checked.score.missions, checked.agrees) == (Status.WON, None, True)
    assert judge("result: lost\n" + story.format(1)).agrees is False
    assert judge("result: won\n" + story.format(2)).agrees is None


def test_b3_a_broken_game_without_a_goal_is_lost_also_where_its_missions_are_open():
    checked = judge("result: lost\nmap\ntorch\nmission E07\nmission B: bow\n" + NINE_KINDS)
    assert (checked.score.status, checked.score.missions, checked.agrees) == (Status.BROKEN, None, True)


@pytest.mark.parametrize(
    ("claim", "agrees", "problems"),
    [
        ("", None, []),
        ("result: 1 mission\n", True, []),
        ("result: 1 mission, not broken, won\n", True, []),
        ("result:\n", None, []),
        ("result: none\n", None, []),
        ("result: 2 missions\n", False, ["the claim says 2 missions, the replay gives 1 mission"]),
        (
            "result: 0 missions, broken, lost\n",
            False,
            [
                "the claim says 0 missions, the replay gives 1 mission",
                "the claim says broken, the replay gives not broken",
                "the claim says lost, the replay gives won",
            ],
        ),
    ],
)
def test_the_claim_is_compared_never_believed(claim, agrees, problems):
    checked = judge(f"goal: 1\n{claim}torch\nsword\nmission E01  | decline")
    assert (checked.agrees, [one.message for one in checked.problems]) == (agrees, problems)
    assert {one.code for one in checked.problems} <= {"DT501"}
    assert checked.is_valid
    assert checked.score.missions == 1


def test_a_claim_of_victory_needs_a_goal():
    problem = only("result: won\nsword")
    assert (problem.code, problem.pointer) == ("DT501", "/result/won")


# unknown keys


@pytest.mark.parametrize(
    ("owner", "hint"),
    [
        ('"titel": 1', "did you mean title?"),
        ('"rulings": {"tanir": "copies"}', "did you mean thanir?"),
        ('"result": {"missons": 1}', "did you mean missions?"),
        ('"choices": [{"at": 1, "takes": "bow"}]', "did you mean take?"),
        ('"play": {"hands": [[]], "deck": [], "events": [{"t": 0, "plays": "x"}]}', "did you mean play?"),
        ('"zzz": 1', "keys of your own begin with an underscore"),
    ],
)
def test_an_unknown_key_is_an_error_with_a_suggestion(owner, hint):
    text = f'{{"format": "dungeon-time/replay/1", "story": [], {owner}}}'
    (problem,) = parse(text.encode(), suffix=".json").problems
    assert (problem.code, problem.hint) == ("DT201", hint)


def test_keys_with_an_underscore_are_kept_everywhere():
    text = (
        '{"format": "dungeon-time/replay/1", "_a": 1, "story": [{"mission": "E07", "_b": 2}], "rulings": {"_c": 3},'
        '"choices": [{"at": 1, "discard": [], "_d": 4}], "result": {"missions": 0, "_e": 5}}'
    )
    document = parse(text.encode(), suffix=".json")
    assert document.data["choices"][0]["_d"] == 4
    checked = check(document)
    assert checked.problems == ()
    assert checked.claimed == {"missions": 0}


def test_two_unknown_keys_are_reported_in_the_order_of_the_file():
    text = '{"format": "dungeon-time/replay/1", "zz": 1, "story": [], "yy": 1, "xx": 2}'
    problems = parse(text.encode(), suffix=".json").problems
    assert [one.message for one in problems] == ["unknown key 'zz'", "unknown key 'yy'", "unknown key 'xx'"]


def test_a_recorded_waiver_is_not_reported_as_missing_with_the_tokens():
    text = (
        "players: 2\nheroes: Tragurk, Fylee\nsword\nmission A: sword -> bow\nbow\nmap\n"
        "hero Tragurk: map\nmission B: bow + cup | waive cup\n"
    )
    (problem,) = check(parse(text.encode(), suffix=".dt")).problems
    assert (problem.code, "left as tokens" in problem.message, "cards first" in problem.message) == (
        "DT411",
        True,
        True,
    )
