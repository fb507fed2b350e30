"""The recorder of a game at a table line by line, for pipes, screen readers and plain terminals."""

from collections.abc import Callable

from dtcli.english import plural
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import SavedRecord
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.play.text.console import Say, TextConsole, save_warning
from dtcli.play.text.typed_lines import EndOfInput, LineSource

SaveRecord = Callable[[TableRecorder], SavedRecord]
ReviewRecord = Callable[[SavedRecord], list[str]]


def record_plain(
    recorder: TableRecorder, lines: LineSource, say: Say, *, save: SaveRecord, review: ReviewRecord
) -> None:
    """Record a game until it is finished, the player leaves or the input ends; a finished game is saved."""
    console = TextConsole(lines, say)
    _begin(console, recorder)
    error: str | None = None
    while not recorder.is_finished:
        try:
            line = console.read_line()
        except EndOfInput:
            if not recorder.is_over:
                return
            line = "end"
        _run(console, recorder, line)
        if recorder.wants_to_leave:
            return
        if recorder.unsafe != error:
            error = recorder.unsafe
            console.say("The game is being saved again." if error is None else f"Warning: {save_warning(error)}.")
    console.say(sentences.ending(recorder.session.state))
    saved = save(recorder)
    if saved.path is not None:
        console.say(f"The replay is saved as {saved.path}")
    else:
        console.say(f"The replay could not be saved: {saved.error}. The journal of the game stays.")
    texts = review(saved)
    if texts:
        console.say("What was possible:")
    console.say_all(texts)


def _begin(console: TextConsole, recorder: TableRecorder) -> None:
    state = recorder.session.state
    goal = f", {plural(state.game.goal, 'mission')} to win" if state.game.goal is not None else ""
    console.say(f"{recorder.setup.what}{goal}. Every card is saved when you type it. Type help for help.")
    if recorder.record.units:
        console.say(f"This game goes on after card {state.revealed}. {sentences.slots(state)}")
    for problem in recorder.problems:
        console.say(f"Warning: the table's own card set cannot be used: {problem.message}.")
    _ask(console, recorder)


def _run(console: TextConsole, recorder: TableRecorder, line: str) -> None:
    try:
        console.say_all(recorder.enter(line))
    except InvalidInput as reason:
        console.say(sentences.sentence(str(reason)))
        if recorder.question is None:
            return
    if not recorder.is_finished and not recorder.wants_to_leave:
        _ask(console, recorder)


def _ask(console: TextConsole, recorder: TableRecorder) -> None:
    """Print what is being decided now."""
    console.say(sentences.spoken(recorder.prompt))
    for number, answer in enumerate(recorder.answers, 1):
        console.say(f"{number}: {sentences.spoken(answer)}.")
