"""Runs a batch: reads inputs, has them judged here or elsewhere, and writes, counts and reports what comes back."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from dtcli.batch.fields import Field
from dtcli.batch.in_order import processed
from dtcli.batch.internal_errors import InternalErrors
from dtcli.batch.layouts import Format, TextLayout
from dtcli.batch.meter import Meter
from dtcli.batch.outputs import NoOutput, Output, file_output, standard_output
from dtcli.batch.portions import Portion, RowCounts
from dtcli.batch.processors import Processor
from dtcli.batch.resumable import Checkpoint, ResumableOutput, resumable_output
from dtcli.batch.row_maker import OnVerdict, RowMaker
from dtcli.batch.summary import Summary, print_summary
from dtcli.exit_codes import ExitCode
from dtcli.formats.json.text import compact
from dtcli.formats.sources.file_kinds import PUZZLES
from dtcli.formats.sources.raw_inputs import RawInput, Selection, raw_inputs
from dtcli.render.progress import ProgressLine

_ALONE = 1.0
"""Seconds after which other processes are started, if there are still more inputs and no option says how many."""


class Shard(NamedTuple):
    """One of several equal parts of the inputs: every ``of``-th input, beginning with the ``number``-th."""

    number: int
    of: int


class MadeInputs(NamedTuple):
    """Inputs that are made instead of read."""

    number: int
    """How many there are."""
    make: Callable[[], Iterator[RawInput]]
    """Yields the same inputs each time."""
    origin: tuple[str, ...]
    """What the inputs depend on: a run is only resumed if it is the same."""


@dataclass(frozen=True)
class BatchPlan:
    """A batch: which inputs, what is done with them, where the rows go."""

    maker: RowMaker
    names: tuple[str, ...]
    selection: Selection
    made: MadeInputs | None = None
    """The inputs, if none are read; there are no names then."""
    format: Format = Format.TABLE
    columns: tuple[Field, ...] | None = None
    """The columns of a Parquet file."""
    output: Path | None = None
    resume: str | None = None
    """The fingerprint of the options, if the run can be resumed."""
    force: bool = False
    summary: bool = False
    dedupe: bool = False
    fail_fast: bool = False
    shard: Shard | None = None
    jobs: int | None = None
    """How many processes; None chooses by the number of inputs."""
    processor: Callable[[RowMaker], AbstractContextManager[Processor]] | None = None
    """What judges the inputs, if not this machine."""
    attended: bool = True
    """Whether searches of this process may show their progress, and Ctrl-C stops one of them."""
    on_verdict: OnVerdict | None = None
    """Called with each verdict; the inputs are then judged by this process."""
    report: Callable[[RowCounts], None] | None = None
    """Called at the end with the counts, also if Ctrl-C ends the run."""

    def inputs(self, opened: Callable[[BinaryIO], object] | None = None) -> Iterator[RawInput]:
        """Yield the inputs, those of the shard if there is one."""
        stdin = sys.stdin.buffer if sys.stdin is not None else None
        if self.made is not None:
            raws = self.made.make()
        elif self.selection.kind is PUZZLES:
            from dtcli.formats.puzzle.inputs import puzzle_inputs  # noqa: PLC0415  (pydantic, which replays do without)

            raws = puzzle_inputs(self.names, stdin, self.selection, opened=opened)
        else:
            raws = raw_inputs(self.names, stdin, self.selection, opened=opened)
        return raws if self.shard is None else islice(raws, self.shard.number - 1, None, self.shard.of)

    def run(self) -> int:
        """Judge all inputs, write the rows and the summary, and return the worst exit code."""
        line = ProgressLine.on_terminal()
        meter = None if line is None else Meter(self.names, self.selection, line, self._input_count())
        try:
            with self._output() as output:
                return _Consumer(self, output, meter).consume()
        finally:
            if meter is not None:
                meter.clear()

    def _input_count(self) -> int | None:
        """Return how many inputs there are, as far as that is known without reading."""
        if self.made is None or self.shard is None:
            return None if self.made is None else self.made.number
        return len(range(self.shard.number - 1, self.made.number, self.shard.of))

    @contextmanager
    def _output(self) -> Iterator[Output]:
        columns = self.columns if self.format is Format.PARQUET else None
        if self.output is None:
            yield NoOutput() if self.summary else standard_output()
        elif self.resume is not None:
            with resumable_output(self.output, self.resume, columns, force=self.force) as resumable:
                yield resumable
        else:
            with file_output(self.output, columns, force=self.force) as whole:
                yield whole


class _Consumer:
    """Takes the portions of a batch in order: writes rows, counts, finds duplicates, reports bugs."""

    def __init__(self, batch: BatchPlan, output: Output, meter: Meter | None) -> None:
        self._batch = batch
        self._output = output
        self._meter = meter
        self._errors = InternalErrors()
        self._resumable = output if isinstance(output, ResumableOutput) else None
        self._at = self._resumable.last if self._resumable else Checkpoint("")
        self._seen: set[bytes] = self._resumable.known_digests() if self._resumable and batch.dedupe else set()
        self._has_head = self._at.bytes > 0

    def consume(self) -> int:
        """Judge and write everything; return the worst exit code."""
        if not self._at.finished:
            if self._meter is not None:
                self._meter.skipped(self._at.inputs)
            raws = self._batch.inputs(None if self._meter is None else self._meter.opened)
            if self._resumable is not None:
                raws = self._resumable.remember(raws)
            try:
                self._take_all(judged(raws, self._batch))
            except SystemExit:  # Ctrl-C
                self._report()
                raise
        self._finish()
        return self._at.code

    def _take_all(self, portions: Iterable[Portion]) -> None:
        for portion in portions:
            self._take(portion)
            if portion.code == ExitCode.INTERRUPTED or (self._batch.fail_fast and portion.code):
                if self._resumable is not None:
                    self._resumable.stop()
                return

    def _take(self, portion: Portion) -> None:
        at = self._at
        duplicate = portion.digest is not None and portion.digest in self._seen
        if portion.digest is not None and not duplicate:
            self._seen.add(portion.digest)
            if self._resumable is not None:
                self._resumable.add_digest(portion.digest)
        if not duplicate:
            if portion.tally is not None:
                at.tally.add(portion.tally)
            if portion.text:
                self._write(portion.text)
        self._at = replace(
            at,
            inputs=at.inputs + portion.inputs,
            code=max(at.code, portion.code),
            seen=len(self._seen),
            duplicates=at.duplicates + duplicate,
        )
        if portion.bugs:
            self._clear_meter()
            self._errors.report(portion.bugs)
        if self._meter is not None:
            self._meter.count(portion.inputs)
        if self._resumable is not None:
            self._resumable.progressed(self._at, portion.inputs)

    def _write(self, text: str) -> None:
        if isinstance(self._output, NoOutput):
            return
        if not self._has_head:
            self._has_head = True
            text = self._batch.maker.layout.head(self._batch.maker.work) + text
        if self._batch.output is None:
            self._clear_meter()
        self._output.write(text)

    def _clear_meter(self) -> None:
        if self._meter is not None:
            self._meter.clear()

    def _finish(self) -> None:
        """Write what stands below the rows, and the summary."""
        batch, layout = self._batch, self._batch.maker.layout
        self._clear_meter()
        if not self._has_head and batch.format in (Format.CSV, Format.TSV):
            self._output.write(layout.head(batch.maker.work))  # a table without rows still has columns
        if isinstance(layout, TextLayout) and not self._at.finished:
            self._output.write(layout.captured(lambda: batch.maker.work.print_total(self._at.tally.statuses)))
        self._errors.print_total()
        self._report()
        if batch.summary:
            duplicates = self._at.duplicates if batch.dedupe else None
            summary = Summary(self._at.inputs, self._at.tally, duplicates)
            if batch.format is Format.JSON:
                sys.stdout.write(compact(summary.as_json()) + "\n")
            else:
                print_summary(summary)

    def _report(self) -> None:
        """Hand the counts so far to the report of the batch, if it has one."""
        self._clear_meter()
        if self._batch.report is not None:
            self._batch.report(self._at.tally)


def judged(raws: Iterator[RawInput], batch: BatchPlan) -> Iterator[Portion]:
    """Yield the portions of all inputs in order, judged by this process, by several, or by a cluster."""
    maker, jobs = batch.maker, batch.jobs
    if batch.processor is not None:
        with batch.processor(maker) as processor:
            yield from processed(raws, maker, processor)
        return
    if jobs is None and batch.on_verdict is None:
        begun = time.monotonic()
        for portion in _judged_here(raws, batch):
            yield portion
            if time.monotonic() - begun > _ALONE:
                break
        more = list(islice(raws, 1))
        if not more:
            return
        raws, jobs = chain(more, raws), usable_cores()
    if jobs is None or jobs == 1:
        yield from _judged_here(raws, batch)
        return
    from dtcli.batch.local_workers import LocalWorkers  # noqa: PLC0415  (subprocess, which few inputs do without)

    with LocalWorkers(maker, jobs) as workers:
        yield from processed(raws, maker, workers)


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _judged_here(raws: Iterable[RawInput], batch: BatchPlan) -> Iterator[Portion]:
    for raw in raws:
        yield batch.maker.portion(raw, attended=batch.attended, on_verdict=batch.on_verdict)
