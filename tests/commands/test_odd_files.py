"""Any file gets an answer in time: no traceback, no bug, and the file unchanged."""

import json
import os
import subprocess
import sys
import threading
from hashlib import sha256
from pathlib import Path

import pytest

from tests.commands.shell import FRIDAY, GAMES, LIMIT, ONE_LINE, READERS, environment, invoke

GAME = Path(FRIDAY).read_bytes()
HEAD = b'{"format": "dungeon-time/replay/1", "story": ["sword"], '
ODD = {
    "empty.dt": b"", "empty.json": b"", "blank.ndjson": b"\n\n\n", "binary": bytes(range(256)),
    "binary.dt": bytes(range(256)), "binary.json": bytes(range(256)), "binary.ndjson": bytes(range(256)) * 9,
    "deep.json": b"[" * 100_000, "deep-object.json": b'{"a":' * 50_000,
    "deep-own.json": HEAD + b'"_x": ' + b"[" * 900 + b"]" * 900 + b"}",
    "deeper-own.json": HEAD + b'"_x": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "deep-own.dt": b"_x: " + b"[" * 900 + b"]" * 900 + b"\nsword\n", "deep-own.ndjson": HEAD + b'"_x": ' + b"[" * 980,
    "twice.json": b'{"a": 1, "a": ' + b"[" * 950 + b"]" * 950 + b"}", "nul.dt": b"sw\0ord\n",
    "nul-in-path.dt": b"cards: a\0.toml\nsword\n", "long-path.dt": b"cards: " + b"a" * 490 + b".toml\nsword\n",
    "long-line.ndjson": b'{"a": "' + b"x" * 10_000_000 + b'"}\n' + ONE_LINE, "long-line.dt": b"x" * 10_000_000,
    "digits.dt": b"players: " + b"9" * 5000, "digits.json": HEAD + b'"goal": ' + b"9" * 5000 + b"}",
    "infinite.json": HEAD + b'"_x": 1e999}', "nan.json": HEAD + b'"_x": NaN}',
    "half.json": HEAD + b'"title": "\\ud800"}',
    "half.dt": b'title: "\\ud800"\nsword\n', "half-own.dt": b'_x: "\\udfff"\nsword\n', "list.json": b"[]",
    "number.json": b"1", "null.json": b"null", "lines": b"{}\n[]\n1\n\xff\n",
    "utf-16.dt": GAME.decode().encode("utf-16"),
    "utf-16": ONE_LINE.decode().encode("utf-16-le"), "utf-32.json": ONE_LINE.decode().encode("utf-32"),
    "no-story.json": b'{"format": "dungeon-time/replay/1", "story": []}', "no-words.json": HEAD + b'"title": " "}',
    "comments.json": HEAD + b'"_comments": [[0, "a\\nb"], [99999999999999999999, "x"], [true, 1], "q", [0, ""]]}',
    "own-comments.json": HEAD + b'"_comments": {"a": 1}}', "many.dt": b"sword\n" * 100_000, "bars.dt": b"|" * 500_000,
    "name with spaces\nand lines.dt": GAME, "-dash.dt": GAME,
}  # fmt: skip


def fine(result) -> bool:
    """Whether a command ended with an answer about its input."""
    return result.exit_code in (0, 1, 3) and isinstance(result.exception, SystemExit | None)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_gets_an_answer(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(ODD[name])
    before = sha256(path.read_bytes()).digest()
    for command in ("validate", "replay", "convert"):
        assert fine(invoke(command, str(path))), command
    for line in invoke("score", "--json", str(path)).stdout.split("\n")[:-1]:
        json.loads(line)
    assert sha256(path.read_bytes()).digest() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_truncated_game_gets_an_answer(path, tmp_path):
    whole = path.read_bytes()
    for n, end in enumerate(range(0, len(whole), 50)):
        name = tmp_path / ("cut" if n % 3 == 0 else f"cut{path.suffix}")
        name.write_bytes(whole[:end])
        assert fine(invoke(READERS[n % 4], str(name))), end
    assert n > 10


@pytest.mark.parametrize(
    "text",
    [GAME.replace(b"\n", b"\r\n"), GAME.replace(b"\n", b"\r"), b"\xef\xbb\xbf" + GAME],
    ids=["crlf", "cr", "bom"],
)
def test_line_ends_and_byte_order_marks_do_not_matter(text, tmp_path):
    (tmp_path / "game.dt").write_bytes(text)
    found = json.loads(invoke("score", "--json", str(tmp_path / "game.dt")).stdout)
    assert {**found, "file": FRIDAY} == json.loads(invoke("score", "--json", FRIDAY).stdout)


def test_ndjson_may_have_a_byte_order_mark_and_crlf(tmp_path):
    (tmp_path / "all.ndjson").write_bytes(b"\xef\xbb\xbf" + ONE_LINE.replace(b"\n", b"\r\n") * 2)
    assert invoke("score", str(tmp_path / "all.ndjson")).exit_code == 0
    assert invoke("score", "-", stdin=(tmp_path / "all.ndjson").read_bytes()).exit_code == 0


def test_after_a_line_that_is_too_long_the_next_is_read(tmp_path):
    (tmp_path / "long.ndjson").write_bytes(ODD["long-line.ndjson"])
    lines = invoke("score", "--json", str(tmp_path / "long.ndjson")).stdout.splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["invalid", "completed"]


def test_links_and_loops_in_folders(tmp_path):
    (tmp_path / "game.dt").write_bytes(GAME)
    (tmp_path / "link.dt").symlink_to("game.dt")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "self.dt").symlink_to("self.dt")
    (tmp_path / "dangling.dt").symlink_to("nothing.dt")
    (tmp_path / "folder.dt").mkdir()
    os.mkfifo(tmp_path / "pipe.dt")
    result = invoke("score", "--json", str(tmp_path))
    assert result.exit_code == 0
    assert [Path(json.loads(line)["file"]).name for line in result.stdout.splitlines()] == ["game.dt", "link.dt"]
    for name in ("self.dt", "dangling.dt", "folder.dt"):
        assert invoke("score", str(tmp_path / name)).exit_code == 3


def test_a_pipe_with_a_name_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[ONE_LINE * 2])
    writer.start()
    result = subprocess.run(
        [sys.executable, "-m", "dtcli", "score", "--json", str(tmp_path / "pipe")],
        capture_output=True, env=environment(), timeout=LIMIT, check=False,
    )  # fmt: skip
    writer.join(LIMIT)
    assert (result.returncode, result.stdout.count(b"\n")) == (0, 2)


def test_standard_input_that_never_ends_is_cut_off():
    with Path("/dev/zero").open("rb") as zeros:
        result = subprocess.run(
            [sys.executable, "-m", "dtcli", "score", "-"],
            stdin=zeros, capture_output=True, env=environment(), timeout=LIMIT, check=False,
        )  # fmt: skip
    assert result.returncode == 3
    assert b"DT103" in result.stdout
