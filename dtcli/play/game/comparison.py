"""Compares two plays of one deal, of one story or of one puzzle: results, deeds, time, and where they part.

Plays of one deal may have laid different stories; then decisions are compared mission by mission.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.digest import deal_digest, game_digest
from dtcli.formats.replay.five_minutes import RecordedEvent, recorded_play
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.play.game.stars import PlayedOut, Stars, stars_for
from dtcli.render.choices import choice_in_words, line_in_words
from dtcli.render.events import card_name
from dtcli.rules.cards import Card, Item, Mission
from dtcli.rules.decisions import Gap, Reveal, UseSkill
from dtcli.rules.follow import Run
from dtcli.rules.heroes import HEROES
from dtcli.rules.score import Status
from dtcli.rules.state import EventKind
from dtcli.rules.table import FIVE_MINUTES, Table

_FATES = {EventKind.MISSION_COMPLETED: "completed", EventKind.MISSION_FAILED: "failed"}
NOT_LAID, NOT_REVEALED = "not laid", "not revealed"


class ComparedPlay(NamedTuple):
    """One of the two plays."""

    file: str
    title: str | None
    status: str
    missions: int | None
    goal: int | None
    cards: int
    """The height of the story."""
    skills: tuple[str, ...]
    laid: int | None = None
    """The deeds of the five minutes; None without a record of them."""
    discarded: int | None = None
    seconds: float | None = None
    """When the five minutes ended."""
    pauses: int | None = None
    par: KeptPar | None = None
    stars: Stars | None = None

    @property
    def deeds(self) -> int | None:
        """The number of deeds."""
        return None if self.laid is None or self.discarded is None else self.laid + self.discarded

    def as_json(self) -> dict[str, Any]:
        """Return the play as ``--json`` has it."""
        return {
            **self._asdict(),
            "deeds": self.deeds,
            "par": None if self.par is None else self.par.as_json(),
            "stars": None if self.stars is None else len(self.stars.reasons),
        }


class Difference(NamedTuple):
    """Something that the two plays did differently; an empty text where one of them had nothing to do."""

    what: str
    a: str
    b: str


class PlayComparison(NamedTuple):
    """Two plays side by side."""

    same: str
    """What they have in common: ``deal`` or ``story``."""
    a: ComparedPlay
    b: ComparedPlay
    story: Difference | None
    """The first card at which the stories differ; ``what`` is its number."""
    deed: Difference | None
    """The first different deed of the five minutes; ``what`` is its number."""
    missions: tuple[Difference, ...]
    """The missions and adventures that went differently."""
    decisions: tuple[Difference, ...]
    """The decisions that differ."""

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as ``--json`` has it."""
        return {
            "same": self.same,
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "story": None if self.story is None else {**self.story._asdict(), "what": int(self.story.what)},
            "deed": None if self.deed is None else {**self.deed._asdict(), "what": int(self.deed.what)},
            "missions": [one._asdict() for one in self.missions],
            "decisions": [one._asdict() for one in self.decisions],
        }


class _Play(NamedTuple):
    """A valid replay, read for the comparison."""

    checked: Checked
    run: Run
    dealt: Table | None
    events: tuple[RecordedEvent, ...]

    @classmethod
    def of(cls, checked: Checked) -> "_Play":
        data, resolved, run = checked.document.data, checked.resolved, checked.run
        assert data is not None
        assert resolved is not None
        assert run is not None
        if not data.get("play"):
            return cls(checked, run, None, ())
        dealt, events = recorded_play(data, resolved)
        return cls(checked, run, dealt, tuple(events))

    @property
    def story(self) -> tuple[Card, ...]:
        return self.run.final.game.story

    @property
    def deeds(self) -> list[str]:
        """Each card that was laid or discarded, in order, as words."""
        words = {"play": "lays", "discard": "discards"}
        return [
            f"{words[one.deed]} {card_name(card)} at {one.t:.0f} s"
            for one in self.events
            if one.deed in words
            for card in one.cards
        ]


