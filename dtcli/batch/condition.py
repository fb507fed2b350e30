"""Conditions of ``--where``: a small language that is parsed here and never evaluated as Python.

    missions >= 8 and not won
    status in ("lost", "broken") or "tonk-redbeer" in heroes

A comparison with an unknown value (null), or of values that cannot be compared, is false; ``== null`` asks for it.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

LONGEST = 1000
DEEPEST = 50
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>-?\d+(?:\.\d+)?)
      | (?P<text>"[^"]*"|'[^']*')
      | (?P<word>[A-Za-z_][\w.]*)
      | (?P<sign><=|>=|==|!=|=|<|>|\(|\)|,)
    )""",
    re.VERBOSE,
)
_CONSTANTS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "none": None}
_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_COMPARISONS = ("==", "!=", "=", *_ORDERS, "in")

Lookup = Callable[[str], Any]
"""Returns the value of a field."""


class ConditionError(ValueError):
    """A condition that cannot be parsed; ``column`` counts from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a text, true, false, null, or a list of them."""

    value: Any

    def evaluate(self, _lookup: Lookup) -> Any:
        """Return the constant."""
        return self.value


@dataclass(frozen=True, slots=True)
class FieldName:
    """A field of the row."""

    name: str

    def evaluate(self, lookup: Lookup) -> Any:
        """Return the value of the field in this row."""
        return lookup(self.name)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two values and a sign between them."""

    left: "Condition"
    sign: str
    right: "Condition"

    def evaluate(self, lookup: Lookup) -> bool:
        """Return whether the comparison holds."""
        left, right = self.left.evaluate(lookup), self.right.evaluate(lookup)
        if self.sign in ("==", "="):
            return _equal(left, right)
        if self.sign == "!=":
            return not _equal(left, right)
        if self.sign == "in":
            return _is_in(left, right)
        return _is_ordered(left, right) and _ORDERS[self.sign](left, right)


@dataclass(frozen=True, slots=True)
class Junction:
    """Several conditions: all of them with ``and``, one of them with ``or``."""

    word: str
    parts: tuple["Condition", ...]

    def evaluate(self, lookup: Lookup) -> bool:
        """Return whether all parts hold, or one of them."""
        quantifier = all if self.word == "and" else any
        return quantifier(part.evaluate(lookup) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Negation:
    """The opposite of a condition; the opposite of null is true."""

    part: "Condition"

    def evaluate(self, lookup: Lookup) -> bool:
        """Return whether the part does not hold."""
        return not self.part.evaluate(lookup)


Condition = Constant | FieldName | Comparison | Junction | Negation


def _equal(left: Any, right: Any) -> bool:
    """Return whether two values are equal; true and 1 are not."""
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def _is_in(left: Any, right: Any) -> bool:
    if isinstance(right, str):
        return isinstance(left, str) and left in right
    return isinstance(right, list | tuple) and any(_equal(left, one) for one in right)


def _is_ordered(left: Any, right: Any) -> bool:
    numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (left, right))
    return numbers or (isinstance(left, str) and isinstance(right, str))


class _ConditionToken(NamedTuple):
    kind: str
    text: str
    column: int


def parse_condition(text: str) -> Condition:
    """Return the condition of a text; raises ``ConditionError``.

    >>> values = {"missions": 9, "won": False}
    >>> parse_condition("missions >= 8 and not won").evaluate(values.get)
    True
    >>> parse_condition("8 <= missions < 9").evaluate(values.get)
    False
    """
    if len(text) > LONGEST:
        raise ConditionError(f"the condition has more than {LONGEST} characters", 1)  # noqa: EM102
    return _ConditionParser(text).parse()


def field_names(condition: Condition) -> Iterator[str]:
    """Yield the fields that a condition asks for."""
    match condition:
        case FieldName(name):
            yield name
        case Comparison(left, _, right):
            yield from field_names(left)
            yield from field_names(right)
        case Junction(_, parts):
            for part in parts:
                yield from field_names(part)
        case Negation(part):
            yield from field_names(part)


def _tokens(text: str) -> Iterator[_ConditionToken]:
    at = 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            message = "a text has no closing quote" if text[at] in "\"'" else f"'{text[at]}' is not expected here"
            raise ConditionError(message, at + 1)
        kind = str(match.lastgroup)
        yield _ConditionToken(kind, match[kind], match.start(kind) + 1)
        at = match.end()


class _ConditionParser:
    """Parses by recursive descent: or, and, not, comparison, value."""

    def __init__(self, text: str) -> None:
        self._tokens = [*_tokens(text), _ConditionToken("end", "", len(text) + 1)]
        self._at = 0
        self._depth = 0

    def parse(self) -> Condition:
        condition = self._or()
        if self._next.kind != "end":
            raise self._unexpected()
        return condition

    @property
    def _next(self) -> _ConditionToken:
        return self._tokens[self._at]

    def _unexpected(self) -> ConditionError:
        shown = "the condition ends too early" if self._next.kind == "end" else f"'{self._next.text}' is not expected"
        return ConditionError(shown, self._next.column)

    def _take(self, *texts: str) -> str | None:
        """Return the next token and move on if it is one of these, else None."""
        token = self._next
        text = token.text.lower() if token.kind == "word" else token.text
        if token.kind not in ("word", "sign") or text not in texts:
            return None
        self._at += 1
        return text

    def _or(self) -> Condition:
        self._depth += 1
        if self._depth > DEEPEST:
            message = "the condition is nested too deeply"
            raise ConditionError(message, self._next.column)
        parts = [self._and()]
        while self._take("or"):
            parts.append(self._and())
        self._depth -= 1
        return parts[0] if len(parts) == 1 else Junction("or", tuple(parts))

    def _and(self) -> Condition:
        parts = [self._not()]
        while self._take("and"):
            parts.append(self._not())
        return parts[0] if len(parts) == 1 else Junction("and", tuple(parts))

    def _not(self) -> Condition:
        negations = 0
        while self._take("not"):
            negations += 1
        condition = self._comparison()
        for _ in range(min(negations, 2 - negations % 2)):  # not not not x is not x
            condition = Negation(condition)
        return condition

    def _comparison(self) -> Condition:
        left = self._value()
        parts: list[Condition] = []
        while True:
            if self._take("not"):
                if not self._take("in"):
                    raise self._unexpected()
                parts.append(Negation(Comparison(left, "in", left := self._value())))
            elif sign := self._take(*_COMPARISONS):
                parts.append(Comparison(left, sign, left := self._value()))
            else:
                break
        if not parts:
            return left
        return parts[0] if len(parts) == 1 else Junction("and", tuple(parts))

    def _value(self) -> Condition:
        token = self._next
        if self._take("("):
            return self._parenthesis()
        if token.kind not in ("number", "text", "word") or token.text.lower() in ("and", "or", "not", "in"):
            raise self._unexpected()
        self._at += 1
        if token.kind == "number":
            return Constant(float(token.text) if "." in token.text else int(token.text))
        if token.kind == "text":
            return Constant(token.text[1:-1])
        word = token.text.lower()
        return Constant(_CONSTANTS[word]) if word in _CONSTANTS else FieldName(token.text)

    def _parenthesis(self) -> Condition:
        """Return what stands in parentheses: a condition, or a list of constants."""
        parts = [self._or()]
        is_list = False
        while self._take(","):
            is_list = True
            if self._next.text != ")":
                parts.append(self._or())
        if not self._take(")"):
            raise self._unexpected()
        if not is_list:
            return parts[0]
        constants = [part.value for part in parts if isinstance(part, Constant)]
        if len(constants) < len(parts):
            message = "a list has constants only"
            raise ConditionError(message, self._next.column)
        return Constant(tuple(constants))
