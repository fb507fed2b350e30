"""Every file that dtcli writes can be read by dtcli; paths that no file can name are refused at the start."""

import json
import os
import shutil

import pytest

from tests.commands.shell import FRIDAY, ROOT, invoke, run

CARDS = ROOT / "dtcli/data/house.toml"
LONG = "/".join(["x" * 100] * 5)


@pytest.fixture(params=["long", "bytes"])
def card_set(request, tmp_path):
    """Return the path of a card set that no file can name."""
    if request.param == "long":
        folder = tmp_path / LONG
    elif os.name == "nt":
        pytest.skip("names are text there")
    else:
        folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir(parents=True)
    return shutil.copy(CARDS, folder / "own.toml")


def test_a_game_with_a_card_set_that_no_replay_can_name_is_refused(card_set, tmp_path):
    result = run("play", "--plain", "--card-set", str(card_set), DTCLI_HOME=str(tmp_path / "home"))
    assert result.returncode == 2
    assert b"cannot be named in a file" in result.stderr
    assert not list((tmp_path / "home").rglob("*.json"))


def test_a_campaign_with_a_card_set_that_no_save_can_name_is_refused(card_set, tmp_path):
    result = run("campaign", "new", "mine", "--card-set", str(card_set), DTCLI_HOME=str(tmp_path / "home"))
    assert result.returncode == 2
    assert b"cannot be named in a file" in result.stderr
    assert not list((tmp_path / "home").rglob("*.json"))


def test_a_replay_with_such_a_card_set_is_not_converted(card_set, tmp_path):
    target = tmp_path / "out.json"
    result = invoke("convert", FRIDAY, "--card-set", str(card_set), "--output", str(target))
    assert result.exit_code == 2
    assert not target.exists()


def test_a_path_that_becomes_too_long_by_converting_is_noticed(tmp_path):
    folder = tmp_path / LONG
    folder.mkdir(parents=True)
    shutil.copy(CARDS, folder / "own.toml")
    (folder / "a.dt").write_text("cards: own.toml\n\nsword\n")
    result = invoke("convert", str(folder / "a.dt"), "--output", str(tmp_path / "out.json"))
    assert result.exit_code == 3
    assert "not converted" in result.stderr
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("target", ["out.json", "out.ndjson", "-"])
def test_a_replay_that_grows_beyond_the_limit_is_not_converted(tmp_path, target):
    """A comment is longer in JSON, where each of its quotation marks is escaped."""
    (tmp_path / "large.dt").write_text("# " + '"' * 600_000 + "\n\nsword\n")
    assert invoke("validate", str(tmp_path / "large.dt")).exit_code == 0
    output = ["--to", "json"] if target == "-" else ["--output", str(tmp_path / target)]
    result = invoke("convert", str(tmp_path / "large.dt"), *output)
    assert result.exit_code == 3
    assert "error DT103" in result.stderr
    assert "more than 1,000,000" in result.stderr
    assert result.stdout == ""
    assert not (tmp_path / target).exists()


@pytest.mark.parametrize("name", [LONG, b"caf\xe9"], ids=["long", "bytes"])
def test_a_certificate_about_a_file_with_an_odd_path_can_be_read(tmp_path, name):
    folder = tmp_path / os.fsdecode(name)
    folder.mkdir(parents=True)
    replay, certificate = folder / "a.dt", tmp_path / "a.cert"
    replay.write_text("sword\nmission X: sword\n")
    assert invoke("solve", str(replay), "--certificate", str(certificate)).exit_code == 0
    assert len(json.loads(certificate.read_text())["file"]) <= 500
    assert invoke("verify", str(certificate), "--replay", str(replay)).exit_code == 0
