"""``dtcli table``: record a game at a real table."""

from pathlib import Path
from typing import Annotated, Any

import typer

from dtcli.commands.campaign.record import report_not_counted
from dtcli.commands.campaign.saves import campaign_saves
from dtcli.commands.front_ends import record_in_text, record_on_screen
from dtcli.commands.inputs import card_set_or_default, fail_with
from dtcli.commands.options import CardSet, Plain
from dtcli.commands.output import fail
from dtcli.commands.play_options import heroes_of, recorded_card_set, rulings_of, scenario_or_adventure
from dtcli.commands.saving import output_path
from dtcli.commands.stored_games import home
from dtcli.commands.terminals import exit_if_interrupted
from dtcli.english import or_list
from dtcli.exit_codes import ExitCode
from dtcli.formats.card_sets import DEFAULT_CARD_SET
from dtcli.formats.schema import CampaignFile
from dtcli.formats.timer import read_timer
from dtcli.play.recorder.journal import JournalError, TableJournal, unfinished
from dtcli.play.recorder.record import Record
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import RecordSaver
from dtcli.play.recorder.table_setup import LONGEST_GAME_TITLE, TableSetup
from dtcli.play.recorder.written_missions import TableCards
from dtcli.play.storage.campaign import choices_of
from dtcli.play.storage.campaign_record import NotCountedError
from dtcli.play.storage.folders import Folders, game_stem, local_time
from dtcli.play.storage.records import campaign_stars
from dtcli.render.campaign import after_counted_lines
from dtcli.render.messages import print_message
from dtcli.render.terminal import Printer
from dtcli.rules.cards import Adventure
from dtcli.rules.legality import MOST_PLAYERS, why_too_many_heroes
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.scenarios import Scenario

_TIMES = ("started", "seconds", "pauses", "mission_times", "ended")
"""The keys of a timer's file that a replay keeps."""
EXAMPLE = "dtcli table --scenario level-1 --heroes tonk,zaria"


