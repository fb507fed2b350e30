"""The story turns card by card: slots fill, questions are asked, heroes act in the gaps."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal

from dtcli.play.game.phrases import why_idle
from dtcli.play.game.session import Moment, Session
from dtcli.play.game.solo_game import Phase
from dtcli.play.tui.answering import Answering
from dtcli.play.tui.auto_reveal import Turning
from dtcli.play.tui.context import Seat
from dtcli.play.tui.screens.base import Command, Stage
from dtcli.play.tui.widgets.drawing import Drawn
from dtcli.play.tui.widgets.panel import PanelView, draw_panel, hero_at, option_at, panel_of
from dtcli.play.tui.widgets.resolution import (
    Slots,
    Track,
    Turned,
    draw_slots,
    draw_supply,
    draw_told,
    draw_track,
    draw_turned,
)  # fmt: skip
from dtcli.render.colours import ASH, CHALK, EMBER
from dtcli.render.pictures.backpack import Board
from dtcli.rules.decisions import REVEAL
from dtcli.rules.heroes import HEROES
from dtcli.rules.state import State

_ROOMY_HEIGHT = 34
_TENTH = "0"


class ResolutionScreen(Stage):
    """The resolution."""

    def __init__(self, seat: Seat) -> None:
        assert seat.game.session is not None
        self.session: Session = seat.game.session
        self.answering: Answering | None = None
        self._turning = Turning(self, self._turn_by_itself)
        self._runs_to_end = False
        self._is_open = seat.is_watching or seat.grace <= 0
        self._calls_hero = False
        self._board = Board()
        self._shown: State | None = None
        super().__init__(seat)

    def own_commands(self) -> list[Command]:
        """Return what can be done between the cards."""
        heroes = [
            Command((f"f{n}",), self._hero_caller(n), f"{HEROES[hero].name}: {HEROES[hero].text}")
            for n, hero in enumerate(self.game.heroes, start=1)
        ]
        if heroes:
            heroes.append(Command(("h",), self._call_hero, "a hero: then the number", "h", "hero"))
        return [
            Command(("space",), self._step, "turn the next card", "Space", "next"),
            Command(("a",), self._switch_auto, "let the story turn by itself, or stop it", "a", "auto"),
            *([] if self.seat.is_watching else [
                Command(("+", "="), lambda: self._change_speed(1), "faster", "+", "faster"),
                Command(("-",), lambda: self._change_speed(-1), "slower", "-", "slower"),
            ]),
            Command(("s",), self._skip, "turn on until something is to be decided", "s", "skip"),
            Command(("S", "end"), self._run_to_end, "turn on to the end, stopping only for decisions", "S", "end"),
            *heroes,
            Command(("enter",), self._enter, "give the answer pointed at", watching=True),
            Command(("escape",), self._back, "put a skill aside, or begin an answer again"),
        ]  # fmt: skip

    def picture(self) -> ComposeResult:
        """Yield the track, the open card beside what happened, the backpack, the tokens, the panel."""
        state = self.session.state
        yield Drawn(draw_track, Track.of(state), id="track")
        with Horizontal(id="tale"):
            yield Drawn(draw_turned, Turned(Moment(), begun=False, left=len(state.story)), id="turned")
            yield Drawn(draw_told, (), id="told")
        yield Drawn(draw_slots, Slots(tuple(self._board.update(state)), 0, state.limit), id="slots")
        yield Drawn(draw_supply, (), id="supply")
        yield Drawn(draw_panel, PanelView(), id="panel")

    def furnish(self, width: int, height: int) -> None:  # noqa: ARG002  (the widths follow by themselves)
        """Show a larger face where there is room."""
        roomy = height >= _ROOMY_HEIGHT
        self.drawn("#turned").styles.width = 32 if roomy else 26
        self.drawn("#panel").styles.height = 9 if roomy else 7

    def on_mount(self) -> None:
        """Wait a moment: the last keys were meant for the table."""
        super().on_mount()
        if not self._is_open:
            self.set_timer(self.seat.grace, self._open)

    def _open(self) -> None:
        self._is_open = True
        self.look()

    # what is to be seen

    def look(self) -> None:
        """Show what has changed."""
        session, state = self.session, self.session.state
        self._ask()
        if state is not self._shown:
            self._shown = state
            cells = tuple(self._board.update(state))
            self.drawn("#track").show(Track.of(state))
            self.drawn("#turned").show(Turned(session.moment, bool(session.moments), len(state.story)))
            self.drawn("#told").show(tuple(session.moments))
            self.drawn("#slots").show(Slots(cells, state.slots, state.limit))
            self.drawn("#supply").show(tuple((kind, state.supply[kind]) for kind in state.game.kinds))
        self.drawn("#panel").show(panel_of(self.game, session, self.answering))
        self.say(*self._words())

    def _ask(self) -> None:
        """Put the question that a card asks, if there is one; a recording answers its questions itself."""
        if self.answering is not None and not self.answering.is_open:
            self.answering = None
        if self.answering is None and self.session.decision is not None and not self.session.in_gap:
            self.answering = Answering(self.session)

    def _words(self) -> tuple[str, str]:
        if self.notice:
            return self.notice, f"bold {EMBER}"
        if not self._is_open:
            return "The sand is through.", f"bold {EMBER}"
        if self.game.phase is Phase.OVER:
            return "The story is told. Enter shows how it ended.", CHALK
        if self.seat.is_watching:
            return "", CHALK
        if self.answering is not None:
            begun = " Esc begins again." if self.answering.is_begun else ""
            back = " Esc puts the skill aside." if self.answering.may_go_back else begun
            return f"A digit answers, or the arrows and Enter.{back}", CHALK
        if self._calls_hero:
            return "Which hero? Press the number.", CHALK
        if self._turning.runs:
            return f"Turning by itself, a card every {self._turning.seconds:g} s. a or Space stops.", CHALK
        if not self.session.moments:
            return "The story lies before you. Space turns the first card.", CHALK
        return "Space turns the next card.", ASH

    # turning

    def _step(self) -> None:
        if self._turning.runs:
            self._stop()
        elif self.game.phase is Phase.OVER:
            self._enter()
        elif self.answering is not None:
            self.notice = "First the question."
            self.look()
        elif self._is_open:
            self.do(self._reveal)

    def _reveal(self) -> None:
        self.game.choose(REVEAL)

    @property
    def _may_turn(self) -> bool:
        self._ask()
        return self.session.in_gap and self.answering is None and self._is_open

    def _skip(self) -> None:
        if not self._may_turn:
            self._step()
            return
        while self._may_turn:
            self._reveal()
        self.do(lambda: None)

    def _run_to_end(self) -> None:
        self._runs_to_end = self._is_open
        if self.answering is not None:
            self.notice = "First the question, then on to the end."
            self.look()
        else:
            self._skip()

    def _switch_auto(self) -> None:
        if self._turning.runs:
            self._stop()
            return
        self.notice = ""
        if self._is_open and self.game.phase is Phase.RESOLUTION:
            self._turning.start()
        self.look()

    def _stop(self) -> None:
        self._turning.stop()
        self._runs_to_end = False
        self.look()

    def _change_speed(self, step: int) -> None:
        self._turning.faster(step)
        self.notice = f"A card every {self._turning.seconds:g} s." if not self._turning.runs else ""
        self.look()

    def _turn_by_itself(self) -> None:
        if self.game.phase is Phase.OVER:
            self._stop()
        elif self._may_turn and self.is_current:
            self.do(self._reveal)

    # answering

    def press(self, key: str) -> bool:
        """Answer by a digit, move the pointer, or call a hero by number."""
        if self._calls_hero and key.isdecimal():
            self._act(int(key))
            return True
        if self.answering is None:
            return False
        count = len(self.answering.options)
        if key.isdecimal():
            number = 10 if key == _TENTH else int(key)
            if number <= count:
                self._answer(number - 1)
        elif key in ("up", "left", "down", "right"):
            step = -1 if key in ("up", "left") else 1
            self.answering.pointed = (self.answering.pointed + step) % count
            self.look()
        else:
            return False
        return True

    def click(self, drawn: Drawn[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (both buttons answer)
        """Answer, call a hero, or turn the next card."""
        if drawn.id == "panel":
            size = (drawn.size.width, drawn.size.height)
            if self.answering is None:
                self._act(hero_at(drawn.what, y, drawn.size.height))
                return
            number = option_at(drawn.what, (x, y), size)
            if number is not None:
                self._answer(number)
        elif drawn.id == "turned":
            self._step()

    def _enter(self) -> None:
        if self.game.phase is Phase.OVER:
            self.seat.to_end()
        elif self.seat.is_watching:
            return
        elif self.answering is not None:
            self._answer(self.answering.pointed)
        else:
            self._step()

    def _answer(self, number: int) -> None:
        answering = self.answering
        assert answering is not None
        if not answering.answer(number):
            self.answering = None
        choice = answering.choice
        if self.answering is not None and choice is not None:
            self.answering = None
            self.do(lambda: self.game.choose(choice))
            if self._runs_to_end and self._may_turn:
                self._skip()
        else:
            self.look()

    def _back(self) -> None:
        self.notice = ""
        self._calls_hero = self._runs_to_end = False
        if self.answering is not None:
            if self.answering.may_go_back:
                self.answering = None
            else:
                self.answering.begin_again()
        self.look()

    # heroes

    def _hero_caller(self, number: int) -> Callable[[], None]:
        return lambda: self._act(number)

    def _call_hero(self) -> None:
        self.notice = ""
        if len(self.game.heroes) == 1:
            self._act(1)
            return
        self._calls_hero = self.answering is None
        self.look()

    def _act(self, number: int) -> None:
        """Begin to use a hero's skill, or say why that cannot be."""
        self._calls_hero = False
        self.notice = ""
        if 1 <= number <= len(self.game.heroes) and self._is_open:
            hero = self.game.heroes[number - 1]
            reason = "first the question" if self.answering is not None else why_idle(self.session, hero)
            if reason:
                self.notice = f"{HEROES[hero].name}: {reason}."
            else:
                self._stop()
                self.answering = Answering(self.session, hero)
                choice = self.answering.choice
                if choice is not None:
                    self.answering = None
                    self.do(lambda: self.game.choose(choice))
                    return
        self.look()
