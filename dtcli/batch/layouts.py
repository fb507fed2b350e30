"""The forms in which rows are written: text for people, JSON, cells for spreadsheets, annotations for GitHub."""

import io
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from typing import Any

from dtcli.batch.fields import Field, FieldType, Values
from dtcli.batch.work.base import Work
from dtcli.formats.json.text import compact
from dtcli.formats.problems import Problem

LIST_SEPARATOR = " "
_EXECUTED = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet may execute as a formula."""
_NEEDS_QUOTES = re.compile(r'[",\r\n]')
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


_printing = Lock()
"""Held while standard output is redirected, which concerns all threads of a process."""


class Format(StrEnum):
    """The values of ``--format``."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    TSV = "tsv"
    PARQUET = "parquet"
    GITHUB = "github"


class Layout(ABC):
    """Writes verdicts as text. It is sent to worker processes, so it is a plain value."""

    def head(self, work: Work[Any]) -> str:
        """Return what stands above the first row."""
        del work
        return ""

    @abstractmethod
    def row(self, work: Work[Any], verdict: Any, values: Values) -> str:
        """Return one row with its line end; empty if nothing is to be written."""


@dataclass(frozen=True)
class TextLayout(Layout):
    """Text for people, as wide and as colourful as the terminal of the first process allows."""

    terminal: bool = False

    def head(self, work: Work[Any]) -> str:
        """Return the names of the columns, if the text is a table."""
        return self.captured(work.print_header)

    def row(self, work: Work[Any], verdict: Any, values: Values) -> str:
        """Return the verdict in words."""
        del values
        return self.captured(lambda: work.print_text(verdict))

    def captured(self, print_it: Callable[[], None]) -> str:
        """Return what a function prints."""
        page = _Page(terminal=self.terminal)
        with _printing, redirect_stdout(page):
            print_it()
        return page.getvalue()

    @classmethod
    def for_output(cls, *, to_file: bool) -> "TextLayout":
        """Return the layout for standard output or for a file."""
        return cls(terminal=not to_file and sys.stdout.isatty())


class _Page(io.StringIO):
    """Text in memory that is written to a terminal later."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        """Return whether the text will be shown on a terminal."""
        return self._terminal


@dataclass(frozen=True)
class JsonLayout(Layout):
    """One line of JSON a row: the whole record, or the selected columns."""

    columns: tuple[Field, ...] | None = None

    def row(self, work: Work[Any], verdict: Any, values: Values) -> str:
        """Return the record as one line."""
        del work, verdict
        if self.columns is None:
            return compact(values.record) + "\n"
        return compact({column.name: values.get(column.name) for column in self.columns}) + "\n"


@dataclass(frozen=True)
class CellsLayout(Layout):
    """Cells separated by commas or tabs, one line a row, with a line of names.

    A text that a spreadsheet would execute gets a ``'`` in front of it. In the table with tabs a cell has neither tabs
    nor line ends: they become spaces, so that every line is a row and no cell needs quotes.
    """

    columns: tuple[Field, ...]
    separator: str = ","

    def head(self, work: Work[Any]) -> str:
        """Return the names of the columns."""
        del work
        return self._line(column.name for column in self.columns)

    def row(self, work: Work[Any], verdict: Any, values: Values) -> str:
        """Return the cells of one row."""
        del work, verdict
        return self._line(_cell(column, values.get(column.name)) for column in self.columns)

    def _line(self, cells: Iterable[str]) -> str:
        if self.separator == "\t":
            return "\t".join(" ".join(re.split(r"[\t\r\n]+", cell)) for cell in cells) + "\n"
        return ",".join(map(_quoted, cells)) + "\n"


def _cell(column: Field, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple) and column.type is FieldType.TEXTS:
        value = LIST_SEPARATOR.join(map(str, value))
    elif not isinstance(value, str):
        value = compact(value)
    return _harmless(value)


def _quoted(cell: str) -> str:
    """Return a cell in quotes if it needs them (RFC 4180); an empty one has none."""
    doubled = cell.replace('"', '""')
    return f'"{doubled}"' if _NEEDS_QUOTES.search(cell) else cell


def _harmless(text: str) -> str:
    """Return a text that no spreadsheet executes; numbers stay what they are."""
    return f"'{text}" if text.startswith(_EXECUTED) and not _NUMBER.fullmatch(text) else text


class GithubLayout(Layout):
    """Annotations of GitHub Actions, one for each problem."""

    def row(self, work: Work[Any], verdict: Any, values: Values) -> str:
        """Return the problems of one row as workflow commands."""
        del work, values
        return "".join(map(_annotation, verdict.problems))


def _annotation(problem: Problem) -> str:
    """Return a problem as a workflow command: ``::error file=…,line=…,col=…,title=…::message``."""
    hint = f"\nhint: {problem.hint}" if problem.hint else ""
    properties = ",".join(f"{key}={_escaped(str(value), in_property=True)}" for key, value in _places(problem))
    return f"::{problem.severity.value} {properties}::{_escaped(problem.message + hint)}\n"


def _places(problem: Problem) -> Iterator[tuple[str, Any]]:
    for key, value in (("file", problem.file), ("line", problem.line), ("col", problem.column)):
        if value is not None:
            yield key, value
    yield "title", problem.code


def _escaped(text: str, *, in_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text
