"""Tests of the documentation: commands and snippets run, generated pages are fresh, links and names exist.

Commands stand in ``console`` or ``sh`` blocks. Blocks that create a virtual environment are not run. Any other
block that cannot run here has a comment with the reason right before it: ``<!-- not run: the reason -->``.
A block after ``<!-- needs: jq, duckdb -->`` is run where these programs and Python modules are installed.
A block after ``<!-- file: game.dt -->`` is written to that file, for the commands that follow on the page.
"""

import difflib
import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from contextlib import chdir
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from dtcli.commands.app import app
from solver.puzzles.themes import THEMES
from tests.docs import make_cli_reference
from tests.docs.console import PROMPT, Command, agrees, commands, plain_terminal, run
from tests.docs.markdown import Block, Page, take_apart

ROOT = Path(__file__).resolve().parents[2]
DEMANDED = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{name}.md" for name in ("README", "batch", "cards", "cli", "engine", "formats", "lessons", "play")),
    *(f"docs/{name}.md" for name in ("problems", "puzzles", "rules", "solver", "table")),
]
SHELL = ("console", "sh")
OTHER_SHELL = ("bash", "shell", "zsh", "shell-session", "shellsession", "terminal")
PYTHON = ("python", "pycon")
OTHER_PYTHON = ("py", "python3", "doctest")
COPIED = ("replays", "puzzles")
"""Folders whose files the commands on the pages read; the program itself is installed."""
OTHER_OPTIONS = {"--check"}
"""Options on the pages that belong to scripts, not to dtcli."""


