"""``dtcli score``: how did it end."""

import sys

import typer

from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code

EXAMPLE = "dtcli score replays/games --json"


def run(files: Files, *, as_json: AsJson = False, cards: CardSetPath = None) -> None:
    """Score replays: missions, goal, won or lost, and whether the claim agrees.

    Takes any number of files, folders and NDJSON streams, and prints as it reads. Choices that were not recorded
    are assumed as: decline, discard nothing, cards leave first.
    """
    from dtcli.files.check import check  # noqa: PLC0415
    from dtcli.render.records import score_line  # noqa: PLC0415

    names = card_set(cards)
    worst = Exit.OK
    if as_json:
        write = sys.stdout.write
        for document in documents(files):
            checked = check(document, cards=names)
            if checked.problems:
                worst = max(worst, exit_code(checked.problems))
            write(score_line(checked))
    else:
        from dtcli.render.score_table import ScoreTable  # noqa: PLC0415

        table = ScoreTable()
        for document in documents(files):
            checked = check(document, cards=names)
            worst = max(worst, exit_code(checked.problems))
            table.add(checked)
        table.finish()
    raise typer.Exit(worst)
