"""``dtcli campaign play``: the next level."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import Exit, exit_code, fail, say
from dtcli.commands.play import Plain, front_end, until_left
from dtcli.commands.stored_games import campaigns, home, recover_games, tell_played

if TYPE_CHECKING:
    from dtcli.formats.schema import CampaignFile
    from dtcli.play.game.setup import Setup
    from dtcli.play.storage.campaign_saves import Saves
    from dtcli.play.storage.lifecycle import Played
    from dtcli.rules.scenarios import Scenario

EXAMPLE = "dtcli campaign play Sundays --level level-2"


def run(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The campaign; may be left out where there is only one.")
    ] = None,
    *,
    level: Annotated[
        str | None, typer.Option("--level", metavar="ID", help="Which level, where there is a choice.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="The same seed deals the same cards.")
    ] = None,
    minutes: Annotated[
        float, typer.Option("--minutes", metavar="N", min=0.1, max=60, help="How long the sand runs.")
    ] = 5.0,
    plain: Plain = False,
) -> None:
    """Play the next level of a campaign; a game that was interrupted in its resolution comes first."""
    from dtcli.play.storage.lifecycle import played  # noqa: PLC0415

    recover_games()
    with campaigns() as saves, until_left():
        save = saves.load(_one_of(saves, name))
        if save.get("unfinished"):
            found = _resumed(saves, save, plain=plain)
            if found is not None:
                _after(saves, save["name"], found, plain=plain)
                return
        scenario = _choice(save, level)
        setup = _setup(save, scenario, seed=seed, minutes=minutes)
        found = played(setup, front_end(plain=plain), folders=home(), campaign=save["name"])
        _after(saves, save["name"], found, plain=plain)


def _one_of(saves: "Saves", name: str | None) -> str:
    """Return the campaign that is meant: the named one, the only one, or the one without a name of its own."""
    from dtcli.play.storage.campaign import DEFAULT_NAME  # noqa: PLC0415
    from dtcli.render.problems import print_problems  # noqa: PLC0415

    if name is not None:
        return name
    found, problems = saves.all()
    print_problems(problems, file=sys.stderr)
    known = [save["name"] for save in found]
    if not known and problems:
        raise typer.Exit(exit_code(problems))
    if not known:
        fail("there is no campaign yet", "`dtcli campaign new` begins one", Exit.NO)
    if len(known) > 1 and DEFAULT_NAME not in known:
        fail("which campaign?", f"name one of {', '.join(known)}")
    return known[0] if len(known) == 1 else DEFAULT_NAME


def _choice(save: "CampaignFile", level: str | None) -> "Scenario":
    """Return what is played: the named level, the only one, or the one that is answered on a terminal."""
    from dtcli.english import or_list, plural  # noqa: PLC0415
    from dtcli.formats.card_sets import scenario_names  # noqa: PLC0415
    from dtcli.formats.names import folded  # noqa: PLC0415
    from dtcli.play.storage.campaign import choices_of  # noqa: PLC0415

    choices = choices_of(save)
    offered = or_list(one.id for one in choices)
    if level is not None:
        found = scenario_names().get(folded(level))
        if found is None:
            fail(f"there is no level '{level}'", f"play {offered}")
        if found not in choices:
            fail(f"{found.title} cannot be played now", f"play {offered}", Exit.NO)
        return found
    if len(choices) == 1:
        return choices[0]
    if not sys.stdin.isatty():
        fail("there is a choice of levels", f"use --level {offered}")
    for n, one in enumerate(choices, 1):
        say(f"{n}  {one.title}: {one.goal} of {plural(sum(one.missions.values()), 'mission')}. {one.text}")
    answer: int = typer.prompt("Which one?", default=1, type=int, err=True)
    if not 1 <= answer <= len(choices):
        fail(f"there is no {answer} to choose", f"use --level {offered}")
    return choices[answer - 1]


def _setup(save: "CampaignFile", scenario: "Scenario", *, seed: str | None, minutes: float) -> "Setup":
    from dtcli.commands.common import card_set  # noqa: PLC0415
    from dtcli.commands.play_options import checked_seed, new_seed  # noqa: PLC0415
    from dtcli.play.game.setup import Setup  # noqa: PLC0415

    names = card_set(save["card_set"])
    assert names is not None
    return Setup(
        names=names,
        what=scenario,
        seed=new_seed() if seed is None else checked_seed(seed),
        edition=save["edition"],
        extended=save["step"]["extended"],
        seconds=60 * minutes,
        card_set=save["card_set"],
        draw_heroes=int(save["heroes"]),
    )


def _resumed(saves: "Saves", save: "CampaignFile", *, plain: bool) -> "Played | None":
    """Take up the interrupted game of a campaign; None, with a word, if that cannot be done."""
    from dtcli.play.storage.campaign import with_unfinished  # noqa: PLC0415
    from dtcli.play.storage.lifecycle import resumed  # noqa: PLC0415
    from dtcli.play.storage.resume import BeingPlayedError, NotTakenUpError  # noqa: PLC0415

    folders = home()
    path = folders.games / (save.get("unfinished") or "")
    say(f"taking up the game that was interrupted: {path.name}")
    try:
        return resumed(path, front_end(plain=plain), folders=folders)
    except BeingPlayedError as error:
        fail(f"{path.name}: {error}", code=Exit.NO)
    except NotTakenUpError as error:
        say(f"that game cannot be taken up: {error}")
        saves.change(save["name"], lambda save: with_unfinished(save, None))
        return None


def _after(saves: "Saves", name: str, found: "Played", *, plain: bool) -> None:
    """Say what came of a game, and what may be played next."""
    from dtcli.render.campaign import next_lines  # noqa: PLC0415
    from dtcli.render.terminal import Printer  # noqa: PLC0415

    tell_played(found, in_lines=plain)
    printer = Printer()
    for line in next_lines(saves.load(name)):
        printer.line(*line)
