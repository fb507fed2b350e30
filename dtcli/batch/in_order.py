"""Hands inputs to a processor and yields what comes back in the order of the inputs.

Only a few lists of inputs are under way at any time, so memory stays flat. If a worker dies, its inputs are judged
again one by one; an input that ends two workers by itself gets a row that says so, and the run goes on.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future

from dtcli.batch.portions import Portion, merged
from dtcli.batch.processors import Processor, WorkerDied
from dtcli.batch.row_maker import RowMaker
from dtcli.formats.sources.raw_inputs import RawInput

LARGEST_TASK = 1 << 20
"""Bytes of input after which a task is handed over, however few inputs it has."""
_AHEAD = 3
"""How many tasks for each worker are under way: one that it judges, the others waiting."""
_INPUTS_AHEAD = 64
"""How many inputs are under way at least, so that a slow one in front does not leave the other workers idle."""


def tasks(raws: Iterable[RawInput], per_task: int) -> Iterator[list[RawInput]]:
    """Yield the inputs in lists."""
    task: list[RawInput] = []
    size = 0
    for raw in raws:
        task.append(raw)
        size += len(raw.content)
        if len(task) >= per_task or size >= LARGEST_TASK:
            yield task
            task, size = [], 0
    if task:
        yield task


def processed(raws: Iterable[RawInput], maker: RowMaker, processor: Processor) -> Iterator[Portion]:
    """Yield the portions of all inputs, in order."""
    waiting: deque[tuple[list[RawInput], Future[list[Portion]]]] = deque()
    most = max(processor.slots * _AHEAD, _INPUTS_AHEAD // maker.work.per_task)
    for task in tasks(raws, maker.work.per_task):
        waiting.append((task, processor.submit(task)))
        while waiting and (len(waiting) >= most or waiting[0][1].done()):
            yield from _finished(*waiting.popleft(), maker, processor)
    while waiting:
        yield from _finished(*waiting.popleft(), maker, processor)


def _finished(
    task: list[RawInput], future: "Future[list[Portion]]", maker: RowMaker, processor: Processor
) -> list[Portion]:
    try:
        return future.result()
    except WorkerDied:
        tries = 1 if len(task) == 1 else 2  # one of several inputs may be innocent
        again = [portion for raw in task for portion in _alone(raw, maker, processor, tries)]
        return again if maker.one_by_one else [merged(again)]


def _alone(raw: RawInput, maker: RowMaker, processor: Processor, tries: int) -> list[Portion]:
    """Return the portion of an input from a task whose worker died."""
    for _ in range(tries):
        try:
            return processor.submit([raw]).result()
        except WorkerDied:
            continue
    return [maker.ended(raw)]
