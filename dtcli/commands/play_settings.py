"""The settings of the table: those on the command line, which are remembered, and those remembered before."""

from dtcli.commands.output import fail
from dtcli.commands.stored_games import home
from dtcli.play.game.key_layout import KeysError, layout_of
from dtcli.play.storage.settings import (
    DEFAULT_SETTINGS,
    PlaySettings,
    SettingsError,
    load_settings,
    path_of,
    save_settings,
)
from dtcli.render.messages import print_message


def play_settings(keys: str | None, *, bell: bool | None) -> PlaySettings:
    """Return the settings, and remember those on the command line; exit with an error for letters that are no layout.

    Remembered settings that cannot be read or written are reported; the game is played without them.
    """
    before = _remembered()
    settings = before
    if keys is not None:
        try:
            settings = settings._replace(layout=layout_of(keys))
        except KeysError as error:
            fail(f"--keys: {error}", "--keys qwerty is the default")
    if bell is not None:
        settings = settings._replace(bell=bell)
    if settings != before:
        _remember(settings)
    return settings


def _remembered() -> PlaySettings:
    try:
        return load_settings(home())
    except SettingsError as error:
        path = path_of(home())
        print_message(f"warning: '{path}' is ignored: {error}; --keys or --no-bell writes it again")
        return DEFAULT_SETTINGS


def _remember(settings: PlaySettings) -> None:
    try:
        save_settings(settings, home())
    except SettingsError as error:
        print_message(f"warning: the settings are not remembered: '{path_of(home())}': {error}")
