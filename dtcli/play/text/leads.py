"""The end of a game in lines of text: asks what comes next, and watches or analyses the game."""

from collections.abc import Sequence

from dtcli.english import or_list
from dtcli.play.game.clock import real_time
from dtcli.play.game.end_texts import Report
from dtcli.play.game.leads import Lead, LeadKind
from dtcli.play.game.review import checked_game
from dtcli.play.text.command_parsing import InvalidInput, parse_command
from dtcli.play.text.console import GameConsole
from dtcli.play.text.sentences import sentence
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.play.text.watch import watch_plain
from dtcli.play.viewer.timeline import Timeline

WATCHING_SPEED = 10.0
"""How many times faster than it was played a game is watched."""
_LEAVE = "quit"
_ALSO = {"exit": _LEAVE, "leave": _LEAVE, "analyze": LeadKind.ANALYSE.value}


class _StoppedWatchingError(Exception):
    """The player typed a line while a game was watched."""


def choose_lead(console: GameConsole, leads: Sequence[Lead], report: Report, typed: str | None) -> Lead | None:
    """Return what the player goes on to; None to leave, also at the end of the input.

    ``typed`` is a line that the player has typed already. Watching and the analysis come back to the question.
    """
    if not leads:
        return None
    words = {lead.word: lead for lead in leads}
    also = _ALSO | ({"next": leads[0].word} if leads[0].kind is LeadKind.LEVEL else {})
    say_what_next(console, leads)
    try:
        line = typed or console.read_line()
        while True:
            try:
                word = parse_command(line, (*words, _LEAVE, "help"), also).word
            except InvalidInput as problem:
                console.say(sentence(str(problem)))
            else:
                if word in ("", _LEAVE):
                    return None
                if word == "help":
                    say_what_next(console, leads)
                elif words[word].kind is LeadKind.WATCH:
                    _watch(console)
                elif words[word].kind is LeadKind.ANALYSE:
                    console.show_lines(report(console.game))
                else:
                    return words[word]
            line = console.read_line()
    except EndOfInput:
        return None


def say_what_next(console: GameConsole, leads: Sequence[Lead]) -> None:
    """Say what the player can type."""
    console.say(f"What next? Type {or_list(lead.word for lead in leads)}; or press Enter to leave.")
    for lead in leads:
        if lead.kind is LeadKind.LEVEL:
            console.say(f"{lead.word}: {lead.words}.")


def _watch(console: GameConsole) -> None:
    """Watch the game faster than it was played; a typed line stops it. After the end of the input nothing waits."""
    is_ended = False

    def wait(seconds: float) -> None:
        nonlocal is_ended
        until = real_time() + seconds
        while not is_ended and (left := until - real_time()) > 0:
            try:
                line = console.lines.next(left)
            except EndOfInput:
                is_ended = True
            else:
                if line is not None:
                    raise _StoppedWatchingError

    console.say(f"Watching at {WATCHING_SPEED:g} times the speed. Press Enter to stop.")
    try:
        watch_plain(Timeline(checked_game(console.game, frames=True)), console.say, wait, speed=WATCHING_SPEED)
    except _StoppedWatchingError:
        console.say("You stop watching.")