def compare(a: Checked, b: Checked) -> PlayComparison | None:
    """Return the comparison of two valid replays that were checked with frames; None if they have nothing in common."""
    one, two = _Play.of(a), _Play.of(b)
    if one.dealt is not None and two.dealt is not None and deal_digest(one.dealt) == deal_digest(two.dealt):
        same = "deal"
    elif _story_digest(one) == _story_digest(two):
        same = "story"
    else:
        return None
    by_mission = one.story != two.story
    return PlayComparison(
        same=same,
        a=_compared(one),
        b=_compared(two),
        story=_first([card_name(card) for card in one.story], [card_name(card) for card in two.story]),
        deed=_first(_without_times(one.deeds), _without_times(two.deeds), (one.deeds, two.deeds)),
        missions=tuple(_differences(_fates(one), _fates(two), otherwise=NOT_LAID)),
        decisions=tuple(
            _differences(_decisions(one, by_mission=by_mission), _decisions(two, by_mission=by_mission), otherwise="")
        ),
    )


def _story_digest(play: _Play) -> str:
    return game_digest(play.run.final.game.with_changes(goal=None))


def _compared(play: _Play) -> ComparedPlay:
    checked, score, game = play.checked, play.checked.score, play.run.final.game
    assert score is not None
    data: Any = checked.document.data
    found = ComparedPlay(
        file=checked.document.file,
        title=checked.title,
        status=score.status.value,
        missions=score.missions,
        goal=game.goal,
        cards=len(game.story),
        skills=tuple(HEROES[hero].name for hero in play.run.heroes_used),
        par=KeptPar.of(data, game.goal),
    )
    if play.dealt is None:
        return found
    log, laid = data["play"], sum(one.deed == "play" for one in play.events)
    discarded = sum(len(one.cards) for one in play.events if one.deed == "discard")
    clock = log.get("seconds", FIVE_MINUTES)
    ended = log.get("ended", clock)
    cards = [*(card for hand in play.dealt.hands for card in hand), *play.dealt.deck]
    stars = None
    if game.goal is not None and score.missions is not None:
        dealt = sum(isinstance(card, Mission) for card in cards)
        won = score.status is Status.WON
        out = PlayedOut(game.goal, won, score.missions, dealt, laid + discarded, clock, clock - ended)
        stars = stars_for(out, found.par)
    pauses = len(log.get("pauses", ()))
    return found._replace(laid=laid, discarded=discarded, seconds=ended, pauses=pauses, stars=stars)


def _without_times(deeds: list[str]) -> list[str]:
    return [text.rpartition(" at ")[0] for text in deeds]


def _first(one: list[str], two: list[str], shown: tuple[list[str], list[str]] | None = None) -> Difference | None:
    """Return the first place at which two lists differ, numbered from 1, with the words of ``shown`` for it."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    if at == len(one) == len(two):
        return None
    a, b = shown or (one, two)
    return Difference(str(at + 1), *(words[at] if at < len(words) else "" for words in (a, b)))


def _differences(one: dict[str, str], two: dict[str, str], *, otherwise: str) -> Iterator[Difference]:
    for what in dict.fromkeys([*one, *two]):
        a, b = one.get(what, otherwise), two.get(what, otherwise)
        if a != b:
            yield Difference(what, a, b)


def _fates(play: _Play) -> dict[str, str]:
    """Return what happened to each mission and adventure of a story."""
    fates = {card_name(card): NOT_REVEALED for card in play.story if not isinstance(card, Item)}
    for frame in play.run.frames:
        for event in frame.events:
            if event.what in _FATES and event.card is not None:
                fates[card_name(event.card)] = _FATES[event.what]
    return fates


def _decisions(play: _Play, *, by_mission: bool) -> dict[str, str]:
    """Return the decisions of a play by their moment, or by mission and hero."""
    steps = play.run.steps
    if not steps:
        return {}
    if not by_mission:
        found: dict[str, str] = {}
        for when, said in line_in_words(steps[0].state, tuple(step.choice for step in steps)):
            words = said.partition("  (")[0]  # the mission is the same
            found[when] = f"{found[when]}; {words}" if when in found else words
        return found
    decisions: dict[str, str] = {}
    for step in steps:
        if isinstance(step.choice, UseSkill):
            decisions[f"skill of {HEROES[step.choice.hero].name}"] = choice_in_words(step.state, step.choice)
        elif not isinstance(step.choice, Reveal):
            decision = step.state.decision
            assert decision is not None
            assert not isinstance(decision, Gap)
            what = card_name(decision.quest)
            said = choice_in_words(step.state, step.choice)
            decisions[what] = f"{decisions[what]}; {said}" if what in decisions else said
    return decisions
