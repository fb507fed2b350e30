"""Turns the options of a command into a batch and runs it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import typer

from dtcli import __version__
from dtcli.batch.condition import Condition, ConditionError, field_names, parse_condition
from dtcli.batch.errors import BatchError
from dtcli.batch.fields import Field, UnknownFieldError, columns
from dtcli.batch.layouts import CellsLayout, Format, GithubLayout, JsonLayout, Layout, TextLayout
from dtcli.batch.portions import RowCounts
from dtcli.batch.processors import Processor, ProcessorGone
from dtcli.batch.row_maker import Choosing, OnVerdict, RowMaker
from dtcli.batch.run import BatchPlan, MadeInputs, Shard
from dtcli.batch.work.base import Work
from dtcli.commands.batch.options import BatchOptions
from dtcli.commands.output import fail
from dtcli.commands.saving import output_path
from dtcli.english import or_list
from dtcli.exit_codes import ExitCode
from dtcli.formats.json.text import compact
from dtcli.formats.sources.raw_inputs import Selection
from dtcli.formats.suggest import closest

_SUFFIXES = {
    ".json": Format.JSON,
    ".ndjson": Format.JSON,
    ".jsonl": Format.JSON,
    ".csv": Format.CSV,
    ".tsv": Format.TSV,
    ".parquet": Format.PARQUET,
}
"""The form of the rows of an output file, where no option names it."""


def run_work(  # noqa: PLR0913  (keywords for the options of the commands)
    work: Work[Any],
    files: list[str],
    options: BatchOptions,
    *,
    as_json: bool = False,
    card_set: str | None = None,
    force: bool = False,
    on_verdict: OnVerdict | None = None,
    single_for: str | None = None,
) -> None:
    """Judge the inputs named on the command line, write the rows, and exit with the worst exit code.

    ``on_verdict`` is called with each verdict. ``single_for`` is an option that allows one input only.
    """
    with _errors_reported(options):
        batch = _batch(work, files, options, as_json=as_json, card_set=card_set, force=force)
        if on_verdict is not None:
            batch = replace(batch, on_verdict=on_verdict, jobs=1)
        if single_for is not None:
            _need_single(batch, single_for)
        code = batch.run()
    raise typer.Exit(code)


def run_made(
    work: Work[Any],
    made: MadeInputs,
    options: BatchOptions,
    *,
    report: Callable[[RowCounts], None],
    card_set: str | None,
    force: bool,
) -> int:
    """Judge inputs that are made, write the rows, call ``report`` with the counts, and return the worst exit code."""
    with _errors_reported(options):
        batch = _batch(work, list(made.origin), options, otherwise=Format.JSON, card_set=card_set, force=force)
        maker = replace(batch.maker, counts=True)
        return replace(batch, maker=maker, names=(), made=made, report=report).run()


@contextmanager
def _errors_reported(options: BatchOptions) -> Iterator[None]:
    """Exit with a message if the run cannot begin or go on."""
    try:
        yield
    except BatchError as error:
        fail(str(error), error.hint, error.code)
    except ProcessorGone as error:
        hint = "run the same command again with --resume" if options.resume else "--output and --resume survive this"
        fail(str(error), hint, ExitCode.UNREADABLE)


def _need_single(batch: BatchPlan, option: str) -> None:
    """Exit with an error if there are several inputs; standard input is one as long as it is not read."""
    if "-" in batch.names:
        if len(batch.names) > 1:
            _fail_single(option)
        return
    if len(list(islice(batch.inputs(), 2))) > 1:
        _fail_single(option)


def _fail_single(option: str) -> None:
    fail(f"{option} is for one replay", f"leave out {option}, or name one replay")


def _batch(  # noqa: PLR0913  (keywords for the options of the commands)
    work: Work[Any],
    files: list[str],
    options: BatchOptions,
    *,
    card_set: str | None,
    force: bool,
    as_json: bool = False,
    otherwise: Format = Format.TABLE,
) -> BatchPlan:
    """Return the batch; ``otherwise`` is the form of the rows where neither an option nor the output names one."""
    output = None if options.output is None else output_path(options.output)
    form = _format(options.format, output, as_json=as_json, otherwise=otherwise)
    if form is Format.PARQUET and output is None and not options.summary:
        raise BatchError("--format parquet needs --output", "for example --output rows.parquet")  # noqa: EM101
    if options.resume and output is None:
        raise BatchError("--resume needs --output, where the rows go on")  # noqa: EM101
    if options.shared_files and options.cluster is None:
        raise BatchError("--shared-files is for --cluster")  # noqa: EM101
    chosen = _columns(work, form, options.fields)
    maker = RowMaker(
        work,
        _layout(form, chosen, to_file=output is not None),
        Choosing(_condition(options.where, work), _statuses(options.status, work), only_problems=options.quiet),
        counts=options.summary or form is Format.TABLE,
        one_by_one=options.dedupe or options.fail_fast,
        digests=options.dedupe,
    )
    return BatchPlan(
        maker,
        tuple(files),
        Selection(work.kind, options.glob),
        format=form,
        columns=chosen,
        output=output,
        resume=_fingerprint(work, files, options, form, card_set) if options.resume else None,
        force=force,
        summary=options.summary,
        dedupe=options.dedupe,
        fail_fast=options.fail_fast,
        shard=_shard(options.shard),
        jobs=options.jobs,
        processor=_cluster(options),
    )


def _format(asked: Format | None, output: Path | None, *, as_json: bool, otherwise: Format) -> Format:
    if as_json and asked not in (None, Format.JSON):
        raise BatchError(f"--json and --format {asked} contradict each other")  # noqa: EM102
    if as_json or asked is not None:
        return asked or Format.JSON
    return otherwise if output is None else _SUFFIXES.get(output.suffix.lower(), otherwise)


def _columns(work: Work[Any], form: Format, names: str | None) -> tuple[Field, ...] | None:
    """Return the selected columns, or those that a form has without a selection; None if it has no columns."""
    if names is not None:
        if form in (Format.TABLE, Format.GITHUB):
            raise BatchError(f"--fields is not for --format {form}", "use json, csv, tsv or parquet")  # noqa: EM102
        wanted = [name.strip() for name in names.split(",") if name.strip()]
        if not wanted:
            raise BatchError("--fields names no field", "for example --fields file,line,status,missions")  # noqa: EM101
        try:
            return columns(dict.fromkeys(wanted), work.fields)
        except UnknownFieldError as error:
            raise BatchError(f"--fields: {error}") from None  # noqa: EM102
    if form in (Format.CSV, Format.TSV):
        return (*(field for field in work.fields if field.flat), *columns(["codes"], work.fields))
    return work.fields if form is Format.PARQUET else None


def _layout(form: Format, chosen: tuple[Field, ...] | None, *, to_file: bool) -> Layout:
    match form:
        case Format.TABLE:
            return TextLayout.for_output(to_file=to_file)
        case Format.CSV | Format.TSV:
            return CellsLayout(chosen or (), "\t" if form is Format.TSV else ",")
        case Format.GITHUB:
            return GithubLayout()
    return JsonLayout(chosen)


def _condition(text: str | None, work: Work[Any]) -> Condition | None:
    if text is None:
        return None
    try:
        condition = parse_condition(text)
        columns(field_names(condition), work.fields)
    except ConditionError as error:
        message = f"--where: column {error.column}: {error}"
        raise BatchError(message, 'write for example "missions >= 8 and not won"') from None
    except UnknownFieldError as error:
        raise BatchError(f"--where: {error}") from None  # noqa: EM102
    return condition


def _statuses(names: list[str] | None, work: Work[Any]) -> frozenset[str]:
    for name in names or ():
        if name not in work.statuses:
            suggestion = closest(name, work.statuses)
            hint = f"did you mean {suggestion}?" if suggestion else f"it is {or_list(work.statuses)}"
            raise BatchError(f"there is no status '{name}'", hint)  # noqa: EM102
    return frozenset(names or ())


def _shard(text: str | None) -> Shard | None:
    if text is None:
        return None
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise BatchError(f"--shard {text} is not understood", "write for example 3/8, the third of eight parts")  # noqa: EM102
    return Shard(int(number), int(of))


def _fingerprint(work: Work[Any], files: list[str], options: BatchOptions, form: Format, card_set: str | None) -> str:
    """Return everything that decides about the rows, as text; how they are computed is not part of it."""
    own: Any = work
    settings = {one.name: repr(getattr(own, one.name)) for one in dataclass_fields(own) if one.name != "card_set"}
    elsewhere = ("jobs", "cluster", "shared_files", "resume", "output", "format", "summary")
    chosen = {one.name: getattr(options, one.name) for one in dataclass_fields(options) if one.name not in elsewhere}
    return compact([__version__, work.name, form, card_set, settings, chosen, files])


def _cluster(options: BatchOptions) -> Callable[[RowMaker], AbstractContextManager[Processor]] | None:
    if options.cluster is None:
        return None
    from dtcli.batch.cluster import Cluster  # noqa: PLC0415  (an optional part of dtcli)

    return partial(Cluster, options.cluster, shared_files=options.shared_files)
