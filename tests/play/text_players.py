"""Players for the text mode: one types a script, others compute each line from the game."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from threading import Event
from typing import Self

from dtcli.play.game.solo_game import PLAYER, Phase, SoloGame
from dtcli.play.text.game import play_plain
from dtcli.play.text.typed_lines import EndOfInput, LineSource
from dtcli.rules import table as phase
from dtcli.rules.cards import Adventure, Item, Mission
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Pile
from tests.play.manual_clock import ManualClock


def no_par(_game: SoloGame, _path: Path | None, _stop: Event) -> None:
    """Find no par."""


class ScriptedLines:
    """A source of scripted lines; a number is a wait in seconds, and an exception is raised."""

    def __init__(self, clock: ManualClock, script: Iterable[str | float | BaseException]) -> None:
        self.clock = clock
        self.script = list(script)
        self.asked = 0

    def next(self, timeout: float | None) -> str | None:
        self.asked += 1
        assert self.asked < 100_000, "the dialogue does not end"
        assert timeout is None or timeout > 0, "a time-out is positive"
        if not self.script:
            raise EndOfInput
        first = self.script[0]
        if isinstance(first, BaseException):
            raise first
        if isinstance(first, str):
            self.script.pop(0)
            return first
        waited = first if timeout is None else min(first, timeout)
        self.clock.wait(waited)
        self.script[0] = first - waited
        if first == waited:
            self.script.pop(0)
        return None


class ComputedLines:
    """A source of lines that a function returns."""

    def __init__(self, think: Callable[[], str]) -> None:
        self.think = think
        self.asked = 0

    def next(self, timeout: float | None) -> str:  # noqa: ARG002  (it never waits)
        self.asked += 1
        assert self.asked < 10_000, "the dialogue does not end"
        return self.think()


class PlayedGame:
    """A game played in text mode, its output, and the phases in which it was saved."""

    def __init__(self, game: SoloGame) -> None:
        self.game = game
        self.said: list[str] = []
        self.kept: list[Phase] = []

    def by(self, lines: LineSource) -> Self:
        """Play the game with these lines."""
        play_plain(self.game, lines, self.said.append, save=self._save, review=lambda _: ["A review."], find_par=no_par)
        return self

    def _save(self, game: SoloGame) -> Path:
        self.kept.append(game.phase)
        return Path("kept.dt")

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def answers(self) -> int:
        """The number of answers to the last question; 0 if the output does not end with one."""
        n = 0
        while n < len(self.said) and self.said[-1 - n].startswith(tuple("123456789")):
            n += 1
        return n if n and n < len(self.said) and "?" in self.said[-1 - n] else 0


def greedy(game: SoloGame, chance: Random) -> str:
    """Return the next line of a player who lays the items of a mission, then the mission, and answers 1."""
    match game.phase:
        case Phase.HEROES:
            return str(chance.randint(1, len(game.hero_offer)))
        case Phase.READY:
            return ""
        case Phase.TABLE:
            return _lay(game)
    resolution = game.resolution
    assert resolution is not None
    return "next" if resolution.in_gap else "1"


def restless(played: PlayedGame, chance: Random) -> str:
    """Return the next line of a player who uses every skill and answers at random."""
    game, resolution = played.game, played.game.resolution
    if resolution is None:
        return greedy(game, chance)
    if played.answers:
        return str(chance.randint(1, played.answers))
    able = [hero for hero in game.heroes if resolution.can_act(hero)]
    if able and chance.random() < 0.3:
        return f"hero {HEROES[chance.choice(able)].name}"
    return "next"


def _lay(game: SoloGame) -> str:
    laid = [card for card in game.table.story if isinstance(card, Mission)]
    for place, card in enumerate(game.places):
        if isinstance(card, Item) or card is None or phase.why_not_play(game.table, PLAYER, card) is not None:
            continue
        wanted, found = Pile.of(*card.needs).counts(), []
        for at, item in enumerate(game.places):
            if isinstance(item, Item) and wanted.get(item.kind, 0):
                wanted[item.kind] -= 1
                found.append(at + 1)
        if not any(wanted.values()):
            return f"play {' '.join(map(str, found))} {place + 1}"
    needs = [need for card in game.places if isinstance(card, Mission | Adventure) for need in card.needs]
    spare = [at + 1 for at, card in enumerate(game.places) if isinstance(card, Item) and card.kind not in needs]
    if spare and game.table.deck and len(laid) < 12:
        return f"d {spare[0]}"
    return "finish"
