"""``dtcli puzzle``: the group of puzzle commands."""

from dtcli.commands.lazy import CommandEntry, command_group

EXAMPLE = "dtcli puzzle list"

app = command_group(
    "puzzle",
    [
        CommandEntry(
            "new",
            "dtcli.commands.puzzle.new",
            "Make puzzles: solvable, with one answer, no card too many, as hard as requested.",
        ),
        CommandEntry(
            "show",
            "dtcli.commands.puzzle.show",
            "Show puzzles as they lie on the table: the packed backpack, the heroes, the story, the task.",
        ),
        CommandEntry(
            "today",
            "dtcli.commands.puzzle.today",
            "Show the puzzle of the day, the same for everyone: easy on Mondays, hard on Thursdays and Sundays.",
        ),
        CommandEntry(
            "play",
            "dtcli.commands.puzzle.play",
            "Solve a puzzle card by card, with undo, graded hints, and a check whether it can still be solved.",
        ),
        CommandEntry("list", "dtcli.commands.puzzle.list", "List the bundled puzzles, pack by pack; or the themes."),
        CommandEntry(
            "check",
            "dtcli.commands.puzzle.check",
            "Prove puzzles again: solvable, one answer, needs thought, no card too many, and the stated difficulty.",
        ),
        CommandEntry(
            "grade",
            "dtcli.commands.puzzle.grade",
            "Measure how hard puzzles are: exact quantities, the grade that follows from them, and the themes.",
        ),
        CommandEntry(
            "export",
            "dtcli.commands.puzzle.export",
            "Make a sheet of puzzles to print, with the solutions on a page of their own.",
        ),
    ],
    help="Make puzzles, prove them, grade them, solve them, print them.",
    example=EXAMPLE,
)
