"""The search among things that can be looked up."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

_SHORTEST_WORD = 4
"""The length from which a word is searched on its own, if no entry contains all words."""


@dataclass(frozen=True, slots=True)
class LookupEntry:
    """Something that can be looked up: a key, a title, lines of text, and the same as data."""

    key: str
    title: str
    lines: tuple[str, ...]
    record: dict[str, Any] = field(repr=False)
    text_for_search: str = ""


def matching(entries: Iterable[LookupEntry], words: list[str]) -> list[LookupEntry]:
    """Return the entries with these keys or this title, else those that contain the words, the best match first."""
    entries = list(entries)
    wanted = [word.casefold() for word in words]
    if wanted:
        by_key = [entry for entry in entries if entry.key.casefold() in wanted]
        if len(by_key) == len(set(wanted)):
            return by_key
        family = [entry for entry in entries if _is_family(wanted[0], entry.key)]
        if len(wanted) == 1 and family:
            return family
    titled = [entry for entry in entries if wanted and " ".join(wanted) in entry.title.casefold()]
    if titled:
        return titled
    every = [entry for entry in entries if all(word in _searched_text(entry) for word in wanted)]
    if every or not wanted:
        return _by_relevance(every, wanted)
    long_words = [word for word in wanted if len(word) >= _SHORTEST_WORD]
    return _by_relevance(
        [entry for entry in entries if any(word in _searched_text(entry) for word in long_words)], long_words
    )


def _by_relevance(entries: list[LookupEntry], words: list[str]) -> list[LookupEntry]:
    """Return entries sorted by how many of the words they contain, then by how often relative to their length."""

    def relevance(entry: LookupEntry) -> float:
        text = _searched_text(entry)
        found = [text.count(word) for word in words]
        return sum(n > 0 for n in found) + sum(found) / len(text)

    return sorted(entries, key=relevance, reverse=True) if words else entries


def _is_family(word: str, key: str) -> bool:
    """Return whether the key is the word followed by digits: H1 for H, DT401 for DT4."""
    rest = key.casefold().removeprefix(word)
    return rest != key.casefold() and rest.isdigit()


def _searched_text(entry: LookupEntry) -> str:
    return " ".join((entry.key, entry.title, *entry.lines, entry.text_for_search)).casefold()