def found_pages() -> list[str]:
    """Return the path of every Markdown page, relative to the project root."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "replays").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


PAGES = found_pages()


@cache
def page(name: str) -> Page:
    return take_apart((ROOT / name).read_text(encoding="utf-8"))


def blocks(name: str, *languages: str) -> list[Block]:
    return [block for block in page(name).blocks if block.language in languages]


def pages_with(*languages: str) -> list[str]:
    return [name for name in PAGES if blocks(name, *languages)]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start every test without saved games and campaigns."""
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path / "home"))


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """Return a folder with fresh copies of the bundled files, which the commands of a page may change."""
    return copy_bundled_files(tmp_path / "dungeon")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with copies of the bundled files, shared by single commands that change nothing."""
    return copy_bundled_files(tmp_path_factory.mktemp("docs") / "bench")


def copy_bundled_files(to: Path) -> Path:
    for folder in COPIED:
        shutil.copytree(ROOT / folder, to / folder)
    return to


# Required pages


@pytest.mark.parametrize("name", DEMANDED)
def test_a_page_is_there_and_has_something_to_say(name: str) -> None:
    path = ROOT / name
    assert path.is_file(), f"{name} is missing"
    assert path.read_text(encoding="utf-8").strip(), f"{name} is empty"


def test_the_index_names_every_page_of_the_folder() -> None:
    there = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert {link for link in page("docs/README.md").links if "/" not in link} >= there


# Commands


def is_run(block: Block) -> bool:
    sets_up = "venv" in block.text
    return block.language in SHELL and block.not_run is None and not sets_up and has_needs(block)


def has_needs(block: Block) -> bool:
    """Return whether the programs and Python modules that a block needs are installed."""
    return all(shutil.which(name) or find_spec(name) for name in block.needs)


def shown(command: Command, expected: list[str], actual: list[str]) -> str:
    lines = difflib.unified_diff(expected, actual, "the page", "now", lineterm="")
    return f"{command.text}\n" + "\n".join(lines)


def check_command(name: str, command: Command, folder: Path) -> None:
    code, output = run(command, folder)
    where = f"{name}:{command.line}"
    if command.expected is None:
        assert code == 0, f"{where}: exit code {code}\n{command.text}\n" + "\n".join(output)
    elif not agrees(command.expected, output):
        pytest.fail(f"{where}: {shown(command, command.expected, output)}", pytrace=False)


@pytest.mark.parametrize("name", pages_with(*SHELL))
def test_commands_print_what_the_page_shows(name: str, scratch: Path) -> None:
    for block in page(name).blocks:
        if block.file is not None:
            (scratch / block.file).write_text(block.text, encoding="utf-8")
        elif is_run(block):
            found = commands(block)
            assert found, f"{name}:{block.line}: no command in this block"
            for command in found:
                check_command(name, command, scratch)


def test_the_read_me_shows_commands_that_run() -> None:
    assert sum(len(commands(block)) for block in page("README.md").blocks if is_run(block)) > 0


@pytest.mark.parametrize("name", PAGES)
def test_what_is_not_run_has_its_reason(name: str) -> None:
    for block in page(name).blocks:
        assert block.not_run is None or len(block.not_run.split()) > 1, f"{name}:{block.line}: give a reason"


@pytest.mark.parametrize("name", PAGES)
def test_no_block_hides_behind_another_language(name: str) -> None:
    for block in page(name).blocks:
        where = f"{name}:{block.line}"
        assert block.language not in OTHER_SHELL, f"{where}: write console or sh, so that it is run"
        assert block.language not in OTHER_PYTHON, f"{where}: write python or pycon, so that it is run"
        if block.language not in SHELL:
            assert not re.search(r"^\$ ", block.text, re.MULTILINE), f"{where}: commands belong in a console block"


# Python


def run_python(name: str, block: Block, names: dict[str, Any]) -> None:
    if block.language == "python":
        code = compile("\n" * (block.line - 1) + block.text, name, "exec")
        exec(code, names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, name, str(ROOT / name), block.line - 1)
    assert test.examples, f"{name}:{block.line}: no line starts with >>>"
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
    if results.failed:
        pytest.fail("".join(report), pytrace=False)
    names.update(test.globs)


@pytest.mark.parametrize("name", pages_with(*PYTHON))
def test_snippets_run(name: str, scratch: Path) -> None:
    names: dict[str, Any] = {"__name__": "__docs__"}
    with chdir(scratch), plain_terminal():
        for block in blocks(name, *PYTHON):
            if block.file is None and block.not_run is None and has_needs(block):
                run_python(name, block, names)


def test_the_guide_to_the_engine_has_snippets() -> None:
    assert len(blocks("docs/engine.md", *PYTHON)) >= 10


# Generated pages


@pytest.mark.parametrize(
    ("script", "surroundings"),
    [("regenerate", {}), ("make_cli_reference", {"COLUMNS": "37", "FORCE_COLOR": "1", "GITHUB_ACTIONS": "true"})],
)
def test_made_pages_are_fresh(script: str, surroundings: dict[str, str]) -> None:
    result = subprocess.run(
        [sys.executable, f"tests/docs/{script}.py", "--check"],
        cwd=ROOT,
        env=os.environ | surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    message = f"run python tests/docs/regenerate.py\n{result.stdout}{result.stderr}"
    assert (result.returncode, result.stdout) == (0, ""), message


def test_stale_and_missing_pages_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_cli_reference, "ROOT", tmp_path)
    monkeypatch.setattr(make_cli_reference, "make_terminal_plain", lambda: None)
    pages = {"a.md": lambda: "new\n", "b.md": lambda: "kept\n"}
    (tmp_path / "b.md").write_text("kept\n", encoding="utf-8")
    assert make_cli_reference.keep(pages, ["--check"]) == 1
    assert not (tmp_path / "a.md").exists()
    assert make_cli_reference.keep(pages, []) == 0
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == "new\n"
    assert make_cli_reference.keep(pages, ["--check"]) == 0
    (tmp_path / "a.md").write_text("old\n", encoding="utf-8")
    assert make_cli_reference.keep(pages, ["--check"]) == 1


# Links


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for link in page(name).links:
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (ROOT / name).parent / target if target else ROOT / name
        assert path.exists(), f"{name}: {link} leads nowhere"
        assert path.resolve().is_relative_to(ROOT), f"{name}: {link} leads out of the project"
        if anchor and path.suffix == ".md":
            assert anchor in take_apart(path.read_text(encoding="utf-8")).anchors, f"{name}: no heading for {link}"


# Names of commands and options


@cache
def options_of() -> dict[str, set[str]]:
    """Return the options of every command, by its name; those of dtcli itself by an empty name."""
    program = get_command(app)
    known = {"": program} | {
        " ".join(path): make_cli_reference.command_at(program, path)
        for path in make_cli_reference.command_paths(program)
    }
    help_options = {"--help", "-h"}
    return {
        name: {option for param in command.params for option in (*param.opts, *param.secondary_opts)} | help_options
        for name, command in known.items()
    }


def mentions(name: str) -> list[str]:
    """Return every command line on a page, starting with ``dtcli``."""
    parts = list(page(name).spans)
    parts += re.findall(r"^ {4,}(dtcli .*)$", page(name).prose, re.MULTILINE)
    for block in page(name).blocks:
        if block.language in SHELL:
            parts += [command.text for command in commands(block)]
        elif block.language in ("", "text"):
            parts += re.findall(r"^(?:\$ | *Usage: | *Example: )?(dtcli .*)$", block.text, re.MULTILINE)
    lines = (one for part in parts for one in re.findall(r"(?<![\w./-])dtcli .*", re.sub(r'"[^"\n]*"', '""', part)))
    uses = (re.split(r"[|;&<>)]|\s#", line)[0] for line in lines)
    return [use.strip() for use in uses]


DEFAULT_COMMANDS = {"cards": "cards list"}
"""Groups that take the options of one of their commands as their own."""


def why_unknown(use: str) -> str | None:
    """Return which command or option of a command line does not exist, or None.

    >>> why_unknown("dtcli score game.dt --json"), why_unknown("dtcli [OPTIONS] COMMAND"), why_unknown("dtcli")
    (None, None, None)
    >>> why_unknown("dtcli juggle"), why_unknown("dtcli score --loudly"), why_unknown("dtcli --json score")
    ("no command 'juggle'", "'dtcli score' has no option --loudly", "'dtcli' has no option --json")
    """
    known = options_of()
    command = ""
    placeholder = False
    for word in shlex.split(use.replace("'", ""))[1:]:
        longer = f"{command} {word}".strip()
        if longer in known:
            command = longer
        elif re.fullmatch(r"--?[a-zA-Z][\w-]*(=.*)?", word):
            option = word.partition("=")[0]
            allowed = known[command] | known.get(DEFAULT_COMMANDS.get(command, ""), set())
            if option not in allowed and not (placeholder and any(option in one for one in known.values())):
                return f"'{f'dtcli {command}'.strip()}' has no option {option}"
        elif not command and re.fullmatch(r"[a-z][a-z-]*", word) and not placeholder:
            return f"no command '{word}'"
        elif not command:
            placeholder = True
    return None


@pytest.mark.parametrize("name", PAGES)
def test_only_commands_and_options_that_exist_are_named(name: str) -> None:
    for use in mentions(name):
        reason = why_unknown(use)
        assert reason is None, f"{name}: `{use}`: {reason}"


@pytest.mark.parametrize("name", [name for name in PAGES if name == "README.md" or name.startswith("docs/")])
def test_only_options_that_exist_are_named_alone(name: str) -> None:
    every = set().union(*options_of().values()) | OTHER_OPTIONS
    named = {span.split()[0] for span in page(name).spans if re.match(r"--[a-z]", span)}
    assert named <= every, f"{name}: {', '.join(sorted(named - every))}"


def test_mentions_are_found() -> None:
    assert "dtcli replay replays/games/friday-night.dt" in mentions("replays/README.md")
    assert len(mentions("docs/cli.md")) >= len(options_of())


@pytest.mark.parametrize("command", [name for name in options_of() if name])
def test_every_command_is_documented(command: str) -> None:
    used = [*mentions("README.md"), *mentions("docs/cli.md")]
    assert any(f"{use} ".startswith(f"dtcli {command} ") for use in used)


# Examples in the help


@pytest.mark.parametrize("command", options_of())
def test_every_help_ends_with_an_example_that_works(command: str, bench: Path) -> None:
    with plain_terminal():
        last = make_cli_reference.help_of(command.split()).splitlines()[-1].strip()
    assert last.startswith(f"Example: {f'dtcli {command}'.strip()} "), last
    shutil.copy(bench / "replays" / "games" / "friday-night.dt", bench / "friday.dt")
    shutil.copy(ROOT / "tests" / "formats" / "problems" / "DT704.cert", bench / "best.cert")
    code, output = run(Command(0, last.removeprefix("Example: "), None), bench)
    assert code in (0, 1) or output[0].endswith("needs a terminal"), "\n".join(output)


# The tests themselves


def test_a_shell_finds_this_dtcli(bench: Path) -> None:
    installed = Path(sysconfig.get_path("scripts")) / "dtcli"
    code, output = run(Command(0, "command -v dtcli; echo $?", []), bench)
    assert (code, output) == (0, [str(installed), "0"])


def test_wrong_output_is_noticed(bench: Path) -> None:
    page_text = f"```console\n{PROMPT}dtcli cards nosuchcard; echo $?\nwrong\n```\n"
    (command,) = commands(take_apart(page_text).blocks[0])
    with pytest.raises(pytest.fail.Exception, match="nosuchcard"):
        check_command("page.md", command, bench)


def test_a_failing_command_without_output_is_noticed(bench: Path) -> None:
    (command,) = commands(take_apart("```sh\n# a remark\ndtcli validate nothing.dt\n```\n").blocks[0])
    with pytest.raises(AssertionError, match="exit code 3"):
        check_command("page.md", command, bench)


def test_commands_output_and_reasons_are_told_apart() -> None:
    text = "<!-- not run: needs a terminal -->\n\n```console\n$ a \\\n> b\none\n\ntwo\n$ c\n```\n\n~~~sh\nd\n~~~\n"
    first, second = take_apart(text).blocks
    assert (first.not_run, second.not_run) == ("needs a terminal", None)
    assert commands(first) == [Command(4, "a \\\nb", ["one", "", "two"]), Command(9, "c", [])]
    assert commands(second) == [Command(13, "d", None)]


def test_a_block_can_be_a_file() -> None:
    (block,) = take_apart("<!-- file: a.dt -->\n```dt\nsword\n```\n").blocks
    assert (block.file, block.text) == ("a.dt", "sword\n")


def test_a_wrong_snippet_is_noticed() -> None:
    good, bad, worse = (Block(kind, 1, text) for kind, text in [
        ("pycon", ">>> n = 1\n>>> n\n1\n"), ("pycon", ">>> n\n2\n"), ("python", "assert n == 2\n"),
    ])  # fmt: skip
    names: dict[str, Any] = {}
    run_python("docs/engine.md", good, names)
    with pytest.raises(pytest.fail.Exception, match="Expected"):
        run_python("docs/engine.md", bad, names)
    with pytest.raises(AssertionError):
        run_python("docs/engine.md", worse, names)


def test_links_in_code_are_no_links() -> None:
    found = take_apart("[a](b.md) `[c](d.md)` ![e](f.png)\n\n[g]: h.md\n```text\n[i](j.md)\n```\n# A *b*, c: `d`!\n")
    assert found.links == ["b.md", "f.png", "h.md"]
    assert found.anchors == {"a-b-c-d"}


# What the pages list


def test_the_page_on_puzzles_lists_every_theme() -> None:
    section = page("docs/puzzles.md").prose.partition("\n## Themes\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", section, re.MULTILINE)
    assert listed == [(theme.name, theme.about) for theme in THEMES.values()]
