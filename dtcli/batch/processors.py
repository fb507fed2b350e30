"""What judges lists of inputs elsewhere: worker processes of this machine, or a cluster."""

from concurrent.futures import Future
from typing import Protocol, Self

from dtcli.batch.portions import Portion
from dtcli.formats.sources.raw_inputs import RawInput


class WorkerDied(Exception):  # noqa: N818  (it is an answer)
    """The process that judged a list of inputs was ended; another one has taken its place."""


class ProcessorGone(Exception):  # noqa: N818  (it is an answer)
    """Nothing can be judged any more, for example because the scheduler of a cluster is gone."""


class Processor(Protocol):
    """Judges lists of inputs, several at a time."""

    slots: int
    """How many lists are judged at the same time."""

    def submit(self, raws: list[RawInput]) -> "Future[list[Portion]]":
        """Return the portions of these inputs, later; ``WorkerDied`` or ``ProcessorGone`` if there are none."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *details: object) -> None: ...
