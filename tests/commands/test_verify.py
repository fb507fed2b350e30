"""``dtcli verify``: certificates that hold, and every way in which they do not."""

import json
import os
import random
import signal

import pytest

from dtcli.commands.verify import EXAMPLE
from dtcli.formats.replay.digest import digest
from solver.studies.certificate import _text
from tests.commands.shell import ROOT, Terminal, invoke
from tests.commands.test_solve import hard_game

MAP = str(ROOT / "replays/games/one-map-too-many.dt")
CELLAR = str(ROOT / "replays/games/cellar-lights.dt")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    path = tmp_path_factory.mktemp("certificates") / "best.cert"
    assert invoke("solve", CELLAR, "--certificate", str(path)).exit_code == 0
    return path


def sealed(content):
    """Return a certificate with this content and a correct seal."""
    inner = {key: value for key, value in content.items() if key != "seal"}
    return _text({**inner, "seal": digest(inner)})


def problems(path, *options):
    record = json.loads(invoke("verify", "--json", str(path), *options).stdout)
    return [problem["code"] for problem in record["problems"]]


def test_keys_of_your_own_in_the_outcome_change_nothing(certificate, tmp_path):
    content = json.loads(certificate.read_text())
    content["outcome"]["_mine"] = 1
    (tmp_path / "own.cert").write_text(sealed(content))
    assert problems(tmp_path / "own.cert", "--prove") == []


@pytest.mark.skipif(os.name == "nt", reason="devices are POSIX")
def test_a_device_or_a_pipe_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("/dev/zero", str(tmp_path / "pipe")):
        result = invoke("verify", name)
        assert result.exit_code == 3
        assert "not a regular file" in result.stdout


def test_a_certificate_is_read_up_to_its_largest_size(tmp_path):
    path = tmp_path / "sparse.cert"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert problems(path) == ["DT103"]


def test_the_example_of_the_help_works(certificate, monkeypatch):
    monkeypatch.chdir(certificate.parent)
    result = invoke(*EXAMPLE.split()[1:])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "valid       best.cert",
        "  terms: the whole game, every choice free",
        "  replayed: the line completes 11 missions, won",
        "  not proved again: it says at most 11 missions (optimal); use --prove",
    ]


def test_a_certificate_can_be_proved_again(certificate):
    result = invoke("verify", str(certificate), "--prove", "--replay", CELLAR)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "  proved again: no line is better"
    record = json.loads(invoke("verify", str(certificate), "--prove", "--json").stdout)
    assert (record["valid"], record["proved"], record["bound"]) == (True, True, 11)
    assert record["terms"] == {"from": 0, "heroes": True, "only_heroes": False, "goal": None}
    assert record["restricted"] is False


def test_a_time_limit_ends_the_proof_and_says_so(certificate):
    result = invoke("verify", str(certificate), "--prove", "--time-limit", "0")
    assert result.exit_code == 4
    limit = "  not proved: a limit was reached first; it says at most 11 missions (optimal)"
    assert result.stdout.splitlines()[-1] == limit
    result = invoke("verify", str(certificate), "--prove", "--time-limit", "0", "--json")
    assert result.exit_code == 4
    record = json.loads(result.stdout)
    assert (record["valid"], record["proved"]) == (True, False)
    assert invoke("verify", str(certificate), "--prove", "--time-limit", "60").exit_code == 0


def test_a_time_limit_without_a_proof_is_refused(certificate):
    result = invoke("verify", str(certificate), "--time-limit", "1")
    assert result.exit_code == 2
    assert "--time-limit is for --prove" in result.stderr


@pytest.fixture(scope="module")
def hard_certificate(tmp_path_factory):
    """Return a certificate whose proof takes a while."""
    folder = tmp_path_factory.mktemp("hard")
    path = folder / "hard.cert"
    assert invoke("solve", str(hard_game(folder)), "--time-limit", "1", "--certificate", str(path)).exit_code == 4
    return path


