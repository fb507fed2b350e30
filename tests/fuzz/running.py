"""Running a reader on one input with its budget, and many inputs in a row."""

import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from tests.fuzz.oracles import Signature
from tests.fuzz.readers import Reader

SECONDS = 1.0
"""Seconds of work for reading one input and checking it."""
MEGABYTES = 200
"""Megabytes by which reading one input may make the process grow."""
HANGS = 20
"""Seconds of work after which reading an input is aborted."""
MOST_KEPT = 2_000
"""How many inputs with a new signature are kept, to be changed again."""
LARGEST_KEPT = 2_500
"""Bytes of such an input, so that the run stays quick."""
NEWS = 20.0


class Finding(NamedTuple):
    """An input that violates a check."""

    reader: str
    content: bytes
    wrong: str


class OverBudgetError(Exception):
    """An input that took too long, or too much memory."""


def judged(reader: Reader, content: bytes) -> Signature:
    """Read an input within the budget; raise what the checks raise."""
    before = _peak()
    started = time.process_time()
    seen = reader.judge(content)
    if time.process_time() - started > SECONDS:
        started = time.process_time()  # once more: the machine may have been busy, or something was loaded
        reader.judge(content)
        taken = time.process_time() - started
        if taken > SECONDS:
            msg = f"{taken:.1f} s for {len(content):,} bytes"
            raise OverBudgetError(msg)
    grown = _peak() - before
    if grown > MEGABYTES:
        msg = f"{grown:.0f} MB for {len(content):,} bytes"
        raise OverBudgetError(msg)
    return seen


def _peak() -> float:
    """Return the peak memory of the process, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)


@contextmanager
def watched() -> Iterator[None]:
    """Raise ``OverBudgetError`` if an input hangs, and ``MemoryError`` if it uses too much memory."""

    def give_up(_number: int, _frame: FrameType | None) -> None:
        msg = f"no end after {HANGS} s"
        raise OverBudgetError(msg)

    before = signal.signal(signal.SIGPROF, give_up)
    limit = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, limit[1]))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_DATA, limit)


def hunt(reader: Reader, runs: int, seed: int, *, minutes: float | None = None) -> Iterator[Finding | int]:
    """Read changed inputs; yield what is found, and at the end how many were read.

    An input that shows something new, such as another set of problems, is kept and changed further.
    """
    chance = Random(seed)
    pool = reader.seeds()
    known: set[Signature] = set()
    wrongs: set[str] = set()
    started = told = time.monotonic()
    done = 0
    with watched():
        for number in range(runs):
            content = pool[number] if number < len(pool) and not known else reader.mutate(chance.choice(pool), chance)
            signal.setitimer(signal.ITIMER_PROF, HANGS)
            try:
                seen = judged(reader, content)
            except Exception as error:  # noqa: BLE001  (each of them is a finding)
                wrong = _where(error)
                if wrong not in wrongs:
                    wrongs.add(wrong)
                    yield Finding(reader.name, content, "".join(traceback.format_exception(error)))
                continue
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                done += 1
            if seen not in known:
                known.add(seen)
                if len(pool) < MOST_KEPT and len(content) < LARGEST_KEPT:
                    pool.append(content)
            now = time.monotonic()
            if now - told > NEWS:
                told = now
                say(f"{reader.name}: {done:,} of {runs:,}, {len(known):,} kinds of answers, {now - started:.0f} s")
            if minutes is not None and now - started > minutes * 60:
                break
    yield done


def _where(error: Exception) -> str:
    """Return what identifies a finding: the error and the line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} {last.filename}:{last.lineno}"


def keep(finding: Finding, folder: Path) -> Path:
    """Write a finding to a file, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    n = len(list(folder.glob(f"{finding.reader}-*.input"))) + 1
    path = folder / f"{finding.reader}-{n}.input"
    path.write_bytes(finding.content)
    path.with_suffix(".txt").write_text(finding.wrong, encoding="utf-8", errors="replace")
    return path


def say(text: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
