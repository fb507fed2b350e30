"""Escapes, markup, control and direction characters in files and file names are shown, never interpreted."""

import json
import re
import subprocess
import sys

import pytest

from tests.commands.shell import FRIDAY, READERS, Terminal, environment, invoke, on_terminal, run

NASTY = "\x1b[31m[bold]x[/x]\u202e\x9b31m\x07\r\n\x85\u2028\u200b\tend"
HARMLESS = re.compile(r"\x1b\[[0-9;]*m")  # what dtcli itself writes in colour
REPLAY = "dungeon-time/replay/1"
STORY = ["sword", {"mission": NASTY, "needs": ["sword"], "reward": "bow?"}, {"mission": NASTY + "2", "needs": ["cup"]}]

DOCUMENTS = {
    "texts": {"format": REPLAY, "title": NASTY, "notes": NASTY, "story": STORY, "_comments": [[0, NASTY], [1, NASTY]]},
    "names": {"format": REPLAY, "story": [{"mission": NASTY}, NASTY, {"adventure": NASTY}], "heroes": [NASTY]},
    "head": {"format": REPLAY, "story": [], "scenario": NASTY, "edition": NASTY, "card_set": NASTY},
    "keys": {"format": NASTY, "story": [{NASTY: NASTY}], NASTY: 1, "rulings": {NASTY: 1}},
    "choices": {"format": REPLAY, "story": ["sword"], "choices": [{"at": 1, "take": NASTY}, {NASTY: 1, "at": 2}]},
    "card set": {"format": REPLAY, "story": ["sword"], "card_set": NASTY + ".toml"},
}


def unprintable(text: str) -> set[str]:
    return {char for char in text if not char.isprintable() and char != "\n"}


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("command", [*READERS, "replay --brief"])
def test_no_control_character_of_a_file_is_printed(document, command, tmp_path):
    path = tmp_path / "nasty.json"
    path.write_text(json.dumps(DOCUMENTS[document]), encoding="utf-8")
    result = invoke(*command.split(), str(path))
    assert result.exit_code == (document != "texts")
    assert not unprintable(result.output)
    if document == "texts":
        assert ("[bold]x[/x]" in result.output) == (command != "score")


def test_colour_adds_styles_and_interprets_no_markup(tmp_path):
    for name, document in DOCUMENTS.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    shown = run("replay", str(tmp_path), FORCE_COLOR="1").stdout.decode()
    plain = invoke("replay", str(tmp_path)).stdout
    assert [line.rstrip() for line in HARMLESS.sub("", shown).split("\n")] == plain.split("\n")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_json_keeps_the_text_to_the_letter(document, tmp_path):
    path = tmp_path / "nasty.json"
    path.write_text(json.dumps(DOCUMENTS[document]), encoding="utf-8")
    for command in ("score", "validate", "replay"):
        (line, rest) = invoke(command, "--json", str(path)).stdout.split("\n")
        assert json.loads(line)["title"] == (NASTY if document == "texts" else None)
        assert rest == ""
        assert "\x1b" not in line


@pytest.mark.parametrize("command", ["score", "convert"])
@pytest.mark.parametrize("exists", [True, False], ids=["there", "missing"])
def test_no_control_character_of_a_file_name_is_printed(command, exists, tmp_path):
    path = tmp_path / (NASTY.replace("/", "|") + ".dt")
    if exists:
        path.write_text("swrod\n")
    code, shown = on_terminal(command, str(path), NO_COLOR="1")
    assert code == (1 if exists else 3)
    assert not unprintable(shown.decode().replace("\r\n", "\n"))


BYPASS = """
import dtcli.formats.json.text
dtcli.formats.json.text.compact = lambda *_: "\\x1b]0;title\\x07\\x9b2J\\x1b[2J\\x1b[?1049h\\rend\\x1b[1mbold\\x1b[0m"
"""


def test_all_output_to_a_terminal_is_guarded():
    with Terminal("history", "--json", FRIDAY, before=BYPASS) as terminal:
        assert terminal.end() == 0
    first = terminal.shown.decode().splitlines()[0]
    assert first == "\ufffd]0;title\ufffd\ufffd2J\ufffd[2J\ufffd[?1049h\ufffdend\x1b[1mbold\x1b[0m"


@pytest.mark.parametrize("spelling", ["dt", "json", "ndjson"])
def test_keys_of_a_file_are_written_so_that_they_can_be_printed(spelling, tmp_path):
    path = tmp_path / "keys.json"
    keys = {f"_{NASTY.strip()}": 1, "_\x1b]0;x": {"_\x9b": 2}}
    story = ["sword", {"mission": "A", "needs": ["sword"], **keys}]
    path.write_text(json.dumps({"format": REPLAY, "story": story, **keys}), encoding="utf-8")
    text = invoke("convert", str(path), "--to", spelling).stdout
    assert not unprintable(text)
    back = invoke("convert", "-", "--to", "ndjson", stdin=text.encode()).stdout
    assert json.loads(back) == {"format": REPLAY, "story": story, **keys}


def test_the_viewer_prints_no_control_characters_of_a_file(tmp_path):
    path = tmp_path / "nasty.json"
    path.write_text(json.dumps(DOCUMENTS["texts"]), encoding="utf-8")
    with Terminal("replay", "--step", str(path), NO_COLOR="1") as terminal:
        terminal.wait(b"leave")
        terminal.type(b"  G")
        terminal.wait(b"goes on to the next file")
        terminal.type(b"q")
        assert terminal.end() == 0
    shown = terminal.shown.decode().replace("\x1b]22;default\x07", "")  # the shape of the mouse pointer
    assert not unprintable(re.sub(r"\x1b[\[?<>=0-9;]*\$?[A-Za-z]|\x1b[78=>]", "", shown).replace("\r", ""))


@pytest.mark.parametrize("command", ["score", "score --json", "convert"])
def test_a_file_name_that_is_not_utf_8_is_read(command, tmp_path):
    name = bytes(tmp_path) + b"/caf\xe9.dt"
    with open(name, "w") as file:  # noqa: PTH123  (the name is bytes)
        file.write("sword\n")
    result = subprocess.run(
        [sys.executable, "-m", "dtcli", *command.split(), name],
        capture_output=True, env=environment(), timeout=60, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.parametrize("word", ["[/x]", "[bold]", "\x1b[31m", "--[/x]", "--\x1b[31m", "\udcff"])
def test_odd_words_on_the_command_line_are_refused_without_a_traceback(word):
    is_option = word.startswith("--")
    for arguments, code in (
        ([word], 2),
        (["score", word], 2 if is_option else 3),
        (["convert", "--to", word, "x.dt"], 2),
        (["schema", word], 2),
        (["rules", word], 2 if is_option else 1),
    ):
        result = invoke(*arguments)
        assert result.exit_code == code
        assert isinstance(result.exception, SystemExit)
        assert "\x1b" not in result.output
