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


def matching(entries: Iterable[LookupEntry], arguments: list[str]) -> list[LookupEntry]:
    """Return the entries with these keys; or those that contain every word, titles first; or those with some words.

    It makes no difference whether words come as one argument or as several.
    """
    entries = list(entries)
    words = " ".join(arguments).casefold().split()
    if not words:
        return entries
    by_key = [entry for entry in entries if entry.key.casefold() in words]
    if len(by_key) == len(set(words)):
        return by_key
    family = [entry for entry in entries if _is_family(words[0], entry.key)]
    if len(words) == 1 and family:
        return family
    if every := [entry for entry in entries if all(word in _searched_text(entry) for word in words)]:
        return _titles_first(every, words)
    long_words = [word for word in words if len(word) >= _SHORTEST_WORD]
    some = [entry for entry in entries if any(word in _searched_text(entry) for word in long_words)]
    return _by_relevance(some, long_words)


def _titles_first(entries: list[LookupEntry], words: list[str]) -> list[LookupEntry]:
    """Return the entries with all words in the title, in their order, then the others by relevance."""
    titled = [entry for entry in entries if all(word in entry.title.casefold() for word in words)]
    return [*titled, *_by_relevance([entry for entry in entries if entry not in titled], words)]


def _by_relevance(entries: list[LookupEntry], words: list[str]) -> list[LookupEntry]:
    """Return entries sorted by how many of the words they contain, then by how often relative to their length."""

    def relevance(entry: LookupEntry) -> float:
        text = _searched_text(entry)
        found = [text.count(word) for word in words]
        return sum(n > 0 for n in found) + sum(found) / len(text)

    return sorted(entries, key=relevance, reverse=True)


def _is_family(word: str, key: str) -> bool:
    """Return whether the key is the word followed by digits: H1 for H, DT401 for DT4."""
    rest = key.casefold().removeprefix(word)
    return rest != key.casefold() and rest.isdigit()


def _searched_text(entry: LookupEntry) -> str:
    return " ".join((entry.key, entry.title, *entry.lines, entry.text_for_search)).casefold()
