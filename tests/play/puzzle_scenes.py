"""A shipped puzzle on the screen without a terminal, and the scenes of which there are pictures."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from dtcli.formats.puzzle.file import CheckedPuzzle, check_puzzle, read_puzzles
from dtcli.formats.puzzle.packs import bundled_name
from dtcli.play.puzzle.facts import playable
from dtcli.play.puzzle.game import PuzzleGame
from dtcli.play.puzzle.opened import OpenedPuzzle
from dtcli.play.puzzle.puzzle import Puzzle
from dtcli.play.puzzle.report import report_of
from dtcli.play.puzzle.session import PuzzleSession, new_result
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.puzzle_results import ResultsStore
from dtcli.play.tui.puzzle_app import PuzzleApp
from dtcli.play.tui.screens.puzzle import PuzzleScreen
from dtcli.rules.decisions import Choice, Reveal, UseSkill
from tests.play.manual_clock import START, ManualClock
from tests.play.scenes import LARGEST, SIZES, plain_svg

if TYPE_CHECKING:
    from textual.pilot import Pilot

Act = Callable[["PuzzleScene"], Awaitable[None]]
TWELVE_ANSWERS = "first-steps/05"
"""A puzzle whose first mission gives any token."""


def shipped(name: str) -> CheckedPuzzle:
    """Return a puzzle of the collection."""
    path = bundled_name(name)
    assert path is not None
    return check_puzzle(next(iter(read_puzzles([path]))))


class PuzzleScene:
    """A puzzle on the screen, a clock, a pilot, and perhaps the file of results."""

    def __init__(
        self, name: str = TWELVE_ANSWERS, *, home: Path | None = None, then: tuple[str, ...] = (), rest: float = 0
    ) -> None:
        self.clock = ManualClock()
        self.store = None if home is None else ResultsStore(Folders(home))
        self.app = PuzzleApp(self.opened(name, then), now=self.clock, rest=rest, animates=False)
        self.pilot: Pilot[None]

    def opened(self, name: str, then: tuple[str, ...] = ()) -> OpenedPuzzle:
        """Return a shipped puzzle, and after it the named ones."""
        checked = shipped(name)
        session = PuzzleSession(new_result(checked, calendar=self.clock.date), self.store, now=self.clock)
        return OpenedPuzzle(
            PuzzleGame(playable(checked, name), session=session),
            lambda: report_of(checked, session.result, (), today=START.date()),
            lambda: self.opened(then[0], then[1:]) if then else "Every other puzzle is solved.",
        )

    @property
    def screen(self) -> PuzzleScreen:
        assert self.app.puzzle_screen is not None
        return self.app.puzzle_screen

    @property
    def game(self) -> PuzzleGame:
        return self.screen.game

    @property
    def puzzle(self) -> Puzzle:
        return self.game.puzzle

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until nothing is being worked out."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        await self.pilot.pause()
        while not self.screen.proofs.is_idle:
            self.app.tick()
            await self.pilot.pause(0.005)

    async def make(self, *choices: Choice) -> None:
        """Make choices with their keys."""
        for choice in choices:
            made = len(self.game.attempt.made)
            keys = self.first_keys(choice)
            while len(self.game.attempt.made) == made:
                await self.pilot.press(*(keys or [self.key_towards(choice)]))
                await self.pilot.pause()
                keys = []
        await self.settle()

    def first_keys(self, choice: Choice) -> list[str]:
        """Return the key that begins a choice; none for the answer to an open question."""
        if isinstance(choice, Reveal):
            return ["space"]
        return [f"f{self.puzzle.game.heroes.index(choice.hero) + 1}"] if isinstance(choice, UseSkill) else []

    def key_towards(self, choice: Choice) -> str:
        """Return the key of an answer that leads to a choice; the first one confirms a skill."""
        question = self.screen.answering.question
        assert question is not None
        answers = question._narrowed.answers
        at = next((n for n, one in enumerate(answers) if choice in one.leads_to.choices), 0)
        return self.screen.answering.keys[at]


def on_puzzle(act: Act, scene: PuzzleScene | None = None, *, size: tuple[int, int] = (80, 24)) -> PuzzleScene:
    """Show a puzzle without a terminal, and act on it."""
    scene = scene or PuzzleScene()

    async def run() -> None:
        async with scene.app.run_test(size=size) as pilot:
            scene.pilot = pilot
            await scene.settle()
            await act(scene)

    asyncio.run(run())
    return scene


def solution_of(scene: PuzzleScene) -> tuple[Choice, ...]:
    """Return the choices of the recorded solution."""
    assert scene.puzzle.solution is not None
    return scene.puzzle.solution


# the pictures


async def begin(_scene: PuzzleScene) -> None:
    """Show the puzzle as it opens."""


async def decide(scene: PuzzleScene) -> None:
    await scene.make(*solution_of(scene)[:5])
    await scene.press("h", "h", "o")


async def twelve(scene: PuzzleScene) -> None:
    await scene.press("o", "down")


async def solve(scene: PuzzleScene) -> None:
    await scene.press("h")
    scene.clock.wait(83)
    await scene.make(*solution_of(scene))


async def miss(scene: PuzzleScene) -> None:
    await scene.press("o", "1", "o", "1", "o", "1")


async def show_solution(scene: PuzzleScene) -> None:
    await scene.press("o", "s", "y")


SCENES: dict[str, tuple[str, Act]] = {
    "puzzle": ("gifts/06", begin),
    "puzzle-decision": ("words-and-swords/03", decide),
    "puzzle-twelve": (TWELVE_ANSWERS, twelve),
    "puzzle-solved": (TWELVE_ANSWERS, solve),
    "puzzle-missed": (TWELVE_ANSWERS, miss),
    "puzzle-solution": (TWELVE_ANSWERS, show_solution),
}
ASIDE = frozenset({"puzzle-missed", "puzzle-twelve", "puzzle-solution"})
PICTURED = [(name, size) for name in SCENES for size in (SIZES[:1] if name in ASIDE else (*SIZES, LARGEST))]


def picture(name: str, size: tuple[int, int]) -> str:
    """Return a scene as an SVG, the same on every machine."""
    coloured = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    puzzle, act = SCENES[name]
    svgs: list[str] = []

    async def pictured(scene: PuzzleScene) -> None:
        await act(scene)
        scene.screen.update_view()
        await scene.pilot.pause()
        svgs.append(plain_svg(scene.app.export_screenshot(title="dtcli puzzle play")))

    with patch.dict(os.environ, coloured, clear=True):
        on_puzzle(pictured, PuzzleScene(puzzle), size=size)
    return svgs[0]
