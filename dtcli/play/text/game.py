"""The timed game line by line, for pipes, screen readers and plain terminals.

It decides no rule and keeps no time: it asks the game object. The story is not shown before the time is up (A3).
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from dtcli.english import agree, plural
from dtcli.play.game.clock import pauses_words
from dtcli.play.game.end_texts import Records, Report, Texts, no_records, no_report, no_texts
from dtcli.play.game.leads import AfterGame, Lead, nowhere
from dtcli.play.game.par_thread import FindPar, ParThread
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.saving import NotSavedError
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput, TypedCommand, is_number, one_number, parse_command
from dtcli.play.text.console import GameConsole, LeaveGame, Say
from dtcli.play.text.leads import choose_lead
from dtcli.play.text.resolution import TextResolution
from dtcli.play.text.table import TextTable
from dtcli.play.text.typed_lines import MOST_WAITING, EndOfInput, LineSource
from dtcli.render.ladder import celebration_sentences
from dtcli.rules.heroes import HEROES

Save = Callable[[SoloGame], Path | None]
"""Saves a game in its current state; returns its path, or None if nothing was played. Raises ``NotSavedError``."""

_SOON = 0.5
"""Seconds within which par may be found before the player hears that it takes longer."""
_TICK = 0.2
_ALSO = {"go": "start", "exit": "quit", "?": "help"}
_WHEN_HEROES_ACT = "A hero acts once, after the five minutes, before a card of the story is revealed."
_BEFORE_THE_START = ("start", "cards", "missions", "items", "goal", "help", "quit")
_HELP = (
    "Press Enter to turn the sand and begin.",
    "Type cards to list the cards again, missions or items to list only those, or goal to hear how the game is won.",
    "Type quit to leave.",
    "When the sand is running, type help for a list of commands.",
)


def play_plain(  # noqa: PLR0913  (injected dependencies, keyword-only)
    game: SoloGame,
    lines: LineSource,
    say: Say,
    *,
    save: Save,
    review: Texts,
    find_par: FindPar,
    lesson: Texts = no_texts,
    records: Records = no_records,
    report: Report = no_report,
    what_next: AfterGame = nowhere,
) -> Lead | None:
    """Play a game from the choice of heroes to its end, or until the player leaves or the input ends.

    Return what the player goes on to; None to leave. Ctrl-C leaves like ``quit``; then ``KeyboardInterrupt`` is raised
    again.
    """
    console = GameConsole(game, lines, say)
    try:
        _begin(console)
        TextTable(console).play()
        TextResolution(console).resolve()
    except (LeaveGame, EndOfInput):
        _leave(console, save)
    except KeyboardInterrupt:
        _leave(console, save)
        raise
    else:
        path = _say_result(console, save)
        after = what_next(game)
        if after.won_campaign is not None:
            console.say_all(celebration_sentences(after.won_campaign))
        console.say_all(records(game, path))
        _say_texts(console, "What was possible:", review(game))
        _say_texts(console, "The lesson of the five minutes:", lesson(game))
        typed = _say_par(console, ParThread(find_par, game, path), [lead.word for lead in after.leads])
        return choose_lead(console, after.leads, report, typed)
    return None


def _begin(console: GameConsole) -> None:
    game, setup = console.game, console.game.setup
    has_goal = setup.goal is not None and setup.adventure is None
    goal = f" {plural(setup.goal, 'mission')} to win." if setup.goal is not None and has_goal else ""
    console.say(f"{setup.what.title}, alone against the sand.{goal}")
    if setup.adventure is not None:
        console.say_goal()
    if setup.extended:
        console.say("This is Extended play: the backpack has one slot less.")
    while game.hero_offer:
        _choose_hero(console)
    if game.heroes:
        console.say(f"Your {agree(len(game.heroes), 'hero is', 'heroes are')}:")
        for hero in game.heroes:
            console.say(f"{HEROES[hero].name}. {HEROES[hero].text}")
    if game.phase is Phase.READY:
        console.say_cards()
        console.say(f"You have {sentences.time(game.clock.seconds)}. Press Enter to turn the sand; type help for help.")
    while game.phase is Phase.READY:
        _wait_for_start(console)


def _choose_hero(console: GameConsole) -> None:
    offer = console.game.hero_offer
    console.say("Which hero do you keep? Type the number.")
    for number, hero in enumerate(offer, 1):
        console.say(f"{number}: {HEROES[hero].name}. {HEROES[hero].text}")
    while True:
        line = console.read_line()
        try:
            command = TypedCommand("") if is_number(line) else parse_command(line, ("help", "quit"), _ALSO)
            if command.word == "quit":
                raise LeaveGame
            if command.word == "help":
                console.say_all((f"Type a number from 1 to {len(offer)} to keep that hero, or quit.", _WHEN_HEROES_ACT))
                console.say_goal()
                continue
            number = one_number(line, len(offer))
        except InvalidInput:
            console.say(f"Type a number from 1 to {len(offer)}, or quit.")
        else:
            console.game.choose_hero(offer[number - 1])
            return


def _wait_for_start(console: GameConsole) -> None:
    line = console.read_line()
    try:
        command = parse_command(line, _BEFORE_THE_START, _ALSO)
    except InvalidInput:
        console.say("The sand has not been turned. Press Enter to turn it.")
        return
    match command.word:
        case "" | "start":
            console.game.start_clock()
        case "cards":
            console.say_cards()
        case "missions":
            console.say_missions()
        case "items":
            console.say_items()
        case "goal":
            console.say_goal()
        case "help":
            for text in _HELP:
                console.say(text)
        case _:
            raise LeaveGame


def _saved(console: GameConsole, save: Save) -> Path | None:
    """Save a game, if necessary in a folder that the player names; return its path, or None if it is not saved."""
    try:
        return save(console.game)
    except NotSavedError as error:
        console.say(f"The game could not be saved: {error}")
        return _saved_elsewhere(console, error)


def _saved_elsewhere(console: GameConsole, error: NotSavedError) -> Path | None:
    while True:
        console.say("Type another folder to save it in, or press Enter to go on without.")
        try:
            folder = console.read_line()
        except EndOfInput:
            return None
        if not folder:
            return None
        try:
            return error.save_in(folder)
        except OSError as problem:
            console.say(f"Cannot save there: {problem.strerror}")


def _leave(console: GameConsole, save: Save) -> None:
    path = _saved(console, save) if console.game.phase in (Phase.TABLE, Phase.RESOLUTION) else None
    console.say("You leave the game." if path is None else f"You leave the game. It is saved as {path}")


def _say_result(console: GameConsole, save: Save) -> Path | None:
    """Say how a game ended, and save it; return its path."""
    game, resolution = console.game, console.game.resolution
    assert resolution is not None, "the story has been resolved"
    console.say(sentences.ending(resolution.state))
    if game.clock.pauses:
        console.say(f"The five minutes had {pauses_words(game.clock.pauses)} in all.")
    console.say(f"The seed of this deal is {game.setup.seed}. To race on it: {game.setup.command}")
    path = _saved(console, save)
    if path is not None:
        console.say(f"The replay is saved as {path}")
    return path


def _say_texts(console: GameConsole, title: str, texts: list[str]) -> None:
    if texts:
        console.say(title)
    console.say_all(texts)


def _say_par(console: GameConsole, thread: ParThread, words: Collection[str]) -> str | None:
    """Say what par of the deal is and which stars the game has; a line of the player goes on before par is known.

    Return that line; None if the player typed nothing. ``words`` go on even if they were typed before.
    """
    typed = None
    try:
        if not thread.wait(_SOON):
            typed = _skip_typed_lines(console, words)
            if typed is None:
                console.say("Par of this deal is being worked out. Press Enter to go on without it.")
                typed = _wait_for_par(console, thread)
    finally:
        thread.stop()
    console.say_all(thread.sentences or ())
    if thread.stars is not None:
        console.say(f"{thread.stars.words}.")
    return typed


def _skip_typed_lines(console: GameConsole, words: Collection[str]) -> str | None:
    """Skip lines that were typed before the game was over, up to one that is one of these words; return that one."""
    with suppress(EndOfInput):
        for _ in range(MOST_WAITING):
            line = console.lines.next(_TICK)
            if line is None or line in words:
                return line
    return None


def _wait_for_par(console: GameConsole, thread: ParThread) -> str | None:
    """Wait until par is known or the player types a line, which is returned; without more input, until par is known."""
    try:
        while not thread.is_done:
            line = console.lines.next(_TICK)
            if line is not None:
                return line
    except EndOfInput:
        while not thread.wait(_TICK):
            pass
    return None
