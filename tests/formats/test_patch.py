"""Patches of replays: names, hunks, and that git and patch accept them."""

import os
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from dtcli.formats.json.writer import to_json, to_json_line
from dtcli.formats.replay import patch as patch_module
from dtcli.formats.replay.editing import edited_text
from dtcli.formats.replay.patch import unified_patch
from dtcli.formats.replay.reading import load, parse, read
from tests.formats.test_editing import HOUSE, IDS, SHIPPED, applied, changed, checked, data_of

TOOLS = {
    "git": ["git", "apply", "--whitespace=nowarn"],
    "patch": ["patch", "-p1"],
}


@pytest.mark.parametrize(
    ("file", "header"),
    [
        ("game.dt", "--- a/game.dt\n+++ b/game.dt\n"),
        ("./games/../x.dt", "--- a/x.dt\n+++ b/x.dt\n"),
        (str(Path("games/x.dt").absolute()), "--- a/games/x.dt\n+++ b/games/x.dt\n"),
        ("/tmp/x.json", "--- a/tmp/x.json\n+++ b/tmp/x.json\n"),
        ("my game.dt", "--- a/my game.dt\t\n+++ b/my game.dt\t\n"),
        ("Zoë.dt", "--- a/Zoë.dt\n+++ b/Zoë.dt\n"),
        ('say "ä"\n\\.dt', '--- "a/say \\"\\303\\244\\"\\012\\\\.dt"\n+++ "b/say \\"\\303\\244\\"\\012\\\\.dt"\n'),
        (os.fsdecode(b"\xff.dt"), '--- "a/\\377.dt"\n+++ "b/\\377.dt"\n'),
    ],
)
def test_the_head_of_a_patch(file, header):
    document = parse("sword\n", file=file, suffix=".dt")
    assert unified_patch(document, "cup\n") == header + "@@ -1 +1 @@\n-sword\n+cup\n"
    assert unified_patch(document, "sword\n") == ""


@pytest.mark.parametrize(("text", "name"), [("sword\n", "dt"), (to_json(data_of()), "json")])
def test_the_name_of_what_came_from_standard_input(text, name):
    document = parse(text, file="<stdin>")
    assert unified_patch(document, f"\n{text}").startswith(f"--- a/replay.{name}\n+++ b/replay.{name}\n@@ -")


@pytest.mark.parametrize(
    ("old", "new", "hunks"),
    [
        ("a\nb", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"),
        ("a\nb\n", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"),
        ("a\nb", "c\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"),
        ("a\n", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n"),
        ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
        ("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\n6\n", "@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n"),
        ("a\rb\n", "a\rc\n", "@@ -1 +1 @@\n-a\rb\n+a\rc\n"),
        ("a\x0cb\u2028\n", "a\x0cc\u2028\n", "@@ -1 +1 @@\n-a\x0cb\u2028\n+a\x0cc\u2028\n"),
    ],
)
def test_hunks(old, new, hunks):
    document = parse(old, file="x.dt", suffix=".dt")
    patch = unified_patch(document, new)
    assert patch == "--- a/x.dt\n+++ b/x.dt\n" + hunks
    assert applied(old, patch) == new


def test_changes_far_apart_are_hunks_of_their_own():
    old = [f"{n}\n" for n in range(40)]
    for distance, hunks in ((7, 1), (8, 2)):
        new = list(old)
        new[10] = new[10 + distance] = "x\n"
        patch = unified_patch(parse("".join(old), file="x.dt", suffix=".dt"), "".join(new))
        assert patch.count("@@ -") == hunks
        assert applied("".join(old), patch) == "".join(new)


def test_a_long_stretch_is_replaced_in_one_piece(monkeypatch):
    monkeypatch.setattr(patch_module, "MOST_COMPARED", 5)
    patch = unified_patch(parse("a\nb\nc\nd\ne\n", file="x.dt", suffix=".dt"), "a\nB\nc\nD\ne\n")
    assert patch.endswith("@@ -1,5 +1,5 @@\n a\n-b\n-c\n-d\n+B\n+c\n+D\n e\n")


def test_a_text_that_is_hard_to_compare_is_replaced_in_one_piece():
    """``difflib`` would take a minute for these lines."""
    old, new = ("".join(f"# c\n# {name}{n}\n" for n in range(1000)) for name in "ab")
    document = parse(old, file="x.dt", suffix=".dt")
    patch = unified_patch(document, new)
    kept = sum(line.startswith(" ") for line in patch.splitlines())
    assert kept <= 2 * patch_module.CONTEXT  # comparing would keep every other line
    assert applied(old, patch) == new


def patched_by(tool, folder, file, content, *, patch):
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode())
    command = [*TOOLS[tool], *(["--unidiff-zero"] if tool == "git" and file.endswith(".ndjson") else [])]
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent), "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(command, input=patch.encode(), cwd=folder, check=True, capture_output=True, env=environment)
    return path.read_bytes().decode()


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("path", SHIPPED, ids=IDS)
def test_the_usual_tools_take_the_patch(path, tool, tmp_path):
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")
    chance = Random(path.name)
    shipped = load(path)
    texts = {
        f"plain{path.suffix}": shipped.text,
        f"a folder/\u00e4 game{path.suffix}": shipped.text.replace("\n", "\r\n"),
        f"x/y{path.suffix}": "\ufeff" + shipped.text.removesuffix("\n"),
    }
    for file, content in texts.items():
        document = parse(content, file=file, suffix=path.suffix)
        new = changed(document.data, chance)
        new["result"] = {"missions": 77}
        text, patch = checked(document, new)
        assert patched_by(tool, tmp_path, file, content, patch=patch) == text


@pytest.mark.parametrize("tool", TOOLS)
def test_the_usual_tools_take_the_patch_of_a_line(tool, tmp_path):
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")
    content = "\n".join(to_json_line(data_of(title=f"game {n}"))[:-1] for n in range(5))
    (tmp_path / "many.ndjson").write_text(content, encoding="utf-8")
    for found in list(read([str(tmp_path / "many.ndjson")])):
        document = found._replace(file="many.ndjson")
        new = deepcopy(document.data)
        new["choices"].pop()
        text = edited_text(document, new, HOUSE)
        expected = content.replace(document.text, text)
        assert patched_by(tool, tmp_path, "many.ndjson", content, patch=unified_patch(document, text)) == expected
