"""``dtcli play``: the timed game, alone against the sand."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import CardSetPath, Exit, card_set, documents, exit_code, fail
from dtcli.commands.stored_games import home, tell_played
from dtcli.signals import EXIT_INTERRUPTED, raise_on_ending_signals

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from dtcli.play.game.solo_game import SoloGame
    from dtcli.play.storage.lifecycle import FrontEnd, Save

EXAMPLE = "dtcli play --scenario level-1 --heroes draw"
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
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Go on with a game that was interrupted.")
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

    old = next(((name, file) for name, file in (("--replay", replay), ("--resume", resume)) if file is not None), None)
    about_a_new_game = {
        "--scenario": scenario, "--adventure": adventure, "--edition": edition, "--heroes": heroes, "--seed": seed,
        "--minutes": minutes, "--extended": extended or None,
    }  # fmt: skip
    if old is not None:
        given = next((name for name, value in about_a_new_game.items() if value is not None), None)
        if given is not None:
            fail(f"{given} is about a new game, {old[0]} about an old one")
    if replay is not None:
        _watch(replay, cards, plain=plain, speed=1.0 if speed is None else speed)
        return
    if speed is not None:
        fail("--speed is about a game that is watched", "name it with --replay")
    if resume is not None:
        _go_on(resume, plain=plain)
        return
    setup = setup_of(scenario, adventure, edition, heroes, seed, minutes, cards, extended=extended)
    player = front_end(plain=plain)
    from dtcli.play.storage.lifecycle import played  # noqa: PLC0415

    with until_left():
        tell_played(played(setup, player, folders=home()), in_lines=plain)


@contextmanager
def until_left() -> Iterator[None]:
    """Play a game; exit as interrupted if Ctrl-C or another signal ended it."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(EXIT_INTERRUPTED) from None


def front_end(*, plain: bool) -> "FrontEnd":
    """Return what plays a game with a person: the screen, if there is a terminal for it, or the dialogue in lines.

    Both raise ``KeyboardInterrupt`` when a signal ends the game.
    """
    if plain:
        return _play_in_lines
    need_screen()
    return _play_on_screen


def _play_on_screen(game: "SoloGame", save: "Save") -> None:
    from dtcli.play.game.review import review_game  # noqa: PLC0415

    _show_terminal()
    from dtcli.play.tui.app import run_game  # noqa: PLC0415  (it takes a moment to load)

    run_game(game, save=save, review=review_game)


def _show_terminal() -> None:
    """Let the screen see what the terminal is, before it is loaded."""
    os.environ["TERM"] = _terminal()


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


def _play_in_lines(game: "SoloGame", save: "Save") -> None:
    from dtcli.play.game.review import review_game  # noqa: PLC0415
    from dtcli.play.text.game import play_plain  # noqa: PLC0415
    from dtcli.play.text.typed_lines import TypedLines  # noqa: PLC0415

    with raise_on_ending_signals():
        play_plain(game, TypedLines(), _print, save=save, review=review_game)


def _print(text: str) -> None:
    """Print a line at once, so that it is heard while the next one is waited for."""
    from dtcli.render.terminal import safe  # noqa: PLC0415

    sys.stdout.write(f"{safe(text)}\n")
    sys.stdout.flush()


# an old game


def _go_on(file: str, *, plain: bool) -> None:
    from pathlib import Path  # noqa: PLC0415

    from dtcli.play.storage.lifecycle import resumed  # noqa: PLC0415
    from dtcli.play.storage.resume import BeingPlayedError, NotTakenUpError  # noqa: PLC0415

    player = front_end(plain=plain)
    try:
        with until_left():
            tell_played(resumed(Path(file), player, folders=home()), in_lines=plain)
    except (BeingPlayedError, NotTakenUpError) as error:
        fail(f"{file}: {error}", "`dtcli play` begins a new game", Exit.NO)


def _watch(file: str, cards: str | None, *, plain: bool, speed: float) -> None:
    from dtcli.formats.replay.check import check  # noqa: PLC0415

    if not 0 < speed <= FASTEST:
        fail(f"--speed is a number up to {FASTEST}")
    checked = check(next(documents([file])), cards=card_set(cards))
    if not checked.is_valid:
        from dtcli.render.problems import print_validation  # noqa: PLC0415

        print_validation(checked)
        raise typer.Exit(exit_code(checked.problems))
    _show(checked, file, plain=plain, speed=speed)


def _show(checked: "Checked", file: str, *, plain: bool, speed: float) -> None:
    from dtcli.play.game.recording import Recording, watch_plain, why_not_on_screen, why_not_watch  # noqa: PLC0415

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
    _show_terminal()
    from dtcli.play.tui.app import watch  # noqa: PLC0415

    with until_left():
        watch(recording)
