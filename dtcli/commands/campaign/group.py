"""``dtcli campaign``: level after level."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.campaign import play as campaign_play
from dtcli.commands.common import CardSetPath, Exit, exit_code, fail, say
from dtcli.commands.stored_games import campaigns, home, recover_games

if TYPE_CHECKING:
    from dtcli.formats.schema import CampaignFile

EXAMPLE = "dtcli campaign status"

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Play level after level: begin a campaign, see where it stands, play on, begin again.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command("new", epilog="Example: [bold]dtcli campaign new Sundays --no-heroes[/bold]")
def new(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="What it is called; `campaign` if nothing is said.")
    ] = None,
    *,
    heroes: Annotated[bool, typer.Option("--heroes/--no-heroes", help="Choose a hero before each game.")] = True,
    edition: Annotated[
        str, typer.Option("--edition", metavar="EDITION", help="en-2017, it-2018 or demo-2016.")
    ] = "en-2017",
    cards: CardSetPath = None,
) -> None:
    """Begin a campaign at level 1."""
    from dtcli.play.storage import campaign  # noqa: PLC0415
    from dtcli.play.storage.campaign_saves import ExistsError  # noqa: PLC0415
    from dtcli.play.storage.folders import local_time  # noqa: PLC0415
    from dtcli.rules.rulings import EDITIONS  # noqa: PLC0415

    name = campaign.DEFAULT_NAME if name is None else name
    if reason := campaign.why_no_name(name):
        fail(reason)
    if edition not in EDITIONS:
        fail(f"there is no edition '{edition}'", f"editions are {', '.join(EDITIONS)}")
    at = local_time().isoformat(timespec="seconds")
    save = campaign.begun(name, at=at, edition=edition, card_set=_usable_cards(cards), heroes=heroes)
    home().make()
    try:
        with campaigns() as saves:
            saves.create(save)
    except ExistsError:
        fail(f"campaign '{name}' exists", "`dtcli campaign reset` begins it anew, and keeps the old save")
    _show([save])


@app.command("status", epilog="Example: [bold]dtcli campaign status --json[/bold]")
def status(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The campaign; all of them if none is named.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per campaign.")] = False,
) -> None:
    """Show the ladder of levels: which are won, where you stand, what may be played next, the last games."""
    from dtcli.render.problems import print_problems  # noqa: PLC0415

    recover_games()
    with campaigns() as saves:
        found, problems = ([saves.load(name)], []) if name is not None else saves.all()
        if as_json:
            from dtcli.formats.json.text import compact  # noqa: PLC0415

            for save in found:
                sys.stdout.write(compact({"file": str(saves.path_of(save["name"])), **save}) + "\n")
        elif found:
            _show(found)
        elif not problems:
            typer.echo("no campaign yet: `dtcli campaign new` begins one")
    print_problems(problems, file=sys.stderr)
    raise typer.Exit(exit_code(problems))


app.command("play", epilog=f"Example: [bold]{campaign_play.EXAMPLE}[/bold]")(campaign_play.run)


@app.command("reset", epilog="Example: [bold]dtcli campaign reset Sundays --yes[/bold]")
def reset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The campaign.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Begin a campaign anew at level 1; the old save is kept aside."""
    from dtcli.english import plural  # noqa: PLC0415

    with campaigns() as saves:
        save = saves.load(name)
        if not yes:
            if not sys.stdin.isatty():
                fail("asking needs a terminal", "use --yes to begin anew without a question")
            if not typer.confirm(f"Begin '{save['name']}' anew, after {plural(len(save['games']), 'game')}?"):
                raise typer.Exit(Exit.NO)
        save, aside = saves.reset(name)
    say(f"the old save is kept as {aside}")
    _show([save])


def _usable_cards(name: str | None) -> str:
    """Return how the save names the card set of ``--cards``, or end with why its cards are not enough."""
    from pathlib import Path  # noqa: PLC0415

    from dtcli.commands.common import card_set, nameable  # noqa: PLC0415
    from dtcli.formats.card_sets import DEFAULT_CARD_SET, scenarios  # noqa: PLC0415
    from dtcli.play.game.setup import Setup  # noqa: PLC0415
    from dtcli.rules.scenarios import ScenarioKind  # noqa: PLC0415

    names = card_set(name)
    if name is None or names is None:
        return DEFAULT_CARD_SET
    for scenario in scenarios().values():
        if scenario.kind is not ScenarioKind.ONE_SHOT:
            try:
                Setup(names, scenario, "").table()
            except ValueError as error:
                fail(str(error), "a campaign needs the missions of all its levels")
    return nameable(str(Path(name).absolute())) if name.endswith(".toml") else name


def _show(saves: "list[CampaignFile]") -> None:
    from dtcli.render.campaign import print_campaigns  # noqa: PLC0415

    print_campaigns(saves)
