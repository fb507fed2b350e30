"""The options of every command that judges many inputs."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from dtcli.batch.layouts import Format

_PANEL = "Many inputs"


def _option(*names: str, metavar: str | None = None, help: str, **more: Any) -> Any:  # noqa: A002  (Typer's word)
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel=_PANEL, **more)


@dataclass(frozen=True)
class BatchOptions:
    """The options that ``score``, ``validate``, ``solve``, ``analyze`` and ``puzzle check`` share."""

    format: Annotated[Format | None, _option("--format", help="The form of the rows; `table` is text for people.")] = (
        None
    )
    output: Annotated[
        str | None,
        _option("--output", "-o", metavar="OUT", help="Write the rows to a file, whole at the end or not at all."),
    ] = None
    fields: Annotated[
        str | None, _option("--fields", metavar="A,B,C", help="The columns, in this order; `_keys` of your own, too.")
    ] = None
    where: Annotated[
        str | None, _option("--where", metavar="CONDITION", help='Only rows like "missions >= 8 and not won".')
    ] = None
    status: Annotated[
        list[str] | None, _option("--status", metavar="STATUS", help="Only rows with this status; may be repeated.")
    ] = None
    quiet: Annotated[bool, _option("--quiet", "-q", help="Only rows with problems.")] = False
    summary: Annotated[
        bool, _option("--summary", help="Print counts, mean and win rate instead of rows, or beside --output.")
    ] = False
    glob: Annotated[
        str | None,
        _option("--glob", metavar="PATTERN", help="Which files of a folder to read, for example '*.ndjson.gz'."),
    ] = None
    jobs: Annotated[
        int | None,
        _option(
            "--jobs", "-j", metavar="N", min=1, help="Processes; without it the cores for many inputs, one for few."
        ),
    ] = None
    fail_fast: Annotated[bool, _option("--fail-fast", help="Stop at the first input that is not all right.")] = False
    dedupe: Annotated[bool, _option("--dedupe", help="Leave out games that came before, however they are spelled.")] = (
        False
    )
    shard: Annotated[
        str | None, _option("--shard", metavar="K/N", help="Only every N-th input, beginning with the K-th.")
    ] = None
    resume: Annotated[
        bool, _option("--resume", help="With --output: go on where a run that was ended has stopped.")
    ] = False
    cluster: Annotated[
        str | None,
        _option("--cluster", metavar="ADDRESS", help="Judge on a Dask cluster, for example tcp://host:8786."),
    ] = None
    shared_files: Annotated[
        bool, _option("--shared-files", help="With --cluster: the workers read the files themselves.")
    ] = False


def with_batch_options(run: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose parameter ``batch`` is replaced by the options of ``BatchOptions``."""
    return with_options_of(BatchOptions, "batch", run)


def with_options_of(kind: type[Any], name: str, run: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose parameter of this name is replaced by the options that a dataclass has as fields."""
    hints = get_type_hints(kind, include_extras=True)
    options = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=hints[one.name])
        for one in fields(kind)
    ]
    own = [parameter for parameter in inspect.signature(run).parameters.values() if parameter.name != name]

    @wraps(run)
    def command(*args: Any, **kwargs: Any) -> None:
        chosen = {one.name: kwargs.pop(one.name) for one in options}
        run(*args, **kwargs, **{name: kind(**chosen)})

    command.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *options)}
    return command
