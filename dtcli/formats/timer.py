"""Reads and writes the file of ``dtcli timer``: when the five minutes began, were paused and ended, and its marks."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from dtcli.formats.bounded_reading import open_file
from dtcli.formats.json.text import compact
from dtcli.formats.limits import LARGEST_REPLAY
from dtcli.formats.problems import Problem, pointer
from dtcli.formats.replay.reading import Document, parse
from dtcli.formats.sources.file_kinds import TIMERS

if TYPE_CHECKING:
    from dtcli.formats.schema import TimerFile


class ReadTimer(NamedTuple):
    """The times as they were read; ``times`` is None if the file cannot be used."""

    times: "TimerFile | None"
    problems: tuple[Problem, ...] = ()


def read_timer(path: Path) -> ReadTimer:
    """Return the times in a file, or what is wrong with it."""
    try:
        with open_file(path) as file:
            content = file.read(LARGEST_REPLAY + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        return ReadTimer(None, (Problem("DT101", f"cannot be read: {reason}", file=str(path)),))
    return parse_timer(content, file=str(path))


def parse_timer(content: bytes, *, file: str = "<text>") -> ReadTimer:
    """Return the times in these bytes, or what is wrong with them."""
    document = parse(content, file=file, suffix=".json", kind=TIMERS)
    if document.data is None:
        return ReadTimer(None, document.problems)
    times = cast("TimerFile", document.data)
    problems = _disorder(times, document)
    return ReadTimer(None if problems else times, tuple(problems))


def timer_text(times: "TimerFile") -> str:
    """Return the times as JSON for people: one key per line."""
    return "{\n" + ",\n".join(f"  {compact(key)}: {compact(value)}" for key, value in times.items()) + "\n}\n"


def timer_fault(content: bytes) -> str | None:
    """Return why a file of times could not be read; None if it can."""
    problems = parse_timer(content).problems
    return problems[0].message if problems else None


def _disorder(times: "TimerFile", document: Document) -> list[Problem]:
    """Return the times that do not run forward, or are after the end."""
    found: list[Problem] = []
    end = times["seconds"]
    ended = times.get("ended")
    if ended is not None:
        if ended > end:
            found.append(Problem("DT604", f"the end at {ended} is after the last second, {end}", "/ended"))
        end = min(end, ended)
    marks = [(time, pointer("mission_times", index)) for index, time in enumerate(times["mission_times"])]
    pauses = [(one["t"], pointer("pauses", index, "t")) for index, one in enumerate(times.get("pauses", []))]
    for entries in (marks, pauses):
        before = 0.0
        for time, place in entries:
            if time < before:
                found.append(Problem("DT604", f"second {time} is recorded after second {before}", place))
            if time > end:
                found.append(Problem("DT604", f"second {time} is after the end at {end}", place))
            before = time
    return [document.located(problem) for problem in found]
