"""Help pages: what they list, how they wrap, and the options that they do not show."""

import re
from collections.abc import Iterator

import pytest
from typer.main import get_command

from dtcli.commands.app import COMMANDS, app
from tests.commands.shell import FRIDAY, ROOT, invoke, run

PANELS = ["Play", "Check", "Learn", "Puzzles", "Look up"]


def entries(group, above=()) -> Iterator[tuple[str, ...]]:
    for name, entry in group.commands.items():
        yield (*above, name)
        yield from entries(entry.load(), (*above, name)) if hasattr(entry.load(), "commands") else ()


PATHS = list(entries(get_command(app)))


def test_all_commands_are_found_here():
    assert len(PATHS) == len(COMMANDS) + 5 + 12 + 3 + 3
    assert ("puzzle", "new") in PATHS


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_a_summary_is_the_first_paragraph_of_the_help(path):
    entry = get_command(app)
    for word in path:
        group = entry.load() if hasattr(entry, "load") else entry
        entry = group.commands[word]
    assert entry.help == entry.load().help.split("\n\n")[0]


@pytest.mark.parametrize("path", [(), *PATHS], ids=" ".join)
def test_help_shows_no_python_types(path):
    page = invoke(*path, "--help").stdout
    assert "Usage: " in page
    assert not re.search(r"<(bool|list|str|int|float)\b", page)


def test_paragraphs_wrap_at_the_width_of_the_terminal():
    narrow, wide = (run("solve", "--help", COLUMNS=columns).stdout.decode() for columns in ("60", "160"))
    paragraph = "Best means: the backpack whole, the game won, most missions; then fewest skills"
    assert paragraph in wide
    assert paragraph not in narrow
    assert paragraph in " ".join(narrow.split())


def test_commands_are_listed_in_panels():
    page = invoke("--help").stdout
    assert re.findall(r"^╭─ (.+?) ─", page, re.MULTILINE) == ["Options", *PANELS]
    assert list(dict.fromkeys(entry.panel for entry in COMMANDS)) == PANELS


@pytest.mark.parametrize("old", ["--cards", "--set"])
def test_old_names_of_the_card_set_are_understood_but_not_shown(old):
    rulebook = str(ROOT / "dtcli/data/rulebook.toml")
    assert invoke("score", FRIDAY, old, "huose").exit_code == 3
    assert invoke("cards", old, rulebook).stdout == invoke("cards", "--card-set", "rulebook").stdout
    assert old not in invoke("score", "--help").stdout
    assert old not in invoke("cards", "--help").stdout


def test_the_number_of_cards_of_a_puzzle_is_not_mistaken_for_a_card_set():
    result = invoke("puzzle", "new", "--cards", "12")
    assert result.exit_code == 2
    assert "--max-cards" in result.stderr
