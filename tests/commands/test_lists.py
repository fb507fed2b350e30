"""The commands that look things up, and the help."""

import json
import tomllib
from importlib import import_module

import pytest

from dtcli import __version__
from tests.commands.shell import COMMANDS, ROOT, invoke, run

MODULES = {
    command: import_module(f"dtcli.commands.{command}" + (".group" if command == "cards" else ""))
    for command in COMMANDS
}


def records(*arguments: str) -> list[dict]:
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_version_prints_the_version():
    for option in ("--version", "-V"):
        assert invoke(option).stdout == f"dtcli {__version__}\n"
    assert run("--version").stdout == f"dtcli {__version__}\n".encode()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_the_example(command):
    for option in ("--help", "-h"):
        result = invoke(command, option)
        assert result.exit_code == 0
        assert result.stdout.rstrip().splitlines()[-1].strip() == f"Example: {MODULES[command].EXAMPLE}"


def test_help_names_every_command_and_ends_with_an_example():
    shown = invoke("--help").stdout
    assert all(f" {command} " in shown for command in COMMANDS)
    assert shown.rstrip().splitlines()[-1].strip() == "Example: dtcli replay replays/rulebook/example-of-play.dt"


@pytest.mark.parametrize(
    "command", sorted(set(COMMANDS) - {"convert", "verify", "play", "table", "timer"})
)  # they write, or need more
def test_the_example_of_the_help_works(command, monkeypatch):
    monkeypatch.chdir(ROOT)
    words = MODULES[command].EXAMPLE.removesuffix(" --step").split()[1:]
    result = invoke(*words)
    assert result.exit_code == (command in ("history", "score", "validate"))  # one of the games is invalid
    assert result.stdout


def test_cards_json_is_the_card_set():
    house = tomllib.loads((ROOT / "dtcli/data/house.toml").read_text(encoding="utf-8"))
    found = records("cards")
    assert [one["id"] for one in found] == [one["id"] for one in (*house["missions"], *house["adventures"])]


def test_cards_can_be_searched():
    assert {one["deck"] for one in records("cards", "--deck", "e")} == {"E"}
    assert [one["id"] for one in records("cards", "E07")] == ["E07"]
    assert all("torch" in json.dumps(one) for one in records("cards", "--deck", "E", "torch"))
    assert len(records("cards", "--kinds")) == 12
    assert [one["id"] for one in records("cards", "--kinds", "scudo")] == ["shield"]


def test_every_card_that_contains_the_letters_is_found():
    letters = "at"
    wanted = {one["id"] for one in records("cards") if letters in f"{one['title']} {one['text']}".casefold()}
    assert len(wanted) > 1
    assert wanted <= {one["id"] for one in records("cards", letters)}


def test_heroes_scenarios_rules_and_problems_list_everything():
    assert len(records("heroes")) == 10
    assert {one["id"] for one in records("scenarios", "level")} >= {"level-1", "level-2"}
    assert [one["id"] for one in records("rules", "R6", "b3")] == ["B3", "R6"]
    assert {one["id"][0] for one in records("rules", "H")} == {"H"}
    assert [one["code"] for one in records("problems", "dt301")] == ["DT301"]
    assert all(one["code"].startswith("DT4") for one in records("problems", "DT4"))


def test_a_name_finds_every_ruling_that_uses_it_titles_first():
    with (ROOT / "dtcli/data/rulings.toml").open("rb") as file:
        rulings = tomllib.load(file)["rulings"]
    naming = {one["id"] for one in rulings if "Tonk" in one["title"] + one["text"]}
    found = [one["id"] for one in records("rules", "tonk")]
    assert {"H3", "H11", "X1", "X2"} <= naming
    assert (set(found), len(found), found[0]) == (naming, len(naming), "H3")


@pytest.mark.parametrize(
    ("command", "words"),
    [("rules", ["extra", "slot"]), ("rules", ["R6", "b3"]), ("heroes", ["remove", "torch"]), ("cards", ["2", "bow"])],
)
def test_quoted_and_unquoted_words_find_the_same(command, words):
    found = records(command, *words)
    assert found
    assert records(command, " ".join(words)) == found


def test_titles_come_first_where_many_match():
    titles = [
        all(word in one["title"].casefold() for word in ("extra", "slot")) for one in records("rules", "extra slot")
    ]
    assert titles == sorted(titles, reverse=True)
    assert {True, False} == set(titles)


@pytest.mark.parametrize("page", ["rules", "problems"])
def test_markdown_is_the_page_of_the_docs(page):
    assert invoke(page, "--markdown").stdout == (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["replay", "puzzle", "cards", "scenarios", "certificate", "campaign", "timer"])
def test_schema_is_json_schema(name):
    found = json.loads(invoke("schema", name).stdout)
    assert {"properties", "required"} <= set(found)
    assert f"dungeon-time/{name}/1" in json.dumps(found)


def test_schema_without_an_argument_is_that_of_a_replay():
    assert invoke("schema").stdout == invoke("schema", "replay").stdout


def test_schema_notation_is_the_grammar():
    assert invoke("schema", "notation").stdout == (ROOT / "dtcli/data/notation.ebnf").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["heroes", "scenarios", "rules", "problems"])
def test_lists_fit_80_columns(command):
    assert max(len(line) for line in invoke(command).stdout.splitlines()) <= 80
