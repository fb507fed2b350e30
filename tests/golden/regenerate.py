"""Writes the golden transcripts: what ``dtcli`` says about the replays that ship, shown, scored, judged and advised.

And one game that is played in lines.

Run it from the project root and read the changes before you keep them:

    python tests/golden/regenerate.py           write what differs
    python tests/golden/regenerate.py --check   only name what differs, and exit with 1 if anything does
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from dtcli.commands.app import app

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # a script sees only its own folder
    sys.path.insert(0, str(ROOT))

from tests.play.transcript import transcript as plain_game  # noqa: E402

REPLAYS = Path("replays")
GOLDEN = ROOT / "tests" / "golden"
SCORES = "scores.ndjson"
ANALYSES = "analyses.ndjson"
TOO_LONG = ("the-last-level.dt",)
"""What takes too long to be analysed each time."""
EXPLANATIONS = "explanations.ndjson"
REPAIRS = "repairs.ndjson"
ADVICES = "advices.ndjson"
PLAIN_GAME = "plain-game.txt"
RECORDS = (SCORES, ANALYSES, EXPLANATIONS, REPAIRS, ADVICES)
TOO_LONG_TO_REPAIR = ("room-for-one-mission.dt",)
"""Replays that can be solved at once, but take a minute to repair and half a minute to explain."""
TOO_LONG_TO_EXPLAIN = (*TOO_LONG, *TOO_LONG_TO_REPAIR, "five-at-the-cabin.dt")
REARRANGED = Path("replays/games/we-were-sure.json")
"""A story that no decisions win; some cards have to be moved."""
MOMENTS = (
    ("alone-with-zaria.dt", 23),
    ("cellar-lights.dt", 20),
    ("loose-change.dt", 20),
    ("one-map-too-many.dt", 33),
    ("one-map-too-many.dt", 48),
    ("seven-slots.dt", 20),
    ("the-smudged-line.dt", 42),
    ("tokens-go-back.json", 33),
    ("trattoria-table.dt", 27),
    ("we-were-sure.json", 1),
)
"""Games and reveals before which advice is kept."""
SUFFIXES = (".dt", ".json")


def replay_files() -> list[Path]:
    """Return the replays that ship, relative to the project root, sorted."""
    found = (path for path in (ROOT / REPLAYS).rglob("*") if path.suffix in SUFFIXES)
    return sorted(path.relative_to(ROOT) for path in found)


def transcript_name(replay: Path) -> str:
    """Return where the transcript of a replay lies, relative to the golden folder.

    >>> transcript_name(Path("replays/games/friday-night.dt"))
    'games/friday-night.txt'
    """
    return replay.relative_to(REPLAYS).with_suffix(".txt").as_posix()


def transcript(replay: Path) -> str:
    """Return what ``dtcli replay`` prints for this replay, without colour."""
    return run("replay", replay.as_posix())


def scores() -> str:
    """Return what ``dtcli score --json replays`` prints."""
    return run("score", "--json", REPLAYS.as_posix())


def analyses() -> str:
    """Return what ``dtcli analyze --json`` prints, without what is a matter of chance between lines that are equal."""
    files = [path.as_posix() for path in analysed()]
    return _rows(map(settled, _records("analyze", *files)))


def analysed() -> list[Path]:
    """Return the replays whose analysis is kept."""
    return [path for path in replay_files() if path.name not in TOO_LONG]


def settled(record: dict[str, Any]) -> dict[str, Any]:
    """Return of an analysis what every best line has in common: values, marks, moments."""
    kept = {key: value for key, value in record.items() if key not in ("seconds", "kept_means", "problems")}
    kept["decisions"] = [
        {key: value for key, value in one.items() if key not in ("words", "better")}
        | {"missed_skill": one["missed_skill"] is not None}
        for one in record["decisions"]
    ]
    kept["open"] = record["open"] and record["open"]["at"]
    kept["points"] = [_flat(one) for one in record["points"]]
    return kept


def explanations() -> str:
    """Return of ``dtcli explain --json`` what does not depend on which of several sets of reasons was found."""
    files = [path.as_posix() for path in explained()]
    return _rows(_explanation(record) for record in _records("explain", *files))


def explained() -> list[Path]:
    """Return the replays whose explanation is kept."""
    return [path for path in replay_files() if path.name not in TOO_LONG_TO_EXPLAIN]


def _explanation(record: dict[str, Any]) -> dict[str, Any]:
    kept = {key: record[key] for key in ("file", "status", "goal", "best", "proved")}
    return {**kept, "has_reasons": bool(record["reasons"]), "has_words": bool(record["words"])}


def repairs() -> str:
    """Return of ``dtcli repair --json`` what every smallest repair has in common; the last one moves cards."""
    records = [*_records("repair", *(path.as_posix() for path in repaired()))]
    records += _records("repair", "--order", REARRANGED.as_posix())
    return _rows(map(_repair, records))


def repaired() -> list[Path]:
    """Return the replays that were not won."""
    files = [path.as_posix() for path in analysed() if path.name not in TOO_LONG_TO_REPAIR]
    return [Path(one["file"]) for one in _records("score", *files) if one["status"] in ("lost", "broken", "open")]


def _repair(record: dict[str, Any]) -> dict[str, Any]:
    kept = {key: record[key] for key in ("file", "status", "goal", "changes", "at_least", "outcome", "proved")}
    return {**kept, "moves": len(record["moves"]), "has_diff": bool(record["diff"])}


def advices() -> str:
    """Return of ``dtcli advise --json`` the options of some moments with their worth, in no order of their own."""
    found = [
        record
        for name, at in MOMENTS
        for record in _records("advise", (REPLAYS / "games" / name).as_posix(), "--at", str(at))
    ]
    return _rows(map(_advice, found))


def _advice(record: dict[str, Any]) -> dict[str, Any]:
    kept = {key: record[key] for key in ("file", "status", "at", "best")}
    moments = [
        {key: value for key, value in moment.items() if key != "options"}
        | {"options": sorted(map(_option, moment["options"]))}
        for moment in record["moments"]
    ]
    return {**kept, "moments": moments}


def _option(option: dict[str, Any]) -> list[Any]:
    """Return an option as a row; of a skill only who uses it, because ways that cost more may be as good."""
    choice, mark = option["choice"] or {}, option["mark"]
    hero = " as ".join(filter(None, (choice.get("hero"), choice.get("as"))))
    if hero and mark == "best":
        mark = "as-good"
    row = [mark, str(option["loss"]), option["missions_lost"], *option["reachable"].values()]
    return [hero or option["words"], *row]


def _records(command: str, *arguments: str) -> Iterator[dict[str, Any]]:
    return map(json.loads, run(command, "--json", *arguments).splitlines())


def _rows(records: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _flat(point: dict[str, Any]) -> list[Any]:
    """Return a point of the picture as a row, so that fifty of them can be read."""
    return [point["reveal"], *point["reachable"].values(), *(point[key] for key in ("completed", "slots", "limit"))]


def run(*arguments: str) -> str:
    """Return the standard output of a dtcli command, run in the project root."""
    with chdir(ROOT), plain_terminal():
        result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    return result.stdout


@contextmanager
def plain_terminal() -> Iterator[None]:
    """Pretend to be a pipe of 80 columns, whatever the caller's terminal is."""
    before = dict(os.environ)
    os.environ.pop("FORCE_COLOR", None)
    os.environ.update(NO_COLOR="1", COLUMNS="80")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def everything() -> dict[str, str]:
    """Return every golden text by its name."""
    texts: dict[str, str] = {}
    for replay in replay_files():
        name = transcript_name(replay)
        if name in texts:
            msg = f"two replays would share the transcript {name}"
            raise ValueError(msg)
        texts[name] = transcript(replay)
    made = (scores, analyses, explanations, repairs, advices)
    texts[PLAIN_GAME] = plain_game()
    return texts | {name: make() for name, make in zip(RECORDS, made, strict=True)}


