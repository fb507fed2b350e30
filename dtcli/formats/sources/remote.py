"""Files at addresses such as ``s3://club/games/``, through fsspec, which is an optional extra.

Only an address that the user names on the command line comes here; a file never makes dtcli open one.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from dtcli.formats.problems import Problem, printable, quoted

if TYPE_CHECKING:
    from dtcli.formats.sources.raw_inputs import Selection

INSTALL = "pip install 'dtcli[remote]', and the package that fsspec names for this kind of address"


class RemoteFile(NamedTuple):
    """A file at an address."""

    name: str
    open: Callable[[], AbstractContextManager[BinaryIO]]


def remote_files(address: str, selection: "Selection") -> Iterator[RemoteFile | Problem]:
    """Yield the files at an address, sorted if it is a folder; a problem if it cannot be used."""
    try:
        import fsspec  # noqa: PLC0415  (an optional extra)
    except ImportError:
        yield _problem(address, "reading addresses needs fsspec", INSTALL)
        return
    found = False
    try:
        system, path = fsspec.core.url_to_fs(address)
        for one in _paths(system, path, selection):
            found = True
            yield RemoteFile(address if one == path else system.unstrip_protocol(one), _opener(system, one))
    except ImportError as error:
        yield _problem(address, str(error), INSTALL)
        return
    except Exception as error:  # noqa: BLE001  (each kind of address has exceptions of its own)
        yield _problem(address, str(error) or type(error).__name__)
        return
    if not found:
        yield _problem(address, f"no {selection.kind.what} there")


def _paths(system: Any, path: str, selection: "Selection") -> Iterator[str]:
    """Yield the path itself if it is a file, else the wanted files below it, sorted."""
    if not system.isdir(path):
        yield path
        return
    below = PurePosixPath(path)
    for one in sorted(system.find(path)):
        if selection.takes(PurePosixPath(one).relative_to(below)):
            yield one


def _opener(system: Any, path: str) -> Callable[[], AbstractContextManager[BinaryIO]]:
    def open_remote() -> Any:
        try:
            return system.open(path, "rb")
        except OSError:
            raise
        except Exception as error:
            raise OSError(str(error) or type(error).__name__) from error

    return open_remote


def _problem(address: str, reason: str, hint: str | None = None) -> Problem:
    message = f"cannot be read: {printable(reason)}" if reason else f"cannot be read: {quoted(address)}"
    return Problem("DT101", message, hint=hint, file=address)
