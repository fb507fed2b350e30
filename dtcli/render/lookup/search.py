"""The search among things that can be looked up."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from dtcli.render.lookup.ranking import RankedText, relevances

_CLOSE = 0.5
"""The part of the best score from which an entry without every word is returned."""


@dataclass(frozen=True, slots=True)
class LookupEntry:
    """Something that can be looked up: a key, a title, lines of text, and the same as data."""

    key: str
    title: str
    lines: tuple[str, ...]
    record: dict[str, Any] = field(repr=False)
    text_for_search: str = ""
    weight: float = 1.0
    """How likely a question is about this entry, relative to the others."""


def matching(entries: Iterable[LookupEntry], arguments: list[str]) -> list[LookupEntry]:
    """Return the entries with these keys; or those that contain every word, titles first; or those that come close.

    It makes no difference whether words come as one argument or as several.
    """
    entries = list(entries)
    words = " ".join(arguments).casefold().split()
    if not words:
        return entries
    if keyed := _by_key(entries, words):
        return keyed
    if every := [entry for entry in entries if all(word in _searched_text(entry) for word in words)]:
        ranked = _by_relevance(every, words)
        return _titles_first([*ranked, *(entry for entry in every if entry not in ranked)], words)
    return _by_relevance(entries, words)


def answering(entries: Iterable[LookupEntry], arguments: list[str]) -> list[LookupEntry]:
    """Return the entries with these keys, or those that answer a question in words, the best first."""
    entries = list(entries)
    words = " ".join(arguments).casefold().split()
    if not words:
        return entries
    return _by_key(entries, words) or _titles_first(_by_relevance(entries, words), words)


def _by_key(entries: list[LookupEntry], words: list[str]) -> list[LookupEntry]:
    """Return the entries with these keys, or all that begin with the same letters; empty if a word is no key."""
    found = [entry for entry in entries if entry.key.casefold() in words]
    if len(found) == len(set(words)):
        return found
    return [entry for entry in entries if len(words) == 1 and _is_family(words[0], entry.key)]


def _titles_first(entries: list[LookupEntry], words: list[str]) -> list[LookupEntry]:
    """Return the entries with all words in the title, then the others."""
    return sorted(entries, key=lambda entry: not all(word in entry.title.casefold() for word in words))


def _by_relevance(entries: list[LookupEntry], words: list[str]) -> list[LookupEntry]:
    """Return the entries that have every word or its meaning, or come close to the best, the most relevant first."""
    texts = [
        RankedText(f"{entry.key} {entry.title}", " ".join((*entry.lines, entry.text_for_search))) for entry in entries
    ]
    found = [
        (entry.weight * relevance.score, relevance.has_every_word, entry)
        for relevance, entry in zip(relevances(" ".join(words), texts), entries, strict=True)
        if relevance.score
    ]
    enough = _CLOSE * max((score for score, _, _ in found), default=0)
    found = [one for one in found if one[1] or one[0] >= enough]
    return [entry for _, _, entry in sorted(found, key=lambda one: -one[0])]


def _is_family(word: str, key: str) -> bool:
    """Return whether the key is the word followed by digits: H1 for H, DT401 for DT4."""
    rest = key.casefold().removeprefix(word)
    return rest != key.casefold() and rest.isdigit()


def _searched_text(entry: LookupEntry) -> str:
    return " ".join((entry.key, entry.title, *entry.lines, entry.text_for_search)).casefold()
