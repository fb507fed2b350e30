"""Rows as a Parquet file, through pyarrow (an optional part of dtcli)."""

import json
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, BinaryIO, Self

from dtcli.batch.errors import missing_extra
from dtcli.batch.fields import Field, FieldType
from dtcli.formats.json.text import compact

ROWS_IN_A_GROUP = 65_536
"""How many rows are kept in memory and compressed together."""


class ParquetWriter:
    """Writes rows, given as lines of JSON, to a stream. The types of the columns do not depend on the rows."""

    def __init__(self, stream: BinaryIO, columns: tuple[Field, ...]) -> None:
        try:
            import pyarrow as pa  # noqa: PLC0415  (an optional part of dtcli)
            from pyarrow import parquet  # noqa: PLC0415
        except ImportError:
            message = "pyarrow"
            raise missing_extra(message, "parquet", "--format parquet") from None
        self._arrow = pa
        self._columns = columns
        self._schema = pa.schema([(column.name, _type(pa, column.type)) for column in columns])
        self._rows: list[dict[str, Any]] = []
        self._stack = ExitStack()
        self._writer = self._stack.enter_context(parquet.ParquetWriter(stream, self._schema, compression="zstd"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        """Write the last rows, unless an error ended the run."""
        if details[0] is None:
            self._write_group()
        self._stack.close()

    def add(self, lines: Iterable[str | bytes]) -> None:
        """Add rows, each a line of JSON."""
        for line in lines:
            self._rows.append(json.loads(line))
            if len(self._rows) >= ROWS_IN_A_GROUP:
                self._write_group()

    def _write_group(self) -> None:
        arrays = {column.name: [_value(column, row[column.name]) for row in self._rows] for column in self._columns}
        self._writer.write_table(self._arrow.Table.from_pydict(arrays, schema=self._schema))
        self._rows = []


def _type(arrow: Any, kind: FieldType) -> Any:
    return {
        FieldType.INTEGER: arrow.int64(),
        FieldType.NUMBER: arrow.float64(),
        FieldType.BOOLEAN: arrow.bool_(),
        FieldType.TEXTS: arrow.list_(arrow.string()),
    }.get(kind, arrow.string())


def _value(column: Field, value: Any) -> Any:
    """Return a value as its column holds it; data of any type is written as JSON."""
    if value is None:
        return None
    return value if column.type is not FieldType.DATA else compact(value)
