"""A worker process: reads tasks from standard input and writes their results to standard output.

The first message is the ``RowMaker``, every other one a list of inputs. A message is a pickle with its length before
it. Both ends are the same program on the same machine, connected by pipes that nothing else can write to. The worker
ends when its standard input is closed, even in the middle of a task, so no worker outlives the process that started it.
"""

import os
import pickle
import queue
import struct
import sys
import threading
import traceback
from typing import Any, BinaryIO

from dtcli.batch.row_maker import RowMaker

_LENGTH = struct.Struct(">Q")


def send(stream: BinaryIO, message: Any) -> None:
    """Write a message."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Return the next message; raises ``EOFError`` if the other end is closed."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return pickle.loads(content)  # noqa: S301  (from the process that started this one)


def main() -> None:
    """Answer tasks until standard input is closed."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "true")
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing that is printed gets between the results
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read_tasks, args=(sys.stdin.buffer, tasks), daemon=True).start()
    maker: RowMaker = tasks.get()
    while True:
        portions = maker.portions(tasks.get())
        try:
            send(results, portions)
        except BrokenPipeError:  # the first process was killed
            os._exit(0)


def _read_tasks(stream: BinaryIO, tasks: "queue.SimpleQueue[Any]") -> None:
    """Put every message into a queue; end the process when there are no more, or when one cannot be read."""
    while True:
        try:
            tasks.put(receive(stream))
        except (EOFError, OSError):
            os._exit(0)
        except Exception:  # noqa: BLE001  (the main thread would wait for ever)
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)


if __name__ == "__main__":
    main()
