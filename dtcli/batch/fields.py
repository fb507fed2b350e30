"""The fields of a row: what can be selected, compared and counted, and the type of each column."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from dtcli.english import or_list
from dtcli.formats.suggest import closest

USERS_OWN = "_"
"""How the keys begin that belong to the user."""


class FieldType(Enum):
    """The type of a column."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TEXTS = "list of texts"
    DATA = "data"
    """Anything; written as JSON where a column holds text only."""


class Field(NamedTuple):
    """A field and its type; ``flat`` is whether a table of cells has it unless others are selected."""

    name: str
    type: FieldType = FieldType.TEXT
    flat: bool = True


PLACE = (Field("file"), Field("line", FieldType.INTEGER))
PROBLEMS = Field("problems", FieldType.DATA, flat=False)
HEADER = (
    Field("title"),
    Field("date"),
    Field("scenario"),
    Field("adventure"),
    Field("edition"),
    Field("card_set"),
    Field("players", FieldType.INTEGER),
    Field("extended", FieldType.BOOLEAN),
    Field("heroes", FieldType.TEXTS),
    Field("notes"),
)
"""What a game says about itself."""
DERIVED = (
    Field("won", FieldType.BOOLEAN),
    Field("broken", FieldType.BOOLEAN),
    Field("codes", FieldType.TEXTS),
    Field("errors", FieldType.INTEGER),
    Field("warnings", FieldType.INTEGER),
    Field("digest"),
    Field("own_keys", FieldType.DATA),
)
"""What follows: the result, the codes of the problems and how many there are, the digest, the keys ``_yours``."""


class UnknownFieldError(ValueError):
    """A field that a command does not have."""


def columns(names: Iterable[str], fields: Iterable[Field]) -> tuple[Field, ...]:
    """Return the fields with these names; raises ``UnknownFieldError`` with a suggestion.

    A key of the user's own, and a part of a field such as ``claimed.missions``, is data of any type.
    """
    known = {field.name: field for field in (*DERIVED, *HEADER, *fields)}
    return tuple(_column(name, known) for name in names)


def _column(name: str, known: Mapping[str, Field]) -> Field:
    if name in known:
        return known[name]
    first, dot, _ = name.partition(".")
    if first.startswith(USERS_OWN):
        return Field(name, FieldType.DATA)
    if dot and first in known and known[first].type is FieldType.DATA:
        return Field(name, FieldType.DATA)
    suggestion = closest(name, known)
    hint = f"did you mean {suggestion}?" if suggestion else f"it is one of {or_list(sorted(known))}, or a key _yours"
    message = f"there is no field '{name}': {hint}"
    raise UnknownFieldError(message)


class Values:
    """The values of one row by field: the record first, then what the game says about itself, then what follows."""

    __slots__ = ("_derive", "_read_header", "record")

    def __init__(
        self, record: Mapping[str, Any], header: Callable[[], Mapping[str, Any]], derive: Callable[[str], Any]
    ) -> None:
        self.record = record
        self._read_header = header
        self._derive = derive

    def get(self, name: str) -> Any:
        """Return the value of a field; None if this row does not have it."""
        if name in self.record:
            return self.record[name]
        if name.startswith(USERS_OWN) or "." in name:
            return self._part(name)
        if name in _OF_HEADER:
            return self._read_header().get(name)
        return self._derive(name)

    def _part(self, name: str) -> Any:
        """Return a key of the user's own, or a part of a value."""
        header = self._read_header()
        if name in header:
            return header[name]
        first, *rest = name.split(".")
        value = header.get(first) if first.startswith(USERS_OWN) else self.record.get(first)
        for key in rest:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value


_OF_HEADER = frozenset(field.name for field in HEADER)
