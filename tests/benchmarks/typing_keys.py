"""Keystrokes for a game at a real table: what a person types into ``dtcli table``, card by card and story first.

Every bundled game that can be typed is typed in both ways. Nothing is timed, so the numbers are the same on every
machine.
"""

from pathlib import Path
from typing import NamedTuple

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from tests.commands.shell import GAMES
from tests.play.table_typist import ENOUGH, Purpose, Typist, for_sixty, keystrokes, recordable

WAYS = {"card by card": False, "story first": True}


class Count(NamedTuple):
    """The keystrokes of one game in one way."""

    cards: int
    keys: int
    for_sixty: float
    decisions: int


def counted(path: Path, *, story_first: bool) -> Count:
    """Type a game and count its keys."""
    checked = check(load(path))
    typings = list(Typist(checked, story_first=story_first))
    cards = len(checked.resolved.game.story)
    keys, decisions = keystrokes(typings, Purpose.CARD), keystrokes(typings, Purpose.DECISION)
    return Count(cards, keys, for_sixty(typings, cards), decisions)


def main() -> None:
    """Print the keystrokes of every game and of both ways, then the most for sixty cards."""
    games = recordable()
    print(f"keystrokes of dtcli table; {len(games)} of {len(GAMES)} games, the others have open choices or rulings")
    for way, story_first in WAYS.items():
        print(f"  {way:<31}cards  keys  for sixty  decisions")
        counts = {path.stem: counted(path, story_first=story_first) for path in games}
        for name, count in counts.items():
            print(f"    {name:<29}{count.cards:>5}{count.keys:>6}{count.for_sixty:>11.0f}{count.decisions:>11}")
        most = max(count.for_sixty for count in counts.values())
        print(f"  most for sixty cards: {most:.0f}  (wanted: fewer than {ENOUGH})")


if __name__ == "__main__":
    main()
