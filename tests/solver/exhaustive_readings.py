"""What follows from a record with silent choices, by filling them in one after the other in every legal way."""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.rules.decisions import Choice, DiscardedCopies, Failure, Forgotten, SkillPrice, reveal_of
from dtcli.rules.follow import Run, branches, follow
from dtcli.rules.notes import Note
from dtcli.rules.score import Result, result_of
from dtcli.rules.silent_choices import Readings, read
from dtcli.rules.state import Game

Key = tuple[int, type, int]


def _key(decision: Forgotten) -> Key:
    kind = Failure if isinstance(decision, DiscardedCopies) else type(decision)
    return reveal_of(decision), kind, decision.note if isinstance(decision, SkillPrice) else 0


class OneReading(NamedTuple):
    """One way to answer all silent choices that contradicts nothing."""

    answers: dict[Key, Choice]
    result: Result


def every_reading(game: Game, notes: tuple[Note, ...]) -> list[OneReading]:
    """Return all readings that fit the whole record, without looking at any position twice the same way."""
    return list(_readings(follow(game, notes, assume=False), {}))


def _readings(run: Run, answers: dict[Key, Choice]) -> Iterator[OneReading]:
    if run.refusals:
        return
    if run.open is None:
        yield OneReading(answers, result_of(run.final))
        return
    key = _key(run.open)
    for choice, after in branches(run):
        yield from _readings(after, {**answers, key: choice})


def wrong(game: Game, notes: tuple[Note, ...]) -> Iterator[str]:
    """Return where the readings differ from what every reading says."""
    everyone = every_reading(game, notes)
    found = read(game, notes)
    if not isinstance(found, Readings) or found.fit:
        if everyone:
            yield f"{len(everyone)} readings, but found {found}"
        return
    if not everyone:
        yield f"no reading, but found {found}"
        return
    if found.results != {one.result for one in everyone}:
        yield f"results {found.results}"
    inferred = {_key(filled.decision): filled.choice for filled in found.filled if filled.because is not None}
    certain = {
        key: choice
        for key, choice in everyone[0].answers.items()
        if all(one.answers.get(key) == choice for one in everyone)
    }
    if inferred != certain:
        yield f"inferred {inferred}, but all readings agree on {certain}"
    run = follow(game, found.notes)
    if run.refusals or run.open is not None:
        yield f"the reading that is taken cannot be played: {run.refusals}"
