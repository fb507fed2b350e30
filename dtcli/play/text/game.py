"""The game as a dialogue in lines, for pipes, screen readers and plain terminals, against the same sand.

It knows no rule and keeps no time: it asks the game, and says what the game says. What lies in the story is not told
before the sand is through (A3).
"""

from collections.abc import Callable
from pathlib import Path

from dtcli.english import agree, plural
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.recovery import NotSavedError
from dtcli.play.text import sentences
from dtcli.play.text.commands import NotUnderstood, is_number, one_number, order_of
from dtcli.play.text.dialogue import Leave, Say, Talk
from dtcli.play.text.resolution import PlainStory
from dtcli.play.text.table import PlainTable
from dtcli.play.text.typed_lines import EndOfInput, Lines
from dtcli.rules.heroes import HEROES

Save = Callable[[SoloGame], Path | None]
"""Saves a game as far as it has come; returns where, or None if there is nothing to save. Raises ``NotSavedError``."""
Review = Callable[[SoloGame], list[str]]
"""Returns what was possible in a game that is over."""

_HELP = (
    "Press Enter to turn the sand and begin.",
    "Type cards to hear the cards again, or quit to leave.",
    "When the sand runs, type help to hear what can be done.",
)


def play_plain(game: SoloGame, lines: Lines, say: Say, *, save: Save, review: Review) -> None:
    """Play a game from the choice of heroes to its end, or until the player leaves or no more lines come.

    Ctrl-C leaves like ``quit``, and goes on to whoever called.
    """
    talk = Talk(game, lines, say)
    try:
        _begin(talk)
        PlainTable(talk).play()
        PlainStory(talk).resolve()
    except (Leave, EndOfInput):
        _leave(talk, save)
    except KeyboardInterrupt:
        _leave(talk, save)
        raise
    else:
        _end(talk, save, review)


def _begin(talk: Talk) -> None:
    game, setup = talk.game, talk.game.setup
    goal = f" {plural(setup.goal, 'mission')} to win." if setup.goal is not None else ""
    talk.say(f"{setup.what.title}, alone against the sand.{goal}")
    if setup.extended:
        talk.say("This is Extended play: the backpack has one slot less.")
    while game.hero_offer:
        _choose_hero(talk)
    if game.heroes:
        talk.say(f"Your {agree(len(game.heroes), 'hero is', 'heroes are')}:")
        for hero in game.heroes:
            talk.say(f"{HEROES[hero].name}. {HEROES[hero].text}")
    if game.phase is Phase.READY:
        talk.tell_cards()
        talk.say(f"You have {sentences.time(game.sand.seconds)}. Press Enter to turn the sand; type help for help.")
    while game.phase is Phase.READY:
        _before_sand(talk)


def _choose_hero(talk: Talk) -> None:
    offer = talk.game.hero_offer
    talk.say("Which hero do you keep? Type the number.")
    for number, hero in enumerate(offer, 1):
        talk.say(f"{number}: {HEROES[hero].name}. {HEROES[hero].text}")
    while True:
        line = talk.wait()
        try:
            if not is_number(line) and order_of(line, ("quit",), {"exit": "quit"}).word:
                raise Leave
            number = one_number(line, len(offer))
        except NotUnderstood:
            talk.say(f"Type a number from 1 to {len(offer)}, or quit.")
        else:
            talk.game.choose_hero(offer[number - 1])
            return


def _before_sand(talk: Talk) -> None:
    line = talk.wait()
    try:
        order = order_of(line, ("start", "cards", "help", "quit"), {"go": "start", "exit": "quit", "?": "help"})
    except NotUnderstood:
        talk.say("The sand has not been turned. Press Enter to turn it.")
        return
    match order.word:
        case "" | "start":
            talk.game.turn_sand()
        case "cards":
            talk.tell_cards()
        case "help":
            for text in _HELP:
                talk.say(text)
        case _:
            raise Leave


def _saved(talk: Talk, save: Save) -> Path | None:
    """Return where a game was saved, in a folder that the player names if need be; None if it is not saved."""
    try:
        return save(talk.game)
    except NotSavedError as error:
        talk.say(f"The game could not be saved: {error}")
        return _saved_elsewhere(talk, error)


def _saved_elsewhere(talk: Talk, error: NotSavedError) -> Path | None:
    while True:
        talk.say("Type another folder to save it in, or press Enter to go on without.")
        try:
            folder = talk.wait()
        except EndOfInput:
            return None
        if not folder:
            return None
        try:
            return error.save_in(folder)
        except OSError as problem:
            talk.say(f"That folder cannot be used: {problem.strerror}")


def _leave(talk: Talk, save: Save) -> None:
    path = _saved(talk, save) if talk.game.phase in (Phase.TABLE, Phase.RESOLUTION) else None
    talk.say("You leave the game." if path is None else f"You leave the game. As far as it came it is kept as {path}")


def _end(talk: Talk, save: Save, review: Review) -> None:
    game, session = talk.game, talk.game.session
    assert session is not None, "the story has been resolved"
    talk.say(sentences.ending(session.state))
    talk.say(f"The seed of this deal is {game.setup.seed}. To race on it: {game.setup.command}")
    path = _saved(talk, save)
    if path is not None:
        talk.say(f"The replay is kept as {path}")
    told = review(game)
    if told:
        talk.say("What was possible:")
    for text in told:
        talk.say(text)
