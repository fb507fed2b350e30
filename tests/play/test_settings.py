"""The settings of the table: what is remembered, and what happens to files that contain none."""

import json
import os
import re

import pytest

from dtcli.formats.limits import LARGEST_SETTINGS
from dtcli.play.game.key_layout import LAYOUTS, QWERTY, KeysError, layout_of
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.settings import (
    DEFAULT_SETTINGS,
    PlaySettings,
    SettingsError,
    load_settings,
    path_of,
    save_settings,
)
from tests.commands.shell import Terminal, invoke

OWN = "uiophjklénmabcd"


@pytest.fixture
def folders(tmp_path, monkeypatch) -> Folders:
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path / "home"))
    return Folders(tmp_path / "home")


def test_without_a_file_the_settings_are_the_default_ones(folders):
    assert load_settings(folders) == DEFAULT_SETTINGS == PlaySettings(QWERTY, bell=True)
    assert not folders.home.exists()


@pytest.mark.parametrize("keys", [*LAYOUTS, OWN, OWN.upper()])
@pytest.mark.parametrize("bell", [True, False])
def test_settings_are_read_as_they_were_written(folders, keys, bell):
    settings = PlaySettings(layout_of(keys), bell)
    save_settings(DEFAULT_SETTINGS, folders)
    save_settings(settings, folders)
    assert load_settings(folders) == settings
    assert [path.name for path in folders.home.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ("dvorak", "'dvorak' has 6 letters: a layout has 15, or is called qwerty, qwertz or azerty"),
        ("", "'' has 0 letters: a layout has 15"),
        ("qwertasdfgzxcv1", "'1' is not a letter with a small and a capital form"),
        ("qwertasdfgzxcv ", "' ' is not a letter"),
        ("qwertasdfgzxcvß", "'ß' is not a letter with a small and a capital form"),
        ("qwertasdfgzxcv\u0131", "is not a letter with a small and a capital form"),
        ("qwertasdfgzxcv\uff42", "is not a letter with a small and a capital form"),
        ("qwertasdfgzxcvq", "'q' is there twice"),
        ("qwertasdfgzxcvQ", "'q' is there twice"),
        ("q" * 100_000, "has 100,000 letters"),
        ("qwertasdfgzxcv\x1b", "is not a letter"),
    ],
)
def test_letters_that_are_no_layout_are_refused_with_the_reason(folders, keys, reason):
    with pytest.raises(KeysError, match=re.escape(reason)) as refused:
        layout_of(keys)
    if "\x1b" not in keys and len(keys) < 1000:
        result = invoke("play", "--plain", "--keys", keys)
        assert result.exit_code == 2
        assert f"error: --keys: {refused.value}" in result.stderr
        assert "hint: --keys qwerty is the default" in result.stderr
    assert not path_of(folders).exists()


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b"\xff", b'{"format": "dungeon-time/settings/2", "keys": "qwerty", "bell": true}',
        b'{"format": "dungeon-time/settings/1", "keys": "qwert", "bell": true}',
        b'{"format": "dungeon-time/settings/1", "keys": "qwerty", "bell": 1}',
        b'{"format": "dungeon-time/settings/1", "keys": "qwerty"}', b" " * (LARGEST_SETTINGS + 1), b"[" * 9000,
    ],
)  # fmt: skip
def test_damaged_settings_are_reported_and_ignored(folders, content):
    folders.home.mkdir()
    path_of(folders).write_bytes(content)
    with pytest.raises(SettingsError):
        load_settings(folders)
    result = invoke("play", "--plain", "--seed", "7", stdin=b"quit\n")
    assert result.exit_code == 0
    assert f"warning: '{path_of(folders)}' is ignored: " in result.stderr
    assert path_of(folders).read_bytes() == content
    result = invoke("play", "--plain", "--seed", "7", "--no-bell", stdin=b"quit\n")
    assert load_settings(folders) == PlaySettings(bell=False)


def test_a_folder_or_a_pipe_in_place_of_the_settings_is_reported(folders):
    folders.home.mkdir()
    path_of(folders).mkdir()
    result = invoke("play", "--plain", "--keys", "azerty", "--seed", "7", stdin=b"quit\n")
    assert result.exit_code == 0
    assert "is ignored: Is a directory" in result.stderr
    assert "warning: the settings are not remembered" in result.stderr
    path_of(folders).rmdir()
    os.mkfifo(path_of(folders))
    result = invoke("play", "--plain", "--seed", "7", stdin=b"quit\n")
    assert result.exit_code == 0
    assert "is ignored: not a regular file" in result.stderr


def test_options_are_remembered_by_play_and_by_campaign_play(folders):
    def remembered() -> dict[str, object]:
        return json.loads(path_of(folders).read_text("utf-8"))

    assert invoke("play", "--plain", "--seed", "7", stdin=b"quit\n").exit_code == 0
    assert not path_of(folders).exists()
    assert invoke("play", "--plain", "--keys", "AZERTY", stdin=b"quit\n").exit_code == 0
    assert remembered() == {"format": "dungeon-time/settings/1", "keys": "azerty", "bell": True}
    assert invoke("campaign", "new").exit_code == 0
    assert invoke("campaign", "play", "--plain", "--no-bell", stdin=b"1\nquit\n").exit_code == 0
    assert remembered() == {"format": "dungeon-time/settings/1", "keys": "azerty", "bell": False}
    assert invoke("campaign", "play", "--plain", "--keys", OWN, "--bell", stdin=b"1\nquit\n").exit_code == 0
    assert remembered() == {"format": "dungeon-time/settings/1", "keys": OWN, "bell": True}


def test_the_screen_of_the_next_game_has_the_remembered_letters(tmp_path):
    options = {"DTCLI_HOME": str(tmp_path), "NO_COLOR": "1"}
    for more in (("--keys", "azerty"), ()):
        with Terminal("play", "--seed", "7", *more, **options) as terminal:
            terminal.wait(b"turns the sand over")
            terminal.type(b"\ra")
            terminal.wait(b"laid ")
            terminal.type(b"\x11y")
            assert terminal.end() == 0
        (path,) = (tmp_path / "games").iterdir()
        played = json.loads(path.read_text("utf-8"))
        assert played["story"] == [played["play"]["hands"][0][0]]
        path.unlink()
