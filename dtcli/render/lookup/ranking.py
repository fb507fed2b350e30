"""Which entries answer a question: words are compared by stem and meaning, and rare words count more than common ones.

The formula is BM25 (Robertson and Zaragoza, 2009) with a title that counts several times. A word of the question also
finds its synonyms, for less than the word itself.
"""

import math
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from dtcli.formats.card_sets import DATA

_WORD = re.compile(r"[^\W_]+(?:'(?!s\b)[^\W_]+)?")
_ENDINGS = ("ings", "ing", "ed", "es", "s", "ly", "are", "ere", "ire", "e", "a", "i", "o")
"""Endings that are removed, English and Italian; of several the longest."""
_SHORTEST_STEM = 3
_NUMBER = "number"
_SHORTEST_BEGINNING = 3
"""The length from which a word that is used nowhere finds the words that begin with it."""
_SYNONYM, _BROADER = 0.8, 0.4
"""What a synonym and a broader word count, relative to the word itself."""
_TITLE = 2
"""How often a word of the title counts."""
_SATURATION, _LENGTH = 1.2, 0.6
"""The parameters k1 and b of BM25."""


@dataclass(frozen=True, slots=True)
class RankedText:
    """A title and a text that can answer a question."""

    title: str
    text: str


class Relevance(NamedTuple):
    """How well a text answers a question."""

    score: float
    """0 if it shares no word and no meaning with the question."""
    has_every_word: bool
    """Whether it has every word of the question that matters, or one of the same meaning."""


def relevances(question: str, texts: Sequence[RankedText]) -> list[Relevance]:
    """Return how well each text answers the question."""
    counts = [Counter([*_stems(one.title) * _TITLE, *_stems(one.text)]) for one in texts]
    asked = [_meanings(stem, counts) for stem in dict.fromkeys(_stems(question))]
    lengths = [sum(count.values()) for count in counts]
    average = sum(lengths) / max(1, len(lengths))
    norms = [_SATURATION * (1 - _LENGTH + _LENGTH * length / average) for length in lengths]
    rarities = [_rarity(meanings, counts) for meanings in asked]
    found = []
    for count, norm in zip(counts, norms, strict=True):
        parts = []
        for meanings, rarity in zip(asked, rarities, strict=True):
            often = sum(weight * count[stem] for stem, weight in meanings.items())
            parts.append(rarity * often * (_SATURATION + 1) / (often + norm))
        found.append(Relevance(sum(parts), all(parts)))
    return found


def _rarity(meanings: dict[str, float], counts: Sequence[Counter[str]]) -> float:
    """Return the inverse document frequency of a word together with its synonyms."""
    found = sum(any(stem in count for stem in meanings) for count in counts)
    return math.log(1 + (len(counts) - found + 0.5) / (found + 0.5))


def _meanings(stem: str, counts: Sequence[Counter[str]]) -> dict[str, float]:
    """Return the stems that a stem of a question finds, and what each counts."""
    synonyms = _synonyms().get(stem, {})
    found = {**synonyms, stem: 1.0}
    if not synonyms and len(stem) >= _SHORTEST_BEGINNING and not any(stem in count for count in counts):
        found |= {word: 1.0 for count in counts for word in count if word.startswith(stem)}
    return found


@cache
def _data() -> dict[str, Any]:
    with (DATA / "synonyms.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _synonyms() -> dict[str, dict[str, float]]:
    """Return for each stem the stems of the same or of a broader meaning, and what each counts."""
    found: dict[str, dict[str, float]] = {}
    for word, examples in _data()["broader"].items():
        for example in examples:
            found.setdefault(_stem(example), {})[_stem(word)] = _BROADER
    for group in _data()["synonyms"]:
        stems = {_stem(word) for word in group}
        for stem in stems:
            found.setdefault(stem, {}).update(dict.fromkeys(stems - {stem}, _SYNONYM))
    return found


@cache
def _ignored() -> frozenset[str]:
    return frozenset(_words(_data()["ignored"]))


@cache
def _phrase() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, _data()['phrases']))})\b")


def _stems(text: str) -> list[str]:
    """Return the stems of the words that matter; of all words if none of them matters.

    A number is also the word "number", because it may answer how many there are.
    """
    phrases = _data()["phrases"]
    words = list(_words(_phrase().sub(lambda said: phrases[said[0]], _plain(text))))
    stems = [_stem(word) for word in words if word not in _ignored()] or [_stem(word) for word in words]
    return [*stems, *(_NUMBER for stem in stems if stem.isdigit())]


def _plain(text: str) -> str:
    """Return a text in small letters, without accents and with straight apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("\u2019", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _words(text: str) -> list[str]:
    return _WORD.findall(_plain(text))


def _stem(word: str) -> str:
    """Return a word without its ending.

    >>> [_stem(word) for word in ("discarded", "discards", "discarding", "scartare", "scarta", "bow", "copies")]
    ['discard', 'discard', 'discard', 'scart', 'scart', 'bow', 'copy']
    """
    [word] = _words(word)
    if word.endswith("ies") and len(word) > len("ties"):
        return word.removesuffix("ies") + "y"
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM and not (ending == "s" and stem.endswith(("s", "u"))):
            return _undoubled(stem)
    return _undoubled(word)


def _undoubled(stem: str) -> str:
    """Return a stem without a doubled last letter: ``stopp`` and ``stop`` are the same."""
    return stem[:-1] if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] else stem
