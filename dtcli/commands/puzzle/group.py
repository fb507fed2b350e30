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
            "Show the puzzle of the day, the same for everyone: easy on Mondays, and harder towards Sunday.",
        ),
        CommandEntry("next", "dtcli.commands.puzzle.next", "Show the next puzzle of a pack that you have not solved."),
        CommandEntry(
            "play",
            "dtcli.commands.puzzle.play",
            "Solve a puzzle card by card, with undo, graded hints, and a check whether it can still be solved.",
        ),
        CommandEntry(
            "storm",
            "dtcli.commands.puzzle.storm",
            "Solve as many puzzles as you can in three minutes; three mistakes end it.",
        ),
        CommandEntry(
            "share",
            "dtcli.commands.puzzle.share",
            "Print a text about a puzzle that you solved, which says nothing about its solution.",
        ),
        CommandEntry(
            "list",
            "dtcli.commands.puzzle.list",
            "List the bundled puzzles, pack by pack, with a mark at those that you solved.",
        ),
        CommandEntry("themes", "dtcli.commands.puzzle.themes", "List the themes: what a solution can need."),
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
