"""The options that the commands of ``dtcli lab`` share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import typer

from dtcli.batch.layouts import Format
from dtcli.commands.batch.options import BatchOptions, with_options_of
from dtcli.commands.options import CardSet, Force

ALL = "all"
_OUTPUT, _RUN = "Output", "Long runs"


@dataclass(frozen=True)
class LabOptions:
    """Which deals are made, and where the rows and the summary go."""

    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", "-s", metavar="NAME", help="Scenarios, with commas between them, or `all`."),
    ] = None
    adventure: Annotated[
        list[str] | None,
        typer.Option("--adventure", "-a", metavar="NAME", help="Adventures instead, or `all`."),
    ] = None
    extended: Annotated[bool, typer.Option("--extended", help="Extended play: seven slots.")] = False
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="EDITION", help="The edition whose rulings hold.")
    ] = None
    heroes: Annotated[
        str | None, typer.Option("--heroes", metavar="NAMES", help="Heroes whose skills can be used.")
    ] = None
    goal: Annotated[
        int | None,
        typer.Option("--goal", metavar="N", min=1, help="Missions to complete, if not those of the scenario."),
    ] = None
    deals: Annotated[int, typer.Option("--deals", "-n", metavar="N", min=1, help="Deals of each scenario.")] = 100
    seed: Annotated[
        str, typer.Option("--seed", metavar="WORD", help="Deal number 17 of seed `elm` is the deal of `elm-17`.")
    ] = "1"
    card_set: CardSet = None
    summary: Annotated[
        str | None,
        typer.Option(
            "--summary",
            metavar="FILE",
            help="Write the summary to a file instead of standard error; JSON if its name ends with .json.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Draw the distributions.", rich_help_panel=_OUTPUT),
    ] = None
    format: Annotated[
        Format | None,
        typer.Option(
            "--format", help="The form of the rows; without it JSON, one line a deal.", rich_help_panel=_OUTPUT
        ),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.", rich_help_panel=_OUTPUT)] = False
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Write the rows to a file, whole at the end or not at all.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    fields: Annotated[
        str | None,
        typer.Option("--fields", metavar="A,B,C", help="The columns, in this order.", rich_help_panel=_OUTPUT),
    ] = None
    force: Force = False
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            help="Processes; without it the cores for long runs, one for short ones.",
            rich_help_panel=_RUN,
        ),
    ] = None
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="With --output: go on where a run that was ended has stopped.", rich_help_panel=_RUN
        ),
    ] = False
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard", metavar="K/N", help="Only every N-th deal, beginning with the K-th.", rich_help_panel=_RUN
        ),
    ] = None
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Judge on a Dask cluster, for example tcp://host:8786.",
            rich_help_panel=_RUN,
        ),
    ] = None

    @property
    def batch(self) -> BatchOptions:
        """The options of the run, as all commands for many inputs have them."""
        return BatchOptions(
            format=Format.JSON if self.as_json else self.format,
            output=self.output,
            fields=self.fields,
            jobs=self.jobs,
            resume=self.resume,
            shard=self.shard,
            cluster=self.cluster,
        )


def with_lab_options(run: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose parameter ``lab`` is replaced by the options of ``LabOptions``."""
    return with_options_of(LabOptions, "lab", run)
