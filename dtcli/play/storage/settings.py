"""The settings of the table that are remembered: the key layout, and whether the bell rings."""

from pathlib import Path
from typing import Any, NamedTuple

from dtcli.formats.bounded_reading import TooLargeError, read_bounded
from dtcli.formats.json.text import compact, decode
from dtcli.formats.limits import LARGEST_SETTINGS
from dtcli.formats.writing import write_whole
from dtcli.play.game.key_layout import QWERTY, KeyLayout, KeysError, layout_of
from dtcli.play.storage.folders import Folders

FORMAT = "dungeon-time/settings/1"


class PlaySettings(NamedTuple):
    """How the table is played."""

    layout: KeyLayout = QWERTY
    bell: bool = True


DEFAULT_SETTINGS = PlaySettings()


class SettingsError(Exception):
    """The settings cannot be read or written; the message says why."""


def load_settings(folders: Folders) -> PlaySettings:
    """Return the remembered settings, or the default ones if there are none; raises ``SettingsError``."""
    try:
        return read_settings(read_bounded(path_of(folders), LARGEST_SETTINGS))
    except FileNotFoundError:
        return DEFAULT_SETTINGS
    except TooLargeError as error:
        raise SettingsError(str(error)) from error
    except OSError as error:
        raise SettingsError(error.strerror or str(error)) from error


def read_settings(content: bytes) -> PlaySettings:
    """Return the settings in a file; raises ``SettingsError``."""
    try:
        found: Any = decode(content.decode())
    except (ValueError, RecursionError):
        found = None
    match found:
        case {"format": str(text), "keys": str(keys), "bell": bool(bell)} if text == FORMAT:
            try:
                return PlaySettings(layout_of(keys), bell)
            except KeysError as error:
                raise SettingsError(str(error)) from error
        case _:
            msg = "it does not contain settings"
            raise SettingsError(msg)


def save_settings(settings: PlaySettings, folders: Folders) -> None:
    """Remember the settings; raises ``SettingsError``."""
    text = compact({"format": FORMAT, "keys": settings.layout.name, "bell": settings.bell})
    try:
        folders.home.mkdir(parents=True, exist_ok=True)
        write_whole(path_of(folders), f"{text}\n")
    except OSError as error:
        raise SettingsError(error.strerror or str(error)) from error


def path_of(folders: Folders) -> Path:
    """Return the path of the settings, which need not exist."""
    return folders.home / "settings.json"
