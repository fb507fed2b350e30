"""``dtcli play``: the timed game, alone against the sand."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.commands.common import CardSetPath, card_set, documents, exit_code, fail, say

if TYPE_CHECKING:
    from dtcli.files.check import Checked
    from dtcli.play.game import SoloGame
    from dtcli.play.setup import Setup

EXAMPLE = "dtcli play --scenario level-1 --heroes draw"
EXIT_INTERRUPTED = 130
FASTEST = 1000

Plain = Annotated[bool, typer.Option("--plain", help="Play in lines: for pipes, screen readers and plain terminals.")]


def run(  # noqa: PLR0913  (one for each option)
    *,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="What to play; training-grounds if not said.")
    ] = None,
    adventure: Annotated[
        str | None, typer.Option("--adventure", metavar="NAME", help="Play an adventure instead of a scenario.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="NAME", help="Whose rules: en-2017, it-2018 or demo-2016.")
    ] = None,
    extended: Annotated[bool, typer.Option("--extended", help="Play with one slot less.")] = False,
    heroes: Annotated[
        str | None,
        typer.Option(
            "--heroes",
            metavar="WHO",
            help="draw: one, as the edition says. 2 to 5: so many, for practice. Or names with commas; or none.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="The same deal everywhere, to race on it.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="N", help="How long the sand runs; 5 if not said.")
    ] = None,
    cards: CardSetPath = None,
    plain: Plain = False,
    save_to: Annotated[
        str | None, typer.Option("--save-to", metavar="FOLDER", help="Keep the replay in this folder.")
    ] = None,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="FILE", help="Watch a saved game as it happened.")
    ] = None,
    speed: Annotated[
        float | None, typer.Option("--speed", metavar="N", help="How many times faster to watch it.")
    ] = None,
) -> None:
    """Play Dungeon Time alone, in real time: five minutes to lay a story, then see how it ends.

    The replay is kept, and you are told the best that your story allowed. Whoever plays the same seed gets the same
    cards.
    """
    from dtcli.commands.play_options import setup_of  # noqa: PLC0415

    about_a_new_game = {
        "--scenario": scenario, "--adventure": adventure, "--edition": edition, "--heroes": heroes, "--seed": seed,
        "--minutes": minutes, "--save-to": save_to, "--extended": extended or None,
    }  # fmt: skip
    if replay is not None:
        given = next((name for name, value in about_a_new_game.items() if value is not None), None)
        if given is not None:
            fail(f"{given} is about a new game, --replay about an old one")
        _watch(replay, cards, plain=plain, speed=1.0 if speed is None else speed)
        return
    if speed is not None:
        fail("--speed is about a game that is watched", "name it with --replay")
    setup = setup_of(scenario, adventure, edition, heroes, seed, minutes, cards, extended=extended)
    if not plain:
        need_screen()
    folder = _folder(save_to)
    try:
        _played(setup, lambda save: front_end(plain=plain, save=save), folder)
    except KeyboardInterrupt:
        raise typer.Exit(EXIT_INTERRUPTED) from None


def front_end(*, plain: bool, save: "Callable[[SoloGame], Path | None]") -> "Callable[[SoloGame], None]":
    """Return what plays a game with somebody: the screen, or the dialogue in lines.

    Ctrl-C in the dialogue leaves the game and comes out as ``KeyboardInterrupt``.
    """
    if not plain:
        from dtcli.play.lesson import lesson  # noqa: PLC0415

        run_game = _screen().run_game
        return lambda game: run_game(game, save=save, lesson=lesson)
    return lambda game: _play_in_lines(game, save)


def _screen() -> Any:
    """Return the screen of the game, which takes a moment to load, and let it see what the terminal is."""
    from importlib import import_module  # noqa: PLC0415

    os.environ["TERM"] = _terminal()
    return import_module("dtcli.play.tui.app")


def _terminal() -> str:
    """Return what the terminal calls itself, also where ``NO_COLOR`` has made it plain for help and errors."""
    return os.environ.get("DTCLI_TERM", os.environ.get("TERM", ""))


def need_screen() -> None:
    """End with a hint where the game cannot have a whole terminal for itself."""
    hint = "--plain plays in lines, in pipes and on any terminal"
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        fail("the game needs a terminal", hint)
    if _terminal() == "dumb":
        fail("the game needs a terminal that can do more than print", hint)


def _is_terminal(stream: object) -> bool:
    return stream is not None and bool(getattr(stream, "isatty", bool)())


def _play_in_lines(game: "SoloGame", save: "Callable[[SoloGame], Path | None]") -> None:
    import signal  # noqa: PLC0415

    from dtcli.play.lesson import lesson  # noqa: PLC0415
    from dtcli.play.plain import play_plain  # noqa: PLC0415
    from dtcli.play.typed import TypedLines  # noqa: PLC0415

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        play_plain(game, TypedLines(), _print, save=save, lesson=lesson)
    finally:
        signal.signal(signal.SIGINT, before)


def _print(text: str) -> None:
    """Print a line at once, so that it is heard while the next one is waited for."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    folder = Path(name)
    if not os.path.isdir(folder):  # noqa: PTH112  (unlike pathlib's it answers no where it may not look)
        fail(f"folder {name!r} does not exist")
    return folder


