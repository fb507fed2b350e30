"""Edits a replay in JSON in place: only values that differ are written again, in the layout of the text.

The caller checks that the new text says what it should.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from dtcli.formats.dt.numbering import sort_key
from dtcli.formats.json.positions import Positions
from dtcli.formats.json.text import compact, decode
from dtcli.formats.names import Names
from dtcli.formats.problems import pointer
from dtcli.formats.replay.alignment import aligned
from dtcli.formats.replay.canonical import canonical_card, canonical_choice
from dtcli.formats.schema import ReplayFile

_SPACE = re.compile(r"[ \t\n\r]*")
_scan = json.JSONDecoder().raw_decode


class _TextEdit(NamedTuple):
    """A part of the text, and its replacement."""

    start: int
    end: int
    text: str


def _applied(text: str, edits: Iterable[_TextEdit]) -> str:
    parts, at = [], 0
    for edit in sorted(edits, key=lambda one: one.start):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def edited_in_place(text: str, new: ReplayFile, names: Names) -> str | None:
    """Return the text with the story, the choices and the result of ``new``; None if it cannot be edited in place."""
    return _JsonEditor(text, names).edited(new)


class _JsonEditor:
    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.names = names
        self.old: dict[str, Any] = decode(text)
        self.offsets = Positions(text).offsets
        self.tight = '": ' not in text
        found = _SPACE.match(text, self.offsets[""] + 1)
        self.margin = found[0] if found and "\n" in found[0] else ""
        """The line end and indent before each key; empty if the text is one line."""

    def edited(self, new: ReplayFile) -> str | None:
        cards = [compact(canonical_card(card, self.names)) for card in new["story"]]
        old_cards = [compact(canonical_card(card, self.names)) for card in self.old["story"]]
        edits = []
        if cards != old_cards:
            start, end = self._span("/story")
            edits.append(_TextEdit(start, end, self._list("/story", old_cards, new["story"], cards)))
        edits += self._choices(list(new.get("choices", ())))
        if new.get("result") != self.old.get("result") or ("result" in new) != ("result" in self.old):
            if "result" not in new:
                return None
            edits.append(self._result(new["result"]))
        return _applied(self.text, edits)

    def _span(self, place: str) -> tuple[int, int]:
        start = self.offsets[place]
        return start, _scan(self.text, start)[1]

    def _written(self, value: object) -> str:
        return compact(value, tight=self.tight)

    def _key(self, key: str, value: str, after: str) -> _TextEdit:
        """Return the edit that adds a key after the value of another."""
        _, end = self._span(pointer(after))
        return _TextEdit(end, end, f",{self.margin or self._gap}{compact(key)}:{self._gap}{value}")

    @property
    def _gap(self) -> str:
        return "" if self.tight else " "

    def _result(self, claim: Any) -> _TextEdit:
        if "result" not in self.old:
            return self._key("result", self._written(claim), "choices" if "choices" in self.old else "story")
        start, end = self._span("/result")
        return _TextEdit(start, end, self._revised(self.text[start:end], self.old["result"], claim))

    def _choices(self, choices: list[Any]) -> list[_TextEdit]:
        old = self.old.get("choices", [])
        old_texts = [compact(canonical_choice(choice, self.names)) for choice in old]
        new_texts = [compact(canonical_choice(choice, self.names)) for choice in choices]
        by_text = dict(zip(new_texts, choices, strict=True))
        new_texts = _in_the_order_of(old_texts, new_texts, by_text)
        if new_texts == old_texts:
            return []
        text = self._list("/choices", old_texts, [by_text[one] for one in new_texts], new_texts)
        if "choices" not in self.old:
            return [self._key("choices", text, "story")]
        return [_TextEdit(*self._span("/choices"), text)]

    def _list(self, place: str, old_texts: list[str], values: list[Any], new_texts: list[str]) -> str:
        """Return a list in the layout of the old one; entries that it had before keep their text."""
        if not values:
            return "[]"
        spans = [self._span(f"{place}/{index}") for index in range(len(old_texts))]
        origin, moved = _origins(old_texts, new_texts)
        entries = []
        for there, value in enumerate(values):
            here = origin.get(there, moved.get(there))
            if here is None:
                entries.append(self._written(value))
                continue
            source = self.text[slice(*spans[here])]
            is_same = old_texts[here] == new_texts[there]
            entries.append(source if is_same else self._revised(source, decode(source), value))
        opening, between, closing = self._layout(place, spans)
        parts = [f"[{opening}", entries[0]]
        for there in range(1, len(entries)):
            here = origin.get(there)
            stays = here is not None and here > 0 and origin.get(there - 1) == here - 1
            parts += [self.text[spans[here - 1][1] : spans[here][0]] if here and stays else between, entries[there]]
        return "".join([*parts, f"{closing}]"])

    def _layout(self, place: str, spans: list[tuple[int, int]]) -> tuple[str, str, str]:
        """Return the text before, between and after the entries of a list."""
        if not spans:
            if not self.margin:
                return "", f",{self._gap}", ""
            deeper = self.margin + self.margin.rpartition("\n")[2]
            return deeper, f",{deeper}", self.margin
        start, end = self._span(place)
        opening, closing = self.text[start + 1 : spans[0][0]], self.text[spans[-1][1] : end - 1]
        gaps = Counter(self.text[one[1] : other[0]] for one, other in pairwise(spans))
        between = max(gaps, key=lambda gap: gaps[gap], default=f",{opening or self._gap}")
        return opening, between, closing

    def _revised(self, source: str, old: Any, new: Any) -> str:
        """Return the text of an object with new values; it is written anew if its keys differ."""
        if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
            return self._written(new)
        offsets = Positions(source).offsets
        edits = []
        for key in old:
            if old[key] != new[key]:
                start = offsets[pointer(key)]
                edits.append(_TextEdit(start, _scan(source, start)[1], self._written(new[key])))
        return _applied(source, edits)


def _origins(old_texts: list[str], new_texts: list[str]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the old index of each new entry, by new index: of those that stay, and of those that move."""
    origin = {there: here for here, there in aligned(old_texts, new_texts)}
    loose = [here for here in range(len(old_texts)) if here not in origin.values()]
    moved = {}
    for there in range(len(new_texts)):
        same = next((here for here in loose if old_texts[here] == new_texts[there]), None)
        if there not in origin and same is not None:
            moved[there] = same
            loose.remove(same)
    last = -1
    for there in range(len(new_texts)):
        last = origin.get(there, last)
        following = min((here for at, here in origin.items() if at > there), default=len(old_texts))
        free = [here for here in loose if last < here < following]
        if there not in origin and there not in moved and free:
            last = origin[there] = free[0]
            loose.remove(last)
    return origin, moved


def _in_the_order_of(old_texts: list[str], new_texts: list[str], entries: dict[str, Any]) -> list[str]:
    """Return the new entries with the old ones among them in their old order, if that means the same."""
    left = list(new_texts)
    order = []
    for one in old_texts:
        if one in left:
            left.remove(one)
            order.append(one)
    at = 0
    loose = Counter(left)
    for one in new_texts:
        if loose[one]:
            loose[one] -= 1
            order.insert(at, one)
            at += 1
        else:
            at = order.index(one) + 1

    def usual(texts: list[str]) -> list[str]:
        return sorted(texts, key=lambda one: sort_key(entries[one]))

    return order if usual(order) == usual(new_texts) else new_texts
