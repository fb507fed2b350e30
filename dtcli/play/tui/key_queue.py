"""One key queue for all screens, so that each key goes to the screen that is on top when the key is handled.

Textual forwards a key to the screen on top when the key arrives, and each screen has its own message queue. When many
keys arrive in one packet, some are then handled by a screen that is no longer on top. With one queue, keys typed
fast have the same effect as keys typed slowly.
"""

from collections import deque
from typing import Any

from textual.app import App
from textual.events import Event, Key
from textual.message import Message
from textual.screen import Screen

LEAVING = ("ctrl+q", "ctrl+c")
"""The keys that leave the game."""


class KeysWaiting(Message):
    """Posted to the screen on top when there are keys in the queue."""


class KeyQueueApp(App[None]):
    """An app that queues keys for its screens, which are instances of ``KeyScreen``."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: deque[Key] = deque()
        self.is_leaving = False
        """Whether the app is about to exit; further keys are dropped."""

    async def on_event(self, event: Event) -> None:
        """Queue a key; Textual calls this with every event."""
        if isinstance(event, Key):
            self.keys.append(event)
            self.screen.post_message(KeysWaiting())
        else:
            await super().on_event(event)

    def exit(self, *arguments: Any, **options: Any) -> None:
        """Exit the app; keys left in the queue are dropped."""
        self.is_leaving = True
        super().exit(*arguments, **options)


class KeyScreen(Screen[None]):
    """A screen whose keys arrive in ``key_pressed``, one at a time, and only while it is on top."""

    def on_keys_waiting(self) -> None:
        """Take keys from the queue as long as this screen is on top."""
        app = self._queue_app
        while app.keys and not app.is_leaving and self.is_active:
            self.key_pressed(app.keys.popleft())

    def put_back(self, event: Key) -> None:
        """Put a key back for the screen below, after this one has closed."""
        self._queue_app.keys.appendleft(event)

    @property
    def _queue_app(self) -> KeyQueueApp:
        assert isinstance(self.app, KeyQueueApp)
        return self.app

    def on_screen_resume(self) -> None:
        """Take the keys that the previous screen on top has left in the queue."""
        self.on_keys_waiting()

    def key_pressed(self, event: Key) -> None:
        """Handle a key."""
        raise NotImplementedError
