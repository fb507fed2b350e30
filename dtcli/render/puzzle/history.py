"""The statistics of puzzles as a table of 80 columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from dtcli.english import plural
from dtcli.render.colours import FAINT, LABEL, STRONG
from dtcli.render.durations import clock
from dtcli.render.layout import Line, Lines
from dtcli.render.terminal import Printer, safe, shortened

Record = Mapping[str, Any]
_HEADER = f"{'':<12}{'solved':>12}{'first try':>12}{'attempts':>11}{'hints':>8}{'average time':>15}"
_RECENT = 8
_TITLE = 34


def print_statistics(records: Sequence[Record]) -> None:
    """Print the records of ``dtcli history --puzzles --json`` as tables."""
    printer = Printer()
    for line in statistics_lines(records):
        printer.line(*line)


def statistics_lines(records: Sequence[Record]) -> Lines:
    """Return the tables as lines."""
    total = records[-1]
    puzzles = [one for one in records if one["kind"] == "puzzle"]
    storms = [one for one in records if one["kind"] == "storm"]
    if puzzles:
        yield ((_HEADER, STRONG),)
        for tally in total["grades"]:
            yield _row("no grade" if tally["grade"] is None else f"grade {tally['grade']}", tally, LABEL)
        if len(total["grades"]) > 1:
            yield _row("all", total, STRONG)
        yield ()
        rating, streak = total["rating"], total["streak"]
        said = f"{rating['rating']:.0f} ± {2 * rating['deviation']:.0f}" if rating["puzzles"] else "none yet"
        yield (("rating  ", LABEL), f"{said}", (f"  from {plural(rating['puzzles'], 'puzzle')}", FAINT))
        yield (("streak  ", LABEL), f"{plural(streak['now'], 'day')}, most {streak['longest']}")
        yield ()
        yield (("The last puzzles:", STRONG),)
        for one in sorted(puzzles, key=lambda one: one["when"])[-_RECENT:]:
            yield _puzzle(one)
    if storms:
        if puzzles:
            yield ()
        yield from storm_lines(storms, total["storms"])


def _row(name: str, tally: Record, style: str) -> Line:
    solved = f"{tally['solved']} of {tally['puzzles']}"
    average = clock(tally["seconds"]) if tally["solved"] else "-"
    counts = f"{solved:>12}{tally['first_try']:>12}{tally['attempts']:>11}{tally['hints']:>8}{average:>15}"
    return ((f"{name:<12}", style), counts)


def _puzzle(one: Record) -> Line:
    title = shortened(safe(one["title"] or "untitled"), _TITLE - 1)
    result = f"solved in {clock(one['seconds'])}" if one["solved"] else "not solved"
    grade = "-" if one["grade"] is None else str(one["grade"])
    return (
        (f"  {one['when'][:10]}  ", FAINT),
        f"{title:<{_TITLE}}{grade:>2}  {result}",
        (f", {plural(one['attempts'], 'attempt')}", FAINT),
    )


def storm_lines(best: Sequence[Record], runs: int) -> Lines:
    """Return the best runs of the storm as a list."""
    yield (("Best storms:", STRONG), (f"  {plural(runs, 'run')} in all", FAINT))
    for place, run in enumerate(best, 1):
        facts = f"{plural(run['mistakes'], 'mistake')}, combo {run['combo']}, hardest grade {run['hardest']}"
        yield (f"{place:>4}  {run['solved']:>3} solved  ", (f"{run['begun'][:10]}  {facts}", FAINT))