def run(  # noqa: PLR0913  (one for each option)
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="With --resume: the journal of a game.", show_default=False)
    ] = None,
    *,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="The scenario that is played.")
    ] = None,
    adventure: Annotated[
        str | None, typer.Option("--adventure", metavar="NAME", help="The adventure that is played.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="NAME", help="Which rules: en-2017, it-2018 or demo-2016.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", min=1, max=MOST_PLAYERS, help="How many play.")
    ] = None,
    heroes: Annotated[
        str | None, typer.Option("--heroes", metavar="NAMES", help="The heroes, separated by commas.")
    ] = None,
    extended: Annotated[bool, typer.Option("--extended", help="Play with one slot less.")] = False,
    card_set: CardSet = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The title of the replay.")] = "",
    campaign: Annotated[
        str | None, typer.Option("--campaign", metavar="NAME", help="Count the game for this campaign.")
    ] = None,
    timer: Annotated[
        str | None, typer.Option("--timer", metavar="FILE", help="Keep the times that `dtcli timer --output` wrote.")
    ] = None,
    story_first: Annotated[
        bool, typer.Option("--story-first", help="Type the whole story first, then resolve it.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last game that was not finished, or with that of FILE.")
    ] = False,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the replay to this file.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Record a game at a real table: type each card when it is revealed, and decide what the rules leave open.

    One or two letters are enough for a card. Every card is saved when you type it. At the end you see the result, the
    best that the story allowed, and the decision that cost most.
    """
    folders = home()
    path = output_path(output) if output is not None else None
    if file is not None and not resume:
        fail("a file is named only with --resume", f"dtcli table --resume {file}")
    if resume:
        given = {
            "--scenario": scenario, "--adventure": adventure, "--edition": edition, "--players": players,
            "--heroes": heroes, "--extended": extended or None, "--card-set": card_set, "--title": title or None,
            "--campaign": campaign, "--timer": timer, "--story-first": story_first or None,
        }  # fmt: skip
        used = next((name for name, value in given.items() if value is not None), None)
        if used is not None:
            fail(f"{used} is for a new game, --resume for one that was begun")
        journal, record = _resumed(file, folders)
    else:
        setup = _setup(
            scenario, adventure, edition, heroes, card_set, campaign,
            players=players, extended=extended, title=title, story_first=story_first,
        )._replace(times=_times(timer))  # fmt: skip
        journal, record = _begun(setup, folders)
    with exit_if_interrupted():
        _record(record, journal, folders, path, plain=plain)


def _times(file: str | None) -> dict[str, Any] | None:
    """Return the times in a file of ``dtcli timer``, without what the replay says itself; exit if it cannot be read."""
    if file is None:
        return None
    found = read_timer(Path(file))
    if found.times is None:
        fail_with(found.problems)
    return {key: value for key, value in found.times.items() if key in _TIMES}


def _record(record: Record, journal: TableJournal, folders: Folders, output: Path | None, *, plain: bool) -> None:
    """Record a game with a person; the journal is removed when the game is saved, or nothing was typed."""
    recorder = TableRecorder(record, journal=journal, table_cards=TableCards(folders.home, record.setup.names))
    saver = RecordSaver(folders, journal.path.stem, output)
    try:
        (record_in_text if plain else record_on_screen)(recorder, saver)
    finally:
        saved = saver.saved
        is_saved = recorder.is_finished and saved is not None and saved.path is not None
        if is_saved or not recorder.record.units:
            journal.remove()
        else:
            journal.close()
            print_message(f"the game is not finished; `dtcli table --resume {journal.path.name}` goes on with it")
    if not is_saved:
        if saved is not None:
            raise typer.Exit(ExitCode.UNREADABLE)
        return
    if not plain and saved is not None:
        print_message(f"the replay is saved as {saved.path}")
    _count(recorder, saver)


def _count(recorder: TableRecorder, saver: RecordSaver) -> None:
    """Count the game for its campaign, if it has one, and print what can be played next."""
    with campaign_saves():
        try:
            counted = saver.count(recorder)
        except NotCountedError as error:
            raise typer.Exit(report_not_counted(error)) from None
    if counted is not None:
        printer = Printer()
        for line in after_counted_lines(counted.entry, counted.save, campaign_stars(counted.save, home())):
            printer.line(*line)


def _begun(setup: TableSetup, folders: Folders) -> tuple[TableJournal, Record]:
    what = setup.adventure or setup.scenario
    stem = game_stem(what.id if what is not None else "table", "", started=local_time())
    try:
        journal = TableJournal.begin(folders.tables, stem, setup)
    except OSError as error:
        fail(f"'{folders.tables}' cannot be written: {error.strerror}", code=ExitCode.UNREADABLE)
    if journal.failed is not None:
        fail(f"'{journal.path}' cannot be written: {journal.failed}", code=ExitCode.UNREADABLE)
    return journal, Record(setup)


def _resumed(name: str | None, folders: Folders) -> tuple[TableJournal, Record]:
    path = Path(name or "")
    if name is None:
        found = unfinished(folders.tables)
        if not found:
            fail("there is no game to go on with", "`dtcli table` begins one", ExitCode.NO)
        path = found[0].path
    elif not path.exists() and (folders.tables / path.name).exists():
        path = folders.tables / path.name
    try:
        return TableJournal.resume(path)
    except OSError as error:
        fail(
            f"'{path}' cannot be read: {error.strerror}",
            "`dtcli table --resume` goes on with the last game",
            ExitCode.UNREADABLE,
        )
    except JournalError as error:
        fail(f"cannot resume '{path}': {error}", code=ExitCode.NO)


def _setup(  # noqa: PLR0913  (one for each option)
    scenario: str | None,
    adventure: str | None,
    edition: str | None,
    heroes: str | None,
    card_set: str | None,
    campaign: str | None,
    *,
    players: int | None,
    extended: bool,
    title: str,
    story_first: bool,
) -> TableSetup:
    """Return the set-up for these options; exit with an error if an option is wrong."""
    save = _campaign(campaign) if campaign is not None else None
    if save is not None:
        if adventure is not None:
            fail("a campaign has no adventures", "leave out --campaign")
        edition = edition or save["edition"]
        card_set = card_set or save["card_set"]
        extended = extended or save["step"]["extended"]
        scenario = scenario or _only_level(save)
        players = players or save.get("players")
    names = card_set_or_default(card_set)
    played = None
    if scenario is not None or adventure is not None:
        played = scenario_or_adventure(scenario, adventure, names)
    if save is not None and played not in choices_of(save):
        levels = or_list(one.id for one in choices_of(save))
        fail(f"campaign '{save['name']}' does not offer this level", f"play {levels}", ExitCode.NO)
    edition = edition or DEFAULT_EDITION
    named, drawn = heroes_of("none" if heroes is None else heroes, rulings_of(edition))
    if drawn:
        fail("name the heroes that were drawn at the table", "--heroes tonk,zaria")
    if reason := why_too_many_heroes(len(named), players):
        fail(reason, "each player has one hero")
    if len(title) > LONGEST_GAME_TITLE or not title.isprintable():
        fail(f"--title is a line of up to {LONGEST_GAME_TITLE} characters")
    return TableSetup(
        names=names,
        scenario=played if isinstance(played, Scenario) else None,
        adventure=played if isinstance(played, Adventure) else None,
        edition=edition,
        extended=extended,
        players=players,
        heroes=named,
        title=title,
        date=f"{local_time():%Y-%m-%d}",
        card_set=recorded_card_set(DEFAULT_CARD_SET if card_set is None else card_set),
        campaign=save["name"] if save is not None else None,
        story_first=story_first,
    )


def _campaign(name: str) -> CampaignFile:
    with campaign_saves() as saves:
        return saves.load(name)


def _only_level(save: CampaignFile) -> str:
    choices = choices_of(save)
    if len(choices) > 1:
        fail("there is a choice of levels", f"use --scenario {or_list(one.id for one in choices)}")
    return choices[0].id
