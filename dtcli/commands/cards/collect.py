"""``dtcli cards collect``: gather the missions that replays write out into a card set."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.options import CardSet, Files, Force
from dtcli.commands.output import fail
from dtcli.commands.saving import new_file, output_path, save
from dtcli.english import plural
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.bounded_reading import read_bounded
from dtcli.formats.card_set_collection import Collection
from dtcli.formats.card_set_writer import card_set_fault, new_card_set, with_missions
from dtcli.formats.card_sets import parse_cards
from dtcli.formats.limits import LARGEST_CARD_SET
from dtcli.formats.names import Names
from dtcli.formats.replay.check import check
from dtcli.render.messages import print_message
from dtcli.render.problems import print_problems

EXAMPLE = "dtcli cards collect replays/regressions -o collected.toml"


def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The card set to write.")],
    add: Annotated[bool, typer.Option("--add", help="Add to a card set that exists; its text stays.")] = False,
    named: Annotated[
        bool, typer.Option("--named", help="Also copy the missions that the replays name from their card set.")
    ] = False,
    deck: Annotated[str, typer.Option("--deck", metavar="LETTERS", help="The deck of the new missions.")] = "T",
    card_set: CardSet = None,
    force: Force = False,
) -> None:
    """Gather the missions that replays write out into a card set, so that each is typed once.

    Later replays can name them by title. Missions with the same title must have the same items and reward: the others
    are reported and left out (exit code 1).
    """
    if not output.endswith(".toml"):
        fail(f"'{output}' does not end with .toml", "card sets are named by the .toml file they are in")
    if not (deck.isascii() and deck.isalpha()):
        fail(f"deck '{deck}' is not made of letters")
    target = output_path(output)
    adds = add and target.exists()
    if not adds:
        new_file(output, force=force)
    known = _known(target) if adds else None
    names = read_card_set(card_set)
    collection = Collection(known, named=named)
    worst = ExitCode.OK
    for document in read_replays(files):
        checked = check(document, cards=names)
        if not checked.has_legal_story:
            print_problems(checked.problems, file=sys.stderr)
            worst = max(worst, exit_code(checked.problems))
        elif checked.resolved is not None and checked.resolved.game is not None:
            collection.add(checked.resolved.game.story, document.file)
    for conflict in collection.conflicts:
        print_message(f"warning: {conflict}")
    if collection.left_out:
        count = plural(len(collection.left_out), "mission")
        print_message(
            f"note: {count} of other card sets left out, such as {min(collection.left_out)}; --named adds them"
        )
    if not collection.missions:
        print_message("no mission is written out that the card set does not have")
        raise typer.Exit(max(worst, ExitCode.NO if collection.conflicts or not adds else ExitCode.OK))
    text = target.read_text("utf-8-sig") if adds else new_card_set(Path(output).stem, names)
    save(target, with_missions(text, collection.missions, deck), force=force or adds, fault=card_set_fault)
    print_message(f"{plural(len(collection.missions), 'mission')} collected")
    raise typer.Exit(max(worst, ExitCode.NO if collection.conflicts else ExitCode.OK))


def _known(path: Path) -> Names:
    """Return the card set to which missions are added; exit with its problems if it is not valid."""
    try:
        loaded = parse_cards(read_bounded(path, LARGEST_CARD_SET), path)
    except (OSError, ValueError) as error:
        fail(f"'{path}' cannot be read: {error}", code=ExitCode.UNREADABLE)
    if loaded.names is None:
        print_problems(loaded.problems, file=sys.stderr)
        raise typer.Exit(exit_code(loaded.problems))
    return loaded.names
