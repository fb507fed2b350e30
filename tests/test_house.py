"""Tests of the house: one meaning for a class name, folders of a readable size, and a guide whose paths exist."""

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

from dtcli.commands.app import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(path for package in ("dtcli", "solver") for path in (ROOT / package).rglob("*.py"))
MOST_MODULES = 24
TWICE = {"Node"}
"""Names that still have to be told apart."""


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
    assert {found: files for found, files in homes.items() if len(files) > 1 and found not in TWICE} == {}


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
