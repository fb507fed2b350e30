"""Rows as cells, annotations and Parquet."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcli.batch.fields import Field, Values
from dtcli.batch.layouts import CellsLayout, GithubLayout
from dtcli.formats.problems import Problem
from tests.commands.shell import FRIDAY, invoke

COLUMNS = (Field("title"), Field("other"))


def cells(title, separator=","):
    values = Values({"title": title, "other": 1}, dict, lambda _name: None)
    return CellsLayout(COLUMNS, separator).row(None, None, values)


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_spreadsheet_executes_nothing(text):
    (row,) = csv.reader(io.StringIO(cells(text)))
    assert row[0] == f"'{text}"
    assert cells(text, "\t").startswith("'")


@pytest.mark.parametrize("text", ["-2", "+7", "-2.5", "a=1", ""])
def test_numbers_and_other_texts_stay(text):
    (row,) = csv.reader(io.StringIO(cells(text)))
    assert row == [text, "1"]


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_is_one_cell(text):
    (row,) = csv.reader(io.StringIO(cells(text), newline=""))
    assert row[0].removeprefix("'") == text.removeprefix("'") or row[0] == text
    line = cells(text, "\t")
    assert line.count("\t") == 1
    assert line.count("\n") == 1


def test_annotations_cannot_be_forged():
    problem = Problem("DT301", "100 %\n::error::forged", hint="a, b", file="a,b:c\n.dt", line=3, column=4)

    class Verdict:
        problems = (problem,)

    assert GithubLayout().row(None, Verdict, None) == (
        "::error file=a%2Cb%3Ac%0A.dt,line=3,col=4,title=DT301::100 %25%0A::error::forged%0Ahint: a, b\n"
    )


def test_github_annotates_problems_only(tmp_path):
    bad = tmp_path / "bad.dt"
    bad.write_text("swrod\n", encoding="utf-8")
    result = invoke("validate", "--format", "github", FRIDAY, str(bad))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"::error file={bad},line=1,col=1,title=DT")
    assert result.stdout.count("\n") == 1


def test_parquet_has_types_that_do_not_depend_on_the_rows(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    schemas = []
    for number, files in enumerate([["replays/games"], ["replays/games/friday-night.dt"], [str(tmp_path / "none.dt")]]):
        path = tmp_path / f"{number}.parquet"
        invoke("score", *files, "--output", str(path))
        table = parquet.read_table(path)
        schemas.append(table.schema)
        rows = [json.loads(line) for line in invoke("score", *files, "--json").stdout.splitlines()]
        assert table.column("missions").to_pylist() == [row["missions"] for row in rows]
        assert [json.loads(one) for one in table.column("problems").to_pylist()] == [row["problems"] for row in rows]
    assert schemas[0] == schemas[1] == schemas[2]
