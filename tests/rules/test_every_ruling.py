"""Every ruling has a test that is named after it, and every such name is a ruling."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
RULINGS = [
    ruling["id"]
    for ruling in tomllib.loads((HERE.parents[1] / "dtcli" / "data" / "rulings.toml").read_text("utf-8"))["rulings"]
]


@cache
def names_of_tests() -> list[str]:
    """Return the names of all test functions in this folder and below."""
    return [
        node.name
        for path in sorted(HERE.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_the_rulings_were_found():
    assert len(RULINGS) > 50
    assert {"C1", "B3", "R6", "H11", "V3", "S2", "A7", "E1", "X15"} <= set(RULINGS)


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_ruling_has_a_test(ruling: str):
    assert [name for name in names_of_tests() if name.startswith(f"test_{ruling.lower()}_")]


def test_a_name_that_begins_like_a_ruling_is_one():
    quoted = {match[1].upper() for name in names_of_tests() if (match := re.match(r"test_([a-z]\d+)_", name))}
    assert quoted <= set(RULINGS)


def test_no_test_hides_another_of_the_same_name():
    for path in HERE.rglob("test_*.py"):
        names = [node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), path.name
