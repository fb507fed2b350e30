"""Tests of the layout of the code: unique class names, plain English, folders of a readable size, a correct guide."""

import ast
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from dtcli.commands.app import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(path for package in ("dtcli", "solver") for path in (ROOT / package).rglob("*.py"))
MOST_MODULES = 24
AVOIDED = re.compile(
    r"\b(whoever|somebody|nobody|(?:is|are) told|what becomes of|lends?|taken up|for the eyes|by chance)\b",
    re.IGNORECASE,
)
"""Words that plain technical English does without."""
TITLES = "solver/puzzles/titles.py"
"""The titles of puzzles may be witty."""


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_modules_were_found():
    assert len(MODULES) > 200


def test_a_class_name_occurs_once():
    """Nested and private classes count too."""
    homes = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name(path))
    assert {found: files for found, files in homes.items() if len(files) > 1} == {}


def written_text(path: Path) -> Iterator[tuple[int, str]]:
    """Return the comments and strings of a module, each with its line."""
    text = (tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
    with path.open(encoding="utf-8") as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type in text:
                yield token.start[0], " ".join(token.string.split())


def avoided_words(path: Path) -> list[str]:
    return [f"{name(path)}:{line}: {word[0]}" for line, text in written_text(path) for word in AVOIDED.finditer(text)]


def test_docstrings_comments_and_messages_are_plain_english():
    found = [word for path in MODULES if name(path) != TITLES for word in avoided_words(path)]
    assert found == []
    assert avoided_words(ROOT / TITLES), "no exception is needed any more"


def test_no_folder_is_crowded():
    """The commands themselves do not count: each has a module in ``dtcli/commands``."""
    commands = {f"{entry.module.replace('.', '/')}.py" for entry in COMMANDS}
    sizes = Counter(name(path.parent) for path in MODULES if path.name != "__init__.py" and name(path) not in commands)
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_the_guide_names_files_that_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = {span for span in re.findall(r"`([\w.]+(?:/[\w.]+)+/?)`", text) if "NAME" not in span}
    assert len(named) > 40
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_the_guide_shows_every_folder():
    """Every package of dtcli and solver stands in the tree, under its own name."""
    (tree,) = re.findall(r"```text\n(dtcli/.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL)
    shown = Counter(re.findall(r"(\w+)/", tree))
    folders = Counter(path.parent.name for path in MODULES if path.name == "__init__.py")
    assert {folder for folder in folders if shown[folder] < folders[folder]} == set()
