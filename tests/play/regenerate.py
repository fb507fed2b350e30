"""Writes the pictures of the timed game for the tests, and copies for the documentation.

Run it from the project root:

    python tests/play/regenerate.py           write what differs
    python tests/play/regenerate.py --check   only name what differs, and exit with 1 if anything does
"""

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # a script sees only its own folder
    sys.path.insert(0, str(ROOT))

from tests.docs import make_cli_reference  # noqa: E402
from tests.play import campaign_scenes, puzzle_scenes, recorder_scenes, timer_scenes, viewer_scenes  # noqa: E402
from tests.play.scenes import PICTURED, picture  # noqa: E402

IN_DOCS = {
    "docs/pictures/play-table.svg": ("table", (80, 24)),
    "docs/pictures/play-hurry.svg": ("hurry", (80, 24)),
    "docs/pictures/play-resolution.svg": ("resolution", (80, 24)),
    "docs/pictures/play-end.svg": ("won", (80, 24)),
    "docs/pictures/play-campaign.svg": ("won-campaign", (80, 24)),
}

TIMER_IN_DOCS = {
    "docs/pictures/timer.svg": ("timer", (80, 24)),
    "docs/pictures/timer-up.svg": ("timer-up", (80, 24)),
}

CAMPAIGN_IN_DOCS = {"docs/pictures/play-levels.svg": ("levels", (80, 24))}
VIEWER_IN_DOCS = {
    "docs/pictures/viewer-table.svg": ("viewer-table", (120, 40)),
    "docs/pictures/viewer-story.svg": ("viewer-story", (120, 40)),
}


PUZZLES_IN_DOCS = {
    "docs/pictures/puzzle-screen.svg": ("puzzle-decision", (80, 24)),
    "docs/pictures/puzzle-solved.svg": ("puzzle-solved", (80, 24)),
}


def path_of(name: str, size: tuple[int, int]) -> str:
    """Return the path of a picture."""
    return f"tests/play/pictures/{name}-{size[0]}x{size[1]}.svg"


def maker(name: str, size: tuple[int, int]) -> Callable[[], str]:
    return lambda: picture(name, size)


def timer_maker(name: str, size: tuple[int, int]) -> Callable[[], str]:
    return lambda: timer_scenes.picture(name, size)


def viewer_maker(name: str, size: tuple[int, int]) -> Callable[[], str]:
    return lambda: viewer_scenes.picture(name, size)


def level_maker(size: tuple[int, int]) -> Callable[[], str]:
    return lambda: campaign_scenes.picture(size)


def puzzle_maker(name: str, size: tuple[int, int]) -> Callable[[], str]:
    return lambda: puzzle_scenes.picture(name, size)


PICTURES = {path_of(name, size): maker(name, size) for name, size in PICTURED}
PICTURES |= {path: maker(name, size) for path, (name, size) in IN_DOCS.items()}
PICTURES |= recorder_scenes.PICTURES
PICTURES |= {path_of(name, size): timer_maker(name, size) for name, size in timer_scenes.PICTURED}
PICTURES |= {path: timer_maker(name, size) for path, (name, size) in TIMER_IN_DOCS.items()}
PICTURES |= {path_of(name, size): viewer_maker(name, size) for name, size in viewer_scenes.PICTURED}
PICTURES |= {path: viewer_maker(name, size) for path, (name, size) in VIEWER_IN_DOCS.items()}
PICTURES |= {path_of(name, size): level_maker(size) for name, size in campaign_scenes.PICTURED}
PICTURES |= {path: level_maker(size) for path, (_, size) in CAMPAIGN_IN_DOCS.items()}
PICTURES |= {path_of(name, size): puzzle_maker(name, size) for name, size in puzzle_scenes.PICTURED}
PICTURES |= {path: puzzle_maker(name, size) for path, (name, size) in PUZZLES_IN_DOCS.items()}

if __name__ == "__main__":
    sys.exit(make_cli_reference.keep(PICTURES, sys.argv[1:]))