def test_ctrl_c_ends_the_proof_and_says_what_is_known(hard_certificate, certificate):
    with Terminal("verify", "--prove", str(hard_certificate), str(certificate), NO_COLOR="1") as terminal:
        terminal.wait(b"best so far")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        shown = terminal.shown.decode()
    assert "not proved: interrupted; it says at most" in shown
    assert "best.cert" not in shown
    assert "Traceback" not in shown


def test_progress_is_shown_on_a_terminal_and_a_limit_ends_the_search(hard_certificate):
    with Terminal("verify", "--prove", "--time-limit", "3", str(hard_certificate)) as terminal:
        assert terminal.end() == 4
        assert b"searching" in terminal.shown


def test_a_changed_byte_is_noticed(certificate, tmp_path):
    whole = certificate.read_bytes()
    chance = random.Random(3)
    places = [*chance.sample(range(len(whole)), 150), 0, len(whole) - 1]
    for place in places:
        other = chance.choice([byte for byte in b'0129az {}":,\n' if byte != whole[place]])
        changed = tmp_path / "changed.cert"
        changed.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
        result = invoke("verify", str(changed))
        assert result.exit_code == 1, (place, other)
    for changed_size in (whole + b"\n", whole[:-1], whole[1:], b""):
        changed.write_bytes(changed_size)
        assert invoke("verify", str(changed)).exit_code == 1


def test_a_certificate_about_another_replay_is_reported(certificate):
    assert problems(certificate, "--replay", MAP) == ["DT702"]
    assert invoke("verify", str(certificate), "--replay", MAP).exit_code == 1


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"bound": 10}, ["DT703"]),
        ({"bound": 12}, ["DT703"]),
        ({"status": "feasible", "bound": 12}, []),
        ({"choices": []}, ["DT703"]),
        ({"terms": {"from": 0, "heroes": False, "only_heroes": False, "goal": None}}, ["DT703", "DT705"]),
        ({"terms": {"from": 60, "heroes": True, "only_heroes": False, "goal": None}}, ["DT703", "DT705"]),
        ({"rules": {"slots": 9}}, ["DT702"]),
        ({"terms": None}, ["DT203"]),
        ({"outcome": {"missions": "many"}}, ["DT203", "DT202"]),
        ({"choices": [{"at": 1, "take": "sword"}]}, ["DT703"]),
        ({"more": 1}, ["DT201"]),
    ],
    ids=lambda value: json.dumps(value)[:40],
)
def test_a_certificate_with_a_right_seal_can_still_be_wrong(certificate, tmp_path, change, codes):
    path = tmp_path / "wrong.cert"
    path.write_text(sealed({**json.loads(certificate.read_text()), **change}))
    found = problems(path)
    assert set(found) == set(codes)
    assert invoke("verify", str(path)).exit_code == bool(codes)


@pytest.mark.parametrize(
    ("content", "code", "problem"),
    [
        (b"", 1, "DT104"), (b"{", 1, "DT104"), (b"[" * 100_000, 1, "DT104"), (b"[]", 1, "DT106"), (b"null", 1, "DT106"),
        (b'{"format": 1}', 1, "DT106"), (b"\xff", 3, "DT102"),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_a_file_that_is_no_certificate_has_a_problem(tmp_path, content, code, problem):
    path = tmp_path / "none.cert"
    path.write_bytes(content)
    result = invoke("verify", str(path))
    assert result.exit_code == code
    assert f"error {problem}" in result.stdout


def test_a_missing_certificate():
    assert invoke("verify", "nowhere.cert").exit_code == 3


def test_terms_are_part_of_the_certificate(tmp_path):
    path = tmp_path / "terms.cert"
    assert invoke("solve", CELLAR, "--from", "20", "--no-heroes", "--certificate", str(path)).exit_code == 0
    assert json.loads(path.read_text())["terms"] == {"from": 20, "heroes": False, "only_heroes": False, "goal": None}
    assert invoke("verify", str(path), "--prove").exit_code == 0


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        (["--from", "1000"], "all choices up to reveal 1000 stay as recorded"),
        (["--no-heroes", "--goal", "1"], "no skills are used; the goal is 1 mission instead of 8"),
        (["--only-heroes"], "rewards and discards stay as recorded"),
    ],
)
def test_terms_that_restrict_the_question_are_printed_with_a_warning(tmp_path, options, terms):
    path = tmp_path / "restricted.cert"
    invoke("solve", CELLAR, *options, "--certificate", str(path))
    result = invoke("verify", str(path), "--prove")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert f"  terms: {terms}" in lines
    assert "  proved again: no line under these terms is better" in lines
    assert "warning DT705" in result.stdout
    record = json.loads(invoke("verify", str(path), "--json").stdout)
    assert (record["valid"], record["restricted"]) == (True, True)
    assert [problem["severity"] for problem in record["problems"]] == ["warning"]