def stored(folder: Path) -> dict[str, str]:
    """Return the golden texts that lie in a folder."""
    files = [*folder.rglob("*.txt"), *folder.glob("*.ndjson")]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def differing(texts: dict[str, str], folder: Path) -> list[str]:
    """Return the names of texts that are new, gone or changed, compared with a folder."""
    found = stored(folder)
    return sorted(name for name in texts.keys() | found.keys() if texts.get(name) != found.get(name))


def write(texts: dict[str, str], folder: Path) -> list[str]:
    """Make a folder hold exactly these texts and return the names of those that differed."""
    names = differing(texts, folder)
    for name in names:
        path = folder / name
        if name in texts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[name], encoding="utf-8", newline="\n")
        else:
            path.unlink()
    return names


def main(arguments: list[str]) -> int:
    """Write or check the golden transcripts and return the exit code."""
    parser = argparse.ArgumentParser(description="Write the golden transcripts of all replays.")
    parser.add_argument("--check", action="store_true", help="only print the files that differ, exit 1 if any do")
    check = parser.parse_args(arguments).check
    texts = everything()
    names = differing(texts, GOLDEN) if check else write(texts, GOLDEN)
    for name in names:
        verb = "differs" if check else "wrote" if name in texts else "removed"
        print(f"{verb}: {(GOLDEN / name).relative_to(ROOT).as_posix()}")  # noqa: T201
    return 1 if check and names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
