"""Inputs judged by a Dask cluster (an optional part of dtcli)."""

import asyncio
import logging
import re
from concurrent.futures import CancelledError, Future
from typing import Any, Self

from dtcli import __version__
from dtcli.batch.errors import BatchError, missing_extra
from dtcli.batch.portions import Portion
from dtcli.batch.processors import ProcessorGone, WorkerDied
from dtcli.batch.row_maker import RowMaker
from dtcli.batch.shared_files import SharedInputs, share
from dtcli.exit_codes import ExitCode
from dtcli.formats.sources.raw_inputs import RawInput

_TIMEOUT = 10
"""Seconds to wait for the scheduler, and for its first worker."""
_OWN_CARD_SET = re.compile(rb"""(?im)(?:"card_set"|^\s*card[ _-]?set)\s*[:=]\s*"?[^"\n]*\.toml""")


class Cluster:
    """The workers of a Dask cluster. They need the same version of dtcli."""

    def __init__(self, address: str, maker: RowMaker, *, shared_files: bool = False) -> None:
        try:
            import distributed  # noqa: PLC0415  (an optional part of dtcli)
        except ImportError:
            raise missing_extra("distributed", "cluster", "--cluster") from None  # noqa: EM101
        _silence("distributed")
        self._distributed: Any = distributed
        self._address = address
        self._maker = maker
        self._shared_files = shared_files
        self.slots = 1

    def __enter__(self) -> Self:
        try:
            self._client = self._distributed.Client(self._address, timeout=_TIMEOUT, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_TIMEOUT)
        except (OSError, TimeoutError, ValueError) as error:
            message = f"the cluster at '{self._address}' cannot be used: {error or 'it does not answer'}"
            raise BatchError(message, "see docs/batch.md", ExitCode.UNREADABLE) from None
        self._need_same_version()
        self.slots = sum(self._client.nthreads().values())
        return self

    def _need_same_version(self) -> None:
        found = self._client.run(_version)
        for worker, version in found.items():
            if version != __version__:
                have = f"dtcli {version}" if version else "no dtcli"
                message = f"the worker {worker} has {have}, not {__version__}"
                raise BatchError(message, f"install dtcli {__version__} on every worker")

    def __exit__(self, *details: object) -> None:
        """Leave the cluster; what is under way is cancelled."""
        self._client.close(timeout=1)

    def submit(self, raws: list[RawInput]) -> "Future[list[Portion]]":
        """Return the portions of these inputs, later.

        Inputs that name a card set in their own folder are judged here, unless the workers see the same files.
        """
        future: Future[list[Portion]] = Future()
        if self._shared_files:
            self._send(future, share(raws))
        elif any(_OWN_CARD_SET.search(raw.content) for raw in raws):
            future.set_result(self._maker.portions(raws))
        else:
            self._send(future, raws)
        return future

    def _send(self, future: "Future[list[Portion]]", raws: list[RawInput] | SharedInputs) -> None:
        try:
            task = self._client.submit(_portions, self._maker, raws, pure=False)
        except Exception as error:  # noqa: BLE001  (whatever Dask raises, nothing can be sent any more)
            future.set_exception(ProcessorGone(f"the cluster does not answer any more: {error}"))
            return
        task.add_done_callback(lambda done: self._received(future, done))

    def _received(self, future: "Future[list[Portion]]", done: Any) -> None:
        try:
            future.set_result(done.result())
        except self._distributed.KilledWorker as error:
            future.set_exception(WorkerDied(str(error)))
        except BatchError as error:
            future.set_exception(error)
        except (CancelledError, asyncio.CancelledError, OSError, TimeoutError):
            future.set_exception(ProcessorGone(f"the scheduler at '{self._address}' is gone"))
        except BaseException as error:  # noqa: BLE001  (the run waits for an answer)
            future.set_exception(error)


def _silence(package: str) -> None:
    """Turn the loggers of a package off: what is wrong is reported as an error of dtcli."""
    for name in (package, *logging.root.manager.loggerDict):
        if name.partition(".")[0] == package:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _version() -> str | None:
    """Return the version of dtcli on a worker; None if it has none."""
    try:
        from dtcli import __version__ as version  # noqa: PLC0415  (on another machine)
    except ImportError:
        return None
    return version


def _portions(maker: RowMaker, raws: list[RawInput] | SharedInputs) -> list[Portion]:
    """Return the portions of inputs; runs on a worker."""
    return maker.portions(raws.read() if isinstance(raws, SharedInputs) else raws)
