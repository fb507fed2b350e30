"""Lines from a pipe: complete, in order, and with a time-out."""

import os
from io import StringIO

import pytest

from dtcli.play.text.typed_lines import LONGEST_LINE, EndOfInput, TypedLines


def all_lines(lines: TypedLines) -> list[str]:
    found = []
    while True:
        try:
            line = lines.next(5)
        except EndOfInput:
            return found
        if line is not None:
            found.append(line)


def through_a_pipe(*pieces: bytes) -> TypedLines:
    ours, theirs = os.pipe()
    stream = os.fdopen(ours, encoding="utf-8")
    for piece in pieces:
        os.write(theirs, piece)
    os.close(theirs)
    lines = TypedLines(stream)
    lines.keep = stream
    return lines


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ((b"play 3\r\n\nfin", b"ish\n"), ["play 3", "", "finish"]),
        ((b"no end",), ["no end"]),
        ((), []),
        ((b"\xff\xfe\n",), ["\ufffd\ufffd"]),
        ((b"x" * 5000 + b"\nnext\n",), ["x" * LONGEST_LINE, "x" * (5000 - 4096), "next"]),
    ],
)
def test_lines_arrive_complete_and_in_order(pieces: tuple[bytes, ...], lines: list[str]) -> None:
    source = through_a_pipe(*pieces)
    assert all_lines(source) == lines
    source.keep.close()


def test_after_the_end_there_are_no_more_lines() -> None:
    source = through_a_pipe(b"x\n")
    assert all_lines(source) == ["x"]
    with pytest.raises(EndOfInput):
        source.next(None)
    source.keep.close()


def test_a_time_out_returns_nothing() -> None:
    ours, theirs = os.pipe()
    with os.fdopen(ours, encoding="utf-8") as stream:
        source = TypedLines(stream)
        assert source.next(0.01) is None
        assert source.next(None) is None  # so that the caller can check the clock
        os.write(theirs, b"now\n")
        assert source.next(None) == "now" or source.next(5) == "now"
        os.close(theirs)
        assert all_lines(source) == []


def test_lines_of_a_stream_without_a_descriptor() -> None:
    assert all_lines(TypedLines(StringIO("a\n b \n"))) == ["a", "b"]
