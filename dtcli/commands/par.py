"""``dtcli par``: the fewest deeds with which a deal can be won, with all cards known."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.options import CardSet, Force, TimeLimit
from dtcli.commands.output import fail, json_line
from dtcli.commands.play_options import heroes_of, new_seed, rulings_of, setup_of
from dtcli.commands.saving import new_file, save
from dtcli.commands.search import search_limits
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.replay.check import check
from dtcli.formats.replay.five_minutes import recorded_play
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.play.game.setup import Setup
from dtcli.play.viewer.five_minutes import NOT_RECORDED, has_five_minutes
from dtcli.render.par import (
    ShownDeal,
    curve_record,
    par_record,
    print_curve,
    print_par,
    print_within,
    within_record,
)
from dtcli.render.problems import print_validation
from dtcli.render.progress import ProgressLine
from dtcli.rules.legality import MOST_PLAYERS, why_too_many_heroes
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.state import Game
from dtcli.rules.table import Table
from dtcli.signals import stop_search_on_interrupt
from solver.limits import Limits
from solver.par.line_replay import line_replay
from solver.par.open_deal import Aim, OpenDeal
from solver.par.playing import ParLine
from solver.par.search import MostMissions, OnProgress, ParProgress, ParResult, ParSearch

EXAMPLE = "dtcli par --scenario level-2 --seed 11"


class DealSource:
    """A deal, the game it is dealt for, and the head of a replay of it."""

    def __init__(self, shown: ShownDeal, table: Table, game: Game, header: dict[str, Any], seed: str) -> None:
        self.shown, self.table, self.game, self.header, self.seed = shown, table, game, header, seed

    @property
    def deal(self) -> OpenDeal:
        """The deal with all cards known."""
        return OpenDeal.of(self.table, self.game)


def run(  # noqa: PLR0913  (one for each option)
    *,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="What is dealt; default: training-grounds.")
    ] = None,
    adventure: Annotated[
        str | None, typer.Option("--adventure", metavar="NAME", help="Deal an adventure instead of a scenario.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="NAME", help="Which rules: en-2017, it-2018 or demo-2016.")
    ] = None,
    extended: Annotated[bool, typer.Option("--extended", help="Play with one slot less.")] = False,
    heroes: Annotated[
        str | None, typer.Option("--heroes", metavar="NAMES", help="Heroes whose skills may be used, by name.")
    ] = None,
    players: Annotated[
        int, typer.Option("--players", metavar="N", min=1, max=MOST_PLAYERS, help="How many hands are dealt.")
    ] = 1,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="The deal of every game with this seed.")
    ] = None,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="FILE", help="The deal that a timed game recorded.")
    ] = None,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", min=0, help="Par for N missions, instead of the game's goal.")
    ] = None,
    within: Annotated[
        int | None, typer.Option("--within", metavar="N", min=0, help="The most missions within N deeds instead.")
    ] = None,
    curve: Annotated[
        bool, typer.Option("--curve", help="Par for every number of missions, and the most that are possible.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
    time_limit: TimeLimit = None,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save the line of play as a replay (.dt or .json).")
    ] = None,
    force: Force = False,
    card_set: CardSet = None,
) -> None:
    """Find the fewest deeds with which a deal can be won, all cards known, and prove that fewer are not enough.

    A deed lays one card on the story or discards one from a hand; then the next card is drawn. Without --seed the deal
    is a random one. Ctrl-C gives what is known so far.
    """
    if sum((goal is not None, within is not None, curve)) > 1:
        fail("--goal, --within and --curve are different questions", "name one of them")
    if write is not None:
        new_file(write, force=force)
        if curve:
            fail("--curve finds many lines of play", "--goal N --write OUT saves one of them")
    if replay is not None:
        own = {"--scenario": scenario, "--adventure": adventure, "--edition": edition, "--seed": seed}
        for option, value in own.items():
            if value is not None:
                fail(f"{option} is for a new deal, and --replay names one", f"leave out {option}")
        source = _recorded(replay, card_set, heroes)
    else:
        setup = setup_of(
            scenario, adventure, edition, heroes, seed or new_seed(), None, card_set, extended=extended, players=players
        )
        source = _dealt(setup)
    question = _Question(source, search_limits(time_limit, Limits()), as_json=as_json)
    if curve:
        line, code = None, question.ask_curve()
    elif within is not None:
        line, code = question.ask_most(within)
    else:
        line, code = question.ask_par(_goal(source, goal), is_own=goal is None or goal == source.game.goal)
    if write is not None and line is not None:
        _save(source, line, Path(write), goal=source.game.goal if goal is None else goal, force=force)
    raise typer.Exit(code)


def _goal(source: DealSource, goal: int | None) -> int:
    wanted = source.game.goal if goal is None else goal
    if wanted is None:
        fail("this game has no goal", "--goal N asks for N missions")
    return wanted


def _dealt(setup: Setup) -> DealSource:
    """Return the deal of a set-up; exit with an error if its heroes are not named."""
    if setup.draw_heroes:
        fail("par is about heroes that are known", "name them: --heroes tonk,zaria")
    if setup.players > 1 and (reason := why_too_many_heroes(len(setup.heroes), setup.players)):
        fail(reason, "each player has one hero")
    header: dict[str, Any] = {
        "format": "dungeon-time/replay/1",
        "title": f"{setup.what.title}, seed {setup.seed}: a line of play with all cards known",
        "edition": setup.edition,
        "card_set": setup.card_set,
        "adventure" if setup.adventure is not None else "scenario": setup.what.id,
        "extended": setup.extended,
        "heroes": list(setup.heroes),
    }
    if len(setup.heroes) <= setup.players:  # more are for practice; a player has one hero
        header["players"] = setup.players
    table = setup.table()
    shown = ShownDeal(f"{setup.what.title}, seed {setup.seed}", setup.names, table.hands, table.deck, setup.goal)
    return DealSource(shown, table, setup.game((), setup.heroes), header, setup.seed)


def _recorded(file: str, card_set: str | None, heroes: str | None) -> DealSource:
    """Return the deal of a recorded game; exit with its problems if it is not valid."""
    document = next(iter(read_replays([file], single_for="--replay")))
    checked = check(document, cards=read_card_set(card_set))
    resolved = checked.resolved
    if not checked.has_legal_story or resolved is None or resolved.game is None or resolved.names is None:
        print_validation(checked)
        raise typer.Exit(exit_code(checked.problems))
    if not has_five_minutes(checked):
        fail(NOT_RECORDED, "`dtcli play` records them")
    data: Any = document.data
    table, _ = recorded_play(data, resolved)
    game = resolved.game
    edition = data.get("edition", DEFAULT_EDITION)
    if heroes is not None:
        named, drawn = heroes_of(heroes, rulings_of(edition))
        if drawn:
            fail("par is about heroes that are known", "name them: --heroes tonk,zaria")
        game = game.with_changes(heroes=named)
    kept = ("format", "edition", "rulings", "card_set", "scenario", "adventure", "extended", "players")
    header = {key: data[key] for key in kept if data.get(key) is not None}
    header["heroes"] = list(game.heroes)
    title = checked.title or file
    header["title"] = f"{title}: a line of play with all cards known"
    shown = ShownDeal(title, resolved.names, table.hands, table.deck, game.goal)
    return DealSource(shown, table, game, header, str(data["play"].get("seed", "")))


class _Question:
    """Asks the solver, with progress on a terminal, and prints the answer."""

    def __init__(self, source: DealSource, limits: Limits, *, as_json: bool) -> None:
        self.source, self.limits, self.as_json = source, limits, as_json
        self.line = ProgressLine.on_terminal()
        self.begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds since the question was asked."""
        return time.monotonic() - self.begun

    def ask_par(self, goal: int, *, is_own: bool) -> tuple[ParLine | None, ExitCode]:
        """Print par for a goal; return the line of play and the exit code."""
        with stop_search_on_interrupt():
            result = self._search().par(Aim(goal, win=is_own))
        self._clear()
        if self.as_json:
            typer.echo(json_line(par_record(self.source.shown, result, goal=goal, seconds=self.seconds)), nl=False)
        else:
            print_par(self.source.shown, result, goal=goal, seconds=self.seconds)
        return result.line, ExitCode.NO if result.bound is None else _code(result)

    def ask_most(self, within: int) -> tuple[ParLine | None, ExitCode]:
        """Print the most missions within a number of deeds; return the line of play and the exit code."""
        with stop_search_on_interrupt():
            result = self._search().most_missions(within)
        self._clear()
        if self.as_json:
            typer.echo(
                json_line(within_record(self.source.shown, result, within=within, seconds=self.seconds)), nl=False
            )
        else:
            print_within(self.source.shown, result, within=within, seconds=self.seconds)
        return result.line, _code(result)

    def ask_curve(self) -> ExitCode:
        """Print par for every number of missions; return the exit code."""
        results: dict[int, ParResult] = {}
        with stop_search_on_interrupt():
            results.update(self._search().curve())
        self._clear()
        if self.as_json:
            typer.echo(json_line(curve_record(self.source.shown, results, seconds=self.seconds)), nl=False)
        else:
            print_curve(self.source.shown, results)
        return max((_code(result) for result in results.values()), default=ExitCode.OK)

    def _search(self) -> ParSearch:
        return ParSearch(self.source.deal, self.limits, self._on_progress())

    def _on_progress(self) -> OnProgress | None:
        line = self.line
        if line is None:
            return None

        def show(progress: ParProgress) -> None:
            best = "no line yet" if progress.best is None else f"at most {progress.best}"
            line.show(f"searching {progress.seconds:.0f} s: at least {progress.bound} deeds, {best}")

        return show

    def _clear(self) -> None:
        if self.line is not None:
            self.line.clear()


def _code(result: ParResult | MostMissions) -> ExitCode:
    if result.interrupted:
        return ExitCode.INTERRUPTED
    return ExitCode.OK if result.is_proved else ExitCode.LIMIT


def _save(source: DealSource, line: ParLine, path: Path, *, goal: int | None, force: bool) -> None:
    data = line_replay(
        source.header,
        source.shown.names,
        hands=source.table.hands,
        deck=source.table.deck,
        line=line,
        goal=goal,
        play={"seed": source.seed} if source.seed else {},
    )
    text = replay_text(data, source.shown.names, spelling_of(path) or Spelling.DT)
    save(path, text, force=force, fault=replay_fault)
