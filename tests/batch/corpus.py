"""Generated inputs for batches: shipped games under other titles, with keys of the user's own, and damaged ones.

``python -m tests.batch.corpus FOLDER`` writes the files with which the compiled build is compared.
"""

import json
import random
import sys
from pathlib import Path

from dtcli.formats.replay.reading import read
from tests.fuzz import mutation

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


def write_damaged(path: Path, lines: int) -> Path:
    """Write an NDJSON file of replays with changed values or changed bytes."""
    seeds = [json.dumps(document.data).encode() for document in read(["replays"]) if document.data is not None]
    chance = random.Random(lines)
    with path.open("wb") as file:
        for number in range(lines):
            change = mutation.json_document if number % 4 else mutation.noise
            file.write(change(chance.choice(seeds), chance).replace(b"\n", b" ") + b"\n")
    return path


if __name__ == "__main__":
    write_corpus(Path(sys.argv[1]) / "games.ndjson", 3000)
    write_damaged(Path(sys.argv[1]) / "damaged.ndjson", 3000)
