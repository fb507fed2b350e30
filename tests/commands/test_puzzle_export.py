"""``dtcli puzzle export``: what is written where, and that nothing is written after an error."""

import json

import pytest
import typer
from typer.testing import CliRunner

from dtcli.commands.puzzle import export as puzzle_export
from dtcli.formats.puzzle.ids import full_id
from tests.render.sheets import CELLAR

app = typer.Typer()
app.command()(puzzle_export.run)


def export(*arguments, stdin=b""):
    return CliRunner(env={"NO_COLOR": "1"}).invoke(app, [str(one) for one in arguments], input=stdin)


@pytest.fixture
def cellar(tmp_path):
    path = tmp_path / "cellar.json"
    path.write_text(json.dumps(CELLAR), encoding="utf-8")
    return path


@pytest.fixture
def attic(tmp_path):
    path = tmp_path / "attic.json"
    path.write_text(json.dumps({**CELLAR, "title": "In the Attic"}), encoding="utf-8")
    return path


def test_a_page_goes_to_standard_output(cellar):
    for more in ((), ("--output", "-")):
        done = export(cellar, *more)
        assert done.exit_code == 0
        assert done.stdout.startswith("<!doctype html>")
        assert done.stdout.count('<article class="puzzle"') == 1
        assert done.stderr == ""


def test_a_page_holds_puzzles_in_the_order_of_the_arguments(cellar, attic, tmp_path):
    out = tmp_path / "sheet.HTML"
    done = export(attic, cellar, full_id({**CELLAR, "title": "By Its Id"}), "-o", out, "--title", "Friday & more")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert done.stderr.strip() == f"wrote {out}"
    page = out.read_text(encoding="utf-8")
    places = [page.index(f"<h2><bdi>{title}") for title in ("In the Attic", "Torch or Cup", "By Its Id")]
    assert places == sorted(places)
    assert "<h1><bdi>Friday &amp; more</bdi></h1>" in page


def test_a_puzzle_comes_from_standard_input():
    assert "Torch or Cup" in export("-", stdin=json.dumps(CELLAR).encode()).stdout


def test_options_reach_the_page(cellar):
    assert "{ size:" not in export(cellar).stdout
    assert "{ size: letter;" in export(cellar, "--paper", "Letter").stdout
    assert "Solutions" in export(cellar).stdout
    assert "Solutions" not in export(cellar, "--no-solutions").stdout


def test_a_picture_holds_one_puzzle(cellar, attic, tmp_path):
    out = tmp_path / "one.svg"
    assert export(cellar, "-o", out).exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("<svg ")
    assert not list(tmp_path.glob("*solution*"))
    both = export(cellar, attic, "-o", tmp_path / "two.svg")
    assert both.exit_code == 2
    assert "2 puzzles do not fit into one picture" in both.stderr
    assert "hint: name a folder" in both.stderr
    assert not (tmp_path / "two.svg").exists()


def test_a_folder_gets_a_picture_of_each(cellar, attic, tmp_path):
    assert export(cellar, attic, "-o", f"{tmp_path}/new/", "--solutions").exit_code == 0
    found = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert found == [
        "01-torch-or-cup-solution.svg", "01-torch-or-cup.svg", "02-in-the-attic-solution.svg", "02-in-the-attic.svg",
    ]  # fmt: skip
    assert "In the Attic" in (tmp_path / "new/02-in-the-attic.svg").read_text(encoding="utf-8")


def test_nothing_is_overwritten_unless_asked(cellar, tmp_path):
    for name in ("sheet.html", "one.svg", "01-torch-or-cup.svg"):
        out = tmp_path / name
        out.write_text("mine")
        target = out if name != "01-torch-or-cup.svg" else f"{tmp_path}/"
        refused = export(cellar, "-o", target)
        assert (refused.exit_code, out.read_text()) == (2, "mine")
        assert "use --force" in refused.stderr
        assert export(cellar, "-o", target, "--force").exit_code == 0
        assert out.read_text() != "mine"


@pytest.mark.parametrize(
    ("content", "code", "exit_code"),
    [
        ({**CELLAR, "goal": {"kind": "missions"}}, "DT902", 1),
        ({**CELLAR, "story": ["lute"]}, "DT204", 1),
        ({**CELLAR, "solution": [{"at": 4, "discard": []}]}, "DT403", 1),
        (None, "DT101", 3),
    ],
    ids=["goal", "item", "solution", "missing"],
)
def test_with_one_bad_puzzle_nothing_is_written(content, code, exit_code, cellar, tmp_path):
    bad = tmp_path / "bad.json"
    if content is not None:
        bad.write_text(json.dumps(content), encoding="utf-8")
    for target in ("sheet.html", "one.svg", "folder/"):
        done = export(cellar, bad, "-o", f"{tmp_path}/{target}")
        assert done.exit_code == exit_code
        assert code in done.stderr
        assert not (tmp_path / target).exists()
    assert export(cellar, bad).stdout == ""


@pytest.mark.parametrize("name", ["sheet.pdf", "sheet", "nowhere/sheet.html", "nowhere/deep/"])
def test_an_output_path_that_cannot_be_written_is_refused_first(name, cellar, tmp_path):
    done = export(cellar, "-o", tmp_path / name if not name.endswith("/") else f"{tmp_path}/{name}")
    assert done.exit_code == 2
    assert "error: " in done.stderr


def test_an_id_with_a_wrong_letter_is_a_problem():
    done = export("dt1.AAAA")
    assert done.exit_code == 1
    assert "DT903" in done.stderr