def _played(
    setup: "Setup",
    with_save: "Callable[[Callable[[SoloGame], Path | None]], Callable[[SoloGame], None]]",
    folder: Path | None,
) -> None:
    """Play a game and keep its replay in the folder, if one was named.

    THE SEAM: ``dtcli.play.evening.played`` takes this place when it is merged; it keeps a journal, recovers old ones
    and knows where the system keeps files. Nothing else in this module stores anything.
    """
    from datetime import datetime  # noqa: PLC0415

    from dtcli.files.spelling import Spelling, spelled  # noqa: PLC0415
    from dtcli.files.writing import write_whole  # noqa: PLC0415
    from dtcli.play.game import SoloGame  # noqa: PLC0415
    from dtcli.play.record import replay_of  # noqa: PLC0415

    def save(game: SoloGame) -> Path | None:
        if folder is None:
            return None
        date = datetime.now().astimezone().date().isoformat()
        name = "".join(sign if sign.isalnum() else "-" for sign in f"{setup.what.id}-{setup.seed}")
        path = folder / f"{name}.dt"
        try:
            write_whole(path, spelled(replay_of(game, date=date), setup.names, Spelling.DT))
        except OSError as error:
            say(f"error: {path} cannot be written: {error.strerror}")
            return None
        return path

    with_save(save)(SoloGame(setup))


# an old game


def _watch(file: str, cards: str | None, *, plain: bool, speed: float) -> None:
    from dtcli.files.check import check  # noqa: PLC0415

    if not 0 < speed <= FASTEST:
        fail(f"--speed is a number up to {FASTEST}")
    checked = check(next(documents([file])), cards=card_set(cards))
    if not checked.is_valid:
        from dtcli.render.report import print_validation  # noqa: PLC0415

        print_validation(checked)
        raise typer.Exit(exit_code(checked.problems))
    _show(checked, file, plain=plain, speed=speed)


def _show(checked: "Checked", file: str, *, plain: bool, speed: float) -> None:
    from dtcli.play.watch import Recording, watch_plain, why_not_on_screen, why_not_watch  # noqa: PLC0415

    reason = why_not_watch(checked)
    if reason is not None:
        fail(reason, f"`dtcli replay {file}` shows its resolution card by card")
    recording = Recording(checked, speed=speed)
    if plain:
        from time import sleep  # noqa: PLC0415

        watch_plain(recording, _print, sleep)
        return
    reason = why_not_on_screen(recording)
    if reason is not None:
        fail(reason, "--plain tells games of any number of players")
    need_screen()
    app = _screen().GameApp(recording.game, watching=recording.on_tick, banner=recording.title, faster=recording.faster)
    app.run()
