"""Generated inputs for batches: shipped games under other titles, with keys of the user's own."""

import json
import random
from pathlib import Path

from dtcli.formats.replay.reading import read

GARBAGE = ("{bad", "[]", '{"format": "dungeon-time/replay/1"}', "\ufffd")


def write_corpus(path: Path, games: int, *, garbage: bool = True) -> Path:
    """Write an NDJSON file; every tenth line is not a replay."""
    shipped = [dict(document.data) for document in read(["replays/games"]) if document.data is not None]
    chance = random.Random(games)
    with path.open("w", encoding="utf-8") as file:
        for number in range(games):
            game = {**chance.choice(shipped), "title": f"game {number}", "_club": number % 3}
            line = GARBAGE[number % 4] if garbage and number % 10 == 9 else json.dumps(game)
            file.write(line + "\n")
    return path
