"""Compressed streams, recognised by their first bytes, whatever the file is called.

A stream is decompressed while it is read, so a small file that unpacks to a huge one costs time but no memory.
"""

import gzip
import sys
import zlib
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, Any, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


class DamagedStreamError(ValueError):
    """Compressed data that cannot be read to its end."""


def decompressed(stream: BinaryIO) -> BinaryIO:
    """Return a stream of the decompressed bytes if these are gzip or zstd, else one of the same bytes.

    Reading a damaged stream raises ``DamagedStreamError`` where the damage begins.
    """
    buffered = stream if isinstance(stream, BufferedReader) else BufferedReader(cast("RawIOBase", stream))
    start = buffered.peek(len(_ZSTD))[: len(_ZSTD)]
    if start.startswith(_GZIP):
        return BufferedReader(_Decompressed(gzip.GzipFile(fileobj=buffered), "gzip", zlib.error, gzip.BadGzipFile))
    if start == _ZSTD:
        zstd = _zstd()
        return BufferedReader(_Decompressed(zstd.ZstdFile(buffered), "zstd", zstd.ZstdError))
    return cast("BinaryIO", buffered)


class _Decompressed(RawIOBase):
    """A decompressed stream whose errors are all ``DamagedStreamError``."""

    def __init__(self, stream: Any, kind: str, *errors: type[Exception]) -> None:
        self._stream = stream
        self._kind = kind
        self._errors: tuple[type[Exception], ...] = (EOFError, *errors)

    def readable(self) -> bool:
        """Return True: the stream is for reading."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read decompressed bytes into a buffer; return how many, 0 at the end."""
        try:
            return int(self._stream.readinto(buffer))
        except self._errors as error:
            ended = isinstance(error, EOFError)
            message = f"the {self._kind} data {'ends too early' if ended else 'is damaged'}"
            raise DamagedStreamError(message) from error


def _zstd() -> Any:
    """Return the module of Python 3.14 and later, or the same module for earlier versions."""
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415  (few inputs are compressed)
    else:
        from backports import zstd  # noqa: PLC0415
    return zstd