def test_the_goal_of_the_replay_itself_is_no_restriction(tmp_path):
    path = tmp_path / "same.cert"
    invoke("solve", CELLAR, "--goal", "8", "--certificate", str(path))
    assert problems(path) == []


def test_a_line_that_chooses_more_than_skills_is_not_one_for_only_heroes(tmp_path):
    path, mixed = tmp_path / "free.cert", tmp_path / "mixed.cert"
    invoke("solve", MAP, "--certificate", str(path))
    content = json.loads(path.read_text())
    mixed.write_text(sealed({**content, "terms": {**content["terms"], "only_heroes": True}}))
    assert problems(mixed) == ["DT703", "DT705"]


SET = """\
format = "dungeon-time/cards/1"
id = "own"
title = "Own"

[[missions]]
id = "E01"
deck = "E"
title = "The Gate"
needs = [{needs}]
"""


@pytest.fixture
def two_folders(tmp_path):
    """Return the same replay in two folders whose card sets of the same name differ."""
    for name, needs in (("mine", '"sword", "sword"'), ("theirs", '"sword"')):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "own.toml").write_text(SET.format(needs=needs))
        (folder / "game.dt").write_text("cards: own.toml\n\nsword\nmission E01\n")
        invoke("solve", str(folder / "game.dt"), "--certificate", str(folder / "best.cert"))
    return tmp_path


def test_the_cards_of_the_replay_count_not_those_beside_the_certificate(two_folders):
    mine, theirs = two_folders / "mine", two_folders / "theirs"
    assert problems(theirs / "best.cert") == []
    assert set(problems(theirs / "best.cert", "--replay", str(mine / "game.dt"))) >= {"DT702"}
    assert problems(mine / "best.cert", "--replay", str(mine / "game.dt")) == []


def test_a_certificate_away_from_its_card_set_is_judged_by_the_cards_of_the_replay(two_folders):
    alone = two_folders / "best.cert"
    alone.write_bytes((two_folders / "mine" / "best.cert").read_bytes())
    assert problems(alone) == ["DT703"]
    assert problems(alone, "--replay", str(two_folders / "mine" / "game.dt")) == []


def test_a_replay_that_is_spelled_differently_is_the_same_game(certificate, tmp_path):
    other = tmp_path / "other.json"
    assert invoke("convert", CELLAR, "--output", str(other)).exit_code == 0
    other.write_text(json.dumps({**json.loads(other.read_text()), "title": "Another title"}))
    assert problems(certificate, "--replay", str(other)) == []


def test_a_replay_to_compare_with_must_be_valid(certificate, tmp_path):
    (tmp_path / "bad.dt").write_text("sword\nnonsense\n")
    result = invoke("verify", str(certificate), "--replay", str(tmp_path / "bad.dt"))
    assert result.exit_code == 1
    assert "DT204" in result.stderr
    assert invoke("verify", str(certificate), "--replay", "nowhere.dt").exit_code == 3


def test_a_certificate_about_a_story_with_illegal_choices_holds(tmp_path):
    replay, path = tmp_path / "illegal.dt", tmp_path / "best.cert"
    replay.write_text("bow\nmission A: bow -> shield?  | fail\nmission B: shield  | take cup\n")
    assert invoke("solve", str(replay), "--certificate", str(path)).exit_code == 0
    assert problems(path, "--prove", "--replay", str(replay)) == []
    content = json.loads(path.read_text())
    path.write_text(sealed(content | {"terms": content["terms"] | {"from": 1}}))
    assert problems(path) == ["DT703"]  # these terms keep what was recorded
