"""``dtcli puzzle``: made, proved, graded, solved, printed."""

import typer

from dtcli.commands.puzzle import check as puzzle_check
from dtcli.commands.puzzle import export as puzzle_export
from dtcli.commands.puzzle import list as puzzle_list
from dtcli.commands.puzzle import new as puzzle_new
from dtcli.commands.puzzle import play as puzzle_play
from dtcli.commands.puzzle import show as puzzle_show

EXAMPLE = "dtcli puzzle list"

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Make puzzles, prove them, grade them, solve them, print them.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name, command, example in (
    ("new", puzzle_new.run, puzzle_new.EXAMPLE),
    ("show", puzzle_show.run, puzzle_show.EXAMPLE),
    ("today", puzzle_show.today, puzzle_show.EXAMPLE_OF_TODAY),
    ("play", puzzle_play.run, puzzle_play.EXAMPLE),
    ("list", puzzle_list.run, puzzle_list.EXAMPLE),
    ("check", puzzle_check.run, puzzle_check.EXAMPLE),
    ("grade", puzzle_check.grade, puzzle_check.EXAMPLE_OF_GRADE),
    ("export", puzzle_export.run, puzzle_export.EXAMPLE),
):
    app.command(name, epilog=f"Example: [bold]{example}[/bold]")(command)
